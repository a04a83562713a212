// adi.cu: tsteps alternating sweeps along the rows and the columns of X, one thread a row or column
//
// A, B and X are n x n, row-major; B and X are replaced.
#include "adi.cuh"

__global__ void adi_kernel1(int n, DATA_TYPE *A, DATA_TYPE *B, DATA_TYPE *X) {
  int i1 = blockIdx.x * blockDim.x + threadIdx.x;

  if (i1 < n) {
    for (int i2 = 1; i2 < n; i2++) {
      X[i1 * n + i2] -= X[i1 * n + (i2 - 1)] * A[i1 * n + i2] / B[i1 * n + (i2 - 1)];
      B[i1 * n + i2] -= A[i1 * n + i2] * A[i1 * n + i2] / B[i1 * n + (i2 - 1)];
    }
  }
}

__global__ void adi_kernel2(int n, DATA_TYPE *A, DATA_TYPE *B, DATA_TYPE *X) {
  int i1 = blockIdx.x * blockDim.x + threadIdx.x;

  if (i1 < n) {
    X[i1 * n + (n - 1)] /= B[i1 * n + (n - 1)];
  }
}

__global__ void adi_kernel3(int n, DATA_TYPE *A, DATA_TYPE *B, DATA_TYPE *X) {
  int i1 = blockIdx.x * blockDim.x + threadIdx.x;

  if (i1 < n) {
    for (int i2 = n - 2; i2 > 0; i2--) {
      X[i1 * n + i2] =
          (X[i1 * n + i2] - X[i1 * n + (i2 - 1)] * A[i1 * n + (i2 - 1)]) / B[i1 * n + (i2 - 1)];
    }
  }
}

__global__ void adi_kernel4(int n, DATA_TYPE *A, DATA_TYPE *B, DATA_TYPE *X, int i1) {
  int i2 = blockIdx.x * blockDim.x + threadIdx.x;

  if (i2 < n) {
    X[i1 * n + i2] -= X[(i1 - 1) * n + i2] * A[i1 * n + i2] / B[(i1 - 1) * n + i2];
    B[i1 * n + i2] -= A[i1 * n + i2] * A[i1 * n + i2] / B[(i1 - 1) * n + i2];
  }
}

__global__ void adi_kernel5(int n, DATA_TYPE *A, DATA_TYPE *B, DATA_TYPE *X) {
  int i2 = blockIdx.x * blockDim.x + threadIdx.x;

  if (i2 < n) {
    X[(n - 1) * n + i2] /= B[(n - 1) * n + i2];
  }
}

__global__ void adi_kernel6(int n, DATA_TYPE *A, DATA_TYPE *B, DATA_TYPE *X, int i1) {
  int i2 = blockIdx.x * blockDim.x + threadIdx.x;

  if (i2 < n) {
    X[i1 * n + i2] =
        (X[i1 * n + i2] - X[(i1 - 1) * n + i2] * A[(i1 - 1) * n + i2]) / B[i1 * n + i2];
  }
}

void adiCuda(int tsteps, int n, DATA_TYPE *A, DATA_TYPE *B, DATA_TYPE *X, cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((n + block.x - 1) / block.x, 1);

  for (int t = 0; t < tsteps; t++) {
    adi_kernel1<<<grid, block, 0, stream>>>(n, A, B, X);
    adi_kernel2<<<grid, block, 0, stream>>>(n, A, B, X);
    adi_kernel3<<<grid, block, 0, stream>>>(n, A, B, X);
    for (int i1 = 1; i1 < n; i1++) {
      adi_kernel4<<<grid, block, 0, stream>>>(n, A, B, X, i1);
    }
    adi_kernel5<<<grid, block, 0, stream>>>(n, A, B, X);
    for (int i1 = n - 2; i1 > 0; i1--) {
      adi_kernel6<<<grid, block, 0, stream>>>(n, A, B, X, i1);
    }
  }
}

// The harness's entry: dimensions TSTEPS, N; buffers A, B, X.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 2, 0, 3))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  DATA_TYPE *const *buffer = (DATA_TYPE *const *)arguments->buffers;
  adiCuda(size[0], size[1], buffer[0], buffer[1], buffer[2], (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
