// RUN: %accepted
// RUN: %if nvcc %{ %nvcc -Wno-deprecated-declarations -diag-suppress 1444 %s %}
// Sizes and alignments of the vector types; nvcc checks the expectations.
#include <math_constants.h>
#include <vector_functions.h>
#include <vector_types.h>

#define EXPECT(type, size, alignment)                                                              \
  static_assert(sizeof(type) == size && alignof(type) == alignment, #type)
EXPECT(char1, 1, 1);
EXPECT(char2, 2, 2);
EXPECT(char3, 3, 1);
EXPECT(uchar4, 4, 4);
EXPECT(short2, 4, 4);
EXPECT(short3, 6, 2);
EXPECT(ushort4, 8, 8);
EXPECT(int1, 4, 4);
EXPECT(int2, 8, 8);
EXPECT(int3, 12, 4);
EXPECT(uint4, 16, 16);
EXPECT(long1, 8, 8);
EXPECT(long2, 16, 16);
EXPECT(ulong3, 24, 8);
EXPECT(long4, 32, 16);
EXPECT(longlong2, 16, 16);
EXPECT(ulonglong4, 32, 16);
EXPECT(longlong4_16a, 32, 16);
EXPECT(longlong4_32a, 32, 32);
EXPECT(float2, 8, 8);
EXPECT(float3, 12, 4);
EXPECT(float4, 16, 16);
EXPECT(double1, 8, 8);
EXPECT(double2, 16, 16);
EXPECT(double3, 24, 8);
EXPECT(double4, 32, 16);
EXPECT(double4_32a, 32, 32);
EXPECT(dim3, 12, 4);

static_assert(CUDART_PI > 3.14159265358979 && CUDART_PI < 3.14159265358980, "pi");

__global__ void kernel(float4 *f, dim3 extents) {
  f[0] = make_float4(1, 2, 3, CUDART_PI_F);
  const float2 pair = make_float2(f[0].x, f[0].y);
  float4 brace = {pair.x, pair.y, CUDART_INF_F, 0};
  brace.w = static_cast<float>(extents.x);
  f[1] = brace;
}
int main() {
  dim3 a, b(1), c(1, 2, 3);
  const uint3 d = c;
  const dim3 e = d;
  kernel<<<e, 32>>>(nullptr, a);
  kernel<<<7, b>>>(nullptr, {1, 2});
}
