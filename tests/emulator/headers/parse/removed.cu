// RUN: not %parse %s 2>&1 | FileCheck %s
// What CUDA 13 has removed is not there.
__global__ void kernel() {
}
int main() {
  kernel<<<1, 1>>>();
  // CHECK: error: use of undeclared identifier 'cudaThreadSynchronize'
  cudaThreadSynchronize();
  cudaDeviceProp properties;
  // CHECK: error: no member named 'clockRate' in 'cudaDeviceProp'
  return properties.clockRate;
}
