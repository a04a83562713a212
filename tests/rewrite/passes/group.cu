// RUN: warpsmith %s --passes='tile,pipeline<stages=3>,warp-specialize<dma=4>,group' --arch=sm_90a -o %t.cu -- 2> %t.remarks
// RUN: grep 'warpsmith-group' %t.remarks | FileCheck %s --check-prefix=REMARK --implicit-check-not='remark: '
// RUN: sed -e '1,/warpsmith: end/d' -e '/^ *.. \(CHECK\|REMARK\)/d' %t.cu | FileCheck %s
// RUN: warpsmith %s --passes=auto --arch=sm_90a -o %t.auto.cu -- 2>&1 | FileCheck %s --check-prefix=AUTO --implicit-check-not="not launched together"
// RUN: warpsmith %s --passes='tile,pipeline<stages=3>,warp-specialize<dma=4>' --arch=sm_90a -- 2>/dev/null | FileCheck %s --check-prefix=OFF
// RUN: warpsmith %s --passes=auto --arch=sm_80 -- 2>/dev/null | FileCheck %s --check-prefix=OFF
// RUN: not warpsmith %s --passes='tile,pipeline<stages=3>,group' -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not warpsmith %s --passes='tile,pipeline<stages=3>,warp-specialize<dma=4>,group<2>' -- 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// Launches that stand beside each other become one; others stay, and a remark says why.
// AUTO: one launch for 'product' and 'product' from here on
// OFF-NOT: struct {{Product}}
// REFUSED: error: pass 'group' does not apply to 'product': it is for the menu of tiles
// ARGUMENT: error: --passes: 'group<2>': it takes no parameters
#include <cuda_runtime.h>

__global__ void product(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void transposed(int n, int m, float *out, const float *left, int k, const float *right) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += left[i * k + l] * right[l * n + j];
    out[i * n + j] = sum;
  }
}

__global__ void doubled(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = 2 * sum;
  }
}

namespace named {
__global__ void scaled(int m, int n, int k, float alpha, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = alpha * sum;
  }
}

__global__ void same(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
} // namespace named

int size();
struct Shape {
  int m, n, k;
};
#define LAUNCH(launch) launch

// CHECK-LABEL: void together(
// CHECK-NEXT: {{^}}              float *c, float *d) {
// CHECK-NEXT: // One launch.
// CHECK-NEXT: {{^}}  ::product_rewritten::with_product::launch(
// CHECK-NEXT: {{^}}      product_rewritten::pending(g, t, 0, s, m, n, k, a, b, c), // the first
// CHECK-NEXT: {{^}}      product_rewritten::pending(g, t, 0, s, k, n, m, b, a, d));
void together(dim3 g, dim3 t, cudaStream_t s, int m, int n, int k, const float *a, const float *b,
              float *c, float *d) {
  // One launch.
  // REMARK-DAG: [[# @LINE + 1]]:3: remark: one launch for 'product' and 'product' from here on, where that finishes earlier
  product<<<g, t, 0, s>>>(m, n, k, a, b, c); // the first
  product<<<g, t, 0, s>>>(k, n, m, b, a, d);
}

// Other kernels, of which the one that is defined last has the group; structures and arrays of the
// host's own may give what launches are given.
// CHECK-LABEL: void three(
// CHECK: {{^}}    ::named::scaled_rewritten::with_scaled::launch(
// CHECK-NEXT: {{^}}        named::scaled_rewritten::pending(g, dim3(32, 8), 0, 0, shape.m, shape.n, shape.k, alpha, a, b, c[0]),
// CHECK-NEXT: {{^}}        named::scaled_rewritten::pending(g, dim3(32, 8), 0, 0, 1 + shape.k, shape.n, 3, 2 * alpha, a, b, c[1]));
// CHECK: {{^}}  ::transposed_rewritten::with2_product_transposed::launch(
// CHECK-NEXT: {{^}}      transposed_rewritten::pending(g, t, 0, 0, 1, 2, c[0], a, 3, b), product_rewritten::pending(g, t, 0, 0, 1, 2, 3, a, b, c[1]),
// CHECK-NEXT: {{^}}      transposed_rewritten::pending(g, t, 0, 0, 4, 5, c[2], a, 6, b));
void three(dim3 g, dim3 t, Shape shape, float alpha, const float *a, const float *b) {
  float *c[3] = {};
  if (shape.m) {
    // REMARK-DAG: [[# @LINE + 1]]:5: remark: one launch for 'scaled' and 'scaled' from here on
    named::scaled<<<g, dim3(32, 8)>>>(shape.m, shape.n, shape.k, alpha, a, b, c[0]);
    named::scaled<<<g, dim3(32, 8)>>>(1 + shape.k, shape.n, 3, 2 * alpha, a, b, c[1]);
  }
  // REMARK-DAG: [[# @LINE + 1]]:3: remark: one launch for 'transposed', 'product' and 'transposed' from here on
  transposed<<<g, t>>>(1, 2, c[0], a, 3, b); product<<<g, t>>>(1, 2, 3, a, b, c[1]);
  transposed<<<g, t>>>(4, 5, c[2], a, 6, b);
}

// CHECK-LABEL: void apart(
// CHECK-NOT: ::with_
// CHECK-NOT: ::pending
void apart(dim3 g, dim3 t, cudaStream_t s, float *a, float *b, float *c, float *d, int *sizes) {
  product<<<g, t>>>(1, 2, 3, a, a, b);
  // REMARK-DAG: [[# @LINE + 1]]:3: remark: 'transposed' is not launched together with 'product' before it: 'transposed' reads 'b', which 'product' writes [warpsmith-group]
  transposed<<<g, t>>>(1, 2, c, a, 3, b);
  // REMARK-DAG: [[# @LINE + 1]]:3: remark: 'product' is not launched together with 'transposed' before it: both store to 'c'
  product<<<g, t>>>(1, 2, 3, a, a, c);
  // REMARK-DAG: [[# @LINE + 1]]:3: remark: 'product' is not launched together with 'product' before it: they are in different streams, '0' and 's'
  product<<<g, t, 0, s>>>(1, 2, 3, a, a, d);
  int more = 1;
  // REMARK-DAG: [[# @LINE + 1]]:3: remark: 'product' is not launched together with 'product' before it: 'int more = 1' stands between them
  product<<<g, t, 0, s>>>(1, 2, more, a, a, b);
  cudaStreamSynchronize(s);
  // REMARK-DAG: [[# @LINE + 1]]:3: remark: 'product' is not launched together with 'product' before it: 'cudaStreamSynchronize(s)' stands between them
  product<<<g, t, 0, s>>>(1, 2, 3, a, a, c);
  // REMARK-DAG: [[# @LINE + 1]]:3: remark: 'product' is not launched together with 'product' before it: the launch of 'product' is given 'more++', which may have an effect, or read what a kernel writes
  product<<<g, t, 0, s>>>(1, 2, more++, a, a, d);
  {
    product<<<g, t, 0, s>>>(1, 2, 3, a, a, b);
    // REMARK-DAG: [[# @LINE + 1]]:5: remark: {{.*}} is given 'size()', which may have an effect
    product<<<g, t, 0, s>>>(1, size(), 3, a, a, c);
    // REMARK-DAG: [[# @LINE + 1]]:5: remark: {{.*}} is given 'sizes[0]', which may have an effect, or read
    product<<<g, t, 0, s>>>(sizes[0], 2, 3, a, a, d);
  }
  {
    product<<<g, t, 0, s>>>(1, 2, 3, a, a, b);
#ifndef UNUSED
    // REMARK-DAG: [[# @LINE + 1]]:5: remark: {{.*}}: '#ifndef UNUSED' stands between them
    product<<<g, t, 0, s>>>(1, 2, 3, a, a, c);
#endif
  }
  {
    product<<<g, t, 0, s>>>(1, 2, 3, a, a, b);
    // REMARK-DAG: [[# @LINE + 1]]:{{[0-9]+}}: remark: {{.*}}: a macro writes the launch of 'product'
    LAUNCH((product<<<g, t, 0, s>>>(1, 2, 3, a, a, c)));
  }
  // REMARK-DAG: [[# @LINE + 1]]:3: remark: 'product' is not launched together with 'product' before it: '{' stands between them
  product<<<g, t, 0, s>>>(1, 2, 3, a, a, b);
  // REMARK-DAG: [[# @LINE + 1]]:3: remark: 'doubled' is not launched together with 'product' before it: their kernels differ in more than sizes and arrays
  doubled<<<g, t, 0, s>>>(1, 2, 3, a, a, c);
  {
    product<<<g, t, 0, s>>>(1, 2, 3, a, a, b);
    // REMARK-DAG: [[# @LINE + 1]]:5: remark: 'same' is not launched together with 'product' before it: their kernels are in different namespaces
    named::same<<<g, t, 0, s>>>(1, 2, 3, a, a, c);
  }
}

// Only the semicolon that ends a launch is one.
// CHECK-LABEL: void comments(
// CHECK: {{^}}      product_rewritten::pending(g, t, 0, 0, 1, 2, 3, a, a, b) /* ; */ // b; then
// CHECK-NEXT: {{^}}      , /* c; */
// CHECK-NEXT: {{^}}      product_rewritten::pending(g, t, 0, 0, 1, 2, 3, a, a, c /* ); */));
void comments(dim3 g, dim3 t, float *a, float *b, float *c) {
  // REMARK-DAG: [[# @LINE + 1]]:3: remark: one launch for 'product' and 'product' from here on
  product<<<g, t>>>(1, 2, 3, a, a, b) /* ; */ // b; then
      ; /* c; */
  product<<<g, t>>>(1, 2, 3, a, a, c /* ); */);
}

// A block of its own, and code of which there may be several.
// CHECK-NOT: ::with_
template <typename Any>
void generic(dim3 g, dim3 t, float *a, float *b, float *c) {
  if (g.x)
    product<<<g, t>>>(1, 2, 3, a, a, b);
  product<<<g, t>>>(1, 2, 3, a, a, b);
  product<<<g, t>>>(1, 2, 3, a, a, c);
}
template void generic<int>(dim3, dim3, float *, float *, float *);

template <typename Any>
struct Generic {
  Generic(dim3 g, dim3 t, float *a, float *b) {
    product<<<g, t>>>(1, 2, 3, a, a, a + 9);
    product<<<g, t>>>(1, 2, 3, b, b, b + 9);
  }
  void method(dim3 g, dim3 t, float *a, float *b, float *c) {
    product<<<g, t>>>(1, 2, 3, a, a, b);
    product<<<g, t>>>(1, 2, 3, a, a, c);
  }
};
template struct Generic<int>;

void lambda(dim3 g, dim3 t, float *a, float *b, float *c) {
  const auto any = [=](auto) {
    product<<<g, t>>>(1, 2, 3, a, a, b);
    product<<<g, t>>>(1, 2, 3, a, a, c);
  };
  any(1);
}
// CHECK-LABEL: void plainLambda(
// CHECK: ::product_rewritten::with_product::launch(
void plainLambda(dim3 g, dim3 t, float *a, float *b, float *c) {
  const auto one = [=] {
    // REMARK-DAG: [[# @LINE + 1]]:5: remark: one launch for 'product' and 'product' from here on
    product<<<g, t>>>(1, 2, 3, a, a, b);
    product<<<g, t>>>(1, 2, 3, a, a, c);
  };
  one();
}
