// RUN: not warpsmith %s --passes='tile<64;64;8;4;4>' -- 2>&1 | FileCheck %s
// Tiles of two products have elements of one type: here the first's are converted before they are
// multiplied, the second's are not.
// CHECK: error: pass 'tile<64;64;8;4;4>' does not apply to 'both': 'a' and 'b', of the two products of a step, are not alike
__global__ void both(int m, int n, int k, const float *a, const float *b, double *c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    double sum = 0;
    for (int l = 0; l < k; ++l)
      sum += (double)a[i * k + l] * (double)b[j * k + l] + (double)(b[i * k + l] * a[j * k + l]);
    c[i * n + j] = sum;
  }
}

void launch(int m, int n, int k, const float *a, const float *b, double *c) {
  both<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, a, b, c);
}
