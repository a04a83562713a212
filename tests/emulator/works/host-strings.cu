// RUN: %works
// RUN: warpsmith-emulate %s -O0 -o %t.plain -- && %t.plain
// Host code has instrumented instances of the standard library's templates. The emulator looks for
// the memory of __device__ variables without them.
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <vector>

__device__ int scale = 3;
__constant__ int terms[4] = {1, 2, 3, 4};

__global__ void kernel(int *out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = scale * terms[threadIdx.x % 4];
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

std::string spelled(const std::vector<int> &values) {
  std::map<std::string, int> places;
  std::string text, line;
  for (const int value : values) {
    places[std::to_string(value)] = value;
    text += std::to_string(value);
    text.push_back('\n');
  }
  std::istringstream lines(text);
  std::string joined;
  while (std::getline(lines, line))
    joined.append(line).append(" ");
  return joined + std::to_string(places.size());
}

int main() {
  int *out;
  cudaMallocManaged(&out, 32 * sizeof(int));
  const std::string before = spelled({1, 2, 3});
  kernel<<<1, 32>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  const std::string after = spelled({out[0], out[1], out[4]});
  if (before != "1 2 3 3" || after != "12 9 12 2") {
    std::printf("%s, %s\n", before.c_str(), after.c_str());
    return 1;
  }
}
