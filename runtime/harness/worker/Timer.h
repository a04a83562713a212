// Times contestants in turn on rotating buffers.
//
// Every sample is one batch of back-to-back launches between two CUDA events, one launch ahead of
// the first event so that the stream is busy when it is recorded; launches are replayed from a CUDA
// graph or not, as TimingMode.h says. A library that offers several algorithms takes the one that
// is the fastest in the same mode. In each round every contestant has one batch, in an order that
// is drawn anew, so that clocks and temperature drift over all of them alike (A B A B ...). Cold:
// launches walk through sets of buffers whose total is more than twice the L2 cache, so that none
// finds its operands there (NVIDIA's rule for GEMM: rotate, do not flush). Warm: one set. C is not
// restored between launches: see ScalarDescription::random.
#pragma once

#include "runtime/harness/core/TimingMode.h"
#include "runtime/harness/worker/LaunchSequence.h"
#include "runtime/harness/worker/Telemetry.h"
#include <functional>
#include <optional>

namespace warpsmith::harness::worker {

struct TimingSettings {
  int rounds = 0;           // samples of each contestant
  double sampleSeconds = 0; // length of one batch; at least one launch
  double warmupSeconds = 0; // all contestants in turn, before the first sample
  TimingMode mode;
  int algorithms = 1;           // of a library, of which the fastest takes part
  std::string probe = "random"; // the inputs
};

struct TimedContestant {
  std::string name;
  Contestant *contestant = nullptr;
};

struct Sample {
  std::size_t contestant = 0; // index
  int round = 0;
  int launches = 0;
  double seconds = 0; // of one launch
  // Time the host took to enqueue one launch, outside a graph, while the stream had room for more.
  double hostSeconds = 0;
  Reading reading; // while the batch ran
};

/// What a contestant's samples will be.
struct Planned {
  std::vector<std::string> kernels;
  bool inGraph = false;
  int algorithm = 0;  // the index of the chosen one
  int algorithms = 1; // of so many
  // Time the host takes to enqueue its kernels and nothing else, launched one by one in a stream
  // (CapturedRun); nothing where that is not known.
  std::optional<double> kernelHostSeconds;
};

/// What timing tells while it goes on.
struct TimingListener {
  std::function<void(const std::string &name)> begin; // before each batch
  std::function<void(const std::string &name, const Planned &planned)> planned;
  std::function<void(const Sample &sample)> sampled;
};

Rotation timeContestants(Session &session, const std::vector<TimedContestant> &contestants,
                         const TimingSettings &settings, const Telemetry &telemetry,
                         const TimingListener &listener);

} // namespace warpsmith::harness::worker
