// RUN: %works
// Clusters: registers, each other's shared memory, barriers, launches with and without attributes.
#include "../Inputs/cluster.h"
#include <cooperative_groups.h>

// Each block reads its neighbour's numbers and adds to those of the other one.
__global__ void __cluster_dims__(4, 1, 1) ring(float *out) {
  __shared__ alignas(16) float numbers[32], sums[32];
  __shared__ uint64_t done;
  const uint32_t rank = clusterRank();
  uint32_t size, position;
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
  asm volatile("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(position));
  if (threadIdx.x == 0) {
    initialize(&done, 32);
    initialized();
  }
  numbers[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
  clusterArrive();
  clusterWait();
  const uint32_t next = (rank + 1) % size;
  float value = loadRemote(mapped(&numbers[threadIdx.x], next));
  if (threadIdx.x % 4 == 0) {
    float4 four;
    asm volatile("ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(four.x), "=f"(four.y), "=f"(four.z), "=f"(four.w)
                 : "r"(mapped(&numbers[threadIdx.x], next)));
    value += four.w - four.y - 2;
  }
  asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(mapped(&sums[threadIdx.x], next)),
               "f"(value)
               : "memory");
  arriveRemote(mapped(&done, next));
  waitCluster(&done, 0);
  out[blockIdx.x * 32 + threadIdx.x] = sums[threadIdx.x] + position * 1000;
  clusterArrive();
  clusterWait();
}

// The same through cooperative groups, in clusters of 2 x 2 that the launch asks for.
__global__ void grouped(float *out, int factor) {
  namespace cg = cooperative_groups;
  __shared__ float number;
  asm volatile("griddepcontrol.wait;" ::: "memory"); // some launches let it begin early
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    number = cluster.block_rank() + 10 * (blockIdx.x / 2) + 100 * (blockIdx.y / 2);
  cluster.sync();
  float sum = 0;
  for (unsigned i = 0; i < cluster.num_blocks(); ++i)
    sum += *cluster.map_shared_rank(&number, i);
  cluster.sync();
  if (threadIdx.x == 0)
    out[blockIdx.y * gridDim.x + blockIdx.x] = factor * sum + cluster.dim_blocks().y;
}

int main() {
  float *out;
  cudaMallocManaged(&out, 8 * 32 * sizeof(float));
  ring<<<8, 32>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int block = 0; block < 8; ++block)
    for (int i = 0; i < 32; ++i) {
      const int base = block / 4 * 4, rank = block % 4;
      const int expected =
          (base + rank) * 100 + i + rank * 1000; // its own, by way of the one before
      if (out[block * 32 + i] != expected) {
        std::printf("%d,%d is %g, not %d\n", block, i, out[block * 32 + i], expected);
        return 1;
      }
    }
  cudaLaunchAttribute attributes[2];
  attributes[0].id = cudaLaunchAttributeClusterDimension;
  attributes[0].val.clusterDim.x = 2;
  attributes[0].val.clusterDim.y = 2;
  attributes[0].val.clusterDim.z = 1;
  attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[1].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(4, 2);
  config.blockDim = dim3(64);
  config.attrs = attributes;
  config.numAttrs = 2;
  if (cudaLaunchKernelEx(&config, grouped, out, 2) != cudaSuccess ||
      cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 0; i < 8; ++i)
    if (out[i] != 2 * (6 + 4 * 10 * (i % 4 / 2)) + 2) {
      std::printf("block %d: %g\n", i, out[i]);
      return 1;
    }
  // Grids that do not divide, and clusters that are too large, are refused.
  config.gridDim = dim3(3, 2);
  if (cudaLaunchKernelEx(&config, grouped, out, 2) == cudaSuccess)
    return 1;
  config.gridDim = dim3(16);
  attributes[0].val.clusterDim.x = 16;
  attributes[0].val.clusterDim.y = 1;
  if (cudaLaunchKernelEx(&config, grouped, out, 2) == cudaSuccess)
    return 1;
  int clusters = 0, blocks = 0;
  if (cudaOccupancyMaxActiveClusters(&clusters, grouped, &config) == cudaSuccess)
    return 1;
  cudaFuncSetAttribute(grouped, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  // Clusters have as many blocks as run at once.
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, grouped, 64, 0) != cudaSuccess ||
      cudaOccupancyMaxActiveClusters(&clusters, grouped, &config) != cudaSuccess || clusters == 0 ||
      clusters != properties.multiProcessorCount * blocks / 16) {
    std::printf("%d clusters of 16 blocks\n", clusters);
    return 1;
  }
  return cudaLaunchKernelEx(&config, grouped, out, 2) != cudaSuccess;
}
