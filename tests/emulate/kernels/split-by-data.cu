// RUN: warpsmith %s --kernel=two --passes='split<fp16x3;narrow>,tensorize<wgmma;64>' --numerics=fp32 --arch=sm_90a --error-on-missed -o %t.1.cu --
// RUN: warpsmith %t.1.cu --kernel=three --passes='split<bf16x6>,tensorize<wgmma;64>' --numerics=fp32 --arch=sm_90a --error-on-missed -o %t.2.cu --
// RUN: warpsmith %t.2.cu --kernel=chosen --passes='split<by-data>,tensorize<wgmma;64>' --numerics=fp32 --arch=sm_90a --error-on-missed -o %t.3.cu --
// RUN: warpsmith %t.3.cu --kernel=fewRows --passes='split<in-registers>,tensorize<wgmma;32>' --numerics=fp32 --arch=sm_90a --error-on-missed -o %t.4.cu --
// RUN: warpsmith-emulate --sanitize %t.4.cu -o %t.rewritten --
// RUN: env WARPSMITH_EMULATOR_TRACE=1 %t.rewritten 2> %t.trace
// RUN: FileCheck %s --check-prefix=TRACE --implicit-check-not='launch of {{two|three|chosen|fewRows}}(' < %t.trace
// TRACE: _support::{{.*}}kernel<two_rewritten::
// TRACE: _support::{{.*}}kernel<three_rewritten::
// TRACE: _support::{{.*}}kernelByData<{{.*}}chosen_rewritten::
// TRACE: _support::{{.*}}kernelOfFewRows<{{.*}}fewRows_rewritten::
// Where the data choose the split, each product has the bits of the split that suits its data: two
// FP16 parts where they keep FP32's accuracy, else three BF16 parts. The limit is exact, and one
// row or column is enough to pass it. Three parts that are made in registers need no choice.
// Whatever patterns of exponents, zeros and bits a search tries, errors stay within FP32's bound,
// and the largest one below that of summing in FP32.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

__global__ void two(int m, int n, int k, const float *a, const float *b, float *c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void three(int m, int n, int k, const float *a, const float *b, float *c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void chosen(int m, int n, int k, const float *a, const float *b, float *c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void fewRows(int m, int n, int k, const float *a, const float *b, float *c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

namespace {

struct Random {
  uint64_t state;
  uint32_t bits() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<uint32_t>(state >> 33) << 1 ^ static_cast<uint32_t>(state >> 59);
  }
  int below(int limit) { return static_cast<int>(bits() % static_cast<unsigned>(limit)); }
  float uniform() { return static_cast<float>(static_cast<int32_t>(bits())) * 0x1p-31f; }
  float normal() { // the sum of twelve
    float sum = 0;
    for (int i = 0; i < 12; ++i)
      sum += uniform() * 0.5f;
    return sum;
  }
};

/// A is m x k, B is k x n.
struct Matrices {
  int m, n, k;
  std::vector<float> a, b;

  Matrices(int rows, int columns, int steps)
      : m(rows),
        n(columns),
        k(steps),
        a(size_t(m) * k),
        b(size_t(k) * n) {}
  float &ofA(int i, int l) { return a[size_t(i) * k + l]; }
  float &ofB(int l, int j) { return b[size_t(l) * n + j]; }

  using Value = std::function<float()>;
  Matrices filled(const Value &left, const Value &right) && {
    for (float &value : a)
      value = left();
    for (float &value : b)
      value = right();
    return std::move(*this);
  }
};

enum class Form { Two, Three, Chosen, FewRows };

std::vector<float> product(Form form, const Matrices &given) {
  const auto [m, n, k, a, b] = given;
  float *deviceA, *deviceB, *deviceC;
  std::vector<float> c(size_t(m) * n);
  cudaMalloc(&deviceA, a.size() * sizeof(float));
  cudaMalloc(&deviceB, b.size() * sizeof(float));
  cudaMalloc(&deviceC, c.size() * sizeof(float));
  cudaMemcpy(deviceA, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(deviceB, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
  const dim3 grid((n + 15) / 16, (m + 15) / 16), block(16, 16);
  if (form == Form::Two)
    two<<<grid, block>>>(m, n, k, deviceA, deviceB, deviceC);
  else if (form == Form::Three)
    three<<<grid, block>>>(m, n, k, deviceA, deviceB, deviceC);
  else if (form == Form::Chosen)
    chosen<<<grid, block>>>(m, n, k, deviceA, deviceB, deviceC);
  else
    fewRows<<<grid, block>>>(m, n, k, deviceA, deviceB, deviceC);
  cudaMemcpy(c.data(), deviceC, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(deviceA);
  cudaFree(deviceB);
  cudaFree(deviceC);
  return c;
}

/// The largest errors over the sum of the terms' magnitudes, in units of 2^-24: of a product and of
/// sequential sums in FP32.
struct Errors {
  double given = 0, sequential = 0;
  bool wrong = false; ///< beyond FP32's bound, or not the original's infinity or NaN
};
Errors errorsOf(const Matrices &of, const std::vector<float> &given) {
  Errors errors;
  for (int i = 0; i < of.m; ++i)
    for (int j = 0; j < of.n; ++j) {
      double sum = 0, magnitude = 0;
      float sequential = 0;
      for (int l = 0; l < of.k; ++l) {
        const float x = of.a[size_t(i) * of.k + l], y = of.b[size_t(l) * of.n + j];
        sequential = std::fma(x, y, sequential);
        sum += static_cast<double>(x) * y;
        magnitude += std::fabs(static_cast<double>(x) * y);
      }
      const float value = given[size_t(i) * of.n + j];
      if (std::isnan(sequential) || !std::isfinite(sum)) {
        errors.wrong = errors.wrong || std::isnan(value) != std::isnan(sequential) ||
                       (!std::isnan(value) && value != sequential);
        continue;
      }
      // FP32's own steps are wider there.
      const double smallest = of.k * static_cast<double>(std::numeric_limits<float>::denorm_min());
      const double off = std::max(std::fabs(value - sum) - smallest, 0.0);
      if (!(off <= of.k * 0x1p-24 * magnitude))
        errors.wrong = true;
      if (magnitude > 0) {
        errors.given = std::max(errors.given, off / magnitude * 0x1p24);
        errors.sequential =
            std::max(errors.sequential,
                     std::max(std::fabs(sequential - sum) - smallest, 0.0) / magnitude * 0x1p24);
      }
    }
  return errors;
}

int failures = 0;

/// Errors up to `least` are none, though sequential sums may be more exact: of few terms they are.
void expectAccurate(const char *name, const Matrices &given, Form form, double least) {
  const Errors errors = errorsOf(given, product(form, given));
  std::printf("%s: %.3g units, sequential sums %.3g\n", name, errors.given, errors.sequential);
  if (errors.wrong || errors.given > std::max(errors.sequential, least)) {
    std::printf("%s: off by %.3g units of 2^-24, sequential sums by %.3g%s\n", name, errors.given,
                errors.sequential, errors.wrong ? ", and beyond FP32's bound" : "");
    ++failures;
  }
}

/// The product has the bits of the split that is expected, and not those of the other one.
void expect(Form form, const char *name, const Matrices &given) {
  const auto same = [](const std::vector<float> &a, const std::vector<float> &b) {
    return std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
  };
  const std::vector<float> result = product(Form::Chosen, given);
  const bool isTwo = same(result, product(Form::Two, given));
  const bool isThree = same(result, product(Form::Three, given));
  if (isTwo == isThree || isTwo != (form == Form::Two)) {
    std::printf("%s: has the bits of %s\n", name,
                isTwo && isThree ? "both splits"
                : isTwo          ? "two parts"
                : isThree        ? "three parts"
                                 : "neither split");
    ++failures;
  }
  expectAccurate(name, given, Form::Chosen, 3);
  expectAccurate(name, given, Form::FewRows, 3);
}

constexpr int M = 37, N = 44, K = 256;

void knownData() {
  Random random{1};
  const auto uniform = [&] { return random.uniform(); };
  const auto normal = [&] { return random.normal(); };
  const auto positive = [&] { return std::fabs(random.uniform()); };
  const auto relu = [&] { return std::max(random.normal(), 0.0f); };
  const auto spread = [&](float by) {
    return [&random, by] { return random.uniform() * std::exp(by * random.normal()); };
  };
  const auto filled = [](const Matrices::Value &a, const Matrices::Value &b) {
    return Matrices(M, N, K).filled(a, b);
  };
  expect(Form::Two, "uniform", filled(uniform, uniform));
  expect(Form::Two, "normal", filled(normal, normal));
  expect(Form::Two, "positive", filled(positive, positive));
  expect(Form::Two, "relu times normal", filled(relu, normal));
  expect(Form::Two, "normal times relu", filled(normal, relu));
  expect(Form::Two, "spread 1", filled(spread(1), spread(1)));
  expect(Form::Three, "spread 4", filled(spread(4), spread(4)));
  expect(Form::Three, "spread 8", filled(spread(8), spread(8)));
  expect(Form::Three, "uniform times spread 8", filled(uniform, spread(8)));
  expect(Form::Three, "half of all zero", filled(relu, relu));

  Matrices data = filled(uniform, uniform);
  for (int i = 0; i < M; ++i) // PolyBench's, with a row and a column of zeros
    for (int l = 0; l < K; ++l)
      data.ofA(i, l) = static_cast<float>(i) * l / 700;
  for (int l = 0; l < K; ++l)
    for (int j = 0; j < N; ++j)
      data.ofB(l, j) = static_cast<float>(l) * (j + 1) / 300;
  expect(Form::Two, "polybench", data);

  data = filled(uniform, uniform);
  for (int l = 0; l < K; ++l) {
    for (int i = 0; i < M; ++i)
      data.ofA(i, l) = std::ldexp(data.ofA(i, l), i * 3 - 60);
    for (int j = 0; j < N; ++j)
      data.ofB(l, j) = std::ldexp(data.ofB(l, j), 50 - 2 * j);
    data.ofA(0, l) = data.ofA(11, l) = data.ofB(l, 43) = 0;
  }
  expect(Form::Two, "rows and columns of unlike size, and of zeros", data);

  data = filled(uniform, uniform);
  data.ofA(3, 17) = std::numeric_limits<float>::infinity();
  data.ofA(30, 255) = std::numeric_limits<float>::quiet_NaN();
  data.ofB(100, 40) = -std::numeric_limits<float>::infinity();
  for (int l = 0; l < K; ++l) // would be one bad row
    data.ofA(3, l) = l == 17 ? data.ofA(3, l) : std::ldexp(data.ofA(3, l), -l);
  expect(Form::Two, "infinities and NaN", data);

  data = filled(uniform, uniform);
  for (int l = 0; l < K; ++l)
    data.ofA(M - 1, l) = std::ldexp(random.uniform(), -l / 2);
  expect(Form::Three, "one bad row", data);
  data = filled(uniform, uniform);
  for (int l = 0; l < K; ++l)
    data.ofB(l, N - 1) = std::ldexp(random.uniform(), l / 3 - 40);
  expect(Form::Three, "one bad column", data);

  data = filled([&] { return random.uniform() * 0x1p-130f; }, uniform);
  expect(Form::Three, "subnormal numbers", data);

  // A row's small elements are all that a column sees.
  data = filled(uniform, uniform);
  for (int l = 0; l < K; ++l) {
    if (l % 2)
      for (int i = 0; i < M; ++i)
        data.ofA(i, l) *= 0x1p-24f;
    else
      data.ofB(l, 5) = 0;
  }
  expect(Form::Three, "a column without a row's large elements", data);
  // One element of a row is all that the columns see.
  data = filled(uniform, [] { return 0.0f; });
  for (int j = 0; j < N; ++j)
    data.ofB(200, j) = random.uniform();
  for (int i = 0; i < M; ++i)
    data.ofA(i, 200) = std::ldexp(random.uniform(), -60);
  expect(Form::Three, "columns that see one element", data);
}

/// Each other step of k takes back the one before, but for a part of about `rest`.
void cancel(Matrices &data, Random &random, float rest) {
  for (int l = 1; l < data.k; l += 2) {
    for (int i = 0; i < data.m; ++i)
      data.ofA(i, l) = -data.ofA(i, l - 1);
    for (int j = 0; j < data.n; ++j)
      data.ofB(l, j) = data.ofB(l - 1, j) * (1 + rest * random.uniform());
  }
}

void cancellingSteps() {
  Random random{13};
  for (const float rest : {1e-6f, 1e-3f}) {
    Matrices data = Matrices(9, 12, 2 * K)
                        .filled([&] { return random.uniform(); }, [&] { return random.uniform(); });
    cancel(data, random, rest);
    // Sequential sums are more exact there, and both are far below a unit.
    for (const Form form : {Form::Chosen, Form::FewRows})
      expectAccurate("neighbouring steps cancel", data, form, 0.25);
  }
}

/// Rows of A and columns of B with so many small elements, at places that differ, zeros but for
/// some of `size` beside elements of `large`.
Matrices withSmall(int small, int lossy, int smallB, float size = 0x1p-25f, float large = 1) {
  Random random{7};
  const auto ordinary = [&] {
    return std::copysign(0.75f + 0.25f * std::fabs(random.uniform()), random.uniform());
  };
  Matrices data =
      Matrices(M, N, K).filled([&] { return large * ordinary(); }, [&] { return ordinary() / 64; });
  for (int i = 0; i < M; ++i)
    for (int l = 0; l < small; ++l)
      data.ofA(i, (l * 5 + i) % K) = l < lossy ? size : 0;
  for (int j = 0; j < N; ++j)
    for (int l = 0; l < smallB; ++l)
      data.ofB((l * 3 + j) % K, j) = 0;
  return data;
}

void limits() {
  // The weights of both add up to 7/8 k = 224: small elements, and four times the lossy ones.
  expect(Form::Two, "at the limit, of zeros", withSmall(112, 0, 112));
  expect(Form::Three, "beyond the limit, of zeros", withSmall(113, 0, 112));
  expect(Form::Two, "at the limit, of small elements", withSmall(104, 2, 112));
  expect(Form::Three, "beyond the limit, of small elements", withSmall(104, 3, 112));
  expect(Form::Three, "beyond the limit, on the other side", withSmall(104, 2, 113));
  // Elements that scaling takes to zero are lossy all the same.
  expect(Form::Two, "at the limit, scaled to zero", withSmall(104, 2, 112, 0x1p-149f, 0x1p120f));
  expect(Form::Three, "beyond, scaled to zero", withSmall(104, 3, 112, 0x1p-149f, 0x1p120f));
}

/// Random patterns of exponents, zeros and bits along k.
Matrices pattern(uint64_t seed) {
  Random random{seed * 977 + 5};
  // Rows of B begin at multiples of 16 bytes, as TMA needs them where they are split in registers.
  Matrices data(1 + random.below(40), 4 + 4 * random.below(10), K + random.below(3) * 41);
  const auto fill = [&](int outer, auto at) {
    const int width = random.below(2) ? random.below(60) : random.below(12);
    const int kind = random.below(6), period = 1 + random.below(16);
    const int zeros = random.below(3) ? 0 : random.below(100); // in a hundred
    const int bits = random.below(3), odd = random.below(outer), sign = random.below(3);
    for (int i = 0; i < outer; ++i)
      for (int l = 0; l < data.k; ++l) {
        int exponent = 0;
        switch (kind) {
        case 0: // all alike
          break;
        case 1: // any
          exponent = -random.below(width + 1);
          break;
        case 2: // falling along k
          exponent = -width * l / data.k;
          break;
        case 3: // two sizes in turn
          exponent = l / period % 2 ? -width : 0;
          break;
        case 4: // one row is another
          exponent = i == odd ? -random.below(width + 1) : 0;
          break;
        case 5: // few are large
          exponent = random.below(20) ? -width : 0;
          break;
        }
        float value = 1 + std::fabs(random.uniform());
        if (bits == 1) // what two parts of FP16 represent worst
          value = 1 + 0x1.003p-11f + static_cast<float>(random.below(4)) * 0x1p-23f;
        else if (bits == 2) // few bits
          value = 1 + static_cast<float>(random.below(8)) * 0.125f;
        if (sign == 0 || (sign == 1 && random.below(2)))
          value = -value;
        at(i, l) = random.below(100) < zeros ? 0 : std::ldexp(value, exponent);
      }
  };
  fill(data.m, [&](int i, int l) -> float & { return data.ofA(i, l); });
  fill(data.n, [&](int j, int l) -> float & { return data.ofB(l, j); });
  // Zeros where the other matrix is large.
  if (random.below(3) == 0)
    for (int l = 0; l < data.k; ++l)
      if (std::fabs(data.ofA(0, l)) > 0x1p-10f)
        data.ofB(l, 0) = 0;
  if (random.below(4) == 0)
    cancel(data, random, std::ldexp(1.0f, -random.below(26)));
  return data;
}

/// Sums whose steps on the tensor cores are more.
void longSums() {
  Random random{11};
  for (const int steps : {2047, 2048, 4100}) {
    const auto filled = [&](const Matrices::Value &a, const Matrices::Value &b) {
      return Matrices(9, 12, steps).filled(a, b);
    };
    const auto uniform = [&] { return random.uniform(); };
    const auto positive = [&] { return std::fabs(random.uniform()); };
    const auto spread = [&] { return random.uniform() * std::exp(2 * random.normal()); };
    const auto positiveSpread = [&] { return std::fabs(spread()); };
    for (const auto &[name, data] :
         {std::pair("long, uniform", filled(uniform, uniform)),
          {"long, positive", filled(positive, positive)},
          {"long, spread", filled(spread, spread)},
          {"long, positive and spread", filled(positiveSpread, positiveSpread)}})
      for (const Form form : {Form::Chosen, Form::FewRows})
        expectAccurate(name, data, form, 9);
  }
}

} // namespace

/// With a number, searches as many patterns, for use by hand.
int main(int argc, char **argv) {
  const uint64_t patterns = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 40;
  knownData();
  limits();
  longSums();
  cancellingSteps();
  for (uint64_t seed = 0; seed < patterns; ++seed) {
    const Matrices data = pattern(seed);
    char name[32];
    std::snprintf(name, sizeof name, "pattern %d", static_cast<int>(seed));
    // What two parts leave out is 9 units at most, if all elements have bits for which it is most.
    expectAccurate(name, data, Form::Chosen, 9);
    expectAccurate(name, data, Form::FewRows, 9);
  }
  return failures != 0;
}
