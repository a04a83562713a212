namespace outer {
namespace {
template <typename Number, int Tile>
__global__ void gemm(const Number *a, const Number *b, Number *c, int m, int n, int k) {
  int i = blockIdx.y * Tile + threadIdx.y, j = blockIdx.x * Tile + threadIdx.x;
  if (i < m && j < n) {
    Number sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
} // namespace
} // namespace outer

__global__ void either(const float *a, const float *b, float *c, int m, int n, int k, bool flip) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * (flip ? b[j * k + l] : b[l * n + j]);
    c[i * n + j] = sum;
  }
}

void multiply(const float *a, const float *b, float *c, int m, int n, int k) {
  outer::gemm<float, 16><<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
}
void multiply(const double *a, const double *b, double *c, int m, int n, int k) {
  outer::gemm<double, 8><<<dim3((n + 7) / 8, (m + 7) / 8), dim3(8, 8)>>>(a, b, c, m, n, k);
}
void flipped(const float *a, const float *b, float *c, int m, int n, int k, bool flip) {
  either<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k, flip);
}
