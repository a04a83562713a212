// RUN: warpsmith %s --passes=tile --arch=sm_80 -o %t.cu --report=%t.json -- 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
// Launches whose source already shows that the original runs there, and why. Every claim is about the
// values that the host's variables have at the launch; where these are not known, nothing is said.
#include <cstdio>
#include <cstdlib>

// CHECK: :[[@LINE+1]]:17: remark: rewrote 'gemm'
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

#define TILE 16
inline int ceilDivide(int size, int by) { return (size + by - 1) / by; }
const float *a, *b;
float *c;

void truncated(int m, int n, int k) {
  dim3 block(TILE, TILE);
  // CHECK: :[[@LINE+1]]:3: remark: the original runs at this launch where 'm % 16 != 0': it does not meet 'blockDim.y * gridDim.y >= m', which the rewritten kernel requires then
  gemm<<<dim3(n / TILE, m / TILE), block>>>(m, n, k, a, b, c);
  const int columns = n >> 4;
  dim3 grid(columns, (m + TILE - 1) / block.y);
  // CHECK: :[[@LINE+1]]:3: remark: the original runs at this launch where 'n % 16 != 0'
  gemm<<<grid, block>>>(m, n, k, a, b, c);
  // CHECK: :[[@LINE+1]]:3: remark: the original runs at this launch where '(n + 7) % 16 > 7'
  gemm<<<dim3((n + 7) / TILE, ceilDivide(m, TILE)), block>>>(m, n, k, a, b, c);
  // CHECK: :[[@LINE+1]]:3: remark: the original runs at this launch where 'n % 16 != 0'
  gemm<<<dim3(ceil(n / 16), ceil((float)m / TILE)), block>>>(m, n, k, a, b, c);
}

void swapped(int rows, int columns, int k) {
  dim3 block(32, 8);
  dim3 grid(ceilDivide(rows, 32), ceilDivide(columns, 8));
  // CHECK: :[[@LINE+1]]:3: remark: the axes of this launch look swapped: 'blockDim.y * gridDim.y' follows from 'columns' and 'blockDim.x * gridDim.x' from 'rows', but the rewritten kernel requires 'blockDim.y * gridDim.y >= m' and 'blockDim.x * gridDim.x >= n'; the original runs where that does not hold
  gemm<<<grid, block>>>(rows, columns, k, a, b, c);
}

void fixed() {
  const int M = 45, N = 37;
  int size = 64;
  // CHECK: :[[@LINE+1]]:3: remark: the original runs at this launch, which does not meet 'blockDim.y * gridDim.y >= m', which the rewritten kernel requires (32 < 45)
  gemm<<<dim3(N / 16 + 1, M / 16), dim3(16, 16)>>>(M, N, 8, a, b, c);
  // CHECK: :[[@LINE+1]]:3: remark: the original runs at this launch, which does not meet 'blockDim.z * gridDim.z == 1', which the rewritten kernel requires (2 != 1)
  gemm<<<dim3(4, 4, 2), dim3(16, 16)>>>(size, size, 8, a, b, c);
  gemm<<<dim3(size / 16, size / 16), dim3(16, 16)>>>(size, size, 8, a, b, c);
}

void late(int n) {
  int size = 0;
  scanf("%d", &size);
  // CHECK: :[[@LINE+1]]:3: remark: the original runs at this launch where 'size % 16 != 0'
  gemm<<<dim3(size / 16, size / 16), dim3(16, 16)>>>(size, size, n, a, b, c);
}

// CHECK: :[[@LINE+1]]:17: remark: rewrote 'flattened'
__global__ void flattened(int n, int k, const float *a, const float *b, float *c) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < n * n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[index / n * k + l] * b[l * n + index % n];
    c[index] = sum;
  }
}
void flat(int n) {
  // CHECK: :[[@LINE+1]]:3: remark: the original runs at this launch where 'n * n % 256 != 0'
  flattened<<<n * n / 256, 256>>>(n, n, a, b, c);
  flattened<<<(n * n + 255) / 256, 256>>>(n, n, a, b, c);
  flattened<<<n * n, 1>>>(n, n, a, b, c);
}

// Nothing is claimed of what may have changed in between, or is not followed.
void change(int &size);
void watch(int *size);
void given(int n = 64, dim3 grid = dim3(1, 1)) {
  gemm<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(64, 64, n, a, b, c);
  gemm<<<grid, dim3(16, 16)>>>(64, 64, n, a, b, c);
}
void itself(int n) {
  int size = size / 16;
  dim3 grid(grid.x, size / 16);
  gemm<<<dim3(size, size), dim3(16, 16)>>>(size, size, n, a, b, c);
  gemm<<<grid, dim3(16, 16)>>>(size, size, n, a, b, c);
}
#define DOUBLE(to, from) int to = from + from;
void chain(int n) {
  DOUBLE(a1, n) DOUBLE(a2, a1) DOUBLE(a3, a2) DOUBLE(a4, a3) DOUBLE(a5, a4) DOUBLE(a6, a5)
  DOUBLE(b1, a6) DOUBLE(b2, b1) DOUBLE(b3, b2) DOUBLE(b4, b3) DOUBLE(b5, b4) DOUBLE(b6, b5)
  DOUBLE(c1, b6) DOUBLE(c2, c1) DOUBLE(c3, c2) DOUBLE(c4, c3) DOUBLE(c5, c4) DOUBLE(c6, c5)
  DOUBLE(d1, c6) DOUBLE(d2, d1) DOUBLE(d3, d2) DOUBLE(d4, d3) DOUBLE(d5, d4) DOUBLE(d6, d5)
  DOUBLE(e1, d6) DOUBLE(e2, e1) DOUBLE(e3, e2) DOUBLE(e4, e3) DOUBLE(e5, e4) DOUBLE(e6, e5)
  gemm<<<dim3(e6 / 16, e6 / 16), dim3(16, 16)>>>(e6, e6, n, a, b, c);
}
void watched(int n) {
  watch(&n);
  dim3 grid(n / 16, n / 16);
  change(n);
  gemm<<<grid, dim3(16, 16)>>>(n, n, n, a, b, c);
}
void later(int n) {
  gemm<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(n, 64, n, a, b, c);
  change(n);
}
template <typename T>
void unknown(T m, int n, int k, int *shared, int &other) {
  dim3 grid(n / 16, (m + 15) / 16), block(16, 16);
  while (n > 100) {
    gemm<<<grid, block>>>(m, n, k, a, b, c);
    n -= 100;
  }
  int p = 48, q = 48, r = 48;
  dim3 before(p / 16, q / 16);
  scanf("%d", &p);
  gemm<<<before, block>>>(q, p, k, a, b, c);
  dim3 chosen(m / 16, q / 16);
  chosen.x = 4;
  gemm<<<chosen, block>>>(q, m, k, a, b, c);
  int *pointer = &r;
  dim3 pointed(r / 16, q / 16);
  *pointer = 20;
  gemm<<<pointed, block>>>(q, r, k, a, b, c);
  gemm<<<dim3(other / 16, *shared / 16), block>>>(*shared, other, k, a, b, c);
  auto launch = [&] { gemm<<<dim3(m / 16, m / 16), block>>>(m, m, k, a, b, c); };
  launch();
  gemm<<<dim3((short)m / 16, 4), block>>>(64, m, k, a, b, c);
  gemm<<<dim3(std::abs(m) / 16, 4), block>>>(64, m, k, a, b, c);
  int inner = m;
  if (n > 3) {
    int m = inner + 4;
    gemm<<<dim3(inner / 16, 4), block>>>(64, m, k, a, b, c);
  }
}
template void unknown(int, int, int, int *, int &);

// The last remark of all.
// CHECK: remark: compile with nvcc -gencode=arch=compute_80,code=sm_80 {{.*}} [warpsmith-compile]

// REPORT: "check": "warpsmith-launch"
// REPORT: "verdict": "launch"
