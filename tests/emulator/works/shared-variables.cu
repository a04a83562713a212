// RUN: %works
// Shared variables in every form.
#include <cstdio>
#include <cstdlib>
#define CHECK(call)                                                                                \
  if ((call) != cudaSuccess) {                                                                     \
    std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(cudaGetLastError()));                \
    std::exit(1);                                                                                  \
  }

struct alignas(16) Cell {
  float value;
  int index;
};
template <typename T, int N>
struct Buffer {
  T data[N];
  __device__ T &at(int i) { return data[i]; }
};

__shared__ int global[32];
extern __shared__ float4 dynamicVectors[];

__device__ int counterOf(int thread) {
  __shared__ int counters[32];
  counters[thread] = thread;
  __syncthreads();
  return counters[31 - thread];
}

template <typename T, int N>
__device__ T sumOf(T value) {
  __shared__ T parts[N];
  parts[threadIdx.x] = value;
  __syncthreads();
  T sum = 0;
  for (int i = 0; i < N; ++i)
    sum += parts[i];
  return sum;
}

__global__ void kernel(int *out) {
  __shared__ int first[32], second[2][32], scalar;
  __shared__ alignas(128) unsigned char bytes[256];
  __shared__ __align__(16) float aligned[4];
  __shared__ __align__(16384) char far[64];
  __shared__ Cell cells[32];
  __shared__ Buffer<int, 32> buffer;
  static __shared__ double stat[4];
  const int i = threadIdx.x;
  if (i == 0) {
    scalar = 5;
    for (int j = 0; j < 4; ++j) {
      stat[j] = j;
      aligned[j] = j;
    }
  }
  first[i] = i;
  second[1][i] = 2 * i;
  cells[i] = {1.0f * i, i};
  buffer.at(i) = 3 * i;
  global[i] = 4 * i;
  bytes[i] = i;
  far[i] = i;
  __syncthreads();
  int sum = first[31 - i] + second[1][31 - i] + scalar + cells[31 - i].index + buffer.data[31 - i];
  sum += global[31 - i] + bytes[31 - i] + static_cast<int>(stat[3]) + static_cast<int>(aligned[1]);
  sum += reinterpret_cast<unsigned long long>(bytes) % 128 +
         reinterpret_cast<unsigned long long>(aligned) % 16 +
         reinterpret_cast<unsigned long long>(far) % 16384 + far[31 - i] - bytes[31 - i];
  sum += counterOf(i);
  sum += sumOf<int, 32>(1) + static_cast<int>(sumOf<double, 32>(1.0));
  out += blockIdx.x * 32;
  out[i] = sum - 13 * (31 - i) - 5 - 3 - 1 - 64;
  if (&first[0] == &second[0][0] || static_cast<void *>(&scalar) == static_cast<void *>(first))
    out[i] = -1;
}

#define TWO_ARRAYS(type, size)                                                                     \
  __shared__ type macroFirst[size];                                                                \
  __shared__ type macroSecond[size]

__global__ void fromMacro(int *out) {
  TWO_ARRAYS(int, 32);
  macroFirst[threadIdx.x] = threadIdx.x;
  macroSecond[threadIdx.x] = 100;
  __syncthreads();
  out[threadIdx.x] = macroFirst[31 - threadIdx.x] + macroSecond[31 - threadIdx.x];
}

__global__ void dynamic(float *out, int count) {
  extern __shared__ float floats[];
  float *half = floats + count / 2;
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    floats[i] = i;
  __syncthreads();
  out += blockIdx.x * (count / 2);
  for (int i = threadIdx.x; i < count / 2; i += blockDim.x)
    out[i] = half[i] + reinterpret_cast<float *>(dynamicVectors)[i];
}
template <typename T>
__global__ void dynamicTyped(T *out) {
  extern __shared__ __align__(16) unsigned char raw[];
  T *typed = reinterpret_cast<T *>(raw);
  typed[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = typed[31 - threadIdx.x];
}

int main() {
  int *ints, host[3 * 32];
  CHECK(cudaMalloc(&ints, sizeof host));
  kernel<<<3, 32>>>(ints);
  CHECK(cudaMemcpy(host, ints, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 3 * 32; ++i)
    if (host[i] != 0)
      return std::printf("%d: %d\n", i, host[i]), 1;

  fromMacro<<<1, 32>>>(ints);
  CHECK(cudaMemcpy(host, ints, 32 * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i)
    if (host[i] != 131 - i)
      return std::printf("macro %d: %d\n", i, host[i]), 1;

  const int count = 25 * 1024; // 100 KiB
  float *floats;
  CHECK(cudaMalloc(&floats, count * sizeof(float)));
  CHECK(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             count * sizeof(float)));
  dynamic<<<2, 128, count * sizeof(float)>>>(floats, count);
  static float copy[count / 2];
  CHECK(cudaMemcpy(copy, floats, sizeof copy, cudaMemcpyDeviceToHost));
  for (int i = 0; i < count / 2; ++i)
    if (copy[i] != 2 * i + count / 2)
      return std::printf("%d: %g\n", i, copy[i]), 1;

  double *doubles, values[32];
  CHECK(cudaMalloc(&doubles, sizeof values));
  dynamicTyped<<<1, 32, 32 * sizeof(double)>>>(doubles);
  CHECK(cudaMemcpy(values, doubles, sizeof values, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i)
    if (values[i] != 31 - i)
      return 1;
  return 0;
}
