// RUN: %caught
// Threads read what others have not surely written.
__global__ void kernel(float *data) {
  __shared__ float shared[64];
  shared[threadIdx.x] = data[threadIdx.x];
// ERROR: missing-syncthreads.cu:[[@LINE+1]]:{{[0-9]+}}: error: read of 'shared' at byte {{.*}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-{{race|uninitialised}}]
  data[threadIdx.x] = shared[63 - threadIdx.x];
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<2, 64>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
