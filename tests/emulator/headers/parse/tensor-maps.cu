// RUN: %accepted
// RUN: %emulation -D__shared__= %s
// RUN: %if nvcc %{ %nvcc %s %}
// Tensor maps of the driver, found through the runtime; clusters.
#include <cooperative_groups.h>
#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_runtime.h>

__global__ void __cluster_dims__(2, 1, 1)
    kernel(const __grid_constant__ CUtensorMap map, const CUtensorMap *other, float *out) {
  __shared__ float number;
  cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
  number = cluster.block_rank();
  cluster.sync();
  out[cluster.thread_rank()] = *cluster.map_shared_rank(&number, 1) + cluster.num_blocks();
  cluster.barrier_arrive();
  cluster.barrier_wait();
  if (&map == other)
    out[0] = 0;
}

CUresult encode(void *data, CUtensorMap *map) {
  void *function = nullptr;
  cudaDriverEntryPointQueryResult status;
  if (cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                       cudaEnableDefault, &status) != cudaSuccess ||
      status != cudaDriverEntryPointSuccess)
    return CUDA_ERROR_NOT_SUPPORTED;
  const cuuint64_t extents[] = {64, 64}, strides[] = {128};
  const cuuint32_t box[] = {64, 8}, steps[] = {1, 1};
  return reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(function)(
      map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, data, extents, strides, box, steps,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

cudaError_t launch(const CUtensorMap &map, float *out) {
  cudaLaunchAttribute attributes[1];
  attributes[0].id = cudaLaunchAttributeClusterDimension;
  attributes[0].val.clusterDim.x = 2;
  attributes[0].val.clusterDim.y = attributes[0].val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4);
  config.blockDim = dim3(32);
  config.attrs = attributes;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, map, static_cast<const CUtensorMap *>(nullptr), out);
}
static_assert(sizeof(CUtensorMap) == 128 && alignof(CUtensorMap) == 128, "As the driver has it.");
