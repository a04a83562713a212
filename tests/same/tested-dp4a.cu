// Four products of bytes at a time are added by __dp4a, which is exact.
// RUN: %status 4 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: no difference found, tested and not proved
__global__ void reference(int m, int n, int k, const signed char *A, const signed char *B, int *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    int sum = 0;
    for (int p = 0; p < k; ++p)
      sum += A[row * k + p] * B[p * n + col];
    C[row * n + col] = sum;
  }
}

__device__ int pack(const signed char *from, int stride, int count) {
  unsigned word = 0;
  for (int i = 0; i < count; ++i)
    word |= (unsigned)(unsigned char)from[i * stride] << (8 * i);
  return (int)word;
}

__global__ void candidate(int m, int n, int k, const signed char *A, const signed char *B, int *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n)
    return;
  int sum = 0;
  for (int p = 0; p < k; p += 4) {
    int count = min(4, k - p);
    sum = __dp4a(pack(A + row * k + p, 1, count), pack(B + p * n + col, n, count), sum);
  }
  C[row * n + col] = sum;
}

void launchCandidate(int m, int n, int k, const signed char *A, const signed char *B, int *C) {
  candidate<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, A, B, C);
}
