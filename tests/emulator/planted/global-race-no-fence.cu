// RUN: %caught
// The last block adds up what each has written, but no __threadfence() passes that on.
__global__ void sum(float *parts, unsigned *count, float *result) {
  parts[blockIdx.x] = blockIdx.x;
  if (atomicAdd(count, 1u) == gridDim.x - 1)
    for (int i = 0; i < gridDim.x; ++i)
// ERROR: global-race-no-fence.cu:[[@LINE+1]]:{{[0-9]+}}: error: race on global memory: read of element {{[0-9]}} (4 bytes each) of 'parts' of sum, which thread (0,0,0) of block ({{[0-9]}},0,0) wrote at {{.*}}, and blocks run in any order [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-race]
      *result += parts[i];
}

int main() {
  float *parts, *result;
  unsigned *count;
  cudaMalloc(&parts, 8 * sizeof(float));
  cudaMalloc(&result, sizeof(float));
  cudaMalloc(&count, sizeof(unsigned));
  cudaMemset(result, 0, sizeof(float));
  cudaMemset(count, 0, sizeof(unsigned));
  sum<<<8, 1>>>(parts, count, result);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
