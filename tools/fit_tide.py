#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Fits the tide at the open boundary of a sea to gauges:

    fit_tide.py CASE.yaml GAUGES.csv --drag 0.0018 0.0025 --coarsen 4 -j 2

`seafret run` gives the response of every gauge to every knot: with K knots 2 K + 1 runs for each
bottom, into a folder that is deleted. Then least squares over the complex constants at the gauges,
with a mild smoothing along the boundary. The sea is not quite linear, so this is done again from
the knots found (--rounds). Printed are, for each drag and roughness of the bottom, how well gauges
are met that took no part, and how far the model is from its linear response; then, of the bottom
that does best, whether both are as is asked, and the knots as the case file takes them. Needs h5py
and numpy.
"""
import sys
import tempfile
from itertools import product
from pathlib import Path

try:
    import numpy as np

    import tide_fit
    import tide_runs
    from tide_gauges import Unusable, constant, read_gauges
except ImportError as missing:
    sys.exit(f"fit_tide.py: {missing}; install h5py and numpy")

from command_line import Parser


def arguments():
    parser = Parser(description=__doc__.split("\n\n")[0])
    parser.add_argument("case_file", type=Path)
    parser.add_argument("gauges", type=Path, help="as tide.gauges has it")
    parser.add_argument("--knots", type=int, default=12)
    parser.add_argument("--first", type=float, nargs=2, default=[1.0, 0.0], metavar=("M", "DEG"),
                        help="amplitude and phase to begin with, at all knots")
    parser.add_argument("--from-case", action="store_true",
                        help="begin with the knots of the case file")
    parser.add_argument("--drag", type=float, nargs="+", default=[0.0025])
    parser.add_argument("--roughness", type=float, nargs="+", default=[0],
                        help="m; where it is not 0, drag is the least there is")
    parser.add_argument("--coarsen", type=int, default=4)
    parser.add_argument("--tides", type=int, default=6, help="that a run takes; the last counts")
    parser.add_argument("--step", type=float, default=0.1, help="of a knot, m")
    parser.add_argument("--smooth", type=float, default=1.0, help="weight of the smoothing")
    parser.add_argument("--away", type=float, default=100.0,
                        help="km: gauges so near to the one judged are left out with it")
    parser.add_argument("--asked", type=float, default=0.36,
                        help="m: most that the median with these left out may be")
    parser.add_argument("--linear", type=float, default=0.03,
                        help="m: most that the model may differ from its linear response")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE",
                        help="more that the runs override of the case file")
    parser.add_argument("--seafret", type=Path, default=Path("build/release/seafret"))
    parser.add_argument("-j", "--jobs", type=int, default=1, help="runs at once")
    return parser.parse_args()


def listed(values, digits):
    return "[" + ", ".join(f"{value:.{digits}f}" for value in values) + "]"


def as_yaml(knots, drag, roughness):
    amplitude, phase = tide_fit.amplitude_and_phase(knots)
    return (f"tide:\n  amplitude: {listed(amplitude, 3)}\n  phase: {listed(phase, 1)}\n"
            f"bottom:\n  drag: {drag:g}\n" + (f"  roughness: {roughness:g}\n" if roughness else ""))


def fit(sea, gauges, knots, options):
    """Rounds of the linear fit: the knots, what the gauges then have, and the last linear model."""
    for _ in range(options.rounds):
        model = sea.response(gauges, knots, options.step, options.jobs)
        knots = model.fitted(np.ones(len(model.gauges), bool), options.smooth)
    return knots, sea.at_gauges(model.gauges, knots), model


def departures(sea, knots, modelled, model, options):
    """Of the model from its linear response, m: at each gauge with the knots fitted to all gauges,
    and with those fitted to either half, which lie farther from where the response was taken."""
    halves = [model.fitted(half, options.smooth) for half in model.every_second()]
    runs = [modelled, *(sea.at_gauges(model.gauges, half) for half in halves)]
    return abs(runs - np.array([model.predicted(tried) for tried in (knots, *halves)]))


def report(bottom, modelled, model, departed, options):
    """One line of the table."""
    errors = abs(modelled - model.observed)
    far = model.left_out(options.away, options.smooth)
    alone = model.left_out(0, options.smooth)
    first, second = model.halves(options.smooth)
    print(f"{bottom[0]:<9g}{bottom[1]:<11g}{np.median(errors):>8.3f}{tide_fit.rms(errors):>8.3f}"
          f"{np.median(far):>10.3f}{tide_fit.rms(far):>8.3f}{np.median(alone):>10.3f}"
          f"{first:>10.3f}{second:>8.3f}{np.median(departed):>9.3f}{departed.max():>7.3f}"
          f"{len(errors):>8}", flush=True)
    return np.median(far)


def verdict(found, asked, words):
    return f"{'PASS' if found <= asked else 'FAIL'}: {words}; asked: at most {asked:g} m"


def main():
    options = arguments()
    try:
        gauges = read_gauges(options.gauges)
        first = (tide_runs.knots_of(options.case_file) if options.from_case
                 else np.full(options.knots, constant(*options.first)))
        print("fitted: all gauges, by the model itself; the others by its linear response, m: "
              "median and\nrms (of a difference vector over sqrt 2) with all gauges within "
              f"{options.away:g} km left out; median with\nthe gauge alone left out; medians of "
              "either half in the order of the file, fitted to the other; how\nfar the model is "
              "from its linear response with knots fitted to all gauges and to either half:\n"
              "median and most\n")
        print(f"{'drag':<9}{'roughness':<11}{'fitted':>8}{'rms':>8}{'far out':>10}{'rms':>8}"
              f"{'one out':>10}{'halves':>10}{'':>8}{'linear':>9}{'most':>7}{'gauges':>8}")
        best = None
        with tempfile.TemporaryDirectory() as folder:
            for bottom in product(options.drag, options.roughness):
                sea = tide_runs.Sea(options, *bottom, Path(folder))
                knots, modelled, model = fit(sea, gauges, first, options)
                departed = departures(sea, knots, modelled, model, options)
                error = report(bottom, modelled, model, departed, options)
                if best is None or error < best[0]:
                    best = error, departed.max(), knots, *bottom
    except (Unusable, tide_runs.Failed) as error:
        sys.exit(f"fit_tide.py: {error}")
    error, departed, *fitted = best
    print("\n" + verdict(error, options.asked, f"median {error:.3f} m with all gauges within "
                         f"{options.away:g} km left out"))
    print(verdict(departed, options.linear,
                  f"model at most {departed:.3f} m from its linear response"))
    print("\n" + as_yaml(*fitted), end="")
    return 0 if error <= options.asked and departed <= options.linear else 1


if __name__ == "__main__":
    sys.exit(main())
