// syr2k.cu: C := alpha * A * B' + alpha * B * A' + beta * C, all of C, one thread an element of C
//
// A and B are ni x nj, C is ni x ni, all row-major.
#include "syr2k.cuh"

__global__ void syr2k_kernel(int ni, int nj, SCALAR alpha, SCALAR beta, DATA_TYPE *a, DATA_TYPE *b,
                             RESULT *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i < ni) && (j < ni)) {
    c[i * ni + j] *= beta;
    int k;
    for (k = 0; k < nj; k++) {
      c[i * ni + j] += alpha * (SCALAR)a[i * nj + k] * (SCALAR)b[j * nj + k] +
                       alpha * (SCALAR)b[i * nj + k] * (SCALAR)a[j * nj + k];
    }
  }
}

void syr2kCuda(int ni, int nj, SCALAR alpha, SCALAR beta, DATA_TYPE *a, DATA_TYPE *b, RESULT *c,
               cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((ni + block.x - 1) / block.x, (ni + block.y - 1) / block.y);

  syr2k_kernel<<<grid, block, 0, stream>>>(ni, nj, alpha, beta, a, b, c);
}

// The harness's entry: dimensions NI, NJ; scalars alpha, beta; buffers A, B, C.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 2, 2, 3))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  syr2kCuda(size[0], size[1], (SCALAR)arguments->scalars[0], (SCALAR)arguments->scalars[1],
            (DATA_TYPE *)arguments->buffers[0], (DATA_TYPE *)arguments->buffers[1],
            (RESULT *)arguments->buffers[2], (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
