// trmm.cu: C := alpha * A' * B, one thread an element of C
//
// A is m x m, unit lower triangular: its diagonal counts as 1, and neither that nor what lies above
// it is read. B and C are m x n. All are row-major. PolyBench's loops write B itself, which threads
// that run side by side cannot.
#include "trmm.cuh"

__global__ void trmm_kernel(int m, int n, SCALAR alpha, const DATA_TYPE *A, const DATA_TYPE *B,
                            RESULT *C) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i < m) && (j < n)) {
    SCALAR sum = (SCALAR)B[i * n + j];
    for (int k = i + 1; k < m; k++)
      sum += (SCALAR)A[k * m + i] * (SCALAR)B[k * n + j];
    C[i * n + j] = alpha * sum;
  }
}

void trmmCuda(int m, int n, SCALAR alpha, DATA_TYPE *A, DATA_TYPE *B, RESULT *C,
              cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y);

  trmm_kernel<<<grid, block, 0, stream>>>(m, n, alpha, A, B, C);
}

// The harness's entry: dimensions M, N; scalar alpha; buffers A, B, C.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 2, 1, 3))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  trmmCuda(size[0], size[1], (SCALAR)arguments->scalars[0], (DATA_TYPE *)arguments->buffers[0],
           (DATA_TYPE *)arguments->buffers[1], (RESULT *)arguments->buffers[2],
           (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
