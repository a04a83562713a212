// 2dconv.cu: B := A convolved with 3 x 3 coefficients, one thread an element of B
//
// A and B are ni x nj, row-major; the border of B is not written.
#include "2dconv.cuh"

__global__ void convolution2D_kernel(int ni, int nj, DATA_TYPE *A, RESULT *B) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  SCALAR c11 = 0.2, c12 = -0.3, c13 = 0.4;
  SCALAR c21 = 0.5, c22 = 0.6, c23 = 0.7;
  SCALAR c31 = -0.8, c32 = -0.9, c33 = 0.1;

  if ((i > 0) && (i < ni - 1) && (j > 0) && (j < nj - 1)) {
    B[i * nj + j] = c11 * (SCALAR)A[(i - 1) * nj + (j - 1)] + c21 * (SCALAR)A[(i - 1) * nj + j] +
                    c31 * (SCALAR)A[(i - 1) * nj + (j + 1)] + c12 * (SCALAR)A[i * nj + (j - 1)] +
                    c22 * (SCALAR)A[i * nj + j] + c32 * (SCALAR)A[i * nj + (j + 1)] +
                    c13 * (SCALAR)A[(i + 1) * nj + (j - 1)] + c23 * (SCALAR)A[(i + 1) * nj + j] +
                    c33 * (SCALAR)A[(i + 1) * nj + (j + 1)];
  }
}

void convolution2DCuda(int ni, int nj, DATA_TYPE *A, RESULT *B, cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((nj + block.x - 1) / block.x, (ni + block.y - 1) / block.y);

  convolution2D_kernel<<<grid, block, 0, stream>>>(ni, nj, A, B);
}

// The harness's entry: dimensions NI, NJ; buffers A, B.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 2, 0, 2))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  convolution2DCuda(size[0], size[1], (DATA_TYPE *)arguments->buffers[0],
                    (RESULT *)arguments->buffers[1], (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
