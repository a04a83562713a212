// RUN: %parse -std=c++17 %s
// RUN: %parse -std=c++20 %s
// RUN: %if nvcc %{ %nvcc %s %}
// The C++ library beside CUDA's headers, included before them.
#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <cuda_fp16.h>
#include <cuda_runtime.h>

using namespace std;

__global__ void kernel(float *f, int n) {
  f[0] = max(f[1], 2.0f) + min(f[2], 3.0f) + abs(f[3]) + sqrt(f[4]) + exp(f[5]) + fabs(f[6]);
  f[1] = static_cast<float>(max(n, 3) + min(n, 4) + abs(n)) + numeric_limits<float>::max();
  assert(n > 0);
  printf("%d\n", n);
}
int main() {
  mt19937 generator(1);
  uniform_real_distribution<float> uniform(0.0f, 1.0f);
  vector<float> values(16);
  generate(values.begin(), values.end(), [&] { return uniform(generator); });
  const auto start = chrono::steady_clock::now();
  const double sum = accumulate(values.begin(), values.end(), 0.0);
  unique_ptr<string> text(new string("sum"));
  shared_ptr<string> other = make_shared<string>("other");
  complex<float> z(1.0f, 2.0f);
  cout << *text << *other << sum << abs(z) << abs(-3) << abs(-2.0f) << max(1, 2) << min(1.0, 2.0)
       << chrono::duration<double>(chrono::steady_clock::now() - start).count() << endl;
  return static_cast<int>(sqrt(4.0f) + pow(2.0, 2));
}
