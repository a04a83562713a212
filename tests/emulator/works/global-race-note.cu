// RUN: warpsmith-emulate %s -o %t -- && %t 2> %t.note && FileCheck %s < %t.note
// An element for each of more threads than the check of races has sets for: the launch says so,
// once.
// CHECK: emulator: note: a launch is checked for races only in part
// CHECK-NOT: emulator:
__global__ void copy(const float *in, float *out) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

int main() {
  constexpr int Blocks = 4100, Threads = 1024;
  float *in, *out;
  cudaMalloc(&in, sizeof(float) * Blocks * Threads);
  cudaMalloc(&out, sizeof(float) * Blocks * Threads);
  cudaMemset(in, 0, sizeof(float) * Blocks * Threads);
  copy<<<Blocks, Threads>>>(in, out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
