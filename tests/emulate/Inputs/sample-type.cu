// The kernel has a parameter of a type that a header of NVIDIA's samples declares.
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c,
                     StopWatchInterface *timer) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
int main() {
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(0, 0, 0, nullptr, nullptr, nullptr, nullptr);
}
