#include "rewriter/tool/ResultPath.h"
#include "rewriter/tool/HeaderKernels.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

namespace warpsmith::tool {
namespace {

/// A source that was read from a pipe has a place only by the name that the user gives it.
llvm::Error checkPiped(const Invocation &invocation, const Job &job) {
  if (!invocation.piped.contains(job.source))
    return llvm::Error::success();
  const OutputMode mode = job.options.mode;
  if (mode == OutputMode::InPlace)
    return llvm::createStringError("-i cannot write to '" + job.source + "', which is a pipe");
  if ((mode == OutputMode::Directory || mode == OutputMode::Fixes) && !invocation.named)
    return llvm::createStringError(
        std::string(mode == OutputMode::Fixes ? "--export-fixes" : "--out-dir") +
        " needs the name of a source that is read from a pipe: give it by --stdin-name");
  return llvm::Error::success();
}

} // namespace

std::optional<std::string> resultPath(const RewrittenFile &file, const Options &options,
                                      const std::string &beside) {
  switch (options.mode) {
  case OutputMode::File:
    return options.outputFile;
  case OutputMode::Directory: {
    llvm::SmallString<256> path(options.outputDirectory);
    llvm::sys::path::append(path, !file.place.empty() ? file.place
                                  : beside.empty()    ? llvm::sys::path::filename(file.source).str()
                                                      : pathBeside(realPath(file.source), beside));
    return path.str().str();
  }
  case OutputMode::InPlace:
    return file.source;
  default:
    return std::nullopt;
  }
}

llvm::Error enterFiles(Invocation &invocation) {
  OutputFiles &files = invocation.files;
  for (const Job &job : invocation.jobs) {
    if (llvm::Error wrong = checkPiped(invocation, job))
      return wrong;
    if (invocation.piped.contains(job.source))
      continue;
    if (files.reads(job.source))
      return llvm::createStringError("'" + job.source + "' is given twice");
    if (llvm::Error wrong = files.read(job.source, "the source"))
      return wrong;
  }
  for (const Job &job : invocation.jobs) {
    const OutputMode mode = job.options.mode;
    if (mode != OutputMode::File && mode != OutputMode::Directory)
      continue;
    const bool makesFolders = mode == OutputMode::Directory;
    RewrittenFile file;
    file.source = job.source;
    if (llvm::Error wrong = files.write(*resultPath(file, job.options),
                                        makesFolders ? "--out-dir" : "-o", makesFolders))
      return wrong;
  }
  const Options &common = invocation.jobs.front().options;
  for (const auto &[path, option] :
       {std::pair(&common.fixesFile, "--export-fixes"), std::pair(&common.reportFile, "--report"),
        std::pair(&common.certificateFile, "--certificate")})
    if (!path->empty())
      if (llvm::Error wrong = files.write(*path, option))
        return wrong;
  return llvm::Error::success();
}

} // namespace warpsmith::tool
