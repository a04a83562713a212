// jacobi2d.cu: tsteps times B := means of 5 neighbours in A; A := B
//
// A and B are n x n, row-major; their borders stay as they are.
#include "jacobi2d.cuh"

__global__ void runJacobiCUDA_kernel1(int n, DATA_TYPE *A, DATA_TYPE *B) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i > 0) && (i < n - 1) && (j > 0) && (j < n - 1)) {
    B[i * n + j] = (DATA_TYPE)0.2 * (A[i * n + j] + A[i * n + (j - 1)] + A[i * n + (j + 1)] +
                                     A[(i + 1) * n + j] + A[(i - 1) * n + j]);
  }
}

__global__ void runJacobiCUDA_kernel2(int n, DATA_TYPE *A, DATA_TYPE *B) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i > 0) && (i < n - 1) && (j > 0) && (j < n - 1)) {
    A[i * n + j] = B[i * n + j];
  }
}

void runJacobi2DCuda(int tsteps, int n, DATA_TYPE *A, DATA_TYPE *B, cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);

  for (int t = 0; t < tsteps; t++) {
    runJacobiCUDA_kernel1<<<grid, block, 0, stream>>>(n, A, B);
    runJacobiCUDA_kernel2<<<grid, block, 0, stream>>>(n, A, B);
  }
}

// The harness's entry: dimensions TSTEPS, N; buffers A, B.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 2, 0, 2))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  DATA_TYPE *const *buffer = (DATA_TYPE *const *)arguments->buffers;
  runJacobi2DCuda(size[0], size[1], buffer[0], buffer[1], (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
