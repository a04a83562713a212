// Sizes that a macro fixes, and integers.
#ifndef N
#define N 24
#endif

__global__ void square(const signed char (*a)[N], const signed char (*b)[N], int *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N && j < N) {
    int sum = 0;
    for (int k = 0; k < N; k++)
      sum += a[i][k] * b[k][j];
    c[i * N + j] = sum;
  }
}
