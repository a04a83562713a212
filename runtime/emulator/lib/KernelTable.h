/// What the programs' kernels have said of themselves when they were loaded.
#pragma once

#include "runtime/emulator/include/warpsmith_emulator/launch.h"
#include "runtime/emulator/lib/Block.h"
#include <optional>
#include <string>

namespace warpsmith::emulator {

/// How cudaLaunchKernel calls the kernel; null for what is none.
ErasedCall erasedCall(const void *kernel);
constexpr int MaxThreadsPerBlock = 1024;
/// The threads that a block of the kernel may have: __launch_bounds__, or what the device allows.
int mostThreads(const void *kernel);
/// __cluster_dims__
std::optional<dim3> declaredCluster(const void *kernel);
/// Empty for a kernel of internal linkage.
std::string symbolOf(const void *kernel);

/// As the program spells it; empty where that is not known.
std::string kernelName(const Grid &grid);
/// `'tmp' of atax_kernel1`: the argument of the running kernel that points into an allocation, as
/// far as that is known.
std::string argumentName(const Grid &grid, const std::byte *start, std::size_t bytes);

} // namespace warpsmith::emulator
