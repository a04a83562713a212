// RUN: %same rewritten 'tile<32;32;16;4;4>' --numerics=fp32
// RUN: %contraction
// References that are other names of elements: of sums in an array, of the output, of vectors of
// either, and of shared memory.
#include "program.h"

constexpr int T = 16;

__global__ void ofOutput(int m, int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && column < n) {
    float &out = c[row * n + column];
    out = 0.0f;
    for (int l = 0; l < k; ++l)
      out += a[row * k + l] * b[l * n + column];
  }
}

__global__ void ofVectors(int n, int k, float alpha, float beta, const float *a, const float *b,
                          float *c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  float sums[2][4] = {};
  float &first = sums[0][0];
  for (int l = 0; l < k; ++l) {
    first += a[row * 2 * k + l] * b[l * n + column];
    for (int j = 1; j < 4; ++j) {
      float &sum = sums[0][j];
      sum += a[row * 2 * k + l] * b[l * n + column + j];
    }
    for (int j = 0; j < 4; ++j) {
      float &sum = sums[1][j];
      sum = sum + a[(row * 2 + 1) * k + l] * b[l * n + column + j];
    }
  }
  for (int i = 0; i < 2; ++i) {
    float4 &four = *reinterpret_cast<float4 *>(&sums[i][0]);
    float4 &out = *reinterpret_cast<float4 *>(c + (row * 2 + i) * n + column);
    four.x = alpha * four.x + beta * out.x;
    four.y = alpha * four.y + beta * out.y;
    four.z = alpha * four.z + beta * out.z;
    four.w = alpha * four.w + beta * out.w;
    out = four;
  }
}

__global__ void ofTile(int n, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  float &left = as[threadIdx.y][threadIdx.x], &right = bs[threadIdx.y][threadIdx.x];
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < n; t += T) {
    left = a[row * n + t + threadIdx.x];
    right = b[(t + threadIdx.y) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[threadIdx.y][l] * bs[l][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  ofOutput<<<dim3(5, 4), dim3(T, T)>>>(50, 70, 43, a, b, c);
  printArray(c);
  ofVectors<<<dim3(3, 2), dim3(8, 8)>>>(96, 37, 1.5f, 0.5f, a, b, c);
  printArray(c);
  ofTile<<<dim3(3, 3), dim3(T, T)>>>(48, a, b, c);
  printArray(c);
}

// CHECK: contraction ofOutput
// CHECK:   domain   %m < m, %n < n, %k < k
// CHECK:   A        a[%m * k + %k]: f32
// CHECK:   B        b[%k * n + %n]: f32
// CHECK:   C        c[%m * n + %n]: f32
// CHECK:   step     sum + A * B
// CHECK:   result   sum
// CHECK:   requires blockDim.z * gridDim.z == 1
// CHECK:   requires blockDim.y * gridDim.y >= m
// CHECK:   requires blockDim.x * gridDim.x >= n
// CHECK: contraction ofVectors
// CHECK:   domain   %m < 2 * blockDim.y * gridDim.y, %n < 4 * blockDim.x * gridDim.x, %k < k
// CHECK:   A        a[%m * k + %k]: f32
// CHECK:   B        b[%k * n + %n]: f32
// CHECK:   C        c[%m * n + %n]: f32
// CHECK:   step     sum + A * B
// CHECK:   result   alpha * sum + beta * C
// CHECK:   requires blockDim.z * gridDim.z == 1
// CHECK:   requires n >= 4
// CHECK: contraction ofTile
// CHECK:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * (((long long)n + 15) / 16)
// CHECK:   A        a[%m * n + %k]: f32
// CHECK:   B        b[%k * n + %n]: f32
// CHECK:   C        c[%m * n + %n]: f32
// CHECK:   step     sum + A * B
// CHECK:   result   sum
// CHECK:   requires blockDim.x == 16
// CHECK:   requires blockDim.y == 16
// CHECK:   requires blockDim.z * gridDim.z == 1
