// covar.cu: covariance of the columns of data, one thread a row of the result
//
// data is n x m, one column a variable; symmat is m x m; mean has m elements.
#include "covar.cuh"

__global__ void mean_kernel(int m, int n, DATA_TYPE *mean, DATA_TYPE *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;

  if (j < m) {
    mean[j] = 0;
    int i;
    for (i = 0; i < n; i++) {
      mean[j] += data[i * m + j];
    }
    mean[j] /= (DATA_TYPE)n;
  }
}

__global__ void reduce_kernel(int m, int n, DATA_TYPE *mean, DATA_TYPE *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i < n) && (j < m)) {
    data[i * m + j] -= mean[j];
  }
}

__global__ void covar_kernel(int m, int n, DATA_TYPE *symmat, DATA_TYPE *data) {
  int j1 = blockIdx.x * blockDim.x + threadIdx.x;

  if (j1 < m) {
    int i, j2;
    for (j2 = j1; j2 < m; j2++) {
      symmat[j1 * m + j2] = 0;
      for (i = 0; i < n; i++) {
        symmat[j1 * m + j2] += data[i * m + j1] * data[i * m + j2];
      }
      symmat[j2 * m + j1] = symmat[j1 * m + j2];
    }
  }
}

void centreCuda(int m, int n, DATA_TYPE *data, DATA_TYPE *mean, cudaStream_t stream) {
  dim3 block1(DIM_THREAD_BLOCK_KERNEL_1_X, DIM_THREAD_BLOCK_KERNEL_1_Y);
  dim3 grid1((m + block1.x - 1) / block1.x, 1);
  dim3 block2(DIM_THREAD_BLOCK_KERNEL_2_X, DIM_THREAD_BLOCK_KERNEL_2_Y);
  dim3 grid2((m + block2.x - 1) / block2.x, (n + block2.y - 1) / block2.y);

  mean_kernel<<<grid1, block1, 0, stream>>>(m, n, mean, data);
  reduce_kernel<<<grid2, block2, 0, stream>>>(m, n, mean, data);
}

void covarianceCuda(int m, int n, DATA_TYPE *data, DATA_TYPE *mean, DATA_TYPE *symmat,
                    cudaStream_t stream) {
  dim3 block3(DIM_THREAD_BLOCK_KERNEL_3_X, DIM_THREAD_BLOCK_KERNEL_3_Y);
  dim3 grid3((m + block3.x - 1) / block3.x, 1);

  centreCuda(m, n, data, mean, stream);
  covar_kernel<<<grid3, block3, 0, stream>>>(m, n, symmat, data);
}

// The harness's entry: dimensions M, N; buffers data, mean, symmat.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 2, 0, 3))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  DATA_TYPE *const *buffer = (DATA_TYPE *const *)arguments->buffers;
  cudaStream_t stream = (cudaStream_t)arguments->stream;
  if (arguments->part == POLYBENCH_WHOLE)
    covarianceCuda(size[0], size[1], buffer[0], buffer[1], buffer[2], stream);
  if (arguments->part == POLYBENCH_BEFORE_PRODUCTS)
    centreCuda(size[0], size[1], buffer[0], buffer[1], stream);
  return cudaGetLastError();
}
