// --devices: the devices of this host that share the work.
#pragma once

#include "polybench/cli/Environment.h"
#include "runtime/harness/run/Campaign.h"

namespace warpsmith::polybench {

/// The numbers of a --devices list; `all` is as many as `count` says. Throws InputError.
std::vector<int> readDeviceNumbers(const std::string &list, int count);

/// What CUDA_VISIBLE_DEVICES is for the device of that number, where it is `visible` for this
/// process (null: not set).
std::string visibleDevice(int number, const char *visible);

/// The devices of a --devices list, each asked for its description; an empty list is `device`
/// alone. Throws InputError when one of them is missing or unlike the first.
std::vector<harness::WorkerDevice> findDevices(const Device &device, const std::string &list);

} // namespace warpsmith::polybench
