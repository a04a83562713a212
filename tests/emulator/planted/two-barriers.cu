// RUN: %caught
// Two barriers in two branches.
__global__ void kernel(float *data) {
  if (threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
  data[threadIdx.x] = 1;
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<2, 64>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
