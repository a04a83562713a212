#include "rewriter/passes/PassPipeline.h"
#include "rewriter/families/FmaTile.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/TakesStrides.h"
#include "rewriter/families/WgmmaTile.h"
#include "rewriter/ir/LaunchRequirements.h"
#include "rewriter/ir/SizesInMemory.h"
#include <algorithm>

namespace warpsmith {
namespace {

std::string trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos)
    return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\n") - first + 1));
}

std::string knownNames() {
  std::string names;
  for (const auto &pass : allPasses()) {
    names += names.empty() ? "" : ", ";
    names += pass->name();
    if (!pass->selector().empty())
      names += "<" + std::string(pass->selector()) + "...>";
  }
  return names;
}

/// What takes each step as it is written: the others take it for a product of elements, and
/// factors.
bool takesAnyStep(const Pass &pass) {
  static constexpr std::string_view Names[] = {"tile", "pipeline", "at-least",
                                               "menu", "group",    "auto"};
  return std::find(std::begin(Names), std::end(Names), pass.name()) != std::end(Names) ||
         pass.selector() == "dma";
}

/// What leads to a kernel that sums in half or bfloat16.
bool takesNarrowSums(const Pass &pass) {
  static constexpr std::string_view Names[] = {"tile", "pipeline", "at-least", "menu", "auto"};
  return std::find(std::begin(Names), std::end(Names), pass.name()) != std::end(Names);
}

bool takesComplexNumbers(const Pass &pass) {
  return takesNarrowSums(pass) || pass.selector() == "dma" || pass.selector() == "mma";
}

/// What leads to a kernel that takes groups of several indices, and padding.
bool takesGroupsOfIndices(const Pass &pass) {
  return pass.name() == "tile" || pass.name() == "menu" || pass.name() == "auto" ||
         pass.selector() == "wgmma" || pass.selector() == "mma";
}

/// What leads to a kernel whose sums have ranges of steps of their own.
bool takesStepBounds(const Pass &pass) {
  static constexpr std::string_view Names[] = {"tile", "pipeline", "at-least", "menu", "auto"};
  return std::find(std::begin(Names), std::end(Names), pass.name()) != std::end(Names) ||
         pass.selector() == "dma" || pass.selector() == "mma" || pass.selector() == "wgmma";
}

/// Why an element's bits could depend on more than its row, its column and k where the contract
/// says that they do not; empty where they cannot.
std::string notInvariant(const Contraction &contraction, const Schedule &schedule) {
  if (!schedule.numerics.invariant || schedule.numerics == Numerics::BitExact ||
      isInteger(contraction.sum))
    return {};
  const std::string reason = schedule.leastProducts
                                 ? "at-least leaves launches to others by their sizes"
                                 : familyOf(schedule).notInvariant(contraction, schedule);
  return reason.empty() ? reason
                        : "--numerics=" + name(schedule.numerics) +
                              " does not let an element's bits depend on others, and " + reason;
}

/// The same of launches that the first schedule leaves to the second, on one architecture. Parts of
/// operands are left by k alone.
std::string notInvariant(const Contraction &contraction, const Schedule &first,
                         const Schedule &second) {
  const auto order = [&](const Schedule &schedule) {
    return familyOf(schedule).orderOfSums(contraction, schedule);
  };
  if (!first.numerics.invariant || first.numerics == Numerics::BitExact ||
      isInteger(contraction.sum) || first.architecture != second.architecture ||
      leavesShortSums(first) || order(first) == order(second))
    return {};
  return "--numerics=" + name(first.numerics) +
         " does not let an element's bits depend on the launch, and what '" + first.str() +
         "' leaves to '" + second.str() + "' is rounded in another order";
}

constexpr std::string_view NoStepBounds =
    "the elements of C differ in the steps that they sum, for which tile, pipeline, copy warps, "
    "tensorize<mma> and tensorize<wgmma> alone have kernels";

/// The schedule with one more alternative after those that `auto` may have given it.
Schedule withLast(Schedule schedule, Schedule last) {
  if (schedule.otherwise)
    last = withLast(*schedule.otherwise, std::move(last));
  schedule.otherwise = std::make_shared<Schedule>(std::move(last));
  return schedule;
}

} // namespace

namespace {

/// `sm_90a` of `sm_90a:auto`, and what follows; empty where no architecture is named.
std::pair<std::string, std::string_view> architectureBefore(std::string_view text) {
  const size_t colon = text.find_first_of(":<,|");
  if (colon == std::string_view::npos || text[colon] != ':')
    return {{}, text};
  return {trimmed(text.substr(0, colon)), text.substr(colon + 1)};
}

} // namespace

std::variant<PassPipeline, std::string> PassPipeline::parseSeveral(std::string_view text) {
  std::vector<std::pair<const Architecture *, PassPipeline>> pipelines;
  while (!text.empty()) {
    const auto [name, passes] = architectureBefore(text);
    const Architecture *architecture = findArchitecture(name);
    if (!architecture)
      return "unknown architecture '" + name + "' in '" + std::string(text) + "'";
    for (const auto &known : pipelines)
      if (known.first == architecture)
        return "the alternatives for " + name + " do not follow each other";
    // Alternatives belong to the architecture that was named last.
    size_t end = passes.find('|');
    while (end != std::string_view::npos &&
           architectureBefore(passes.substr(end + 1)).first.empty())
      end = passes.find('|', end + 1);
    auto parsed = parse(passes.substr(0, end));
    if (auto *wrong = std::get_if<std::string>(&parsed))
      return std::move(*wrong);
    pipelines.emplace_back(architecture, std::get<PassPipeline>(std::move(parsed)));
    text = end == std::string_view::npos ? std::string_view() : passes.substr(end + 1);
  }
  return forEach(std::move(pipelines));
}

PassPipeline
PassPipeline::forEach(std::vector<std::pair<const Architecture *, PassPipeline>> pipelines) {
  std::sort(pipelines.begin(), pipelines.end(),
            [](const auto &one, const auto &other) { return isNewer(*one.first, *other.first); });
  PassPipeline all;
  all.ofArchitectures = std::move(pipelines);
  return all;
}

std::vector<const Architecture *> PassPipeline::architectures() const {
  std::vector<const Architecture *> all;
  for (const auto &[architecture, pipeline] : ofArchitectures)
    all.push_back(architecture);
  return all;
}

std::variant<PassPipeline, std::string> PassPipeline::parse(std::string_view text) {
  if (!architectureBefore(text).first.empty())
    return parseSeveral(text);
  PassPipeline pipeline;
  if (const size_t bar = text.find('|'); bar != std::string_view::npos) {
    auto others = parse(text.substr(bar + 1));
    if (auto *wrong = std::get_if<std::string>(&others))
      return std::move(*wrong);
    pipeline.otherwise = std::make_shared<PassPipeline>(std::get<PassPipeline>(std::move(others)));
    if (pipeline.otherwise->namesArchitectures())
      return "'" + std::string(text.substr(0, bar)) + "' names no architecture, and '" +
             std::string(text.substr(bar + 1)) + "' does";
    text = text.substr(0, bar);
  }
  size_t begin = 0;
  int depth = 0;
  for (size_t at = 0; at <= text.size(); ++at) {
    const char c = at < text.size() ? text[at] : ',';
    depth += c == '<' ? 1 : c == '>' ? -1 : 0;
    if (depth < 0 || depth > 1 || (at == text.size() && depth != 0))
      return "unbalanced '<' and '>' in '" + std::string(text) + "'";
    if (c != ',' || depth != 0)
      continue;
    const std::string spelling = trimmed(text.substr(begin, at - begin));
    begin = at + 1;
    const size_t bracket = spelling.find('<');
    const std::string name = trimmed(spelling.substr(0, bracket));
    if (bracket != std::string::npos && spelling.back() != '>')
      return "text after '>' in '" + spelling + "'";
    std::string inner;
    if (bracket != std::string::npos)
      inner = spelling.substr(bracket + 1, spelling.size() - bracket - 2);
    Arguments arguments(inner);
    const Pass *pass = findPass(name, arguments);
    if (!pass)
      return (spelling.empty() ? std::string("empty pass name")
                               : "unknown pass '" + spelling + "'") +
             " in '" + std::string(text) + "'; known are " + knownNames();
    // What no kernel could make right is no matter of a kernel.
    if (const std::string misused = pass->misused(arguments); !misused.empty())
      return "'" + spelling + "': " + misused;
    pipeline.passes.push_back({pass, spelling, std::move(arguments)});
  }
  return pipeline;
}

std::string PassPipeline::str() const {
  std::string text;
  for (const auto &[architecture, pipeline] : ofArchitectures)
    text += (text.empty() ? "" : "|") + std::string(architecture->name) + ":" + pipeline.str();
  for (const PipelineElement &element : passes)
    text += (text.empty() ? "" : ",") + element.spelling;
  return otherwise ? text + "|" + otherwise->str() : text;
}

bool PassPipeline::names(std::string_view pass) const {
  for (const auto &[architecture, pipeline] : ofArchitectures)
    if (pipeline.names(pass))
      return true;
  return std::any_of(passes.begin(), passes.end(),
                     [&](const PipelineElement &one) { return one.pass->name() == pass; }) ||
         (otherwise && otherwise->names(pass));
}

std::variant<Schedule, PassPipeline::Refused> PassPipeline::run(const Contraction &contraction,
                                                                const Schedule &start,
                                                                std::vector<Refused> *left) const {
  if (ofArchitectures.empty())
    return runOne(contraction, start);
  std::optional<Schedule> all;
  std::vector<Refused> refusals;
  for (auto own = ofArchitectures.rbegin(); own != ofArchitectures.rend(); ++own) {
    Schedule begin = start;
    begin.architecture = own->first;
    auto result = own->second.run(contraction, begin);
    if (auto *refused = std::get_if<Refused>(&result)) {
      refused->architecture = own->first;
      refusals.insert(refusals.begin(), std::move(*refused));
      continue;
    }
    Schedule schedule = std::get<Schedule>(std::move(result));
    // Whatever runs them, launches of such a kernel have one form: the oldest architecture's.
    if (all && (all->is<Resident>() || schedule.is<Resident>()))
      continue;
    // One launch for several has the form of the newest.
    all = all ? withLast(std::move(schedule), withoutGroup(std::move(*all))) : std::move(schedule);
  }
  if (!all)
    return std::move(refusals.front());
  if (left)
    *left = std::move(refusals);
  return std::move(*all);
}

std::variant<Schedule, PassPipeline::Refused> PassPipeline::runOne(const Contraction &contraction,
                                                                   const Schedule &start) const {
  Schedule schedule = start;
  if (const std::string &loose = contraction.flags.loose;
      start.numerics == Numerics::BitExact && !loose.empty() && !isInteger(contraction.sum))
    return Refused{
        passes.front().pass, passes.front().spelling,
        "compiled with " + loose +
            ", the original's bits depend on the code around them; allow other roundings "
            "with --numerics=fp32"};
  if (start.numerics == Numerics::Fp64 && partType(contraction.sum) != ElementType::F64 &&
      !isInteger(contraction.sum))
    return Refused{passes.front().pass, passes.front().spelling,
                   "--numerics=fp64 is for sums in double, and this one is " +
                       std::string(cudaName(contraction.sum))};
  if (contraction.isPart())
    for (const PipelineElement &element : passes)
      if (element.pass->name() == "resident" || element.pass->name() == "group")
        return Refused{element.pass, element.spelling,
                       "the kernel has several outputs, which launches of their own compute"};
  for (const PipelineElement &element : passes)
    if (!contraction.structures.empty() && element.pass->name() != "resident")
      return Refused{element.pass, element.spelling,
                     behindPointer(contraction.structures.front()) +
                         " are known on the device alone, where resident alone reads them"};
  const bool sumsProducts = !productForms(*contraction.update).empty();
  for (const PipelineElement &element : passes) {
    if (schedule.is<Resident>())
      return Refused{element.pass, element.spelling, familyOf(schedule).takesNoTile()};
    if (!sumsProducts && !takesAnyStep(*element.pass) &&
        !(isComplex(contraction.sum) && takesComplexNumbers(*element.pass)))
      return Refused{element.pass, element.spelling,
                     "a step is '" + describe(*contraction.update) +
                         "', which is more than a product of elements and factors"};
    if (isNarrowFloat(contraction.sum) && !takesNarrowSums(*element.pass))
      return Refused{element.pass, element.spelling,
                     "the sum is kept in " + std::string(cudaName(contraction.sum)) +
                         ", for which tile and pipeline alone have a kernel"};
    if (isComplex(contraction.sum) && !takesComplexNumbers(*element.pass))
      return Refused{element.pass, element.spelling,
                     "the numbers are complex, for which tile, pipeline, copy warps and "
                     "tensorize<mma> alone have kernels"};
    if (!contraction.isPlain() && !takesGroupsOfIndices(*element.pass))
      return Refused{element.pass, element.spelling, directFamily().takes(contraction)};
    if (contraction.limitsSteps() && !takesStepBounds(*element.pass))
      return Refused{element.pass, element.spelling, std::string(NoStepBounds)};
    if (const std::string reason = element.pass->standsFirst();
        !reason.empty() && !schedule.isUnplanned())
      return Refused{element.pass, element.spelling, reason};
    Arguments arguments = element.arguments;
    if (element.pass->needsTile() && !schedule.staging()) {
      Arguments none("");
      PassResult tiled = findPass("tile", none)->apply(contraction, schedule, none);
      if (const auto *refusal = std::get_if<PassRefusal>(&tiled))
        return Refused{element.pass, element.spelling, "it needs a tile: " + refusal->reason};
      schedule = std::get<Schedule>(std::move(tiled));
      schedule.staging()->addedTile = true;
    }
    PassResult result = element.pass->apply(contraction, schedule, arguments);
    if (const auto *refusal = std::get_if<PassRefusal>(&result))
      return Refused{element.pass, element.spelling, refusal->reason};
    schedule = std::get<Schedule>(std::move(result));
  }
  if (std::string reason = familyOf(schedule).takes(contraction); !reason.empty())
    return Refused{passes.back().pass, passes.back().spelling, std::move(reason)};
  if (contraction.limitsSteps() && !familyOf(schedule).limitsSteps())
    return Refused{passes.back().pass, passes.back().spelling, std::string(NoStepBounds)};
  // What fits is known only when every pass has had its say.
  if (std::string reason = familyOf(schedule).doesNotFit(contraction, schedule); !reason.empty())
    return Refused{passes.back().pass, passes.back().spelling, std::move(reason)};
  if (std::string reason = notInvariant(contraction, schedule); !reason.empty())
    return Refused{passes.back().pass, passes.back().spelling, std::move(reason)};
  if (std::string reason = neverLaunched(contraction, takesStrides(contraction, schedule));
      !reason.empty())
    return Refused{passes.back().pass, passes.back().spelling, std::move(reason), nullptr,
                   /*neverRuns=*/true};
  if (otherwise) {
    auto next = otherwise->run(contraction, start);
    if (auto *refused = std::get_if<Refused>(&next))
      return std::move(*refused);
    if (schedule.is<Resident>() || std::get<Schedule>(next).is<Resident>())
      return Refused{passes.back().pass, passes.back().spelling,
                     "a kernel that keeps its launches has one form: resident has no alternatives"};
    Schedule last = std::get<Schedule>(std::move(next));
    if (std::string reason = notInvariant(contraction, schedule, last); !reason.empty())
      return Refused{passes.back().pass, passes.back().spelling, std::move(reason)};
    last = leftBy(contraction, schedule, std::move(last));
    schedule = withLast(std::move(schedule), std::move(last));
  }
  return schedule;
}

} // namespace warpsmith
