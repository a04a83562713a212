// attention-scores.cu: S[h] := scale * Q[h] * K[h]^T + mask, one thread an element of S
//
// Scores of a query for all keys, of each head. The mask is added as libraries take it: zero for
// keys that a query sees, a large negative number for those behind it (a causal mask).
#include "attention-scores.cuh"

__global__ void attention_scores_kernel(int n, int d, SCALAR scale, const DATA_TYPE *q,
                                        const DATA_TYPE *k, const SCALAR *mask, RESULT *s) {
  int key = blockIdx.x * blockDim.x + threadIdx.x;
  int query = blockIdx.y * blockDim.y + threadIdx.y;
  int head = blockIdx.z;

  if (query < n && key < n) {
    SCALAR sum = 0;
    for (int i = 0; i < d; i++)
      sum += (SCALAR)q[(head * n + query) * d + i] * (SCALAR)k[(head * n + key) * d + i];
    s[(head * n + query) * n + key] = sum * scale + mask[query * n + key];
  }
}

// What a library's product is added to.
__global__ void copy_mask_kernel(int n, const SCALAR *mask, RESULT *s) {
  int key = blockIdx.x * blockDim.x + threadIdx.x;
  int query = blockIdx.y * blockDim.y + threadIdx.y;
  int head = blockIdx.z;

  if (query < n && key < n)
    s[(head * n + query) * n + key] = mask[query * n + key];
}

void attentionScoresCuda(int heads, int n, int d, SCALAR scale, DATA_TYPE *q, DATA_TYPE *k,
                         SCALAR *mask, RESULT *s, cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y, heads);

  attention_scores_kernel<<<grid, block, 0, stream>>>(n, d, scale, q, k, mask, s);
}

void copyMaskCuda(int heads, int n, SCALAR *mask, RESULT *s, cudaStream_t stream) {
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y, heads);

  copy_mask_kernel<<<grid, block, 0, stream>>>(n, mask, s);
}

// The harness's entry: dimensions HEADS, N, D; scalar scale; buffers Q, K, mask, S.
extern "C" int polybench_run(const PolybenchArguments *arguments) {
  if (!polybenchAccepts(arguments, 3, 1, 4))
    return POLYBENCH_BAD_ARGUMENTS;

  const int *size = arguments->dimensions;
  cudaStream_t stream = (cudaStream_t)arguments->stream;
  SCALAR *mask = (SCALAR *)arguments->buffers[2];
  RESULT *s = (RESULT *)arguments->buffers[3];
  if (arguments->part == POLYBENCH_WHOLE)
    attentionScoresCuda(size[0], size[1], size[2], (SCALAR)arguments->scalars[0],
                        (DATA_TYPE *)arguments->buffers[0], (DATA_TYPE *)arguments->buffers[1],
                        mask, s, stream);
  if (arguments->part == POLYBENCH_BEFORE_PRODUCTS)
    copyMaskCuda(size[0], size[1], mask, s, stream);
  return cudaGetLastError();
}
