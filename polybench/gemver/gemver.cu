// gemver.cu: A := A + u1 * v1' + u2 * v2'; x := x + beta * A' * y + z; w := w + alpha * A * x
//
// A is n x n, row-major; the vectors have n elements.
#include "gemver.cuh"

__global__ void gemver_kernel1(int n, DATA_TYPE alpha, DATA_TYPE beta, DATA_TYPE *a, DATA_TYPE *v1,
                               DATA_TYPE *v2, DATA_TYPE *u1, DATA_TYPE *u2) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i < n) && (j < n)) {
    a[i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
  }
}

__global__ void gemver_kernel2(int n, DATA_TYPE alpha, DATA_TYPE beta, DATA_TYPE *a, DATA_TYPE *x,
                               DATA_TYPE *y, DATA_TYPE *z) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n) {
    int j;
    for (j = 0; j < n; j++) {
      x[i] += beta * a[j * n + i] * y[j];
    }
    x[i] += z[i];
  }
}

__global__ void gemver_kernel3(int n, DATA_TYPE alpha, DATA_TYPE beta, DATA_TYPE *a, DATA_TYPE *x,
                               DATA_TYPE *w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n) {
    int j;
    for (j = 0; j < n; j++) {
      w[i] += alpha * a[i * n + j] * x[j];
    }
  }
}

void gemverCuda(int n, DATA_TYPE alpha, DATA_TYPE beta, DATA_TYPE *a, DATA_TYPE *u1, DATA_TYPE *v1,
                DATA_TYPE *u2, DATA_TYPE *v2, DATA_TYPE *w, DATA_TYPE *x, DATA_TYPE *y,
                DATA_TYPE *z, cudaStream_t stream) {
  dim3 block1(DIM_THREAD_BLOCK_KERNEL_1_X, DIM_THREAD_BLOCK_KERNEL_1_Y);
  dim3 grid1((n + block1.x - 1) / block1.x, (n + block1.y - 1) / block1.y);
  dim3 block2(DIM_THREAD_BLOCK_KERNEL_2_X, DIM_THREAD_BLOCK_KERNEL_2_Y);
  dim3 grid2((n + block2.x - 1) / block2.x, 1);
  dim3 block3(DIM_THREAD_BLOCK_KERNEL_3_X, DIM_THREAD_BLOCK_KERNEL_3_Y);
  dim3 grid3((n + block3.x - 1) / block3.x, 1);

  gemver_kernel1<<<grid1, block1, 0, stream>>>(n, alpha, beta, a, v1, v2, u1, u2);
  gemver_kernel2<<<grid2, block2, 0, stream>>>(n, alpha, beta, a, x, y, z);
  gemver_kernel3<<<grid3, block3, 0, stream>>>(n, alpha, beta, a, x, w);
}

// The harness's entry: dimension N; scalars alpha, beta; buffers A, u1, v1, u2, v2, w, x, y, z.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 1, 2, 9))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  DATA_TYPE *const *buffer = (DATA_TYPE *const *)arguments->buffers;
  gemverCuda(size[0], (DATA_TYPE)arguments->scalars[0], (DATA_TYPE)arguments->scalars[1], buffer[0],
             buffer[1], buffer[2], buffer[3], buffer[4], buffer[5], buffer[6], buffer[7], buffer[8],
             (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
