// The untiled kernel: the original's mapping of threads, its loop unrolled by the period of the
// FP64 steps.
#include "rewriter/emit/KernelPlan.h"

namespace warpsmith {
namespace {

std::string element(const KernelPlan &plan, int operand) {
  const bool alongK = plan.contraction.operand(operand).contiguous() == (operand == 0 ? 1 : 0);
  const std::string pointer = operand == 0 ? "a" : "b", leading = operand == 0 ? "lda" : "ldb";
  const std::string outer = operand == 0 ? "row" : "column";
  const std::string step = "(k0 + step)";
  return alongK ? pointer + "[(long long)" + outer + " * " + leading + " + " + step + "]"
                : pointer + "[(long long)" + step + " * " + leading + " + " + outer + "]";
}

std::string thread(const Ownership &axis) {
  const std::string name(1, axis.axis);
  return "blockIdx." + name + " * blockDim." + name + " + threadIdx." + name;
}

} // namespace

std::string directKernelText(KernelPlan &plan) {
  const Computation &computation = plan.computation;
  const std::string sumType(cudaName(plan.contraction.sum));
  const std::string joined = sumType + "(sum + sum64)";
  const KernelPlan::Leaves leaves = {"elementA", "elementB", "sum", ""};
  const KernelPlan::Leaves wide = {"elementA", "elementB", "sum64", ""};
  Substitutions values = {
      {"fp64", std::to_string(plan.of<Direct>().interleave->fp64)},
      {"period", std::to_string(plan.of<Direct>().interleave->period)},
      {"A", std::string(cudaName(computation.a->type))},
      {"B", std::string(cudaName(computation.b->type))},
      {"C", std::string(cudaName(plan.contraction.c.type))},
      {"Sum", sumType},
      {"scalars", plan.scalarParameters(KernelPlan::Scope::Kernel)},
      {"names", plan.scalarArguments(KernelPlan::Scope::Kernel)},
      {"row", thread(plan.contraction.row)},
      {"column", thread(plan.contraction.column)},
      {"a", plan.print(computation.a, {element(plan, 0), "", "", ""})},
      {"b", plan.print(computation.b, {"", element(plan, 1), "", ""})},
      {"start", plan.print(computation.start, {"", "", "", "*to"})},
      {"step", plan.stepStatement(computation.step, leaves)},
      // Added to a double as it is, a product is rounded to float first.
      {"wide",
       plan.stepStatement(plan.of<Direct>().interleave->floatProducts ? computation.step
                                                                      : widened(computation.step),
                          wide)},
      {"finish", plan.print(computation.finish, {"", "", joined, "*to"})},
      {"further", plan.furtherParameters()},
      // As a template it can be in all the files that the original is in.
      {"head", plan.contraction.inSeveralFiles ? "template <typename = void>" : ""},
      {"sourceA", std::string(cudaName(plan.contraction.a.type))},
      {"sourceB", std::string(cudaName(plan.contraction.b.type))},
  };
  return fill(R"(
// Fp64Steps of every Period steps of k accumulate in FP64, spread evenly.
constexpr int Fp64Steps = $fp64, Period = $period;
__host__ __device__ constexpr bool isFp64Step(int step) {
  return (step + 1) * Fp64Steps / Period != step * Fp64Steps / Period;
}

$head
__global__ void kernel(int m, int n, int k$scalars, const $sourceA *__restrict__ a, int lda,
                       const $sourceB *__restrict__ b, int ldb, $C *__restrict__ c, int ldc$further) {
  const int row = $row;
  const int column = $column;
  if (row >= m || column >= n)
    return;
  $C *to = c + (long long)row * ldc + column;
  $Sum sum = $start;
  double sum64 = 0;

  int k0 = 0;
  for (; k0 + Period <= k; k0 += Period) {
#pragma unroll
    for (int step = 0; step < Period; ++step) {
      const $A elementA = $a;
      const $B elementB = $b;
      if (isFp64Step(step))
        $wide
      else
        $step
    }
  }
  // Fewer than Period steps are left.
  for (int step = 0; k0 + step < k; ++step) {
    const $A elementA = $a;
    const $B elementB = $b;
    $step
  }
  *to = $finish;
}
)",
              values);
}

} // namespace warpsmith
