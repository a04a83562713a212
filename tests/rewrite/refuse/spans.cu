// RUN: %unchanged
// Matrices as cuda::std::mdspan of which it is not known where their elements lie.
#include <cuda/std/mdspan>
using cuda::std::dextents;
using cuda::std::mdspan;
using Plain = mdspan<const float, dextents<int, 2>>;

struct Doubled {
  template <class Extents>
  struct mapping : cuda::std::layout_right::mapping<Extents> {
    using cuda::std::layout_right::mapping<Extents>::mapping;
    __device__ int operator()(int i, int j) const { return 2 * (i * this->extents().extent(1) + j); }
  };
};
struct Negated : cuda::std::default_accessor<const float> {};

#define INDICES                                                                                    \
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x
// CHECK: remark: left 'ownLayout' alone: layout of 'a', which is not known
__global__ void ownLayout(mdspan<const float, dextents<int, 2>, Doubled> a, Plain b,
                          mdspan<float, dextents<int, 2>> c) {
  INDICES;
  if (i >= c.extent(0) || j >= c.extent(1))
    return;
  float sum = 0;
  for (int l = 0; l < b.extent(0); ++l)
    sum += a(i, l) * b(l, j);
  c(i, j) = sum;
}
// CHECK: remark: left 'ownAccessor' alone:
__global__ void ownAccessor(mdspan<const float, dextents<int, 2>, cuda::std::layout_right, Negated> a,
                            Plain b, mdspan<float, dextents<int, 2>> c) {
  INDICES;
  if (i >= c.extent(0) || j >= c.extent(1))
    return;
  float sum = 0;
  for (int l = 0; l < b.extent(0); ++l)
    sum += a(i, l) * b(l, j);
  c(i, j) = sum;
}
// CHECK: remark: left 'tile' alone: a member that is not understood
__global__ void tile(Plain a, Plain b, mdspan<float, dextents<int, 2>> c) {
  __shared__ float memory[256];
  mdspan<float, dextents<int, 2>> as(memory, 16, 16);
  INDICES;
  float sum = 0;
  for (int l = 0; l < a.extent(1); ++l)
    sum += a(i, l) * b(l, j);
  c(i, j) = sum;
}
// CHECK: remark: left 'whichExtent' alone: what 'extent' of 'c' is, is not known
__global__ void whichExtent(Plain a, Plain b, mdspan<float, dextents<int, 2>> c, int d) {
  INDICES;
  if (i >= c.extent(d) || j >= c.extent(1))
    return;
  float sum = 0;
  for (int l = 0; l < a.extent(1); ++l)
    sum += a(i, l) * b(l, j);
  c(i, j) = sum;
}
void go(dim3 g, dim3 t, Plain b, mdspan<float, dextents<int, 2>> c,
        mdspan<const float, dextents<int, 2>, Doubled> a,
        mdspan<const float, dextents<int, 2>, cuda::std::layout_right, Negated> n) {
  ownLayout<<<g, t>>>(a, b, c);
  ownAccessor<<<g, t>>>(n, b, c);
  tile<<<g, t>>>(b, b, c);
  whichExtent<<<g, t>>>(b, b, c, 1);
}
