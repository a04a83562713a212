// What a product that equals its transpose changes in a kernel on warpgroup products: which tiles
// are computed, and where their sums go.
#include "rewriter/codegen/WgmmaText.h"

namespace warpsmith {
namespace {

/// Stores the sums of elements whose row or column has infinities or NaN; `else` the others.
std::string specialText(const KernelPlan &plan, Substitutions values) {
  values["finiteTest"] = finiteTestText();
  values["exactSum"] = exactSumText(plan);
  return fill(R"($finiteTest      const auto storeAt = [&]($Sum sum, int row, int column) {
        $C *const to = c + (long long)row * ldc + column;
        *to = finished(sum$oldScalar, row, column);
      };
      if (!finite) {
#pragma unroll 1
        for (int element = 0; element < Tile::Sums; ++element) {
          const int row = firstRow + element / 2 % 2 * 8;
          const int column = firstColumn + element / 4 * 8 + element % 2;
          if (row < m && column <= row) {
$exactSum            storeAt(sum, row, column);
            if (column < row)
              storeAt(sum, column, row);
          }
        }
      } else
)",
              values);
}

} // namespace

bool sharesParts(const KernelPlan &plan) {
  return plan.schedule.symmetric && plan.contraction.operandCount() == 2;
}

std::string lowerTilesText(const Substitutions &values) {
  return fill(R"(
  // Calls visit(blockRow, blockColumn) for the block's tiles; those of a cluster lie $beside each
  // other. Tiles above the diagonal have the sums of those below it.
  const auto forEachTile = [&](auto visit) {
    warpsmith::TilePlace at;
    for (int tile = blockIdx.x / Tile::Cluster;
         warpsmith::lowerTilePlace<Tile::ClusterM, Tile::ClusterN>(tile, m, at);
         tile += gridDim.x / Tile::Cluster) {
      const int blockRow = at.row * Tile::ClusterM$rankRow;
      const int blockColumn = at.column * Tile::ClusterN$rankColumn;
      visit(blockRow, blockColumn);
    }
  };
)",
              values);
}

std::string prefetchAcross(const Substitutions &values) {
  return fill(R"(
      constexpr int LinesAcross = (64 * sizeof($C) + warpsmith::CacheLine - 1) / warpsmith::CacheLine;
      for (int line = thread % 128; line < Tile::BlockN * LinesAcross; line += 128) {
        const int row = blockColumn + line / LinesAcross;
        const int column = blockRow + ownRow + line % LinesAcross * (64 / LinesAcross);
        if (row < column && column < m)
          warpsmith::prefetchToL2(c + (long long)row * ldc + column);
      }
)",
              values);
}

std::string symmetricEpilogue(const KernelPlan &plan, bool readsOld, Substitutions values) {
  const bool split = plan.schedule.wgmma->parts > 1;
  values["factor"] = factorsText(plan);
  values["special"] = split ? specialText(plan, values) : "";
  values["index"] = "(next / 8 + i) * 4 + half * 2 + r";
  values["value"] =
      fill(split ? "(float)(total[$index] * ($factor(double)backA[row]) * backB[column + r])"
                 : "sum[$index]",
           values);
  values["declarations"] =
      readsOld ? fill("          warpsmith::Vector<$C, Run> old[Together][2][2 / Run];\n"
                      "          $C across[Together][2][2];\n",
                      values)
               : "";
  values["reads"] = readsOld ? fill(R"(#pragma unroll
          for (int i = 0; i < Together; ++i)
#pragma unroll
            for (int half = 0; half < 2; ++half) {
              const int row = firstRow + half * 8, column = firstColumn + next + i * 8;
              const $C *const from = c + (long long)row * ldc + column;
#pragma unroll
              for (int r = 0; r < 2; ++r) {
                if (Below && r % Run == 0)
                  old[i][half][r / Run] = warpsmith::loadVector<Run>(from + r);
                if (!Below && row < m && column + r <= row)
                  old[i][half][r / Run].values[r % Run] = from[r];
                if (Below || (row < m && column + r < row))
                  across[i][half][r] = c[(long long)(column + r) * ldc + row];
              }
            }
)",
                                    values)
                             : "";
  values["oldElement"] = readsOld ? ", old[i][half][r / Run].values[r % Run]" : "";
  values["oldAcross"] = readsOld ? ", across[i][half][r]" : "";
  return fill(R"(
      // Each sum belongs to an element below the diagonal and to the one across it.
      const auto store = [&](auto below) {
        constexpr bool Below = decltype(below)::value; // all of the tile, which lies in C
        // What is read for as many groups of columns is on its way before one of them is written.
        constexpr int Together = 1;
#pragma unroll
        for (int next = 0; next < Tile::BlockN; next += 8 * Together) {
$declarations$reads#pragma unroll
          for (int i = 0; i < Together; ++i)
#pragma unroll
            for (int half = 0; half < 2; ++half) {
              const int row = firstRow + half * 8, column = firstColumn + next + i * 8;
              $C *const to = c + (long long)row * ldc + column;
              warpsmith::Vector<$C, Run> result;
#pragma unroll
              for (int r = 0; r < 2; ++r)
                if (Below || (row < m && column + r <= row)) {
                  const $Sum both = $value;
                  result.values[r % Run] = finished(both$oldElement, row, column + r);
                  if (Below && r % Run == Run - 1)
                    warpsmith::storeVector(to + r - r % Run, result);
                  if (!Below)
                    to[r] = result.values[r % Run];
                  if (Below || column + r < row)
                    c[(long long)(column + r) * ldc + row] =
                        finished(both$oldAcross, column + r, row);
                }
            }
        }
      };
$special
      if (blockRow >= blockColumn + Tile::BlockN && blockRow + Tile::BlockM <= m)
        store(std::true_type{});
      else
        store(std::false_type{});
)",
              values);
}

} // namespace warpsmith
