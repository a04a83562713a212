// RUN: %caught
// A thread waits for its own copies only.
__device__ void copy(void *shared, const void *global) {
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(global) : "memory");
}
__device__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
__global__ void kernel(float *data) {
  __shared__ float shared[64];
  copy(&shared[threadIdx.x], &data[threadIdx.x]);
  commit();
  asm volatile("cp.async.wait_all;" ::: "memory");
// ERROR: wait-without-barrier.cu:[[@LINE+1]]:{{[0-9]+}}: error: read of 'shared' at byte {{.*}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-{{race|asynchronous-copy|uninitialised}}]
  data[threadIdx.x] = shared[63 - threadIdx.x];
}

int main() {
  float *data;
  cudaMalloc(&data, 4096 * sizeof(float));
  cudaMemset(data, 0, 4096 * sizeof(float));
  kernel<<<2, 64>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
