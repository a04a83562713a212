#include "rewriter/tool/KernelRewriter.h"
#include "rewriter/emit/Generate.h"
#include "rewriter/families/FmaTile.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/ResidentTile.h"
#include "rewriter/frontend/launches/LostLaunches.h"
#include "rewriter/ir/SizesInMemory.h"
#include "rewriter/tool/Explain.h"
#include "rewriter/tool/ParseSource.h"
#include "rewriter/tool/ScheduleList.h"
#include "rewriter/verify/Benchmark.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <map>
#include <set>

namespace warpsmith::tool {

using frontend::KernelVerdict;

bool KernelRewriter::decide(const KernelVerdict &kernel, bool byPointers,
                            const frontend::TranslationUnit &unit, Edits &edits) {
  const size_t before = rewritten.size();
  consider(kernel, byPointers, unit, edits);
  return rewritten.size() > before;
}

void KernelRewriter::redirectGroups(const frontend::TranslationUnit &unit, Edits &edits) {
  for (const PlannedGroup &group : launches.groups) {
    std::vector<Edits::GroupMember> members;
    for (const auto &launch : group.launches) {
      const KernelVerdict &kernel = unit.kernels[launch.kernel];
      if (grouped.contains(launch.kernel))
        members.push_back({&kernel.syntax.launches[launch.launch], launch.begin, launch.end,
                           launch.semicolon, kernel.contractions[0].qualifiedKernel,
                           kernel.kernel + "_rewritten"});
    }
    if (members.size() < group.launches.size()) {
      for (const Edits::GroupMember &member : members)
        edits.redirect(*member.launch, member.kernel, member.space);
      continue;
    }
    const KernelVerdict &last = unit.kernels[group.last];
    const std::string qualified = last.contractions[0].qualifiedKernel;
    const std::string scope = qualified.substr(0, qualified.rfind("::") + 2);
    const std::string function =
        scope + last.kernel +
        "_rewritten::" + spaceOf(group.kernels, last.kernel, grouped.at(group.last).schedule) +
        "::launch";
    edits.group(members, function);
    rewrittenGroups.push_back({{}, function});
    for (const auto &launch : group.launches)
      rewrittenGroups.back().kernels.push_back(grouped.at(launch.kernel).number);
    const auto &first = group.launches.front();
    const KernelVerdict &kernel = unit.kernels[first.kernel];
    remark(Remark::Kind::Group, kernel, kernel.contractions[0].launches[first.launch].location,
           "one launch for " + group.kernels.str("'") +
               " from here on, where that finishes earlier",
           "group");
  }
  if (options.mode == OutputMode::Emit || !options.passes.names("group"))
    return;
  for (const auto &apart : launches.apart)
    file.remarks.push_back({Remark::Kind::Group,
                            apart.second,
                            shown(apart.where),
                            "'" + apart.second + "' is not launched together with '" + apart.first +
                                "' before it: " + apart.reason,
                            "warpsmith-group",
                            {}});
}

void KernelRewriter::emitDocument() {
  if (options.mode == OutputMode::Emit &&
      (options.emit == EmitKind::Benchmark || options.emit == EmitKind::Schedules))
    llvm::raw_string_ostream(file.emitted)
        << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(document)));
}

void KernelRewriter::tellLostLaunches(const std::string &kernel,
                                      const std::vector<frontend::LaunchSyntax> &known) {
  if (!withErrors)
    return;
  // Whatever launches it gets what it has become.
  if (llvm::any_of(rewritten, [&](const verify::RewrittenKernel &other) {
        return other.cases[0].contraction.kernel == kernel &&
               other.cases[0].schedule.is<Resident>();
      }))
    return;
  if (!launchTexts)
    launchTexts = frontend::launchesInText(file.before);
  for (const unsigned offset : (*launchTexts)[kernel]) {
    if (llvm::any_of(known, [&](const frontend::LaunchSyntax &launch) {
          return launch.header.empty() && launch.nameOffset == offset;
        }))
      continue;
    const llvm::StringRef before = llvm::StringRef(file.before).take_front(offset);
    file.messages += file.source + ":" + std::to_string(before.count('\n') + 1) + ":" +
                     std::to_string(offset - (before.rfind('\n') + 1) + 1) +
                     ": warning: this launch of '" + kernel +
                     "' stays the original's: errors around it hide it [warpsmith-parse]\n";
  }
}

SourceLocation KernelRewriter::shown(SourceLocation location) const {
  if (location.file == absolutePath(file.source) || location.file.empty())
    location.file = file.source;
  return location;
}

SourceLocation KernelRewriter::endOf(const KernelVerdict &kernel) const {
  if (!kernel.header.empty() || kernel.syntax.definitionEnd > file.before.size())
    return {};
  const llvm::StringRef text = llvm::StringRef(file.before).take_front(kernel.syntax.definitionEnd);
  return {file.source, static_cast<unsigned>(text.count('\n')) + 1,
          static_cast<unsigned>(text.size() - (text.rfind('\n') + 1)) + 1};
}

void KernelRewriter::remark(Remark::Kind kind, const KernelVerdict &kernel,
                            const SourceLocation &where, std::string message,
                            const std::string &check, std::string passes) {
  file.remarks.push_back({kind, kernel.kernel, shown(where), std::move(message),
                          "warpsmith-" + check, std::move(passes)});
}

void KernelRewriter::emit(const KernelVerdict &kernel, const Contraction &contraction,
                          const Schedule &start) {
  if (options.emit == EmitKind::Contraction) {
    file.emitted += contraction.str();
    return;
  }
  if (options.emit == EmitKind::Schedules) {
    document.emplace_back(listSchedules(contraction, start, options.assumed));
    return;
  }
  std::string why;
  if (auto description = verify::benchmark(contraction, why)) {
    (*description)["line"] = contraction.location.line;
    document.emplace_back(std::move(*description));
  } else {
    remark(Remark::Kind::Missed, kernel, kernel.location,
           "'" + kernel.kernel + "' is no benchmark: " + why, "missed");
  }
}

namespace {

/// What the smallest tile of a schedule takes; 0 where another tile fits anywhere, or the next
/// pipeline may run.
int leastSharedMemory(const GeneratedCase &entry) {
  const Schedule &schedule = entry.schedule;
  return schedule.otherwise ? 0 : familyOf(schedule).leastSharedBytes(entry.contraction, schedule);
}

/// What kernels get that nothing in the file launches.
const PassPipeline &residentPasses() {
  static const PassPipeline Passes = std::get<PassPipeline>(PassPipeline::parse("resident"));
  return Passes;
}

/// Of a kernel whose sizes lie in the device's memory; empty for any other one.
std::string onlyOnDevice(const KernelVerdict &kernel) {
  for (const Contraction &contraction : kernel.contractions)
    if (!contraction.structures.empty())
      return sizeBehind(contraction.structures.front())
                 ? "sizes that it is given pointers to are known on the device alone"
                 : "structures that it is given pointers to are known on the device alone";
  return {};
}

/// Static shared memory for the cases of a kernel that keeps its launches, whose tiles lie beside
/// each other. Each instance of a template is a kernel of its own.
class ResidentCases {
public:
  explicit ResidentCases(const std::vector<Contraction> &contractions) {
    for (const Contraction &contraction : contractions)
      ++counts[contraction.templateArguments];
  }
  /// What one of them may take: tiles of floats are no smaller than a third.
  int share(const Contraction &contraction) const {
    constexpr int Most = 3;
    return (StaticSharedBytes - contraction.sharedBytes) /
           std::min(counts.at(contraction.templateArguments), Most);
  }
  /// False where there is no more.
  bool take(const Contraction &contraction, const Resident &tiles) {
    int &taken = bytes[contraction.templateArguments];
    if (contraction.sharedBytes + taken + tiles.sharedBytes > StaticSharedBytes)
      return false;
    taken += tiles.sharedBytes;
    return true;
  }

private:
  std::map<std::string, int> counts, bytes;
};

} // namespace

void KernelRewriter::tellSmallerDevices(const KernelVerdict &kernel,
                                        const std::vector<GeneratedCase> &cases) {
  for (const GeneratedCase &entry : cases) {
    const Schedule &schedule = entry.schedule;
    const int bytes = leastSharedMemory(entry);
    if (!bytes)
      continue;
    std::string names;
    for (const Architecture *smaller : withLessSharedMemory(*schedule.architecture, bytes))
      names.append(names.empty() ? "" : ", ").append(smaller->name);
    if (!names.empty())
      return remark(Remark::Kind::Launch, kernel, kernel.location,
                    "a block of '" + kernel.kernel + "' needs " + std::to_string(bytes) +
                        " bytes of shared memory: the original runs on " + names +
                        ", which have less than " + std::string(schedule.architecture->name),
                    "launch");
  }
}

void KernelRewriter::tellAllInstructions(const KernelVerdict &kernel, const GeneratedCase &entry) {
  Schedule start;
  start.numerics = options.numerics;
  start.architecture = options.architecture;
  const auto allowed = allowedByAllInstructions(entry.contraction, start);
  if (!allowed)
    return;
  std::string message = "--arch=" + std::string(allowed->architecture->name) +
                        ", for the same GPUs, also allows '" + allowed->pipeline + "' for '" +
                        kernel.kernel + "'";
  if (const auto seconds = predictedSeconds(entry.contraction, entry.schedule))
    message += llvm::formatv(", predicted {0:f1} times as fast", *seconds / allowed->seconds);
  remark(Remark::Kind::Launch, kernel, kernel.location, message, "arch");
}

void KernelRewriter::tellFaster(const KernelVerdict &kernel, const GeneratedCase &entry) {
  const bool byDefault = options.simplerPasses.has_value();
  if (!byDefault && options.passes.elements().front().spelling != "auto")
    return;
  if (const auto faster =
          muchFaster(entry.contraction, entry.schedule, byDefault, !options.namesNumerics))
    remark(Remark::Kind::Hint, kernel, kernel.location,
           "with " + faster->flags + " '" + kernel.kernel + "' would be " + faster->pipeline +
               ", about " + llvm::formatv("{0:f0}", faster->times).str() +
               " times as fast by the model",
           "hint");
}

std::string KernelRewriter::sharedAt(unsigned end, const std::string &form) {
  const auto known = shareable.find(form);
  if (known == shareable.end())
    return {};
  if (!conditionals)
    conditionals.emplace(file.before);
  return conditionals->isCompiledWith(known->second.end, end) ? known->second.space : std::string();
}

void KernelRewriter::consider(const KernelVerdict &kernel, bool byPointers,
                              const frontend::TranslationUnit &unit, Edits &edits) {
  const std::string name = "'" + kernel.kernel + "'";
  switch (kernel.status) {
  case KernelVerdict::Status::Missed:
    return remark(Remark::Kind::Missed, kernel, kernel.where,
                  "left " + name + " alone: " + kernel.reason, "missed");
  case KernelVerdict::Status::Kept:
    return remark(Remark::Kind::Skipped, kernel, kernel.location,
                  "left " + name + " alone: marked 'warpsmith: off'", "skipped");
  case KernelVerdict::Status::Rewritten:
    return remark(Remark::Kind::Skipped, kernel, kernel.location,
                  "left " + name + " alone: already rewritten", "skipped");
  case KernelVerdict::Status::Generated:
    return remark(Remark::Kind::Skipped, kernel, kernel.location,
                  "left " + name + " alone: generated by an earlier rewrite", "skipped");
  case KernelVerdict::Status::Recognised:
    break;
  }
  // A launch elsewhere can neither be checked nor changed here.
  const bool unlaunched = kernel.syntax.launches.empty() && kernel.header.empty();
  // Nor can one be checked that hands over structures which lie on the device.
  const bool isChosen =
      !options.simplerPasses && options.passes.elements().front().spelling != "auto";
  const std::string inMemory = onlyOnDevice(kernel);
  const bool onDevice = !isChosen && !inMemory.empty();
  const PassPipeline &passes = (unlaunched || onDevice) && !options.passes.names("resident")
                                   ? residentPasses()
                                   : options.passes;
  ResidentCases residentCases(kernel.contractions);
  std::vector<GeneratedCase> cases;
  std::optional<PassPipeline::Refused> refused;
  std::vector<PassPipeline::Refused> left; // of several architectures
  for (Contraction contraction : kernel.contractions) {
    contraction.location = shown(contraction.location);
    const int ownBytes = contraction.sharedBytes;
    if (passes.names("resident"))
      contraction.sharedBytes = StaticSharedBytes - residentCases.share(contraction);
    Schedule start;
    start.numerics = options.numerics;
    start.architecture = options.architecture;
    if (options.explain)
      file.emitted += explain(contraction, start, passes);
    if (options.emitsContractions()) {
      emit(kernel, contraction, start);
      continue;
    }
    auto result = passes.run(contraction, start, &left);
    if (std::holds_alternative<PassPipeline::Refused>(result) && &passes == &options.passes &&
        options.simplerPasses)
      result = options.simplerPasses->run(contraction, start, &left);
    if (auto *why = std::get_if<PassPipeline::Refused>(&result)) {
      refused = std::move(*why);
      continue;
    }
    Schedule schedule = withoutRepeats(contraction, std::get<Schedule>(std::move(result)));
    contraction.sharedBytes = ownBytes;
    if (schedule.is<Resident>() && !residentCases.take(contraction, schedule.as<Resident>())) {
      const PipelineElement &pass = passes.elements().front();
      refused = {pass.pass, pass.spelling,
                 "the tiles of its other cases leave those of this one no shared memory"};
      continue;
    }
    cases.push_back({std::move(contraction), std::move(schedule)});
  }
  if (options.emitsContractions())
    return;
  // Of several outputs, all are computed or none.
  if (refused && !cases.empty() && cases[0].contraction.isPart())
    cases.clear();
  if (cases.empty() && refused) {
    // No pass is meant for these, so that one beside a product must not keep that from being
    // rewritten.
    if (refused->neverRuns || llvm::all_of(kernel.contractions, [](const Contraction &contraction) {
          return contraction.n.extent().constant() == 1;
        }))
      return remark(Remark::Kind::Missed, kernel, kernel.location,
                    "left " + name + " alone: " + refused->reason, "missed");
    if (&passes != &options.passes)
      return remark(Remark::Kind::Missed, kernel, kernel.location,
                    "left " + name + " alone: " +
                        (onDevice ? inMemory
                         : kernel.syntax.keepsLaunches.empty()
                             ? "no launch of the kernel in this file"
                             : kernel.syntax.keepsLaunches) +
                        ", and it cannot be made resident: " + refused->reason,
                    "missed");
    // Nobody has asked for a form of this kernel in particular.
    if (refused->spelling == "auto" && options.passes.elements().front().spelling == "auto")
      return remark(Remark::Kind::Missed, kernel, kernel.location,
                    "left " + name + " alone: auto finds nothing for it: " + refused->reason,
                    "missed");
    return remark(Remark::Kind::Refused, kernel, kernel.location,
                  "pass '" + refused->spelling + "' does not apply to " + name + ": " +
                      refused->reason,
                  std::string(refused->pass->name()));
  }
  if (!kernel.header.empty() && cases[0].schedule.is<Resident>())
    return remark(Remark::Kind::Missed, kernel, kernel.location,
                  "left " + name + " alone: a kernel in a header is not made resident", "missed");
  if (options.mode == OutputMode::Emit) {
    for (const GeneratedCase &entry : cases)
      file.emitted += describeSchedule(entry.contraction, entry.schedule);
    return;
  }
  const KernelDeclaration declaration{kernel.syntax.parameters, kernel.syntax.templateHead,
                                      kernel.syntax.templateNames, byPointers};
  const size_t number = kernel.header.empty() ? &kernel - unit.kernels.data() : unit.kernels.size();
  std::vector<LaunchGroup> own;
  std::set<unsigned> later;
  bool inGroup = false;
  for (const PlannedGroup &group : launches.groups) {
    for (const auto &launch : group.launches)
      if (launch.kernel == number)
        later.insert(kernel.syntax.launches[launch.launch].nameOffset);
    inGroup |= group.has(number);
    // The others' text stands before this one's, or the group is none.
    if (group.last == number &&
        llvm::all_of(group.launches,
                     [&](const auto &launch) {
                       return launch.kernel == number || grouped.contains(launch.kernel);
                     }) &&
        llvm::none_of(own, [&](const LaunchGroup &known) {
          return groupSpace(known, kernel.kernel) == groupSpace(group.kernels, kernel.kernel);
        }))
      own.push_back(group.kernels);
  }
  const unsigned end = kernel.syntax.definitionEnd;
  const auto shared = [&](const std::string &form) {
    return kernel.header.empty() ? sharedAt(end, form) : std::string();
  };
  const auto withEach = [&](Schedule (*change)(Schedule)) {
    std::vector<GeneratedCase> changed = cases;
    for (GeneratedCase &entry : changed)
      entry.schedule = change(std::move(entry.schedule));
    return changed;
  };
  // Another compile command makes other text of the same header, for an object of its own.
  if (!kernel.header.empty() && !options.lineDirectives.empty())
    for (GeneratedCase &entry : cases)
      entry.contraction.internalLinkage = true;
  GeneratedKernel generated;
  if (inGroup) {
    generated = generate(cases, declaration, own, shared);
  } else {
    // With a group's kernel, where one stands there to be shared.
    if (!shareable.empty() && !grouped.empty())
      generated = generate(withEach(withKernelOfGroup), declaration, {}, shared);
    const bool isShared = !generated.kernelSpace.empty();
    cases = withEach(isShared ? withKernelOfGroup : withoutGroup);
    if (!isShared)
      generated = generate(cases, declaration, {}, shared);
  }
  if (std::string reason = edits.add(kernel, unit, generated, later); !reason.empty())
    return remark(Remark::Kind::Missed, kernel, kernel.location,
                  "left " + name + " alone: " + reason, "missed");
  if (kernel.header.empty() && !generated.form.empty() && generated.kernelSpace.empty())
    shareable.insert_or_assign(generated.form,
                               Shareable{cases[0].contraction.qualifiedKernel + "_rewritten", end});
  if (inGroup)
    grouped.emplace(number, Grouped{rewritten.size(), cases[0].schedule});
  const bool isResident = cases[0].schedule.is<Resident>();
  const std::string schedule = cases[0].schedule.str();
  std::string message = "rewrote " + name + ": " + schedule;
  if (cases[0].schedule.numerics.invariant)
    message += ", invariant";
  if (cases[0].contraction.isPart())
    message += ", each of " + std::to_string(cases.size()) + " outputs by itself";
  else if (cases.size() > 1)
    message += ", in " + std::to_string(cases.size()) + " cases";
  if (const std::string tile = cases[0].schedule.addedTileText(); !tile.empty())
    message += "; " + tile + " was added, the default";
  if (refused) {
    const size_t kept = kernel.contractions.size() - cases.size();
    message += "; the original runs " +
               (kept == 1 ? "one other case" : std::to_string(kept) + " other cases") + ": " +
               refused->reason;
  }
  for (const PassPipeline::Refused &without : left)
    message += "; pass '" + without.spelling + "' does not apply on " +
               std::string(without.architecture->name) + ": " + without.reason;
  if (const int architecture = kernel.syntax.architecture)
    message += "; read as code with __CUDA_ARCH__ == " + std::to_string(architecture) +
               " is compiled: where another branch of an #if would be, the output is an error";
  if (isResident && isChosen && &passes != &options.passes)
    message += " in place of '" + options.passes.str() + "', which changes launches";
  if (isResident)
    message += (onDevice                               ? "; " + inMemory + ", so"
                : !kernel.syntax.keepsLaunches.empty() ? "; " + kernel.syntax.keepsLaunches + ", so"
                : unlaunched ? "; no launch of it is known in this file, so"
                             : std::string(";")) +
               " it keeps its name, parameters and launches, and tiles inside whatever grid it is "
               "given" +
               (cases[0].contraction.hasLaunchBounds
                    ? ""
                    : ", of blocks of at most " +
                          std::to_string(cases[0].schedule.as<Resident>().threads) + " threads");
  const std::string &other = generated.kernelSpace;
  rewritten.push_back({cases, kernel.kernel + "_rewritten",
                       other.empty() ? other : other.substr(other.rfind("::") + 2)});
  remark(Remark::Kind::Rewrote, kernel, kernel.location, message,
         std::string(passes.elements().front().pass->name()), schedule);
  Remark::Rewrite &made = file.remarks.back().rewrite.emplace();
  for (const Architecture *row : options.architectures)
    made.architectures.emplace_back(row->name);
  made.numerics = warpsmith::name(options.numerics);
  made.predicted = predicted(cases[0].contraction, cases[0].schedule);
  made.qualified = kernel.qualified;
  made.end = endOf(kernel);
  made.inHeader = !kernel.header.empty();
  made.cases = cases;
  if (isResident)
    return;
  tellSmallerDevices(kernel, cases);
  tellAllInstructions(kernel, cases[0]);
  tellFaster(kernel, cases[0]);
  for (const Launch &launch : kernel.contractions[0].launches)
    if (!launch.shortfall.empty())
      remark(Remark::Kind::Launch, kernel, launch.location, launch.shortfall, "launch");
}

} // namespace warpsmith::tool
