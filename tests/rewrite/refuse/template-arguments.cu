// RUN: %unchanged
// Template arguments that generated code cannot name.
template <typename T>
__global__ void ofLocal(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum * T::factor();
  }
}
// CHECK: {{.*}}.cu:4:17: remark: left 'ofLocal' alone: template argument of a type that is local or has no name

void run(int m, int n, int k, float *a, float *b, float *c) {
  struct Local {
    __device__ static float factor() { return 2; }
  };
  ofLocal<Local><<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, a, b, c);
}
