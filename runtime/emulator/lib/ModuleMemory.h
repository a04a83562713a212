/// Memory that is neither shared nor global, and yet a kernel may touch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace warpsmith::emulator {

struct AddressRange {
  std::uintptr_t begin, end;
};
/// The mapping that the last such address was in: mostly that of threadIdx and blockIdx.
inline AddressRange recentModule{0, 0};

inline bool isRecentModule(const void *address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  return wanted - recentModule.begin < recentModule.end - recentModule.begin;
}

/// The stack of the running thread.
inline AddressRange runningStack{0, 0};

inline bool isRunningStack(const void *address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  return wanted - runningStack.begin < runningStack.end - runningStack.begin;
}

/// Constants, __device__ and __constant__ variables: the data of a loaded program or library.
bool isModuleMemory(const void *address);

/// The arguments of the running kernel.
bool isKernelParameter(const void *address);
/// The range that isKernelParameter() recognises from now on.
void setKernelParameters(const void *begin, std::size_t bytes);

/// What the instrumentation says about a trap: the name of the pseudo function that Clang places
/// at it, such as `__clang_trap_msg$Undefined Behavior Sanitizer$Array subscript out of bounds`.
std::string trapKind(const void *returnAddress);

} // namespace warpsmith::emulator
