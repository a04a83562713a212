// RUN: not %parse %s 2>&1 | FileCheck %s
#include <mma.h>
using namespace nvcuda::wmma;
__global__ void kernel() {
  // CHECK: error: static assertion failed{{.*}}: CUDA has no such WMMA fragment.
  fragment<matrix_a, 16, 8, 16, half, row_major> wrong;
  (void)wrong;
}
