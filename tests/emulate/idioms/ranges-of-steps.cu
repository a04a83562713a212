// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %same rewritten 'tile<32;64;32;4;4>,pipeline<stages=3>,warp-specialize<dma=4>' --arch=sm_90a --kernel='*a*'
// RUN: %same rewritten 'tile<32;32;16;4;4>' --kernel='[!b]*'
// RUN: %contraction
// Each element is summed over steps of its own: triangular and banded factors. What the original
// never reads is NaN, of the kind that traps, or infinite.
#include "program.h"
#include <cmath>
#include <vector>

constexpr int Pitch = 60; // of A, and a multiple of vectors

// CHECK: contraction toDiagonal
// CHECK-NEXT:   domain   %m < m, %n < n, %k < m, %k < %m + 1
__global__ void toDiagonal(int m, int n, float alpha, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int k = 0; k <= i; ++k)
      sum += a[i * Pitch + k] * b[k * n + j];
    c[i * n + j] = alpha * sum;
  }
}

// CHECK: contraction strictlyBelow
// CHECK-NEXT:   domain   %m < m, %n < n, %k < m, %k < %m
__global__ void strictlyBelow(int m, int n, float beta, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int k = 0; k < i; ++k)
      sum += a[i * Pitch + k] * b[k * n + j];
    c[i * n + j] = sum + beta * c[i * n + j];
  }
}

// CHECK: contraction fromDiagonal
// CHECK-NEXT:   domain   %m < m, %n < n, %k < p, %k >= %m
__global__ void fromDiagonal(int m, int n, int p, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    const float *row = a + i * Pitch + i, *column = b + i * n + j;
    float sum = 0;
    for (int k = i; k < p; ++k, column += n)
      sum += *row++ * *column;
    c[i * n + j] = sum;
  }
}

// CHECK: contraction trmm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < m, %k >= %m + 1
// CHECK:        start    E0
__global__ void trmm(int m, int n, float alpha, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    c[i * n + j] = b[i * n + j];
    for (int k = i + 1; k < m; k++)
      c[i * n + j] += a[k * Pitch + i] * b[k * n + j];
    c[i * n + j] = alpha * c[i * n + j];
  }
}

// CHECK: contraction batchByColumn
// CHECK-NEXT:   domain   %m < 2 * m, %n < n, %k < p, %k >= %n
__global__ void batchByColumn(int m, int n, unsigned p, const double *a, const double *b,
                              double *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n && blockIdx.z < 2) {
    double sum = 0;
    for (unsigned k = j; k < p; ++k)
      sum += a[(blockIdx.z * m + i) * Pitch + k] * b[k * n + j];
    c[(blockIdx.z * m + i) * n + j] = sum;
  }
}

// CHECK: contraction twoTriangles
// CHECK-NEXT:   domain   %m < n, %n < n, %k < n, %m >= %n, %k < %m + 1, %k >= %n
__global__ void twoTriangles(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j <= i) {
    float sum = 0;
    for (int k = j; k <= i; k++)
      sum += a[i * Pitch + k] * b[k * n + j];
    c[i * n + j] = sum;
  }
}

// CHECK: contraction banded
// CHECK-NEXT:   domain   %m < m, %n < n, %k < p, %k < %m + w + 1, %k >= %m - w
// CHECK: requires 2 * w + 1 >= 1
__global__ void banded(int m, int n, int p, int w, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    int first = i > w ? i - w : 0;
    for (int k = first; k < min(p, i + w + 1); k++)
      sum += a[i * Pitch + k] * b[j * p + k];
    c[i * n + j] = sum;
  }
}

// CHECK: contraction conditional
// CHECK-NEXT:   domain   %m < m, %n < n, %k < p, %k >= %n + 1, %k < %m + 3
__global__ void conditional(int m, int n, int p, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int k = 0; k < p; k++)
      if (k > j && k < i + 3)
        sum += a[k * Pitch + i] * b[j * p + k];
    c[i * n + j] += sum;
  }
}

// CHECK: contraction conjunction
// CHECK-NEXT:   domain   %m < m, %n < n, %k < p, %k < %n + 9, %k >= %m - 20
__global__ void conjunction(int m, int n, int p, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int k = max(0, i - 20); k < p && j + 8 >= k; k++)
      sum = fmaf(a[i * Pitch + k], b[k * n + j], sum);
    c[i * n + j] = sum;
  }
}

// CHECK: contraction brokenAndSkipped
// CHECK-NEXT:   domain   %m < m, %n < n, %k < p, %k >= %n, %k < %m + 1
__global__ void brokenAndSkipped(int m, int n, int p, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int k = 0; k < p; k++) {
      if (k < j)
        continue;
      if (k > i) {
        break;
      }
      sum += a[i * Pitch + k] * b[k * n + j];
    }
    c[i * n + j] = sum;
  }
}

/// An array of which all elements in rows from `first` on, `pitch` apart, are replaced where
/// `isRead` is false for their row and column. Nothing behind row `rows` is left.
template <typename Element, typename IsRead>
Element *poisoned(const Element *array, int rows, int pitch, IsRead isRead) {
  std::vector<Element> values(Elements);
  cudaMemcpy(values.data(), array, Elements * sizeof(Element), cudaMemcpyDeviceToHost);
  size_t end = 0;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < pitch; ++column)
      if (isRead(row, column))
        end = row * pitch + column + 1;
      else
        values[row * pitch + column] =
            (row + column) % 3 ? Element(__builtin_nansf("")) : Element(INFINITY);
  Element *poison = nullptr;
  end = (end + 3) / 4 * 4; // of whole vectors
  cudaMalloc(&poison, end * sizeof(Element));
  cudaMemcpy(poison, values.data(), end * sizeof(Element), cudaMemcpyHostToDevice);
  return poison;
}

int main() {
  float *x = randomArray<float>(17), *b = randomArray<float>(23), *c = randomArray<float>(11);
  double *x64 = randomArray<double>(5), *b64 = randomArray<double>(7),
         *c64 = randomArray<double>(3);
  const dim3 grid(4, 8, 2), flat(4, 8), block(16, 8);
  for (const int vectors : {0, 1}) {
    const int m = vectors ? 48 : 45, n = vectors ? 40 : 37, p = vectors ? 56 : 51, w = 6;
    const auto lower = [](int i, int k) { return k <= i; };
    const auto upper = [=](int i, int k) { return k >= i && k < p; };
    toDiagonal<<<flat, block>>>(m, n, 1.25f, poisoned(x, m, Pitch, lower), b, c);
    printArray(c);
    strictlyBelow<<<flat, block>>>(m, n, 0.3f,
                                   poisoned(x, m, Pitch, [](int i, int k) { return k < i; }), b, c);
    printArray(c);
    fromDiagonal<<<flat, block>>>(m, n, p, poisoned(x, m, Pitch, upper), b, c);
    printArray(c);
    trmm<<<flat, block>>>(m, n, 1.25f, poisoned(x, m, Pitch, [](int k, int i) { return k > i; }), b,
                          c);
    printArray(c);
    batchByColumn<<<grid, block>>>(m, n, p,
                                   poisoned(x64, 2 * m, Pitch, [=](int, int k) { return k < p; }),
                                   poisoned(b64, p, n, [](int k, int j) { return k >= j; }), c64);
    printArray(c64);
    twoTriangles<<<flat, block>>>(n, poisoned(x, n, Pitch, lower), poisoned(b, n, n, lower), c);
    printArray(c);
    banded<<<flat, block>>>(
        m, n, p, w,
        poisoned(x, m, Pitch, [=](int i, int k) { return k >= i - w && k <= i + w && k < p; }), b,
        c);
    printArray(c);
    conditional<<<flat, block>>>(
        m, n, p, poisoned(x, p, Pitch, [=](int k, int i) { return k > 0 && k < i + 3 && i < m; }),
        poisoned(b, n, p, [](int j, int k) { return k > j; }), c);
    printArray(c);
    conjunction<<<flat, block>>>(
        m, n, p,
        poisoned(x, m, Pitch, [=](int i, int k) { return k >= i - 20 && k < n + 8 && k < p; }),
        poisoned(b, p, n, [](int k, int j) { return k <= j + 8; }), c);
    printArray(c);
    brokenAndSkipped<<<flat, block>>>(m, n, p, poisoned(x, m, Pitch, lower),
                                      poisoned(b, p, n, lower), c);
    printArray(c);
  }
}
