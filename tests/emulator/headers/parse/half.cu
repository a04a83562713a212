// RUN: %accepted
// RUN: %emulation %s
// RUN: %if nvcc %{ %nvcc %s %}
// __half and __nv_bfloat16 as kernels use them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <typename Number, typename Pair>
__global__ void arithmetic(Number *a, Pair *p, float *f, int n) {
  Number x = a[0], y = x * x + x - x / x;
  x += y;
  x -= y;
  x *= y;
  x /= y;
  ++x;
  x = -x;
  x = __hfma(x, y, __hadd(x, __hmul(x, y)));
  x = Number(1.0f);
  x = 2.0f;
  x = 3.0;
  x = 4;
  x = static_cast<Number>(n);
  const Number zero = Number(0.0f);
  f[0] = static_cast<float>(x) * (float)y + float(a[1]);
  const float implicit = a[2];
  const double wide = x;
  f[1] = implicit + static_cast<float>(wide) + static_cast<float>((int)x);
  if (x > zero && y != zero && __hlt(x, y) && !__hisnan(x))
    f[2] = __hisinf(x);
  a[3] = __hmax(x, y);
  a[4] = hsqrt(hexp(x));
  a[5] = __habs(__hneg(x));
  p[0] = __hfma2(p[0], p[1], p[2]) + p[3] * p[4];
  p[1] = __hadd2(p[0], __hmul2(p[1], p[2]));
  f[3] = __low2float(p[0]) + __high2float(p[0]);
  a[6] = __shfl_xor_sync(0xffffffff, x, 1);
  p[2] = __shfl_down_sync(0xffffffff, p[2], 1);
  atomicAdd(&a[7], x);
  atomicAdd(p, p[1]);
  a[8] = __ldg(&a[9]);
  a[9] = n > 2 ? x : y;
}
template __global__ void arithmetic<__half, __half2>(__half *, __half2 *, float *, int);
template __global__ void arithmetic<__nv_bfloat16, __nv_bfloat162>(__nv_bfloat16 *,
                                                                   __nv_bfloat162 *, float *, int);

__global__ void conversions(half *h, __nv_bfloat16 *b, float *f, int *i) {
  f[0] = __half2float(h[0]) + __bfloat162float(b[0]);
  h[1] = __float2half(f[1]);
  h[2] = __float2half_rn(f[1]);
  h[3] = __float2half_rz(f[1]);
  b[1] = __float2bfloat16(f[1]);
  b[2] = __float2bfloat16_rn(f[1]);
  h[4] = __int2half_rn(i[0]);
  i[1] = __half2int_rn(h[4]) + __bfloat162int_rz(b[2]) + __half_as_short(h[5]);
  h[5] = __ushort_as_half(0x3c00);
  h[6] = __double2half(2.0);
  half2 pair = __floats2half2_rn(f[1], f[2]);
  pair = __halves2half2(h[0], h[1]);
  pair = make_half2(h[0], h[1]);
  pair = __float2half2_rn(1.0f);
  const float2 both = __half22float2(pair);
  f[3] = both.x + both.y;
  h[7] = __low2half(pair);
  h[8] = __hmul(h[7], 0.5f);
  h[9] = pair.x;
}

int main() {
  __half h = __float2half(1.5f);
  const float f = h;
  const __nv_bfloat16 b = __float2bfloat16(f);
  return static_cast<int>(f + __bfloat162float(b)) + (h < __half(2.0f));
}
