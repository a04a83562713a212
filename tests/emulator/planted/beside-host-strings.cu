// RUN: %caught
// What instrumented strings of host code do while a mistake is described is none.
#include <cstdio>
#include <sstream>
#include <string>

__device__ int table[4] = {1, 2, 3, 4};

__global__ void kernel(int *out, int n) {
  // ERROR: beside-host-strings.cu:[[#@LINE+1]]:{{.*}}error: {{.*}}[emulator-out-of-range]
  out[n + threadIdx.x] = table[threadIdx.x % 4];
}

int main() {
  std::string line, all;
  std::istringstream lines("one\ntwo\n");
  while (std::getline(lines, line))
    all.append(line).push_back(' ');
  int *out;
  cudaMalloc(&out, 32 * sizeof(int));
  kernel<<<1, 32>>>(out, 1);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s%s\n", all.c_str(), cudaGetErrorString(error));
  return error != cudaSuccess;
}
