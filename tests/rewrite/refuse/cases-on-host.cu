// RUN: warpsmith %s -o %t.cu 2> %t.remarks -- && cmp %s %t.cu && FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
// Conditions on parameters to which the host may give another answer than the device: they make no cases.

#define PARAMETERS                                                                                 \
  int m, int n, int k, unsigned u, float alpha, float beta, const float *a, const float *b, float *c
#define PRODUCT                                                                                    \
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;  \
  if (i >= m || j >= n)                                                                            \
    return;                                                                                        \
  float sum = 0;                                                                                   \
  for (int l = 0; l < k; ++l)                                                                      \
    sum += a[i * k + l] * b[l * n + j];
#define STORE                                                                                      \
  c[i * n + j] = sum;                                                                              \
  else c[2 * (i * n + j)] = sum;

// The device saturates, and no number becomes 0.
// CHECK: remark: left 'converted' alone:
__global__ void converted(PARAMETERS) {
  PRODUCT
  if ((int)alpha == k)
    STORE
}

// nvcc contracts the product and the sum.
// CHECK: remark: left 'contracted' alone:
__global__ void contracted(PARAMETERS) {
  PRODUCT
  if (alpha * beta - 0.01f == 0.0f)
    STORE
}

// 64 bits with a sign do not hold the product.
// CHECK: remark: left 'unsignedProduct' alone:
__global__ void unsignedProduct(PARAMETERS) {
  PRODUCT
  if (static_cast<unsigned long long>(u) * u > 10000000000ull)
    STORE
}

// A pointer that has been moved is not null.
// CHECK: remark: left 'moved' alone:
__global__ void moved(PARAMETERS) {
  PRODUCT
  const float *row = a + i;
  if (row != nullptr)
    STORE
}

void run(dim3 g, dim3 t, float *x) {
  converted<<<g, t>>>(1, 1, 1, 1, 1.0f, 1.0f, x, x, x);
  contracted<<<g, t>>>(1, 1, 1, 1, 1.0f, 1.0f, x, x, x);
  unsignedProduct<<<g, t>>>(1, 1, 1, 1, 1.0f, 1.0f, x, x, x);
  moved<<<g, t>>>(1, 1, 1, 1, 1.0f, 1.0f, x, x, x);
}
