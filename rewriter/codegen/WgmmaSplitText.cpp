// Split operands in a kernel on warpgroup products: scales are undone, and what has no parts is
// summed from the elements themselves.
#include "rewriter/codegen/WgmmaText.h"

namespace warpsmith {
namespace {

/// Stores a thread's sums: $rowValues once a row; $value is that of sum `r` of a run of `Run` sums
/// that are stored together. $inside holds where all of the tile exists.
std::string epilogueLoops(const Substitutions &values) {
  return fill(R"(
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          const int row = firstRow + half * 8;
          const int columns = row < m ? n - firstColumn : 0; // that exist
          $C *const to = c + (long long)row * ldc + firstColumn;
$rowValues#pragma unroll
          for (int group = 0; group < Tile::BlockN / 8; group += Together) {
$declarations#pragma unroll
            for (int i = 0; i < Together * 2 / Run; ++i) {
              const int next = (group + i * Run / 2) * 8 + i * Run % 2;
              if (($inside next < columns)$regionOfNext) {
                $loads
              }
            }
#pragma unroll
            for (int i = 0; i < Together * 2 / Run; ++i) {
              const int next = (group + i * Run / 2) * 8 + i * Run % 2;
              const int column = firstColumn + next;
              if (($inside next < columns)$region) {
                warpsmith::Vector<$C, Run> result;
#pragma unroll
                for (int r = 0; r < Run; ++r)
                  result.values[r] = finished($value$oldElement, row, column + r);
                warpsmith::storeVector(to + next, result);
              }
            }
          }
        }
)",
              values);
}

/// The number of the sum of element `r` of run `i`.
constexpr const char *SumIndex = "(group + i * Run / 2) * 4 + half * 2 + i * Run % 2 + r";

} // namespace

std::string factorsText(const KernelPlan &plan) {
  std::string factors;
  for (const ExpressionRef &factor : plan.computation.factors)
    factors += "(double)(" + plan.print(factor, {"", "", "", "", "column"}) + ") * ";
  return factors;
}

std::string finiteTestText() {
  return R"(
      // Infinities and NaN have no parts: sums of such rows and columns, and their neighbours, are
      // taken from the elements themselves.
      bool finite = true;
      for (int half = 0; half < 2; ++half)
        finite = finite && (firstRow + half * 8 >= m || backA[firstRow + half * 8] != 0.0f);
#pragma unroll 4
      for (int next = 0; next < Tile::BlockN; next += 8)
        for (int r = 0; r < 2; ++r)
          finite = finite && (firstColumn + next + r >= n || backB[firstColumn + next + r] != 0.0f);
)";
}

std::string exactSumText(const KernelPlan &plan) {
  const auto element = [&](int operand, const std::string &index) {
    const std::string p = pointerName(operand);
    return runsAlongK(plan, operand % 2) ? p + "[(long long)" + index + " * ld" + p + " + step]"
                                         : p + "[(long long)step * ld" + p + " + " + index + "]";
  };
  std::string products;
  for (int first = 0; first < plan.contraction.operandCount(); first += 2)
    products += (first ? " + (double)" : "(double)") + element(first, "row") + " * " +
                element(first + 1, "column");
  return fill(R"(            double exact = 0.0;
            for (int step = 0; step < $steps; ++step)
              exact += $products;
            const float sum = (float)($factor exact);
)",
              {{"steps", plan.contraction.operandCount() > 2 ? "k / 2" : "k"},
               {"products", products},
               {"factor", factorsText(plan)}});
}

std::string splitEpilogue(const KernelPlan &plan, Substitutions values) {
  values["factor"] = factorsText(plan);
  values["rowValues"] =
      fill("        const double ofRow = row < m ? $factor(double)backA[row] : 0.0;\n", values);
  values["declarations"] += "warpsmith::Vector<float, Run> ofColumns[Together * 2 / Run];\n";
  values["loads"] += "ofColumns[i] = warpsmith::loadVector<Run>(backB + firstColumn + next);\n";
  values["value"] =
      fill("(float)(total[$index] * ofRow * ofColumns[i].values[r])", {{"index", SumIndex}});
  values["inside"] = "";
  values["finiteTest"] = finiteTestText();
  values["exactSum"] = exactSumText(plan);
  values["loops"] = epilogueLoops(values);
  return fill(R"(
$finiteTest      if (finite) {
        // What is read for as many groups of columns is on its way before one of them is written.
        constexpr int Together = 4;
        $loops
      } else {
#pragma unroll 1
        for (int element = 0; element < Tile::Sums; ++element) {
          const int row = firstRow + element / 2 % 2 * 8;
          const int column = firstColumn + element / 4 * 8 + element % 2;
          if (row < m && column < n$region) {
$exactSum            $C *const to = c + (long long)row * ldc + column;
            *to = finished(sum$oldScalar, row, column);
          }
        }
      }
)",
              values);
}

} // namespace warpsmith
