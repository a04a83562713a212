// Sizes that are elements of arrays on the device, `shape[1]`. They are known there alone: the
// kernels keep their launches, and leave what the originals leave, also where a grid does not cover
// C, and where there are no sizes to be read. C must not lie where the sizes do.
// RUN: warpsmith-emulate %s -o %t.original -- %flags
// RUN: %t.original >%t.original.txt
// RUN: warpsmith %s -o %t.rewritten.cu --error-on-missed -- %flags 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: sed 's/if (\([a-zA-Z]*_rewritten[a-z0-9:]*::resident(.*)\))/if (byTiles(\1))/' %t.rewritten.cu >%t.marked.cu
// RUN: warpsmith-emulate --sanitize %t.marked.cu -o %t.marked -- %flags
// RUN: %t.marked >%t.marked.txt
// RUN: grep -v 'by tiles' %t.marked.txt | diff %t.original.txt -
// RUN: FileCheck %s <%t.marked.txt
// RUN: FileCheck %s --check-prefix=APART --input-file=%t.rewritten.cu
// APART: warpsmith::disjoint(c, {{.*}}(shape + 2),
// RUN: warpsmith %s --verify -o %t.verified.cu -- %flags 2>&1 | FileCheck %s --check-prefix=VERIFIED --implicit-check-not="not verified"
// VERIFIED: sizes-in-memory.cu: verified on
// RUN: not warpsmith %s --passes=tile --kernel=gemm -o %t.tile.cu -- %flags 2>&1 | FileCheck %s --check-prefix=TILE
// REMARK: rewrote 'gemm': resident; sizes that it is given pointers to are known on the device alone, so it keeps
// TILE: error: pass 'tile' does not apply to 'gemm': elements of 'shape' are known on the device alone, where resident alone reads them
#include "kept-launches.h"

__global__ void gemm(const int *shape, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  int m = shape[0], n = shape[1], k = shape[2];
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// Shapes and strides of tensors; of a batch of one product there may be one operand for all.
__global__ void tensors(float *out, const int *outShape, const int *outStrides, const float *a,
                        const int *aShape, const int *aStrides, const float *b, const int *bShape,
                        const int *bStrides) {
  __shared__ float tileA[16][16], tileB[16][16];
  int batch = blockIdx.z;
  int batchA = aShape[0] > 1 ? aStrides[0] : 0, batchB = bShape[0] > 1 ? bStrides[0] : 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int first = 0; first < aShape[2]; first += 16) {
    int k = first + threadIdx.y;
    if (i < aShape[1] && k < aShape[2])
      tileA[threadIdx.x][threadIdx.y] = a[batchA * batch + aStrides[1] * i + aStrides[2] * k];
    else
      tileA[threadIdx.x][threadIdx.y] = 0;
    k = first + threadIdx.x;
    if (j < bShape[2] && k < bShape[1])
      tileB[threadIdx.x][threadIdx.y] = b[batchB * batch + bStrides[1] * k + bStrides[2] * j];
    else
      tileB[threadIdx.x][threadIdx.y] = 0;
    __syncthreads();
    for (k = 0; k < 16; ++k)
      if (first + k < aShape[2])
        sum += tileA[threadIdx.x][k] * tileB[k][threadIdx.y];
    __syncthreads();
  }
  if (i < outShape[1] && j < outShape[2])
    out[outStrides[0] * batch + outStrides[1] * i + outStrides[2] * j] = sum;
}

// A size behind a pointer of its own, beside whole numbers that are data.
__global__ void integers(const int *m, const int *n, int k, const int *a, const int *b, int *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < *m && j < *n) {
    int sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * *n + j];
    c[i * *n + j] = sum;
  }
}

int *onDevice(std::vector<int> numbers) {
  return Array<int>(int(numbers.size()), [&](int i) { return numbers[i]; }).data;
}

void runGemm(const char *name, int m, int n, int k, dim3 grid, dim3 block) {
  Array<float> a(1), b(2), c(3);
  gemm<<<grid, block>>>(onDevice({m, n, k}), a.data, b.data, c.data);
  c.print(name);
}

void runTensors(const char *name, int batch, int m, int n, int k, int batchOfB, int pitch) {
  Array<float> a(1), b(2), c(3);
  tensors<<<dim3((m + 15) / 16, (n + 15) / 16, batch), dim3(16, 16)>>>(
      c.data, onDevice({batch, m, n}), onDevice({m * n, n, 1}), a.data, onDevice({batch, m, k}),
      onDevice({m * k, k, 1}), b.data, onDevice({batchOfB, k, n}), onDevice({k * pitch, pitch, 1}));
  c.print(name);
}

int main() {
  // CHECK: by tiles
  // CHECK-NEXT: 16 x 16
  runGemm("16 x 16", 70, 45, 37, gridOf(70, 45, {16, 16}), {16, 16});
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: larger grid
  runGemm("larger grid", 33, 45, 8, {9, 8}, {16, 16});
  // CHECK-NEXT: columns missing
  runGemm("columns missing", 70, 45, 37, {2, 5}, {16, 16});
  // CHECK-NEXT: no steps
  runGemm("no steps", 70, 45, 0, {3, 5}, {16, 16});
  // CHECK-NEXT: no rows
  runGemm("no rows", 0, 45, 5, {3, 5}, {16, 16});

  // CHECK-NEXT: by tiles
  // CHECK-NEXT: tensors
  runTensors("tensors", 3, 37, 45, 29, 3, 45);
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: one operand for all, a pitch
  runTensors("one operand for all, a pitch", 3, 37, 45, 29, 1, 51);
  // Without elements, the original reads no strides.
  tensors<<<dim3(2, 2), dim3(16, 16)>>>(nullptr, onDevice({1, 0, 5}), nullptr, nullptr,
                                        onDevice({1, 0, 0}), nullptr, nullptr, onDevice({1, 0, 5}),
                                        nullptr);
  // CHECK-NEXT: no elements
  std::printf("no elements: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));

  Array<int> x(1), y(2), z(3);
  integers<<<gridOf(61, 67, {16, 16}), dim3(16, 16)>>>(onDevice({61}), onDevice({67}), 19, x.data,
                                                       y.data, z.data);
  // CHECK-NEXT: by tiles
  // CHECK-NEXT: integers
  z.print("integers");
}
