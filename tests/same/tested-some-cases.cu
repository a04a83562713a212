// Of the candidate, one case of a parameter is not read: no proof rests on the others alone.
// RUN: %status 4 warpsmith same %s --kernel=reference,candidate --launch='candidate<<<dim3((n + 7) / 8, (m + 7) / 8), dim3(8, 8)>>>' > %t; FileCheck %s --input-file=%t
// CHECK: no difference found, tested and not proved
// CHECK: 'candidate' is read only for some values of its parameters
__global__ void reference(int turned, int m, int n, int k, const float *A, const float *B,
                          float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || column >= n)
    return;
  float sum = 0;
  for (int step = 0; step < k; ++step)
    sum += A[row * k + step] * B[step * n + column];
  C[row * n + column] = sum;
}

__global__ void candidate(int turned, int m, int n, int k, const float *A, const float *B,
                          float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || column >= n)
    return;
  float sum = 0;
  if (turned == 0) {
    for (int step = 0; step < k; ++step)
      sum += A[row * k + step] * B[step * n + column];
  } else {
    for (int step = 0; step < k; ++step)
      sum = fmaf(A[row * k + step], B[step * n + column], sum * 1);
  }
  C[row * n + column] = sum;
}
