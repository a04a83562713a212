// RUN: %caught
// Two warps expect different numbers of threads.
__global__ void kernel(float *data) {
  const int count = threadIdx.x < 32 ? 64 : 32;
// ERROR: named-barrier-count.cu:[[@LINE+1]]:{{[0-9]+}}: error: barrier 1 for {{32|64}} threads, but {{[0-9]+}} came to it expecting {{32|64}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-barrier]
  asm volatile("bar.sync 1, %0;" ::"r"(count) : "memory");
  data[threadIdx.x] = 1;
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<1, 64>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
