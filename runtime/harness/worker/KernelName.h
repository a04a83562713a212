// A kernel's name for people.
#pragma once

#include <string>

namespace warpsmith::harness::worker {

/// "gemm_kernel" from the mangled "gemm_kernel(int, int, float*)".
std::string kernelName(const char *mangled);

} // namespace warpsmith::harness::worker
