// 3mm.cu: E := A * B; F := C * D; G := E * F, one thread an element of each
//
// A is ni x nk, B is nk x nj, C is nj x nm, D is nm x nl, E is ni x nj, F is nj x nl, G is ni x nl,
// all row-major.
#include "3mm.cuh"

__global__ void mm3_kernel1(int ni, int nj, int nk, int nl, int nm, DATA_TYPE *A, DATA_TYPE *B,
                            DATA_TYPE *E) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i < ni) && (j < nj)) {
    E[i * nj + j] = 0;
    int k;
    for (k = 0; k < nk; k++) {
      E[i * nj + j] += A[i * nk + k] * B[k * nj + j];
    }
  }
}

__global__ void mm3_kernel2(int ni, int nj, int nk, int nl, int nm, DATA_TYPE *C, DATA_TYPE *D,
                            DATA_TYPE *F) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i < nj) && (j < nl)) {
    F[i * nl + j] = 0;
    int k;
    for (k = 0; k < nm; k++) {
      F[i * nl + j] += C[i * nm + k] * D[k * nl + j];
    }
  }
}

__global__ void mm3_kernel3(int ni, int nj, int nk, int nl, int nm, DATA_TYPE *E, DATA_TYPE *F,
                            DATA_TYPE *G) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if ((i < ni) && (j < nl)) {
    G[i * nl + j] = 0;
    int k;
    for (k = 0; k < nj; k++) {
      G[i * nl + j] += E[i * nj + k] * F[k * nl + j];
    }
  }
}

void mm3Cuda(int ni, int nj, int nk, int nl, int nm, DATA_TYPE *A, DATA_TYPE *B, DATA_TYPE *C,
             DATA_TYPE *D, DATA_TYPE *E, DATA_TYPE *F, DATA_TYPE *G, cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid1((nj + block.x - 1) / block.x, (ni + block.y - 1) / block.y);
  dim3 grid2((nl + block.x - 1) / block.x, (nj + block.y - 1) / block.y);
  dim3 grid3((nl + block.x - 1) / block.x, (ni + block.y - 1) / block.y);

  mm3_kernel1<<<grid1, block, 0, stream>>>(ni, nj, nk, nl, nm, A, B, E);
  mm3_kernel2<<<grid2, block, 0, stream>>>(ni, nj, nk, nl, nm, C, D, F);
  mm3_kernel3<<<grid3, block, 0, stream>>>(ni, nj, nk, nl, nm, E, F, G);
}

// The harness's entry: dimensions NI, NJ, NK, NL, NM; buffers A, B, C, D, E, F, G.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 5, 0, 7))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  DATA_TYPE *const *buffer = (DATA_TYPE *const *)arguments->buffers;
  mm3Cuda(size[0], size[1], size[2], size[3], size[4], buffer[0], buffer[1], buffer[2], buffer[3],
          buffer[4], buffer[5], buffer[6], (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
