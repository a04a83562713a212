/// State of the CUDA runtime API that its parts share.
#pragma once

#include "runtime/emulator/include/cuda_runtime_api.h"
#include "runtime/emulator/include/warpsmith_emulator/launch.h"

namespace warpsmith::emulator {

/// Notes an error for cudaGetLastError() and returns it.
cudaError_t note(cudaError_t error);

/// The error that a failed kernel leaves: every later call returns it, until cudaDeviceReset() or
/// clearError().
cudaError_t sticky();
void setSticky(cudaError_t error);

/// Dynamic shared memory that cudaFuncSetAttribute has allowed a kernel; all there is for one whose
/// identity is not known, a null pointer.
std::size_t allowedSharedMemory(const void *kernel);
/// What it may use with its static variables: all there is after cudaFuncSetAttribute.
std::size_t sharedMemoryLimit(const void *kernel);
/// More than 8 blocks in a cluster: cudaFuncAttributeNonPortableClusterSizeAllowed.
bool allowsLargeClusters(const void *kernel);
void allowSharedMemory(const void *kernel, std::size_t bytes);

} // namespace warpsmith::emulator
