// RUN: env FLAGS=-I%suite/../runtime/include %same rewritten 'tensorize<mma>' --numerics=tf32 --arch=sm_80 --device-headers
// RUN: %same rewritten 'tensorize<mma;64;128>' --numerics=fp16 --arch=sm_86
// RUN: env FLAGS=-DDATA %same rewritten 'tensorize<mma>' --numerics=fp32 --arch=sm_90a
// Products of complex numbers of floats on the tensor cores: as TF32 or FP16 numbers, or as
// three BF16 parts each, which is checked with numbers of many sizes. Of whole numbers sums have
// the same bits in every order.
#include "program.h"
#include <cmath>
#include <cuComplex.h>
#include <vector>
#define INDICES                                                                                    \
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;        \
  if (i >= m || j >= n)                                                                            \
  return

__global__ void plain(int m, int n, int k, cuFloatComplex alpha, const cuFloatComplex *a, int lda,
                      const cuFloatComplex *b, int ldb, cuFloatComplex beta, cuFloatComplex *c,
                      int ldc) {
  INDICES;
  cuFloatComplex sum = make_cuFloatComplex(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCfmaf(a[i * lda + l], b[l * ldb + j], sum);
  c[i * ldc + j] = cuCaddf(cuCmulf(alpha, sum), cuCmulf(beta, c[i * ldc + j]));
}

// B's elements come first, and neither operand's rows run along k as before.
__global__ void turned(int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  INDICES;
  float2 sum = c[i * n + j];
  for (int l = 0; l < k; ++l)
    sum = cuCaddf(cuCmulf(b[j * k + l], a[l * m + i]), sum);
  c[i * n + j] = sum;
}

__global__ void conjugated(int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  INDICES;
  float2 sum = c[i * n + j];
  for (int l = 0; l < k; ++l)
    sum = cuCfmaf(cuConjf(a[l * m + i]), b[l * n + j], sum);
  c[i * n + j] = cuCsubf(sum, cuConjf(c[i * n + j]));
}

__global__ void bothConjugated(int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  INDICES;
  float2 sum = make_float2(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCfmaf(cuConjf(a[i * k + l]), cuConjf(b[j * k + l]), sum);
  c[i * n + j] = sum;
}

// No product of complex numbers: other signs, and other parts. The imaginary part of A comes first.
__global__ void byHand(int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  INDICES;
  float real = 0, imaginary = 0;
  for (int l = 0; l < k; ++l) {
    const float2 x = a[l * m + i], y = b[l * n + j];
    real += x.y * y.x - x.x * y.y;
    imaginary -= x.x * y.x - y.y * x.y;
  }
  c[i * n + j] = make_float2(imaginary, real);
}

__global__ void lower(int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  INDICES;
  if (j > i)
    return;
  float2 sum = make_float2(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCfmaf(a[i * k + l], b[l * n + j], sum);
  c[i * n + j] = cuCaddf(c[i * n + j], sum);
}

__global__ void batch(int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  INDICES;
  a += blockIdx.z * m * k;
  b += blockIdx.z * k * n;
  c += blockIdx.z * m * n;
  float2 sum = make_float2(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCfmaf(a[i * k + l], b[l * n + j], sum);
  c[i * n + j] = sum;
}

#ifdef DATA
__global__ void product(int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  INDICES;
  float2 sum = make_float2(0, 0);
  for (int l = 0; l < k; ++l)
    sum = cuCfmaf(a[i * k + l], b[l * n + j], sum);
  c[i * n + j] = sum;
}

// By both, the errors of a product are within the bound of the contract, and beside those of a sum
// in the order of the steps.
void check(const char *name, int m, int n, int k, const float2 *a, const float2 *b, float2 *c) {
  product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, a, b, c);
  cudaDeviceSynchronize();
  double largest[2] = {}, mean[2] = {};
  bool special = true;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int part = 0; part < 2; ++part) {
        double exact = 0, size = 0;
        float sum = 0;
        for (int l = 0; l < k; ++l) {
          const float2 x = a[i * k + l], y = b[l * n + j];
          const float second = part == 0 ? -y.y : y.x;
          sum = fmaf(x.x, part == 0 ? y.x : y.y, sum);
          sum = fmaf(x.y, second, sum);
          exact += double(x.x) * (part == 0 ? y.x : y.y) + double(x.y) * second;
          size +=
              std::fabs(double(x.x) * (part == 0 ? y.x : y.y)) + std::fabs(double(x.y) * second);
        }
        const float got = part == 0 ? c[i * n + j].x : c[i * n + j].y;
        if (!std::isfinite(sum) || !std::isfinite(got)) {
          special = special && (std::isnan(sum) ? std::isnan(got) : sum == got);
          continue;
        }
        // Beside what is too small for FP32.
        const auto error = [&](double value) {
          return size == 0 ? std::fabs(value)
                           : std::fmax(std::fabs(value - exact) - 2 * k * 0x1p-149, 0) / size;
        };
        largest[0] = std::fmax(largest[0], error(sum));
        largest[1] = std::fmax(largest[1], error(got));
        mean[0] += error(sum);
        mean[1] += error(got);
      }
  const double bound = 2 * k * 0x1p-24;
  std::printf("%s: %s, %s, %s\n", name, special ? "special" : "NOT SPECIAL",
              largest[1] <= bound ? "within the bound" : "BEYOND THE BOUND",
              largest[1] <= largest[0] && mean[1] <= mean[0] ? "no larger" : "LARGER");
}

void checkAll(float2 *a, float2 *b, float2 *c) {
  const int m = 33, n = 35, k = 203;
  float *const numbers[] = {reinterpret_cast<float *>(a), reinterpret_cast<float *>(b)};
  std::vector<float> random[2];
  for (int operand = 0; operand < 2; ++operand) {
    const float *const from = randomArray<float>(23 + operand);
    random[operand].assign(from, from + Elements);
  }
  const auto fill = [&](auto number) {
    for (int operand = 0; operand < 2; ++operand)
      for (size_t at = 0; at + 7 < Elements; ++at)
        numbers[operand][at] = number(operand, at, &random[operand][at]);
  };
  const auto widely = [](const float *r, float factor) {
    return r[0] * std::exp(factor * (r[1] + r[2] + r[3] + r[4]) * 0.87f);
  };
  fill([](int, size_t, const float *r) { return r[0]; });
  check("uniform", m, n, k, a, b, c);
  fill([](int, size_t, const float *r) { return std::fabs(r[0]); });
  check("positive", m, n, k, a, b, c);
  check("positive, long", 3, 5, 2000, a, b, c);
  fill([&](int, size_t, const float *r) { return widely(r, 8); });
  check("widely spread", m, n, k, a, b, c);
  fill([&](int operand, size_t, const float *r) { return operand ? r[0] : widely(r, 8); });
  check("A widely spread", m, n, k, a, b, c);
  fill([](int operand, size_t, const float *r) { return r[0] * (operand ? 0x1p110f : 0x1p-140f); });
  check("subnormal", m, n, k, a, b, c);
  fill([](int operand, size_t, const float *r) { return r[0] * (operand ? 0x1p-60f : 0x1p-70f); });
  check("small products", m, n, k, a, b, c);
  fill([](int operand, size_t, const float *r) {
    return operand ? r[0] * 0x1p-20f : r[1] > 0 ? 0x1.fffffep127f : -0x1.ff1p127f;
  });
  check("large", m, n, k, a, b, c);
  fill([](int operand, size_t at, const float *r) {
    return at % 1301 == 7               ? INFINITY
           : at % 1709 == 11            ? -INFINITY
           : at % (4001 + operand) == 3 ? NAN
           : at % 13 == 0               ? 0
                                        : r[0];
  });
  check("infinite", m, n, k, a, b, c);
  fill([](int, size_t, const float *r) { return r[0]; });
  for (const int steps : {1, 7, 8, 9, 16, 17})
    check("short", m, n, steps, a, b, c);
}
#endif

int main() {
  float *numbers[] = {randomArray<float>(17), randomArray<float>(5), randomArray<float>(11)};
  for (float *array : numbers)
    for (size_t element = 0; element < Elements; ++element)
      array[element] = static_cast<int>(array[element] * 100);
  auto *a = reinterpret_cast<float2 *>(numbers[0]), *b = reinterpret_cast<float2 *>(numbers[1]),
       *c = reinterpret_cast<float2 *>(numbers[2]);
  const dim3 grid((Columns + 15) / 16, (Rows + 15) / 16), block(16, 16);
  const auto reset = [&] {
    for (size_t element = 0; element < Elements; ++element)
      numbers[2][element] = static_cast<int>(element % 97) - 40;
  };
  // Rows of even and odd lengths, from even and odd places.
  for (const int more : {1, 3}) {
    plain<<<grid, block>>>(Rows, Columns, Steps, make_float2(3, -5), a + more / 2, Steps + more,
                           b + more / 2, Columns + more, make_float2(-1, 2), c, Columns + 1);
    printArray(numbers[2]);
    reset();
  }
  turned<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(numbers[2]);
  reset();
  conjugated<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(numbers[2]);
  bothConjugated<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(numbers[2]);
  byHand<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(numbers[2]);
  lower<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(numbers[2]);
  reset();
  batch<<<dim3(1, 2, 2), block>>>(19, 13, 9, a, b, c);
  batch<<<dim3(1, 2, 2), block>>>(18, 14, 12, a, b, c + 2000);
  printArray(numbers[2]);
#ifdef DATA
  checkAll(a, b, c);
#endif
}
