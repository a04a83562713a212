// gemm.cu: C := alpha * A * B + beta * C, one thread an element of C
//
// A is ni x nk, B is nk x nj, C is ni x nj, all row-major.
#include "gemm.cuh"

__global__ void gemm_kernel(int ni, int nj, int nk, SCALAR alpha, SCALAR beta, DATA_TYPE *a,
                            DATA_TYPE *b, RESULT *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i < ni) && (j < nj)) {
    c[i * nj + j] *= beta;
    int k;
    for (k = 0; k < nk; k++) {
      c[i * nj + j] += alpha * (SCALAR)a[i * nk + k] * (SCALAR)b[k * nj + j];
    }
  }
}

void gemmCuda(int ni, int nj, int nk, SCALAR alpha, SCALAR beta, DATA_TYPE *a, DATA_TYPE *b,
              RESULT *c, cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((nj + block.x - 1) / block.x, (ni + block.y - 1) / block.y);

  gemm_kernel<<<grid, block, 0, stream>>>(ni, nj, nk, alpha, beta, a, b, c);
}

// The harness's entry: dimensions NI, NJ, NK; scalars alpha, beta; buffers A, B, C.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 3, 2, 3))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  gemmCuda(size[0], size[1], size[2], (SCALAR)arguments->scalars[0], (SCALAR)arguments->scalars[1],
           (DATA_TYPE *)arguments->buffers[0], (DATA_TYPE *)arguments->buffers[1],
           (RESULT *)arguments->buffers[2], (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
