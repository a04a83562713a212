#include "rewriter/emit/Generate.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/GatheredText.h"
#include "rewriter/emit/Im2colText.h"
#include "rewriter/emit/KernelPlan.h"
#include "rewriter/emit/MmaText.h"
#include "rewriter/emit/PackedText.h"
#include "rewriter/emit/ResidentText.h"
#include "rewriter/emit/UnusedDeclarations.h"
#include "rewriter/emit/WgmmaText.h"
#include "rewriter/families/ResidentTile.h"
#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace warpsmith {
namespace {

/// When a case is what the original computes: `transpose != 0`.
std::string when(const Contraction &contraction) {
  return conjunction(contraction.conditions, Parentheses::EachOfSeveral);
}

std::string opening(const GeneratedKernel &kernel) {
  return "namespace " + kernel.space + " {\n" +
         (kernel.internalLinkage ? "namespace { // like the kernel, of this file alone\n\n" : "\n");
}

std::string closing(const GeneratedKernel &kernel) {
  return std::string(kernel.internalLinkage ? "\n} // namespace" : "") + "\n} // namespace " +
         kernel.space + "\n";
}

/// Of templates in a namespace of one file, nvcc names each member that an instance does not need.
std::string quiet(const GeneratedKernel &kernel, const std::string &text) {
  if (!kernel.internalLinkage || text.find("template <") == std::string::npos)
    return text;
  return "#ifdef __NVCC_DIAG_PRAGMA_SUPPORT__ // not each tile needs all of its constants\n"
         "#pragma nv_diagnostic push\n#pragma nv_diag_suppress 177\n#endif\n\n" +
         text + "\n#ifdef __NVCC_DIAG_PRAGMA_SUPPORT__\n#pragma nv_diagnostic pop\n#endif\n";
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
  if (contraction.isPart())
    text += "//   C is " + contraction.c.name + ", one of the outputs.\n";
  text += "//   C starts as " + describe(*contraction.initial) +
          "; each step of k: " + describe(*contraction.update) +
          "; stored: " + describe(*plan.withPlaces(contraction.result)) + ".\n";
  text += "//   Numerics: " + familyOf(plan.schedule).numericsSentence(plan.schedule) + "\n";
  if (plan.schedule.is<Resident>())
    return text + "//   " + contraction.kernel +
           " keeps its launches, whatever they are. In it, for the whole grid, it is tested that\n"
           "//   its threads cover C, C does not overlap A or B, and sizes are positive; else it "
           "runs as it was.\n";
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

// The kernels of each family, with what they stand on in their namespace.

std::string familyText(const Direct &, KernelPlan &plan) {
  return directKernelText(plan);
}

std::string familyText(const Parts &, KernelPlan &) {
  throw std::logic_error("a plan of no kernel");
}

std::string familyText(const Fma &, KernelPlan &plan) {
  return plan.includesFiles ? fmaInstanceText(plan) : fmaText(plan);
}

std::string familyText(const FmaMenu &menu, KernelPlan &plan) {
  if (plan.includesFiles)
    return menu.columns ? fmaColumnsInstanceText(plan) : fmaTilesInstanceText(plan);
  return menu.columns ? fmaColumnsText(plan) : fmaTilesText(plan);
}

std::string familyText(const Wmma &, KernelPlan &plan) {
  return plan.includesFiles ? wmmaInstanceText(plan) : wmmaText(plan);
}

std::string familyText(const Mma &, KernelPlan &plan) {
  return plan.includesFiles ? mmaInstanceText(plan) : mmaText(plan);
}

std::string familyText(const Gathered &, KernelPlan &plan) {
  return plan.includesFiles ? gatheredInstanceText(plan) : gatheredText(plan);
}

std::string familyText(const GatheredTensor &, KernelPlan &plan) {
  return plan.includesFiles ? gatheredTensorInstanceText(plan) : gatheredTensorText(plan);
}

std::string familyText(const Im2col &, KernelPlan &plan) {
  return im2colText(plan);
}
std::string familyText(const Packed &, KernelPlan &plan) {
  return packedText(plan);
}
std::string familyText(const PackedFma &, KernelPlan &plan) {
  return packedText(plan);
}

std::string familyText(const Resident &, KernelPlan &plan) {
  return plan.includesFiles ? residentInstanceText(plan) : residentText(plan);
}

std::string familyText(const Wgmma &, KernelPlan &plan) {
  return plan.includesFiles ? wgmmaInstanceText(plan) : wgmmaText(plan);
}

/// What launches of a group need beside the kernel.
std::string groupsText(KernelPlan &plan, const std::vector<LaunchGroup> &groups) {
  if (!plan.isGrouped)
    return {};
  std::string text = fmaProductText(plan);
  for (const LaunchGroup &group : groups)
    text += fmaGroupText(plan, group);
  return text;
}

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

/// What a kernel's text means besides: the same where names in it do.
std::string meaningOf(const Contraction &contraction, const Schedule &schedule) {
  std::string text = contraction.qualifiedKernel.substr(0, contraction.qualifiedKernel.rfind("::"));
  for (const auto &[name, value] : contraction.constants)
    text += " " + name + "=" + std::to_string(value);
  // A macro's name may stand for another number in another kernel.
  const Computation computation = computationFor(contraction, schedule);
  std::vector<ExpressionRef> all = computation.factors;
  for (const int operand : {0, 1, 2, 3})
    if (operand < contraction.operandCount())
      all.push_back(computation.own(operand));
  for (const ExpressionRef &expression :
       {computation.step, computation.start, computation.finish, contraction.diagonal})
    all.push_back(expression);
  for (const StepBound &bound : contraction.stepBounds)
    all.push_back(bound.amount);
  return std::ranges::any_of(all,
                             [](const ExpressionRef &expression) {
                               return expression && namesLiteral(*expression);
                             })
             ? text + " " + contraction.qualifiedKernel
             : text;
}

/// The text of a case, and of what comes after it.
struct CaseText {
  std::string kernel; ///< with what it stands on in its namespace
  std::string launch; ///< which stands behind it, and may stand behind another one
  std::string meaning;
  std::shared_ptr<CaseText> otherwise;
};

/// Adds one case: its text, and what it stands on, to the kernel. An alternative stands in a
/// namespace of its own beside the kernel that it is an alternative to.
CaseText caseText(const GeneratedCase &entry, GeneratedKernel &result,
                  std::set<std::string> &headers, const std::vector<LaunchGroup> &groups,
                  bool includesFiles, bool isAlternative = false) {
  const Contraction &contraction = entry.contraction;
  const Schedule &schedule = entry.schedule;
  KernelPlan plan(contraction, schedule, includesFiles);
  CaseText text;
  if (schedule.otherwise) {
    result.identifiers.insert("otherwise");
    text.otherwise = std::make_shared<CaseText>(caseText({contraction, *schedule.otherwise}, result,
                                                         headers, groups, includesFiles,
                                                         /*isAlternative=*/true));
  }
  const std::string kernel =
      std::visit([&](const auto &family) { return familyText(family, plan); }, schedule.plan);
  const std::string beside = groupsText(plan, groups);
  text.kernel = plan.nameScalars(kernel, beside);
  text.launch = plan.nameScalars(beside, kernel);
  // Our own names hide the original's where they are the same, and so do its parameters'.
  std::set<std::string> own =
      identifiers(withoutComments(withoutMacros(text.kernel + text.launch)));
  text.kernel = nameMacros(std::move(text.kernel));
  text.launch = nameMacros(std::move(text.launch));
  own.merge(launchIdentifiers(schedule));
  std::set<std::string> scope = outerIdentifiers(text.kernel + text.launch);
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
  text.launch += schedule.is<Resident>()
                     ? residentChecksText(plan)
                     : launchText(plan, original + contraction.templateArguments);
  text.meaning = meaningOf(contraction, schedule);
  headers.insert(plan.neededHeaders().begin(), plan.neededHeaders().end());
  for (const std::string &file : plan.neededFiles())
    for (const std::string &header : withDependencies({file}))
      if (!header.starts_with("warpsmith/kernels/"))
        headers.insert(header);
  std::vector<std::string> includes = familyOf(schedule).cudaHeaders(schedule);
  if (!contraction.instance.empty())
    includes.emplace_back("type_traits");
  for (const std::string &header : includes)
    if (std::find(result.includes.begin(), result.includes.end(), header) == result.includes.end())
      result.includes.push_back(header);
  return text;
}

/// What tells kernels apart.
std::string formOf(const CaseText &text) {
  const std::string own = text.kernel + text.meaning;
  return text.otherwise ? own + "\notherwise\n" + formOf(*text.otherwise) : own;
}

/// In the place of a kernel: what the launch uses of another one like it, in `space`.
std::string usingText(const CaseText &text, const std::string &space) {
  std::set<std::string> declared;
  for (const Declaration &each : declarationsIn(text.kernel))
    declared.insert(each.names.begin(), each.names.end());
  const size_t name = space.rfind("_rewritten");
  std::string result = "// The kernel is that of " +
                       space.substr(0, name).substr(space.rfind("::", name) + 2) +
                       ", which computes the same with other sizes and arrays.\n";
  for (const std::string &word : wordsIn(text.launch))
    if (declared.contains(word))
      result += "using " + space + "::" + word + ";\n";
  return result;
}

/// The text, with the kernel of the namespace `space` if there is one.
std::string printed(const CaseText &text, const std::string &space = "") {
  std::string otherwise;
  if (text.otherwise)
    otherwise = "/// For launches that the kernel below does not take.\nnamespace otherwise {\n\n" +
                printed(*text.otherwise, space.empty() ? "" : space + "::otherwise") +
                "\n} // namespace otherwise\n\n";
  return otherwise + (space.empty() ? text.kernel : usingText(text, space)) + text.launch;
}

/// Whether each name of the text is one of its namespace.
bool isFlat(const CaseText &text) {
  return !wordsIn(text.kernel).contains("namespace") &&
         (!text.otherwise || isFlat(*text.otherwise));
}

/// The case needs no namespace to tell it from others.
bool standsAlone(const std::vector<GeneratedCase> &cases) {
  const Contraction &first = cases[0].contraction;
  return cases.size() == 1 && first.conditions.empty() && first.instance.empty();
}

std::string caseName(size_t index) {
  return "case" + std::to_string(index + 1);
}

/// The kernel's, so that the compiler leaves each thread the registers of its tiles and no more.
std::string launchBoundsOf(const Contraction &contraction, const Resident &resident) {
  // Sums of 8 bytes take more.
  const int blocks = sizeOf(contraction.sum) <= 4 ? residentBlocks(resident.threads) : 1;
  return std::to_string(resident.threads) + (blocks > 1 ? ", " + std::to_string(blocks) : "");
}

} // namespace

GeneratedKernel generate(const Contraction &contraction, const Schedule &schedule) {
  return generate({{contraction, schedule}}, {});
}

namespace {

/// The alternatives for the first one's architecture, and what comes after them.
std::pair<std::vector<Schedule>, std::shared_ptr<const Schedule>>
ofOneArchitecture(const Schedule &schedule) {
  std::vector<Schedule> own;
  std::shared_ptr<const Schedule> rest = std::make_shared<Schedule>(schedule);
  for (; rest && rest->architecture == schedule.architecture; rest = rest->otherwise)
    own.push_back(*rest);
  return {std::move(own), std::move(rest)};
}

Schedule chained(const std::vector<Schedule> &all, std::shared_ptr<const Schedule> rest) {
  for (auto part = all.rbegin(); part != all.rend(); ++part) {
    Schedule next = *part;
    next.otherwise = std::move(rest);
    rest = std::make_shared<Schedule>(std::move(next));
  }
  return *rest;
}

} // namespace

Schedule withoutRepeats(const Contraction &contraction, const Schedule &schedule) {
  const auto [own, rest] = ofOneArchitecture(schedule);
  if (!rest)
    return schedule;
  Schedule older = withoutRepeats(contraction, *rest);
  const std::string text = generate(contraction, chained(own, nullptr)).definition;
  const Schedule next = chained(ofOneArchitecture(older).first, nullptr);
  if (text == generate(contraction, next).definition)
    return older;
  return chained(own, std::make_shared<Schedule>(std::move(older)));
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
  const Schedule *grouped = groupedPart(schedule);
  for (const Schedule *part = &schedule; part != grouped; part = part->otherwise.get())
    space += "otherwise::";
  return space + groupSpace(group, last);
}

const Schedule *groupedPart(const Schedule &schedule) {
  for (const Schedule *part = &schedule; part; part = part->otherwise.get()) {
    if (part->group())
      return part;
    if (!part->leastProducts)
      return nullptr;
  }
  return nullptr;
}

std::string groupedForm(const GeneratedCase &entry) {
  const Schedule *part = groupedPart(entry.schedule);
  if (!part)
    return {};
  KernelPlan plan(entry.contraction, *part);
  return fmaTilesText(plan) + meaningOf(entry.contraction, *part);
}

namespace {

/// Directly or by way of others.
bool isIncludedBy(const std::string &other, const std::string &header) {
  const std::vector<std::string> included = withDependencies({other});
  return std::ranges::find(included, header) != included.end();
}

} // namespace

GeneratedKernel generate(const std::vector<GeneratedCase> &cases,
                         const KernelDeclaration &declaration,
                         const std::vector<LaunchGroup> &groups,
                         const std::function<std::string(const std::string &form)> &others) {
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
      const CaseText parts =
          caseText(cases[index], result, headers, groups, declaration.includesFiles);
      if (!cases[index].schedule.is<Resident>() && !first.inSeveralFiles && isFlat(parts))
        result.form = formOf(parts) + (first.internalLinkage ? " of one file" : "");
      if (others && !result.form.empty())
        result.kernelSpace = others(result.form);
      text = printed(parts, result.kernelSpace);
    } else {
      const std::string name = caseName(index);
      result.identifiers.insert(name);
      text += headerComment(plan) + "namespace " + name + " {\n\n" +
              printed(caseText(cases[index], result, headers, {}, declaration.includesFiles)) +
              "\n} // namespace " + name + "\n\n";
    }
  }
  if (alone && groupedPart(cases[0].schedule)) {
    text += pendingText(cases[0]);
    headers.insert("warpsmith/device/launch_checks.h");
  }
  if (cases[0].schedule.is<Resident>()) {
    std::string arguments;
    for (const Parameter &parameter : first.parameters)
      arguments += (arguments.empty() ? "" : ", ") + parameter.name;
    for (size_t index = 0; index < cases.size(); ++index) {
      const std::string test = "if (" + spaceOf(cases, index) + "::resident(" + arguments + "))\n";
      const std::vector<Predicate> &instance = cases[index].contraction.instance;
      // Without braces: a text in them could be a function's.
      result.insideBody += instance.empty()
                               ? test + "  return;\n"
                               : "if constexpr (" + conjunction(instance, Parentheses::None) +
                                     ")\n  " + test + "    return;\n";
    }
    if (!first.hasLaunchBounds)
      result.launchBounds = launchBoundsOf(first, cases[0].schedule.as<Resident>());
  } else if (!alone)
    text += dispatchText(cases, declaration);
  if (declaration.byPointers && !cases[0].schedule.is<Resident>()) {
    result.byPointers = true;
    text += launchKernelText(first.qualifiedKernel, declaration);
    headers.insert("warpsmith/device/launch.h");
    result.identifiers.merge(identifiers(withoutComments(launchKernelText("", declaration))));
  }
  result.definition = comments + opening(result) + quiet(result, text) + closing(result);
  result.deviceHeaders = withDependencies(headers);
  for (const std::string &header : headers)
    if (std::ranges::none_of(headers, [&](const std::string &other) {
          return other != header && isIncludedBy(other, header);
        }))
      result.includedHeaders.push_back(header);
  if (declaration.includesFiles) // which include what they need
    return result;
  for (std::string &header : foreignIncludes(result.deviceHeaders))
    if (std::find(result.includes.begin(), result.includes.end(), header) == result.includes.end())
      result.includes.push_back(std::move(header));
  return result;
}

} // namespace warpsmith
