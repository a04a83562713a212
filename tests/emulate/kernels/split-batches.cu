// DEFINE: %{passes} =
// DEFINE: %{environment} = MULTIPROCESSORS=132
// DEFINE: %{run} = warpsmith %s --passes='%{passes}' --numerics=fp32 --arch=sm_90a --error-on-missed -o %t.rewritten.cu -- && \
// DEFINE:   warpsmith-emulate --sanitize %t.rewritten.cu -o %t.rewritten -- && \
// DEFINE:   env %{environment} WARPSMITH_EMULATOR_TRACE=1 %t.rewritten 2> %t.trace && \
// DEFINE:   FileCheck %s --implicit-check-not='launch of {{products|added|across}}(' < %t.trace
// REDEFINE: %{passes} = split<bf16x6>,tensorize<wgmma;64>
// RUN: %{run}
// REDEFINE: %{passes} = split<by-data>,tensorize<wgmma>
// RUN: %{run}
// REDEFINE: %{environment} = MULTIPROCESSORS=2
// RUN: %{run}
// REDEFINE: %{passes} = split<fp16x3;narrow>,tensorize<wgmma;128>
// REDEFINE: %{environment} = NARROW=1
// RUN: %{run}
// CHECK: _support::{{.*}}splitOperands<
// CHECK: _support::{{.*}}kernel{{[A-Za-z]*}}<
// Batches of products whose FP32 operands are split: matrices of their own, and some that all
// products share; rows and distances that can be read in vectors and such that cannot; both
// operands along k and across it; old elements; infinities; one product whose data need three parts
// beside others that do not. Each sum keeps FP32's bound, and what lies between the matrices of C
// stays.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

constexpr int Products = 3;

/// Rows of A run along k, of B across it.
__global__ void products(int m, int n, int k, const float *a, long strideA, int lda, const float *b,
                         long strideB, int ldb, float *c, long strideC, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  const int p = blockIdx.z;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[p * strideA + i * lda + l] * b[p * strideB + l * ldb + j];
    c[p * strideC + i * ldc + j] = sum;
  }
}

/// Both run along k; the old elements are read, and each product is multiplied by a factor.
__global__ void added(int m, int n, int k, float alpha, const float *a, long strideA, int lda,
                      const float *b, long strideB, int ldb, float *c, long strideC, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  const int p = blockIdx.z;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += alpha * a[p * strideA + i * lda + l] * b[p * strideB + j * ldb + l];
    c[p * strideC + i * ldc + j] += sum;
  }
}

/// Both run across k: what follows one matrix in memory belongs to the next.
__global__ void across(int m, int n, int k, const float *a, long strideA, int lda, const float *b,
                       long strideB, int ldb, float *c, long strideC, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  const int p = blockIdx.z;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[p * strideA + l * lda + i] * b[p * strideB + l * ldb + j];
    c[p * strideC + i * ldc + j] = sum;
  }
}

namespace {

enum class Kernel { Products, Added, Across };
enum class Data { Ordinary, OneWide, Infinite };

float uniform() {
  static unsigned long long state = 88172645463325252ull;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (float)(int)(state >> 32) * 0x1p-31f;
}

/// A batch of matrices, `distance` elements from one to the next, 0 where products share one.
struct Batch {
  std::vector<float> elements;
  long distance;
  int pitch;
  float *device = nullptr;

  Batch(int rows, int columns, int padding, int between, bool shared)
      : distance((long)rows * (columns + padding) + between),
        pitch(columns + padding) {
    elements.resize(distance * (shared ? 1 : Products));
    if (shared)
      distance = 0;
    for (float &element : elements)
      element = uniform();
  }
  float &at(int product, int row, int column) {
    return elements[product * distance + (long)row * pitch + column];
  }
  void upload() {
    cudaMalloc(&device, elements.size() * sizeof(float));
    cudaMemcpy(device, elements.data(), elements.size() * sizeof(float), cudaMemcpyHostToDevice);
  }
};

bool check(Kernel kernel, Data data, int m, int n, int k, int padding, int between, bool shareA,
           bool shareB) {
  const bool acrossA = kernel == Kernel::Across, alongB = kernel == Kernel::Added;
  Batch a(acrossA ? k : m, acrossA ? m : k, padding, between, shareA);
  Batch b(alongB ? n : k, alongB ? k : n, padding, between, shareB);
  Batch c(m, n, padding + 3, between + 1, false);
  const int last = Products - 1;
  // Of the last row of A: the least that B's can tell from zero, beside large ones.
  const auto ofA = [&](int product, int i, int l) -> float & {
    return acrossA ? a.at(product, l, i) : a.at(product, i, l);
  };
  const auto ofB = [&](int product, int l, int j) -> float & {
    return alongB ? b.at(product, j, l) : b.at(product, l, j);
  };
  if (data == Data::OneWide)
    for (int l = 0; l < k; ++l) {
      ofA(last, m - 1, l) *= l % 2 ? 0x1p-40f : 1.0f;
      if (l % 2 == 0)
        ofB(last, l, n - 1) = 0;
    }
  if (data == Data::Infinite) {
    ofA(0, 1, k - 1) = std::numeric_limits<float>::infinity();
    ofB(last, 0, 2) = std::numeric_limits<float>::quiet_NaN();
  }
  const float alpha = kernel == Kernel::Added ? 1.5f : 1.0f;
  for (Batch *const batch : {&a, &b, &c})
    batch->upload();
  const dim3 grid((n + 15) / 16, (m + 7) / 8, Products), block(16, 8);
  if (kernel == Kernel::Products)
    products<<<grid, block>>>(m, n, k, a.device, a.distance, a.pitch, b.device, b.distance, b.pitch,
                              c.device, c.distance, c.pitch);
  else if (kernel == Kernel::Added)
    added<<<grid, block>>>(m, n, k, alpha, a.device, a.distance, a.pitch, b.device, b.distance,
                           b.pitch, c.device, c.distance, c.pitch);
  else
    across<<<grid, block>>>(m, n, k, a.device, a.distance, a.pitch, b.device, b.distance, b.pitch,
                            c.device, c.distance, c.pitch);
  std::vector<float> results(c.elements.size());
  cudaMemcpy(results.data(), c.device, results.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (const Batch &batch : {a, b, c})
    cudaFree(batch.device);
  std::vector<float> rest = results;
  for (int p = 0; p < Products; ++p)
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        const double old = kernel == Kernel::Added ? c.at(p, i, j) : 0;
        double sum = 0, size = 0;
        for (int l = 0; l < k; ++l) {
          const double product = (double)alpha * ofA(p, i, l) * ofB(p, l, j);
          sum += product;
          size += std::fabs(product);
        }
        float &own = rest[p * c.distance + (long)i * c.pitch + j];
        const bool right = std::isfinite(sum) ? std::fabs(own - (old + sum)) <=
                                                    (k * size + std::fabs(old) + size) * 0x1p-24
                           : std::isnan(sum)  ? std::isnan(own)
                                              : own == (float)sum;
        if (!right) {
          std::printf("kernel %d, data %d, %d x %d x %d: product %d, (%d, %d) is %g, not %g\n",
                      (int)kernel, (int)data, m, n, k, p, i, j, own, old + sum);
          return false;
        }
        own = c.at(p, i, j);
      }
  if (rest != c.elements) {
    std::printf("kernel %d: elements beside C changed\n", (int)kernel);
    return false;
  }
  return true;
}

} // namespace

int main() {
  bool right = true;
  for (const Kernel kernel : {Kernel::Products, Kernel::Added, Kernel::Across}) {
    right &= check(kernel, Data::Ordinary, 68, 72, 288, 4, 8, false, false);
    right &= check(kernel, Data::Ordinary, 133, 71, 259, 1, 5, false, false);
    right &= check(kernel, Data::Infinite, 65, 130, 264, 0, 0, false, false);
    if (!std::getenv("NARROW"))
      right &= check(kernel, Data::OneWide, 65, 72, 300, 0, 4, false, false);
  }
  right &= check(Kernel::Products, Data::Ordinary, 70, 66, 260, 2, 0, true, false);
  right &= check(Kernel::Across, Data::Ordinary, 70, 66, 260, 2, 0, false, true);
  right &= check(Kernel::Added, Data::Infinite, 40, 24, 1030, 2, 8, false, false);
  return right ? 0 : 1;
}
