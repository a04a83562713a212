// packed-gemm.cu: C := A * B of packed matrices, one thread an element of C
//
// A packed matrix of rows x columns elements lies as [columns/16][rows/16][16][16]: square blocks
// of 16 x 16 elements, each of them by rows, blocks below each other side by side. Libraries for
// inference pack weights like this, so that a tile is one run of memory.
#include "packed-gemm.cuh"

__global__ void packed_gemm_kernel(int ni, int nj, int nk, const DATA_TYPE *A, const DATA_TYPE *B,
                                   RESULT *C) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;

  if (i < ni * PACK && j < nj * PACK) {
    SCALAR sum = 0;
    for (int k = 0; k < nk; k++)
      for (int inside = 0; inside < PACK; inside++)
        sum += (SCALAR)A[((k * ni + i / PACK) * PACK + i % PACK) * PACK + inside] *
               (SCALAR)B[((j / PACK * nk + k) * PACK + inside) * PACK + j % PACK];
    C[((j / PACK * ni + i / PACK) * PACK + i % PACK) * PACK + j % PACK] = sum;
  }
}

void packedGemmCuda(int ni, int nj, int nk, DATA_TYPE *A, DATA_TYPE *B, RESULT *C,
                    cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((nj * PACK + block.x - 1) / block.x, (ni * PACK + block.y - 1) / block.y);

  packed_gemm_kernel<<<grid, block, 0, stream>>>(ni, nj, nk, A, B, C);
}

// The harness's entry: dimensions NI, NJ, NK, in blocks of 16; buffers A, B, C.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 3, 0, 3))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  packedGemmCuda(size[0], size[1], size[2], (DATA_TYPE *)arguments->buffers[0],
                 (DATA_TYPE *)arguments->buffers[1], (RESULT *)arguments->buffers[2],
                 (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
