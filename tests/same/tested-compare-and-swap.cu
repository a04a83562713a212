// Two halves of k add to C by compare and swap, as double needed before there was an atomicAdd for
// it.
// RUN: %status 4 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: no difference found, tested and not proved
__global__ void reference(int m, int n, int k, const double *A, const double *B, double *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    double sum = 0.0;
    for (int p = 0; p < k; ++p)
      sum += A[row * k + p] * B[p * n + col];
    C[row * n + col] += sum;
  }
}

__device__ void add(double *to, double x) {
  unsigned long long *bits = (unsigned long long *)to;
  unsigned long long old = atomicAdd(bits, 0ull), assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed,
                    (unsigned long long)__double_as_longlong(x + __longlong_as_double(assumed)));
  } while (old != assumed);
}

__global__ void candidate(int m, int n, int k, const double *A, const double *B, double *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    int from = blockIdx.z == 0 ? 0 : k / 2, to = blockIdx.z == 0 ? k / 2 : k;
    double sum = 0.0;
    for (int p = from; p < to; ++p)
      sum += A[row * k + p] * B[p * n + col];
    add(&C[row * n + col], sum);
  }
}

void launchCandidate(int m, int n, int k, const double *A, const double *B, double *C) {
  candidate<<<dim3((n + 15) / 16, (m + 15) / 16, 2), dim3(16, 16)>>>(m, n, k, A, B, C);
}
