// RUN: warpsmith %s --passes='split<int8xn>,tensorize<wgmma;64;64>' --numerics=fp64 --arch=sm_90a --error-on-missed -o %t.cu --
// RUN: sed 's/8ll << 30/7ll << 18/' %t.cu > %t.panels.cu
// RUN: warpsmith-emulate --sanitize %t.panels.cu -o %t.rewritten --
// RUN: env WARPSMITH_EMULATOR_TRACE=1 %t.rewritten 2> %t.trace
// RUN: FileCheck %s --check-prefix=TRACE --implicit-check-not='launch of product(' < %t.trace
// TRACE: _support::{{.*}}reconstructProduct<{{.*}}product_rewritten::
// TRACE: _support::{{.*}}reconstructProduct<{{.*}}plain_rewritten::
// TRACE: launch of plain(
// In panels, there is nothing between the end of one and the residues of the next.
// TRACE: _support::{{.*}}reconstructProduct<{{.*}}product_rewritten::
// TRACE-NEXT: _support::{{.*}}takeResidues<{{.*}}product_rewritten::
// TRACE: _support::{{.*}}reconstructProduct<{{.*}}plain_rewritten::
// TRACE-NEXT: _support::{{.*}}takeResidues<{{.*}}plain_rewritten::
// Products of doubles by residues: on data of any kind, errors stay within FP64's bound, and the
// largest and the mean one of each set are at most those of summing in FP64. Tiles with rows and
// columns that are too unlike, or have infinities or NaN, have the bits of the original's. Memory
// is scarce, so that the largest products are computed in panels.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <random>
#include <vector>

__global__ void product(int m, int n, int k, double alpha, double beta, const double *a, int lda,
                        const double *b, int ldb, double *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    double sum = beta * c[i * ldc + j];
    for (int l = 0; l < k; ++l)
      sum += alpha * a[i * lda + l] * b[l * ldb + j];
    c[i * ldc + j] = sum;
  }
}

__global__ void plain(int m, int n, int k, const double *a, int lda, const double *b, int ldb,
                      const double *bias, double *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  a += blockIdx.z * m * lda;
  b += blockIdx.z * k * ldb;
  bias += blockIdx.z * n;
  c += blockIdx.z * m * ldc;
  if (i < m && j < n) {
    double sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * lda + l] * b[l * ldb + j];
    c[i * ldc + j] = sum + bias[j];
  }
}

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr double Poison = 12345.75;
int failures = 0;

std::mt19937_64 generator(1);
double uniform() {
  return std::uniform_real_distribution<double>(-1, 1)(generator);
}
double normal() {
  return std::normal_distribution<double>()(generator);
}

struct Case {
  const char *name;
  int m, n, k, products; // the products' rows of A, B and C lie below each other
  double alpha = 1, beta = 0;
  bool bias = false;
  int lda, ldb, ldc;
  std::vector<double> a, b, c, biases;

  Case(const char *called, int rows, int columns, int steps, const std::function<double()> &left,
       const std::function<double()> &right, int count = 1)
      : name(called),
        m(rows),
        n(columns),
        k(steps),
        products(count),
        lda((k + 4) / 2 * 2), // of a batch, rows begin at multiples of 16 bytes
        ldb((n + 3) / 2 * 2),
        ldc(n + 2),
        a(size_t(count) * m * lda),
        b(size_t(count) * k * ldb),
        c(size_t(count) * m * ldc),
        biases(size_t(count) * n) {
    for (double &value : a)
      value = left();
    for (double &value : b)
      value = right();
    for (double &value : c)
      value = uniform();
    for (double &value : biases)
      value = uniform();
    for (int i = 0; i < products * m; ++i)
      c[size_t(i) * ldc + n] = Poison;
  }
  double &ofA(int i, int l) { return a[size_t(i) * lda + l]; }
  double &ofB(int l, int j) { return b[size_t(l) * ldb + j]; }

  std::vector<double> run() const {
    double *deviceA, *deviceB, *deviceC, *deviceBias;
    std::vector<double> result(c.size());
    cudaMalloc(&deviceA, a.size() * sizeof(double));
    cudaMalloc(&deviceB, b.size() * sizeof(double));
    cudaMalloc(&deviceC, c.size() * sizeof(double));
    cudaMalloc(&deviceBias, biases.size() * sizeof(double));
    cudaMemcpy(deviceA, a.data(), a.size() * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(deviceB, b.data(), b.size() * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(deviceC, c.data(), c.size() * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(deviceBias, biases.data(), biases.size() * sizeof(double), cudaMemcpyHostToDevice);
    const dim3 grid((n + 15) / 16, (m + 15) / 16, products), block(16, 16);
    if (bias)
      plain<<<grid, block>>>(m, n, k, deviceA, lda, deviceB, ldb, deviceBias, deviceC, ldc);
    else
      product<<<grid, block>>>(m, n, k, alpha, beta, deviceA, lda, deviceB, ldb, deviceC, ldc);
    cudaMemcpy(result.data(), deviceC, c.size() * sizeof(double), cudaMemcpyDeviceToHost);
    cudaFree(deviceA);
    cudaFree(deviceB);
    cudaFree(deviceC);
    cudaFree(deviceBias);
    return result;
  }

  /// How many sums have the bits of the original's, in rows and columns that `where` names.
  void check(bool mayBeAsExact, const std::function<bool(int, int)> &exceptional) const {
    const std::vector<double> result = run();
    double largest = 0, largestOfOriginal = 0, mean = 0, meanOfOriginal = 0;
    int wrong = 0, others = 0;
    for (int i = 0; i < products * m; ++i) {
      const double *const ofProduct = &b[size_t(i / m) * k * ldb];
      wrong += result[size_t(i) * ldc + n] != Poison;
      for (int j = 0; j < n; ++j) {
        const double start = bias ? 0 : beta * c[size_t(i) * ldc + j];
        double original = start, magnitude = std::fabs(start);
        __float128 sum = start;
        for (int l = 0; l < k; ++l) {
          const double x = a[size_t(i) * lda + l], y = ofProduct[size_t(l) * ldb + j];
          original = std::fma(bias ? x : alpha * x, y, original);
          sum += static_cast<__float128>(alpha) * x * y;
          magnitude += std::fabs(alpha * x * y);
        }
        if (bias) {
          const double added = biases[size_t(i / m) * n + j];
          original += added;
          sum += added;
          magnitude += std::fabs(added);
        }
        const double value = result[size_t(i) * ldc + j];
        if (exceptional(i, j) || !std::isfinite(original)) {
          others += !(value == original || (std::isnan(value) && std::isnan(original)));
          continue;
        }
        const double off = std::fabs(static_cast<double>(value - sum));
        const double offOriginal = std::fabs(static_cast<double>(original - sum));
        wrong += !(off <= (k + 2) * 0x1p-53 * magnitude);
        if (magnitude > 0) {
          largest = std::max(largest, off / magnitude);
          largestOfOriginal = std::max(largestOfOriginal, offOriginal / magnitude);
          mean += off / magnitude / (products * m * n);
          meanOfOriginal += offOriginal / magnitude / (products * m * n);
        }
      }
    }
    std::printf("%s: largest %.3g units of 2^-53, of the original %.3g; mean %.3g, %.3g\n", name,
                largest * 0x1p53, largestOfOriginal * 0x1p53, mean * 0x1p53,
                meanOfOriginal * 0x1p53);
    if (wrong || others || largest > largestOfOriginal || mean > meanOfOriginal ||
        (!mayBeAsExact && mean > 0.9 * meanOfOriginal)) {
      std::printf("%s: %d beyond the bound, %d not the original's\n", name, wrong, others);
      ++failures;
    }
  }
  /// Most sums by residues: more exact than the original's.
  void expectResidues() const {
    check(false, [](int, int) { return false; });
  }
};

std::function<double()> spread(double by) {
  return [by] { return uniform() * std::exp(by * normal()); };
}

} // namespace

int main() {
  const auto positive = [] { return std::fabs(uniform()); };
  const auto none = [](int, int) { return false; };
  Case("uniform", 70, 90, 300, uniform, uniform).expectResidues();
  Case("normal", 65, 66, 257, normal, normal).expectResidues();
  Case("positive", 33, 70, 260, positive, positive).expectResidues();
  const auto integer = [] { return std::floor(9 * uniform()); };
  Case("integers", 66, 70, 300, integer, integer).check(true, [](int, int) { return true; });
  Case("14 moduli", 12, 14, 4099, normal, uniform).expectResidues();
  // A power of two scales these to little more than R / 2.
  const auto scaled = [] { return 0.65 * uniform(); };
  Case("15 moduli where scaling leaves few bits", 12, 14, 4099, scaled, scaled).expectResidues();
  Case("spread 0.5", 40, 50, 320, spread(0.5), spread(0.5)).expectResidues();
  Case("spread 1", 40, 50, 320, spread(1), spread(1)).expectResidues();
  Case("spread 2", 40, 50, 300, spread(2), spread(2)).check(true, none);
  Case("spread 4", 30, 40, 300, spread(4), spread(4)).check(true, [](int, int) { return true; });
  Case("uniform times spread 4", 30, 40, 300, uniform, spread(4)).check(true, none);

  Case factors("alpha and beta", 70, 75, 320, uniform, uniform);
  factors.alpha = 1.7;
  factors.beta = -0.3;
  factors.expectResidues();
  Case biased("bias, and a batch whose last product has an infinity", 67, 73, 330, uniform, uniform,
              2);
  biased.bias = true;
  biased.ofA(67 + 5, 7) = Infinity;
  biased.check(false, [](int i, int) { return i >= 67; });
  Case few("few steps, for the original", 20, 30, 255, uniform, uniform);
  few.bias = true;
  few.check(true, [](int, int) { return true; });

  // Rows and columns of unlike size do not matter, nor do zeros.
  Case sizes("rows and columns of unlike size", 300, 20, 256, uniform, uniform);
  for (int l = 0; l < sizes.k; ++l) {
    for (int i = 0; i < sizes.m; ++i)
      sizes.ofA(i, l) = std::ldexp(sizes.ofA(i, l), i - 170);
    for (int j = 0; j < sizes.n; ++j)
      sizes.ofB(l, j) = std::ldexp(sizes.ofB(l, j), 150 - 4 * j);
    sizes.ofA(3, l) = sizes.ofA(299, l) = sizes.ofB(l, 0) = sizes.ofB(l, 19) = 0;
  }
  sizes.expectResidues();

  // Infinities, NaN and elements whose squares are no numbers: their tiles of 128 columns are the
  // original's, and all are where there are too many.
  Case columns("infinities and NaN in columns", 20, 519, 256, uniform, uniform);
  columns.bias = true;
  columns.ofB(100, 518) = Infinity;
  columns.ofB(255, 515) = -Infinity;
  columns.ofB(0, 516) = std::numeric_limits<double>::quiet_NaN();
  for (int l = 0; l < columns.k; ++l) {
    columns.ofB(l, 512) *= 0x1p-1000;
    columns.ofB(l, 513) *= 0x1p900;
    columns.ofB(l, 514) *= 0x1p-1040; // subnormal
  }
  columns.check(false, [](int, int j) { return j >= 512; });
  Case half("infinities in half of the tiles", 20, 140, 256, uniform, uniform);
  half.bias = true;
  half.ofB(3, 130) = Infinity;
  half.check(true, [](int, int) { return true; });
  Case large("a factor beyond all bounds", 20, 20, 300, uniform, uniform);
  large.alpha = 0x1p300;
  large.check(true, [](int, int) { return true; });
  large.alpha = std::numeric_limits<double>::quiet_NaN();
  large.check(true, [](int, int) { return true; });

  // One row and one column whose large elements meet zeros.
  Case opposed("large elements beside zeros", 20, 20, 256, uniform, uniform);
  for (int l = 0; l < opposed.k; ++l) {
    if (l % 2) {
      opposed.ofB(l, 5) = 0;
      opposed.ofA(15, l) *= 0x1p30;
    } else {
      opposed.ofA(15, l) = uniform();
    }
  }
  opposed.check(true, [](int, int) { return true; });
  return failures > 0;
}
