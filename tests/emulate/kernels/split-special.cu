// RUN: %original
// RUN: %close 'split<fp16x3;narrow>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a
// RUN: %close 'split<bf16x6>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a
// RUN: %close 'split<by-data>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a
// RUN: %close 'split<in-registers>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a
// Rows and columns of very different size, zero ones, and infinities and NaN: each sum is as
// accurate as FP32 makes it, or the infinity or NaN that the original gives.
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

__global__ void product(int m, int n, int k, const float *a, const float *b, float *c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// What products are multiplied by brings them back into FP32's range.
__global__ void scaled(int m, int n, int k, float alpha, const float *a, const float *b, float *c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += alpha * a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

constexpr int M = 34, N = 36, K = 257;
// Powers of two by which rows of A and columns of B are scaled.
constexpr int Sizes[] = {0, 40, -40, 100, -100, 126, 127, -126};
constexpr float Infinity = std::numeric_limits<float>::infinity(),
                NaN = std::numeric_limits<float>::quiet_NaN();

static bool isRight(const std::vector<float> &a, const std::vector<float> &b, int i, int j,
                    float given) {
  double sum = 0, magnitude = 0;
  float original = 0;
  for (int l = 0; l < K; ++l) {
    const float x = a[i * K + l], y = b[l * N + j];
    original = std::fma(x, y, original);
    sum += static_cast<double>(x) * y;
    magnitude += std::fabs(static_cast<double>(x) * y);
  }
  if (std::isnan(original) || !std::isfinite(sum))
    return std::isnan(given) == std::isnan(original) && (std::isnan(given) || given == original);
  if (magnitude * 2 > std::numeric_limits<float>::max())
    return true; // may overflow on the way or not
  const double smallest = std::numeric_limits<float>::denorm_min();
  return std::fabs(given - sum) <= (K + 8) * (0x1p-24 * magnitude + smallest);
}

int main(int argc, char **argv) {
  std::FILE *results = argc > 1 ? std::fopen(argv[1], "wb") : nullptr;
  if (!results)
    return 2;
  std::vector<float> a(M * K), b(K * N), c(M * N);
  unsigned state = 1;
  const auto random = [&] {
    state = state * 1664525u + 1013904223u;
    return static_cast<float>(static_cast<int>(state)) * 0x1p-31f;
  };
  for (int i = 0; i < M; ++i)
    for (int l = 0; l < K; ++l)
      a[i * K + l] = std::ldexp(random(), Sizes[i % 8]);
  for (int l = 0; l < K; ++l)
    for (int j = 0; j < N; ++j)
      b[l * N + j] = std::ldexp(random(), Sizes[j / 4 % 8]);
  for (int l = 0; l < K; ++l)
    a[24 * K + l] = b[l * N + 35] = 0;
  a[16 * K + 3] = Infinity;
  a[32 * K + 5] = NaN;
  b[7 * N + 34] = -Infinity;
  b[9 * N + 0] = NaN;
  // A column that sees the small elements of a row alone.
  for (int l = 0; l < K; ++l) {
    a[9 * K + l] = l % 7 ? 0x1.2468acp-100f : 0x1p38f;
    b[l * N + 10] = l % 7 ? 0x1.13579ap87f : 0;
  }
  float *deviceA, *deviceB, *deviceC;
  cudaMalloc(&deviceA, a.size() * sizeof(float));
  cudaMalloc(&deviceB, b.size() * sizeof(float));
  cudaMalloc(&deviceC, c.size() * sizeof(float));
  cudaMemcpy(deviceA, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(deviceB, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
  product<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(M, N, K, deviceA, deviceB, deviceC);
  cudaMemcpy(c.data(), deviceC, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  std::fwrite(c.data(), sizeof(float), c.size(), results);
  std::fclose(results);
  int wrong = 0;
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j)
      if (!isRight(a, b, i, j, c[i * N + j]) && ++wrong <= 5)
        std::fprintf(stderr, "C[%d][%d] is %g\n", i, j, c[i * N + j]);

  for (const float size : {1e-30f, 1e25f, 2e38f}) {
    const float other = size < 1 ? size : size > 1e30f ? 1e-20f : 1e20f;
    const float alpha = size < 1 ? 1e30f : size > 1e30f ? 1e-10f : 1e-20f;
    for (float &value : a)
      value = size;
    for (float &value : b)
      value = other;
    cudaMemcpy(deviceA, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(deviceB, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
    scaled<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(M, N, K, alpha, deviceA, deviceB,
                                                                 deviceC);
    cudaMemcpy(c.data(), deviceC, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
    const double wanted = static_cast<double>(alpha) * size * other * K;
    for (const float value : c)
      if (!(std::fabs(value - wanted) <= 1e-5 * wanted) && ++wrong <= 10)
        std::fprintf(stderr, "%g is not %g\n", value, wanted);
  }

  // An infinite factor of numbers of either sign, and of zeros.
  for (float &value : a)
    value = random() > 0 ? 1 : -1;
  for (int l = 0; l < K; ++l)
    for (int j = 0; j < N; ++j)
      b[l * N + j] = j % 3 == 0 ? 0 : j % 3 == 1 ? a[l] : random();
  cudaMemcpy(deviceA, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(deviceB, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
  scaled<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(M, N, K, Infinity, deviceA, deviceB,
                                                               deviceC);
  cudaMemcpy(c.data(), deviceC, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      float sum = 0;
      for (int l = 0; l < K; ++l)
        sum += Infinity * a[i * K + l] * b[l * N + j];
      const float given = c[i * N + j];
      if ((std::isnan(sum) ? !std::isnan(given) : given != sum) && ++wrong <= 15)
        std::fprintf(stderr, "of an infinite factor, %g is not %g\n", given, sum);
    }
  return wrong > 0;
}
