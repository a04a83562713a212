// RUN: %caught
// A lane has left the warp that multiplies.
__global__ void kernel(double *out) {
  if (threadIdx.x == 31)
    return;
  double sums[2] = {0, 0}, a = 1, b = 2;
  // ERROR: mma-not-converged.cu:[[@LINE+1]]:{{[0-9]+}}: error: mma: not all lanes of the warp are here with the same shape {{.*}}[emulator-warp]
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
               : "+d"(sums[0]), "+d"(sums[1])
               : "d"(a), "d"(b));
  out[threadIdx.x] = sums[0] + sums[1];
}

int main() {
  double *out;
  cudaMalloc(&out, 32 * sizeof(double));
  kernel<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
