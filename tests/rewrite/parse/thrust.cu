// Matrices in Thrust's vectors: the launch itself depends on them.
// RUN: %parsed
// RUN: %parsed-toolkit
// CHECK: remark: rewrote 'mmul'

#include <algorithm>
#include <cstdlib>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>

__global__ void mmul(float *a, float *b, float *c, int N) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N && j < N) {
    float t = 0.f;
    for (int k = 0; k < N; ++k)
      t += a[i * N + k] * b[k * N + j];
    c[i * N + j] = t;
  }
}

int main() {
  const int N = 300;
  thrust::host_vector<float> h(N * N, 1.0f);
  for (int i = 0; i < N * N; i++)
    h[i] = rand() / (float)RAND_MAX;
  thrust::device_vector<float> a = h, b(N * N), c(N * N, 0.0f);
  thrust::sequence(b.begin(), b.end());
  thrust::fill(c.begin(), c.end(), 0.0f);
  thrust::transform(a.begin(), a.end(), b.begin(), b.begin(), thrust::plus<float>());
  dim3 threads(16, 16), blocks((N + 15) / 16, (N + 15) / 16);
  mmul<<<blocks, threads>>>(thrust::raw_pointer_cast(a.data()), thrust::raw_pointer_cast(&b[0]),
                            thrust::raw_pointer_cast(c.data()), N);
  h = c;
  float sum = thrust::reduce(c.begin(), c.end(), 0.0f, thrust::plus<float>());
  thrust::copy(c.begin(), c.end(), h.begin());
  return sum > 0 && c[3] > 0.f;
}
