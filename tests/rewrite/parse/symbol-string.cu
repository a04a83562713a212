// Symbols by name, which CUDA 5 removed.
// RUN: %parsed
// RUN: %parsed-toolkit
// CHECK: remark: rewrote 'matmul'

__constant__ float filter[64];
__device__ int counter;

__global__ void matmul(float *A, float *B, float *C, int N) {
  int ROW = blockIdx.y * blockDim.y + threadIdx.y;
  int COL = blockIdx.x * blockDim.x + threadIdx.x;
  float tmpSum = 0;
  if (ROW < N && COL < N) {
    for (int i = 0; i < N; i++) {
      tmpSum += A[ROW * N + i] * B[i * N + COL];
    }
    C[ROW * N + COL] = tmpSum;
  }
}

void run(float *A, float *B, float *C, int N) {
  float host[64] = {0};
  void *address;
  size_t size;
  int zero = 0;
  cudaMemcpyToSymbol("filter", host, sizeof(host), 0, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol("counter", &zero, sizeof(int));
  cudaGetSymbolAddress(&address, "filter");
  cudaGetSymbolSize(&size, "filter");
  matmul<<<dim3((N + 15) / 16, (N + 15) / 16), dim3(16, 16)>>>(A, B, C, N);
  cudaMemcpyFromSymbol(&zero, "counter", sizeof(int));
}
