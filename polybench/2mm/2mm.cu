// 2mm.cu: D := alpha * A * B * C + beta * D, two products, one thread an element of tmp and of D
//
// A is ni x nk, B is nk x nj, tmp is ni x nj, C is nj x nl, D is ni x nl, all row-major.
#include "2mm.cuh"

__global__ void mm2_kernel1(int ni, int nj, int nk, int nl, DATA_TYPE alpha, DATA_TYPE beta,
                            DATA_TYPE *tmp, DATA_TYPE *A, DATA_TYPE *B) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i < ni) && (j < nj)) {
    tmp[i * nj + j] = 0;
    int k;
    for (k = 0; k < nk; k++) {
      tmp[i * nj + j] += alpha * A[i * nk + k] * B[k * nj + j];
    }
  }
}

__global__ void mm2_kernel2(int ni, int nj, int nk, int nl, DATA_TYPE alpha, DATA_TYPE beta,
                            DATA_TYPE *tmp, DATA_TYPE *C, DATA_TYPE *D) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i < ni) && (j < nl)) {
    D[i * nl + j] *= beta;
    int k;
    for (k = 0; k < nj; k++) {
      D[i * nl + j] += tmp[i * nj + k] * C[k * nl + j];
    }
  }
}

void mm2Cuda(int ni, int nj, int nk, int nl, DATA_TYPE alpha, DATA_TYPE beta, DATA_TYPE *tmp,
             DATA_TYPE *A, DATA_TYPE *B, DATA_TYPE *C, DATA_TYPE *D, cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid1((nj + block.x - 1) / block.x, (ni + block.y - 1) / block.y);
  dim3 grid2((nl + block.x - 1) / block.x, (ni + block.y - 1) / block.y);

  mm2_kernel1<<<grid1, block, 0, stream>>>(ni, nj, nk, nl, alpha, beta, tmp, A, B);
  mm2_kernel2<<<grid2, block, 0, stream>>>(ni, nj, nk, nl, alpha, beta, tmp, C, D);
}

// The harness's entry: dimensions NI, NJ, NK, NL; scalars alpha, beta; buffers A, B, C, D, tmp.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 4, 2, 5))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  DATA_TYPE *const *buffer = (DATA_TYPE *const *)arguments->buffers;
  mm2Cuda(size[0], size[1], size[2], size[3], (DATA_TYPE)arguments->scalars[0],
          (DATA_TYPE)arguments->scalars[1], buffer[4], buffer[0], buffer[1], buffer[2], buffer[3],
          (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
