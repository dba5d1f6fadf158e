// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/flow/depth_mean_flow.hpp"

namespace seafret {

void DepthMeanFlow::find_currents_u(const Box& where) {
  full_->find_east_currents(where, sea_, now());
}

void DepthMeanFlow::find_currents_v(const Box& where) {
  full_->find_north_currents(where, sea_, now());
}

void DepthMeanFlow::find_shares(const Box& where) {
  ShallowWater::Allowance allowance;
  if (state_[now_].allowance)
    allowance = {state_[now_].allowance->view(), state_[1 - now_].allowance->view(), fresh_};
  full_->find_shares(where, sea_, now(), allowance);
}

void DepthMeanFlow::find_fluxes(const Box& where) {
  ShallowWater::Moved moved;
  if (drive_) moved = {drive_->east.moved.view(), drive_->north.moved.view()};
  full_->find_fluxes(where, sea_, moved);
}

void DepthMeanFlow::advance_eta_in_full(const Box& where) {
  move_surface(where, {now().eta, full_->flux_u(), full_->flux_v()});
}

void DepthMeanFlow::advance_v_in_full(const Box& where) {
  State& next = state_[1 - now_];
  full_->advance_north_transport(where, sea_, next.eta.view(), on(Place::north_face, next),
                                 next.v.view());
}

void DepthMeanFlow::advance_u_in_full(const Box& where) {
  State& next = state_[1 - now_];
  full_->advance_east_transport(where, sea_, next.eta.view(), on(Place::east_face, next),
                                next.u.view());
}

}  // namespace seafret
