// RUN: %same rewritten 'tile<32;32;16;4;4>'
// What a copy, a reference and a pointer are when something changes between: the offset that each
// kernel sums at depends on it.
#include "program.h"

#define PLACE                                                                                      \
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x
#define SUM(offset)                                                                                \
  if (i < m && j < n) {                                                                            \
    float sum = 0.0f;                                                                              \
    for (int l = 0; l < k; ++l)                                                                    \
      sum += a[i * k + l + (offset)] * b[l * n + j];                                               \
    c[i * n + j] = sum;                                                                            \
  }

// A lambda copies what a reference names, when it is made.
__global__ void copiedElement(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE;
  if (i < m && j < n) {
    float own[2] = {0.0f, 0.0f};
    float &second = own[1];
    second = 3.0f;
    auto old = [=] { return second; };
    second = 5.0f;
    for (int l = 0; l < k; ++l)
      own[0] += a[i * k + l] * b[l * n + j];
    c[i * n + j] = own[0] + old();
  }
}

// In each step the pointer is to another array than it was before the loop.
__global__ void movedPointer(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE;
  int first[1] = {0}, second[1] = {0};
  int *counted = first;
  for (int step = 0; step < 5; ++step) {
    counted = second;
    counted[0] += 1;
  }
  SUM(first[0] + 2 * second[0])
}

// A member without a name takes no initialiser; one without an initialiser asks the new structure.
struct Fields {
  int before;
  int : 4;
  int after;
};
__global__ void unnamedField(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE;
  Fields fields{1, 2};
  SUM(fields.after)
}

struct Doubled {
  int number;
  int twice = number * 2;
  __device__ Doubled moved() const { return Doubled{number + 5}; }
};
__global__ void initialisedMember(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE;
  Doubled one{1, 7};
  const Doubled other = one.moved();
  SUM(other.twice)
}

struct Matrix {
  const float *elements;
  int rows, columns;
  __device__ void skip(const int &by) {
    columns += by;
    elements += by;
  }
};
// The reference is to the member, not to its value: it is 6 when the pointer moves.
__global__ void memberByReference(int m, int n, int k, Matrix left, const float *b, float *c) {
  PLACE;
  left.skip(left.columns);
  const float *a = left.elements;
  SUM(0)
}
__global__ void memberChanged(int m, int n, int k, Matrix left, const float *b, float *c) {
  PLACE;
  const int &offset = left.rows;
  left.rows = left.columns;
  const float *a = left.elements;
  SUM(offset)
}

// The function's array is another one than the kernel's of the same name, at each call.
constexpr int T = 16;
__device__ void exchanged(bool stores, int at, float &value) {
  __shared__ float tile[T * T];
  if (stores)
    tile[at] = value;
  else
    value = tile[at];
}
__global__ void arraysOfOneName(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE;
  __shared__ float tile[T * T], rows[T * T];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    rows[y * T + x] = i < m && first + x < k ? a[i * k + first + x] : 0.0f;
    tile[y * T + x] = first + y < k && j < n ? b[(first + y) * n + j] : 0.0f;
    float value = first + y < k && j < n ? b[(first + y) * n + j + 7] : 0.0f;
    exchanged(true, y * T + x, value);
    __syncthreads();
    for (int l = 0; l < T; ++l) {
      float right = 0.0f;
      exchanged(false, l * T + x, right);
      sum += rows[y * T + l] * right;
    }
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid(3, 3), block(T, T);
  copiedElement<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  movedPointer<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  unnamedField<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  initialisedMember<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  memberByReference<<<grid, block>>>(Rows, Columns, Steps, Matrix{a, 2, 3}, b, c);
  printArray(c);
  memberChanged<<<grid, block>>>(Rows, Columns, Steps, Matrix{a, 2, 3}, b, c);
  printArray(c);
  arraysOfOneName<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
