// batched.cu: C[p] := A[p] * B[p] for each batch p, one thread an element of C
//
// The matrices of a batch follow those of the one before. Their layouts are those of matmul.cu.
#include "matmul.cuh"

#if defined(MATMUL_NT)

__global__ void batched_matmul_kernel(int batches, int m, int n, int k, float scale,
                                      const DATA_TYPE *a, const DATA_TYPE *b, OUTPUT *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int p = blockIdx.z;

  if (i < m && j < n && p < batches) {
    SCALAR sum = 0;
    for (int l = 0; l < k; l++)
      sum += (SCALAR)a[p * m * k + i * k + l] * (SCALAR)b[p * k * n + j * k + l];
    c[p * m * n + i * n + j] = storedSum<OUTPUT>(sum, scale);
  }
}

#elif defined(MATMUL_TN)

__global__ void batched_matmul_kernel(int batches, int m, int n, int k, float scale,
                                      const DATA_TYPE *a, const DATA_TYPE *b, OUTPUT *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int p = blockIdx.z;

  if (i < m && j < n && p < batches) {
    SCALAR sum = 0;
    for (int l = 0; l < k; l++)
      sum += (SCALAR)a[p * m * k + l * m + i] * (SCALAR)b[p * k * n + l * n + j];
    c[p * m * n + i * n + j] = storedSum<OUTPUT>(sum, scale);
  }
}

#else

__global__ void batched_matmul_kernel(int batches, int m, int n, int k, float scale,
                                      const DATA_TYPE *a, const DATA_TYPE *b, OUTPUT *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int p = blockIdx.z;

  if (i < m && j < n && p < batches) {
    SCALAR sum = 0;
    for (int l = 0; l < k; l++)
      sum += (SCALAR)a[p * m * k + i * k + l] * (SCALAR)b[p * k * n + l * n + j];
    c[p * m * n + i * n + j] = storedSum<OUTPUT>(sum, scale);
  }
}

#endif

void batchedMatmulCuda(int batches, int m, int n, int k, float scale, DATA_TYPE *a, DATA_TYPE *b,
                       OUTPUT *c, cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y, batches);

  batched_matmul_kernel<<<grid, block, 0, stream>>>(batches, m, n, k, scale, a, b, c);
}

// The harness's entry: dimensions BATCH, M, N, K; the scalar scale; buffers A, B, C.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 4, 1, 3))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  batchedMatmulCuda(size[0], size[1], size[2], size[3], (float)arguments->scalars[0],
                    (DATA_TYPE *)arguments->buffers[0], (DATA_TYPE *)arguments->buffers[1],
                    (OUTPUT *)arguments->buffers[2], (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
