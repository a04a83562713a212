// RUN: %caught
// A warp reads what one of its threads then writes, which all others of the warp wait for: of another warp's
// thread, which has read it before, a relaxed counter tells nothing.
__global__ void kernel(float *data, int *count, float *result) {
  if (threadIdx.x == 0) {
    result[0] = data[0];
    atomicAdd(count, 1);
  } else if (threadIdx.x >= 32) {
    while (threadIdx.x == 32 && atomicAdd(count, 0) < 1)
      __nanosleep(10);
    __syncwarp();
    result[threadIdx.x] = data[0];
    __syncwarp();
    if (threadIdx.x == 33)
// ERROR: global-race-many-readers.cu:[[@LINE+1]]:{{[0-9]+}}: error: race on global memory: write of element 0 (4 bytes each) of 'data' of kernel, which thread (0,0,0) of block (0,0,0) read at {{.*}}global-race-many-readers.cu:6:{{[0-9]+}}, with no barrier between [block (0,0,0), thread (33,0,0)] [emulator-race]
      data[0] = 2;
  }
}

int main() {
  float *data, *result;
  int *count;
  cudaMalloc(&data, sizeof(float));
  cudaMalloc(&result, 64 * sizeof(float));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(data, 0, sizeof(float));
  cudaMemset(count, 0, sizeof(int));
  kernel<<<1, 64>>>(data, count, result);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
