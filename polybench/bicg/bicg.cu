// bicg.cu: s := A' * r and q := A * p, one thread a column of A, then one a row
//
// A is nx x ny, row-major; s and p have ny elements, r and q have nx.
#include "bicg.cuh"

__global__ void bicg_kernel1(int nx, int ny, DATA_TYPE *A, DATA_TYPE *r, RESULT *s) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;

  if (j < ny) {
    s[j] = 0;
    int i;
    for (i = 0; i < nx; i++) {
      s[j] += (SCALAR)r[i] * (SCALAR)A[i * ny + j];
    }
  }
}

__global__ void bicg_kernel2(int nx, int ny, DATA_TYPE *A, DATA_TYPE *p, RESULT *q) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < nx) {
    q[i] = 0;
    int j;
    for (j = 0; j < ny; j++) {
      q[i] += (SCALAR)A[i * ny + j] * (SCALAR)p[j];
    }
  }
}

void bicgCuda(int nx, int ny, DATA_TYPE *A, DATA_TYPE *r, RESULT *s, DATA_TYPE *p, RESULT *q,
              cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid1((ny + block.x - 1) / block.x, 1);
  dim3 grid2((nx + block.x - 1) / block.x, 1);

  bicg_kernel1<<<grid1, block, 0, stream>>>(nx, ny, A, r, s);
  bicg_kernel2<<<grid2, block, 0, stream>>>(nx, ny, A, p, q);
}

// The harness's entry: dimensions NX, NY; buffers A, r, s, p, q.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 2, 0, 5))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  void *const *buffer = arguments->buffers;
  bicgCuda(size[0], size[1], (DATA_TYPE *)buffer[0], (DATA_TYPE *)buffer[1], (RESULT *)buffer[2],
           (DATA_TYPE *)buffer[3], (RESULT *)buffer[4], (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
