// atax.cu: y := A' * (A * x), one thread a row of A, then one a column
//
// A is nx x ny, row-major; x and y have ny elements, tmp has nx.
#include "atax.cuh"

__global__ void atax_kernel1(int nx, int ny, DATA_TYPE *A, DATA_TYPE *x, DATA_TYPE *tmp) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < nx) {
    tmp[i] = 0;
    int j;
    for (j = 0; j < ny; j++) {
      tmp[i] += A[i * ny + j] * x[j];
    }
  }
}

__global__ void atax_kernel2(int nx, int ny, DATA_TYPE *A, DATA_TYPE *y, DATA_TYPE *tmp) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;

  if (j < ny) {
    y[j] = 0;
    int i;
    for (i = 0; i < nx; i++) {
      y[j] += A[i * ny + j] * tmp[i];
    }
  }
}

void ataxCuda(int nx, int ny, DATA_TYPE *A, DATA_TYPE *x, DATA_TYPE *y, DATA_TYPE *tmp,
              cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid1((nx + block.x - 1) / block.x, 1);
  dim3 grid2((ny + block.x - 1) / block.x, 1);

  atax_kernel1<<<grid1, block, 0, stream>>>(nx, ny, A, x, tmp);
  atax_kernel2<<<grid2, block, 0, stream>>>(nx, ny, A, y, tmp);
}

// The harness's entry: dimensions NX, NY; buffers A, x, y, tmp.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 2, 0, 4))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  DATA_TYPE *const *buffer = (DATA_TYPE *const *)arguments->buffers;
  ataxCuda(size[0], size[1], buffer[0], buffer[1], buffer[2], buffer[3],
           (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
