// lu.cu: A := L and U with A = L * U, without pivoting; the diagonal of U is 1 and not stored
//
// A is n x n, row-major.
#include "lu.cuh"

__global__ void lu_kernel1(int n, DATA_TYPE *A, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x + (k + 1);

  if (j < n) {
    A[k * n + j] = A[k * n + j] / A[k * n + k];
  }
}

__global__ void lu_kernel2(int n, DATA_TYPE *A, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x + (k + 1);
  int i = blockIdx.y * blockDim.y + threadIdx.y + (k + 1);

  if ((i < n) && (j < n)) {
    A[i * n + j] = A[i * n + j] - A[i * n + k] * A[k * n + j];
  }
}

void luCuda(int n, DATA_TYPE *A, cudaStream_t stream) {
  dim3 block1(DIM_THREAD_BLOCK_KERNEL_1_X, DIM_THREAD_BLOCK_KERNEL_1_Y);
  dim3 block2(DIM_THREAD_BLOCK_KERNEL_2_X, DIM_THREAD_BLOCK_KERNEL_2_Y);

  for (int k = 0; k < n - 1; k++) {
    int rest = n - (k + 1);
    dim3 grid1((rest + block1.x - 1) / block1.x, 1);
    dim3 grid2((rest + block2.x - 1) / block2.x, (rest + block2.y - 1) / block2.y);
    lu_kernel1<<<grid1, block1, 0, stream>>>(n, A, k);
    lu_kernel2<<<grid2, block2, 0, stream>>>(n, A, k);
  }
}

// The harness's entry: dimension N; buffer A.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 1, 0, 1))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  luCuda(size[0], (DATA_TYPE *)arguments->buffers[0], (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
