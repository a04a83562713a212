// RUN: %accepted
// RUN: %emulation %s
// RUN: %if nvcc %{ %nvcc %s %}
// The C library's and CUDA's own mathematics, called from kernels.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>

__global__ void library(float *f, double *d, int n) {
  const float x = f[0];
  const double y = d[0];
  f[1] = fmaf(x, x, x) + expf(x) + fmaxf(x, 1.0f) + fminf(x, 1.0f) + sqrtf(x) + powf(x, x);
  f[2] = sinf(x) + cosf(x) + tanhf(x) + erff(x) + logf(x) + log2f(x) + fabsf(x) + floorf(x);
  f[3] = exp(x) + sqrt(x) + fabs(x) + abs(x) + pow(x, x) + fma(x, x, x) + fmod(x, x) + ceil(x);
  d[1] = fma(y, y, y) + exp(y) + fmax(y, 1.0) + sqrt(y) + pow(y, 2.0) + abs(y) + hypot(y, y);
  d[2] = std::exp(y) + std::sqrt(y) + std::abs(y) + std::fma(y, y, y) + std::exp(x);
  f[4] = std::max(x, 1.0f) + std::min(x, 1.0f) + std::abs(x) + std::floor(x);
  f[5] = static_cast<float>(abs(n) + abs(3L) + abs(4LL) + labs(5L) + llabs(6LL) + std::abs(-7L));
  f[6] = static_cast<float>(isnan(x) + isinf(x) + isfinite(y) + signbit(x) + std::isnan(y));
  f[7] = ldexpf(x, 3) + truncf(x) + rintf(x) + roundf(x) + static_cast<float>(lroundf(x));
  int exponent;
  f[8] = frexpf(x, &exponent) + static_cast<float>(exponent);
  float sine, cosine;
  sincosf(x, &sine, &cosine);
  f[9] = sine + cosine;
  assert(n >= 0);
  assert(n >= 0 && "a message");
  printf("%d %f\n", n, y);
}

__global__ void own(float *f, double *d, int *i, unsigned *u) {
  const float x = f[0];
  f[1] = rsqrtf(x) + rcbrtf(x) + exp10f(x) + sinpif(x) + cospif(x) + normcdff(x) + rhypotf(x, x);
  f[2] = norm3df(x, x, x) + rnorm3df(x, x, x) + norm4df(x, x, x, x);
  d[1] = rsqrt(d[0]) + exp10(d[0]) + sinpi(d[0]) + norm3d(d[0], d[0], d[0]);
  f[3] = __expf(x) + __logf(x) + __sinf(x) + __cosf(x) + __tanf(x) + __powf(x, x) + __log2f(x);
  f[4] = __fdividef(x, x) + __saturatef(x) + __frcp_rn(x) + __fsqrt_rn(x) + __frsqrt_rn(x);
  f[5] = __fmaf_rn(x, x, x) + __fmul_rn(x, x) + __fadd_rn(x, x) + __fsub_rn(x, x) + __fdiv_rn(x, x);
  f[6] = __fmaf_rz(x, x, x) + __fmul_ru(x, x) + __fadd_rd(x, x) + __fdiv_rz(x, x) + __fsqrt_ru(x);
  d[2] = __fma_rn(d[0], d[0], d[0]) + __dmul_rn(d[0], d[0]) + __dadd_rn(d[0], d[0]);
  d[3] = __ddiv_rn(d[0], d[0]) + __dsqrt_rn(d[0]) + __drcp_rn(d[0]) + __dadd_rz(d[0], d[0]);
  i[1] =
      min(i[0], 3) + max(i[0], 3) + __float2int_rn(x) + __float2int_rz(x) + __double2int_rn(d[0]);
  u[1] = min(u[0], 3u) + max(u[0], 3) + __float2uint_rn(x) + __float_as_uint(x);
  f[7] = min(x, 1.0f) + max(x, 1.0f) + __int2float_rn(i[0]) + __uint2float_rz(u[0]);
  d[4] = min(d[0], 1.0) + max(x, d[0]) + __int2double_rn(i[0]) + __ll2double_rn(i[0]);
  i[2] = __float_as_int(x) + __double2hiint(d[0]) + __double2loint(d[0]);
  f[8] = __int_as_float(i[0]) + __uint_as_float(u[0]) + __double2float_rn(d[0]);
  d[5] = __hiloint2double(i[0], i[1]) + __longlong_as_double(__double_as_longlong(d[0]));
  i[3] = static_cast<int>(min(3LL, 4LL) + max(3ull, 4ull));
}

__global__ void integers(int *i, unsigned *u, unsigned long long *l) {
  i[1] = __popc(u[0]) + __clz(i[0]) + __ffs(i[0]) + __popcll(l[0]) + __clzll(i[0]) + __ffsll(i[0]);
  u[1] =
      __brev(u[0]) + __byte_perm(u[0], u[1], 0x5410) + __umul24(u[0], u[1]) + __umulhi(u[0], u[1]);
  i[2] = __mul24(i[0], i[1]) + __mulhi(i[0], i[1]) + __dp4a(i[0], i[1], i[2]) + __hadd(i[0], i[1]);
  u[2] = __dp4a(u[0], u[1], u[2]) + __sad(i[0], i[1], u[0]) + __usad(u[0], u[1], u[2]);
  u[3] = __funnelshift_l(u[0], u[1], 3) + __funnelshift_r(u[0], u[1], 3) + __uhadd(u[0], u[1]);
  l[1] = __brevll(l[0]) + __umul64hi(l[0], l[1]);
}

__host__ __device__ float both(float x) {
  return fmaf(x, sqrtf(x), fmaxf(x, expf(x))) + abs(x) + std::max(x, 1.0f) + rsqrtf(x);
}
__global__ void callsBoth(float *f) {
  f[0] = both(f[1]);
}
float onHost(float x) {
  return both(x) + std::sqrt(x) + std::abs(x) + std::pow(x, 2.0f) + abs(-2);
}
