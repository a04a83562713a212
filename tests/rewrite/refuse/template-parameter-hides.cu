// RUN: %unchanged
// Parameters of templates that are named as what the generated template of the same head uses.
// CHECK: {{.*}}.cu:[[@LINE+2]]:{{[0-9]+}}: remark: left 'scoped' alone: the template's parameter 'warpsmith' would hide that name in the generated code
template <typename warpsmith>
__global__ void scoped(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// CHECK: {{.*}}.cu:[[@LINE+2]]:{{[0-9]+}}: remark: left 'called' alone: the template's parameter 'launch' would hide that name in the generated code
template <int launch>
__global__ void called(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// CHECK: {{.*}}.cu:[[@LINE+2]]:{{[0-9]+}}: remark: left 'standard' alone: the template's parameter 'std' would hide that name in the generated code
template <typename T, typename std>
__global__ void standard(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// CHECK: {{.*}}.cu:[[@LINE+2]]:{{[0-9]+}}: remark: left 'given' alone: the template's parameter 'grid' would hide that name in the generated code
template <int grid>
__global__ void given(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  scoped<float><<<g, t>>>(n, n, n, a, b, c);
  called<3><<<g, t>>>(n, n, n, a, b, c);
  standard<float, int><<<g, t>>>(n, n, n, a, b, c);
  given<2><<<g, t>>>(n, n, n, a, b, c);
}
