// matmul.cu: C := A * B, one thread an element of C
//
// This is the product as it is written most: nothing is added to what C held, and in half precision
// C is half, too. 8-bit integers are scaled and saturated to 8 bits. C is m x n, row-major. A is
// m x k and B k x n. With MATMUL_NT B is given as n x k, with MATMUL_TN A as k x m.
#include "matmul.cuh"

#if defined(MATMUL_NT)

__global__ void matmul_kernel(int m, int n, int k, float scale, const DATA_TYPE *a,
                              const DATA_TYPE *b, OUTPUT *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if (i < m && j < n) {
    SCALAR sum = 0;
    for (int l = 0; l < k; l++)
      sum += (SCALAR)a[i * k + l] * (SCALAR)b[j * k + l];
    c[i * n + j] = storedSum<OUTPUT>(sum, scale);
  }
}

#elif defined(MATMUL_TN)

__global__ void matmul_kernel(int m, int n, int k, float scale, const DATA_TYPE *a,
                              const DATA_TYPE *b, OUTPUT *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if (i < m && j < n) {
    SCALAR sum = 0;
    for (int l = 0; l < k; l++)
      sum += (SCALAR)a[l * m + i] * (SCALAR)b[l * n + j];
    c[i * n + j] = storedSum<OUTPUT>(sum, scale);
  }
}

#else

__global__ void matmul_kernel(int m, int n, int k, float scale, const DATA_TYPE *a,
                              const DATA_TYPE *b, OUTPUT *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if (i < m && j < n) {
    SCALAR sum = 0;
    for (int l = 0; l < k; l++)
      sum += (SCALAR)a[i * k + l] * (SCALAR)b[l * n + j];
    c[i * n + j] = storedSum<OUTPUT>(sum, scale);
  }
}

#endif

void matmulCuda(int m, int n, int k, float scale, DATA_TYPE *a, DATA_TYPE *b, OUTPUT *c,
                cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y);

  matmul_kernel<<<grid, block, 0, stream>>>(m, n, k, scale, a, b, c);
}

// The harness's entry: dimensions M, N, K; the scalar scale; buffers A, B, C.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 3, 1, 3))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  matmulCuda(size[0], size[1], size[2], (float)arguments->scalars[0],
             (DATA_TYPE *)arguments->buffers[0], (DATA_TYPE *)arguments->buffers[1],
             (OUTPUT *)arguments->buffers[2], (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
