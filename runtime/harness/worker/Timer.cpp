#include "runtime/harness/worker/Timer.h"
#include "runtime/harness/core/Fastest.h"
#include "runtime/harness/core/Random.h"
#include "runtime/harness/core/Statistics.h"
#include "runtime/harness/worker/CapturedRun.h"
#include "runtime/harness/worker/Cuda.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>

namespace warpsmith::harness::worker {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int LargestBatch = 20000;
constexpr int CalibrationLaunches = 3;
constexpr double LongestInGraph = 200e-6; // seconds
constexpr double LongLaunch = 0.1;        // seconds: its start and its length need no second look
constexpr double ChoosingSeconds = 1e-3;  // length of a batch by which algorithms are compared
constexpr int ChoosingRounds = 3;
// A stream takes about a thousand launches before it makes the host wait for the GPU.
constexpr int HostLaunches = 64;
constexpr int HostRounds = 9;

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

/// One contestant, ready to be sampled.
struct Plan {
  LaunchSequence sequence;
  int launches = 0;       // of one sample
  bool isLong = false;    // a sample is one launch
  double hostSeconds = 0; // to enqueue one launch
  Planned planned;
};

class Timer {
public:
  Timer(const Probe &probe, const TimingSettings &settings)
      : settings(settings),
        sets(probe, settings.mode.cold, stream.get()) {}

  const Rotation &rotation() const { return sets.rotation(); }

  Plan plan(Contestant &contestant) {
    Planned planned;
    contestant.considerAlgorithms(settings.algorithms);
    contestant.chooseAlgorithm(0);
    Plan first = planWith(contestant, settings.sampleSeconds);
    planned.algorithms = contestant.algorithms();
    if (planned.algorithms > 1)
      planned.algorithm = chooseAlgorithm(contestant, planned.algorithms);
    Plan plan =
        planned.algorithm == 0 ? std::move(first) : planWith(contestant, settings.sampleSeconds);
    const CapturedRun run(contestant, sets.next());
    planned.kernels = run.kernelNames();
    planned.inGraph = plan.sequence.granularity() > 1;
    if (settings.mode.launch == LaunchMode::Stream && !plan.isLong)
      planned.kernelHostSeconds = kernelHostSeconds(run);
    plan.planned = std::move(planned);
    return plan;
  }

  Sample batch(Plan &plan, const Telemetry *telemetry) {
    if (!plan.isLong)
      plan.sequence.enqueueOne();
    start.record(stream.get());
    const Clock::time_point begin = Clock::now();
    Sample sample;
    sample.hostSeconds = plan.hostSeconds;
    int enqueued = 0;
    if (plan.sequence.granularity() == 1) {
      enqueued = std::min(plan.launches, HostLaunches);
      plan.sequence.enqueue(enqueued);
      sample.hostSeconds = secondsSince(begin) / enqueued;
    }
    plan.sequence.enqueue(plan.launches - enqueued);
    stop.record(stream.get());
    if (telemetry)
      sample.reading = telemetry->read();
    stop.wait();
    synchronize("timed run");
    sample.launches = plan.launches;
    sample.seconds = stop.secondsSince(start) / plan.launches;
    return sample;
  }

private:
  /// With the algorithm that the contestant has now, and samples of that length.
  Plan planWith(Contestant &contestant, double sampleSeconds) {
    Plan plan{LaunchSequence(contestant, sets, stream.get()), 1, false, 0, {}};
    Sample sample = batch(plan, nullptr); // loads the kernel, and the library's tables
    plan.hostSeconds = sample.hostSeconds;
    plan.isLong = sample.seconds > std::max(LongLaunch, settings.sampleSeconds);
    if (plan.isLong)
      return plan;
    plan.launches = CalibrationLaunches;
    sample = batch(plan, nullptr);
    plan.hostSeconds = sample.hostSeconds;
    const LaunchMode mode = settings.mode.launch;
    const bool isShort = sample.seconds < LongestInGraph;
    if (mode == LaunchMode::Graph || (mode == LaunchMode::Automatic && isShort)) {
      // Of long launches a sample holds fewer than a graph of short ones.
      const double wanted = std::ceil(sampleSeconds / sample.seconds);
      plan.sequence.capture(isShort ? LaunchSequence::SmallestGraph
                                    : static_cast<int>(std::clamp(
                                          wanted, 1.0, double{LaunchSequence::SmallestGraph})));
      plan.launches = plan.sequence.granularity();
      sample = batch(plan, nullptr);
    }
    const int piece = plan.sequence.granularity();
    const double pieces = std::ceil(sampleSeconds / sample.seconds / piece);
    plan.launches = piece * static_cast<int>(std::clamp(pieces, 1.0, double{LargestBatch}));
    return plan;
  }

  /// What enqueueing the run's kernels costs the host where nothing else is done.
  std::optional<double> kernelHostSeconds(const CapturedRun &run) {
    const std::vector<CapturedRun::Launch> launches = run.launches();
    if (launches.empty())
      return std::nullopt;
    std::vector<double> seconds;
    for (int round = 0; round < HostRounds; ++round) {
      synchronize("timed run");
      const Clock::time_point begin = Clock::now();
      for (int launch = 0; launch < HostLaunches; ++launch)
        enqueueKernels(launches, stream.get());
      seconds.push_back(secondsSince(begin) / HostLaunches);
    }
    synchronize("timed run");
    return median(seconds);
  }

  /// The fastest on these buffers and in this mode. What a heuristic names may still refuse.
  int chooseAlgorithm(Contestant &contestant, int count) {
    std::vector<std::optional<Plan>> plans(static_cast<std::size_t>(count));
    const int fastest = fastestOf(count, ChoosingRounds, [&](int index) {
      contestant.chooseAlgorithm(index);
      std::optional<Plan> &plan = plans[static_cast<std::size_t>(index)];
      try {
        if (!plan)
          plan.emplace(planWith(contestant, ChoosingSeconds));
        return batch(*plan, nullptr).seconds;
      } catch (const CudaError &) {
        if (contextIsLost())
          throw;
        return -1.0;
      }
    });
    const int chosen = std::max(0, fastest);
    contestant.chooseAlgorithm(chosen);
    return chosen;
  }

  const TimingSettings &settings;
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
                         const TimingListener &listener) {
  Timer timer(session.probe(settings.probe), settings);
  std::vector<Plan> plans;
  for (const TimedContestant &timed : contestants) {
    listener.begin(timed.name);
    plans.push_back(timer.plan(*timed.contestant));
    listener.planned(timed.name, plans.back().planned);
  }
  const Clock::time_point warmupStart = Clock::now();
  while (secondsSince(warmupStart) < settings.warmupSeconds) {
    for (std::size_t index = 0; index < contestants.size(); ++index) {
      listener.begin(contestants[index].name);
      timer.batch(plans[index], nullptr);
    }
  }
  for (int round = 0; round < settings.rounds; ++round) {
    for (const std::size_t index : orderOf(contestants.size(), session.settings().seed, round)) {
      listener.begin(contestants[index].name);
      Sample sample = timer.batch(plans[index], &telemetry);
      sample.contestant = index;
      sample.round = round;
      listener.sampled(sample);
    }
  }
  return timer.rotation();
}

} // namespace warpsmith::harness::worker
