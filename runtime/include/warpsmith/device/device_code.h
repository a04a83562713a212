/// Which code a device has and can run.
///
/// A file may be compiled for several architectures; nvcc's `-arch=sm_90a` compiles it for
/// compute_90, too. Some instructions only code for some GPUs can have: CUDA C++ Programming Guide,
/// "__CUDA_ARCH__" and "Architecture-Specific Features". A kernel is empty in code that cannot have
/// its instructions, and bounds its blocks to one thread there, by which canLaunch() knows it.
#pragma once

#include "warpsmith/device/launch_trace.h"

namespace warpsmith {

struct Device {
  int number = -1;
  int capability = 0; ///< compute capability as 10 * major + minor
  int multiprocessors = 1;
  int sharedBytes = 0; ///< of shared memory that a block may have
};

/// The current device; one that is able to nothing if there is none. Each thread asks for a
/// device's properties once.
inline Device currentDevice() {
  thread_local Device known[16];
  int number = 0, major = 0, minor = 0;
  if (cudaGetDevice(&number) != cudaSuccess) {
    cudaGetLastError(); // the fallback must not report it
    return {};
  }
  Device &device = known[number % 16];
  if (device.number != number) {
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, number);
    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, number);
    cudaDeviceGetAttribute(&device.multiprocessors, cudaDevAttrMultiProcessorCount, number);
    cudaDeviceGetAttribute(&device.sharedBytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, number);
    device.capability = 10 * major + minor;
    device.number = number;
  }
  return device;
}

/// Whether the device can run the kernel in blocks of so many threads with so much dynamic shared
/// memory, which are always the same for a kernel. Code that was compiled without its instructions
/// has a bound of one thread. The compute capability does not tell which code a device has: the
/// same GPU runs code for sm_90 and for sm_90a. Each thread asks once for a kernel and a device, as
/// long as there are not too many.
inline bool isAble(const Device &device, const void *kernel, int threads, int sharedBytes) {
  constexpr int Most = 256;
  thread_local const void *kernels[Most]; // those that are able
  thread_local int devices[Most], count = 0;
  for (int index = 0; index < count; ++index)
    if (kernels[index] == kernel && devices[index] == device.number)
      return true;
  bool able = false;
  cudaFuncAttributes attributes = {};
  if (sharedBytes > device.sharedBytes ||
      cudaFuncGetAttributes(&attributes, kernel) != cudaSuccess ||
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes) !=
          cudaSuccess)
    cudaGetLastError(); // the fallback must not report it
  else
    able = attributes.maxThreadsPerBlock >= threads;
  if (able && count < Most) {
    kernels[count] = kernel;
    devices[count++] = device.number;
  }
  if (!able)
    noteRefusal(sharedBytes > device.sharedBytes
                    ? "a block needs more shared memory than the device has"
                    : "the program has no code of it for the device: see nvcc's -arch");
  return able;
}

/// The same of a kernel by its name.
template <typename Kernel>
bool canLaunch(const Device &device, Kernel *kernel, int threads, int sharedBytes) {
  return isAble(device, reinterpret_cast<const void *>(kernel), threads, sharedBytes);
}

/// Whether nvcc compiles for GPUs of this compute capability (80), or for newer ones where those
/// have the kernel as well. Of sm_90a and sm_90 it says the same. Clang (__CUDA__) is not asked.
constexpr bool isBuiltFor(int capability, bool orNewer) {
#if defined(__CUDA_ARCH_LIST__) && !defined(__CUDA__) && !defined(WARPSMITH_NO_ARCH_WARNING)
  constexpr int architectures[] = {__CUDA_ARCH_LIST__};
  for (const int one : architectures)
    if (orNewer ? one >= 10 * capability : one == 10 * capability)
      return true;
  return false;
#else
  return capability > 0 || orNewer;
#endif
}

/// Warns where a file is compiled for no GPU that its kernel is for.
template <bool IsBuilt>
struct BuiltCode {
  static constexpr void expect() {}
};
template <>
struct BuiltCode<false> {
  [[deprecated("this build has no code for the GPUs that the rewritten kernel is for, so the "
               "original runs: give nvcc the -gencode that warpsmith has named "
               "(WARPSMITH_NO_ARCH_WARNING turns this warning off)")]] static constexpr void
  expect() {}
};

/// Whether the code that is compiled is for GPUs of this compute capability (80) or newer ones; to
/// the host's it makes no difference.
template <int Capability>
constexpr bool CompiledFor =
#ifdef __CUDA_ARCH__
    __CUDA_ARCH__ >= 10 * Capability;
#else
    true;
#endif

/// Whether the code that is compiled is for sm_90a; to the host's it makes no difference.
#if defined(__CUDA_ARCH__) && !defined(__CUDA_ARCH_FEAT_SM90_ALL)
constexpr bool CompiledForSm90a = false;
#else
constexpr bool CompiledForSm90a = true;
#endif

} // namespace warpsmith
