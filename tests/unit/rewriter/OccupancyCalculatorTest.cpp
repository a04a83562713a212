// Beside NVIDIA's own calculator, which is a header of the toolkit.
#include "rewriter/arch/Occupancy.h"
// Needs these, and does not say so.
#include <climits>
#include <cstddef>
#include <cstring>
#include <cuda_occupancy.h>
#include <gtest/gtest.h>

namespace warpsmith {
namespace {

cudaOccDeviceProp propertiesOf(const Architecture &architecture) {
  cudaOccDeviceProp properties{};
  properties.computeMajor = architecture.computeCapability / 10;
  properties.computeMinor = architecture.computeCapability % 10;
  properties.maxThreadsPerBlock = 1024;
  properties.maxThreadsPerMultiprocessor = architecture.maxThreadsPerSm;
  properties.regsPerBlock = properties.regsPerMultiprocessor = RegistersPerSm;
  properties.warpSize = 32;
  properties.sharedMemPerBlock = 48 * 1024; // without asking for more
  properties.sharedMemPerBlockOptin = architecture.sharedMemoryPerBlock;
  properties.sharedMemPerMultiprocessor = architecture.sharedMemoryPerSm;
  properties.reservedSharedMemPerBlock = architecture.reservedSharedPerBlock;
  properties.numSms = architecture.product.multiprocessors;
  return properties;
}

/// -1 of an architecture that the toolkit is too old for.
int blocksByNvidia(const cudaOccDeviceProp &properties, const BlockResources &block) {
  cudaOccFuncAttributes function{};
  function.maxThreadsPerBlock = 1024;
  function.numRegs = block.registersPerThread;
  function.maxDynamicSharedSizeBytes = block.sharedBytes;
  function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  function.partitionedGCConfig = PARTITIONED_GC_OFF;
  cudaOccDeviceState state{};
  state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
  cudaOccResult result{};
  const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, &properties, &function, &state, block.threads, block.sharedBytes);
  if (error == CUDA_OCC_ERROR_UNKNOWN_DEVICE)
    return -1;
  EXPECT_EQ(error, CUDA_OCC_SUCCESS);
  return result.activeBlocksPerMultiprocessor;
}

TEST(Occupancy, IsThatOfTheToolkit) {
  int compared = 0;
  for (const Architecture &architecture : architectures()) {
    const cudaOccDeviceProp properties = propertiesOf(architecture);
    if (blocksByNvidia(properties, {32, 16, 0}) < 0)
      continue;
    ++compared;
    for (int threads = 32; threads <= 1024; threads += 96)
      for (int registers = 16; registers <= MaxRegistersPerThread; registers += 7)
        for (int shared = 0; shared <= architecture.sharedMemoryPerBlock; shared += 2999) {
          const BlockResources block = {threads, registers, shared};
          ASSERT_EQ(occupancyOf(architecture, block).blocksPerSm, blocksByNvidia(properties, block))
              << architecture.name << " " << threads << " " << registers << " " << shared;
        }
  }
  EXPECT_GE(compared, 5);
}

} // namespace
} // namespace warpsmith
