#include "runtime/harness/worker/Timer.h"
#include "runtime/harness/core/Random.h"
#include "runtime/harness/worker/Cuda.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace warpsmith::harness::worker {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int LargestBatch = 20000;
constexpr int CalibrationLaunches = 3;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Event {
public:
  Event() { check(cudaEventCreate(&event), "cudaEventCreate"); }
  ~Event() { cudaEventDestroy(event); }
  Event(const Event &) = delete; // owns the event
  Event &operator=(const Event &) = delete;

  void record(cudaStream_t stream) { check(cudaEventRecord(event, stream), "cudaEventRecord"); }
  void wait() { check(cudaEventSynchronize(event), "timed run"); }
  double secondsSince(const Event &start) const {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start.event, event), "cudaEventElapsedTime");
    return static_cast<double>(milliseconds) * 1e-3;
  }

private:
  cudaEvent_t event = nullptr;
};

class Stream {
public:
  Stream() { check(cudaStreamCreate(&created), "cudaStreamCreate"); }
  ~Stream() { cudaStreamDestroy(created); }
  Stream(const Stream &) = delete; // owns the stream
  Stream &operator=(const Stream &) = delete;
  cudaStream_t get() const { return created; }

private:
  cudaStream_t created = nullptr;
};

/// The sets of buffers that launches walk through.
class BufferSets {
public:
  BufferSets(const Probe &probe, bool cold, void *stream) {
    std::size_t setBytes = 1;
    for (const HostArray &array : probe.problem.arrays)
      setBytes += array.size();
    const std::size_t count = cold ? setCount(setBytes) : 1;
    for (std::size_t set = 0; set < count; ++set) {
      sets.push_back(placeBuffers(probe.problem, {}, 0));
      arguments.push_back(makeArguments(probe.problem, sets.back(), stream));
    }
    total = {count, count * setBytes};
  }

  const PolybenchArguments &next() { return arguments[position++ % arguments.size()]; }
  const Rotation &rotation() const { return total; }

private:
  /// More than twice the L2 cache in all and at least two sets, within half of the free memory.
  static std::size_t setCount(std::size_t setBytes) {
    int device = 0;
    int cacheBytes = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    check(cudaDeviceGetAttribute(&cacheBytes, cudaDevAttrL2CacheSize, device),
          "reading the size of the L2 cache");
    std::size_t freeBytes = 0;
    std::size_t allBytes = 0;
    check(cudaMemGetInfo(&freeBytes, &allBytes), "cudaMemGetInfo");
    const std::size_t wanted = std::max<std::size_t>(2, 2 * std::size_t(cacheBytes) / setBytes + 1);
    return std::max<std::size_t>(1, std::min(wanted, freeBytes / 2 / setBytes));
  }

  std::vector<std::vector<DeviceBuffer>> sets;
  std::vector<PolybenchArguments> arguments;
  std::size_t position = 0;
  Rotation total;
};

class Timer {
public:
  Timer(const Probe &probe, bool cold) : sets(probe, cold, stream.get()) {}

  const Rotation &rotation() const { return sets.rotation(); }

  Sample batch(Contestant &contestant, int launches, const Telemetry *telemetry) {
    contestant.enqueue(sets.next());
    start.record(stream.get());
    const Clock::time_point begin = Clock::now();
    for (int launch = 0; launch < launches; ++launch)
      contestant.enqueue(sets.next());
    Sample sample;
    sample.hostSeconds = secondsSince(begin) / launches;
    stop.record(stream.get());
    if (telemetry)
      sample.reading = telemetry->read();
    stop.wait();
    synchronize("timed run");
    sample.launches = launches;
    sample.seconds = stop.secondsSince(start) / launches;
    return sample;
  }

private:
  Stream stream;
  Event start;
  Event stop;
  BufferSets sets;
};

/// A permutation of the contestants that depends on seed and round alone.
std::vector<std::size_t> orderOf(std::size_t count, std::uint64_t seed, int round) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  const RandomSequence random(seed, static_cast<std::uint32_t>(round));
  for (std::size_t index = count; index > 1; --index)
    std::swap(order[index - 1], order[random.bits(index) % index]);
  return order;
}

} // namespace

Rotation timeContestants(Session &session, const std::vector<TimedContestant> &contestants,
                         const TimingSettings &settings, const Telemetry &telemetry,
                         const std::function<void(const std::string &name)> &begin,
                         const std::function<void(const Sample &sample)> &sampled) {
  Timer timer(session.probe(settings.probe), settings.cold);
  std::vector<int> launches;
  for (const TimedContestant &timed : contestants) {
    begin(timed.name);
    timer.batch(*timed.contestant, 1, nullptr); // loads the module and the tables of the library
    const double seconds = timer.batch(*timed.contestant, CalibrationLaunches, nullptr).seconds;
    launches.push_back(static_cast<int>(
        std::clamp(std::ceil(settings.sampleSeconds / seconds), 1.0, double{LargestBatch})));
  }
  const Clock::time_point warmupStart = Clock::now();
  while (secondsSince(warmupStart) < settings.warmupSeconds) {
    for (std::size_t index = 0; index < contestants.size(); ++index) {
      begin(contestants[index].name);
      timer.batch(*contestants[index].contestant, launches[index], nullptr);
    }
  }
  for (int round = 0; round < settings.rounds; ++round) {
    for (const std::size_t index : orderOf(contestants.size(), session.settings().seed, round)) {
      begin(contestants[index].name);
      Sample sample = timer.batch(*contestants[index].contestant, launches[index], &telemetry);
      sample.contestant = index;
      sample.round = round;
      sampled(sample);
    }
  }
  return timer.rotation();
}

} // namespace warpsmith::harness::worker
