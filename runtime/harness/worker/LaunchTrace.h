// What rewritten kernels say of their launches (runtime/include/warpsmith/device/launch_trace.h).
#pragma once

#include <string>
#include <vector>

namespace warpsmith::harness::worker {

/// While it lives, launches of this process say what they run. Where the user has asked for that
/// elsewhere, they do so there. Each says it once for the same sizes.
class LaunchTrace {
public:
  LaunchTrace();
  ~LaunchTrace();
  LaunchTrace(const LaunchTrace &) = delete;
  LaunchTrace &operator=(const LaunchTrace &) = delete;

  /// What has been said since the process began or since this was called, a line each.
  static std::vector<std::string> take();
};

} // namespace warpsmith::harness::worker
