// RUN: %unchanged
// Macros that would make something else of another text, or that write a part of the launch. A kernel
// that is not static keeps such launches: launch-kept.cu.
#define UNUSED(x) (void)sizeof(#x)
#define SPLIT(x, y) x, y
#define COUNTED(...) COUNTED_(__VA_ARGS__, 3)
#define COUNTED_(x, y, ...) x, y
#define KERNEL(name) name<<<g, t>>>(n, n, n, a, b, c)
#define CHEVRONS(...) <<<__VA_ARGS__>>>

#define J (blockIdx.x * blockDim.x + threadIdx.x)
#define I (blockIdx.y * blockDim.y + threadIdx.y)
// CHECK: .cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'a1' alone: no launch of the kernel in this file
static __global__ void a1(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = I, j = J;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
// CHECK: .cu:66:{{[0-9]+}}: remark: left 'a2' alone: launch inside a macro: commas divide the launch into several arguments of a macro
static __global__ void a2(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = I, j = J;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
// CHECK: .cu:67:{{[0-9]+}}: remark: left 'a3' alone: launch inside a macro: commas divide the launch into several arguments of a macro
static __global__ void a3(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = I, j = J;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
// CHECK: .cu:68:{{[0-9]+}}: remark: left 'a4' alone: launch inside a macro
static __global__ void a4(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = I, j = J;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
// CHECK: .cu:69:{{[0-9]+}}: remark: left 'a5' alone: launch inside a macro
static __global__ void a5(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = I, j = J;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  UNUSED((a1<<<g, t>>>(n, n, n, a, b, c)));
  SPLIT(a2<<<g, t>>>(n, n, n, a, b, c));
  COUNTED(a3<<<g, t>>>(n, n, n, a, b, c));
  KERNEL(a4);
  a5 CHEVRONS(g, t)(n, n, n, a, b, c);
}
