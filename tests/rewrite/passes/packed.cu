// RUN: warpsmith %s --kernel=blocks --passes=auto --arch=sm_90a --numerics=fp16 -- | grep -v '^// [A-Z]*[-:]' | FileCheck %s --implicit-check-not=packOperands
// RUN: warpsmith %s --kernel=blocks --passes='tensorize<wgmma;packed;128;256>' --arch=sm_90a --numerics=fp16 -- | grep -v '^// [A-Z]*[-:]' | FileCheck %s --check-prefix=ONE --implicit-check-not=copyRows
// RUN: warpsmith %s --kernel=blocks --passes=auto --arch=sm_90a --numerics=fp16 --emit=schedule --explain -- 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// RUN: not warpsmith %s --kernel=blocks --passes='tensorize<wgmma;packed;64;160>' --arch=sm_90a --numerics=fp16 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not warpsmith %s --kernel=blocks --passes='tensorize<wgmma;packed>' --arch=sm_80 --numerics=fp16 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=OLDER
// RUN: not warpsmith %s --kernel=blocks --passes='tensorize<wgmma;packed>' --arch=sm_90a --numerics=bf16 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not warpsmith %s --kernel=blocks --passes='tensorize<wgmma;packed>,tile' --arch=sm_90a --numerics=fp16 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=LAST
// RUN: not warpsmith %s --kernel=floats --passes='tensorize<wgmma;packed>' --arch=sm_90a --numerics=tf32 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=ACROSS
// RUN: not warpsmith %s --passes='tensorize<wgmma;packed>' --arch=sm_90a --numerics=fp16 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: warpsmith %s --passes=auto --arch=sm_90a --numerics=fp16 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=AUTO
// RUN: warpsmith %s --kernel=floats --passes=auto --arch=sm_90a -- | grep -v '^// [A-Z]*[-:]' | FileCheck %s --check-prefix=FMA --implicit-check-not=packOperands
// RUN: warpsmith %s --kernel=floats --passes=tile --arch=sm_90a --emit=schedule -- 2>&1 | FileCheck %s --check-prefix=TILES
// RUN: warpsmith %s --kernel=floats --passes='tile<64;64;16;4;4>' --arch=sm_90a -- | grep -v '^// [A-Z]*[-:]' | FileCheck %s --check-prefix=GATHERED
// RUN: warpsmith %s --kernel=floats --passes=tile --arch=sm_80 -- | grep -v '^// [A-Z]*[-:]' | FileCheck %s --check-prefix=GATHERED
// RUN: warpsmith %s --kernel=otherOrder --passes=auto --arch=sm_90a -- | grep -v '^// [A-Z]*[-:]' | FileCheck %s --check-prefix=GATHERED
// RUN: warpsmith %s --kernel=halves --passes=tile --arch=sm_90a -- | grep -v '^// [A-Z]*[-:]' | FileCheck %s --check-prefix=GATHERED
// RUN: not warpsmith %s --kernel=floats --passes='tile,pipeline<stages=3>' --arch=sm_90a -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=STAGES
// Which packed layouts TMA copies with a map of their digits, and which it does not.
#include <cuda_fp16.h>

#define PACK 16

// CHECK: namespace gathered_tensor {
// CHECK: gatherA.template copy<
// CHECK: struct PackedLayout {
// CHECK: static constexpr int RunElementsA = Problem::RunA;
// CHECK: warpsmith::columnsDescriptor<Tile::RunElementsB, Tile::LinesB, Problem::TileAlongKB>(tile,
// CHECK: warpsmith::copyRunsToAll<Tile::SharersA, Tile::SharersB, Problem::RunA,
// CHECK-NEXT: Problem::LinesA, Problem::LinesOfRowA>(
// CHECK: warpsmith::loadPackedFragments<Tile::BlockK, Tile::RunElementsA, Tile::LinesA,
// CHECK-NEXT: Problem::LinesOfRowA,
// CHECK: namespace otherwise {
// CHECK: warpsmith::gathered_tensor::launchFastest<Problem,
// CHECK: } // namespace otherwise
// CHECK: struct Problem {
// CHECK: static constexpr int LinesA = 1073741824, LinesB = 1073741824, LinesC = 1073741824,
// CHECK-NEXT: LinesOfRowA = 4, LinesOfRowB = 4, Parts = 1, RunA = 16, RunB = 16, RunC = 16;
// CHECK: TileAlongKB = false;
// CHECK: warpsmith::PackedLayout layoutA;
// CHECK-NEXT: warpsmith::PackedLayout layoutB;
// CHECK-NEXT: warpsmith::PackedLayout layoutC;
// CHECK: warpsmith::wgmma::launchFastest<Problem, Large, Wide, Broad, Quad,
// CHECK-NOT: static_assert(PACK
// CHECK: run(device, stream, (int)rows, (int)columns, (int)steps, a, (int)PACK, b,
// CHECK-NEXT: (int)PACK, c, (int)PACK,
// CHECK-NEXT: warpsmith::PackedLayout{(int)PACK, (int)k, (int)((long long)PACK * PACK * m),
// CHECK-NEXT: (int)((long long)PACK * m), (int)PACK, 1, 0},
// CHECK-NEXT: warpsmith::PackedLayout{(int)PACK, (int)n, (int)((long long)PACK * PACK * k),
// CHECK-NEXT: (int)((long long)PACK * k), (int)PACK, 1, 0},
// CHECK-NEXT: warpsmith::PackedLayout{(int)PACK, (int)n, (int)((long long)PACK * PACK * m),
// CHECK-NEXT: (int)((long long)PACK * m), (int)PACK, 1, 0});
// CHECK: if (!ran)
// CHECK-NEXT: otherwise::launch(
// ONE: static constexpr int RunElementsA = Problem::RunA;
// ONE-NEXT: static constexpr int RunElementsB = Problem::RunB;
// ONE: warpsmith::storeRuns<Problem::RunC, Problem::LinesC>(map, firstRow + row, tileColumn + column,
// ONE: RunA = 16, RunB = 16, RunC = 16;
// ONE: using BlockTile = warpsmith::wgmma::WgmmaTile<Problem, 256, 64, 4, 2, 2>;
// ONE: const bool ran = device.capability == 90 && covered && separate &&
// ONE-NEXT: run(
// SCHEDULE: tensorize<wgmma>: products read shared memory by themselves, while threads gather
// SCHEDULE: passes   tensorize<wgmma;packed>|tensorize<wgmma>
// SCHEDULE: runs     of packed layouts, in boxes with a dimension for each digit
// SCHEDULE-NEXT: copies   by TMA, from a producer warp
// SCHEDULE-NEXT: tile     128 x 256 x 64, 4 stages, clusters of 2,
// SIZE: there is no tile of 64 x 160 for such layouts, but of 256, 192, 160, 128, 64;192, 64;128,
// OLDER: wgmma needs sm_90a; the architecture is sm_80
// TYPE: 'a' is __half, and TMA copies elements as they lie
// LAST: tensorize<wgmma> has tiles and copies of its own
// ACROSS: neighbours in 'b' are no steps, and tensor cores transpose operands of 16 bits alone
// FMA: warpsmith::transposePackedTile<Problem::RunA, Problem::LinesA, Tile::BlockM, Tile::BlockK,
// FMA: warpsmith::streamPackedTile<Problem::RunB, Problem::LinesB, Tile::BlockK, Tile::BlockN,
// FMA: problem.c + problem.placeOfC(row, column);
// FMA: LinesA = 1073741824, LinesB = 1073741824, RunA = 16,
// FMA-NEXT: RunB = 16;
// FMA: return warpsmith::placeOf<16, 1073741824>(layoutC, row, column);
// FMA: run(device, stream,
// FMA-NEXT: warpsmith::areVectors(a, {16, 16,
// FMA-NEXT: warpsmith::areVectors(b, {16, 16,
// FMA-NEXT: warpsmith::areVectors(c, {16, 16,
// TILES: passes   tile
// TILES: runs     of packed layouts, as they lie
// TILES-NEXT: copies   copy warps into shared memory
// TILES-NEXT: tile     128 x 256 x 16, 16 x 8 a thread
// STAGES: 'pipeline<stages=3>' does not apply to 'floats': its columns are counted by 2 indices
// AUTO-DAG: rewrote 'blocks': tensorize<wgmma;packed>|tensorize<wgmma> [
#define OUTPUT(rows, columns)                                                                      \
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;        \
  if (i >= (rows) || j >= (columns))                                                               \
    return;                                                                                        \
  float sum = 0
#define PRODUCT(left, right) sum += (float)a[left] * (float)b[right]
#define STEPS(run)                                                                                 \
  for (int r = 0; r < k; ++r)                                                                      \
    for (int s = 0; s < run; ++s)

__global__ void blocks(int m, int n, int k, const __half *a, const __half *b, __half *c) {
  OUTPUT(m * PACK, n * PACK);
  STEPS(PACK)
  PRODUCT(((r * m + i / PACK) * PACK + i % PACK) * PACK + s,
          ((j / PACK * k + r) * PACK + s) * PACK + j % PACK);
  c[((j / PACK * m + i / PACK) * PACK + i % PACK) * PACK + j % PACK] = (__half)sum;
}
// AUTO-DAG: rewrote 'shared': tensorize<wgmma;packed> [
__global__ void shared(int m, int n, int k, const __half *a, const __half *b, __half *c) {
  OUTPUT(m, n * 32);
  for (int s = 0; s < k; ++s)
    PRODUCT(i * k + s, (j / 32 * k + s) * 32 + j % 32);
  c[i * (n * 32) + j] = (__half)sum;
}
__global__ void floats(int m, int n, int k, const float *a, const float *b, float *c) {
  OUTPUT(m, n * 16);
  STEPS(16)
  sum += a[(r * m + i) * 16 + s] * b[((j / 16 * k + r) * 16 + s) * 16 + j % 16];
  c[(j / 16 * m + i) * 16 + j % 16] = sum;
}
// GATHERED: gatherA.{{(template )?}}copy{{[(<]}}
__global__ void otherOrder(int m, int n, int k, const float *a, const float *b, float *c) {
  OUTPUT(m, n * 16);
  for (int s = 0; s < 16; ++s)
    for (int r = 0; r < k; ++r)
      sum += a[(r * m + i) * 16 + s] * b[((j / 16 * k + r) * 16 + s) * 16 + j % 16];
  c[(j / 16 * m + i) * 16 + j % 16] = sum;
}
__global__ void halves(int m, int n, int k, const __half *a, const __half *b, float *c) {
  OUTPUT(m, n * 16);
  STEPS(16)
  PRODUCT((r * m + i) * 16 + s, ((j / 16 * k + r) * 16 + s) * 16 + j % 16);
  c[(j / 16 * m + i) * 16 + j % 16] = sum;
}
// REFUSED-DAG: to 'ofParameter': how many elements of 'a' are side by side is no constant
// AUTO-DAG: rewrote 'ofParameter': tensorize<wgmma> [
__global__ void ofParameter(int m, int n, int k, int width, const __half *a, const __half *b,
                            __half *c) {
  OUTPUT(m, n);
  STEPS(width)
  PRODUCT((r * m + i) * width + s, (r * width + s) * n + j);
  c[i * n + j] = (__half)sum;
}
// REFUSED-DAG: to 'eightBytes': runs of 8 bytes in 'a' are not 16, 32, 64 or a multiple of 128
// AUTO-DAG: rewrote 'eightBytes': tensorize<wgmma> [
__global__ void eightBytes(int m, int n, int k, const __half *a, const __half *b, __half *c) {
  OUTPUT(m, n);
  STEPS(4)
  PRODUCT((r * m + i) * 4 + s, (r * 4 + s) * n + j);
  c[i * n + j] = (__half)sum;
}
// REFUSED-DAG: to 'threeHalves': runs of 48 bytes in 'a' are not 16, 32, 64 or a multiple of 128
__global__ void threeHalves(int m, int n, int k, const __half *a, const __half *b, __half *c) {
  OUTPUT(m, n);
  STEPS(24)
  PRODUCT((r * m + i) * 24 + s, (r * 24 + s) * n + j);
  c[i * n + j] = (__half)sum;
}
// REFUSED-DAG: to 'oddLines': no tile has whole boxes of its digits
// AUTO-DAG: rewrote 'oddLines': tensorize<wgmma> [
__global__ void oddLines(int m, int n, int k, const __half *a, const __half *b, __half *c) {
  OUTPUT(m * 24, n);
  STEPS(16)
  PRODUCT(((i / 24 * k + r) * 24 + i % 24) * 16 + s, (r * 16 + s) * n + j);
  c[i * n + j] = (__half)sum;
}
// REFUSED-DAG: to 'backwards': an index runs backwards through 'a', or does not move it
// AUTO-DAG: rewrote 'backwards': tensorize<wgmma> [
__global__ void backwards(int m, int n, int k, const __half *a, const __half *b, __half *c) {
  OUTPUT(m, n);
  STEPS(16)
  PRODUCT(((k - 1 - r) * m + i) * 16 + s, (r * 16 + s) * n + j);
  c[i * n + j] = (__half)sum;
}
// REFUSED-DAG: to 'threeDigits': more than two strides describe the rows or columns of 'a'
__global__ void threeDigits(int m, int n, int k, const __half *a, const __half *b, __half *c) {
  OUTPUT(m, n);
  for (int r = 0; r < k; ++r)
    for (int s = 0; s < 4; ++s)
      for (int t = 0; t < 16; ++t)
        PRODUCT(((s * k + r) * m + i) * 16 + t, ((r * 4 + s) * 16 + t) * n + j);
  c[i * n + j] = (__half)sum;
}
// REFUSED-DAG: to 'apart': no elements of 'a' are side by side
__global__ void apart(int m, int n, int k, const __half *a, const __half *b, __half *c) {
  OUTPUT(m, n);
  STEPS(16)
  PRODUCT((r * m + i) * 32 + s * 2, (r * 16 + s) * n + j);
  c[i * n + j] = (__half)sum;
}
// REFUSED-DAG: to 'padded': 'a' has padding
__global__ void padded(int m, int n, int k, const __half *a, const __half *b, __half *c) {
  OUTPUT(m, n);
  for (int r = 0; r < k; ++r) {
    int at = i + r - 1;
    if (at >= 0 && at < m)
      for (int s = 0; s < 16; ++s)
        PRODUCT(at * 16 + s, (r * 16 + s) * n + j);
  }
  c[i * n + j] = (__half)sum;
}
// REFUSED-DAG: to 'packedBias': 'bias', which results read, is no plain matrix
// AUTO-DAG: rewrote 'packedBias': tensorize<wgmma> [
__global__ void packedBias(int m, int n, int k, const __half *a, const __half *b,
                           const float *bias, __half *c) {
  OUTPUT(m, n * 16);
  STEPS(16)
  PRODUCT((r * m + i) * 16 + s, ((j / 16 * k + r) * 16 + s) * 16 + j % 16);
  c[(j / 16 * m + i) * 16 + j % 16] = (__half)(sum + bias[(j / 16 * m + i) * 16 + j % 16]);
}
// REFUSED-DAG: to 'batches': it is a batch of products
__global__ void batches(int m, int n, int k, const __half *a, const __half *b, __half *c) {
  OUTPUT(m, n);
  int z = blockIdx.z;
  STEPS(16)
  PRODUCT(((z * k + r) * m + i) * 16 + s, ((z * k + r) * 16 + s) * n + j);
  c[(z * m + i) * n + j] = (__half)sum;
}
// REFUSED-DAG: to 'matrices': its operands are plain matrices, which TMA copies in boxes
__global__ void matrices(int m, int n, int k, const __half *a, const __half *b, __half *c) {
  OUTPUT(m, n);
  for (int s = 0; s < k; ++s)
    PRODUCT(i * k + s, s * n + j);
  c[i * n + j] = (__half)sum;
}

void run(dim3 g, dim3 t, int n, const __half *a, const __half *b, __half *c, float *f) {
  blocks<<<g, t>>>(n, n, n, a, b, c);
  shared<<<g, t>>>(n, n, n, a, b, c);
  floats<<<g, t>>>(n, n, n, f, f + n, f + 2 * n);
  otherOrder<<<g, t>>>(n, n, n, f, f + n, f + 2 * n);
  halves<<<g, t>>>(n, n, n, a, b, f);
  ofParameter<<<g, t>>>(n, n, n, n, a, b, c);
  eightBytes<<<g, t>>>(n, n, n, a, b, c);
  threeHalves<<<g, t>>>(n, n, n, a, b, c);
  oddLines<<<g, t>>>(n, n, n, a, b, c);
  backwards<<<g, t>>>(n, n, n, a, b, c);
  threeDigits<<<g, t>>>(n, n, n, a, b, c);
  apart<<<g, t>>>(n, n, n, a, b, c);
  padded<<<g, t>>>(n, n, n, a, b, c);
  packedBias<<<g, t>>>(n, n, n, a, b, f, c);
  batches<<<g, t>>>(n, n, n, a, b, c);
  matrices<<<g, t>>>(n, n, n, a, b, c);
}
