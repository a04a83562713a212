// mvt.cu: x1 := x1 + A * y1 and x2 := x2 + A' * y2, one thread an element of x1 and of x2
//
// A is n x n, row-major; the vectors have n elements.
#include "mvt.cuh"

__global__ void mvt_kernel1(int n, DATA_TYPE *a, RESULT *x1, DATA_TYPE *y_1) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n) {
    int j;
    for (j = 0; j < n; j++) {
      x1[i] += (SCALAR)a[i * n + j] * (SCALAR)y_1[j];
    }
  }
}

__global__ void mvt_kernel2(int n, DATA_TYPE *a, RESULT *x2, DATA_TYPE *y_2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n) {
    int j;
    for (j = 0; j < n; j++) {
      x2[i] += (SCALAR)a[j * n + i] * (SCALAR)y_2[j];
    }
  }
}

void mvtCuda(int n, DATA_TYPE *a, RESULT *x1, RESULT *x2, DATA_TYPE *y_1, DATA_TYPE *y_2,
             cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((n + block.x - 1) / block.x, 1);

  mvt_kernel1<<<grid, block, 0, stream>>>(n, a, x1, y_1);
  mvt_kernel2<<<grid, block, 0, stream>>>(n, a, x2, y_2);
}

// The harness's entry: dimension N; buffers A, x1, x2, y1, y2.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 1, 0, 5))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  void *const *buffer = arguments->buffers;
  mvtCuda(size[0], (DATA_TYPE *)buffer[0], (RESULT *)buffer[1], (RESULT *)buffer[2],
          (DATA_TYPE *)buffer[3], (DATA_TYPE *)buffer[4], (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
