// RUN: %unchanged
// Kernels of a name that other functions have, too: a call with their parameters may be one of these.
#define PRODUCT                                                                                    \
  int i = blockIdx.y * blockDim.y + threadIdx.y;                                                   \
  int j = blockIdx.x * blockDim.x + threadIdx.x;                                                   \
  if (i < m && j < n) {                                                                            \
    float sum = 0;                                                                                 \
    for (int l = 0; l < k; ++l)                                                                    \
      sum += a[i * k + l] * b[l * n + j];                                                          \
    c[i * n + j] = sum;                                                                            \
  }

void gemm(int m, int n, int k, const float *a, const float *b, float *c, int repeats = 1);
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'gemm' alone: the kernel's name is overloaded, and a call with its parameters may mean the other function: give it a name of its own
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  PRODUCT
}
void run(float *a) {
  gemm(1, 1, 1, a, a, a, 2);
}

void byReference(int &m, int &n, int &k, const float *&a, const float *&b, float *&c) {
}
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'byReference' alone: the kernel's name is overloaded
__global__ void byReference(int m, int n, int k, const float *a, const float *b, float *c) {
  PRODUCT
}
void run2(dim3 g, dim3 t, float *a) {
  byReference<<<g, t>>>(1, 1, 1, a, a, a);
}

template <class... Types>
void anything(Types &&...values) {
}
template <class T>
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'anything' alone: the kernel's name is overloaded
__global__ void anything(int m, int n, int k, const T *a, const T *b, T *c) {
  PRODUCT
}
void run3(dim3 g, dim3 t, float *a) {
  anything<float><<<g, t>>>(1, 1, 1, a, a, a);
}
