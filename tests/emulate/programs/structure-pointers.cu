// Matrices as structures that the kernels are given pointers to. What is in them is known on the
// device alone: the kernels keep their launches, and leave what the originals leave, also where a
// grid does not cover C, where C lies in one of the structures, and where there is no structure.
// RUN: warpsmith-emulate %s -o %t.original -- %flags
// RUN: %t.original >%t.original.txt
// RUN: warpsmith %s -o %t.rewritten.cu --error-on-missed -- %flags
// RUN: sed 's/if (\([a-zA-Z]*_rewritten[a-z0-9:]*::resident(.*)\))/if (byTiles(\1))/' %t.rewritten.cu >%t.marked.cu
// RUN: warpsmith-emulate --sanitize %t.marked.cu -o %t.marked -- %flags
// RUN: %t.marked >%t.marked.txt
// RUN: grep -v 'by tiles' %t.marked.txt | diff %t.original.txt -
// RUN: FileCheck %s <%t.marked.txt
// RUN: warpsmith %s --device-headers -o %t.headers.cu --error-on-missed -- %flags
// RUN: sed 's/if (\([a-zA-Z]*_rewritten[a-z0-9:]*::resident(.*)\))/if (byTiles(\1))/' %t.headers.cu >%t.marked.cu
// RUN: warpsmith-emulate %t.marked.cu -o %t.marked -- %flags -I%suite/../runtime/include
// RUN: %t.marked | diff %t.marked.txt -
// RUN: warpsmith %s --verify -o %t.verified.cu --error-on-missed -- %flags 2>&1 | FileCheck %s --check-prefix=VERIFIED --implicit-check-not="not verified"
// RUN: rm -rf %t && mkdir %t && cp %bin/warpsmith %t && cp %S/../Inputs/planted-emulate.sh %t/warpsmith-emulate
// RUN: env MISTAKE='s/\(int\)steps/(int)steps - 1/' not %t/warpsmith %s --kernel=dense --verify -o %t.wrong.cu -- %flags 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not warpsmith %s --passes=tile --kernel=matmul -o %t.tile.cu -- %flags 2>&1 | FileCheck %s --check-prefix=TILE
// VERIFIED: rewrote 'matmul': resident; structures that it is given pointers to are known on the device alone, so it keeps
// WRONG: 'dense'{{.*}} and the original have different results for 45x37x29
// TILE: error: pass 'tile' does not apply to 'matmul': members of '*A' are known on the device alone, where resident alone reads them
#include "kept-launches.h"

struct Matrix {
  int height, width;
  float *data;
  float unused[4];

  __device__ float at(int row, int column) const { return data[row * width + column]; }
};

__global__ void matmul(const Matrix *A, const Matrix *B, Matrix *C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < A->height && j < B->width) {
    float sum = 0.0f;
    for (int l = 0; l < A->width; ++l)
      sum += A->data[i * A->width + l] * B->data[l * B->width + j];
    C->data[i * C->width + j] = sum;
  }
}

// Functions and methods, and structures that are not constant.
__device__ float elementOf(Matrix *matrix, int row, int column) {
  return matrix->data[row * matrix->width + column];
}
__device__ void setElement(Matrix *matrix, int row, int column, float value) {
  matrix->data[row * matrix->width + column] = value;
}
__global__ void byFunctions(Matrix *A, Matrix *B, Matrix *C) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= C->height || column >= C->width)
    return;
  float sum = 0;
  for (int l = 0; l < A->height; ++l)
    sum += elementOf(A, l, row) * B->at(column, l);
  setElement(C, row, column, sum);
}

// Tiles in shared memory, and a copy of the structure.
__global__ void tiled(const Matrix *A, const Matrix *B, const Matrix *C) {
  __shared__ float tileA[16][16], tileB[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  const int steps = A->width;
  float sum = 0;
  for (int first = 0; first < (steps + 15) / 16; ++first) {
    const int l = first * 16 + threadIdx.x, k = first * 16 + threadIdx.y;
    tileA[threadIdx.y][threadIdx.x] =
        row < A->height && l < steps ? A->data[row * steps + l] : 0.0f;
    tileB[threadIdx.y][threadIdx.x] =
        k < steps && column < B->width ? B->data[k * B->width + column] : 0.0f;
    __syncthreads();
    for (int each = 0; each < 16; ++each)
      sum += tileA[threadIdx.y][each] * tileB[each][threadIdx.x];
    __syncthreads();
  }
  if (row < A->height && column < B->width)
    C->data[row * B->width + column] = sum;
}

// Structures in structures, of which one is a parameter; a bias, a factor, a type of 64 bits.
struct Layer {
  size_t inputs, outputs;
  const double *weights, *bias;
  double scale;
};
struct Net {
  Layer *layer;
  struct {
    const Layer *self;
  } inner;
};
__global__ void dense(Net net, size_t batch, const double *in, double *out) {
  const size_t row = blockIdx.y * blockDim.y + threadIdx.y;
  const size_t column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < batch && column < net.layer->outputs) {
    double sum = 0;
    for (size_t l = 0; l < net.layer->inputs; ++l)
      sum += in[row * net.layer->inputs + l] * net.layer->weights[l * net.layer->outputs + column];
    out[row * net.layer->outputs + column] =
        (sum + net.inner.self->bias[column]) * net.inner.self->scale;
  }
}

// A branch on a parameter and on a member.
struct Options {
  int transposed;
};
__global__ void choosing(int m, int n, int k, const Options *options, const float *a,
                         const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * (options->transposed ? b[j * k + l] : b[l * n + j]);
    c[i * n + j] = sum;
  }
}

// A member of a union, by a pointer of the thread's own, and a truth value.
struct Either {
  union {
    Matrix matrix;
    double number;
  };
  bool transposed;
};
__global__ void either(int n, const Either *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const Matrix *left = &a->matrix;
  if (i < left->height && j < n) {
    float sum = 0;
    for (int l = 0; l < left->width; ++l)
      sum += left->at(i, l) * (a->transposed ? b[j * left->width + l] : b[l * n + j]);
    c[i * n + j] = sum;
  }
}

template <typename Structure>
Structure *onDevice(const Structure &structure) {
  Structure *copy;
  cudaMalloc(&copy, sizeof(Structure));
  cudaMemcpy(copy, &structure, sizeof(Structure), cudaMemcpyHostToDevice);
  return copy;
}

void runMatmul(const char *name, int m, int n, int k, int pitch, dim3 grid, dim3 block) {
  Array<float> a(1), b(2), c(3);
  matmul<<<grid, block>>>(onDevice(Matrix{m, k, a.data}), onDevice(Matrix{k, n, b.data}),
                          onDevice(Matrix{m, pitch, c.data}));
  c.print(name);
}

int main() {
  // CHECK: by tiles
  // CHECK-NEXT: 16 x 16
  runMatmul("16 x 16", 70, 45, 37, 45, gridOf(70, 45, {16, 16}), {16, 16});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: 32 x 8, a pitch
  runMatmul("32 x 8, a pitch", 33, 65, 8, 71, gridOf(33, 65, {32, 8}), {32, 8});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: larger grid
  runMatmul("larger grid", 70, 45, 37, 45, {9, 8}, {16, 16});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: 256 x 1
  runMatmul("256 x 1", 5, 300, 17, 300, gridOf(5, 300, {256}), {256});
  // CHECK-NEXT: columns missing
  runMatmul("columns missing", 70, 45, 37, 45, {2, 5}, {16, 16});
  // CHECK-NEXT: rows missing
  runMatmul("rows missing", 70, 45, 37, 45, {3, 4}, {16, 16});
  // CHECK-NEXT: no steps
  runMatmul("no steps", 70, 45, 0, 45, {3, 5}, {16, 16});
  // CHECK-NEXT: no rows
  runMatmul("no rows", 0, 45, 5, 45, {3, 5}, {16, 16});

  // Without rows, the original reads no other structure.
  matmul<<<dim3(3, 5), dim3(16, 16)>>>(onDevice(Matrix{0, 5, nullptr}), nullptr, nullptr);
  byFunctions<<<dim3(3, 5), dim3(16, 16)>>>(nullptr, nullptr, onDevice(Matrix{3, 0, nullptr}));
  byFunctions<<<dim3(3, 5), dim3(16, 16)>>>(nullptr, nullptr, onDevice(Matrix{0, 3, nullptr}));
  // CHECK-NEXT: no rows, no structures
  std::printf("no rows, no structures: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));

  // C lies in one of the structures, in what the kernel does not read there.
  // CHECK-NEXT: C in a structure
  // CHECK-NEXT: C in a structure
  // CHECK-NEXT: C in a structure
  for (int of = 0; of < 3; ++of) {
    Array<float> a(1), b(2);
    Matrix *structures[3] = {onDevice(Matrix{2, 5, a.data}), onDevice(Matrix{5, 2, b.data}),
                             onDevice(Matrix{2, 2, nullptr})};
    float *inside = structures[of]->unused;
    cudaMemcpy(&structures[2]->data, &inside, sizeof(inside), cudaMemcpyHostToDevice);
    matmul<<<1, dim3(16, 16)>>>(structures[0], structures[1], structures[2]);
    cudaMemcpy(b.data, inside, 4 * sizeof(float), cudaMemcpyDeviceToDevice);
    b.print("C in a structure");
  }

  const auto runFunctions = [](const char *name, int m, int n, int k, dim3 block) {
    Array<float> a(1), b(2), c(3);
    byFunctions<<<gridOf(m, n, block), block>>>(onDevice(Matrix{k, m, a.data}),
                                                onDevice(Matrix{n, k, b.data}),
                                                onDevice(Matrix{m, n, c.data}));
    c.print(name);
  };
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: functions
  runFunctions("functions", 61, 67, 19, {16, 16});
  // CHECK-NEXT: functions, few threads
  runFunctions("functions, few threads", 21, 7, 19, {4, 8});

  const auto runTiled = [](const char *name, int m, int n, int k, dim3 block) {
    Array<float> a(1), b(2), c(3);
    tiled<<<gridOf(m, n, {16, 16}), block>>>(onDevice(Matrix{m, k, a.data}),
                                             onDevice(Matrix{k, n, b.data}),
                                             onDevice(Matrix{m, n, c.data}));
    c.print(name);
  };
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: tiled
  runTiled("tiled", 45, 51, 37, {16, 16});

  const auto runDense = [](const char *name, int batch, int inputs, int outputs, dim3 block) {
    Array<double> in(1), weights(2), bias(5), out(3);
    Layer *layer = onDevice(Layer{size_t(inputs), size_t(outputs), weights.data, bias.data, 1.5});
    dense<<<gridOf(batch, outputs, block), block>>>(Net{layer, {layer}}, batch, in.data, out.data);
    out.print(name);
  };
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: dense
  runDense("dense", 43, 29, 70, {16, 16});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: dense, 32 x 4
  runDense("dense, 32 x 4", 9, 64, 33, {32, 4});
  Array<double> kept(3);
  dense<<<dim3(2, 2), dim3(16, 16)>>>(Net{}, 0, nullptr, kept.data);
  // CHECK-NEXT: no batch, no structure
  kept.print("no batch, no structure");

  const auto runChoosing = [](const char *name, int m, int n, int k, const Options *options) {
    Array<float> a(1), b(2), c(3);
    choosing<<<gridOf(40, 60, {16, 16}), dim3(16, 16)>>>(m, n, k, options, a.data, b.data, c.data);
    c.print(name);
  };
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: transposed
  runChoosing("transposed", 39, 58, 27, onDevice(Options{1}));
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: not transposed
  runChoosing("not transposed", 39, 58, 27, onDevice(Options{0}));
  // CHECK-NEXT: no steps, no structure
  runChoosing("no steps, no structure", 39, 58, 0, nullptr);

  // CHECK-NEXT: by tiles
  // CHECK-NEXT: either
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: either
  for (const bool transposed : {false, true}) {
    Array<float> a(1), b(2), c(3);
    Either *left = onDevice(Either{{Matrix{45, 31, a.data}}, transposed});
    either<<<gridOf(45, 51, {16, 16}), dim3(16, 16)>>>(51, left, b.data, c.data);
    c.print("either");
  }
}
