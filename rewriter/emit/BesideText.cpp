#include "rewriter/emit/BesideText.h"
#include "rewriter/families/ResultReads.h"
#include <algorithm>

namespace warpsmith {
namespace {

/// Whether it has as many elements as C.
bool isMatrix(const KernelPlan &plan, int extra) {
  return !plan.contraction.extras[extra].strides[0].areZero();
}

/// Matrices of doubles are read one by one, which is faster (docs/ladder.md, "What an epilogue
/// reads").
std::vector<int> extrasOf(const KernelPlan &plan) {
  constexpr int BytesOfDouble = 8;
  std::vector<int> extras = extrasInRuns(plan.contraction, plan.computation);
  std::erase_if(extras, [&](int extra) {
    return isMatrix(plan, extra) && sizeOf(plan.contraction.extras[extra].type) >= BytesOfDouble;
  });
  return extras;
}

std::string nameOf(int extra) {
  return "extra" + std::to_string(extra);
}

/// Of `warpsmith::RunOf<Run, Aligned>()`: Run, and both.
struct RunText {
  std::string count, both;
};
RunText runOf(const std::string &type) {
  const size_t begin = type.find('<') + 1;
  const std::string both = type.substr(begin, type.rfind('>') - begin);
  return {both.substr(0, both.find(',')), both};
}

bool prefetches(const KernelPlan &plan) {
  return plan.contraction.region == Region::Full &&
         std::ranges::any_of(extrasOf(plan), [&](int extra) { return isMatrix(plan, extra); });
}

std::string prefetchText(const KernelPlan &plan, const std::string &column) {
  std::string text;
  for (const int extra : extrasOf(plan))
    if (isMatrix(plan, extra))
      text += std::string(text.empty() ? "" : ", ") + "warpsmith::prefetchToL2(&" +
              plan.extraElement(extra, column) + ")";
  return text;
}

/// The values of the structure: an initialiser's list.
std::string valuesText(const KernelPlan &plan, const std::string &run, const std::string &column) {
  std::string text;
  for (const int extra : extrasOf(plan))
    text += std::string(text.empty() ? "{" : ", ") + "warpsmith::loadRun<" + run + ">(&" +
            plan.extraElement(extra, column) + ")";
  return text + "}";
}

std::string runsText(const KernelPlan &plan, const std::string &run) {
  std::string text;
  const auto add = [&](const std::string &multiple, const std::string &of) {
    text += (text.empty() ? "" : " && ") + multiple + " % " + of + " == 0";
  };
  for (const int extra : extrasOf(plan)) {
    const Matrix &matrix = plan.contraction.extras[extra];
    add("reinterpret_cast<unsigned long long>(" + nameOf(extra) + ")",
        "(" + run + " * sizeof(" + std::string(cudaName(matrix.type)) + "))");
    if (isMatrix(plan, extra))
      add(plan.extraPitch(extra), run);
    if (!matrix.batchStride().isZero())
      add(plan.extraBatch(extra), run);
  }
  return "(" + text + ")";
}

std::string finishText(const KernelPlan &plan, const std::vector<std::string> &of) {
  KernelPlan::Leaves leaves = {"", "", of[0], of[1], of[5]};
  for (const int extra : extrasOf(plan))
    leaves.made.emplace_back(Expression::extra(extra, plan.contraction.extras[extra].type),
                             of[2] + "." + nameOf(extra) + ".values[" + of[3] + "]");
  return plan.finishText(leaves);
}

} // namespace

std::string besideStructure(const KernelPlan &plan) {
  std::string members;
  for (const int extra : extrasOf(plan))
    members += "  warpsmith::Vector<" + std::string(cudaName(plan.contraction.extras[extra].type)) +
               ", Count> " + nameOf(extra) + ";\n";
  return members.empty() ? ""
                         : "/// What neighbouring results read besides their sums.\n"
                           "template <int Count>\nstruct Beside {\n" +
                               members + "};\n\n";
}

void addBeside(const KernelPlan &plan, MemberFunctions &functions) {
  using Arguments = std::vector<std::string>;
  functions["beside"] = [&plan](const Arguments &of) {
    const RunText run = runOf(of[0]);
    return "Beside<" + run.count + ">" + valuesText(plan, run.both, of[2]);
  };
  functions["runsBeside"] = [&plan](const Arguments &of) { return runsText(plan, of[0]); };
  functions["prefetchBeside"] = [&plan](const Arguments &of) { return prefetchText(plan, of[1]); };
  functions["finishBeside"] = [&plan](const Arguments &of) { return finishText(plan, of); };
}

NamedValues besideFacts(const KernelPlan &plan) {
  return {{"ReadsInRuns", extrasOf(plan).empty() ? "false" : "true"},
          {"PrefetchesBeside", prefetches(plan) ? "true" : "false"}};
}

std::vector<ProblemFunction> besideProblemFunctions(const KernelPlan &plan) {
  if (extrasOf(plan).empty())
    return {};
  const std::string result(cudaName(plan.contraction.c.type));
  const std::string sum = plan.mixesRoles() ? "Sum" : std::string(cudaName(plan.contraction.sum));
  return {{"template <int Count, int Aligned>\nBeside<Count> beside",
           {{"warpsmith::RunOf<Count, Aligned>", ""}, {"int", "row"}, {"int", "column"}},
           "return " + valuesText(plan, "Count, Aligned", "column") + ";"},
          {"void prefetchBeside",
           {{"int", "row"}, {"int", "column"}},
           prefetches(plan) ? prefetchText(plan, "column") + ";" : ""},
          {"bool runsBeside", {{"int", "run"}}, "return " + runsText(plan, "run") + ";"},
          {(plan.mixesRoles() ? "template <typename Sum, typename Beside>\n"
                              : "template <typename Beside>\n") +
               result + " finishBeside",
           {{sum, "sum"},
            {result, "old"},
            {"const Beside &", "beside"},
            {"int", "which"},
            {"int", "row"},
            {"int", "column"}},
           "return " + finishText(plan, {"sum", "old", "beside", "which", "row", "column"}) + ";"}};
}

} // namespace warpsmith
