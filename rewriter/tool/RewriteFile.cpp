#include "rewriter/tool/RewriteFile.h"
#include "rewriter/codegen/Generate.h"
#include "rewriter/frontend/CudaEnvironment.h"
#include "rewriter/frontend/Frontend.h"
#include "rewriter/frontend/LostLaunches.h"
#include "rewriter/frontend/MendedLaunches.h"
#include "rewriter/frontend/ParseErrors.h"
#include "rewriter/tool/Edits.h"
#include "rewriter/tool/Explain.h"
#include "rewriter/tool/Verification.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

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
         one.syntax.definitionEnd == other.syntax.definitionEnd &&
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
  unit.names.insert(other.names.begin(), other.names.end());
  unit.macros.insert(other.macros.begin(), other.macros.end());
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

class FileRewriter {
public:
  FileRewriter(const Options &chosen, RewrittenFile &target, bool parseHadErrors)
      : options(chosen),
        file(target),
        withErrors(parseHadErrors) {}

  std::vector<verify::RewrittenKernel> rewritten;

  void run(const frontend::TranslationUnit &unit) {
    Edits edits(file.source, file.before, options);
    for (const KernelVerdict &kernel : unit.kernels)
      decide(kernel, unit, edits);
    file.replacements = edits.replacements();
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

  void decide(const KernelVerdict &kernel, const frontend::TranslationUnit &unit, Edits &edits) {
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
        file.emitted += explain(contraction, start);
      if (options.mode == OutputMode::Emit && options.emit == EmitKind::Contraction) {
        file.emitted += contraction.str();
        continue;
      }
      auto result = options.passes.run(contraction, start);
      if (auto *why = std::get_if<PassPipeline::Refused>(&result))
        refused = std::move(*why);
      else
        cases.push_back({std::move(contraction), std::get<Schedule>(std::move(result))});
    }
    if (options.mode == OutputMode::Emit && options.emit == EmitKind::Contraction)
      return;
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
                                        kernel.syntax.templateNames};
    if (std::string reason = edits.add(kernel, unit, generate(cases, declaration)); !reason.empty())
      return remark(Remark::Kind::Missed, kernel, kernel.location,
                    "left " + name + " alone: " + reason, "missed");
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
    tellLostLaunches(kernel);
  }

  /// After errors of the parse a launch may be text that nobody has understood. It runs the
  /// original, as before; not to say so would let its reader believe otherwise.
  void tellLostLaunches(const KernelVerdict &kernel) {
    if (!withErrors)
      return;
    for (const unsigned offset : frontend::launchesInText(file.before, kernel.kernel)) {
      if (std::any_of(
              kernel.syntax.launches.begin(), kernel.syntax.launches.end(),
              [&](const frontend::LaunchSyntax &launch) { return launch.nameOffset == offset; }))
        continue;
      const llvm::StringRef before = llvm::StringRef(file.before).take_front(offset);
      file.messages += file.source + ":" + std::to_string(before.count('\n') + 1) + ":" +
                       std::to_string(offset - (before.rfind('\n') + 1) + 1) +
                       ": warning: this launch of '" + kernel.kernel +
                       "' stays the original's: errors around it hide it [warpsmith-parse]\n";
    }
  }

  const Options &options;
  RewrittenFile &file;
  bool withErrors; ///< of the parse
};

} // namespace

namespace {

void check(const std::vector<verify::RewrittenKernel> &kernels, const Options &options,
           RewrittenFile &file) {
  const std::string path = absolutePath(file.source);
  const auto commands = commandsOf(file.source, options);
  std::vector<std::string> arguments =
      commands.empty() ? std::vector<std::string>() : commands[0].CommandLine;
  arguments.insert(arguments.end(), options.extraArguments.begin(), options.extraArguments.end());
  const Verification result =
      verify(kernels, file.after, llvm::sys::path::parent_path(path).str(), arguments);
  file.wrong = result.wrong || (options.mustVerify && !result.messages.empty());
  for (const std::string &message : result.messages)
    file.messages += file.source + ": " + (file.wrong ? "error: " : "warning: ") + message +
                     " [warpsmith-verify]\n";
}

} // namespace

RewrittenFile rewriteFile(const std::string &source, const Options &options) {
  return rewriteFile(source, options, llvm::vfs::createPhysicalFileSystem());
}

RewrittenFile rewriteFile(const std::string &source, const Options &options, const Files &files) {
  RewrittenFile file;
  file.source = source;
  llvm::raw_string_ostream messages(file.messages);
  auto buffer = files->getBufferForFile(source);
  if (!buffer) {
    messages << source << ": error: " << buffer.getError().message() << "\n";
    return file;
  }
  file.before = (*buffer)->getBuffer().str();
  frontend::TranslationUnit unit;
  file.parsed = parse(source, options, files, unit, messages);
  if (!file.parsed)
    return file;
  FileRewriter rewriter(options, file, /*parseHadErrors=*/!file.messages.empty());
  rewriter.run(unit);
  auto after = clang::tooling::applyAllReplacements(file.before, file.replacements);
  if (!after) {
    // The edits are disjoint by construction; a conflict must not reach the user's file.
    messages << source << ": error: " << llvm::toString(after.takeError()) << "\n";
    file.parsed = false;
    return file;
  }
  file.after = std::move(*after);
  if (options.verify && !rewriter.rewritten.empty())
    check(rewriter.rewritten, options, file);
  return file;
}

} // namespace warpsmith::tool
