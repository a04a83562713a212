// RUN: %caught
// All read it, and the one that then writes is the last to read: a relaxed counter orders no
// accesses to other memory.
__global__ void kernel(float *data, int *count) {
  __shared__ float shared[2];
  if (threadIdx.x == 0)
    shared[0] = 1;
  __syncthreads();
  if (threadIdx.x == 40)
    while (atomicAdd(count, 0) < 63)
      __nanosleep(10);
  float value = shared[0];
  if (threadIdx.x == 40)
// ERROR: writer-among-readers.cu:[[@LINE+1]]:{{[0-9]+}}: error: write of 'shared' at byte 0 without a barrier after the read by thread {{.*}} [emulator-race]
    shared[0] = value + 1;
  else
    atomicAdd(count, 1);
  data[threadIdx.x] = value;
}

int main() {
  float *data;
  int *count;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  kernel<<<1, 64>>>(data, count);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
