// RUN: %caught
// As in PolyBench/GPU's ATAX: a block of two dimensions, an index of one, and several threads with the same sum; here the
// threads of each block are ordered, and its blocks are not.
__global__ void row(int count, const float *a, float *sums) {
  const int i = threadIdx.x;
  for (int turn = 0; turn < blockDim.y; ++turn) {
    if (turn == threadIdx.y)
      for (int j = 0; j < count; ++j)
// ERROR: global-race-of-blocks.cu:[[@LINE+1]]:{{[0-9]+}}: error: race on global memory: {{read|write}} of element {{[0-9]+}} (4 bytes each) of 'sums' of row, which thread ({{[0-9]+,[0-3]}},0) of block ({{[01]}},0,0) {{wrote|read}} at {{.*}}global-race-of-blocks.cu:[[@LINE+1]]:{{[0-9]+}}, and blocks run in any order [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-race]
        sums[i] += a[i * count + j];
    __syncthreads();
  }
}

int main() {
  float *a, *sums;
  cudaMalloc(&a, 32 * 3 * sizeof(float));
  cudaMemset(a, 0, 32 * 3 * sizeof(float));
  cudaMalloc(&sums, 32 * sizeof(float));
  cudaMemset(sums, 0, 32 * sizeof(float));
  row<<<2, dim3(32, 4)>>>(3, a, sums);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
