// Microbenchmarks on a GPU: iterations that take as long as asked for, samples, verification before
// and after.
#include "runtime/harness/core/Random.h"
#include "runtime/harness/worker/DeviceInfo.h"
#include "runtime/harness/worker/MicroRun.h"
#include "runtime/harness/worker/Telemetry.h"
#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

namespace warpsmith::harness::worker {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int FirstIterations = 64;
constexpr double EnoughCycles = 20000; // for the start of a block to be negligible

struct Length {
  double seconds = 0; // of the launch
  double cycles = 0;  // of its blocks
};

class MicroTimer {
public:
  MicroTimer(const MicroLibrary &library, const json &command)
      : library(library),
        sampleSeconds(command.at("sample_seconds").get<double>()) {
    check(cudaGetDevice(&device), "looking for a GPU");
    check(cudaDeviceGetAttribute(&blocks, cudaDevAttrMultiProcessorCount, device),
          "cudaDeviceGetAttribute");
    buffers = std::make_unique<MicroBuffers>(library, blocks);
    check(cudaEventCreate(&start), "cudaEventCreate");
    check(cudaEventCreate(&stop), "cudaEventCreate");
  }
  ~MicroTimer() {
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
  }
  MicroTimer(const MicroTimer &) = delete; // owns the events
  MicroTimer &operator=(const MicroTimer &) = delete;

  int blockCount() const { return blocks; }

  Length run(int point, const Iterations &iterations, Reading *reading = nullptr,
             const Telemetry *telemetry = nullptr) const {
    // A launch before it, so that nothing between the events waits for the host.
    buffers->enqueue(point, iterations);
    check(cudaEventRecord(start), "cudaEventRecord");
    buffers->enqueue(point, iterations);
    check(cudaEventRecord(stop), "cudaEventRecord");
    if (telemetry)
      *reading = telemetry->read();
    check(cudaEventSynchronize(stop), "timed run");
    synchronize("timed run");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start, stop), "cudaEventElapsedTime");
    return {static_cast<double>(milliseconds) * 1e-3, buffers->cycles(point)};
  }

  /// Iterations for a launch of about the length that was asked for: of balanced roles, of each
  /// alone.
  Iterations calibrate(int index) const {
    const MicroPoint &point = library.point(index);
    run(index, {1, 1}); // loads the kernel
    if (!point.balanced)
      return scaled(index, {1, 1});
    const Iterations first = scaled(index, {1, 0});
    const Iterations second = scaled(index, {0, 1});
    return {first[0], second[1]};
  }

  std::string difference(int point, const Iterations &iterations) const {
    buffers->poison();
    buffers->enqueue(point, iterations);
    return buffers->difference(point, iterations);
  }

private:
  Iterations scaled(int index, const Iterations &roles) const {
    const MicroPoint &point = library.point(index);
    int most = 1 << 30;
    for (int role = 0; role < point.roleCount; ++role)
      if (roles[static_cast<std::size_t>(role)] && point.roles[role].warps)
        most = std::min(most, point.roles[role].mostIterations);
    const auto times = [&](int count) { return Iterations{roles[0] * count, roles[1] * count}; };
    int count = std::min(FirstIterations, most);
    Length length = run(index, times(count));
    while (length.cycles < EnoughCycles && count < most / 8) {
      count *= 8;
      length = run(index, times(count));
    }
    const double cycles = sampleSeconds * clockRate(length);
    return times(static_cast<int>(
        std::clamp(count * cycles / length.cycles, 1.0, static_cast<double>(most))));
  }

  /// Cycles a second, at most what the device may have.
  double clockRate(const Length &length) const {
    constexpr double Slowest = 5e8;
    constexpr double Fastest = 4e9;
    return std::clamp(length.cycles / length.seconds, Slowest, Fastest);
  }

  const MicroLibrary &library;
  double sampleSeconds;
  int device = 0;
  int blocks = 0;
  std::unique_ptr<MicroBuffers> buffers;
  cudaEvent_t start = nullptr;
  cudaEvent_t stop = nullptr;
};

json encode(const Length &length) {
  return {{"seconds", length.seconds}, {"cycles", length.cycles}};
}

/// Whether both roles have warps, so that each can be run alone.
bool hasTwoRoles(const MicroPoint &point) {
  return point.roleCount == 2 && point.roles[0].warps && point.roles[1].warps;
}

} // namespace

json runMicro(const MicroLibrary &library, const json &command, const std::vector<int> &points,
              const Send &send) {
  MicroTimer timer(library, command);
  const Telemetry telemetry(busId());
  const auto begin = [&](int index, const char *step) {
    const MicroPoint &point = library.point(index);
    send({{"event", "begin"},
          {"name", std::string(point.experiment) + " " + point.name},
          {"step", step}});
  };
  std::map<int, Iterations> iterations;
  for (const int index : points) {
    begin(index, "verification");
    iterations[index] = timer.calibrate(index);
    json description = describe(library.point(index));
    description["event"] = "point";
    description["point"] = index;
    description["blocks"] = timer.blockCount();
    description["iterations"] = iterations[index];
    send(description);
    send({{"event", "checked"},
          {"point", index},
          {"reason", timer.difference(index, iterations[index])}});
  }
  const auto warmupSeconds = command.at("warmup_seconds").get<double>();
  for (const Clock::time_point from = Clock::now();
       !points.empty() &&
       std::chrono::duration<double>(Clock::now() - from).count() < warmupSeconds;)
    timer.run(points.front(), iterations[points.front()]);
  const int rounds = command.at("rounds").get<int>();
  const RandomSequence random(command.at("seed").get<std::uint64_t>(), 0);
  std::vector<int> order = points;
  for (int round = 0; round < rounds; ++round) {
    // Another order each time, so that no point always follows the same one.
    for (std::size_t index = order.size(); index > 1; --index)
      std::swap(order[index - 1],
                order[random.bits(static_cast<std::size_t>(round) * order.size() + index) % index]);
    for (const int index : order) {
      begin(index, "timing");
      const Iterations &each = iterations[index];
      Reading reading;
      json sample = encode(timer.run(index, each, &reading, &telemetry));
      if (hasTwoRoles(library.point(index)))
        sample["alone"] = {encode(timer.run(index, {each[0], 0})),
                           encode(timer.run(index, {0, each[1]}))};
      sample["event"] = "sample";
      sample["point"] = index;
      sample["round"] = round;
      if (reading.smClock)
        sample["sm_clock_mhz"] = *reading.smClock;
      if (reading.power)
        sample["power_w"] = *reading.power;
      send(sample);
    }
  }
  for (const int index : points) {
    begin(index, "verification after timing");
    send({{"event", "checked"},
          {"point", index},
          {"reason", timer.difference(index, iterations[index])}});
  }
  return {{"reply", "measured"}, {"timed", true}};
}

} // namespace warpsmith::harness::worker
