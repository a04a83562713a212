// einsum.cu: C[b][i][j][k] := sum over l of A[b][i][j][l] * B[l][k], one thread an element of C
//
// This is einsum("bijl,lk->bijk") as it is written by hand: each index of the output has a
// variable of its own.
#include "einsum.cuh"

__global__ void einsum_kernel(int nb, int ni, int nj, int nk, int nl, const DATA_TYPE *A,
                              const DATA_TYPE *B, RESULT *C) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int b = blockIdx.z / ni, i = blockIdx.z % ni;

  if (b < nb && j < nj && k < nk) {
    SCALAR sum = 0;
    for (int l = 0; l < nl; l++)
      sum += (SCALAR)A[((b * ni + i) * nj + j) * nl + l] * (SCALAR)B[l * nk + k];
    C[((b * ni + i) * nj + j) * nk + k] = sum;
  }
}

void einsumCuda(int nb, int ni, int nj, int nk, int nl, DATA_TYPE *A, DATA_TYPE *B, RESULT *C,
                cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((nk + block.x - 1) / block.x, (nj + block.y - 1) / block.y, nb * ni);

  einsum_kernel<<<grid, block, 0, stream>>>(nb, ni, nj, nk, nl, A, B, C);
}

// The harness's entry: dimensions NB, NI, NJ, NK, NL; buffers A, B, C.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 5, 0, 3))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  einsumCuda(size[0], size[1], size[2], size[3], size[4], (DATA_TYPE *)arguments->buffers[0],
             (DATA_TYPE *)arguments->buffers[1], (RESULT *)arguments->buffers[2],
             (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
