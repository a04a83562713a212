// RUN: %caught
// A pointer to host memory is passed to the kernel.
__global__ void kernel(float *data) {
// ERROR: host-memory.cu:[[@LINE+1]]:{{[0-9]+}}: error: read from host memory, which a kernel cannot reach [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-host-memory]
  data[0] += 1;
}

int main() {
  static float *data = new float[64]();
  kernel<<<1, 1>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
