#include "rewriter/codegen/Generate.h"
#include "rewriter/codegen/DeviceLibrary.h"
#include "rewriter/codegen/KernelPlan.h"

namespace warpsmith {
namespace {

std::string numericsSentence(const Schedule &schedule) {
  switch (schedule.numerics) {
  case Numerics::BitExact:
    return "bitexact: the order of k and every rounding are the original's.";
  case Numerics::Fp32:
    return "fp32: sums are regrouped; the error is at most that of summing in FP32.";
  case Numerics::Tf32:
    return "tf32: operands are rounded to TF32, sums are FP32.";
  case Numerics::Fp16:
    return "fp16: operands are rounded to FP16, sums are FP32.";
  case Numerics::Bf16:
    return "bf16: operands are rounded to BF16, sums are FP32.";
  }
  return {};
}

std::string kernelText(KernelPlan &plan) {
  const std::string start = plan.schedule.wmma ? wmmaStartText(plan) : fmaStartText(plan);
  const std::string finish = plan.schedule.wmma ? wmmaFinishText(plan) : fmaFinishText(plan);
  const std::string copyWarps = plan.schedule.copyWarps ? copyWarpsText(plan) : "";
  Substitutions values = {
      {"A", std::string(cudaName(plan.contraction.a.type))},
      {"B", std::string(cudaName(plan.contraction.b.type))},
      {"C", std::string(cudaName(plan.contraction.c.type))},
      {"scalars", plan.scalarParameters(KernelPlan::Scope::Kernel)},
      {"names", plan.scalarArguments(KernelPlan::Scope::Kernel)},
      {"shared", sharedMemoryText(plan)},
      {"copyWarps", copyWarps},
      {"body", start + mainLoopText(plan) + finish},
      {"place", R"(
  const int thread = threadIdx.x;
  const int blockRow = blockIdx.y * BlockM, blockColumn = blockIdx.x * BlockN;
)"},
  };
  values["parameters"] = fill("int m, int n, int k$scalars, const $A *__restrict__ a, int lda, "
                              "const $B *__restrict__ b, int ldb, $C *__restrict__ c, int ldc",
                              values);
  if (!plan.mixesRoles())
    return fill(R"(
/// Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <bool Aligned>
__global__ void __launch_bounds__(Threads) kernel($parameters) {
$place$shared$copyWarps$body}
)",
                values);
  plan.need("named_barrier.h");
  return fill(R"(
/// The work of a thread whose warp sums in Sum.
template <typename Sum, bool Aligned>
__device__ __forceinline__ void compute($parameters) {
$place$shared$body}

/// Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <bool Aligned>
__global__ void __launch_bounds__(Threads) kernel($parameters) {
  $kernelPrologue
  if (isFp64Warp(threadIdx.x / 32))
    compute<double, Aligned>(m, n, k$names, a, lda, b, ldb, c, ldc);
  else
    compute<float, Aligned>(m, n, k$names, a, lda, b, ldb, c, ldc);
}
)",
              [&] {
                values["kernelPrologue"] =
                    copyWarps.empty() ? "" : values["place"] + values["shared"] + copyWarps;
                return values;
              }());
}

std::string opening(const GeneratedKernel &kernel) {
  return "namespace " + kernel.space + " {\n" +
         (kernel.internalLinkage ? "namespace { // like the kernel, of this file alone\n\n" : "\n");
}

std::string closing(const GeneratedKernel &kernel) {
  return std::string(kernel.internalLinkage ? "\n} // namespace" : "") + "\n} // namespace " +
         kernel.space + "\n";
}

} // namespace

std::string headerComment(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const size_t slash = contraction.location.file.find_last_of('/');
  const std::string file = contraction.location.file.substr(slash + 1);
  std::string text = "// " + contraction.kernel + " of " + file + ", rewritten by warpsmith as " +
                     plan.schedule.str() + ".\n";
  text += "//   C starts as " + describe(*contraction.initial) +
          "; each step of k: " + describe(*contraction.update) +
          "; stored: " + describe(*contraction.result) + ".\n";
  text += "//   Numerics: " + numericsSentence(plan.schedule) + "\n";
  text += "//   Checked at each launch, else " + contraction.kernel +
          " runs: its threads cover C, C does not\n"
          "//   overlap A or B, sizes are positive, the device is able.\n";
  return text;
}

std::string GeneratedKernel::declaration(const std::string &parameters) const {
  return opening(*this) + launchDeclaration(parameters) + closing(*this);
}

GeneratedKernel generate(const Contraction &contraction, const Schedule &schedule) {
  KernelPlan plan(contraction, schedule);
  GeneratedKernel result;
  result.space = contraction.kernel + "_rewritten";
  std::string text;
  if (plan.tiled()) {
    text += constantsText(plan);
    text += schedule.wmma ? wmmaMultiplyText(plan) : fmaMultiplyText(plan);
    text += kernelText(plan);
  } else {
    text += directKernelText(plan);
  }
  text = plan.nameScalars(std::move(text));
  // Our own names hide the original's where they are the same, and so do its parameters'.
  result.identifiers = identifiers(withoutComments(text));
  result.identifiers.merge(launchIdentifiers());
  std::set<std::string> hiding = result.identifiers;
  for (const Parameter &parameter : contraction.parameters)
    hiding.insert(parameter.name);
  const std::string &original =
      hiding.contains(contraction.kernel) ? contraction.qualifiedKernel : contraction.kernel;
  result.conflict = launchConflict(plan, outerIdentifiers(text));
  result.internalLinkage = contraction.internalLinkage;
  result.definition =
      headerComment(plan) + opening(result) + text + launchText(plan, original) + closing(result);
  result.deviceHeaders = withDependencies(plan.neededHeaders());
  if (schedule.wmma)
    result.includes.emplace_back("mma.h");
  if (schedule.numerics == Numerics::Fp16)
    result.includes.emplace_back("cuda_fp16.h");
  if (schedule.numerics == Numerics::Bf16)
    result.includes.emplace_back("cuda_bf16.h");
  return result;
}

} // namespace warpsmith
