// RUN: %caught
// One element beyond the whole array, through a pointer.
__global__ void kernel(float *data) {
  __shared__ float tile[64];
  float *pointer = tile;
// ERROR: past-the-array.cu:[[@LINE+1]]:{{[0-9]+}}: error: {{write|read}} of 4 bytes of shared memory beyond the variable it lies in, near {{.*}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-out-of-range]
  pointer[threadIdx.x + 1] = 1;
  __syncthreads();
  data[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<2, 64>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
