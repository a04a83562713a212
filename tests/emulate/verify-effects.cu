// RUN: warpsmith %s --passes='tile<32;32;16;4;4>' --verify -o %t.cu -- %flags 2>&1 | FileCheck %s --implicit-check-not="remark: left" --implicit-check-not="not verified"
// What functions, methods, constructors and lambdas change, and what references see of it.
// CHECK: verified on {{.*}} shapes
// CHECK-COUNT-14: remark: rewrote
#include <cuda_runtime.h>

namespace arrays {
__device__ void add(const float *a, const float *b, float *sums) {
  for (int i = 0; i < 2; ++i)
    sums[i] += a[i] * b[0];
}
__global__ void holds(const float *a, const float *b, float *c, int m, int n, int k) {
  int i = 2 * (blockIdx.y * blockDim.y + threadIdx.y), j = blockIdx.x * blockDim.x + threadIdx.x;
  float sums[2] = {}, rows[2], columns[1];
  for (int l = 0; l < k; ++l) {
    rows[0] = a[i * k + l];
    rows[1] = a[(i + 1) * k + l];
    columns[0] = b[l * n + j];
    float *held = sums;
    add(rows, columns, held);
  }
  c[i * n + j] = sums[0];
  c[(i + 1) * n + j] = sums[1];
}
void run(dim3 g, dim3 t, const float *a, float *c, int n) {
  holds<<<g, t>>>(a, a, c, n, n, n);
}
} // namespace arrays

namespace constants {
__global__ void element(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    const float &old = c[i * n + j];
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
    c[i * n + j] = old + 1.0f;
  }
}
__global__ void variable(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    const float &total = sum;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum + total;
  }
}
__device__ void put(float *to, float sum, const float &factor) {
  to[0] = 2.0f;
  to[0] = sum * factor;
}
__global__ void parameter(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    put(c + i * n + j, sum, c[i * n + j]);
  }
}
void run(dim3 g, dim3 t, int m, int n, int k, const float *a, const float *b, float *c) {
  element<<<g, t>>>(m, n, k, a, b, c);
  variable<<<g, t>>>(m, n, k, a, b, c);
  parameter<<<g, t>>>(m, n, k, a, b, c);
}
} // namespace constants

namespace references {
#define PLACE                                                                                      \
  const int row = blockIdx.y * blockDim.y + threadIdx.y;                                           \
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
__global__ void ofVariable(int n, const float *a, const float *b, float *c) {
  PLACE
  float sum = 0.0f;
  float &other = sum;
  for (int l = 0; l < n; ++l)
    other += a[row * n + l] * b[l * n + column];
  c[row * n + column] = sum;
}
__global__ void ofSize(int n, const float *a, const float *b, float *c) {
  PLACE
  int &size = n;
  float sum = 0.0f;
  for (int l = 0; l < size; ++l)
    sum += a[row * n + l] * b[l * n + column];
  c[row * n + column] = sum;
}
void launch(int n, const int *chosen, const float *a, const float *b, float *c) {
  const dim3 grid(n / 16, n / 16), block(16, 16);
  ofVariable<<<grid, block>>>(n, a, b, c);
  ofSize<<<grid, block>>>(n, a, b, c);
}
} // namespace references
#undef PLACE

namespace lambdas {
__global__ void assigns(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  auto add = [&](float &to, float product) { to += product; };
  if (i < m && j < n) {
    for (int l = 0; l < k; ++l)
      add(sum, a[i * k + l] * b[l * n + j]);
    c[i * n + j] = sum;
  }
}
__global__ void holds(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  auto row = [from = a + 1](int index) { return from[index]; };
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += row(i * k + l) * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  assigns<<<g, t>>>(n, n, n, a, b, c);
  holds<<<g, t>>>(n, n, n, a, b, c);
}
} // namespace lambdas

namespace members {
struct Growing {
  float *data;
  int pitch;
  __device__ void grow() { ++pitch; }
};
__global__ void growing(int m, int n, int k, Growing a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  a.grow();
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a.data[i * a.pitch + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void run(dim3 g, dim3 t, int n, float *a, float *b, float *c) {
  growing<<<g, t>>>(n, n, n, Growing{a, n}, b, c);
}
} // namespace members

namespace structures {
struct WithState {
  __device__ WithState() : stride(7) {}
  float *elements;
  int stride;
};
__global__ void initialised(const float *a, float *b, float *c, int n) {
  int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
  WithState B;
  B.elements = b;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k)
    sum += a[i * n + k] * B.elements[k * B.stride + j];
  c[i * n + j] = sum;
}
void run(dim3 g, dim3 t, float *a, float *c, int n) {
  initialised<<<g, t>>>(a, a, c, n);
}
} // namespace structures

namespace vectors {
__global__ void swapped(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  for (int l = 0; l < k; ++l) {
    float x = a[i * k + l];
    float4 y = *(const float4 *)&b[l * n + j];
    sum.x += x * y.x;
    sum.y += x * y.z;
    sum.z += x * y.y;
    sum.w += x * y.w;
  }
  *(float4 *)(c + i * n + j) = sum;
}
void run(dim3 g, dim3 t, int n, int m, int k, float *a, float *b, float *c) {
  swapped<<<g, t>>>(m, n, k, a, b, c);
}
} // namespace vectors

namespace views {
#define PLACE                                                                                      \
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;           \
  float sum = 0.0f;
struct Moving {
  const float *data;
  __device__ void advance(int by) { data += by; }
  __device__ float first() const { return *data; }
};
__global__ void moves(int n, const float *a, const float *b, float *c) {
  PLACE
  Moving ofA{a + row * n};
  for (int l = 0; l < n; ++l) {
    sum += ofA.first() * b[l * n + column];
    ofA.advance(1);
  }
  c[row * n + column] = sum;
}
struct Doubled {
  __device__ Doubled(const float *from, int width) : data(from), pitch(width) { pitch = 2 * width; }
  const float *data;
  int pitch;
};
__global__ void constructs(int n, const float *a, const float *b, float *c) {
  PLACE
  Doubled ofA(a, n);
  for (int l = 0; l < n; ++l)
    sum += ofA.data[row * ofA.pitch + l] * b[l * n + column];
  c[row * n + column] = sum;
}
struct Widening {
  const float *data;
  int pitch;
  __device__ Widening &operator=(const Widening &other) {
    data = other.data;
    pitch = other.pitch + 1;
    return *this;
  }
};
__global__ void assigns(int n, const float *a, const float *b, float *c) {
  PLACE
  Widening ofA{b, n}, other{a, n};
  ofA = other;
  for (int l = 0; l < n; ++l)
    sum += ofA.data[row * ofA.pitch + l] * b[l * n + column];
  c[row * n + column] = sum;
}
void launch(int n, const float *a, const float *b, float *c) {
  const dim3 grid(n / 16, n / 16), block(16, 16);
  moves<<<grid, block>>>(n, a, b, c);
  constructs<<<grid, block>>>(n, a, b, c);
  assigns<<<grid, block>>>(n, a, b, c);
}
} // namespace views
#undef PLACE
