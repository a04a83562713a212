// RUN: not warpsmith %s --passes=tile -o %t.cu -- 2>&1 | FileCheck %s
// RUN: warpsmith %s --passes=tile --numerics=fp64 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=FP64
// Products of Thrust's complex numbers of which it is open what nvcc contracts, or which are none.
#include <thrust/complex.h>
#define INDICES \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x; \
  if (i >= m || j >= n) \
    return
using Z = thrust::complex<double>;
using F = thrust::complex<float>;

// CHECK: pass 'tile' does not apply to 'byReference': {{.*}}adds products of parts of complex numbers, and which one nvcc contracts
// FP64: rewrote 'byReference'
__global__ void byReference(int m, int n, int k, const Z *a, const Z *b, Z *c) {
  INDICES;
  Z sum(0, 0);
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// nvcc 13.0 contracts the other product than of cuCmul.
// CHECK: pass 'tile' does not apply to 'scaled': {{.*}}adds products of parts of complex numbers, and which one nvcc contracts
// FP64: rewrote 'scaled'
__global__ void scaled(int m, int n, int k, Z alpha, const Z *a, const Z *b, Z *c) {
  INDICES;
  Z sum(0, 0);
  for (int l = 0; l < k; ++l) {
    const Z x = a[i * k + l], y = b[l * n + j];
    sum += x * y;
  }
  c[i * n + j] = alpha * sum;
}

// CHECK: pass 'tile' does not apply to 'scaledByParts': {{.*}}adds products of parts of complex numbers
// FP64: rewrote 'scaledByParts'
__global__ void scaledByParts(int m, int n, int k, Z alpha, const Z *a, const Z *b, Z *c) {
  INDICES;
  Z sum(0, 0);
  for (int l = 0; l < k; ++l) {
    const Z x = a[i * k + l], y = b[l * n + j];
    sum = sum + x * y;
  }
  c[i * n + j] = Z(sum.real(), alpha.real() * sum.imag() + alpha.imag() * sum.real());
}

// CHECK: pass 'tile' does not apply to 'bothConjugated': {{.*}}adds products of parts of complex numbers
// FP64: rewrote 'bothConjugated'
__global__ void bothConjugated(int m, int n, int k, const Z *a, const Z *b, Z *c) {
  INDICES;
  Z sum(0, 0);
  for (int l = 0; l < k; ++l) {
    const Z x = a[i * k + l], y = b[l * n + j];
    sum += conj(x) * conj(y);
  }
  c[i * n + j] = sum;
}

// CHECK: left 'onePart' alone: pairs of numbers are read as complex ones, and 'c' holds none
__global__ void onePart(int m, int n, int k, const Z *a, const Z *b, double *c) {
  INDICES;
  Z sum(0, 0);
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum.real();
}

// CHECK: left 'member' alone: a structure that is not understood
__global__ void member(int m, int n, int k, const Z *a, const Z *b, Z *c) {
  INDICES;
  Z sum(0, 0);
  for (int l = 0; l < k; ++l)
    sum.real(sum.real() + a[i * k + l].real() * b[l * n + j].real());
  c[i * n + j] = sum;
}

// CHECK: left 'integers' alone
__global__ void integers(int m, int n, int k, const thrust::complex<int> *a,
                         const thrust::complex<int> *b, thrust::complex<int> *c) {
  INDICES;
  thrust::complex<int> sum(0, 0);
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// CHECK: left 'aliased' alone: the output 'c' is also an operand
__global__ void aliased(int m, int n, int k, const Z *a, Z *c) {
  INDICES;
  Z sum(0, 0);
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * c[l * n + j];
  c[i * n + j] = sum;
}

// CHECK: left 'ofAnInteger' alone: an assignment that is not understood
__global__ void ofAnInteger(int m, int n, int k, const Z *a, const Z *b, Z *c) {
  INDICES;
  Z sum(0, 0);
  for (int l = 0; l < k; ++l)
    sum += 2 * a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// CHECK: left 'quotients' alone: an assignment that is not understood
__global__ void quotients(int m, int n, int k, const Z *a, const Z *b, Z *c) {
  INDICES;
  Z sum(0, 0);
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] / b[l * n + j];
  c[i * n + j] = sum;
}

// What Thrust does with numbers near zero is not known.
// CHECK: left 'squares' alone: call of 'norm', whose effect is not known
__global__ void squares(int m, int n, int k, const Z *a, const Z *b, Z *c) {
  INDICES;
  Z sum(0, 0);
  for (int l = 0; l < k; ++l)
    sum = sum + Z(norm(a[i * k + l]), norm(b[l * n + j]));
  c[i * n + j] = sum;
}

// CHECK: left 'widened' alone
__global__ void widened(int m, int n, int k, const F *a, const F *b, Z *c) {
  INDICES;
  Z sum(0, 0);
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// CHECK: left 'narrowed' alone: an assignment that is not understood
__global__ void narrowed(int m, int n, int k, const Z *a, const Z *b, F *c) {
  INDICES;
  Z sum(0, 0);
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// An operator of one's own.
// CHECK: left 'other' alone: a value of type 'F'
__device__ F &operator+=(F &sum, const F &value) {
  return sum = F(sum.real() - value.real(), sum.imag() + value.imag());
}
__global__ void other(int m, int n, int k, const F *a, const F *b, F *c) {
  INDICES;
  F sum(0, 0);
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

void run(dim3 g, dim3 t, int m, int n, int k, Z *a, Z *b, Z *c, double *r,
         thrust::complex<int> *q, F *x, F *y, F *z) {
  byReference<<<g, t>>>(m, n, k, a, b, c);
  scaled<<<g, t>>>(m, n, k, Z(1, 2), a, b, c);
  scaledByParts<<<g, t>>>(m, n, k, Z(1, 2), a, b, c);
  bothConjugated<<<g, t>>>(m, n, k, a, b, c);
  onePart<<<g, t>>>(m, n, k, a, b, r);
  member<<<g, t>>>(m, n, k, a, b, c);
  integers<<<g, t>>>(m, n, k, q, q, q);
  aliased<<<g, t>>>(m, n, k, a, c);
  ofAnInteger<<<g, t>>>(m, n, k, a, b, c);
  quotients<<<g, t>>>(m, n, k, a, b, c);
  squares<<<g, t>>>(m, n, k, a, b, c);
  widened<<<g, t>>>(m, n, k, x, y, c);
  narrowed<<<g, t>>>(m, n, k, a, b, z);
  other<<<g, t>>>(m, n, k, x, y, z);
}
