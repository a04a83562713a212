// Kernel launches: limits, the blocks of the grid in a seeded order, the error they leave.
#include "runtime/emulator/lib/Block.h"
#include "runtime/emulator/lib/DeviceTable.h"
#include "runtime/emulator/lib/Emulator.h"
#include "runtime/emulator/lib/ModuleMemory.h"
#include "runtime/emulator/lib/Runtime.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <dlfcn.h>
#include <map>
#include <numeric>

namespace warpsmith::emulator {
namespace {

/// What the real runtime refuses to launch (Programming Guide, "Technical Specifications").
cudaError_t checkLimits(const void *kernel, const Configuration &configuration) {
  const dim3 grid = configuration.grid, block = configuration.block;
  const auto threads = static_cast<uint64_t>(block.x) * block.y * block.z;
  if (threads == 0 || threads > 1024 || block.x > 1024 || block.y > 1024 || block.z > 64)
    return cudaErrorInvalidConfiguration;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.x > 0x7fffffffu || grid.y > 65535 ||
      grid.z > 65535)
    return cudaErrorInvalidConfiguration;
  if (configuration.shared > allowedSharedMemory(kernel))
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

cudaError_t errorCode(const std::string &kind) {
  if (kind == "out-of-range" || kind == "use-after-free" || kind == "host-memory")
    return cudaErrorIllegalAddress;
  if (kind == "misaligned")
    return cudaErrorMisalignedAddress;
  if (kind == "assert")
    return cudaErrorAssert;
  return cudaErrorLaunchFailure;
}

/// The blocks in an order that depends on the seed. Large grids go in strides of a prime.
std::vector<uint64_t> blockOrder(uint64_t count, uint64_t seed) {
  std::vector<uint64_t> order(count);
  constexpr uint64_t Prime = 2147483647; // coprime to any smaller count
  for (uint64_t i = 0; i < count; ++i)
    order[i] = (i % count * (Prime % count) + seed % count) % count;
  if (count > 1 && std::gcd(Prime % count, count) != 1)
    std::iota(order.begin(), order.end(), 0);
  return order;
}

/// Empty for a kernel of internal linkage.
std::string symbolOf(const void *kernel) {
  Dl_info symbol{};
  return dladdr(kernel, &symbol) && symbol.dli_saddr == kernel ? symbol.dli_sname : "";
}

/// Each kernel once, in the order of its first launch.
std::vector<const void *> &launched() {
  static std::vector<const void *> kernels;
  return kernels;
}

void trace(const void *kernel, const Configuration &configuration) {
  std::string name = symbolOf(kernel);
  if (name.empty()) {
    name = "a kernel";
  } else {
    int status = 0;
    char *demangled = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
    name = demangled ? demangled : name;
    std::free(demangled);
  }
  const dim3 grid = configuration.grid, block = configuration.block;
  std::fprintf(stderr, "emulator: launch of %s <<<(%u,%u,%u), (%u,%u,%u), %zu>>>\n", name.c_str(),
               grid.x, grid.y, grid.z, block.x, block.y, block.z, configuration.shared);
}

std::map<const void *, ErasedCall> &registered() {
  static std::map<const void *, ErasedCall> kernels;
  return kernels;
}

} // namespace

std::vector<std::string> takeLaunchedKernels() {
  std::vector<std::string> names;
  for (const void *kernel : launched()) {
    if (std::string name = symbolOf(kernel); !name.empty())
      names.push_back(std::move(name));
  }
  launched().clear();
  return names;
}

cudaError_t launchKernel(const void *kernel, const Configuration &configuration,
                         void (*run)(void *), void *arguments, std::size_t bytes) {
  if (const cudaError_t error = sticky(); error != cudaSuccess)
    return note(error);
  if (const cudaError_t error = checkLimits(kernel, configuration); error != cudaSuccess)
    return note(error);
  if (current)
    fail("launch", "a kernel launched from a kernel");

  if (options().trace)
    trace(kernel, configuration);
  if (std::find(launched().begin(), launched().end(), kernel) == launched().end())
    launched().push_back(kernel);
  Grid grid;
  grid.grid = configuration.grid;
  grid.block = configuration.block;
  grid.dynamicShared = static_cast<unsigned>(configuration.shared);
  grid.sharedLimit = sharedMemoryLimit(kernel);
  grid.run = run;
  grid.arguments = arguments;
  setKernelParameters(arguments, bytes);
  static BlockMemory memory;
  const dim3 size = grid.grid;
  const uint64_t seed = options().seed;
  for (const uint64_t number : blockOrder(static_cast<uint64_t>(size.x) * size.y * size.z, seed)) {
    uint3 index{};
    index.x = static_cast<unsigned>(number % size.x);
    index.y = static_cast<unsigned>(number / size.x % size.y);
    index.z = static_cast<unsigned>(number / size.x / size.y);
    Block block(grid, index, seed * 1000003 + number, memory);
    if (!block.run()) {
      const cudaError_t error = errorCode(lastError()->kind);
      setSticky(error);
      return note(error);
    }
  }
  return cudaSuccess;
}

void registerKernel(const void *kernel, ErasedCall call) {
  registered()[kernel] = call;
}

} // namespace warpsmith::emulator

extern "C" cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                        size_t shared, cudaStream_t stream) {
  using namespace warpsmith::emulator;
  const auto found = registered().find(kernel);
  if (found == registered().end())
    return note(cudaErrorInvalidDeviceFunction);
  return found->second(kernel, Configuration(grid, block, shared, stream), arguments);
}
