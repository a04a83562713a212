// RUN: warpsmith %s -o %t.cu 2>%t.remarks -- -std=c++20 && cmp %s %t.cu
// RUN: FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
// RUN: FileCheck %s --check-prefix=NEW --input-file=%t.remarks --implicit-check-not=remark:
// Effects in places that are read for something else: each changes the offset that is summed at.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

#define SUM(offset)                                                                                \
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;  \
  if (i < m && j < n) {                                                                            \
    float sum = 0.0f;                                                                              \
    for (int l = 0; l < k; ++l)                                                                    \
      sum += a[i * k + l + (offset)] * b[l * n + j];                                               \
    c[i * n + j] = sum;                                                                            \
  }

__device__ cg::thread_block made(int &offset) {
  offset += 3;
  return cg::this_thread_block();
}
__device__ void waits(cg::thread_block block) {
  block.sync();
}
// CHECK: remark: left 'declared' alone: an effect that is not understood
// NEW: remark: left 'declared' alone: an effect that is not understood
__global__ void declared(int m, int n, int k, const float *a, const float *b, float *c) {
  int offset = 0;
  cg::thread_block block = (offset += 3, cg::this_thread_block());
  SUM(offset)
}
// CHECK: remark: left 'returned' alone: an effect that is not understood
// NEW: remark: left 'returned' alone: an effect that is not understood
__global__ void returned(int m, int n, int k, const float *a, const float *b, float *c) {
  int offset = 0;
  auto block = made(offset);
  SUM(offset)
}
// CHECK: remark: left 'given' alone: an effect that is not understood
// NEW: remark: left 'given' alone: an effect that is not understood
__global__ void given(int m, int n, int k, const float *a, const float *b, float *c) {
  int offset = 0;
  waits(made(offset));
  SUM(offset)
}
// CHECK: remark: left 'called' alone: an effect that is not understood
// NEW: remark: left 'called' alone: an effect that is not understood
__global__ void called(int m, int n, int k, const float *a, const float *b, float *c) {
  int offset = 0;
  made(offset).sync();
  SUM(offset)
}
// CHECK: remark: left 'asked' alone: an effect that is not understood
// NEW: remark: left 'asked' alone: an effect that is not understood
__global__ void asked(int m, int n, int k, const float *a, const float *b, float *c) {
  int offset = 0;
  const int x = made(offset).thread_index().x;
  SUM(offset + x - threadIdx.x)
}

struct Counter {
  int value;
  __device__ Counter(int &counted) : value(counted) { counted += 3; }
  __device__ static void add(float &sum, float number) { sum += number; }
};
// CHECK: remark: left 'ofStatic' alone: an effect that is not understood
// NEW: remark: left 'ofStatic' alone: an effect that is not understood
__global__ void ofStatic(int m, int n, int k, const float *a, const float *b, float *c) {
  int offset = 0;
  float sum = 0.0f;
  Counter(offset).add(sum, 0.0f);
  SUM(offset)
}

struct Place {
  int row, column;
};
struct ByReference {
  Place &place;
  __device__ void set(Place other) { place = other; }
};
struct ByPointer {
  Place *place;
};
// CHECK: remark: left 'throughReference' alone:
// NEW: remark: left 'throughReference' alone: a structure that is not understood
__global__ void throughReference(int m, int n, int k, const float *a, const float *b, float *c) {
  Place one{1, 2}, other{8, 9};
  ByReference holder{one};
  holder.set(other);
  SUM(one.row)
}
// CHECK: remark: left 'throughPointer' alone:
// NEW: remark: left 'throughPointer' alone: a structure that is not understood
__global__ void throughPointer(int m, int n, int k, const float *a, const float *b, float *c) {
  Place one{1, 2}, other{8, 9};
  ByPointer holder{&one};
  *holder.place = other;
  SUM(one.row)
}

// CHECK: remark: left 'inConstexpr' alone:
// NEW: remark: left 'inConstexpr' alone: a condition that declares a variable
__global__ void inConstexpr(int m, int n, int k, const float *a, const float *b, float *c) {
  int offset = 0;
  if constexpr (offset += 3; true)
    offset += 1;
  SUM(offset)
}

__device__ int sets(bool &flag) {
  flag = true;
  return 1;
}
// CHECK: remark: left 'underCondition' alone:
// NEW: remark: left 'underCondition' alone: call of 'sets', which has effects, in an expression
__global__ void underCondition(int m, int n, int k, const float *a, const float *b, float *c,
                               bool flag) {
  int offset = 2;
  if (m > 100000 && sets(flag) > 0)
    offset = 2;
  if (flag)
    offset += 5;
  SUM(offset)
}

__device__ void operator+=(Place &place, Counter counter) {
  place.row += counter.value;
}
// CHECK: remark: left 'twoArguments' alone:
// NEW: remark: left 'twoArguments' alone: arguments with effects, whose order is not known
__global__ void twoArguments(int m, int n, int k, const float *a, const float *b, float *c) {
  int offset = 1;
  Place place{0, 0};
  place += Counter(offset);
  SUM(offset + place.row)
}

struct Chosen {
#ifdef __CUDA_ARCH__
  int first, second;
#else
  int second, first;
#endif
};
// CHECK: remark: left 'orderOfMembers' alone: 'Chosen' depends on an #if that asks for the GPU
// NEW: remark: left 'orderOfMembers' alone: 'Chosen' depends on an #if that asks for the GPU
__global__ void orderOfMembers(int m, int n, int k, const float *a, const float *b, float *c) {
  Chosen chosen{1, 4};
  SUM(chosen.first)
}
// A few statements make more parts than can be looked at.
#define SQUARES                                                                                    \
  q = q * q + q;                                                                                   \
  q = q * q + q;                                                                                   \
  q = q * q + q;                                                                                   \
  q = q * q + q
// CHECK: remark: left 'squares' alone: 'SQUARES' is a value of too many parts
// NEW: remark: left 'squares' alone: {{.*}}a value of too many parts
__global__ void squares(int m, int n, int k, const float *a, const float *b, float *c) {
  float q = n;
  SQUARES;
  SQUARES;
  SQUARES;
  SQUARES;
  SUM(0)
  if (i < m && j < n)
    c[i * n + j] += q;
}
__device__ int doubled(int x) {
  int a = x + x, b = a + a, c = b + b, d = c + c, e = d + d, f = e + e, g = f + f, h = g + g;
  int p = h + h, q = p + p, r = q + q, s = r + r, t = s + s;
  return t;
}
// CHECK: remark: left 'conditions' alone:
// NEW: remark: left 'conditions' alone: a condition of too many parts
__global__ void conditions(int m, int n, int k, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0.0f;
    int l = 0;
    while (doubled(l) < doubled(k)) {
      sum += a[i * k + l] * b[l * n + j];
      ++l;
    }
    c[i * n + j] = sum;
  }
}

// Loops in loops have too many steps to walk them one by one.
// CHECK: remark: left 'manySteps' alone: 'sums[(p + q + r + s + t) % 2]' is a value of too many parts
// NEW: remark: left 'manySteps' alone: {{.*}}a value of too many parts
__global__ void manySteps(int m, int n, int k, const float *a, const float *b, float *c) {
  float sums[2] = {0.0f, 0.0f};
  for (int p = 0; p < 12; ++p)
    for (int q = 0; q < 12; ++q)
      for (int r = 0; r < 12; ++r)
        for (int s = 0; s < 12; ++s)
          for (int t = 0; t < 12; ++t)
            sums[(p + q + r + s + t) % 2] += 1.0f;
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum + sums[0];
  }
}

// CHECK: remark: left 'untilFalse' alone:
// NEW: remark: left 'untilFalse' alone: unsupported operator ','
__global__ void untilFalse(int m, int n, int k, const float *a, const float *b, float *c) {
  int offset = 0;
  do {
    offset += 1;
  } while ((offset += 3, false));
  SUM(offset)
}
// CHECK: remark: left 'inSubscript' alone:
// NEW: remark: left 'inSubscript' alone: '++' in an expression whose order is not certain
__global__ void inSubscript(int m, int n, int k, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0.0f;
    int l = 0;
    auto step = [&] { return l; };
    while (l < k)
      sum += b[l++ * n + j] * a[i * k + step()];
    c[i * n + j] = sum;
  }
}
