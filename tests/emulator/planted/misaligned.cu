// RUN: %caught
// A vector access to an address that is not a multiple of its size.
__global__ void kernel(float *data) {
  float4 *vector = reinterpret_cast<float4 *>(data + 1);
// ERROR: misaligned.cu:[[@LINE+1]]:{{[0-9]+}}: error: access through a pointer that is not aligned as its type asks [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-misaligned]
  *vector = make_float4(1, 2, 3, 4);
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<2, 64>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
