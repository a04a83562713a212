// All matrices are column-major, and neighbouring threads walk down a column of C instead of along
// a row.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same bits
__global__ void reference(int m, int n, int k, const float *A, int lda, const float *B, int ldb,
                          float *C, int ldc) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += A[i + l * lda] * B[l + j * ldb];
    C[i + j * ldc] = sum;
  }
}

__global__ void candidate(int m, int n, int k, const float *A, int lda, const float *B, int ldb,
                          float *C, int ldc) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m)
    return;
  for (int j = blockIdx.y * 4; j < blockIdx.y * 4 + 4; ++j) {
    if (j >= n)
      continue;
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += A[i + l * lda] * B[l + j * ldb];
    C[i + j * ldc] = sum;
  }
}
