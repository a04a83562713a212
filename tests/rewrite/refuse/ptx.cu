// RUN: %unchanged
// Products by mma.sync that are none: registers that hold other elements than the instruction takes,
// tiles that are read too early, lanes that take no part.
// CHECK-DAG: remark: left 'swapped' alone
// CHECK-DAG: remark: left 'turned' alone
// CHECK-DAG: remark: left 'notTransposed' alone
// CHECK-DAG: remark: left 'noBarrier' alone: 'as' in shared memory is read without a __syncthreads() after it was stored
// CHECK-DAG: remark: left 'noSecondBarrier' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+147]]
// CHECK-DAG: remark: left 'notWaited' alone: 'as' in shared memory is read without a __syncthreads() after it was stored
// CHECK-DAG: remark: left 'waitsForOther' alone: 'as' in shared memory is read without
// CHECK-DAG: remark: left 'notCommitted' alone: 'as' in shared memory is read without
// CHECK-DAG: remark: left 'someLanes' alone: an instruction of a warp under a condition that may differ between its lanes
// CHECK-DAG: remark: left 'notZero' alone: 'sums[0]' is a variable that has no value yet
// CHECK-DAG: remark: left 'otherInstruction' alone: inline assembly 'prmt.b32', which is not understood
// CHECK-DAG: remark: left 'otherRows' alone
// CHECK-DAG: remark: left 'oddColumn' alone: 'c[16 * blockIdx.y * n + 8 * step * n + (lane / 4) * n + lane + 8 * blockIdx.x + step - 4 * (lane / 4)]' may be one element for several threads or steps: each index has to move it by more than the next ones together
// CHECK-DAG: remark: left 'onData' alone: an instruction of a warp under a condition that may differ between its lanes
// CHECK-DAG: remark: left 'unknownBytes' alone
// CHECK-DAG: remark: left 'inHalf' alone: what is stored does not depend on the sum
// CHECK-DAG: remark: left 'lastTile' alone: 'as' in shared memory is stored in line [[@LINE+457]], and here without a __syncthreads() between: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
// CHECK-DAG: remark: left 'notExchangedBack' alone: '(2 * l ^ lane / 4)' is not part of a global index
// CHECK-DAG: remark: left 'exchangedOtherwise' alone: what is used here is an address that is not known to be one in shared memory
// CHECK-DAG: remark: left 'exchangedInMemory' alone: what is read of 'as' is not known to be what one thread of the block has stored there in line [[@LINE+583]]
// CHECK-DAG: remark: left 'notStaying' alone: several threads or steps may store different values to one element of 'as'
// CHECK-DAG: remark: left 'testedAgain' alone: inline assembly 'setp.ne.b32' under a condition that is not understood
// CHECK-DAG: remark: left 'twoInOne' alone: inline assembly 'mma.sync.m16n8k16.row.col.f32.f16.f16.f32' behind an instruction of the same statement that sets a variable
// CHECK-DAG: remark: left 'roundedSum' alone: inline assembly 'cvt.rna.tf32.f32' into something else than an integer variable
#include <cuda_fp16.h>
#include <cstdint>
__device__ void multiply(float (&sums)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
               : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__global__ void swapped(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int t = 0; t < k / 16; ++t) {
    uint32_t left[4], right[2], to = __cvta_generic_to_shared(&as[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[2]), "=r"(left[1]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[lane % 16][0])));
    multiply(sums, left, right);
    __syncthreads();
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4 * 2];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
__global__ void turned(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int t = 0; t < k / 16; ++t) {
    uint32_t left[4], right[2], to = __cvta_generic_to_shared(&as[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[lane % 16][0])));
    multiply(sums, left, right);
    __syncthreads();
  }
  float *to = &c[(row + lane % 4 * 2) * n + column + lane / 4];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
__global__ void notTransposed(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int t = 0; t < k / 16; ++t) {
    uint32_t left[4], right[2], to = __cvta_generic_to_shared(&as[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[lane % 8][0])));
    multiply(sums, left, right);
    __syncthreads();
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4 * 2];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
__global__ void noBarrier(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int t = 0; t < k / 16; ++t) {
    uint32_t left[4], right[2], to = __cvta_generic_to_shared(&as[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[lane % 16][0])));
    multiply(sums, left, right);
    __syncthreads();
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4 * 2];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
__global__ void noSecondBarrier(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int t = 0; t < k / 16; ++t) {
    uint32_t left[4], right[2], to = __cvta_generic_to_shared(&as[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[lane % 16][0])));
    multiply(sums, left, right);
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4 * 2];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
__global__ void notWaited(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int t = 0; t < k / 16; ++t) {
    uint32_t left[4], right[2], to = __cvta_generic_to_shared(&as[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]));
    asm volatile("cp.async.commit_group;");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[lane % 16][0])));
    multiply(sums, left, right);
    __syncthreads();
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4 * 2];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
__global__ void waitsForOther(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int t = 0; t < k / 16; ++t) {
    uint32_t left[4], right[2], to = __cvta_generic_to_shared(&as[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 1;");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[lane % 16][0])));
    multiply(sums, left, right);
    __syncthreads();
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4 * 2];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
__global__ void notCommitted(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int t = 0; t < k / 16; ++t) {
    uint32_t left[4], right[2], to = __cvta_generic_to_shared(&as[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]));
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[lane % 16][0])));
    multiply(sums, left, right);
    __syncthreads();
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4 * 2];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
__global__ void someLanes(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int t = 0; t < k / 16; ++t) {
    uint32_t left[4], right[2], to = __cvta_generic_to_shared(&as[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[lane % 16][0])));
    if (lane < 16)
      multiply(sums, left, right);
    __syncthreads();
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4 * 2];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
__global__ void notZero(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4];
  for (int t = 0; t < k / 16; ++t) {
    uint32_t left[4], right[2], to = __cvta_generic_to_shared(&as[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[lane % 16][0])));
    multiply(sums, left, right);
    __syncthreads();
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4 * 2];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
__global__ void otherInstruction(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int t = 0; t < k / 16; ++t) {
    uint32_t left[4], right[2], to = __cvta_generic_to_shared(&as[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[lane % 16][0])));
    asm volatile("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(left[0]) : "r"(left[0]), "r"(left[1]));
    multiply(sums, left, right);
    __syncthreads();
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4 * 2];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
__global__ void otherRows(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int t = 0; t < k / 16; ++t) {
    uint32_t left[4], right[2], to = __cvta_generic_to_shared(&as[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[lane % 8 * 2][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[lane % 16][0])));
    multiply(sums, left, right);
    __syncthreads();
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4 * 2];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
__global__ void oddColumn(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int t = 0; t < k / 16; ++t) {
    uint32_t left[4], right[2], to = __cvta_generic_to_shared(&as[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[lane % 16][0])));
    multiply(sums, left, right);
    __syncthreads();
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
__global__ void onData(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int t = 0; t < k / 16; ++t) {
    uint32_t left[4], right[2], to = __cvta_generic_to_shared(&as[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[lane % 16][0])));
    if (__half2float(a[t]) > 0.0f)
      multiply(sums, left, right);
    __syncthreads();
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4 * 2];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
__global__ void unknownBytes(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int t = 0; t < k / 16; ++t) {
    uint32_t left[4], right[2], to = __cvta_generic_to_shared(&as[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]), "r"(n - column < 8 ? 4 : 8));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[lane % 16][0])));
    multiply(sums, left, right);
    __syncthreads();
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4 * 2];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
__global__ void inHalf(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[16][16], bs[16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  uint32_t halves[2] = {0, 0};
  for (int t = 0; t < k / 16; ++t) {
    uint32_t left[4], right[2], to = __cvta_generic_to_shared(&as[lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[lane % 16][0])));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
                 : "+r"(halves[0]), "+r"(halves[1])
                 : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right[0]), "r"(right[1]));
    __syncthreads();
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4 * 2];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
// The last tile is read while its copy may be on its way.
__global__ void lastTile(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[2][16][16], bs[2][16][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  auto copy = [&](int half, int t) {
    uint32_t to = __cvta_generic_to_shared(&as[half][lane / 2][lane % 2 * 8]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(row + lane / 2) * k + t * 16 + lane % 2 * 8]));
    to = __cvta_generic_to_shared(&bs[half][lane / 2][lane % 2 * 4]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(&b[(t * 16 + lane / 2) * n + column + lane % 2 * 4]));
    asm volatile("cp.async.commit_group;");
  };
  copy(0, 0);
  for (int t = 0; t < k / 16; ++t) {
    const int half = t % 2;
    uint32_t left[4], right[2];
    if (t + 1 < k / 16) {
      copy(half ^ 1, t + 1);
      asm volatile("cp.async.wait_group 1;");
    } else {
      asm volatile("cp.async.wait_group 1;");
    }
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"((uint32_t)__cvta_generic_to_shared(&as[half][lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(right[0]), "=r"(right[1])
                 : "r"((uint32_t)__cvta_generic_to_shared(&bs[half][lane % 16][0])));
    multiply(sums, left, right);
    __syncthreads();
  }
  float *to = &c[(row + lane / 4) * n + column + lane % 4 * 2];
  to[0] = sums[0];
  to[1] = sums[1];
  to[8 * n] = sums[2];
  to[8 * n + 1] = sums[3];
}
__global__ void notExchangedBack(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[64 * 64], bs[32 * 64];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warpRow = warp / 2 * 32, warpColumn = warp % 2 * 16;
  float sums[2][2][4] = {};
  for (int begin = 0; begin < k; begin += 64) {
    for (int i = 0; i < 4; ++i) {
      const int row = threadIdx.x / 8 + i * 16, chunk = threadIdx.x % 8;
      const uint32_t to = __cvta_generic_to_shared(&as[row * 64 + (chunk ^ (row % 8)) * 8]);
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(blockIdx.y * 64 + row) * k + begin + chunk * 8]));
    }
    for (int i = 0; i < 2; ++i) {
      const int row = threadIdx.x / 8 + i * 16, chunk = threadIdx.x % 8;
      const uint32_t to = __cvta_generic_to_shared(&bs[row * 64 + ((chunk ^ (row & 7)) << 3)]);
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&b[(blockIdx.x * 32 + row) * k + begin + chunk * 8]));
    }
    asm volatile("cp.async.commit_group;\n cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    for (int l = 0; l < 64 / 16; ++l) {
      uint32_t left[2][4], right[2][2];
      for (int i = 0; i < 2; ++i) {
        const int row = warpRow + i * 16 + lane % 16, chunk = l * 2 + lane / 16;
        const uint32_t from = __cvta_generic_to_shared(&as[row * 64 + chunk * 8]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(left[i][0]), "=r"(left[i][1]), "=r"(left[i][2]), "=r"(left[i][3]) : "r"(from));
      }
      for (int j = 0; j < 2; ++j) {
        const int row = warpColumn + j * 8 + lane % 8, chunk = l * 2 + lane / 8 % 2;
        const uint32_t from = __cvta_generic_to_shared(&bs[row * 64 + ((chunk ^ (row & 7)) << 3)]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(right[j][0]), "=r"(right[j][1]) : "r"(from));
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                       : "+f"(sums[i][j][0]), "+f"(sums[i][j][1]), "+f"(sums[i][j][2]), "+f"(sums[i][j][3])
                       : "r"(left[i][0]), "r"(left[i][1]), "r"(left[i][2]), "r"(left[i][3]), "r"(right[j][0]), "r"(right[j][1]));
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      float *to = &c[(blockIdx.y * 64 + warpRow + i * 16 + lane / 4) * n + blockIdx.x * 32 + warpColumn + j * 8 + lane % 4 * 2];
      *reinterpret_cast<float2 *>(to) = make_float2(sums[i][j][0], sums[i][j][1]);
      *reinterpret_cast<float2 *>(to + 8 * n) = make_float2(sums[i][j][2], sums[i][j][3]);
    }
}
__global__ void exchangedOtherwise(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[64 * 64], bs[32 * 64];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warpRow = warp / 2 * 32, warpColumn = warp % 2 * 16;
  float sums[2][2][4] = {};
  for (int begin = 0; begin < k; begin += 64) {
    for (int i = 0; i < 4; ++i) {
      const int row = threadIdx.x / 8 + i * 16, chunk = threadIdx.x % 8;
      const uint32_t to = __cvta_generic_to_shared(&as[row * 64 + (chunk ^ (row % 8)) * 8]);
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(blockIdx.y * 64 + row) * k + begin + chunk * 8]));
    }
    for (int i = 0; i < 2; ++i) {
      const int row = threadIdx.x / 8 + i * 16, chunk = threadIdx.x % 8;
      const uint32_t to = __cvta_generic_to_shared(&bs[row * 64 + ((chunk ^ (row & 7)) << 3)]);
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&b[(blockIdx.x * 32 + row) * k + begin + chunk * 8]));
    }
    asm volatile("cp.async.commit_group;\n cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    for (int l = 0; l < 64 / 16; ++l) {
      uint32_t left[2][4], right[2][2];
      for (int i = 0; i < 2; ++i) {
        const int row = warpRow + i * 16 + lane % 16, chunk = l * 2 + lane / 16;
        const uint32_t from = __cvta_generic_to_shared(&as[row * 64 + (chunk ^ (row / 2 % 8)) * 8]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(left[i][0]), "=r"(left[i][1]), "=r"(left[i][2]), "=r"(left[i][3]) : "r"(from));
      }
      for (int j = 0; j < 2; ++j) {
        const int row = warpColumn + j * 8 + lane % 8, chunk = l * 2 + lane / 8 % 2;
        const uint32_t from = __cvta_generic_to_shared(&bs[row * 64 + ((chunk ^ (row & 7)) << 3)]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(right[j][0]), "=r"(right[j][1]) : "r"(from));
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                       : "+f"(sums[i][j][0]), "+f"(sums[i][j][1]), "+f"(sums[i][j][2]), "+f"(sums[i][j][3])
                       : "r"(left[i][0]), "r"(left[i][1]), "r"(left[i][2]), "r"(left[i][3]), "r"(right[j][0]), "r"(right[j][1]));
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      float *to = &c[(blockIdx.y * 64 + warpRow + i * 16 + lane / 4) * n + blockIdx.x * 32 + warpColumn + j * 8 + lane % 4 * 2];
      *reinterpret_cast<float2 *>(to) = make_float2(sums[i][j][0], sums[i][j][1]);
      *reinterpret_cast<float2 *>(to + 8 * n) = make_float2(sums[i][j][2], sums[i][j][3]);
    }
}
__global__ void exchangedInMemory(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[64 * 64], bs[32 * 64];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warpRow = warp / 2 * 32, warpColumn = warp % 2 * 16;
  float sums[2][2][4] = {};
  for (int begin = 0; begin < k; begin += 64) {
    for (int i = 0; i < 4; ++i) {
      const int row = threadIdx.x / 8 + i * 16, chunk = threadIdx.x % 8;
      const uint32_t to = __cvta_generic_to_shared(&as[row * 64 + (chunk ^ (row % 8)) * 8]);
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(blockIdx.y * 64 + row) * k + begin + (chunk ^ (row % 8)) * 8]));
    }
    for (int i = 0; i < 2; ++i) {
      const int row = threadIdx.x / 8 + i * 16, chunk = threadIdx.x % 8;
      const uint32_t to = __cvta_generic_to_shared(&bs[row * 64 + ((chunk ^ (row & 7)) << 3)]);
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&b[(blockIdx.x * 32 + row) * k + begin + chunk * 8]));
    }
    asm volatile("cp.async.commit_group;\n cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    for (int l = 0; l < 64 / 16; ++l) {
      uint32_t left[2][4], right[2][2];
      for (int i = 0; i < 2; ++i) {
        const int row = warpRow + i * 16 + lane % 16, chunk = l * 2 + lane / 16;
        const uint32_t from = __cvta_generic_to_shared(&as[row * 64 + (chunk ^ (row % 8)) * 8]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(left[i][0]), "=r"(left[i][1]), "=r"(left[i][2]), "=r"(left[i][3]) : "r"(from));
      }
      for (int j = 0; j < 2; ++j) {
        const int row = warpColumn + j * 8 + lane % 8, chunk = l * 2 + lane / 8 % 2;
        const uint32_t from = __cvta_generic_to_shared(&bs[row * 64 + ((chunk ^ (row & 7)) << 3)]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(right[j][0]), "=r"(right[j][1]) : "r"(from));
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                       : "+f"(sums[i][j][0]), "+f"(sums[i][j][1]), "+f"(sums[i][j][2]), "+f"(sums[i][j][3])
                       : "r"(left[i][0]), "r"(left[i][1]), "r"(left[i][2]), "r"(left[i][3]), "r"(right[j][0]), "r"(right[j][1]));
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      float *to = &c[(blockIdx.y * 64 + warpRow + i * 16 + lane / 4) * n + blockIdx.x * 32 + warpColumn + j * 8 + lane % 4 * 2];
      *reinterpret_cast<float2 *>(to) = make_float2(sums[i][j][0], sums[i][j][1]);
      *reinterpret_cast<float2 *>(to + 8 * n) = make_float2(sums[i][j][2], sums[i][j][3]);
    }
}
__global__ void notStaying(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[64 * 64], bs[32 * 64];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warpRow = warp / 2 * 32, warpColumn = warp % 2 * 16;
  float sums[2][2][4] = {};
  for (int begin = 0; begin < k; begin += 64) {
    for (int i = 0; i < 4; ++i) {
      const int row = threadIdx.x / 8 + i * 16, chunk = threadIdx.x % 8;
      const uint32_t to = __cvta_generic_to_shared(&as[row * 64 + (chunk ^ (row % 16)) * 8]);
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&a[(blockIdx.y * 64 + row) * k + begin + chunk * 8]));
    }
    for (int i = 0; i < 2; ++i) {
      const int row = threadIdx.x / 8 + i * 16, chunk = threadIdx.x % 8;
      const uint32_t to = __cvta_generic_to_shared(&bs[row * 64 + ((chunk ^ (row & 7)) << 3)]);
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&b[(blockIdx.x * 32 + row) * k + begin + chunk * 8]));
    }
    asm volatile("cp.async.commit_group;\n cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    for (int l = 0; l < 64 / 16; ++l) {
      uint32_t left[2][4], right[2][2];
      for (int i = 0; i < 2; ++i) {
        const int row = warpRow + i * 16 + lane % 16, chunk = l * 2 + lane / 16;
        const uint32_t from = __cvta_generic_to_shared(&as[row * 64 + (chunk ^ (row % 8)) * 8]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(left[i][0]), "=r"(left[i][1]), "=r"(left[i][2]), "=r"(left[i][3]) : "r"(from));
      }
      for (int j = 0; j < 2; ++j) {
        const int row = warpColumn + j * 8 + lane % 8, chunk = l * 2 + lane / 8 % 2;
        const uint32_t from = __cvta_generic_to_shared(&bs[row * 64 + ((chunk ^ (row & 7)) << 3)]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(right[j][0]), "=r"(right[j][1]) : "r"(from));
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                       : "+f"(sums[i][j][0]), "+f"(sums[i][j][1]), "+f"(sums[i][j][2]), "+f"(sums[i][j][3])
                       : "r"(left[i][0]), "r"(left[i][1]), "r"(left[i][2]), "r"(left[i][3]), "r"(right[j][0]), "r"(right[j][1]));
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      float *to = &c[(blockIdx.y * 64 + warpRow + i * 16 + lane / 4) * n + blockIdx.x * 32 + warpColumn + j * 8 + lane % 4 * 2];
      *reinterpret_cast<float2 *>(to) = make_float2(sums[i][j][0], sums[i][j][1]);
      *reinterpret_cast<float2 *>(to + 8 * n) = make_float2(sums[i][j][2], sums[i][j][3]);
    }
}
__global__ void testedAgain(const half *a, const half *b, float *c, int n, int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float s[4] = {};
  for (int l = 0; l < k; l += 16) {
    const unsigned *left = reinterpret_cast<const unsigned *>(&a[(blockIdx.y * 16 + g) * k + l + t * 2]);
    const unsigned *below = reinterpret_cast<const unsigned *>(&a[(blockIdx.y * 16 + g + 8) * k + l + t * 2]);
    const unsigned *right = reinterpret_cast<const unsigned *>(&b[(blockIdx.x * 8 + g) * k + l + t * 2]);
    asm volatile("{ .reg .pred p, q; setp.ne.b32 p, %10, 0; setp.ne.b32 q, %11, 0; @q setp.ne.b32 p, %12, 0; @p mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3}; }"
                 : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
                 : "r"(left[0]), "r"(below[0]), "r"(left[4]), "r"(below[4]), "r"(right[0]), "r"(right[4]),
                   "r"(0), "r"((int)(blockIdx.x < 1)), "r"(1));
  }
  float *to = &c[(blockIdx.y * 16 + g) * n + blockIdx.x * 8 + t * 2];
  to[0] = s[0], to[1] = s[1];
  to[8 * n] = s[2], to[8 * n + 1] = s[3];
}
__global__ void twoInOne(const half *a, const half *b, float *c, int n, int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float s[4] = {};
  for (int l = 0; l < k; l += 16) {
    const unsigned *left = reinterpret_cast<const unsigned *>(&a[(blockIdx.y * 16 + g) * k + l + t * 2]);
    const unsigned *below = reinterpret_cast<const unsigned *>(&a[(blockIdx.y * 16 + g + 8) * k + l + t * 2]);
    const unsigned *right = reinterpret_cast<const unsigned *>(&b[(blockIdx.x * 8 + g) * k + l + t * 2]);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3}; mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
                 : "r"(left[0]), "r"(below[0]), "r"(left[4]), "r"(below[4]), "r"(right[0]), "r"(right[4]));
  }
  float *to = &c[(blockIdx.y * 16 + g) * n + blockIdx.x * 8 + t * 2];
  to[0] = s[0], to[1] = s[1];
  to[8 * n] = s[2], to[8 * n + 1] = s[3];
}
__global__ void roundedSum(const half *a, const half *b, float *c, int n, int k) {
  const int i = blockIdx.y * 16 + threadIdx.x / 2, j = blockIdx.x * 2 + threadIdx.x % 2;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += __half2float(a[i * k + l]) * __half2float(b[j * k + l]);
  asm("cvt.rna.tf32.f32 %0, %1;" : "=f"(sum) : "f"(sum));
  c[i * n + j] = sum;
}
void run(dim3 grid, const half *a, const half *b, float *c, int n, int k) {
  swapped<<<grid, 32>>>(a, b, c, n, k);
  turned<<<grid, 32>>>(a, b, c, n, k);
  notTransposed<<<grid, 32>>>(a, b, c, n, k);
  noBarrier<<<grid, 32>>>(a, b, c, n, k);
  noSecondBarrier<<<grid, 32>>>(a, b, c, n, k);
  notWaited<<<grid, 32>>>(a, b, c, n, k);
  waitsForOther<<<grid, 32>>>(a, b, c, n, k);
  notCommitted<<<grid, 32>>>(a, b, c, n, k);
  someLanes<<<grid, 32>>>(a, b, c, n, k);
  notZero<<<grid, 32>>>(a, b, c, n, k);
  otherInstruction<<<grid, 32>>>(a, b, c, n, k);
  otherRows<<<grid, 32>>>(a, b, c, n, k);
  oddColumn<<<grid, 32>>>(a, b, c, n, k);
  onData<<<grid, 32>>>(a, b, c, n, k);
  unknownBytes<<<grid, 32>>>(a, b, c, n, k);
  inHalf<<<grid, 32>>>(a, b, c, n, k);
  lastTile<<<grid, 32>>>(a, b, c, n, k);
  notExchangedBack<<<grid, 128>>>(a, b, c, n, k);
  exchangedOtherwise<<<grid, 128>>>(a, b, c, n, k);
  exchangedInMemory<<<grid, 128>>>(a, b, c, n, k);
  notStaying<<<grid, 128>>>(a, b, c, n, k);
  testedAgain<<<grid, 32>>>(a, b, c, n, k);
  twoInOne<<<grid, 32>>>(a, b, c, n, k);
  roundedSum<<<grid, 32>>>(a, b, c, n, k);
}
