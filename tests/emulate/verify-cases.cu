// RUN: warpsmith %s --passes='tile<32;32;16;4;4>' --verify -o %t.cu --report=%t.json -- %flags 2>&1 | FileCheck %s --implicit-check-not="not verified"
// RUN: cp %s %t.wrong.cu && not warpsmith %t.wrong.cu --kernel=open --verify -o %t.cu -- %flags -DOPEN 2>&1 | FileCheck %s --check-prefix=OPEN
// Each case of a kernel is run with arguments that satisfy all of its conditions at once; those
// that exclude each other are no case. A case without arguments is reported.
#include "program.h"

enum Mode { Plain = 1, Scaled = 2, Added = 5 };

// CHECK: rewrote 'modes': {{.*}}, in 6 cases
__global__ void modes(int m, int n, int k, int mode, float alpha, const float *a, const float *b,
                      float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    if (mode == Plain)
      c[i * n + j] = sum;
    else if (mode != Scaled && mode <= 4)
      c[i * n + j] = sum - 1.0f;
    else if (mode == Added)
      c[i * n + j] += sum;
    else if (mode == 1) // never
      c[i * n + j] = 0.5f * sum;
    else
      c[i * n + j] = alpha * sum;
  }
}

// CHECK: rewrote 'flags': {{.*}}, in 4 cases
__global__ void flags(int m, int n, int k, bool negate, unsigned level, int low, int high,
                      const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    if (negate != true)
      c[i * n + j] = low < high ? sum : 3.0f * sum;
    else
      c[i * n + j] = level < 1u ? -sum : 2.0f * sum;
  }
}

#ifdef OPEN
// OPEN: error: a case of 'open' is not verified: no arguments are found that meet what the launch must meet: 'alpha {{[<>] [01]}}.0f'
__global__ void open(int n, float alpha, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < n; ++l)
      sum += a[i * n + l] * b[l * n + j];
    if (alpha > 0.0f && alpha < 1.0f)
      c[i * n + j] = alpha * sum;
    else
      c[i * n + j] = sum;
  }
}
void run(dim3 g, dim3 t, float *a) {
  open<<<g, t>>>(64, 0.5f, a, a, a);
}
#endif

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid(8, 8), block(16, 16);
  modes<<<grid, block>>>(Rows, Columns, Steps, Scaled, 2.0f, a, b, c);
  flags<<<grid, block>>>(Rows, Columns, Steps, true, 0, 1, 2, a, b, c);
}
