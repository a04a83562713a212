// warpsmith: rewrites naive CUDA matrix-multiply kernels.
#include "rewriter/tool/AtomicFile.h"
#include "rewriter/tool/Certificate.h"
#include "rewriter/tool/CertificateCheck.h"
#include "rewriter/tool/CompanionFiles.h"
#include "rewriter/tool/CompileRemark.h"
#include "rewriter/tool/Diff.h"
#include "rewriter/tool/LineDirectives.h"
#include "rewriter/tool/Messages.h"
#include "rewriter/tool/Progress.h"
#include "rewriter/tool/ResultPath.h"
#include "rewriter/tool/Revert.h"
#include "rewriter/tool/RewriteFile.h"
#include "rewriter/tool/Same.h"
#include "types/ExitStatus.h"
#include "clang/Tooling/DiagnosticsYaml.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/YAMLTraits.h"
#include <algorithm>
#include <csignal>
#include <numeric>
#include <optional>
#include <set>

namespace warpsmith::tool {
namespace {

bool report(llvm::Error error) {
  if (!error)
    return true;
  llvm::handleAllErrors(std::move(error), [](const llvm::ErrorInfoBase &info) {
    if (!info.message().empty()) // else LLVM's library has said it
      llvm::WithColor::error(llvm::errs(), "warpsmith") << info.message() << "\n";
  });
  return false;
}

/// Standard output is checked too: a full disk behind a redirection must not look like success.
bool printOut(const std::string &text) {
  llvm::outs() << text;
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return true;
  const std::error_code code = llvm::outs().error();
  llvm::outs().clear_error();
  return report(llvm::createStringError(code, "cannot write standard output: " + code.message()));
}

unsigned offsetOf(llvm::StringRef text, const SourceLocation &location) {
  llvm::StringRef rest = text;
  for (unsigned line = 1; line < location.line; ++line)
    rest = rest.split('\n').second;
  return static_cast<unsigned>(text.size() - rest.size()) + std::max(1U, location.column) - 1;
}

/// The remarks of every file, and all of its edits with the first of them: they hold together, and
/// with those of the headers that are rewritten with it. clang-apply-replacements and editors read
/// this, as of clang-tidy.
std::string fixesYaml(const std::vector<const RewrittenFile *> &files) {
  using namespace clang::tooling;
  const auto absolute = [](const std::string &file) {
    llvm::SmallString<256> path(file);
    llvm::sys::fs::make_absolute(path);
    return path.str().str();
  };
  TranslationUnitDiagnostics unit;
  for (const RewrittenFile *file : files) {
    const std::string path = absolute(file->source);
    if (unit.MainSourceFile.empty())
      unit.MainSourceFile = path;
    llvm::StringMap<Replacements> edits;
    if (!file->replacements.empty())
      edits[path] = Replacements();
    for (const Replacement &edit : file->replacements)
      llvm::cantFail(edits[path].add(
          Replacement(path, edit.getOffset(), edit.getLength(), edit.getReplacementText())));
    for (const Remark &remark : file->remarks) {
      DiagnosticMessage message(remark.message);
      message.FilePath = absolute(remark.location.file);
      message.FileOffset = message.FilePath == path ? offsetOf(file->before, remark.location) : 0;
      if (remark.kind == Remark::Kind::Rewrote)
        message.Fix = std::exchange(edits, {});
      unit.Diagnostics.push_back(
          Diagnostic(remark.check, message, {}, Diagnostic::Remark, /*BuildDirectory=*/""));
    }
    if (edits.empty()) // of a header, or of an earlier rewrite that goes
      continue;
    DiagnosticMessage message("rewritten together with the files that include it");
    message.FilePath = path;
    message.FileOffset = 0;
    message.Fix = std::move(edits);
    unit.Diagnostics.push_back(
        Diagnostic("warpsmith-rewrite", message, {}, Diagnostic::Remark, ""));
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::yaml::Output yaml(stream);
  yaml << unit;
  return text;
}

/// The text of a result at its path.
std::string resultText(const RewrittenFile &file, const Options &options, const std::string &path,
                       const std::string &beside) {
  if (options.lineDirectives.empty())
    return file.after;
  return withLineDirectives(file.before, file.replacements,
                            beside.empty() ? options.lineDirectives : file.source, path);
}

bool writeResult(const RewrittenFile &file, const Options &options, const std::string &beside) {
  // An explanation goes to standard output, unless a result does.
  const bool explains = (options.explain || options.occupancy) && options.mode != OutputMode::Emit;
  const bool prints = options.mode == OutputMode::Diff || options.outputFile == "-";
  if (explains && prints)
    llvm::errs() << file.emitted;
  else if (explains && !printOut(file.emitted))
    return false;
  switch (options.mode) {
  case OutputMode::StandardOutput:
    return explains && !prints ? true : printOut(file.after);
  case OutputMode::Emit:
    return printOut(file.emitted);
  case OutputMode::Diff:
    return printOut(unifiedDiff(file.source, file.before, file.replacements));
  case OutputMode::File:
    return (!options.lineDirectives.empty() && file.before == file.after) ||
           report(writeFile(options.outputFile,
                            resultText(file, options, options.outputFile, /*beside=*/{})));
  case OutputMode::Directory: {
    // A compiler that stands behind takes the user's own where nothing changes.
    if (!options.lineDirectives.empty() && file.before == file.after && file.place.empty() &&
        file.together.empty())
      return true;
    if (const std::error_code code = llvm::sys::fs::create_directories(options.outputDirectory))
      return report(llvm::createStringError(code, "cannot create '" + options.outputDirectory +
                                                      "': " + code.message()));
    const std::string path = *resultPath(file, options, beside);
    if (const std::error_code code =
            llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path)))
      return report(llvm::createStringError(code, "cannot create the folder of '" + path +
                                                      "': " + code.message()));
    return report(writeFile(path, resultText(file, options, path, beside)));
  }
  case OutputMode::InPlace:
    return file.before == file.after || report(writeFile(file.source, file.after));
  case OutputMode::Fixes:
    return true; // of all files at once
  case OutputMode::Check:
    return true;
  }
  return false;
}

std::string counted(size_t count, const std::string &things) {
  return std::to_string(count) + " " + things + (count == 1 ? "" : "s");
}

using Say = llvm::function_ref<void(const Message &)>;

/// A header and the sources that include it are written all or not at all.
void keepTogether(const std::vector<RewrittenFile> &files, std::vector<bool> &kept, Say say) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t index = 0; index < files.size(); ++index)
      for (const size_t other : files[index].together)
        if (kept[index] && !kept[other]) {
          kept[other] = changed = true;
          say({Message::Severity::Warning,
               {},
               files[other].source + " is not written, since " + files[index].source + " is not",
               {}});
        }
  }
}

bool isRewritten(const RewrittenFile &file) {
  return llvm::any_of(file.remarks,
                      [](const Remark &remark) { return remark.kind == Remark::Kind::Rewrote; });
}

/// What rewritten kernels were made for, where the user has not said it or has to know it.
void tellArchitectures(const std::vector<Job> &jobs, const std::vector<RewrittenFile> &files,
                       Say say) {
  std::set<std::string> told;
  for (size_t index = 0; index < jobs.size(); ++index) {
    const Options &options = jobs[index].options;
    const std::vector<const Architecture *> &all = options.architectures;
    std::string text, names;
    for (const Architecture *row : all) {
      names += names.empty() ? "" : row == all.back() ? " and " : ", ";
      names += row->name;
    }
    if (!options.architectureReason.empty() && !namesArchitectures(options))
      text = ", " + options.architectureReason;
    if (options.architecture->isSpecific() && options.relocatable)
      text +=
          "; with -rdc=true ptxas ignores setmaxnreg, and kernels spill registers that they get "
          "without it";
    if (isRewritten(files[index]) && !text.empty() && told.insert(text).second)
      say({Message::Severity::Remark,
           {},
           (all.size() > 1 ? "the architectures are " : "the architecture is ") + names + text,
           "warpsmith-arch"});
  }
}

/// One call, after its command line was understood: sources are rewritten, what became of each is
/// said, and then results are written.
class Call {
public:
  explicit Call(Invocation given)
      : invocation(std::move(given)),
        printer(invocation.format, messageStream(), disk()) {}

  int run() {
    const Options &common = invocation.jobs.front().options;
    const FileSystems disks = [this] { return disk(); };
    // Nothing is written before everything is known.
    {
      const Progress progress;
      files = common.revert ? revertFiles(invocation.jobs, disks)
                            : rewriteFiles(invocation.jobs, invocation.threads, disks);
    }
    kept.resize(files.size());
    for (size_t index = 0; index < files.size(); ++index)
      judge(index);
    const auto tell = [this](const Message &message) { say(message); };
    tellArchitectures(invocation.jobs, files, tell);
    keepTogether(files, kept, tell);
    // Headers that cannot be written keep their sources as they are, so they come first.
    order.resize(files.size());
    std::iota(order.begin(), order.end(), 0);
    if (!isPrinted())
      std::rotate(order.begin(), order.begin() + static_cast<ptrdiff_t>(invocation.jobs.size()),
                  order.end());
    const bool complete = enterResults() && writeCompanions();
    if (complete)
      writeResults();
    printer.finish();
    if (failed || !complete)
      return misused ? WrongUse : Failure;
    const bool changes =
        llvm::any_of(files, [](const RewrittenFile &file) { return file.before != file.after; });
    return common.check && changes ? WouldChange : Success;
  }

private:
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk() const {
    return invocation.piped.over(llvm::vfs::createPhysicalFileSystem());
  }
  /// Documents go to standard output where no result does.
  llvm::raw_ostream &messageStream() const {
    const Options &common = invocation.jobs.front().options;
    const bool isTaken = common.mode == OutputMode::StandardOutput ||
                         common.mode == OutputMode::Diff || common.mode == OutputMode::Emit ||
                         common.explain || common.occupancy;
    return invocation.format == MessageFormat::Text || isTaken ? llvm::errs() : llvm::outs();
  }
  void say(const Message &message) {
    if (message.severity != Message::Severity::Remark || !invocation.quiet)
      printer.print(message);
  }

  /// On the error output, for people. Who stands before a compiler says nothing.
  void tell(const std::string &text) const {
    const bool isSilent = invocation.quiet || invocation.format != MessageFormat::Text ||
                          !invocation.jobs.front().options.lineDirectives.empty();
    if (!isSilent)
      llvm::errs() << "warpsmith: " << text << "\n";
  }
  /// A file that holds a result now.
  void tellWritten(size_t index) const {
    const RewrittenFile &file = files[index];
    const Options &options = optionsOf(index);
    const auto path = resultPath(file, options, besideOf(index));
    if (!path || (options.revert && file.before == file.after))
      return;
    if (options.revert)
      tell("reverted " + counted(rewrittenKernels(file.before).size(), "kernel") + " in '" + *path +
           "'");
    else if (options.mode != OutputMode::InPlace || file.before != file.after)
      tell("wrote '" + *path + "'");
  }

  bool isPrinted() const { return invocation.jobs.front().options.mode == OutputMode::Diff; }
  /// The source that a file's options are those of: itself, or one that includes it.
  size_t jobOf(size_t index) const {
    return index < invocation.jobs.size() ? index : *files[index].together.begin();
  }
  const Options &optionsOf(size_t index) const { return invocation.jobs[jobOf(index)].options; }
  std::string besideOf(size_t index) const {
    return index < invocation.jobs.size() ? std::string() : invocation.jobs[jobOf(index)].source;
  }

  /// Says what became of a file, and whether it is to stay as it is.
  void judge(size_t index) {
    const RewrittenFile &file = files[index];
    if (invocation.format == MessageFormat::Text && !invocation.quiet)
      llvm::errs() << file.messages;
    else
      for (const Message &message : messagesIn(file.messages))
        say(message);
    bool missed = false, stays = file.wrong;
    for (const Remark &remark : file.remarks) {
      say(messageOf(remark));
      stays |= remark.kind == Remark::Kind::Refused;
      missed |= remark.kind == Remark::Kind::Missed;
    }
    remarks.insert(remarks.end(), file.remarks.begin(), file.remarks.end());
    if (index < invocation.jobs.size()) {
      const Options &options = invocation.jobs[index].options;
      const bool allLines = options.kernels.lines.empty();
      if (file.parsed && !file.matched && file.emitted.empty() &&
          (options.kernels.glob != "*" || !allLines)) {
        say({Message::Severity::Warning,
             {},
             file.source + ": no kernel matches " +
                 (allLines ? "--kernel=" + options.kernels.glob : "--lines"),
             {}});
        missed = true;
      } else if (file.parsed && !file.matched && !options.emitsContractions()) {
        tell("no kernels in '" + file.source + "'");
      }
      failed |= missed && options.errorOnMissed;
      misused |= file.wrongCommand;
      if (!file.parsed && !file.wrongCommand && !file.before.empty())
        say({Message::Severity::Error,
             {},
             file.source + " was not rewritten: it does not compile",
             {}});
      stays |= !file.parsed;
      if (file.broken)
        say({Message::Severity::Error, {}, file.source + ": a kernel has an error of syntax", {}});
    }
    kept[index] = stays;
    failed |= stays || file.broken;
  }

  /// What only the parse has found is read or written, too.
  bool enterResults() {
    for (const RewrittenFile &file : files)
      for (const std::string &header : file.headers)
        if (!report(invocation.files.read(header, "the header")))
          return false;
    for (const size_t index : order)
      if (optionsOf(index).mode == OutputMode::Directory && index >= invocation.jobs.size() &&
          !kept[index] &&
          !report(invocation.files.write(
              *resultPath(files[index], optionsOf(index), besideOf(index)), "--out-dir",
              /*makesFolders=*/true)))
        return false;
    return true;
  }

  /// What results include is there before them.
  bool writeCompanions() {
    CompanionFiles companions;
    std::vector<std::string> results;
    for (const size_t index : order) {
      const Options &options = optionsOf(index);
      if (kept[index])
        continue;
      if (const auto path = resultPath(files[index], options, besideOf(index)))
        results.push_back(*path);
      else if (!isPrinted())
        continue;
      const std::string path = isPrinted() ? files[index].source : results.back();
      if (!options.companion.empty() && !files[index].sharedHeaders.empty() &&
          !report(companions.add(llvm::sys::path::parent_path(path).str(), options,
                                 files[index].sharedHeaders)))
        return false;
    }
    for (const std::string &path : results)
      if (!report(companions.refuse(path)))
        return false;
    if (!report(companions.merge()))
      return false;
    if (!isPrinted())
      return report(companions.write());
    companions.tell();
    return true;
  }

  /// Of what has been written.
  void certify(const std::vector<size_t> &written) {
    const Options &common = invocation.jobs.front().options;
    if (common.certificateFile.empty())
      return;
    std::vector<WrittenResult> results;
    for (const size_t index : written) {
      const RewrittenFile &file = files[index];
      const Options &options = optionsOf(index);
      const std::string beside = besideOf(index), path = *resultPath(file, options, beside);
      results.push_back({&file, &options, path, resultText(file, options, path, beside),
                         /*isHeader=*/index >= invocation.jobs.size(),
                         invocation.piped.contains(file.source)});
    }
    auto hasAny = writeCertificate(common.certificateFile, results, invocation.arguments);
    if (!hasAny)
      failed |= !report(hasAny.takeError());
    else if (*hasAny)
      tell("wrote '" + common.certificateFile + "'");
    else
      say({Message::Severity::Remark,
           {},
           "'" + common.certificateFile + "' is not written: no kernel was rewritten",
           "warpsmith-certificate"});
  }

  void writeResults() {
    std::vector<const RewrittenFile *> written;
    std::vector<size_t> numbers;
    std::vector<WrittenFile> compiled;
    for (const size_t index : order) {
      if (kept[index])
        continue;
      if (writeResult(files[index], optionsOf(index), besideOf(index))) {
        written.push_back(&files[index]);
        numbers.push_back(index);
        tellWritten(index);
        if (index < invocation.jobs.size() &&
            (isRewritten(files[index]) || files[index].before != files[index].after))
          compiled.push_back({resultPath(files[index], optionsOf(index)), &invocation.jobs[index]});
        continue;
      }
      failed = true;
      if (index >= invocation.jobs.size()) {
        kept[index] = true;
        keepTogether(files, kept, [this](const Message &message) { say(message); });
      }
    }
    const Options &common = invocation.jobs.front().options;
    if (common.mode == OutputMode::Fixes && !written.empty())
      failed |= !report(writeFile(common.fixesFile, fixesYaml(written)));
    if (!common.reportFile.empty()) {
      std::string text;
      llvm::raw_string_ostream(text) << llvm::formatv("{0:2}\n", report(remarks));
      failed |= !report(writeFile(common.reportFile, text));
    }
    certify(numbers);
    for (const std::string &command : compileCommands(compiled))
      say({Message::Severity::Remark, {}, command, "warpsmith-compile"});
  }

  Invocation invocation;
  MessagePrinter printer;
  std::vector<RewrittenFile> files;
  std::vector<bool> kept; ///< files that stay as they are, since their request cannot be met
  std::vector<size_t> order;
  std::vector<Remark> remarks;
  bool failed = false, misused = false;
};

int run(int argc, const char **argv) {
  auto parsed = parseOptions(argc, argv);
  if (!parsed) {
    report(parsed.takeError());
    return WrongUse;
  }
  if (!*parsed)
    return Success;
  if ((*parsed)->same && !(*parsed)->same->certificate.empty())
    return checkCertificate(*(*parsed)->same);
  if (!report(enterFiles(**parsed)))
    return WrongUse;
  if ((*parsed)->same)
    return compareKernels(**parsed);
  return Call(std::move(**parsed)).run();
}

} // namespace
} // namespace warpsmith::tool

int main(int argc, const char **argv) {
  llvm::setBugReportMsg("This is a fault of warpsmith. Please report it with the source and the "
                        "command:\n");
  const llvm::InitLLVM init(argc, argv);
  std::signal(SIGXFSZ, SIG_IGN); // a file size limit is an error of write(), not a crash
  return warpsmith::tool::run(argc, argv);
}
