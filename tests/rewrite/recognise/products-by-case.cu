// RUN: warpsmith %s --emit=contraction -- 2>&1 | FileCheck %s
// RUN: warpsmith %s --passes=tile -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=TILE
// A product that a condition on parameters chooses is rounded before it is added: nvcc has a multiplication, a
// selection and an addition. What both branches add is chosen first, too.

#define PRODUCT                                                                                    \
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;  \
  if (i >= m || j >= n)                                                                            \
    return;                                                                                        \
  float sum = 0;                                                                                   \
  for (int l = 0; l < k; ++l)                                                                      \
    sum += a[i * k + l] * b[l * n + j];
#define PARAMETERS int m, int n, int k, bool scales, float alpha, const float *a, const float *b, float *c

// CHECK: contraction byChoice
// CHECK: result   C + __fmul_rn(sum, alpha)
__global__ void byChoice(PARAMETERS) {
  PRODUCT
  sum = scales ? sum * alpha : sum;
  c[i * n + j] += sum;
}

// CHECK: contraction byBranch
// CHECK: result   __fmul_rn(sum, alpha) + C
__global__ void byBranch(PARAMETERS) {
  PRODUCT
  if (scales)
    sum *= alpha;
  c[i * n + j] = sum + c[i * n + j];
}

// CHECK: contraction ofOutput
// CHECK: result   sum + __fmul_rn(C, alpha)
__global__ void ofOutput(PARAMETERS) {
  PRODUCT
  float rest = scales ? c[i * n + j] * alpha : 0.0f;
  c[i * n + j] = sum + rest;
}

// Inside of the branch it is contracted.
// CHECK: contraction inBranch
// CHECK: result   {{C|A2}} + sum * alpha
__global__ void inBranch(PARAMETERS) {
  PRODUCT
  if (scales)
    c[i * n + j] += sum * alpha;
  else
    c[i * n + j] = sum;
}

// TILE: rewrote 'bothAdd': {{.*}}; the original runs one other case: {{.*}} adds products, and which one nvcc contracts into an FMA cannot be told
__global__ void bothAdd(PARAMETERS) {
  PRODUCT
  float old = c[i * n + j];
  if (scales)
    old += sum * alpha;
  else
    old += sum;
  c[i * n + j] = old;
}

void run(dim3 g, dim3 t, float *x) {
  byChoice<<<g, t>>>(1, 1, 1, true, 1.0f, x, x, x);
  byBranch<<<g, t>>>(1, 1, 1, true, 1.0f, x, x, x);
  ofOutput<<<g, t>>>(1, 1, 1, true, 1.0f, x, x, x);
  inBranch<<<g, t>>>(1, 1, 1, true, 1.0f, x, x, x);
  bothAdd<<<g, t>>>(1, 1, 1, true, 1.0f, x, x, x);
}
