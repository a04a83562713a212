// Which of a kernel's cases a launch is: by template arguments, then by conditions on parameters.
#include "rewriter/emit/KernelPlan.h"
#include "rewriter/ir/LaunchSymbols.h"

namespace warpsmith {
namespace {

struct Names {
  std::string grid, block, sharedBytes, stream;
};

std::string free(std::string name, const Contraction &contraction) {
  for (const Parameter &parameter : contraction.parameters)
    if (parameter.name == name)
      return free(name + "_", contraction);
  return name;
}

} // namespace

std::string dispatchText(const std::vector<GeneratedCase> &cases,
                         const KernelDeclaration &declaration) {
  const Contraction &first = cases[0].contraction;
  const Names names = {free("grid", first), free("block", first), free("sharedBytes", first),
                       free("stream", first)};
  const std::string launched =
      names.grid + ", " + names.block + ", " + names.sharedBytes + ", " + names.stream;
  std::string parameters = "dim3 " + names.grid + ", dim3 " + names.block + ", size_t " +
                           names.sharedBytes + ", cudaStream_t " + names.stream;
  std::string arguments;
  for (size_t index = 0; index < first.parameters.size(); ++index) {
    parameters +=
        ", " + (index < declaration.parameters.size() ? declaration.parameters[index]
                                                      : first.parameters[index].declaration);
    arguments += (index ? ", " : "") + first.parameters[index].name;
  }
  const std::string given = arguments.empty() ? "" : ", " + arguments;
  std::string text = first.isPart()
                         ? "/// Computes the outputs one after the other, or runs " + first.kernel +
                               " as launched where one of them cannot be.\n"
                         : "/// Runs the case that the arguments are, or " + first.kernel +
                               " as launched where they are none.\n";
  if (!declaration.templateHead.empty())
    text += declaration.templateHead + "\n";
  text += "inline void launch(" + parameters + ") {\n";
  std::string all;
  for (size_t index = 0; first.isPart() && index < cases.size(); ++index)
    all += (index ? " &&\n      " : "") + ("case" + std::to_string(index + 1)) + "::launch(" +
           launched + given + ")";
  if (first.isPart())
    text += "  if (" + all + ")\n    return;\n";
  for (size_t begin = 0; begin < cases.size() && !first.isPart();) {
    const std::vector<Predicate> &instance = cases[begin].contraction.instance;
    size_t end = begin;
    std::string calls;
    for (; end < cases.size() && cases[end].contraction.instance == instance; ++end) {
      const std::string condition =
          conjunction(cases[end].contraction.conditions, Parentheses::EachOfSeveral,
                      launchSpelling(names.grid, names.block));
      if (!condition.empty())
        calls += "  if (" + condition + ")\n";
      calls += "  return case" + std::to_string(end + 1) + "::launch(" + launched + given + ");\n";
    }
    text += instance.empty() ? calls
                             : "  if constexpr (" + conjunction(instance, Parentheses::None) +
                                   ") {\n" + calls + "  }\n";
    begin = end;
  }
  const bool always = !first.isPart() && cases.back().contraction.instance.empty() &&
                      cases.back().contraction.conditions.empty();
  if (!always)
    text += "  " + first.qualifiedKernel +
            (declaration.templateNames.empty() ? "" : "<" + declaration.templateNames + ">") +
            "<<<" + launched + ">>>(" + arguments + ");\n";
  return text + "}\n";
}

} // namespace warpsmith
