// RUN: %unchanged
// Macros that would make something else of another text, or that write a part of the launch. A kernel
// that is not static keeps such launches: launch-kept.cu.
#define UNUSED(x) (void)sizeof(#x)
#define SPLIT(x, y) x, y
#define COUNTED(...) COUNTED_(__VA_ARGS__, 3)
#define COUNTED_(x, y, ...) x, y
#define KERNEL(name) name<<<g, t>>>(n, n, n, a, b, c)
#define CHEVRONS(...) <<<__VA_ARGS__>>>
#define PASTED(number) a##number<<<g, t>>>(n, n, n, a, b, c)
#define ANY_A7 a7<<<g, t>>>(n, n, n, a, b, c)

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
// CHECK: .cu:93:{{[0-9]+}}: remark: left 'a2' alone: launch inside a macro: commas divide the launch into several arguments of a macro
static __global__ void a2(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = I, j = J;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
// CHECK: .cu:94:{{[0-9]+}}: remark: left 'a3' alone: launch inside a macro: commas divide the launch into several arguments of a macro
static __global__ void a3(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = I, j = J;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
// CHECK: .cu:95:{{[0-9]+}}: remark: left 'a4' alone: launch inside a macro
static __global__ void a4(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = I, j = J;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
// CHECK: .cu:98:{{[0-9]+}}: remark: left 'a5' alone: launch inside a macro
static __global__ void a5(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = I, j = J;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
// CHECK: remark: left 'a6' alone: launch inside a macro
static __global__ void a6(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = I, j = J;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
// CHECK: remark: left 'a7' alone: launch inside a macro: its definition launches several kernels
static __global__ void a7(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = I, j = J;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
namespace other {
// CHECK: remark: left 'a7' alone: {{no loop|launch inside a macro}}
static __global__ void a7(int m, int n, int k, const float *a, const float *b, float *c) { c[0] = m; }
void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) { ANY_A7; }
} // namespace other

void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  UNUSED((a1<<<g, t>>>(n, n, n, a, b, c)));
  SPLIT(a2<<<g, t>>>(n, n, n, a, b, c));
  COUNTED(a3<<<g, t>>>(n, n, n, a, b, c));
  KERNEL(a4);
  PASTED(6);
  ANY_A7;
  a5 CHEVRONS(g, t)(n, n, n, a, b, c);
}
