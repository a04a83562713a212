// gramschm.cu: A = Q * R by the modified Gram-Schmidt process, three launches a column
//
// A and Q are ni x nj, R is nj x nj, all row-major; R below its diagonal is not written.
#include "gramschm.cuh"

__global__ void gramschmidt_kernel1(int ni, int nj, DATA_TYPE *a, DATA_TYPE *r, DATA_TYPE *q,
                                    int k) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;

  if (tid == 0) {
    DATA_TYPE nrm = 0;
    int i;
    for (i = 0; i < ni; i++) {
      nrm += a[i * nj + k] * a[i * nj + k];
    }
    r[k * nj + k] = sqrt(nrm);
  }
}

__global__ void gramschmidt_kernel2(int ni, int nj, DATA_TYPE *a, DATA_TYPE *r, DATA_TYPE *q,
                                    int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < ni) {
    q[i * nj + k] = a[i * nj + k] / r[k * nj + k];
  }
}

__global__ void gramschmidt_kernel3(int ni, int nj, DATA_TYPE *a, DATA_TYPE *r, DATA_TYPE *q,
                                    int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;

  if ((j > k) && (j < nj)) {
    r[k * nj + j] = 0;
    int i;
    for (i = 0; i < ni; i++) {
      r[k * nj + j] += q[i * nj + k] * a[i * nj + j];
    }
    for (i = 0; i < ni; i++) {
      a[i * nj + j] -= q[i * nj + k] * r[k * nj + j];
    }
  }
}

void gramschmidtCuda(int ni, int nj, DATA_TYPE *a, DATA_TYPE *r, DATA_TYPE *q,
                     cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid1(1, 1);
  dim3 grid2((ni + block.x - 1) / block.x, 1);
  dim3 grid3((nj + block.x - 1) / block.x, 1);

  for (int k = 0; k < nj; k++) {
    gramschmidt_kernel1<<<grid1, block, 0, stream>>>(ni, nj, a, r, q, k);
    gramschmidt_kernel2<<<grid2, block, 0, stream>>>(ni, nj, a, r, q, k);
    gramschmidt_kernel3<<<grid3, block, 0, stream>>>(ni, nj, a, r, q, k);
  }
}

// The harness's entry: dimensions NI, NJ; buffers A, R, Q.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 2, 0, 3))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  DATA_TYPE *const *buffer = (DATA_TYPE *const *)arguments->buffers;
  gramschmidtCuda(size[0], size[1], buffer[0], buffer[1], buffer[2],
                  (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
