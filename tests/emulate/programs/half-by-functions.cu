// RUN: %same rewritten 'tile' --arch=sm_80
// RUN: %same rewritten 'tile,pipeline' --arch=sm_80
// RUN: %same rewritten 'tile<64;64;32>,pipeline<stages=2>,tensorize<wmma;32;32>' --numerics=fp16 --kernel=half_linear --arch=sm_80
// RUN: %same rewritten 'tensorize<mma>' --numerics=bf16 --kernel=bfloat16_linear --arch=sm_80
// RUN: %same rewritten 'tensorize<wgmma>' --numerics=fp16 --kernel=half_linear --arch=sm_90a
// RUN: %same rewritten 'tensorize<mma>' --numerics=fp16 --kernel=float_linear --arch=sm_80
// RUN: %same rewritten 'tensorize<wgmma>' --numerics=bf16 --kernel=float_linear --arch=sm_90a
// A program that is compiled without the conversions and operators of half and bfloat16, as
// PyTorch's extensions are: generated code has none of them either. Numbers are small and whole, so
// that every bit is the original's.
#define __CUDA_NO_HALF_OPERATORS__
#define __CUDA_NO_HALF_CONVERSIONS__
#define __CUDA_NO_HALF2_OPERATORS__
#define __CUDA_NO_BFLOAT16_OPERATORS__
#define __CUDA_NO_BFLOAT16_CONVERSIONS__
#define __CUDA_NO_BFLOAT162_OPERATORS__
#include "program.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

constexpr int M = 136, N = 144, K = 72;
[[maybe_unused]] constexpr size_t Count = M * N;

__global__ void half_linear(const __half *x, const __half *w, const __half *bias, __half *y,
                            float scale, int m, int n, int k) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += __half2float(x[i * k + l]) * __half2float(w[j * k + l]);
  y[i * n + j] = __float2half(scale * sum + __half2float(bias[j]));
}

__global__ void bfloat16_linear(const __nv_bfloat16 *x, const __nv_bfloat16 *w,
                                const __nv_bfloat16 *bias, __nv_bfloat16 *y, float scale, int m,
                                int n, int k) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += __bfloat162float(x[i * k + l]) * __bfloat162float(w[j * k + l]);
  y[i * n + j] = __float2bfloat16(scale * sum + __bfloat162float(bias[j]));
}

__global__ void float_linear(const float *x, const float *w, float *y, int m, int n, int k) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += x[i * k + l] * w[j * k + l];
  y[i * n + j] = sum;
}

// Sums in half, which are rounded at each step, and a factor that is one.
__global__ void half_sums(const __half *x, const __half *w, __half *y, __half factor, int m, int n,
                          int k) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n)
    return;
  __half sum = __float2half(0.0f);
  for (int l = 0; l < k; ++l)
    sum = __hfma(x[i * k + l], w[l * n + j], sum);
  y[i * n + j] = __hadd(__hmul(factor, sum), y[i * n + j]);
}

// Sums in double; what is stored is rounded once.
__global__ void double_sums(const __half *x, const __nv_bfloat16 *w, __half *y, int m, int n,
                            int k) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n)
    return;
  double sum = 0;
  for (int l = 0; l < k; ++l)
    sum += (double)__half2float(x[i * k + l]) * (double)__bfloat162float(w[l * n + j]);
  y[i * n + j] = __double2half(sum + 0.125);
}

void set(float &number, float value) {
  number = value;
}
void set(__half &number, float value) {
  number = __float2half(value);
}
void set(__nv_bfloat16 &number, float value) {
  number = __float2bfloat16(value);
}

template <typename Element>
Element *numbers(int multiplier) {
  const HostArray<Element> values(Count);
  for (size_t i = 0; i < Count; ++i)
    set(values.elements[i], static_cast<float>(static_cast<int>(i * multiplier % 7) - 3));
  return values.upload();
}

template <typename Element>
void print(const Element *array) {
  HostArray<Element> values(Count);
  values.download(array);
  printBytes(reinterpret_cast<const unsigned char *>(values.elements), N * sizeof(Element), M);
}

int main() {
  const dim3 block(16, 16), grid((N + 15) / 16, (M + 15) / 16);
  {
    __half *const x = numbers<__half>(3), *const w = numbers<__half>(5),
                  *const y = numbers<__half>(2);
    half_linear<<<grid, block>>>(x, w, w + 16, y, 0.5f, M, N, K);
    print(y);
    half_sums<<<grid, block>>>(x, w, y, __float2half(0.25f), M, N, K);
    print(y);
    double_sums<<<grid, block>>>(x, numbers<__nv_bfloat16>(11), y, M, N, K);
    print(y);
  }
  __nv_bfloat16 *const x = numbers<__nv_bfloat16>(3), *const w = numbers<__nv_bfloat16>(5),
                       *const y = numbers<__nv_bfloat16>(2);
  bfloat16_linear<<<grid, block>>>(x, w, w + 16, y, 0.5f, M, N, K);
  print(y);
  float *const result = numbers<float>(2);
  float_linear<<<grid, block>>>(numbers<float>(3), numbers<float>(5), result, M, N, K);
  print(result);
}
