/// Memory that is neither shared nor global, and yet a kernel may touch.
#pragma once

#include <cstddef>
#include <string>

namespace warpsmith::emulator {

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
