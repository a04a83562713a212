// RUN: %parsed
// RUN: %parsed-toolkit
// Complex numbers of Thrust, by the built-in declarations and by those of a toolkit.
// CHECK: rewrote 'product'
// CHECK: rewrote 'conjugated'
#include <thrust/complex.h>
#include <thrust/device_vector.h>

template <class Real>
using Complex = thrust::complex<Real>;

template <class Real>
__global__ void product(int m, int n, int k, const Complex<Real> *a, const Complex<Real> *b,
                        Complex<Real> *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  Complex<Real> sum = Real(0);
  for (int l = 0; l < k; ++l) {
    const auto x = a[i * k + l], y = b[l * n + j];
    sum += x * y;
  }
  c[i * n + j] = sum;
}

__global__ void conjugated(int m, int n, int k, Complex<float> alpha, const Complex<float> *a,
                           const Complex<float> *b, Complex<float> *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  Complex<float> sum{};
  for (int l = 0; l < k; ++l) {
    const Complex<float> x = a[l * m + i], y = b[l * n + j];
    sum = sum - conj(x) * y;
  }
  c[i * n + j] = sum - alpha;
}

void run(int m, int n, int k, thrust::device_vector<Complex<double>> &a, Complex<float> *b) {
  const Complex<double> *from = thrust::raw_pointer_cast(a.data());
  Complex<double> *to = thrust::raw_pointer_cast(a.data()) + m * n;
  const dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  product<<<grid, block>>>(m, n, k, from, from, to);
  conjugated<<<grid, block>>>(m, n, k, Complex<float>(1, 2), b, b, b + m * n);
}
