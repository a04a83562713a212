// RUN: %caught
// Three threads read a word, one after the other as a relaxed counter tells them to. The one that then writes
// has met the last two of them alone.
__global__ void kernel(float *data, int *count) {
  __shared__ float shared[2];
  const int warp = threadIdx.x / 32;
  if (threadIdx.x == 0)
    shared[0] = 1;
  __syncthreads();
  if (threadIdx.x % 32 == 0 && warp < 3) {
    while (atomicAdd(count, 0) < warp)
      __nanosleep(10);
    data[threadIdx.x] = shared[0];
    atomicAdd(count, 1);
  }
  if (warp > 0)
    asm volatile("bar.sync 1, 96;" ::: "memory");
  if (threadIdx.x == 96)
// ERROR: writer-after-two-of-three-readers.cu:[[@LINE+1]]:{{[0-9]+}}: error: write of 'shared' at byte 0 without a barrier after the read by thread (0,0,0) {{.*}}[emulator-race]
    shared[0] = 2;
}

int main() {
  float *data;
  int *count;
  cudaMalloc(&data, 128 * sizeof(float));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  kernel<<<1, 128>>>(data, count);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
