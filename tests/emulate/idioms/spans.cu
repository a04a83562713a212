// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Matrices as cuda::std::mdspan: extents that the type knows or not, all layouts, rows with gaps.
#include "program.h"
#include <cuda/cmath>
#include <cuda/std/array>
#include <cuda/std/mdspan>

template <class Element>
using Strided =
    cuda::std::mdspan<Element, cuda::std::dextents<std::size_t, 2>, cuda::std::layout_stride>;
template <class Element>
using Plain = cuda::std::mdspan<Element, cuda::std::dextents<int, 2>>;
using Columned =
    cuda::std::mdspan<const float, cuda::std::dextents<int, 2>, cuda::std::layout_left>;
using Known =
    cuda::std::mdspan<const float, cuda::std::extents<int, cuda::std::dynamic_extent, 24>>;

template <class Element>
Strided<Element> strided(Element *data, std::size_t rows, std::size_t columns, std::size_t leading,
                         std::size_t step = 1) {
  using View = Strided<Element>;
  return View{data, typename View::mapping_type{typename View::extents_type{rows, columns},
                                                cuda::std::array<std::size_t, 2>{leading, step}}};
}

__global__ void gaps(Strided<const float> a, Strided<const float> b, Strided<float> c) {
  const std::size_t row = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t column = std::size_t{blockIdx.y} * blockDim.y + threadIdx.y;
  if (row >= c.extent(0) || column >= c.extent(1))
    return;
  float sum = 0;
  for (std::size_t l = 0; l < a.extent(1); ++l)
    sum += a(row, l) * b(l, column);
  c(row, column) = sum;
}

struct Problem {
  Known a;
  Columned b;
};
__global__ void layouts(Problem p, Plain<float> c, float alpha) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  const float *row = p.a.data_handle() + i * p.a.stride(0);
  if (i < c.extent(0) && j < c.extent(1)) {
    float sum = 0;
    for (int l = 0; l < p.b.extent(0); ++l)
      sum += row[l] * p.b(l, j);
    c(i, j) += alpha * sum;
  }
}

__global__ void batches(cuda::std::mdspan<const float, cuda::std::dextents<int, 3>> a,
                        Plain<const float> b,
                        cuda::std::mdspan<float, cuda::std::dextents<int, 3>> c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  const int batch = blockIdx.z;
  if (i >= c.extent(1) || j >= c.extent(2))
    return;
  float sum = 0;
  for (int l = 0; l < b.extent(0); ++l)
    sum += a(batch, i, l) * b(l, j);
  c(batch, i, j) = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 block(8, 16);
  const dim3 grid(cuda::ceil_div(Rows, 8), cuda::ceil_div(Columns, 16));
  gaps<<<grid, block>>>(strided<const float>(a, Rows, Steps, 31),
                        strided<const float>(b, Steps, Columns, 44), strided(c, Rows, Columns, 39));
  printArray(c);
  gaps<<<grid, block>>>(strided<const float>(a, Rows, Steps, 1, 50), // which the original sums
                        strided<const float>(b, Steps, Columns, 44), strided(c, Rows, Columns, 39));
  printArray(c);
  layouts<<<dim3(5, 3), dim3(8, 16)>>>({Known(a, Rows), Columned(b, 24, Columns)},
                                       Plain<float>(c, Rows, Columns), 0.7f);
  printArray(c);
  batches<<<dim3(5, 3, 2), dim3(8, 16)>>>(
      cuda::std::mdspan<const float, cuda::std::dextents<int, 3>>(a, 2, Rows, Steps),
      Plain<const float>(b, Steps, Columns),
      cuda::std::mdspan<float, cuda::std::dextents<int, 3>>(c, 2, Rows, Columns));
  printArray(c);
}

// CHECK: contraction gaps
// CHECK-NEXT:   domain   %m < c.extent(0), %n < c.extent(1), %k < a.extent(1)
// CHECK-NEXT:   A        a.data_handle()[%m * a.stride(0) + %k]: f32
// CHECK:   requires a.stride(1) == 1
// CHECK: contraction layouts
// CHECK-NEXT:   domain   %m < c.extent(0), %n < c.extent(1), %k < p.b.extent(0)
// CHECK-NEXT:   A        p.a.data_handle()[%k + 24 * %m]: f32
// CHECK-NEXT:   B        p.b.data_handle()[%n * p.b.extent(0) + %k]: f32
// CHECK: contraction batches
