// RUN: warpsmith %s --passes='tile<32;32;16;4;4>' --verify -o %t.cu -- %flags 2>&1 | FileCheck %s --implicit-check-not="remark: left" --implicit-check-not="not verified"
// What a thread stores in a tile is of a pixel, which is a digit of the thread's place: the place
// in the tile tells which thread has stored it.
// CHECK: verified on {{.*}} shapes
// CHECK-COUNT-4: remark: rewrote
#include <cuda_runtime.h>

constexpr int Tile = 16;

namespace pointwise {
__global__ void product(float *y, const float *x, const float *w, int images, int outputs,
                        int channels, int pixels) {
  __shared__ float weights[Tile][Tile], inputs[Tile][Tile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i = blockIdx.y * Tile + ty, j = blockIdx.x * Tile + tx;
  const int image = j / pixels, pixel = j % pixels;
  float sum = 0;
  for (int t = 0; t < (channels + Tile - 1) / Tile; ++t) {
    const int column = t * Tile + tx, row = t * Tile + ty;
    weights[ty][tx] = i < outputs && column < channels ? w[i * channels + column] : 0.0f;
    inputs[ty][tx] =
        j < images * pixels && row < channels ? x[(image * channels + row) * pixels + pixel] : 0.0f;
    __syncthreads();
    for (int l = 0; l < Tile; ++l)
      sum += weights[ty][l] * inputs[l][tx];
    __syncthreads();
  }
  if (i < outputs && j < images * pixels)
    y[(image * outputs + i) * pixels + pixel] = sum;
}
void run(float *y, float *x, float *w, int images, int outputs, int channels, int pixels) {
  const dim3 grid((images * pixels + Tile - 1) / Tile, (outputs + Tile - 1) / Tile);
  product<<<grid, dim3(Tile, Tile)>>>(y, x, w, images, outputs, channels, pixels);
}
} // namespace pointwise

namespace waits {
constexpr int Side = 8;
// All threads leave the loop at the same step, which the launch checks.
__global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float left[Side * Side], right[Side][Side];
  const int tx = threadIdx.x, ty = threadIdx.y, thread = ty * blockDim.x + tx;
  const int row = blockIdx.y * Side + ty, column = blockIdx.x * Side + tx;
  float sum = 0;
  for (int k = 0; k < n; k += Side) {
    for (int i = thread; i < Side * Side; i += blockDim.x * blockDim.y) {
      left[i] = a[(blockIdx.y * Side + i / Side) * n + k + i % Side];
      __syncthreads();
    }
    right[ty][tx] = b[(k + ty) * n + column];
    __syncthreads();
    for (int l = 0; l < Side; ++l)
      sum += left[ty * Side + l] * right[l][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
void run(dim3 grid, const float *a, const float *b, float *c, int n) {
  product<<<grid, dim3(Side, Side)>>>(a, b, c, n);
}
} // namespace waits

namespace implicit {
// A convolution as a product of a matrix of filters and one of windows, which no memory holds.
__global__ void convolution(float *y, const float *x, const float *w, int images, int filters,
                            int channels, int height, int width, int size) {
  const int rows = height - size + 1, columns = width - size + 1, steps = channels * size * size;
  __shared__ float weights[Tile][Tile], windows[Tile][Tile];
  const int image = blockIdx.z, tx = threadIdx.x, ty = threadIdx.y;
  const int i = blockIdx.y * Tile + ty, j = blockIdx.x * Tile + tx;
  const int row = j / columns, column = j % columns;
  float sum = 0;
  for (int t = 0; t < (steps + Tile - 1) / Tile; ++t) {
    const int ofWeight = t * Tile + tx, ofWindow = t * Tile + ty;
    weights[ty][tx] = i < filters && ofWeight < steps ? w[i * steps + ofWeight] : 0.0f;
    if (j < rows * columns && ofWindow < steps) {
      const int channel = ofWindow / (size * size), p = ofWindow % (size * size) / size,
                q = ofWindow % (size * size) % size;
      windows[ty][tx] = x[((image * channels + channel) * height + row + p) * width + column + q];
    } else {
      windows[ty][tx] = 0;
    }
    __syncthreads();
    for (int l = 0; l < Tile; ++l)
      sum += weights[ty][l] * windows[l][tx];
    __syncthreads();
  }
  if (i < filters && j < rows * columns)
    y[((image * filters + i) * rows + row) * columns + column] = sum;
}
void run(float *y, float *x, float *w, int images, int filters, int channels, int height, int width,
         int size) {
  const int columns = width - size + 1, rows = height - size + 1;
  const dim3 grid((rows * columns + Tile - 1) / Tile, (filters + Tile - 1) / Tile, images);
  convolution<<<grid, dim3(Tile, Tile)>>>(y, x, w, images, filters, channels, height, width, size);
}
} // namespace implicit

namespace unrolled {
// Two steps are written one by one, and each window is of an image that is found by dividing.
__global__ void convolution(float *y, const float *x, const float *w, int images, int filters,
                            int channels, int height, int width, int size) {
  const int rows = height - size + 1, columns = width - size + 1, steps = channels * size * size;
  __shared__ float weights[Tile][Tile], windows[Tile][Tile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i = blockIdx.y * Tile + ty, j = blockIdx.x * Tile + tx;
  const int image = j / (rows * columns), pixel = j % (rows * columns);
  const int row = pixel / columns, column = pixel % columns;
  float sum = 0;
  for (int t = 0; t < (steps + Tile - 1) / Tile; ++t) {
    const int ofWeight = t * Tile + tx, ofWindow = t * Tile + ty;
    weights[ty][tx] = i < filters && ofWeight < steps ? w[i * steps + ofWeight] : 0.0f;
    if (j < images * rows * columns && ofWindow < steps) {
      const int channel = ofWindow / (size * size), p = ofWindow / size % size, q = ofWindow % size;
      windows[ty][tx] =
          channel < channels
              ? x[((image * channels + channel) * height + row + p) * width + column + q]
              : 0.0f;
    } else {
      windows[ty][tx] = 0;
    }
    __syncthreads();
    if (i < filters && j < images * rows * columns)
      for (int l = 0; l < Tile; l += 2) {
        sum += weights[ty][l] * windows[l][tx];
        sum += weights[ty][l + 1] * windows[l + 1][tx];
      }
    __syncthreads();
  }
  if (i < filters && j < images * rows * columns)
    y[((image * filters + i) * rows + row) * columns + column] = sum;
}
void run(float *y, float *x, float *w, int images, int filters, int channels, int height, int width,
         int size) {
  const int columns = width - size + 1, rows = height - size + 1;
  const dim3 grid((images * rows * columns + Tile - 1) / Tile, (filters + Tile - 1) / Tile);
  convolution<<<grid, dim3(Tile, Tile)>>>(y, x, w, images, filters, channels, height, width, size);
}
} // namespace unrolled
