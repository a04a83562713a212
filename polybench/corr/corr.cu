// corr.cu: correlation of the columns of data, one thread a row of the result
//
// data is n x m, one column a variable; symmat is m x m; mean and stddev have m elements.
#include "corr.cuh"

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

__global__ void std_kernel(int m, int n, DATA_TYPE *mean, DATA_TYPE *stddev, DATA_TYPE *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;

  if (j < m) {
    stddev[j] = 0;
    int i;
    for (i = 0; i < n; i++) {
      stddev[j] += (data[i * m + j] - mean[j]) * (data[i * m + j] - mean[j]);
    }
    stddev[j] = sqrt(stddev[j] / (DATA_TYPE)n);
    if (stddev[j] <= EPS) {
      stddev[j] = 1;
    }
  }
}

__global__ void reduce_kernel(int m, int n, DATA_TYPE *mean, DATA_TYPE *stddev, DATA_TYPE *data) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i < n) && (j < m)) {
    data[i * m + j] -= mean[j];
    data[i * m + j] /= sqrt((DATA_TYPE)n) * stddev[j];
  }
}

__global__ void corr_kernel(int m, int n, DATA_TYPE *symmat, DATA_TYPE *data) {
  int j1 = blockIdx.x * blockDim.x + threadIdx.x;

  if (j1 < m) {
    symmat[j1 * m + j1] = 1;
    int i, j2;
    for (j2 = j1 + 1; j2 < m; j2++) {
      symmat[j1 * m + j2] = 0;
      for (i = 0; i < n; i++) {
        symmat[j1 * m + j2] += data[i * m + j1] * data[i * m + j2];
      }
      symmat[j2 * m + j1] = symmat[j1 * m + j2];
    }
  }
}

__global__ void diagonal_kernel(int m, DATA_TYPE *symmat) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;

  if (j < m) {
    symmat[j * m + j] = 1;
  }
}

void normaliseCuda(int m, int n, DATA_TYPE *data, DATA_TYPE *mean, DATA_TYPE *stddev,
                   cudaStream_t stream) {
  dim3 block1(DIM_THREAD_BLOCK_KERNEL_1_X, DIM_THREAD_BLOCK_KERNEL_1_Y);
  dim3 grid1((m + block1.x - 1) / block1.x, 1);
  dim3 block2(DIM_THREAD_BLOCK_KERNEL_2_X, DIM_THREAD_BLOCK_KERNEL_2_Y);
  dim3 grid2((m + block2.x - 1) / block2.x, 1);
  dim3 block3(DIM_THREAD_BLOCK_KERNEL_3_X, DIM_THREAD_BLOCK_KERNEL_3_Y);
  dim3 grid3((m + block3.x - 1) / block3.x, (n + block3.y - 1) / block3.y);

  mean_kernel<<<grid1, block1, 0, stream>>>(m, n, mean, data);
  std_kernel<<<grid2, block2, 0, stream>>>(m, n, mean, stddev, data);
  reduce_kernel<<<grid3, block3, 0, stream>>>(m, n, mean, stddev, data);
}

void correlationCuda(int m, int n, DATA_TYPE *data, DATA_TYPE *mean, DATA_TYPE *stddev,
                     DATA_TYPE *symmat, cudaStream_t stream) {
  dim3 block4(DIM_THREAD_BLOCK_KERNEL_4_X, DIM_THREAD_BLOCK_KERNEL_4_Y);
  dim3 grid4((m + block4.x - 1) / block4.x, 1);

  normaliseCuda(m, n, data, mean, stddev, stream);
  corr_kernel<<<grid4, block4, 0, stream>>>(m, n, symmat, data);
}

// What a library's product of the normalised columns leaves to do.
void diagonalCuda(int m, DATA_TYPE *symmat, cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_KERNEL_4_X, DIM_THREAD_BLOCK_KERNEL_4_Y);
  dim3 grid((m + block.x - 1) / block.x, 1);

  diagonal_kernel<<<grid, block, 0, stream>>>(m, symmat);
}

// The harness's entry: dimensions M, N; buffers data, mean, stddev, symmat.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 2, 0, 4))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  DATA_TYPE *const *buffer = (DATA_TYPE *const *)arguments->buffers;
  cudaStream_t stream = (cudaStream_t)arguments->stream;
  if (arguments->part == POLYBENCH_WHOLE)
    correlationCuda(size[0], size[1], buffer[0], buffer[1], buffer[2], buffer[3], stream);
  if (arguments->part == POLYBENCH_BEFORE_PRODUCTS)
    normaliseCuda(size[0], size[1], buffer[0], buffer[1], buffer[2], stream);
  if (arguments->part == POLYBENCH_AFTER_PRODUCTS)
    diagonalCuda(size[0], buffer[3], stream);
  return cudaGetLastError();
}
