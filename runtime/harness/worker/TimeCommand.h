// The worker's command `time`: the GPU's worker times, the emulator's refuses.
#pragma once

#include "runtime/harness/worker/Timer.h"
#include <nlohmann/json.hpp>

namespace warpsmith::harness::worker {

/// rounds, sample_seconds, warmup_seconds, l2 ("cold" or "warm") and probe of the command.
TimingSettings timingSettings(const nlohmann::json &command);

/// Sends "begin" and "sample" events; returns the reply with the buffers that were walked through.
nlohmann::json runTiming(Session &session, const std::vector<TimedContestant> &contestants,
                         const TimingSettings &settings,
                         const std::function<void(const nlohmann::json &message)> &send);

} // namespace warpsmith::harness::worker
