/// The command line of `warpsmith`.
#pragma once

#include "rewriter/arch/Architecture.h"
#include "rewriter/ir/Schedule.h"
#include "rewriter/passes/PassPipeline.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::tool {

enum class OutputMode { StandardOutput, File, Directory, InPlace, Diff, Fixes, Emit };
enum class EmitKind { Contraction, Schedule };

struct Options {
  std::vector<std::string> sources;
  std::unique_ptr<clang::tooling::CompilationDatabase> compilations;
  std::vector<std::string> extraArguments, extraArgumentsBefore;

  OutputMode mode = OutputMode::StandardOutput;
  EmitKind emit = EmitKind::Contraction;
  std::string outputFile, outputDirectory, fixesFile, reportFile;

  PassPipeline passes;
  const Architecture *architecture = nullptr;
  Numerics numerics = Numerics::BitExact;
  std::string kernelGlob, cudaPath, formatStyle;
  bool explain = false, errorOnMissed = false, deviceHeaders = false;
  bool strictParse = false; ///< any error of the parse ends it
};

/// Parses and checks argv; an error is bad usage. Nothing when the call only asked for information
/// (`--list-passes`), which has been printed.
llvm::Expected<std::optional<Options>> parseOptions(int argc, const char **argv);

} // namespace warpsmith::tool
