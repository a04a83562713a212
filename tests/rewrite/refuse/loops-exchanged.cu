// RUN: %unchanged
// The sum's loop is around the loop over elements; and elements that the number of a thread counts.

// CHECK-DAG: remark: left 'sumOutside' alone: 'c' is read at an index other than the one that was stored: another loop numbers the elements there; write one loop over them, with the loop that sums inside of it
__global__ void sumOutside(int m, int n, int k, const float *a, const float *b, float *c) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m) {
    for (int j = 0; j < n; ++j)
      c[row * n + j] = 0.0f;
    for (int l = 0; l < k; ++l)
      for (int j = 0; j < n; ++j)
        c[row * n + j] += a[row * k + l] * b[l * n + j];
  }
}

void launch(int m, int n, int k, const float *a, const float *b, float *c) {
  sumOutside<<<(m + 63) / 64, 64>>>(m, n, k, a, b, c);
}
