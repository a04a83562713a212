// RUN: warpsmith %s -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.cu
// Names: kernels in namespaces, declared before their launch, called like our own functions.
// REMARK: rewrote 'kernel'
// REMARK: left 'taken' alone: the name 'taken_rewritten' is taken
// RUN: warpsmith %s --kernel=shared -o %t.shared.cu -- 2>&1 | FileCheck %s --check-prefix=SUPPORT
// SUPPORT: left 'shared' alone: the name 'shared_rewritten_support' is taken
namespace outer {
__global__ void kernel(int m, int n, int k, float row, const float *lda, const float *c, float *a);

void run(dim3 grid, const float *x, float *y) { kernel<<<grid, 256>>>(1, 2, 3, 4.0f, x, x, y); }
// CHECK: {{^ *}}void run(dim3 grid, const float *x, float *y) { kernel_rewritten::launch(grid, 256, 0, 0, 1, 2, 3, 4.0f, x, x, y); }

__global__ void kernel(int m, int n, int k, float row, const float *lda, const float *c, float *a) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += row * lda[i * k + l] * c[l * n + j];
    a[i * n + j] = sum;
  }
}
} // namespace outer
// The original is called by its full name, since ours is called kernel as well.
// CHECK: {{^ *}}::outer::kernel<<<

struct taken_rewritten {};
__global__ void taken(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void launchTaken(const float *x, float *y) { taken<<<1, 256>>>(1, 2, 3, x, x, y); }

int shared_rewritten_support;
__global__ void shared(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void launchShared(const float *x, float *y) { shared<<<1, 256>>>(1, 2, 3, x, x, y); }
