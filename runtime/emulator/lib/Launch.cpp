// Kernel launches: limits, the blocks of the grid in a seeded order, the error they leave.
#include "runtime/emulator/lib/Capture.h"
#include "runtime/emulator/lib/Cluster.h"
#include "runtime/emulator/lib/DeviceTable.h"
#include "runtime/emulator/lib/Emulator.h"
#include "runtime/emulator/lib/GlobalRaces.h"
#include "runtime/emulator/lib/KernelTable.h"
#include "runtime/emulator/lib/ModuleMemory.h"
#include "runtime/emulator/lib/Runtime.h"
#include "runtime/emulator/lib/RuntimeCall.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <memory>
#include <numeric>

namespace warpsmith::emulator {
namespace {

/// What the real runtime refuses to launch (Programming Guide, "Technical Specifications").
cudaError_t checkLimits(const void *kernel, const Configuration &configuration) {
  const dim3 grid = configuration.grid, block = configuration.block;
  const auto threads = static_cast<uint64_t>(block.x) * block.y * block.z;
  if (threads == 0 || threads > MaxThreadsPerBlock || block.x > 1024 || block.y > 1024 ||
      block.z > 64)
    return cudaErrorInvalidConfiguration;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.x > 0x7fffffffu || grid.y > 65535 ||
      grid.z > 65535)
    return cudaErrorInvalidConfiguration;
  if (threads > static_cast<uint64_t>(mostThreads(kernel)))
    return cudaErrorInvalidValue;
  if (configuration.shared > allowedSharedMemory(kernel))
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

/// The cluster of the launch, else that of the kernel (__cluster_dims__), else single blocks.
cudaError_t clusterOf(const void *kernel, const Configuration &configuration, dim3 &cluster) {
  constexpr unsigned PortableBlocks = 8, MostBlocks = 16;
  const std::optional<dim3> declared = declaredCluster(kernel);
  cluster = configuration.cluster.value_or(declared.value_or(dim3()));
  const auto same = [](dim3 a, dim3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; };
  if (declared && !same(cluster, *declared))
    return cudaErrorInvalidClusterSize;
  const uint64_t blocks = static_cast<uint64_t>(cluster.x) * cluster.y * cluster.z;
  if (blocks == 1)
    return cudaSuccess;
  if (device().major < 9)
    return cudaErrorNotSupported;
  if (blocks == 0 || blocks > (allowsLargeClusters(kernel) ? MostBlocks : PortableBlocks))
    return cudaErrorInvalidClusterSize;
  const dim3 grid = configuration.grid;
  return grid.x % cluster.x || grid.y % cluster.y || grid.z % cluster.z
             ? cudaErrorInvalidConfiguration
             : cudaSuccess;
}

Configuration configurationOf(const cudaLaunchConfig_t &config) {
  Configuration configuration(config.gridDim, config.blockDim, config.dynamicSmemBytes,
                              config.stream);
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttribute &attribute = config.attrs[i];
    if (attribute.id == cudaLaunchAttributeClusterDimension)
      configuration.cluster =
          dim3(attribute.val.clusterDim.x, attribute.val.clusterDim.y, attribute.val.clusterDim.z);
    else if (attribute.id == cudaLaunchAttributeProgrammaticStreamSerialization)
      configuration.early = attribute.val.programmaticStreamSerializationAllowed != 0;
  }
  return configuration;
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

namespace {

/// A call that outlives its launch, with copies of the arguments as CUDA makes them: byte by byte.
class KeptCall {
public:
  explicit KeptCall(const KernelCall &call)
      : original(call),
        arguments(static_cast<std::byte *>(std::aligned_alloc(
                      Alignment, (call.bytes + Alignment - 1) / Alignment * Alignment)),
                  std::free),
        pointers(call.pointers, call.pointers + call.count) {
    std::memcpy(arguments.get(), call.data, call.bytes);
  }
  KernelCall get() const {
    KernelCall call = original;
    call.data = arguments.get();
    call.pointers = pointers.data();
    return call;
  }

private:
  static constexpr std::size_t Alignment = 128; // a tensor map's, twice

  KernelCall original;
  std::shared_ptr<std::byte> arguments;
  std::vector<const void *> pointers;
};

cudaError_t runGrid(const void *kernel, const Configuration &configuration, dim3 cluster,
                    const KernelCall &call) {
  if (const cudaError_t error = sticky(); error != cudaSuccess)
    return note(error);
  if (options().trace)
    trace(kernel, configuration);
  if (std::find(launched().begin(), launched().end(), kernel) == launched().end())
    launched().push_back(kernel);
  Grid grid;
  grid.grid = configuration.grid;
  grid.block = configuration.block;
  grid.cluster = cluster;
  grid.dynamicShared = static_cast<unsigned>(configuration.shared);
  grid.sharedLimit = sharedMemoryLimit(kernel);
  grid.early = configuration.early;
  grid.kernel = kernel;
  grid.call = call;
  setKernelParameters(call.data, call.bytes);
  checksGlobalRaces = options().globalRaces;
  if (checksGlobalRaces)
    globalRaces().startLaunch(grid);
  static ClusterMemory memory;
  for (const auto &block : memory.blocks)
    block->threads.clear(); // those of another kernel, or of one that has failed
  const dim3 clusters(grid.grid.x / cluster.x, grid.grid.y / cluster.y, grid.grid.z / cluster.z);
  const uint64_t seed = options().seed;
  for (const uint64_t number :
       blockOrder(static_cast<uint64_t>(clusters.x) * clusters.y * clusters.z, seed)) {
    Cluster running(grid, number, seed * 1000003 + number, memory);
    globalRaces().startCluster(number);
    if (!running.run()) {
      const cudaError_t error = errorCode(lastError()->kind);
      setSticky(error);
      return note(error);
    }
  }
  return cudaSuccess;
}

} // namespace

cudaError_t launchKernel(const void *kernel, const Configuration &configuration,
                         const KernelCall &call) {
  const RuntimeCall calling("cudaLaunchKernel");
  if (const cudaError_t error = sticky(); error != cudaSuccess)
    return note(error);
  if (const cudaError_t error = checkLimits(kernel, configuration); error != cudaSuccess)
    return note(error);
  dim3 cluster;
  if (const cudaError_t error = clusterOf(kernel, configuration, cluster); error != cudaSuccess)
    return note(error);
  if (current)
    fail("launch", "a kernel launched from a kernel");
  if (const cudaError_t error = admit(configuration.stream); error != cudaSuccess)
    return note(error);
  if (!isCaptured(configuration.stream))
    return runGrid(kernel, configuration, cluster, call);
  record(configuration.stream, {cudaGraphNodeTypeKernel, [=, kept = KeptCall(call)] {
                                  return runGrid(kernel, configuration, cluster, kept.get());
                                }});
  return cudaSuccess;
}

} // namespace warpsmith::emulator

extern "C" cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                        size_t shared, cudaStream_t stream) {
  using namespace warpsmith::emulator;
  const RuntimeCall calling(__func__);
  const ErasedCall call = erasedCall(kernel);
  if (!call)
    return note(cudaErrorInvalidDeviceFunction);
  return call(kernel, Configuration(grid, block, shared, stream), arguments);
}

/// Attributes that say how fast or beside what a kernel runs change nothing here; one that may
/// begin before its predecessor has ended is checked for waiting (DependentLaunch.h).
extern "C" cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel,
                                           void **arguments) {
  using namespace warpsmith::emulator;
  const RuntimeCall calling(__func__);
  const ErasedCall call = erasedCall(kernel);
  if (!call)
    return note(cudaErrorInvalidDeviceFunction);
  for (unsigned i = 0; i < config->numAttrs; ++i)
    if (config->attrs[i].id == cudaLaunchAttributeCooperative && config->attrs[i].val.cooperative)
      return note(cudaErrorNotSupported);
  return call(kernel, configurationOf(*config), arguments);
}

/// All multiprocessors are of one GPC, which blocks of clusters fill up.
extern "C" cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *kernel,
                                                      const cudaLaunchConfig_t *config) {
  using namespace warpsmith::emulator;
  const RuntimeCall calling(__func__);
  *clusters = 0;
  const Configuration configuration = configurationOf(*config);
  dim3 cluster;
  if (const cudaError_t error = clusterOf(kernel, configuration, cluster); error != cudaSuccess)
    return note(error);
  const dim3 block = config->blockDim;
  int blocks = 0;
  if (const cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
          &blocks, kernel, static_cast<int>(block.x * block.y * block.z), config->dynamicSmemBytes);
      error != cudaSuccess)
    return error;
  *clusters =
      device().multiprocessors * blocks / static_cast<int>(cluster.x * cluster.y * cluster.z);
  return cudaSuccess;
}
