/// Calls of the CUDA runtime and driver APIs by the emulated program.
#pragma once

namespace warpsmith::emulator {

/// Stands for a call as long as it lasts. A trace has a line for it, but not for what it calls
/// itself. Calls of several host threads wait for each other, as the emulator runs one at a time.
class RuntimeCall {
public:
  explicit RuntimeCall(const char *function);
  ~RuntimeCall();
  RuntimeCall(const RuntimeCall &) = delete; // holds a lock
  RuntimeCall &operator=(const RuntimeCall &) = delete;
};

} // namespace warpsmith::emulator
