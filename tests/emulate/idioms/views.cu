// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Views of matrices that a kernel makes for itself: structures, also templates, with methods and
// constructors, of memory that it is given and of tiles in shared memory.
#include "program.h"

template <typename Element>
struct View {
  Element *data;
  int rows, columns, pitch;
  __device__ Element &operator()(int row, int column) const { return data[row * pitch + column]; }
  __device__ int extent(int dimension) const { return dimension == 0 ? rows : columns; }
  __device__ bool holds(int row, int column) const { return row < rows && column < columns; }
  __device__ View part(int row, int column) const {
    return {&(*this)(row, column), rows - row, columns - column, pitch};
  }
};
template <typename Element>
__device__ View<Element> makeView(Element *data, int rows, int columns) {
  return {data, rows, columns, columns};
}

constexpr int T = 16;

__device__ void loadTile(View<const float> from, int row, int column, View<float> tile) {
  const int y = threadIdx.y, x = threadIdx.x;
  if (from.holds(row + y, column + x))
    tile(y, x) = from(row + y, column + x);
  else
    tile(y, x) = 0.0f;
}

__global__ void tiled(View<const float> a, View<const float> b, View<float> c) {
  __shared__ float memoryOfA[T * T], memoryOfB[T * T];
  auto tileOfA = makeView(memoryOfA, T, T), tileOfB = makeView(memoryOfB, T, T);
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < a.extent(1); first += T) {
    loadTile(a, blockIdx.y * T, first, tileOfA);
    loadTile(b, first, blockIdx.x * T, tileOfB);
    __syncthreads();
    for (int l = 0; l < tileOfA.extent(1); ++l)
      sum += tileOfA(threadIdx.y, l) * tileOfB(l, threadIdx.x);
    __syncthreads();
  }
  if (c.holds(row, column))
    c(row, column) = sum;
}

// A class that a constructor makes, whose members nobody else sees.
class RowsOf {
public:
  __device__ RowsOf(const float *from, int width) : data(from), pitch(width) {}
  __device__ const float *row(int number) const { return data + number * pitch; }
  __device__ float at(int number, int column) { return row(number)[column]; }

private:
  const float *data;
  int pitch = 1;
};

__global__ void constructed(const float *a, const float *b, float *c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  RowsOf ofA(a, k), ofB{b, n};
  if (row < m && column < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += ofA.row(row)[l] * ofB.at(l, column);
    c[row * n + column] = sum;
  }
}

// Each thread looks at a part of what it is given, by a method that makes another view.
__global__ void parts(View<const float> a, View<const float> b, View<float> c) {
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * blockDim.y, column = blockIdx.x * blockDim.x;
  const View<const float> all = a;
  const View<const float> ofA = all.part(row, 0);
  const View<float> ofC = c.part(row, column);
  if (ofC.holds(y, x)) {
    float sum = 0.0f;
    for (int l = 0; l < ofA.columns; ++l) {
      const auto rowOfB = b.part(l, column);
      sum += ofA(y, l) * rowOfB(0, x);
    }
    ofC(y, x) = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid((Columns + T - 1) / T, (Rows + T - 1) / T), block(T, T);
  const View<const float> A{a, Rows, Steps, Steps + 2}, B{b, Steps, Columns, Columns + 1};
  const View<float> C{c, Rows, Columns, Columns + 3};
  tiled<<<grid, block>>>(A, B, C);
  printArray(c);
  constructed<<<grid, block>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
  parts<<<grid, block>>>(A, B, C);
  printArray(c);
}
