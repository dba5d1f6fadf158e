// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "comms/base/region_times.hpp"

using namespace seafret;

namespace {

int texts_received = 0;

void rest(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

void outer_work() {
  SEAFRET_REGION("test/outer");
  rest(5);
  {
    SEAFRET_REGION("test/inner");
    rest(10);
  }
}

void elsewhere_of_the_same_name() {
  SEAFRET_REGION("test/inner");
  rest(1);
}

void known_to_odd_ranks_only() {
  SEAFRET_REGION("test/odd ranks");
  rest(2);
}

void short_work() { SEAFRET_REGION("test/short"); }

RegionTime region(const std::vector<RegionTime>& times, const std::string& name) {
  const auto it = std::ranges::find(times, name, &RegionTime::name);
  return it == times.end() ? RegionTime{} : *it;
}

}  // namespace

extern "C" int MPI_Recv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                        MPI_Status* status) {
  ++texts_received;
  return PMPI_Recv(data, count, type, from, tag, comm, status);
}
extern "C" int MPI_Gatherv(const void* from, int count, MPI_Datatype type, void* to,
                           const int counts[], const int places[], MPI_Datatype type_there,
                           int root, MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  texts_received += size;
  return PMPI_Gatherv(from, count, type, to, counts, places, type_there, root, comm);
}

TEST_CASE("no rank is sent the names of many others") {
  const Communicator comm(MPI_COMM_WORLD);
  texts_received = 0;
  short_work();
  CHECK(region(region_times(comm), "test/short").count > 0);
  CHECK(texts_received <= 3);  // of up to eight ranks
}

TEST_CASE("threads may come by new regions side by side") {
  const auto come_and_go = [] {
    for (int n = 0; n < 2000; ++n) const RegionSite site("test/of a thread");
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back(come_and_go);
  for (std::thread& thread : threads) thread.join();
  const Communicator comm(MPI_COMM_SELF);
  CHECK(region(region_times(comm), "test/of a thread").name.empty());
}

TEST_CASE("a region counts its visits and their time, what is within included") {
  const Communicator comm(MPI_COMM_WORLD);
  reset_region_times();
  outer_work();
  outer_work();
  elsewhere_of_the_same_name();
  const auto times = region_times(comm);
  const RegionTime outer = region(times, "test/outer"), inner = region(times, "test/inner");
  CHECK(outer.count == 2);
  CHECK(inner.count == 3);  // two places of one name are one region
  CHECK(outer.min_s >= 0.030);
  CHECK(inner.min_s >= 0.021);
  CHECK(outer.min_s <= outer.mean_s);
  CHECK(outer.mean_s <= outer.max_s);
}

TEST_CASE("count is the most of any rank; least, mean and greatest time are over all of them") {
  const Communicator comm(MPI_COMM_WORLD);
  reset_region_times();
  for (int n = 0; n <= comm.rank(); ++n) outer_work();
  const RegionTime outer = region(region_times(comm), "test/outer");
  const int ranks = comm.size();
  CHECK(outer.count == ranks);
  CHECK(outer.max_s >= 0.015 * ranks);
  CHECK(outer.mean_s >= 0.015 * (ranks + 1) / 2);
  CHECK(outer.min_s <= outer.mean_s);
  if (ranks > 1) CHECK(outer.min_s < outer.max_s);
}

TEST_CASE("every rank gets the same sorted list, also of regions that it never came by") {
  const Communicator comm(MPI_COMM_WORLD);
  reset_region_times();
  if (comm.rank() % 2 == 1) known_to_odd_ranks_only();
  const auto times = region_times(comm);
  CHECK(std::ranges::is_sorted(times, {}, &RegionTime::name));
  const RegionTime odd = region(times, "test/odd ranks");
  CHECK(odd.count == (comm.size() > 1 ? 1 : 0));
  CHECK(odd.min_s == 0);
  if (comm.size() > 1) CHECK(odd.max_s >= 0.002);

  std::string mine;
  for (const RegionTime& t : times) mine += t.name + ' ' + std::to_string(t.mean_s) + '\n';
  std::string first = mine;
  comm.broadcast(first);
  CHECK(mine == first);
}

TEST_CASE("what is forgotten counts no more, but keeps its name") {
  const Communicator comm(MPI_COMM_WORLD);
  outer_work();
  reset_region_times();
  const RegionTime outer = region(region_times(comm), "test/outer");
  CHECK(outer.name == "test/outer");
  CHECK(outer.count == 0);
  CHECK(outer.max_s == 0);
}

TEST_CASE("a visit that stands for four counts as four, and one that stands for none not at all") {
  RegionSite site("test/one of four");
  for (const int weight : {4, 0, 0, 0}) {
    const Region region(site, weight);
    rest(5);
  }
  CHECK(site.count == 4);
  CHECK(site.seconds >= 4 * 0.005);
}

TEST_CASE("what the kernel counts in a region is that of the region, over all ranks") {
  const std::string missing = EventCounters::open();
  constexpr std::size_t page_faults = 3, pages = 200, page = 4096;
  REQUIRE(EventCounters::name(page_faults) == std::string("page faults"));
  CHECK(missing.empty() == EventCounters::counts(0));
  if (!EventCounters::counts(page_faults)) return;  // a container may forbid it
  const auto touch = [](const char* name, std::size_t count, int weight) {
    static std::vector<std::unique_ptr<RegionSite>> sites;
    sites.push_back(std::make_unique<RegionSite>(name));
    void* const fresh =
        mmap(nullptr, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(fresh, pages * page, MADV_NOHUGEPAGE);
    {
      const Region region(*sites.back(), weight);
      for (std::size_t n = 0; n < count; ++n) static_cast<volatile char*>(fresh)[n * page] = 1;
    }
    munmap(fresh, pages * page);
  };
  reset_region_times();
  touch("test/pages", pages, 1);
  touch("test/few pages", 10, 4);
  EventCounters::close();
  touch("test/not counted", pages, 1);
  const Communicator comm(MPI_COMM_WORLD);
  EventCounters::open();
  const auto times = region_times(comm);
  EventCounters::close();
  const auto counted = [&](const char* name) { return region(times, name).counted[page_faults]; };
  CHECK(counted("test/pages") >= comm.size() * std::int64_t{pages});
  CHECK(counted("test/pages") < comm.size() * 2 * std::int64_t{pages});
  CHECK(counted("test/few pages") >= comm.size() * 40);
  CHECK(counted("test/few pages") < comm.size() * 100);
  CHECK(counted("test/not counted") == 0);
}

TEST_CASE("a visit costs little") {
  const auto start = std::chrono::steady_clock::now();
  for (int n = 0; n < 10000; ++n) short_work();
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  CHECK(spent.count() < 0.5);  // 50 us a visit, where half a microsecond is usual
}
