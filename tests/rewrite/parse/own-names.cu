// What the program declares itself is what counts, also under a name of an earlier toolkit.
// RUN: %parsed
// RUN: %parsed-toolkit
// CHECK: remark: rewrote 'matmul'

#include <cuda_runtime.h>

struct texture {
  int width, height;
};
struct surface {
  texture *behind;
};
static inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
#define CUDA_SAFE_CALL(call)                                                                       \
  do {                                                                                             \
    if ((call) != cudaSuccess)                                                                     \
      return;                                                                                      \
  } while (0)
template <typename T>
void checkCudaErrors(T result) {}
__device__ __host__ static int usad(int a, int b) { return a * b; }
enum { cudaKeyValuePair = 7 };
namespace own {
struct StopWatchInterface {
  int ticks;
};
} // namespace own
using namespace own;

__global__ void matmul(float *a, float *b, float *c, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[usad(i, n) + k] * b[k * n + j];
  c[i * n + j] = sum;
}

void run(float *a, float *b, float *c, int n) {
  texture t = {cudaKeyValuePair, 2};
  surface s = {&t};
  StopWatchInterface watch = {s.behind->width};
  int tex2D = watch.ticks, MAX = tex2D;
  CUDA_SAFE_CALL(cudaThreadSynchronize());
  matmul<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n + 0 * MAX);
  checkCudaErrors(cudaGetLastError());
}
