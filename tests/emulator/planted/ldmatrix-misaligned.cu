// RUN: %caught
// A row of a matrix starts at a multiple of 16 bytes.
__global__ void kernel(unsigned *out) {
  __shared__ alignas(16) unsigned rows[8 * 5];
  for (int i = threadIdx.x; i < 40; i += 32)
    rows[i] = i;
  __syncwarp();
  unsigned value;
  // ERROR: ldmatrix-misaligned.cu:[[@LINE+1]]:{{[0-9]+}}: error: ld.shared of 16 bytes [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-misaligned]
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(value)
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(rows + threadIdx.x % 8 * 5))));
  out[threadIdx.x] = value;
}

int main() {
  unsigned *out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  kernel<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
