#include "device.cuh"

__device__ float scale(float x) {
  return 2 * x;
}

__global__ void fill(float *x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = scale(1);
}

int main() {
  float *data;
  cudaMalloc(&data, 3 * 64 * 64 * sizeof(float));
  fill<<<48, 256>>>(data);
  two(data, data + 64 * 64, data + 2 * 64 * 64);
  three(data, data + 64 * 64, data + 2 * 64 * 64);
  return cudaDeviceSynchronize() != cudaSuccess;
}
