// A worker's events as values.
#pragma once

#include "runtime/harness/run/Results.h"

namespace warpsmith::harness {

/// The events "checked" and "sample" (worker/Protocol.h).
Check readCheck(const nlohmann::json &event);
TimedSample readSample(const nlohmann::json &event);

} // namespace warpsmith::harness
