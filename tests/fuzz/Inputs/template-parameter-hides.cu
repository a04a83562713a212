// A template's parameter that hides a namespace of the generated code.
template <typename std, typename warpsmith>
__global__ void gemm(int n, const warpsmith *a, const warpsmith *b, warpsmith *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    warpsmith sum = 0;
    for (int l = 0; l < n; ++l)
      sum += a[i * n + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void run(dim3 g, dim3 t, float *a, void **args) {
  gemm<int, float><<<g, t>>>(1, a, a, a);
  cudaLaunchKernel((void *)gemm<int, float>, g, t, args, 0, 0);
}
