// syrk.cu: C := alpha * A * A' + beta * C, all of C, one thread an element of C
//
// A is ni x nj, C is ni x ni, both row-major.
#include "syrk.cuh"

__global__ void syrk_kernel(int ni, int nj, SCALAR alpha, SCALAR beta, DATA_TYPE *a, RESULT *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i < ni) && (j < ni)) {
    c[i * ni + j] *= beta;
    int k;
    for (k = 0; k < nj; k++) {
      c[i * ni + j] += alpha * (SCALAR)a[i * nj + k] * (SCALAR)a[j * nj + k];
    }
  }
}

void syrkCuda(int ni, int nj, SCALAR alpha, SCALAR beta, DATA_TYPE *a, RESULT *c,
              cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((ni + block.x - 1) / block.x, (ni + block.y - 1) / block.y);

  syrk_kernel<<<grid, block, 0, stream>>>(ni, nj, alpha, beta, a, c);
}

// The harness's entry: dimensions NI, NJ; scalars alpha, beta; buffers A, C.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 2, 2, 2))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  syrkCuda(size[0], size[1], (SCALAR)arguments->scalars[0], (SCALAR)arguments->scalars[1],
           (DATA_TYPE *)arguments->buffers[0], (RESULT *)arguments->buffers[1],
           (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
