// gesummv.cu: y := alpha * A * x + beta * B * x, one thread an element of y
//
// A and B are n x n, row-major; the vectors have n elements.
#include "gesummv.cuh"

__global__ void gesummv_kernel(int n, SCALAR alpha, SCALAR beta, DATA_TYPE *A, DATA_TYPE *B,
                               RESULT *tmp, DATA_TYPE *x, RESULT *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n) {
    tmp[i] = 0;
    y[i] = 0;
    int j;
    for (j = 0; j < n; j++) {
      tmp[i] += (SCALAR)A[i * n + j] * (SCALAR)x[j];
      y[i] += (SCALAR)B[i * n + j] * (SCALAR)x[j];
    }
    y[i] = alpha * tmp[i] + beta * y[i];
  }
}

void gesummvCuda(int n, SCALAR alpha, SCALAR beta, DATA_TYPE *A, DATA_TYPE *B, RESULT *tmp,
                 DATA_TYPE *x, RESULT *y, cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((n + block.x - 1) / block.x, 1);

  gesummv_kernel<<<grid, block, 0, stream>>>(n, alpha, beta, A, B, tmp, x, y);
}

// The harness's entry: dimension N; scalars alpha, beta; buffers A, B, x, y, tmp.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 1, 2, 5))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  void *const *buffer = arguments->buffers;
  gesummvCuda(size[0], (SCALAR)arguments->scalars[0], (SCALAR)arguments->scalars[1],
              (DATA_TYPE *)buffer[0], (DATA_TYPE *)buffer[1], (RESULT *)buffer[4],
              (DATA_TYPE *)buffer[2], (RESULT *)buffer[3], (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
