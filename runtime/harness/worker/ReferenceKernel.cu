// value := left * right and magnitude := |left| * |right| in FP64: a plain shared-memory product,
// kept simple because everything else is judged by it.
#include "runtime/harness/worker/ReferenceKernel.h"

namespace {

constexpr int Tile = 16;

__global__ void referenceProduct(ReferenceProduct p) {
  __shared__ double left[Tile][Tile + 1];
  __shared__ double right[Tile][Tile + 1];
  const std::size_t column = std::size_t{blockIdx.x} * Tile + threadIdx.x;
  const std::size_t row = std::size_t{blockIdx.y} * Tile + threadIdx.y;
  double value = 0;
  double magnitude = 0;
  for (std::size_t start = 0; start < p.length; start += Tile) {
    const std::size_t leftColumn = start + threadIdx.x;
    const std::size_t rightRow = start + threadIdx.y;
    left[threadIdx.y][threadIdx.x] =
        row < p.rows && leftColumn < p.length
            ? p.left[row * p.leftRowStride + leftColumn * p.leftColumnStride]
            : 0;
    right[threadIdx.y][threadIdx.x] =
        column < p.columns && rightRow < p.length
            ? p.right[rightRow * p.rightRowStride + column * p.rightColumnStride]
            : 0;
    __syncthreads();
    const std::size_t steps = min(std::size_t{Tile}, p.length - start);
    for (std::size_t k = 0; k < steps; ++k) {
      const double product = left[threadIdx.y][k] * right[k][threadIdx.x];
      value += product;
      magnitude += fabs(product);
    }
    __syncthreads();
  }
  if (row < p.rows && column < p.columns) {
    p.value[row * p.columns + column] = value;
    p.magnitude[row * p.columns + column] = magnitude;
  }
}

} // namespace

int launchReferenceProduct(const ReferenceProduct &product) {
  const dim3 block(Tile, Tile);
  const dim3 grid(static_cast<unsigned>((product.columns + Tile - 1) / Tile),
                  static_cast<unsigned>((product.rows + Tile - 1) / Tile));
  referenceProduct<<<grid, block>>>(product);
  return cudaGetLastError();
}
