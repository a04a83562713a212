// Launches through cudaConfigureCall, beside one with <<<>>>.
// RUN: %parsed
// RUN: %parsed-toolkit
// CHECK: remark: rewrote 'dgemm'

__global__ void dgemm(double *x, double *y, double *z, int size) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  double r = 0;
  for (int k = 0; k < size; k++)
    r += x[i * size + k] * y[k * size + j];
  z[i * size + j] = r;
}

void twice(double *x, double *y, double *z, int size) {
  dim3 block(8, 8), grid(size / 8, size / 8);
  dgemm<<<grid, block>>>(x, y, z, size);
  size_t offset = 0;
  cudaConfigureCall(grid, block, 0, 0);
  cudaSetupArgument(&x, sizeof(x), offset);
  offset += sizeof(x);
  cudaSetupArgument(y, offset);
  cudaSetupArgument(z, offset + 8);
  cudaLaunch("dgemm");
  cudaLaunch(dgemm);
}
