// RUN: %unchanged
// Lambdas that do more than return a value.
__global__ void assigns(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  auto add = [&](float &to, float product) { to += product; };
  if (i < m && j < n) {
    for (int l = 0; l < k; ++l)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'assigns' alone: 'to' of 'operator()' is a reference
      add(sum, a[i * k + l] * b[l * n + j]);
    c[i * n + j] = sum;
  }
}
__global__ void counts(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int count = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'counts' alone: lambda that changes what it captures
  auto next = [=]() mutable { return count++; };
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + next()] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
__global__ void holds(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'holds' alone: lambda that captures something else than a variable
  auto row = [from = a + 1](int index) { return from[index]; };
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += row(i * k + l) * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  assigns<<<g, t>>>(n, n, n, a, b, c);
  counts<<<g, t>>>(n, n, n, a, b, c);
  holds<<<g, t>>>(n, n, n, a, b, c);
}
