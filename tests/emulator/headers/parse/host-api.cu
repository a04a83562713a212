// RUN: %accepted
// RUN: %if nvcc %{ %nvcc %s %}
// Host code of real programs, without a warning.
#include <cstdio>
#include <cstdlib>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t error = (call);                                                                    \
    if (error != cudaSuccess) {                                                                    \
      fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, cudaGetErrorString(error),           \
              cudaGetErrorName(error));                                                            \
      exit(EXIT_FAILURE);                                                                          \
    }                                                                                              \
  } while (0)

__constant__ float coefficients[4];
__device__ int result;
__global__ void kernel(float *data, int n) {
  extern __shared__ float dynamic[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] = dynamic[0] + coefficients[0] + static_cast<float>(result);
}
template <int Size>
__global__ void sized(float *data) {
  data[threadIdx.x] = Size;
}

void memory(size_t bytes, size_t width) {
  float *device, *pinned, *managed, *pitched, *async;
  const std::vector<float> host(bytes / sizeof(float));
  std::vector<float> back(host.size());
  size_t pitch, available, total;
  CHECK(cudaMalloc(&device, bytes));
  CHECK(cudaMalloc((void **)&device, bytes));
  CHECK(cudaMallocHost(&pinned, bytes));
  CHECK(cudaHostAlloc(&pinned, bytes, cudaHostAllocMapped));
  CHECK(cudaMallocManaged(&managed, bytes));
  CHECK(cudaMallocPitch(&pitched, &pitch, width, 3));
  CHECK(cudaMallocAsync(&async, bytes, 0));
  CHECK(cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyAsync(back.data(), device, bytes, cudaMemcpyDeviceToHost, 0));
  CHECK(cudaMemcpy2D(pitched, pitch, host.data(), width, width, 3, cudaMemcpyDefault));
  CHECK(cudaMemcpyToSymbol(coefficients, host.data(), sizeof coefficients));
  int value;
  CHECK(cudaMemcpyFromSymbol(&value, result, sizeof value));
  void *symbol;
  CHECK(cudaGetSymbolAddress(&symbol, result));
  CHECK(cudaMemset(device, 0, bytes));
  CHECK(cudaMemsetAsync(device, 0, bytes));
  CHECK(cudaMemset2D(pitched, pitch, 0, width, 3));
  CHECK(cudaMemGetInfo(&available, &total));
  cudaPointerAttributes attributes;
  CHECK(cudaPointerGetAttributes(&attributes, device));
  if (attributes.type != cudaMemoryTypeDevice || attributes.devicePointer != device)
    exit(1);
  CHECK(cudaMemPrefetchAsync(managed, bytes, {cudaMemLocationTypeDevice, 0}, 0));
  CHECK(cudaFree(device));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaFreeAsync(async, 0));
}

void devices() {
  int count, device, value, version;
  CHECK(cudaGetDeviceCount(&count));
  CHECK(cudaSetDevice(0));
  CHECK(cudaGetDevice(&device));
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, device));
  printf("%s sm_%d%d %d SMs %zu bytes %d registers %d-bit %d L2\n", properties.name,
         properties.major, properties.minor, properties.multiProcessorCount,
         properties.totalGlobalMem, properties.regsPerBlock, properties.memoryBusWidth,
         properties.l2CacheSize);
  printf("%zu %zu %d %d %d %d\n", properties.sharedMemPerBlock, properties.sharedMemPerBlockOptin,
         properties.warpSize, properties.maxThreadsPerBlock, properties.maxThreadsDim[0],
         properties.maxGridSize[2]);
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, device));
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, device));
  CHECK(cudaDriverGetVersion(&version));
  CHECK(cudaRuntimeGetVersion(&version));
  char bus[32];
  CHECK(cudaDeviceGetPCIBusId(bus, sizeof bus, device));
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20));
}

void launches(float *data) {
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  CHECK(cudaFuncSetAttribute(sized<4>, cudaFuncAttributePreferredSharedMemoryCarveout,
                             cudaSharedmemCarveoutMaxShared));
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, kernel));
  int blocks, grid, block, n = 4;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 1024));
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  kernel<<<1, 32>>>(data, n);
  kernel<<<dim3(1, 2), dim3(16, 16), 1024, stream>>>(data, n);
  sized<8><<<1, 8>>>(data);
  void *arguments[] = {&data, &n};
  CHECK(cudaLaunchKernel((const void *)kernel, dim3(1), dim3(32), arguments, 0, stream));
  CHECK(cudaLaunchKernel(kernel, dim3(1), dim3(32), arguments, 0, stream));
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(2);
  config.blockDim = dim3(32);
  CHECK(cudaLaunchKernelEx(&config, kernel, data, n));
  CHECK(cudaOccupancyMaxActiveClusters(&blocks, kernel, &config));
  CHECK(cudaGetLastError());
  CHECK(cudaPeekAtLastError());

  cudaEvent_t start, stop;
  float milliseconds;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreateWithFlags(&stop, cudaEventDisableTiming));
  CHECK(cudaEventRecord(start));
  CHECK(cudaEventRecord(stop, stream));
  CHECK(cudaEventSynchronize(stop));
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  CHECK(cudaStreamWaitEvent(stream, stop));
  CHECK(cudaEventDestroy(start));

  cudaGraph_t graph;
  cudaGraphExec_t executable;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphLaunch(executable, stream));
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));

  CHECK(cudaProfilerStart());
  CHECK(cudaProfilerStop());
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaDeviceReset());
}

int main() {
  devices();
  memory(1024, 64);
  launches(nullptr);
}
