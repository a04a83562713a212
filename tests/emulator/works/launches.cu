// RUN: %works
// Every way of spelling a launch: templates, namespaces, overloads, macros, function pointers.
#include <cstdio>
#include <cstdlib>
#include <utility>

#define REQUIRE(condition)                                                                         \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                  \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)
#define CHECK(call) REQUIRE((call) == cudaSuccess)
#define LAUNCH(kernel, blocks, threads, ...) kernel<<<blocks, threads>>>(__VA_ARGS__)

__global__ void plain(int *out, int value) {
  out[threadIdx.x] = value;
}

template <typename T>
__global__ void typed(T *out, T value) {
  out[threadIdx.x] = value;
}
template <int N, typename T>
__global__ void sized(T *out) {
  __shared__ T scratch[N];
  if (threadIdx.x < N)
    scratch[threadIdx.x] = N;
  __syncthreads();
  out[threadIdx.x] = scratch[threadIdx.x % N];
}

namespace outer::inner {
__global__ void nested(int *out) {
  out[threadIdx.x] = 7;
}
template <bool Flag>
__global__ void flagged(int *out) {
  out[threadIdx.x] = Flag ? 1 : 2;
}
} // namespace outer::inner

namespace {
__global__ void hidden(int *out) {
  out[threadIdx.x] = 8;
}
} // namespace
static __global__ void local(int *out) {
  out[threadIdx.x] = 9;
}
extern "C" __global__ void plainC(int *out) {
  out[threadIdx.x] = 10;
}

// Only declared here, defined below.
__global__ void later(int *out, float scale);

struct Pair {
  int first;
  double second;
  __host__ __device__ int sum() const { return first + static_cast<int>(second); }
};
__global__ void byValue(int *out, Pair pair, const Pair fixed) {
  out[threadIdx.x] = pair.sum() + fixed.sum();
}

template <typename T>
void launchTyped(T *out, T value) {
  typed<<<1, 32>>>(out, value);
}
template <typename T>
void launchExplicit(T *out, T value) {
  typed<T><<<1, 32>>>(out, value);
}
template <int N>
void launchSized(int *out) {
  dim3 grid(1), block(32);
  sized<N><<<grid, block, 0, 0>>>(out);
}

void overloaded(int) {
}
__global__ void overloaded(int *out) {
  out[threadIdx.x] = 11;
}

__global__ void defaulted(int *out, int value = 12) {
  out[threadIdx.x] = value;
}

class Runner {
public:
  explicit Runner(int *memory) : out(memory) {}
  void run() const { plain<<<1, 32>>>(out, 13); }

private:
  int *out;
};

int evaluations = 0;
int next() {
  return ++evaluations;
}

int main() {
  int *out;
  CHECK(cudaMalloc(&out, 64 * sizeof(int)));
  int host[64];
  auto expect = [&](int value) {
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host, out, 32 * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; ++i)
      REQUIRE(host[i] == value);
    CHECK(cudaMemset(out, 0, 64 * sizeof(int)));
  };
  plain<<<1, 32>>>(out, 3);
  expect(3);
  plain<<<dim3(1, 1, 1), dim3(32, 1), 0>>>(out, next());
  expect(1);
  REQUIRE(evaluations == 1);
  launchTyped(out, 4);
  expect(4);
  launchExplicit(out, 5);
  expect(5);
  typed<<<1, 32>>>(out, 6);
  expect(6);
  typed<int><<<1, 32>>>(out, static_cast<short>(6));
  expect(6);
  launchSized<4>(out);
  expect(4);
  launchSized<8>(out);
  expect(8);
  outer::inner::nested<<<1, 32>>>(out);
  expect(7);
  outer::inner::flagged<true><<<1, 32>>>(out);
  expect(1);
  {
    using namespace outer::inner;
    flagged<false><<<1, 32>>>(out);
    expect(2);
    namespace alias = outer::inner;
    alias::nested<<<1, 32>>>(out);
    expect(7);
  }
  hidden<<<1, 32>>>(out);
  expect(8);
  local<<<1, 32>>>(out);
  expect(9);
  plainC<<<1, 32>>>(out);
  expect(10);
  later<<<1, 32>>>(out, 2);
  expect(4);
  byValue<<<1, 32>>>(out, {1, 2}, Pair{3, 4.5});
  expect(10);
  overloaded<<<1, 32>>>(out);
  expect(11);
  defaulted<<<1, 32>>>(out);
  expect(12);
  Runner(out).run();
  expect(13);
  LAUNCH(plain, 1, 32, out, 14);
  expect(14);
  for (int i = 0; i < 2; ++i)
    plain<<<1, 32>>>(out, 15), expect(15);
  if (out)
    plain<<<1,
            32>>>(out, // a comment between
                  16);
  expect(16);
  void (*pointer)(int *, int) = plain;
  pointer<<<1, 32>>>(out, 17);
  expect(17);
  auto lambda = [&](int value) { plain<<<1, 32>>>(out, value); };
  lambda(18);
  expect(18);
  int value = 19;
  void *arguments[] = {&out, &value};
  CHECK(
      cudaLaunchKernel(reinterpret_cast<const void *>(plain), dim3(1), dim3(32), arguments, 0, 0));
  expect(19);
  CHECK(cudaLaunchKernel(plain, dim3(1), dim3(32), arguments, 0, 0));
  expect(19);
  CHECK(cudaLaunchKernel(&typed<int>, dim3(1), dim3(32), arguments, 0, 0));
  expect(19);
  CHECK(cudaLaunchKernel((void *)hidden, dim3(1), dim3(32), arguments, 0, 0));
  expect(8);
  CHECK(cudaFree(out));
  std::puts("done");
}

__global__ void later(int *out, float scale) {
  out[threadIdx.x] = static_cast<int>(2 * scale);
}
