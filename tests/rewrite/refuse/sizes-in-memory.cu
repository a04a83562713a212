// RUN: %unchanged
// Elements of arrays that are no sizes: the kernel stores there, or the place is no constant.
#define INDICES                                                                                    \
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x
#define PRODUCT(m, n, k)                                                                           \
  if (i >= m || j >= n)                                                                            \
    return;                                                                                        \
  float sum = 0;                                                                                   \
  for (int l = 0; l < k; ++l)                                                                      \
    sum += a[i * k + l] * b[l * n + j];                                                            \
  c[i * n + j] = sum

// CHECK: remark: left 'stored' alone:
__global__ void stored(int *shape, const float *a, const float *b, float *c) {
  INDICES;
  shape[3] = 1;
  PRODUCT(shape[0], shape[1], shape[2]);
}
// CHECK: remark: left 'storedBehind' alone:
__global__ void storedBehind(int *shape, const float *a, const float *b, float *c) {
  INDICES;
  const int n = shape[1];
  PRODUCT(shape[0], n, shape[2]);
  shape[1] = n + 1;
}
// CHECK: remark: left 'changing' alone:
__global__ void changing(const volatile int *shape, const float *a, const float *b, float *c) {
  INDICES;
  PRODUCT(shape[0], shape[1], shape[2]);
}
// CHECK: remark: left 'ofThread' alone:
__global__ void ofThread(const int *shape, const float *a, const float *b, float *c) {
  INDICES;
  PRODUCT(shape[0], shape[1], shape[i]);
}
// CHECK: remark: left 'atSize' alone:
__global__ void atSize(const int *shape, int at, const float *a, const float *b, float *c) {
  INDICES;
  PRODUCT(shape[0], shape[at], shape[2]);
}
// The one that is read first is not known.
__device__ bool isInside(const int *shape, int i) { return i < shape[0]; }
// CHECK: remark: left 'byFunction' alone: {{.*}}which of the structures that have its sizes is read first is not known
__global__ void byFunction(const int *shape, const int *other, const float *a, const float *b,
                           float *c) {
  INDICES;
  if (isInside(shape, i) && j < other[0]) {
    float sum = 0;
    for (int l = 0; l < other[1]; ++l)
      sum += a[i * other[1] + l] * b[l * other[0] + j];
    c[i * other[0] + j] = sum;
  }
}
void run(dim3 g, dim3 t, int *s, float *a) {
  stored<<<g, t>>>(s, a, a, a);
  storedBehind<<<g, t>>>(s, a, a, a);
  changing<<<g, t>>>(s, a, a, a);
  ofThread<<<g, t>>>(s, a, a, a);
  atSize<<<g, t>>>(s, 1, a, a, a);
  byFunction<<<g, t>>>(s, s, a, a, a);
}
