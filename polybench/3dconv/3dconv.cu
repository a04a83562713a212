// 3dconv.cu: B := A convolved with coefficients of 3 x 3 x 3 elements, one launch a plane
//
// A and B are ni x nj x nk, row-major; the border of B is not written.
#include "3dconv.cuh"

__global__ void convolution3D_kernel(int ni, int nj, int nk, DATA_TYPE *A, RESULT *B, int i) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;

  SCALAR c11 = 2, c12 = -3, c13 = 4;
  SCALAR c21 = 5, c22 = 6, c23 = 7;
  SCALAR c31 = -8, c32 = -9, c33 = 10;

  if ((j > 0) && (j < nj - 1) && (k > 0) && (k < nk - 1)) {
    DATA_TYPE *below = A + (i - 1) * (nj * nk);
    DATA_TYPE *here = A + i * (nj * nk);
    DATA_TYPE *above = A + (i + 1) * (nj * nk);
    B[i * (nj * nk) + j * nk + k] =
        c11 * (SCALAR)below[(j - 1) * nk + (k - 1)] + c13 * (SCALAR)above[(j - 1) * nk + (k - 1)] +
        c21 * (SCALAR)below[(j - 1) * nk + (k - 1)] + c23 * (SCALAR)above[(j - 1) * nk + (k - 1)] +
        c31 * (SCALAR)below[(j - 1) * nk + (k - 1)] + c33 * (SCALAR)above[(j - 1) * nk + (k - 1)] +
        c12 * (SCALAR)here[(j - 1) * nk + k] + c22 * (SCALAR)here[j * nk + k] +
        c32 * (SCALAR)here[(j + 1) * nk + k] + c11 * (SCALAR)below[(j - 1) * nk + (k + 1)] +
        c13 * (SCALAR)above[(j - 1) * nk + (k + 1)] + c21 * (SCALAR)below[j * nk + (k + 1)] +
        c23 * (SCALAR)above[j * nk + (k + 1)] + c31 * (SCALAR)below[(j + 1) * nk + (k + 1)] +
        c33 * (SCALAR)above[(j + 1) * nk + (k + 1)];
  }
}

void convolution3DCuda(int ni, int nj, int nk, DATA_TYPE *A, RESULT *B, cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((nk + block.x - 1) / block.x, (nj + block.y - 1) / block.y);

  for (int i = 1; i < ni - 1; i++) {
    convolution3D_kernel<<<grid, block, 0, stream>>>(ni, nj, nk, A, B, i);
  }
}

// The harness's entry: dimensions NI, NJ, NK; buffers A, B.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 3, 0, 2))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  convolution3DCuda(size[0], size[1], size[2], (DATA_TYPE *)arguments->buffers[0],
                    (RESULT *)arguments->buffers[1], (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
