// RUN: %caught
// One element beyond a row of the tile, inside the array.
__global__ void kernel(float *data) {
  __shared__ float tile[8][8];
  tile[threadIdx.x / 8][threadIdx.x % 8] = 1;
  __syncthreads();
  float sum = 0;
  for (int i = 0; i <= 8; ++i)
// ERROR: off-by-one-row.cu:[[@LINE+1]]:{{[0-9]+}}: error: array index out of bounds [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-out-of-range]
    sum += tile[threadIdx.x / 8][i];
  data[threadIdx.x] = sum;
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<2, 64>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
