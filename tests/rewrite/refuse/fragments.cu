// RUN: %unchanged
// Fragments of WMMA that are no product, or of which it is not told.
// CHECK-DAG: remark: left 'lanes' alone: what the lanes of a warp do together depends on the lane
// CHECK-DAG: remark: left 'wholeThread' alone: what the lanes of a warp do together depends on the lane
// CHECK-DAG: remark: left 'oneElement' alone: which element of a fragment 'sums.x[0]' is, is not known
// CHECK-DAG: remark: left 'biased' alone: 'i' numbers the elements of a fragment, and which one of them a thread has is not known
// CHECK-DAG: remark: left 'greatest' alone: a loop over the elements of a fragment does more than change them
// CHECK-DAG: remark: left 'scaledOperand' alone: a loop over the elements of an operand of a product
// CHECK-DAG: remark: left 'stale' alone: {{.*}} depends on one index of the output but not on the loop
// CHECK-DAG: remark: left 'otherSum' alone: what is used here is a value that the last step of a loop has left, and no sum of its steps
// CHECK-DAG: remark: left 'notLoaded' alone: what is used here is a variable that has no value yet
// CHECK-DAG: remark: left 'halfOfThem' alone: the value of 'sums.num_elements' is not known here
// CHECK-DAG: remark: left 'everySecond' alone: unsupported loop over the elements of a fragment
// CHECK-DAG: remark: left 'firstOfThem' alone: 'i' numbers the elements of a fragment, and which one of them a thread has is not known
// CHECK-DAG: remark: left 'firstWarp' alone: what the lanes of a warp do together depends on the lane
// CHECK-DAG: remark: left 'overlapping' alone: 'c[step * n + 8 * blockIdx.y * n + step + 16 * blockIdx.x]' may be one element for several threads or steps: each index has to move it by more than the next ones together
// CHECK-DAG: remark: left 'saturated' alone: 'mma_sync' with sums that end at the largest number
// CHECK-DAG: remark: left 'firstRowGuards' alone: the guard 'step + 32 * blockIdx.y < m' is not an upper bound on one index
// CHECK-DAG: remark: left 'elementsTwice' alone: unsupported loop over the elements of a fragment
// CHECK-DAG: remark: left 'productsOfElements' alone: 'mma_sync' in a loop over the elements of a fragment
// CHECK-DAG: remark: left 'lastElement' alone: a loop over the elements of a fragment does more than change them
// CHECK-DAG: remark: left 'lastNumber' alone: 'i' numbers the elements of a fragment, and which one of them a thread has is not known
// CHECK-DAG: remark: left 'lengthOfOther' alone: a loop over the elements of an operand of a product
// CHECK-DAG: remark: left 'numberAsFactor' alone: 'i' numbers the elements of a fragment, and which one of them a thread has is not known
// CHECK-DAG: remark: left 'otherShape' alone: fragments of several shapes
// CHECK-DAG: remark: left 'roundedOther' alone: a loop over the elements of an operand of a product
// CHECK-DAG: remark: left 'roundedScaled' alone: a loop over the elements of an operand of a product
// CHECK-DAG: remark: left 'shapeOfHalf' alone: fragments of shape 16 x 16 x 16, which tensor cores do not have for TF32: they have 16 x 16 x 8
// CHECK-DAG: remark: left 'shapeOfTf32' alone: fragments of shape 16 x 16 x 8, which tensor cores do not have for operands of this type: they have 16 x 16 x 16, 32 x 8 x 16, 8 x 32 x 16
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
__global__ void lanes(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums, more;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l + threadIdx.x % 32, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void wholeThread(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums, more;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column + threadIdx.x, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void oneElement(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums, more;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  sums.x[0] = 0.0f;
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void biased(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums, more;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  for (int i = 0; i < sums.num_elements; i++) sums.x[i] += bias[i];
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void greatest(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums, more;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  float most = 0.0f;
  for (int i = 0; i < sums.num_elements; i++) most = fmaxf(most, sums.x[i]);
  for (int i = 0; i < sums.num_elements; i++) sums.x[i] = sums.x[i] / most;
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void scaledOperand(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums, more;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    for (int i = 0; i < left.num_elements; i++) left.x[i] = __float2half(2.0f);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void stale(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums, more;
  wmma::fill_fragment(sums, 0.0f);
  wmma::load_matrix_sync(left, a + row * k, k);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void otherSum(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums, more;
  wmma::fill_fragment(sums, 0.0f);
  wmma::fill_fragment(more, 1.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, more);
  }
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void notLoaded(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums, more;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void halfOfThem(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums, more;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  for (int i = 0; i < sums.num_elements / 2; i++) sums.x[i] = 2.0f * sums.x[i];
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void everySecond(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums, more;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  for (int i = 0; i < sums.num_elements; i += 2) sums.x[i] = 2.0f * sums.x[i];
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void firstOfThem(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums, more;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  for (int i = 0; i < sums.num_elements; i++)
    if (i < 4) sums.x[i] = 2.0f * sums.x[i];
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void firstWarp(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums, more;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  if (threadIdx.x < 32)
    wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void overlapping(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 8, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums, more;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void saturated(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sums;
  wmma::fill_fragment(sums, 0);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, p + row * k + l, k);
    wmma::load_matrix_sync(right, q + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums, true);
  }
  wmma::store_matrix_sync(d + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void firstRowGuards(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 32, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums, more;
  wmma::fill_fragment(sums, 0.0f);
  wmma::fill_fragment(more, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
    wmma::load_matrix_sync(left, a + (row + 16) * k + l, k);
    wmma::mma_sync(more, left, right, more);
  }
  if (row < m) {
    wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
    wmma::store_matrix_sync(c + (row + 16) * n + column, more, n, wmma::mem_row_major);
  }
}
__global__ void elementsTwice(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  for (int i = 0; i < sums.num_elements; i++)
    for (int j = 0; j < sums.num_elements; j++)
      sums.x[i] += sums.x[j];
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void productsOfElements(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  for (int i = 0; i < sums.num_elements; i++)
    wmma::mma_sync(sums, left, right, sums);
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void lastElement(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  float last;
  for (int i = 0; i < sums.num_elements; i++)
    last = sums.x[i];
  for (int i = 0; i < sums.num_elements; i++)
    sums.x[i] += last;
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void lastNumber(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  int number;
  for (int i = 0; i < sums.num_elements; i++)
    number = i;
  for (int i = 0; i < sums.num_elements; i++)
    sums.x[number] *= 2;
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void lengthOfOther(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  for (int i = 0; i < left.num_elements; i++)
    sums.x[i] *= 2;
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void numberAsFactor(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  for (int i = 0; i < sums.num_elements; i++)
    sums.x[i] *= (float)i;
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__device__ void flat(const half *a, const half *b, float *c, int row, int column, int n, int k) {
  wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 32, 8, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void otherShape(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> unused;
  wmma::fill_fragment(unused, 0.0f);
  flat(a, b, c, blockIdx.y * 16, blockIdx.x * 16, n, k);
}
__global__ void roundedOther(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> left, other;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 8) {
    wmma::load_matrix_sync(left, bias + row * k + l, k);
    wmma::load_matrix_sync(other, bias + row * k + l + 1, k);
    wmma::load_matrix_sync(right, bias + l * n + column, n);
    for (int i = 0; i < left.num_elements; ++i)
      left.x[i] = wmma::__float_to_tf32(other.x[i]);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void roundedScaled(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> left, other;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 8) {
    wmma::load_matrix_sync(left, bias + row * k + l, k);
    wmma::load_matrix_sync(other, bias + row * k + l + 1, k);
    wmma::load_matrix_sync(right, bias + l * n + column, n);
    for (int i = 0; i < left.num_elements; ++i)
      left.x[i] = wmma::__float_to_tf32(2.0f * left.x[i]);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void shapeOfHalf(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, wmma::precision::tf32, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, wmma::precision::tf32, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, bias + row * k + l, k);
    wmma::load_matrix_sync(right, bias + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
__global__ void shapeOfTf32(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 8, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int l = 0; l < k; l += 8) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
void run(const half *a, const half *b, float *c, const signed char *p, const signed char *q, int *d, half *h, const float *bias, int m, int n, int k) {
  lanes<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  wholeThread<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  oneElement<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  biased<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  greatest<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  scaledOperand<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  stale<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  otherSum<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  notLoaded<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  halfOfThem<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  everySecond<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  firstOfThem<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  firstWarp<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  overlapping<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  saturated<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  firstRowGuards<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  elementsTwice<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  productsOfElements<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  lastElement<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  lastNumber<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  lengthOfOther<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  numberAsFactor<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  otherShape<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  roundedOther<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  roundedScaled<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  shapeOfHalf<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
  shapeOfTf32<<<dim3(n / 16, m / 16), 32>>>(a, b, c, p, q, d, h, bias, m, n, k);
}
