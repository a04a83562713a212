// RUN: %caught
// Half of the warp comes to the instruction.
__global__ void kernel(unsigned *out) {
  __shared__ alignas(16) unsigned rows[8 * 4];
  rows[threadIdx.x] = threadIdx.x;
  __syncwarp();
  unsigned value = 0;
  if (threadIdx.x < 16)
    // ERROR: ldmatrix-not-converged.cu:[[@LINE+1]]:{{[0-9]+}}: error: ldmatrix: not all lanes of the warp are here with the same {{.*}}[emulator-warp]
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                 : "=r"(value)
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(rows + threadIdx.x % 8 * 4))));
  out[threadIdx.x] = value;
}

int main() {
  unsigned *out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  kernel<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
