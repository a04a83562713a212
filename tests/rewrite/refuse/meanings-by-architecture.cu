// RUN: warpsmith %s --arch=sm_80 -o %t.cu -- 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: warpsmith %s --arch=sm_75 -o %t.older.cu -- 2>&1 | FileCheck %s --check-prefix=OLDER
// RUN: FileCheck %s --check-prefix=GUARD --input-file=%t.older.cu
// Names outside of an #if on the architecture, which have another meaning by what is inside: the
// GPU compiles another kernel than the host's compilation sees. Where both are one, the output is
// an error for a GPU that compiles another one.
#if __CUDA_ARCH__ >= 800
#define NEWER
#endif
#ifdef NEWER
__device__ float scaled(float x) {
  return 2 * x;
}
#else
__device__ float scaled(float x) {
  return 3 * x;
}
#endif

namespace newer {
__device__ float factor(float x) { return 2 * x; }
} // namespace newer
namespace older {
__device__ float factor(float x) { return 3 * x; }
} // namespace older
#if __CUDA_ARCH__ >= 800
using namespace newer;
#else
using namespace older;
#endif

struct Two {
  static constexpr int Value = 2;
};
struct Three {
  static constexpr int Value = 3;
};
struct Either
#if __CUDA_ARCH__ >= 800
    : Two
#else
    : Three
#endif
{
};

enum {
#if __CUDA_ARCH__ >= 800
  Enumerator = 2
#else
  Enumerator = 3
#endif
};

#if __CUDA_ARCH__ >= 800
#define PASTED_factor 2.0f
#else
#define PASTED_factor 3.0f
#endif
#define PASTE(left, right) left##right

#define WITHIN                                                                                     \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;        \
  if (i >= m || j >= n)                                                                            \
    return;                                                                                        \
  float sum = 0;                                                                                   \
  for (int l = 0; l < k; ++l)                                                                      \
  sum += a[i * k + l] * b[l * n + j]

// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: left 'byMacro' alone: {{.*}}another kernel for the GPU
// OLDER: rewrote 'byMacro'
__global__ void byMacro(int m, int n, int k, const float *a, const float *b, float *c) {
  WITHIN;
  c[i * n + j] = scaled(sum);
}
// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: left 'byNamespace' alone: {{.*}}another kernel for the GPU
// OLDER: rewrote 'byNamespace'
__global__ void byNamespace(int m, int n, int k, const float *a, const float *b, float *c) {
  WITHIN;
  c[i * n + j] = factor(sum);
}
// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: left 'byBase' alone: {{.*}}another kernel for the GPU
// OLDER: rewrote 'byBase'
__global__ void byBase(int m, int n, int k, const float *a, const float *b, float *c) {
  WITHIN;
  c[i * n + j] = Either::Value * sum;
}
// CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: left 'byEnumerator' alone:
__global__ void byEnumerator(int m, int n, int k, const float *a, const float *b, float *c) {
  WITHIN;
  c[i * n + j] = Enumerator * sum;
}
// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: left 'byPastedName' alone: {{.*}}another kernel for the GPU
// OLDER: rewrote 'byPastedName'
__global__ void byPastedName(int m, int n, int k, const float *a, const float *b, float *c) {
  WITHIN;
  c[i * n + j] = PASTE(PASTED_, factor) * sum;
}

// GUARD: #if !({{.*}}!(__CUDA_ARCH__ >= 800)
// GUARD-NEXT: #error
void run(dim3 g, dim3 t, int m, int n, int k, const float *a, const float *b, float *c) {
  byMacro<<<g, t>>>(m, n, k, a, b, c);
  byNamespace<<<g, t>>>(m, n, k, a, b, c);
  byBase<<<g, t>>>(m, n, k, a, b, c);
  byEnumerator<<<g, t>>>(m, n, k, a, b, c);
  byPastedName<<<g, t>>>(m, n, k, a, b, c);
}
