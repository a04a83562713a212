// What a `run` measures, and how it says so in its results.
#pragma once

#include "polybench/cli/RunTasks.h"
#include <nlohmann/json.hpp>

namespace warpsmith::polybench {

/// What the options say for a device of that kind, but for a user's matrices. Throws InputError.
harness::CampaignSettings campaignSettings(const RunOptions &options, harness::DeviceKind kind);

/// Every problem that the options name; a GPU's have the standard size where they name none, an
/// emulator's small ones. Throws InputError.
std::vector<Task> suiteTasks(const RunOptions &options, harness::DeviceKind kind);

/// The context of the results: command, commit, compiler and settings.
nlohmann::ordered_json describeRun(const RunOptions &options,
                                   const harness::CampaignSettings &settings,
                                   const std::vector<std::string> &commandLine,
                                   const Builds &builds);

} // namespace warpsmith::polybench
