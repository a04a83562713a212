// Products on the tensor cores through nvcuda::wmma fragments.
#include "rewriter/codegen/KernelPlan.h"

namespace warpsmith {
namespace {

/// The fragment type and the address of an operand's fragment at tile row or column `outer`.
struct WmmaOperand {
  std::string type, layout, address;
};

WmmaOperand operandOf(const KernelPlan &plan, int operand) {
  const TileLayout &layout = plan.layouts[operand];
  const std::string x = letter(operand);
  const std::string outer = operand == 0 ? "warpRow + i * FragmentM" : "warpColumn + j * FragmentN";
  // Rows of the tile are rows of the matrix for A along k and for B across k.
  const bool rowMajor = layout.contiguousAlongK == (operand == 0);
  return {layout.tf32 ? "precision::tf32" : plan.stored(operand),
          rowMajor ? "row_major" : "col_major",
          layout.contiguousAlongK ? "tile" + x + " + (" + outer + ") * Pitch" + x + " + step"
                                  : "tile" + x + " + step * Pitch" + x + " + " + outer};
}

} // namespace

std::string wmmaMultiplyText(KernelPlan &plan) {
  const WmmaOperand a = operandOf(plan, 0), b = operandOf(plan, 1);
  return fill(R"(
using namespace nvcuda::wmma;
template <typename Use, typename Element, typename... Layout>
using Fragment = fragment<Use, FragmentM, FragmentN, FragmentK, Element, Layout...>;
using Sums = Fragment<accumulator, float>[WarpM / FragmentM][WarpN / FragmentN];

/// Adds the products of a tile to the sums of one warp. Steps of k that do not exist are zeros.
__device__ __forceinline__ void multiplyTile(Sums &sum, const $A *tileA, const $B *tileB,
                                             int warpRow, int warpColumn) {
#pragma unroll
  for (int step = 0; step < BlockK; step += FragmentK) {
    Fragment<matrix_a, $typeA, $layoutA> fragmentA[WarpM / FragmentM];
#pragma unroll
    for (int i = 0; i < WarpM / FragmentM; ++i)
      load_matrix_sync(fragmentA[i], $addressA, PitchA);
#pragma unroll
    for (int j = 0; j < WarpN / FragmentN; ++j) {
      Fragment<matrix_b, $typeB, $layoutB> fragmentB;
      load_matrix_sync(fragmentB, $addressB, PitchB);
#pragma unroll
      for (int i = 0; i < WarpM / FragmentM; ++i)
        mma_sync(sum[i][j], fragmentA[i], fragmentB, sum[i][j]);
    }
  }
}
)",
              {{"A", plan.stored(0)},
               {"B", plan.stored(1)},
               {"typeA", a.type},
               {"typeB", b.type},
               {"layoutA", a.layout},
               {"layoutB", b.layout},
               {"addressA", a.address},
               {"addressB", b.address}});
}

std::string wmmaStartText(KernelPlan &) {
  return R"(
  const int warp = thread / 32, lane = thread % 32;
  const int warpRow = warp / (BlockN / WarpN) * WarpM;
  const int warpColumn = warp % (BlockN / WarpN) * WarpN;
  Sums sum;
#pragma unroll
  for (int i = 0; i < WarpM / FragmentM; ++i)
#pragma unroll
    for (int j = 0; j < WarpN / FragmentN; ++j)
      fill_fragment(sum[i][j], 0.0f);
)";
}

std::string wmmaFinishText(KernelPlan &plan) {
  const bool readsOld = plan.finishReadsOld();
  plan.need("vector.h");
  return fill(
      R"(
  // Which lane holds which sum is the hardware's affair: each warp passes its sums through a patch
  // of shared memory.
  float *patch = patches + warp * FragmentM * PatchPitch;
  constexpr int Run = $run;
#pragma unroll
  for (int i = 0; i < WarpM / FragmentM; ++i)
#pragma unroll
    for (int j = 0; j < WarpN / FragmentN; ++j) {
      store_matrix_sync(patch, sum[i][j], PatchPitch, mem_row_major);
      __syncwarp();
#pragma unroll
      for (int element = lane * Run; element < FragmentM * FragmentN; element += 32 * Run) {
        const int patchRow = element / FragmentN, patchColumn = element % FragmentN;
        const int row = blockRow + warpRow + i * FragmentM + patchRow;
        const int column = blockColumn + warpColumn + j * FragmentN + patchColumn;
        if (row < m && column < n$region) {
          $C *to = c + (long long)row * ldc + column;
          const auto sums = warpsmith::loadVector<Run>(patch + patchRow * PatchPitch + patchColumn);
$old          warpsmith::Vector<$C, Run> result;
#pragma unroll
          for (int r = 0; r < Run; ++r)
            result.values[r] = $finish;
          warpsmith::storeVector(to, result);
        }
      }
      __syncwarp();
    }
)",
      {{"C", std::string(cudaName(plan.contraction.c.type))},
       {"old", readsOld ? "          const auto old = warpsmith::loadVector<Run>(to);\n" : ""},
       {"run", plan.contraction.region == Region::Full ? "Aligned ? 4 : 1" : "1"},
       {"region", plan.regionTest("column")},
       {"finish", plan.finishText({"", "", "sums.values[r]", "old.values[r]", "column + r"})}});
}

} // namespace warpsmith
