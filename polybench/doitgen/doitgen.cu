// doitgen.cu: A[r] := A[r] * C4 for every r, one product and one copy for each slice
//
// A and sum are nr x nq x np, C4 is np x np, all row-major.
#include "doitgen.cuh"

__global__ void doitgen_kernel1(int nr, int nq, int np, DATA_TYPE *sum, DATA_TYPE *A, DATA_TYPE *C4,
                                int r) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  int q = blockIdx.y * blockDim.y + threadIdx.y;

  if ((p < np) && (q < nq)) {
    sum[r * (nq * np) + q * np + p] = 0;
    for (int s = 0; s < np; s++) {
      sum[r * (nq * np) + q * np + p] =
          sum[r * (nq * np) + q * np + p] + A[r * (nq * np) + q * np + s] * C4[s * np + p];
    }
  }
}

__global__ void doitgen_kernel2(int nr, int nq, int np, DATA_TYPE *sum, DATA_TYPE *A, int r) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  int q = blockIdx.y * blockDim.y + threadIdx.y;

  if ((p < np) && (q < nq)) {
    A[r * (nq * np) + q * np + p] = sum[r * (nq * np) + q * np + p];
  }
}

void doitgenCuda(int nr, int nq, int np, DATA_TYPE *sum, DATA_TYPE *A, DATA_TYPE *C4,
                 cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((np + block.x - 1) / block.x, (nq + block.y - 1) / block.y);

  for (int r = 0; r < nr; r++) {
    doitgen_kernel1<<<grid, block, 0, stream>>>(nr, nq, np, sum, A, C4, r);
    doitgen_kernel2<<<grid, block, 0, stream>>>(nr, nq, np, sum, A, r);
  }
}

// The harness's entry: dimensions NR, NQ, NP; buffers A, C4, sum.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 3, 0, 3))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  DATA_TYPE *const *buffer = (DATA_TYPE *const *)arguments->buffers;
  doitgenCuda(size[0], size[1], size[2], buffer[2], buffer[0], buffer[1],
              (cudaStream_t)arguments->stream);
  return cudaGetLastError();
}
