// RUN: %unchanged
// Kernels of macros whose calls generated code cannot follow.

#define HEAD(NAME) __global__ void NAME(const float *a, const float *b, float *c, int n)
#define BODY                                                                                       \
  {                                                                                                \
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;      \
    if (i >= n || j >= n)                                                                          \
      return;                                                                                      \
    float sum = 0;                                                                                 \
    for (int k = 0; k < n; ++k)                                                                    \
      sum += a[i * n + k] * b[k * n + j];                                                          \
    c[i * n + j] = sum;                                                                            \
  }

// CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: left 'inParts' alone: a macro writes a part of the kernel
HEAD(inParts) BODY

#define BOTH HEAD(first) BODY HEAD(second) BODY
// CHECK: [[@LINE+2]]:{{[0-9]+}}: remark: left 'first' alone: one call of a macro writes several kernels
// CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: left 'second' alone: one call of a macro writes several kernels
BOTH

#define IN_SPACE(NAME) namespace inner { HEAD(NAME) BODY
// CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: left 'open' alone: the macro that writes the kernel opens or closes a scope
IN_SPACE(open)
}
void run(dim3 g, dim3 t, float *x, int n) {
  inParts<<<g, t>>>(x, x, x, n);
  first<<<g, t>>>(x, x, x, n);
  second<<<g, t>>>(x, x, x, n);
  inner::open<<<g, t>>>(x, x, x, n);
}
