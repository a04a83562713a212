// warpsmith: rewrites naive CUDA matrix-multiply kernels.
#include "rewriter/tool/AtomicFile.h"
#include "rewriter/tool/CompanionFiles.h"
#include "rewriter/tool/CompileRemark.h"
#include "rewriter/tool/Diff.h"
#include "rewriter/tool/HeaderKernels.h"
#include "rewriter/tool/LineDirectives.h"
#include "rewriter/tool/Progress.h"
#include "rewriter/tool/Revert.h"
#include "rewriter/tool/RewriteFile.h"
#include "clang/Tooling/ReplacementsYaml.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
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

/// Where a result is written to a file of its own. `beside` is the source that a header goes with.
std::optional<std::string> resultPath(const RewrittenFile &file, const Options &options,
                                      const std::string &beside) {
  switch (options.mode) {
  case OutputMode::File:
    return options.outputFile;
  case OutputMode::Directory: {
    llvm::SmallString<256> path(options.outputDirectory);
    llvm::sys::path::append(path, beside.empty() ? llvm::sys::path::filename(file.source).str()
                                                 : pathBeside(realPath(file.source), beside));
    return path.str().str();
  }
  case OutputMode::InPlace:
    return file.source;
  default:
    return std::nullopt;
  }
}

/// On the error output, as all that is for people. Who stands before a compiler says nothing.
void say(const Options &options, const llvm::Twine &message) {
  if (options.lineDirectives.empty())
    llvm::errs() << "warpsmith: " << message << "\n";
}

std::string counted(size_t count, const std::string &things) {
  return std::to_string(count) + " " + things + (count == 1 ? "" : "s");
}

/// A file that holds a result now.
void tellWritten(const RewrittenFile &file, const Options &options, const std::string &path) {
  if (options.revert && file.before == file.after)
    return;
  if (options.revert)
    say(options, "reverted " + counted(rewrittenKernels(file.before).size(), "kernel") + " in '" +
                     path + "'");
  else if (options.mode != OutputMode::InPlace || file.before != file.after)
    say(options, "wrote '" + path + "'");
}

bool writeResult(const RewrittenFile &file, const Options &options, const std::string &beside) {
  switch (options.mode) {
  case OutputMode::StandardOutput:
    return printOut(options.explain || options.occupancy ? file.emitted : file.after);
  case OutputMode::Emit:
    return printOut(file.emitted);
  case OutputMode::Diff:
    return printOut(unifiedDiff(file.source, file.before, file.replacements));
  case OutputMode::File:
    if (options.lineDirectives.empty())
      return report(writeFile(options.outputFile, file.after));
    return file.before == file.after ||
           report(writeFile(options.outputFile,
                            withLineDirectives(file.before, file.replacements,
                                               options.lineDirectives, options.outputFile)));
  case OutputMode::Directory: {
    if (const std::error_code code = llvm::sys::fs::create_directories(options.outputDirectory))
      return report(llvm::createStringError(code, "cannot create '" + options.outputDirectory +
                                                      "': " + code.message()));
    const std::string path = *resultPath(file, options, beside);
    if (const std::error_code code =
            llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path)))
      return report(llvm::createStringError(code, "cannot create the folder of '" + path +
                                                      "': " + code.message()));
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

/// A header and the sources that include it are written all or not at all.
void keepTogether(const std::vector<RewrittenFile> &files, std::vector<bool> &kept) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t index = 0; index < files.size(); ++index)
      for (const size_t other : files[index].together)
        if (kept[index] && !kept[other]) {
          kept[other] = changed = true;
          llvm::WithColor::warning(llvm::errs(), "warpsmith")
              << files[other].source << " is not written, since " << files[index].source
              << " is not\n";
        }
  }
}

bool isRewritten(const RewrittenFile &file) {
  return llvm::any_of(file.remarks,
                      [](const Remark &remark) { return remark.kind == Remark::Kind::Rewrote; });
}

/// What rewritten kernels were made for, where the user has not said it or has to know it.
void tellArchitectures(const std::vector<Job> &jobs, const std::vector<RewrittenFile> &files) {
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
      llvm::WithColor::remark(llvm::errs(), "warpsmith")
          << (all.size() > 1 ? "the architectures are " : "the architecture is ") << names << text
          << " [warpsmith-arch]\n";
  }
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
  const bool reverting = invocation.jobs.front().options.revert;
  const std::vector<RewrittenFile> files = [&] {
    const Progress progress;
    return reverting ? revertFiles(invocation.jobs)
                     : rewriteFiles(invocation.jobs, invocation.threads);
  }();
  bool failed = false, missedIsError = false;
  std::vector<Remark> remarks;
  std::vector<bool> kept(files.size()); // nothing is written when the request cannot be met
  for (size_t index = 0; index < files.size(); ++index) {
    const RewrittenFile &file = files[index];
    llvm::errs() << file.messages;
    bool missed = false;
    for (const Remark &remark : file.remarks) {
      print(remark, llvm::errs());
      kept[index] = kept[index] || remark.kind == Remark::Kind::Refused;
      missed |= remark.kind == Remark::Kind::Missed;
    }
    remarks.insert(remarks.end(), file.remarks.begin(), file.remarks.end());
    if (index >= invocation.jobs.size()) {
      kept[index] = kept[index] || file.wrong;
      failed |= file.wrong;
      continue;
    }
    const Options &options = invocation.jobs[index].options;
    const bool allLines = options.kernels.lines.empty();
    if (file.parsed && !file.matched && file.emitted.empty() &&
        (options.kernels.glob != "*" || !allLines)) {
      llvm::WithColor::warning(llvm::errs(), "warpsmith")
          << file.source << ": no kernel matches "
          << (allLines ? "--kernel=" + options.kernels.glob : "--lines") << "\n";
      missed = true;
    } else if (file.parsed && !file.matched && !options.emitsContractions()) {
      say(options, "no kernels in '" + file.source + "'");
    }
    missedIsError |= missed && options.errorOnMissed;
    if (!file.parsed && !file.before.empty())
      llvm::WithColor::error(llvm::errs(), "warpsmith")
          << file.source << " was not rewritten: it does not compile\n";
    kept[index] = kept[index] || !file.parsed || file.wrong;
    failed |= kept[index];
  }
  tellArchitectures(invocation.jobs, files);
  keepTogether(files, kept);
  // Headers that cannot be written keep their sources as they are.
  const bool printed = invocation.jobs.front().options.mode == OutputMode::Diff;
  std::vector<size_t> order(files.size());
  std::iota(order.begin(), order.end(), 0);
  if (!printed)
    std::rotate(order.begin(), order.begin() + static_cast<ptrdiff_t>(invocation.jobs.size()),
                order.end());
  // What results include is there before them.
  const auto jobOf = [&](size_t index) {
    return index < invocation.jobs.size() ? index : *files[index].together.begin();
  };
  const auto besideOf = [&](size_t index) {
    const size_t source = jobOf(index);
    return index == source ? std::string() : invocation.jobs[source].source;
  };
  CompanionFiles companions;
  std::vector<std::string> results;
  for (const size_t index : order) {
    const Options &options = invocation.jobs[jobOf(index)].options;
    if (kept[index])
      continue;
    if (const auto path = resultPath(files[index], options, besideOf(index)))
      results.push_back(*path);
    else if (!printed)
      continue;
    const std::string path = printed ? files[index].source : results.back();
    if (!options.companion.empty() && !files[index].sharedHeaders.empty() &&
        !report(companions.add(llvm::sys::path::parent_path(path).str(), options,
                               files[index].sharedHeaders)))
      return 1;
  }
  for (const std::string &path : results)
    if (!report(companions.refuse(path)))
      return 1;
  if (!report(companions.merge()))
    return 1;
  if (printed)
    companions.tell();
  else if (!report(companions.write()))
    return 1;
  std::vector<const RewrittenFile *> written;
  std::vector<WrittenFile> compiled;
  for (const size_t index : order) {
    if (kept[index])
      continue;
    const size_t source = jobOf(index);
    const Options &options = invocation.jobs[source].options;
    if (writeResult(files[index], options, besideOf(index))) {
      written.push_back(&files[index]);
      if (const auto path = resultPath(files[index], options, besideOf(index)))
        tellWritten(files[index], options, *path);
      if (index == source && isRewritten(files[index]))
        compiled.push_back({resultPath(files[index], options, ""), &invocation.jobs[source]});
      continue;
    }
    failed = true;
    if (index >= invocation.jobs.size()) {
      kept[index] = true;
      keepTogether(files, kept);
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
  for (const std::string &command : compileCommands(compiled))
    llvm::WithColor::remark(llvm::errs(), "warpsmith") << command << " [warpsmith-compile]\n";
  return failed || missedIsError ? 1 : 0;
}

} // namespace
} // namespace warpsmith::tool

int main(int argc, const char **argv) {
  const llvm::InitLLVM init(argc, argv);
  std::signal(SIGXFSZ, SIG_IGN); // a file size limit is an error of write(), not a crash
  return warpsmith::tool::run(argc, argv);
}
