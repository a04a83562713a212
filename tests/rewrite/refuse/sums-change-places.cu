// RUN: %unchanged
// Two sums change places at each step.
__global__ void swaps(const float *a, const float *b, float *c, int m, int n, int k) {
  int i = 2 * (blockIdx.y * blockDim.y + threadIdx.y), j = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0, t = 0;
// CHECK: {{.*}}.cu:[[@LINE+8]]:{{[0-9]+}}: remark: left 'swaps' alone: 's' is a value that the last step of a loop has left, and no sum of its steps
  for (int l = 0; l < k; ++l) {
    s += a[i * k + l] * b[l * n + j];
    t += a[(i + 1) * k + l] * b[l * n + j];
    float first = s;
    s = t;
    t = first;
  }
  c[i * n + j] = s;
  c[(i + 1) * n + j] = t;
}
void run(dim3 g, dim3 t, const float *a, float *c, int n) { swaps<<<g,t>>>(a,a,c,n,n,n); }
