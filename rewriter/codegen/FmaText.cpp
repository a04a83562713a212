// Products on the FP32 and FP64 units: fragments in registers, one FMA a product.
#include "rewriter/codegen/KernelPlan.h"

namespace warpsmith {
namespace {

struct Fragment {
  std::string type;    ///< of the fragment's elements
  std::string extent;  ///< ThreadM or ThreadN
  std::string element; ///< element i of the current step, with $i for the index
};

Fragment fragmentOf(const KernelPlan &plan, int operand) {
  const ExpressionRef &own = plan.computation.own(operand);
  const bool alongK = plan.layouts[operand].contiguousAlongK;
  return {plan.mixesRoles() ? "Sum" : std::string(cudaName(own->type)),
          operand % 2 == 0 ? "ThreadM" : "ThreadN",
          "fragment" + operandName(operand) + (alongK ? "[$i][step]" : "[$i]")};
}

/// The loads of an operand's fragment: before the loop over steps when it is contiguous along k,
/// inside it when not.
std::string loadText(KernelPlan &plan, int operand) {
  plan.need("vector.h");
  const TileLayout &layout = plan.layouts[operand];
  const Fragment fragment = fragmentOf(plan, operand);
  const ExpressionRef &own = plan.computation.own(operand);
  std::string value = layout.contiguousAlongK ? "run.values[step]" : "run.values[r]";
  if (layout.transform == Transform::OnFragment)
    value = plan.print(own, {value, value, "", "", "", value, value});
  const Substitutions values = {
      {"T", fragment.type},
      {"Extent", fragment.extent},
      {"X", operandName(operand)},
      {"Side", letter(operand)},
      {"Run", operand % 2 == 0 ? "RunM" : "RunN"},
      {"place", operand % 2 == 0 ? "rowOf(i, threadRow)" : "columnOf(i, threadColumn)"},
      {"value", value}};
  if (layout.contiguousAlongK)
    return fill(R"(
  $T fragment$X[$Extent][StepGroup];
#pragma unroll
  for (int i = 0; i < $Extent; ++i) {
    const auto run = warpsmith::loadVector<StepGroup>(&tile$X[$place * Pitch$Side + first]);
#pragma unroll
    for (int step = 0; step < StepGroup; ++step)
      fragment$X[i][step] = $value;
  }
)",
                values);
  return fill(R"(
    $T fragment$X[$Extent];
#pragma unroll
    for (int i = 0; i < $Extent; i += $Run) {
      const auto run = warpsmith::loadVector<$Run>(&tile$X[(first + step) * Pitch$Side + $place]);
#pragma unroll
      for (int r = 0; r < $Run; ++r)
        fragment$X[i + r] = $value;
    }
)",
              values);
}

std::string elementOf(const KernelPlan &plan, int operand, const std::string &index) {
  return fill(fragmentOf(plan, operand).element, {{"i", index}});
}

/// One step's products, as a statement over i and j.
std::string productText(KernelPlan &plan) {
  const Computation &computation = plan.computation;
  KernelPlan::Leaves leaves = {elementOf(plan, 0, "i"), elementOf(plan, 1, "j"), "sum[i][j]", ""};
  if (plan.operands().size() > 2) {
    leaves.a2 = elementOf(plan, 2, "i");
    leaves.b2 = elementOf(plan, 3, "j");
  }
  if (!plan.mixesRoles())
    return plan.stepStatement(computation.step, leaves);
  // The role decides the type: leaves are converted to it, not to double.
  const ExpressionRef wide =
      map(widened(computation.step), [](const ExpressionRef &node) -> ExpressionRef {
        if (node->kind == Expression::Kind::Cast)
          return node->children[0];
        return nullptr;
      });
  return plan.stepStatement(wide, leaves);
}

std::string fp64ProductText(KernelPlan &plan) {
  if (plan.schedule.interleave->floatProducts) {
    // The step as it is, added to a double: its product is rounded to float first.
    const KernelPlan::Leaves leaves = {elementOf(plan, 0, "i"), elementOf(plan, 1, "j"),
                                       "sum64[i][j]", ""};
    return fill(R"(
    if (isFp64Step(first + step)) {
#pragma unroll
      for (int i = 0; i < ThreadM; ++i)
#pragma unroll
        for (int j = 0; j < ThreadN; ++j)
          $product
      continue;
    }
)",
                {{"product", plan.stepStatement(plan.computation.step, leaves)}});
  }
  const ExpressionRef step =
      map(widened(plan.computation.step), [](const ExpressionRef &node) -> ExpressionRef {
        const bool operand = node->kind == Expression::Kind::Cast &&
                             node->children[0]->kind == Expression::Kind::Operand;
        return operand ? node->children[0] : nullptr;
      });
  return fill(R"(
    if (isFp64Step(first + step)) {
      double wideA[ThreadM], wideB[ThreadN];
#pragma unroll
      for (int i = 0; i < ThreadM; ++i)
        wideA[i] = $a;
#pragma unroll
      for (int j = 0; j < ThreadN; ++j)
        wideB[j] = $b;
#pragma unroll
      for (int i = 0; i < ThreadM; ++i)
#pragma unroll
        for (int j = 0; j < ThreadN; ++j)
          $product
      continue;
    }
)",
              {{"a", elementOf(plan, 0, "i")},
               {"b", elementOf(plan, 1, "j")},
               {"product", plan.stepStatement(step, {"wideA[i]", "wideB[j]", "sum64[i][j]", ""})}});
}

/// Where the i-th of a thread's rows or columns lies in the block's tile.
std::string placeFunction(bool alongK, const std::string &name, const std::string &thread,
                          const std::string &threads, const std::string &run) {
  const std::string body = alongK ? "i * " + threads + " + " + thread
                                  : "i / " + run + " * " + run + " * " + threads + " + " + thread +
                                        " * " + run + " + i % " + run;
  return "__device__ __forceinline__ int " + name + "(int i, int " + thread + ") { return " + body +
         "; }\n";
}

} // namespace

std::string fmaMultiplyText(KernelPlan &plan) {
  const bool interleaved = plan.schedule.interleave.has_value();
  std::string sums = plan.mixesRoles() ? "Sum" : std::string(cudaName(plan.contraction.sum));
  sums += " (&sum)[ThreadM][ThreadN]";
  if (interleaved)
    sums += ", double (&sum64)[ThreadM][ThreadN]";
  std::string before, inside, tiles, tileNames;
  for (const int operand : plan.operands()) {
    tiles += ", const " + plan.stored(operand) + " *tile" + operandName(operand);
    tileNames += ", tile" + operandName(operand);
  }
  for (const int operand : plan.operands())
    (plan.layouts[operand].contiguousAlongK ? before : inside) += loadText(plan, operand);
  return fill(R"(
/// The i-th row and column, in the block's tile, of a thread.
$rowOf$columnOf
/// Adds steps first ... first + count - 1 of a tile, at most StepGroup, to the sums of one thread.
$template__device__ __forceinline__ void
multiply($sums$tiles, int threadRow, int threadColumn, int first,
         int count$scalars) {
$before
#pragma unroll
  for (int step = 0; step < StepGroup; ++step) {
    if (step >= count)
      break;
$inside$fp64
#pragma unroll
    for (int i = 0; i < ThreadM; ++i)
#pragma unroll
      for (int j = 0; j < ThreadN; ++j)
        $product
  }
}

/// Adds the products of a tile, of which `steps` steps of k exist.
$template__device__ __forceinline__ void
multiplyTile($sums$tiles, int threadRow, int threadColumn,
             int steps$scalars) {
  if (steps >= BlockK) {
#pragma unroll
    for (int first = 0; first < BlockK; first += StepGroup)
      multiply($sumNames$tileNames, threadRow, threadColumn, first, StepGroup$names);
  } else {
    for (int first = 0; first < steps; first += StepGroup)
      multiply($sumNames$tileNames, threadRow, threadColumn, first, steps - first$names);
  }
}
)",
              {{"rowOf", placeFunction(plan.layouts[0].contiguousAlongK, "rowOf", "threadRow",
                                       "ThreadRows", "RunM")},
               {"columnOf", placeFunction(plan.layouts[1].contiguousAlongK, "columnOf",
                                          "threadColumn", "ThreadColumns", "RunN")},
               {"template", plan.mixesRoles() ? "template <typename Sum>\n" : ""},
               {"sums", sums},
               {"sumNames", interleaved ? "sum, sum64" : "sum"},
               {"tiles", tiles},
               {"tileNames", tileNames},
               {"scalars", plan.scalarParameters(KernelPlan::Scope::Multiply)},
               {"names", plan.scalarArguments(KernelPlan::Scope::Multiply)},
               {"before", before},
               {"inside", inside},
               {"fp64", interleaved ? fp64ProductText(plan) : ""},
               {"product", productText(plan)}});
}

std::string fmaStartText(KernelPlan &plan) {
  const bool linear = constantsText(plan).find("WarpColumns") == std::string::npos;
  const std::string sum = plan.mixesRoles() ? "Sum" : std::string(cudaName(plan.contraction.sum));
  const std::string start =
      plan.print(plan.computation.start, {"", "", "", "c[(long long)row * ldc + column]"});
  const Substitutions values = {{"Sum", sum},
                                {"start", plan.mixesRoles() ? "Sum(" + start + ")" : start},
                                {"region", plan.regionTest("column")},
                                {"zero", sum + "(0)"}};
  std::string text = linear ? R"(
  const int threadRow = thread / ThreadColumns, threadColumn = thread % ThreadColumns;
)"
                            : R"(
  constexpr int WarpsAlongN = ThreadColumns / WarpColumns;
  const int warp = thread / 32, lane = thread % 32;
  const int threadRow = warp / WarpsAlongN * WarpRows + lane / WarpColumns;
  const int threadColumn = warp % WarpsAlongN * WarpColumns + lane % WarpColumns;
)";
  if (plan.contraction.startsFromConstant())
    text += fill(R"(
  $Sum sum[ThreadM][ThreadN];
#pragma unroll
  for (int i = 0; i < ThreadM; ++i)
#pragma unroll
    for (int j = 0; j < ThreadN; ++j)
      sum[i][j] = $start;
)",
                 values);
  else
    text += fill(R"(
  $Sum sum[ThreadM][ThreadN];
#pragma unroll
  for (int i = 0; i < ThreadM; ++i) {
    const int row = blockRow + rowOf(i, threadRow);
#pragma unroll
    for (int j = 0; j < ThreadN; ++j) {
      const int column = blockColumn + columnOf(j, threadColumn);
      sum[i][j] = row < m && column < n$region ? $start : $zero;
    }
  }
)",
                 values);
  if (plan.schedule.interleave)
    text += "double sum64[ThreadM][ThreadN] = {};\n";
  return text;
}

std::string fmaFinishText(KernelPlan &plan) {
  const std::string type(cudaName(plan.contraction.sum));
  std::string sum = "sum[i][j + r]";
  if (plan.schedule.interleave)
    sum = type + "(" + sum + " + sum64[i][j + r])";
  else if (plan.mixesRoles())
    sum = type + "(" + sum + ")";
  const bool readsOld = plan.finishReadsOld();
  plan.need("vector.h");
  return fill(
      R"(
  constexpr int Run = $run;
#pragma unroll
  for (int i = 0; i < ThreadM; ++i) {
    const int row = blockRow + rowOf(i, threadRow);
#pragma unroll
    for (int j = 0; j < ThreadN; j += Run) {
      const int column = blockColumn + columnOf(j, threadColumn);
      if (row < m && column < n$region) {
        $C *to = c + (long long)row * ldc + column;
$old        warpsmith::Vector<$C, Run> result;
#pragma unroll
        for (int r = 0; r < Run; ++r)
          result.values[r] = $finish;
        warpsmith::storeVector(to, result);
      }
    }
  }
)",
      {{"C", std::string(cudaName(plan.contraction.c.type))},
       {"old", readsOld ? "        const auto old = warpsmith::loadVector<Run>(to);\n" : ""},
       // A vector may cross the edge of a triangle.
       {"run", plan.contraction.region == Region::Full ? "Aligned ? RunN : 1" : "1"},
       {"region", plan.regionTest("column")},
       {"finish", plan.finishText({"", "", sum, "old.values[r]", "column + r"})}});
}

} // namespace warpsmith
