// RUN: warpsmith %s --passes=tile --arch=sm_80 -o %t.cu -- 2> /dev/null
// RUN: sed -e '/^ *.. \(CHECK\|RUN\|COUNT\)/d' %t.cu | FileCheck %s
// RUN: warpsmith %s --passes=tile --arch=sm_80 --device-headers -o %t.headers.cu -- 2> /dev/null
// RUN: sed -e '/^ *.. \(CHECK\|RUN\|COUNT\)/d' %t.headers.cu | FileCheck %s
// RUN: warpsmith %s --passes=auto --arch=sm_90a --numerics=fp32 -o %t.auto.cu -- 2> /dev/null
// RUN: grep -c 'using .*::run;' %t.auto.cu | FileCheck %s --check-prefix=COUNT
// RUN: warpsmith-emulate %t.cu -c -o %t.o --
// RUN: warpsmith %t.cu --revert -o - -- 2> /dev/null | cmp - %s
// Kernels of one product share the rewritten form of the first, where the names in it mean the same and it is compiled
// wherever they are. Either part of an alternative does.
// COUNT: {{^}}8{{$}}
#include <cuda_runtime.h>

#define SCALE 2.0f

__global__ void first(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// CHECK-LABEL: namespace second_rewritten {
// CHECK: // The kernel is that of first, which computes the same with other sizes and arrays.
// CHECK: using ::first_rewritten::kernel;
// CHECK-NOT: __global__ void {{.*}}kernel(
// CHECK: inline void launch(
__global__ void second(float *out, const float *left, const float *right, int rows, int length,
                       int columns) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < rows && j < columns) {
    float sum = 0;
    for (int l = 0; l < length; ++l)
      sum += left[i * length + l] * right[l * columns + j];
    out[i * columns + j] = sum;
  }
}

// Another product.
// CHECK-LABEL: namespace doubled_rewritten {
// CHECK-NOT: using ::
// CHECK: inline void launch(
__global__ void doubled(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = SCALE * sum;
  }
}

#undef SCALE
#define SCALE 3.0f

// The same text, with another number in it.
// CHECK-LABEL: namespace tripled_rewritten {
// CHECK-NOT: using ::
// CHECK: inline void launch(
__global__ void tripled(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = SCALE * sum;
  }
}

// Names of one namespace may mean something else in another one.
namespace named {
// CHECK-LABEL: namespace apart_rewritten {
// CHECK-NOT: using ::
// CHECK: inline void launch(
__global__ void apart(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
// CHECK-LABEL: namespace beside_rewritten {
// CHECK: using ::named::apart_rewritten::kernel;
// CHECK: inline void launch(
__global__ void beside(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
} // namespace named

// A file's own kernel has a form of the file's own.
// CHECK-LABEL: namespace hidden_rewritten {
// CHECK-NOT: using ::
// CHECK: inline void launch(
static __global__ void hidden(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

#ifndef WITHOUT_DIFFERENCE
__global__ void negated(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum -= a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
// CHECK-LABEL: namespace inside_rewritten {
// CHECK: using ::negated_rewritten::kernel;
// CHECK: inline void launch(
__global__ void inside(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum -= a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
#endif

// What stands in a conditional may not be there.
// CHECK-LABEL: namespace outside_rewritten {
// CHECK-NOT: using ::
// CHECK: inline void launch(
__global__ void outside(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum -= a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void host(int n, const float *a, const float *b, float *c) {
  const dim3 grid((n + 15) / 16, (n + 15) / 16), block(16, 16);
  first<<<grid, block>>>(n, n, n, a, b, c);
  second<<<grid, block>>>(c, a, b, n, n, n);
  doubled<<<grid, block>>>(n, n, n, a, b, c);
  tripled<<<grid, block>>>(n, n, n, a, b, c);
  named::apart<<<grid, block>>>(n, n, n, a, b, c);
  named::beside<<<grid, block>>>(n, n, n, a, b, c);
  hidden<<<grid, block>>>(n, n, n, a, b, c);
  negated<<<grid, block>>>(n, n, n, a, b, c);
  inside<<<grid, block>>>(n, n, n, a, b, c);
  outside<<<grid, block>>>(n, n, n, a, b, c);
}
