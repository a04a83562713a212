// warpsmith: rewrites naive CUDA matrix-multiply kernels.
#include "rewriter/tool/AtomicFile.h"
#include "rewriter/tool/Diff.h"
#include "rewriter/tool/RewriteFile.h"
#include "clang/Basic/Stack.h"
#include "clang/Tooling/ReplacementsYaml.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/YAMLTraits.h"
#include "llvm/Support/thread.h"
#include <algorithm>
#include <atomic>
#include <csignal>
#include <thread>

namespace warpsmith::tool {
namespace {

bool report(llvm::Error error) {
  if (!error)
    return true;
  llvm::handleAllErrors(std::move(error), [](const llvm::ErrorInfoBase &info) {
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

/// The edits of every file in the one document that clang-apply-replacements reads.
std::string fixesYaml(const std::vector<const RewrittenFile *> &files) {
  clang::tooling::TranslationUnitReplacements unit;
  for (const RewrittenFile *file : files) {
    llvm::SmallString<256> path(file->source);
    llvm::sys::fs::make_absolute(path);
    if (unit.MainSourceFile.empty())
      unit.MainSourceFile = path.str().str();
    for (const clang::tooling::Replacement &edit : file->replacements)
      unit.Replacements.emplace_back(path, edit.getOffset(), edit.getLength(),
                                     edit.getReplacementText());
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::yaml::Output yaml(stream);
  yaml << unit;
  return text;
}

bool writeResult(const RewrittenFile &file, const Options &options) {
  switch (options.mode) {
  case OutputMode::StandardOutput:
    return printOut(options.explain ? file.emitted : file.after);
  case OutputMode::Emit:
    return printOut(file.emitted);
  case OutputMode::Diff:
    return printOut(unifiedDiff(file.source, file.before, file.replacements));
  case OutputMode::File:
    return report(writeFile(options.outputFile, file.after));
  case OutputMode::Directory: {
    if (const std::error_code code = llvm::sys::fs::create_directories(options.outputDirectory))
      return report(llvm::createStringError(code, "cannot create '" + options.outputDirectory +
                                                      "': " + code.message()));
    llvm::SmallString<256> path(options.outputDirectory);
    llvm::sys::path::append(path, llvm::sys::path::filename(file.source));
    if (llvm::sys::fs::equivalent(path, file.source))
      return report(llvm::createStringError(std::make_error_code(std::errc::invalid_argument),
                                            "--out-dir would overwrite '" + file.source +
                                                "'; use -i for that"));
    return report(writeFile(path, file.after));
  }
  case OutputMode::InPlace:
    return file.before == file.after || report(writeFile(file.source, file.after));
  case OutputMode::Fixes:
    return true; // of all files at once
  }
  return false;
}

/// Every source, several at a time; the results are in the sources' order.
std::vector<RewrittenFile> rewriteAll(const Invocation &invocation) {
  std::vector<RewrittenFile> files(invocation.jobs.size());
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t index = next++; index < files.size(); index = next++)
      files[index] = rewriteFile(invocation.jobs[index].source, invocation.jobs[index].options);
  };
  const size_t wanted =
      invocation.threads ? invocation.threads : std::max(1U, std::thread::hardware_concurrency());
  std::vector<llvm::thread> others;
  for (size_t count = 1; count < std::min(wanted, files.size()); ++count)
    others.emplace_back(std::optional<unsigned>(clang::DesiredStackSize), work);
  work();
  for (llvm::thread &other : others)
    other.join();
  return files;
}

int run(int argc, const char **argv) {
  auto parsed = parseOptions(argc, argv);
  if (!parsed) {
    report(parsed.takeError());
    return 1;
  }
  if (!*parsed)
    return 0;
  const Invocation &invocation = **parsed;

  // Nothing is written before everything is known.
  const std::vector<RewrittenFile> files = rewriteAll(invocation);
  bool failed = false, missedIsError = false;
  std::vector<Remark> remarks;
  std::vector<const RewrittenFile *> written;
  for (size_t index = 0; index < files.size(); ++index) {
    const RewrittenFile &file = files[index];
    const Options &options = invocation.jobs[index].options;
    llvm::errs() << file.messages;
    bool refused = false, missed = false;
    for (const Remark &remark : file.remarks) {
      print(remark, llvm::errs());
      refused |= remark.kind == Remark::Kind::Refused;
      missed |= remark.kind == Remark::Kind::Missed;
    }
    remarks.insert(remarks.end(), file.remarks.begin(), file.remarks.end());
    const bool allLines = options.kernels.lines.empty();
    if (file.parsed && file.remarks.empty() && file.emitted.empty() &&
        (options.kernels.glob != "*" || !allLines)) {
      llvm::WithColor::warning(llvm::errs(), "warpsmith")
          << file.source << ": no kernel matches "
          << (allLines ? "--kernel=" + options.kernels.glob : "--lines") << "\n";
      missed = true;
    }
    missedIsError |= missed && options.errorOnMissed;
    if (!file.parsed) {
      if (!file.before.empty())
        llvm::WithColor::error(llvm::errs(), "warpsmith")
            << file.source << " was not rewritten: it does not compile\n";
      failed = true;
    } else if (refused || file.wrong) {
      failed = true; // nothing is written when the user's request cannot be met
    } else {
      failed |= !writeResult(file, options);
      written.push_back(&file);
    }
  }
  if (const Options &options = invocation.jobs.front().options;
      options.mode == OutputMode::Fixes && !written.empty())
    failed |= !report(writeFile(options.fixesFile, fixesYaml(written)));
  if (const std::string &path = invocation.jobs.front().options.reportFile; !path.empty()) {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::formatv("{0:2}\n", report(remarks));
    failed |= !report(writeFile(path, text));
  }
  return failed || missedIsError ? 1 : 0;
}

} // namespace
} // namespace warpsmith::tool

int main(int argc, const char **argv) {
  const llvm::InitLLVM init(argc, argv);
  std::signal(SIGXFSZ, SIG_IGN); // a file size limit is an error of write(), not a crash
  return warpsmith::tool::run(argc, argv);
}
