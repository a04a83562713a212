#include "rewriter/codegen/Generate.h"
#include "rewriter/codegen/DeviceLibrary.h"
#include "rewriter/codegen/FmaTilesText.h"
#include "rewriter/codegen/KernelPlan.h"
#include "rewriter/codegen/MmaText.h"
#include "rewriter/codegen/WgmmaText.h"
#include <algorithm>
#include <cctype>

namespace warpsmith {
namespace {

std::string numericsSentence(const Schedule &schedule) {
  switch (schedule.numerics) {
  case Numerics::BitExact:
    if (schedule.wgmma)
      return "bitexact: sums of integers wrap, and are the original's in any order.";
    return "bitexact: the order of k and every rounding are the original's.";
  case Numerics::Fp32:
    if (schedule.split == Split::Fp16x3)
      return "fp32, for the narrow range that the user promised: in each row of A and column of B\n"
             "//   elements are of like size. Then the error is at most that of summing in FP32.\n"
             "//   An element below 2^-17 of the largest in its row or column loses bits.";
    if (schedule.split == Split::ByData)
      return "fp32: sums are regrouped; the error is at most that of summing in FP32. Elements "
             "are\n"
             "//   two FP16 parts each, or three BF16 parts where the device finds, at each "
             "launch,\n"
             "//   that elements of a row of A or column of B are too unlike for two.";
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

/// When a case is what the original computes: `transpose != 0`.
std::string when(const Contraction &contraction) {
  std::string text;
  for (const std::string &condition : contraction.conditions)
    text += (text.empty() ? "" : " && ") +
            (contraction.conditions.size() > 1 ? "(" + condition + ")" : condition);
  return text;
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
  std::string text = "// " + contraction.kernel + contraction.templateArguments + " of " + file +
                     ", rewritten by warpsmith as " + plan.schedule.str() + ".\n";
  if (const std::string condition = when(contraction); !condition.empty())
    text += "//   For launches with " + condition + ".\n";
  text += "//   C starts as " + describe(*contraction.initial) +
          "; each step of k: " + describe(*contraction.update) +
          "; stored: " + describe(*contraction.result) + ".\n";
  text += "//   Numerics: " + numericsSentence(plan.schedule) + "\n";
  text += std::string("//   Checked at each launch, else ") +
          (plan.schedule.otherwise ? "the next pipeline's kernel or " : "") + contraction.kernel +
          " runs:\n//   its threads cover C, C does not overlap A or B, sizes are positive, the "
          "device is "
          "able" +
          (fusesProducts(contraction, plan.schedule)
               ? ",\n//   and the compiler fuses products and sums, which -fmad=false forbids.\n"
               : ".\n");
  return text;
}

std::string GeneratedKernel::declaration(const std::string &parameters,
                                         const std::string &templateHead) const {
  const std::string head = templateHead.empty() ? "" : templateHead + "\n";
  return opening(*this) + head + launchDeclaration(parameters) +
         (byPointers ? "\n" + head + launchKernelDeclaration() + ";" : "") + closing(*this);
}

namespace {

/// Adds one case: its text, and what it stands on, to the kernel. An alternative stands in a
/// namespace of its own beside the kernel that it is an alternative to.
std::string caseText(const GeneratedCase &entry, GeneratedKernel &result,
                     std::set<std::string> &headers, const std::vector<LaunchGroup> &groups,
                     bool isAlternative = false) {
  const Contraction &contraction = entry.contraction;
  const Schedule &schedule = entry.schedule;
  KernelPlan plan(contraction, schedule);
  std::string otherwise;
  if (schedule.otherwise) {
    result.identifiers.insert("otherwise");
    otherwise = "/// For launches that the kernel below does not take.\nnamespace otherwise {\n\n" +
                caseText({contraction, *schedule.otherwise}, result, headers, groups,
                         /*isAlternative=*/true) +
                "\n} // namespace otherwise\n\n";
  }
  std::string text;
  if (schedule.wgmma) {
    text += wgmmaText(plan);
  } else if (schedule.mma) {
    text += mmaText(plan);
  } else if (!schedule.tiles.empty() && schedule.interleave) {
    text += fmaColumnsText(plan) + fmaTilesRunText(plan);
  } else if (!schedule.tiles.empty()) {
    text += fmaTilesText(plan) + fmaTilesRunText(plan);
    if (schedule.group)
      text += fmaProductText(plan);
    for (const LaunchGroup &group : groups)
      if (schedule.group)
        text += fmaGroupText(plan, group);
  } else if (schedule.wmma) {
    text += wmmaText(plan);
  } else if (plan.tiled()) {
    text += fmaText(plan);
  } else {
    text += directKernelText(plan);
  }
  text = plan.nameScalars(std::move(text));
  // Our own names hide the original's where they are the same, and so do its parameters'.
  std::set<std::string> own = identifiers(withoutComments(withoutMacros(text)));
  text = nameMacros(std::move(text));
  own.merge(launchIdentifiers(schedule));
  std::set<std::string> scope = outerIdentifiers(text);
  if (isAlternative || schedule.otherwise)
    for (std::set<std::string> *names : {&own, &scope})
      names->insert("otherwise");
  result.identifiers.insert(own.begin(), own.end());
  for (const Parameter &parameter : contraction.parameters)
    own.insert(parameter.name);
  const std::string &original =
      own.contains(contraction.kernel) ? contraction.qualifiedKernel : contraction.kernel;
  if (result.conflict.empty())
    result.conflict = launchConflict(plan, scope);
  text += launchText(plan, original + contraction.templateArguments);
  headers.insert(plan.neededHeaders().begin(), plan.neededHeaders().end());
  for (const std::string &file : plan.neededFiles())
    for (const std::string &header : withDependencies({file}))
      if (!header.starts_with("warpsmith/kernels/"))
        headers.insert(header);
  const auto include = [&](const char *header) {
    if (std::find(result.includes.begin(), result.includes.end(), header) == result.includes.end())
      result.includes.emplace_back(header);
  };
  if (schedule.wmma)
    include("mma.h");
  if (schedule.numerics == Numerics::Fp16 || schedule.wgmma)
    include("cuda_fp16.h");
  if (schedule.numerics == Numerics::Bf16 || schedule.wgmma)
    include("cuda_bf16.h");
  if (!contraction.instance.empty() || schedule.wgmma || schedule.mma)
    include("type_traits");
  return otherwise + text;
}

/// The case needs no namespace to tell it from others.
bool standsAlone(const std::vector<GeneratedCase> &cases) {
  const Contraction &first = cases[0].contraction;
  return cases.size() == 1 && first.conditions.empty() && first.instance.empty();
}

std::string caseName(size_t index) {
  return "case" + std::to_string(index + 1);
}

} // namespace

GeneratedKernel generate(const Contraction &contraction, const Schedule &schedule) {
  return generate({{contraction, schedule}}, {});
}

std::string spaceOf(const std::vector<GeneratedCase> &cases, size_t index) {
  const std::string space = cases[0].contraction.kernel + "_rewritten";
  return standsAlone(cases) ? space : space + "::" + caseName(index);
}

std::string LaunchGroup::str(std::string_view quotes) const {
  std::string text;
  for (size_t index = 0; index < kernels.size(); ++index)
    text.append(index == 0                    ? ""
                : index + 1 == kernels.size() ? " and "
                                              : ", ")
        .append(quotes)
        .append(kernels[index])
        .append(quotes);
  return text;
}

std::string groupSpace(const LaunchGroup &group, const std::string &last) {
  // The last kernel's own launch is the one that goes without saying.
  std::vector<std::string> others = group.kernels;
  others.erase(std::find(others.begin(), others.end(), last));
  // The number tells with_a_b of two kernels, of which one is called a_b, from that of three, and
  // the lengths of all but the last of them a_b and c from a and b_c.
  std::string name = others.size() > 1 ? "with" + std::to_string(others.size()) : "with";
  const bool joined = std::any_of(others.begin(), others.end(), [](const std::string &other) {
    return other.find('_') != std::string::npos;
  });
  for (size_t index = 0; joined && index + 1 < others.size(); ++index)
    name += "_" + std::to_string(others[index].size());
  for (const std::string &other : others)
    name += "_" + other;
  return name;
}

std::string spaceOf(const LaunchGroup &group, const std::string &last, const Schedule &schedule) {
  std::string space;
  for (const Schedule *part = &schedule; !part->group; part = part->otherwise.get())
    space += "otherwise::";
  return space + groupSpace(group, last);
}

const Schedule *groupedPart(const Schedule &schedule) {
  for (const Schedule *part = &schedule; part; part = part->otherwise.get()) {
    if (part->group)
      return part;
    if (!part->leastProducts)
      return nullptr;
  }
  return nullptr;
}

namespace {

/// A literal that is spelled with a name.
bool namesLiteral(const Expression &expression) {
  if (expression.kind == Expression::Kind::Literal) {
    bool inside = false; // of a number or a name
    for (const char next : expression.text) {
      const bool letter = std::isalpha(static_cast<unsigned char>(next)) || next == '_';
      if (letter && !inside)
        return true;
      inside = letter || std::isdigit(static_cast<unsigned char>(next)) || next == '.';
    }
  }
  return std::any_of(expression.children.begin(), expression.children.end(),
                     [](const ExpressionRef &child) { return namesLiteral(*child); });
}

} // namespace

std::string groupedForm(const GeneratedCase &entry) {
  const Schedule *part = groupedPart(entry.schedule);
  if (!part)
    return {};
  const Contraction &contraction = entry.contraction;
  KernelPlan plan(contraction, *part);
  std::string text = fmaTilesText(plan);
  // Names mean the same where both kernels' text is.
  text += contraction.qualifiedKernel.substr(0, contraction.qualifiedKernel.rfind("::"));
  for (const auto &[name, value] : contraction.constants)
    text += " " + name + "=" + std::to_string(value);
  // A macro's name may stand for another number in another kernel.
  const Computation computation = computationFor(contraction, *part);
  for (const ExpressionRef &expression :
       {computation.a, computation.b, computation.step, computation.start, computation.finish})
    if (expression && namesLiteral(*expression))
      return text + " " + contraction.qualifiedKernel;
  return text;
}

GeneratedKernel generate(const std::vector<GeneratedCase> &cases,
                         const KernelDeclaration &declaration,
                         const std::vector<LaunchGroup> &groups) {
  const Contraction &first = cases[0].contraction;
  GeneratedKernel result;
  result.space = first.kernel + "_rewritten";
  result.internalLinkage = first.internalLinkage;
  std::set<std::string> headers;
  const bool alone = standsAlone(cases);
  std::string text, comments;
  for (size_t index = 0; index < cases.size(); ++index) {
    const KernelPlan plan(cases[index].contraction, cases[index].schedule);
    if (alone) {
      comments = headerComment(plan);
      text = caseText(cases[index], result, headers, groups);
    } else {
      const std::string name = caseName(index);
      result.identifiers.insert(name);
      text += headerComment(plan) + "namespace " + name + " {\n\n" +
              caseText(cases[index], result, headers, {}) + "\n} // namespace " + name + "\n\n";
    }
  }
  if (alone && groupedPart(cases[0].schedule)) {
    text += pendingText(cases[0]);
    headers.insert("warpsmith/device/launch_group.h");
  }
  if (!alone)
    text += dispatchText(cases, declaration);
  if (declaration.byPointers) {
    result.byPointers = true;
    text += launchKernelText(first.qualifiedKernel, declaration);
    headers.insert("warpsmith/device/launch_kernel.h");
    result.identifiers.merge(identifiers(withoutComments(launchKernelText("", declaration))));
  }
  result.definition = comments + opening(result) + text + closing(result);
  result.deviceHeaders = withDependencies(headers);
  for (std::string &header : foreignIncludes(result.deviceHeaders))
    if (std::find(result.includes.begin(), result.includes.end(), header) == result.includes.end())
      result.includes.push_back(std::move(header));
  return result;
}

} // namespace warpsmith
