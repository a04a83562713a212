// RUN: %caught
// Static and dynamic shared memory share the 48 KiB of a kernel that has not asked for more.
// ERROR: error: 'shared' of 40960 bytes passes the block's 49152 bytes of shared memory, of which 20480 are dynamic {{.*}} [emulator-shared-memory]
__global__ void kernel(float *data) {
  extern __shared__ float dynamic[];
  __shared__ float shared[10240];
  shared[threadIdx.x] = dynamic[threadIdx.x] = 1;
  data[threadIdx.x] = shared[threadIdx.x] + dynamic[threadIdx.x];
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  kernel<<<1, 64, 20480>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
