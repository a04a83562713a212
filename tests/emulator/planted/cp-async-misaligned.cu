// RUN: %caught
// A copy of 16 bytes begins at multiples of 16.
__global__ void kernel(const float *in, float *out) {
  __shared__ alignas(16) float tile[32 * 4 + 4];
  // ERROR: cp-async-misaligned.cu:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[emulator-misaligned]
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(static_cast<unsigned>(
                   __cvta_generic_to_shared(tile + threadIdx.x * 4 + 1))),
               "l"(in + threadIdx.x * 4)
               : "memory");
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x + 1];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 32 * 4 * sizeof(float));
  cudaMemset(in, 0, 32 * 4 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  kernel<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
