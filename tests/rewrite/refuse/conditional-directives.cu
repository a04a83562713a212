// RUN: %unchanged
// Conditional directives in a kernel that the file's own macros do not settle.
#define LARGE 3
// CHECK-DAG: remark: left 'compiler' alone: preprocessor conditional inside the kernel, and '__GNUC__' is not the same
// CHECK-DAG: remark: left 'changes' alone: preprocessor conditional inside the kernel, and 'LARGE' changes before the end of the kernel
// CHECK-DAG: remark: left 'inHead' alone: preprocessor conditional inside the kernel's head
#define PRODUCT(FACTOR)                                                                               \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;        \
  if (i < n && j < n) {                                                                            \
    float sum = 0;                                                                                 \
    for (int l = 0; l < n; ++l)                                                                    \
      sum += a[i * n + l] * b[l * n + j];                                                          \
    c[i * n + j] = FACTOR * sum;                                                                   \
  }
__global__ void compiler(int n, const float *a, const float *b, float *c) {
#if defined(LARGE) && defined(__GNUC__)
  PRODUCT(2)
#else
  PRODUCT(3)
#endif
}
__global__ void changes(int n, const float *a, const float *b, float *c) {
#if LARGE > 2
  PRODUCT(2)
#else
  PRODUCT(3)
#endif
#undef LARGE
}
__global__ void inHead(int n, const float *a, const float *b,
#ifdef TYPED
                       float *c
#else
                       float *c
#endif
) {
  PRODUCT(2)
}
void go(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  compiler<<<g, t>>>(n, a, b, c);
  changes<<<g, t>>>(n, a, b, c);
  inHead<<<g, t>>>(n, a, b, c);
}
