// RUN: %unchanged
// A lambda's copy of a local array is older than the array.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sums[2] = {};
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: a lambda that copies an array
  auto sum = [=](int part) { return sums[part]; };
  for (int k = 0; k < p; ++k)
    for (int part = 0; part < 2; ++part)
      sums[part] += a[row * p + k] * b[k * m + col + part];
  for (int part = 0; part < 2; ++part)
    c[row * m + col + part] = sum(part);
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
