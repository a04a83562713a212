#include "rewriter/tool/RewriteFile.h"
#include "rewriter/codegen/Generate.h"
#include "rewriter/frontend/CudaEnvironment.h"
#include "rewriter/frontend/Frontend.h"
#include "rewriter/frontend/LostLaunches.h"
#include "rewriter/frontend/MendedLaunches.h"
#include "rewriter/frontend/ParseErrors.h"
#include "rewriter/tool/Edits.h"
#include "rewriter/tool/Explain.h"
#include "rewriter/tool/HeaderKernels.h"
#include "rewriter/tool/LaunchGroups.h"
#include "rewriter/tool/OccupancyReport.h"
#include "rewriter/tool/ScheduleList.h"
#include "rewriter/tool/Verification.h"
#include "rewriter/verify/Benchmark.h"
#include "clang/Basic/Stack.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/thread.h"
#include <atomic>
#include <deque>
#include <memory>
#include <thread>

namespace warpsmith::tool {
namespace {

using frontend::KernelVerdict;
using Files = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

class AnalysisFactory : public clang::tooling::FrontendActionFactory {
public:
  AnalysisFactory(const Options &chosen, frontend::TranslationUnit &target,
                  frontend::ParseErrors &parseErrors)
      : options(chosen),
        unit(target),
        errors(parseErrors) {}
  std::unique_ptr<clang::FrontendAction> create() override {
    return frontend::makeAnalysis(options.kernels, unit, options.strictParse ? nullptr : &errors);
  }

private:
  const Options &options;
  frontend::TranslationUnit &unit;
  frontend::ParseErrors &errors;
};

/// Something in a file with errors can be rewritten all the same.
bool hasRecognised(const frontend::TranslationUnit &unit) {
  return std::any_of(unit.kernels.begin(), unit.kernels.end(), [](const KernelVerdict &kernel) {
    return kernel.status == KernelVerdict::Status::Recognised;
  });
}

/// As Clang names the main file.
std::string absolutePath(const std::string &source) {
  llvm::SmallString<256> path(source);
  llvm::sys::fs::make_absolute(path);
  llvm::sys::path::remove_dots(path, true);
  return path.str().str();
}

/// One of the compile commands of a file.
class OneCommand : public clang::tooling::CompilationDatabase {
public:
  explicit OneCommand(clang::tooling::CompileCommand only) : command(std::move(only)) {}
  std::vector<clang::tooling::CompileCommand> getCompileCommands(llvm::StringRef) const override {
    return {command};
  }

private:
  clang::tooling::CompileCommand command;
};

/// Parses under one compile command. False after errors that are in the way.
bool parse(const std::string &source, const Options &options, const Files &files,
           const OneCommand &command, frontend::TranslationUnit &unit,
           llvm::raw_ostream &messages) {
  using namespace clang::tooling;
  ClangTool tool(command, {source}, std::make_shared<clang::PCHContainerOperations>(),
                 frontend::embeddedHeaders(frontend::withMendedLaunches(files)));
  tool.clearArgumentsAdjusters();
  tool.appendArgumentsAdjuster(getClangStripOutputAdjuster());
  tool.appendArgumentsAdjuster(getClangStripDependencyFileAdjuster());
  tool.appendArgumentsAdjuster(
      getInsertArgumentAdjuster(options.extraArgumentsBefore, ArgumentInsertPosition::BEGIN));
  tool.appendArgumentsAdjuster(
      getInsertArgumentAdjuster(options.extraArguments, ArgumentInsertPosition::END));
  tool.appendArgumentsAdjuster(frontend::cudaArguments({options.cudaPath, /*lenient=*/true}));
  // The summary of errors would count those that are not in the way; ours has its own carets.
  tool.appendArgumentsAdjuster(getInsertArgumentAdjuster(
      {"-fno-caret-diagnostics", "-ferror-limit=0"}, ArgumentInsertPosition::BEGIN));
  tool.setPrintErrorMessage(false);
  frontend::ParseErrors errors;
  tool.setDiagnosticConsumer(&errors);
  AnalysisFactory factory(options, unit, errors);
  const bool clean = tool.run(&factory) == 0 && errors.errors().empty();
  const bool usable = clean || (!options.strictParse && hasRecognised(unit));
  if (clean || !usable)
    messages << errors.text();
  const std::string path = absolutePath(source);
  for (const frontend::ParseError &error : errors.errors())
    if (usable)
      messages << (llvm::StringRef(error.where).starts_with(path + ":")
                       ? source + error.where.substr(path.size())
                       : error.where)
               << ": warning: " << error.message
               << ", which no rewritten kernel needs [warpsmith-parse]\n";
  return usable;
}

/// The commands of a file that differ in more than where the output goes.
std::vector<clang::tooling::CompileCommand> commandsOf(const std::string &source,
                                                       const Options &options) {
  std::vector<clang::tooling::CompileCommand> commands;
  std::set<std::vector<std::string>> seen;
  for (clang::tooling::CompileCommand &command :
       options.compilations->getCompileCommands(absolutePath(source))) {
    auto key = clang::tooling::getClangStripOutputAdjuster()(command.CommandLine, source);
    key.push_back(command.Directory);
    if (seen.insert(key).second)
      commands.push_back(std::move(command));
  }
  return commands;
}

/// The kernel is the same product, with the same launches.
bool same(const KernelVerdict &one, const KernelVerdict &other) {
  const auto places = [](const KernelVerdict &kernel) {
    std::vector<unsigned> offsets;
    offsets.reserve(kernel.syntax.launches.size());
    for (const frontend::LaunchSyntax &launch : kernel.syntax.launches)
      offsets.push_back(launch.nameOffset);
    return offsets;
  };
  return other.status == KernelVerdict::Status::Recognised && one.kernel == other.kernel &&
         one.header == other.header && one.syntax.definitionEnd == other.syntax.definitionEnd &&
         std::equal(
             one.contractions.begin(), one.contractions.end(), other.contractions.begin(),
             other.contractions.end(),
             [](const Contraction &a, const Contraction &b) { return a.str() == b.str(); }) &&
         places(one) == places(other);
}

/// A file with several commands is edited once, so an edit must hold under each of them.
void restrictTo(const frontend::TranslationUnit &other, frontend::TranslationUnit &unit) {
  for (KernelVerdict &kernel : unit.kernels)
    if (kernel.status == KernelVerdict::Status::Recognised &&
        std::none_of(other.kernels.begin(), other.kernels.end(),
                     [&](const KernelVerdict &twin) { return same(kernel, twin); })) {
      kernel.status = KernelVerdict::Status::Missed;
      kernel.reason = "the file has several compile commands, and they make of it different things";
      kernel.where = kernel.location;
    }
  std::erase_if(unit.groups, [&](const frontend::TranslationUnit::LaunchGroup &group) {
    return !llvm::is_contained(other.groups, group);
  });
  unit.names.insert(other.names.begin(), other.names.end());
  unit.macros.insert(other.macros.begin(), other.macros.end());
  unit.headers.insert(other.headers.begin(), other.headers.end());
}

bool parse(const std::string &source, const Options &options, const Files &files,
           frontend::TranslationUnit &unit, llvm::raw_ostream &messages) {
  const auto commands = commandsOf(source, options);
  if (commands.empty()) {
    messages << source << ": error: no compile command\n";
    return false;
  }
  for (size_t index = 0; index < commands.size(); ++index) {
    frontend::TranslationUnit other;
    if (!parse(source, options, files, OneCommand(commands[index]), index ? other : unit, messages))
      return false;
    if (index)
      restrictTo(other, unit);
  }
  return true;
}

class KernelRewriter {
public:
  KernelRewriter(const Options &chosen, RewrittenFile &target, bool parseHadErrors)
      : options(chosen),
        file(target),
        withErrors(parseHadErrors) {}

  std::vector<verify::RewrittenKernel> rewritten;
  std::vector<verify::RewrittenGroup> rewrittenGroups;

  /// True when the kernel has a rewritten form now, in `edits`, to which its launches can go.
  bool decide(const KernelVerdict &kernel, bool byPointers, const frontend::TranslationUnit &unit,
              Edits &edits) {
    const size_t before = rewritten.size();
    consider(kernel, byPointers, unit, edits);
    return rewritten.size() > before;
  }

  /// What decide() is to know of the main file's kernels before it sees the first of them.
  void plan(const frontend::TranslationUnit &unit) { launches = planLaunches(unit, options); }

  /// The launches that decide() has left: together where all their kernels are rewritten.
  void redirectGroups(const frontend::TranslationUnit &unit, Edits &edits) {
    for (const PlannedGroup &group : launches.groups) {
      std::vector<Edits::GroupMember> members;
      for (const auto &launch : group.launches) {
        const KernelVerdict &kernel = unit.kernels[launch.kernel];
        if (grouped.contains(launch.kernel))
          members.push_back({&kernel.syntax.launches[launch.launch], launch.begin, launch.end,
                             kernel.contractions[0].qualifiedKernel, kernel.kernel + "_rewritten"});
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
          (scope == "::" ? "" : scope) + last.kernel +
          "_rewritten::" + spaceOf(group.kernels, last.kernel, grouped.at(group.last).schedule) +
          "::launch";
      edits.group(members, function);
      rewrittenGroups.push_back({{}, function});
      for (const auto &launch : group.launches)
        rewrittenGroups.back().kernels.push_back(grouped.at(launch.kernel).number);
      const auto &first = group.launches.front();
      const KernelVerdict &kernel = unit.kernels[first.kernel];
      remark(Remark::Kind::Group, kernel, kernel.contractions[0].launches[first.launch].location,
             "one launch for " + group.names() + " from here on, where that is done sooner",
             "group");
    }
    if (options.mode == OutputMode::Emit || !options.passes.names("group"))
      return;
    for (const auto &apart : launches.apart)
      file.remarks.push_back({Remark::Kind::Group,
                              apart.second,
                              shown(apart.where),
                              "'" + apart.second + "' is not launched together with '" +
                                  apart.first + "' before it: " + apart.reason,
                              "warpsmith-group",
                              {}});
  }

  /// For --emit=benchmark and --emit=schedules, which are one document each.
  void emitDocument() {
    if (options.mode == OutputMode::Emit &&
        (options.emit == EmitKind::Benchmark || options.emit == EmitKind::Schedules))
      llvm::raw_string_ostream(file.emitted)
          << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(document)));
  }

  /// After errors of the parse a launch may be text that nobody has understood. It runs the
  /// original, as before; not to say so would let its reader believe otherwise.
  void tellLostLaunches(const std::string &kernel,
                        const std::vector<frontend::LaunchSyntax> &known) {
    if (!withErrors)
      return;
    for (const unsigned offset : frontend::launchesInText(file.before, kernel)) {
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

private:
  /// Where a location is shown: the main file under the name the user gave it.
  SourceLocation shown(SourceLocation location) const {
    if (location.file == absolutePath(file.source) || location.file.empty())
      location.file = file.source;
    return location;
  }

  void remark(Remark::Kind kind, const KernelVerdict &kernel, const SourceLocation &where,
              std::string message, const std::string &check, std::string passes = {}) {
    file.remarks.push_back({kind, kernel.kernel, shown(where), std::move(message),
                            "warpsmith-" + check, std::move(passes)});
  }

  void emit(const KernelVerdict &kernel, const Contraction &contraction, const Schedule &start) {
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

  void consider(const KernelVerdict &kernel, bool byPointers, const frontend::TranslationUnit &unit,
                Edits &edits) {
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
    std::vector<GeneratedCase> cases;
    std::optional<PassPipeline::Refused> refused;
    for (Contraction contraction : kernel.contractions) {
      contraction.location = shown(contraction.location);
      Schedule start;
      start.numerics = options.numerics;
      start.architecture = options.architecture;
      if (options.explain)
        file.emitted += explain(contraction, start, options.passes);
      if (options.emitsContractions()) {
        emit(kernel, contraction, start);
        continue;
      }
      auto result = options.passes.run(contraction, start);
      if (auto *why = std::get_if<PassPipeline::Refused>(&result))
        refused = std::move(*why);
      else
        cases.push_back({std::move(contraction), std::get<Schedule>(std::move(result))});
    }
    if (options.emitsContractions())
      return;
    // No pass is meant for these, so that one beside a product must not keep that from being
    // rewritten.
    if (cases.empty() && llvm::all_of(kernel.contractions, [](const Contraction &contraction) {
          return contraction.n.constant() == 1;
        }))
      return remark(Remark::Kind::Missed, kernel, kernel.location,
                    "left " + name + " alone: " + refused->reason, "missed");
    if (cases.empty())
      return remark(Remark::Kind::Refused, kernel, kernel.location,
                    "pass '" + refused->spelling + "' does not apply to " + name + ": " +
                        refused->reason,
                    std::string(refused->pass->name()));
    if (options.mode == OutputMode::Emit) {
      for (const GeneratedCase &entry : cases)
        file.emitted += describeSchedule(entry.contraction, entry.schedule);
      return;
    }
    const KernelDeclaration declaration{kernel.syntax.parameters, kernel.syntax.templateHead,
                                        kernel.syntax.templateNames, byPointers};
    const size_t number =
        kernel.header.empty() ? &kernel - unit.kernels.data() : unit.kernels.size();
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
          !llvm::is_contained(own, group.kernels))
        own.push_back(group.kernels);
    }
    if (!inGroup)
      for (GeneratedCase &entry : cases)
        entry.schedule = withoutGroup(std::move(entry.schedule));
    if (std::string reason = edits.add(kernel, unit, generate(cases, declaration, own), later);
        !reason.empty())
      return remark(Remark::Kind::Missed, kernel, kernel.location,
                    "left " + name + " alone: " + reason, "missed");
    if (inGroup)
      grouped.emplace(number, Grouped{rewritten.size(), cases[0].schedule});
    const std::string schedule = cases[0].schedule.str();
    std::string message = "rewrote " + name + ": " + schedule;
    if (cases.size() > 1)
      message += ", in " + std::to_string(cases.size()) + " cases";
    if (refused)
      message += "; " + std::to_string(kernel.contractions.size() - cases.size()) +
                 " other case(s) stay the original's: " + refused->reason;
    rewritten.push_back({std::move(cases), kernel.kernel + "_rewritten"});
    remark(Remark::Kind::Rewrote, kernel, kernel.location, message,
           std::string(options.passes.elements().front().pass->name()), schedule);
    for (const Launch &launch : kernel.contractions[0].launches)
      if (!launch.shortfall.empty())
        remark(Remark::Kind::Launch, kernel, launch.location, launch.shortfall, "launch");
  }

  const Options &options;
  RewrittenFile &file;
  /// A kernel that can be in groups, as it was rewritten.
  struct Grouped {
    size_t number; ///< in `rewritten`
    Schedule schedule;
  };

  LaunchPlan launches;
  std::map<size_t, Grouped> grouped; ///< by the kernel's number in the file
  bool withErrors;                   ///< of the parse
  llvm::json::Array document;        ///< for --emit=benchmark and --emit=schedules
};

bool launchedByPointers(const std::vector<frontend::LaunchSyntax> &launches) {
  return llvm::any_of(launches, [](const auto &launch) { return launch.byPointers; });
}

/// Calls `work` with each number below `count`, several at a time.
template <typename Work>
void inParallel(size_t count, unsigned threads, Work work) {
  std::atomic<size_t> next = 0;
  const auto loop = [&] {
    for (size_t index = next++; index < count; index = next++)
      work(index);
  };
  const size_t wanted = threads ? threads : std::max(1U, std::thread::hardware_concurrency());
  std::vector<llvm::thread> others;
  for (size_t started = 1; started < std::min(wanted, count); ++started)
    others.emplace_back(std::optional<unsigned>(clang::DesiredStackSize), loop);
  loop();
  for (llvm::thread &other : others)
    other.join();
}

/// All files of a call: first each source is parsed, then headers are edited as all sources ask,
/// then each source.
class Project {
public:
  Project(const std::vector<Job> &given, unsigned threadCount, FileSystems fileSystems)
      : jobs(given),
        threads(threadCount),
        disks(std::move(fileSystems)),
        files(given.size()),
        parsed(given.size()),
        launches(given.size()) {}

  std::vector<RewrittenFile> run() {
    inParallel(jobs.size(), threads, [&](size_t source) { parseSource(source); });
    for (size_t source = 0; source < jobs.size(); ++source)
      rewriters.emplace_back(jobs[source].options, files[source],
                             /*parseHadErrors=*/!files[source].messages.empty());
    rewriteHeaders();
    inParallel(jobs.size(), threads, [&](size_t source) { rewriteSource(source); });
    for (auto &[path, header] : headers)
      if (!header.edits->replacements().empty())
        files.push_back(std::move(header.file));
    return std::move(files);
  }

private:
  struct Header {
    RewrittenFile file;
    std::unique_ptr<Edits> edits;
  };
  /// A launch in a source of a kernel that is rewritten in a header.
  struct Redirected {
    std::string kernel, qualified, space;
    std::vector<frontend::LaunchSyntax> launches;
  };

  void parseSource(size_t source) {
    RewrittenFile &file = files[source];
    const Options &options = jobs[source].options;
    parsed[source].source = file.source = jobs[source].source;
    parsed[source].options = &options;
    llvm::raw_string_ostream messages(file.messages);
    const Files disk = disks();
    auto buffer = disk->getBufferForFile(file.source);
    if (!buffer) {
      messages << file.source << ": error: " << buffer.getError().message() << "\n";
      return;
    }
    file.before = (*buffer)->getBuffer().str();
    file.parsed = parsed[source].parsed =
        parse(file.source, options, disk, parsed[source].unit, messages);
    file.matched = !parsed[source].unit.kernels.empty();
  }

  std::string contents(const std::string &path) const {
    auto buffer = disks()->getBufferForFile(path);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  }

  /// What the files hold that are compiled together with one in these sources.
  Neighbours neighboursOf(const std::string &path, const std::set<size_t> &sources) const {
    Neighbours result;
    for (const size_t source : sources) {
      if (realPath(files[source].source) != path)
        result.look(files[source].before);
      for (const frontend::IncludedHeader &header : parsed[source].unit.headers) {
        if (header.path == path)
          continue;
        result.look(contents(header.path));
        const auto edited = headers.find(header.path);
        const bool another = isSource(header.path) && realPath(files[source].source) != header.path;
        if (edited == headers.end() ? !another : edited->second.edits->replacements().empty())
          continue;
        (jobs[source].options.deviceHeaders ? result.included : result.guarded) = true;
      }
    }
    return result;
  }
  bool isSource(const std::string &path) const { return given.contains(path); }

  Edits &editsOf(const std::string &path, const HeaderKernel &kernel) {
    Header &header = headers[path];
    if (!header.edits) {
      header.file.source = shortened(path);
      header.file.before = header.file.after = contents(path);
      header.file.parsed = header.file.matched = true;
      header.edits =
          std::make_unique<Edits>(header.file.source, header.file.before,
                                  jobs[kernel.owner].options, neighboursOf(path, kernel.sources),
                                  /*isShared=*/true);
    }
    return *header.edits;
  }

  void rewriteHeaders() {
    for (const Job &job : jobs)
      given.insert(realPath(job.source));
    for (const HeaderKernel &kernel : mergeHeaderKernels(parsed, given))
      rewriteInHeader(kernel);
    // Their sources go with them.
    size_t number = files.size();
    for (auto &[path, header] : headers) {
      if (header.edits->replacements().empty())
        continue;
      for (size_t source = 0; source < jobs.size(); ++source)
        if (parsed[source].unit.headers.contains({path})) {
          files[source].together.insert(number);
          header.file.together.insert(source);
        }
      ++number;
      header.file.replacements = header.edits->replacements();
      header.file.after = llvm::cantFail(
          clang::tooling::applyAllReplacements(header.file.before, header.file.replacements));
    }
  }

  void rewriteInHeader(const HeaderKernel &kernel) {
    const KernelVerdict &verdict = kernel.verdict;
    bool byPointers = launchedByPointers(verdict.syntax.launches);
    for (const auto &[source, found] : kernel.launches)
      byPointers |= launchedByPointers(found);
    if (!rewriters[kernel.owner].decide(verdict, byPointers, kernel.names,
                                        editsOf(verdict.header, kernel)))
      return;
    const std::string &qualified = verdict.contractions[0].qualifiedKernel;
    const std::string space = rewriters[kernel.owner].rewritten.back().space;
    for (const frontend::LaunchSyntax &launch : verdict.syntax.launches)
      if (launch.header != verdict.header)
        editsOf(launch.header, kernel).redirect(launch, qualified, space);
    for (size_t source = 0; source < jobs.size(); ++source) {
      const auto found = kernel.launches.find(source);
      if (found != kernel.launches.end() || kernel.sources.contains(source))
        launches[source].push_back({verdict.kernel, qualified, space,
                                    found == kernel.launches.end()
                                        ? std::vector<frontend::LaunchSyntax>()
                                        : found->second});
    }
  }

  void rewriteSource(size_t source) {
    RewrittenFile &file = files[source];
    if (!file.parsed)
      return;
    const frontend::TranslationUnit &unit = parsed[source].unit;
    const std::string path = realPath(file.source);
    const bool shared = llvm::any_of(
        parsed, [&](const ParsedSource &other) { return other.unit.headers.contains({path}); });
    Edits edits(file.source, file.before, jobs[source].options, neighboursOf(path, {source}),
                shared);
    KernelRewriter &rewriter = rewriters[source];
    for (const Redirected &kernel : launches[source]) {
      for (const frontend::LaunchSyntax &launch : kernel.launches)
        edits.redirect(launch, kernel.qualified, kernel.space);
      rewriter.tellLostLaunches(kernel.kernel, kernel.launches);
    }
    rewriter.plan(unit);
    for (const KernelVerdict &kernel : unit.kernels)
      if (kernel.header.empty() &&
          rewriter.decide(kernel, launchedByPointers(kernel.syntax.launches), unit, edits))
        rewriter.tellLostLaunches(kernel.kernel, kernel.syntax.launches);
    rewriter.redirectGroups(unit, edits);
    rewriter.emitDocument();
    file.replacements = edits.replacements();
    auto after = clang::tooling::applyAllReplacements(file.before, file.replacements);
    if (!after) {
      // The edits are disjoint by construction; a conflict must not reach the user's file.
      file.messages += file.source + ": error: " + llvm::toString(after.takeError()) + "\n";
      file.parsed = false;
      return;
    }
    file.after = std::move(*after);
    if (jobs[source].options.occupancy)
      reportOccupancy(source);
    if (jobs[source].options.verify && !rewriter.rewritten.empty())
      check(source);
  }

  void reportOccupancy(size_t source) {
    RewrittenFile &file = files[source];
    const Options &options = jobs[source].options;
    CudaSource target;
    target.text = file.after;
    target.folder = llvm::sys::path::parent_path(absolutePath(file.source)).str();
    if (const auto commands = commandsOf(file.source, options); !commands.empty()) {
      target.arguments = commands[0].CommandLine;
      target.workingFolder = commands[0].Directory;
    }
    target.arguments.insert(target.arguments.end(), options.extraArguments.begin(),
                            options.extraArguments.end());
    file.emitted += occupancyReport(rewriters[source].rewritten, target, options.cudaPath);
  }

  void check(size_t source) {
    RewrittenFile &file = files[source];
    const Options &options = jobs[source].options;
    VerifiedFile target;
    target.text = file.after;
    target.original = file.before;
    target.name = file.source;
    target.folder = llvm::sys::path::parent_path(absolutePath(file.source)).str();
    if (!file.together.empty()) {
      target.folder = llvm::sys::path::parent_path(realPath(file.source)).str();
      for (const frontend::IncludedHeader &header : parsed[source].unit.headers) {
        const auto edited = headers.find(header.path);
        target.headers[header.path] =
            edited == headers.end() ? contents(header.path) : edited->second.file.after;
      }
    }
    const auto commands = commandsOf(file.source, options);
    if (!commands.empty()) {
      target.arguments = commands[0].CommandLine;
      target.workingFolder = commands[0].Directory;
    }
    target.arguments.insert(target.arguments.end(), options.extraArguments.begin(),
                            options.extraArguments.end());
    const Verification result =
        verify(rewriters[source].rewritten, rewriters[source].rewrittenGroups, target);
    file.wrong = result.wrong || (options.mustVerify && !result.messages.empty());
    for (const std::string &message : result.messages)
      file.messages += file.source + ": " + (file.wrong ? "error: " : "warning: ") + message +
                       " [warpsmith-verify]\n";
  }

  const std::vector<Job> &jobs;
  unsigned threads;
  FileSystems disks;
  std::vector<RewrittenFile> files;
  std::vector<ParsedSource> parsed;
  std::vector<std::vector<Redirected>> launches; ///< by source
  std::deque<KernelRewriter> rewriters;          ///< by source
  std::set<std::string> given;                   ///< the sources' real paths
  std::map<std::string, Header> headers;         ///< by real path
};

} // namespace

std::vector<RewrittenFile> rewriteFiles(const std::vector<Job> &jobs, unsigned threads,
                                        FileSystems files) {
  return Project(jobs, threads, std::move(files)).run();
}

} // namespace warpsmith::tool
