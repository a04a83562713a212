// RUN: warpsmith-emulate %s -o %t -- -DRAND_MAX=7 -DSIZE=3 && %t
// Macros of the command line that a header defines anew are the header's, as nvcc has them; others
// are what was said.
#include <cstdlib>

__global__ void sizes(long *values) {
  values[threadIdx.x] = threadIdx.x == 0 ? SIZE : RAND_MAX;
}

int main() {
  long *device = nullptr, host[2] = {};
  cudaMalloc(&device, sizeof(host));
  sizes<<<1, 2>>>(device);
  cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
  return host[0] == 3 && host[1] > 7 ? 0 : 1;
}
