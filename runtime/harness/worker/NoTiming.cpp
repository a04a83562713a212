// Times from the emulator would say nothing about a GPU.
#include "runtime/harness/worker/ProfileCommand.h"
#include "runtime/harness/worker/TimeCommand.h"

namespace warpsmith::harness::worker {

TimingSettings timingSettings(const nlohmann::json &) {
  throw std::runtime_error("the emulator verifies, it does not time");
}

nlohmann::json runTiming(Session &, const std::vector<TimedContestant> &, const TimingSettings &,
                         const std::function<void(const nlohmann::json &message)> &) {
  throw std::runtime_error("the emulator verifies, it does not time");
}

void runForProfiler(const Session &, Contestant &) {
  throw std::runtime_error("the emulator has no units to profile");
}

} // namespace warpsmith::harness::worker
