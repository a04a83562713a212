/// The command line of `warpsmith`.
#pragma once

#include "rewriter/arch/Architecture.h"
#include "rewriter/families/Schedule.h"
#include "rewriter/frontend/clang/KernelFilter.h"
#include "rewriter/passes/PassPipeline.h"
#include "rewriter/tool/Messages.h"
#include "rewriter/tool/OutputFiles.h"
#include "rewriter/tool/PipedSources.h"
#include "rewriter/tool/Settings.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/Error.h"
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::tool {

enum class OutputMode { StandardOutput, File, Directory, InPlace, Diff, Fixes, Emit, Check };
enum class EmitKind { Contraction, Schedule, Schedules, Benchmark };

/// For one source.
struct Options {
  std::shared_ptr<const clang::tooling::CompilationDatabase> compilations;
  std::vector<std::string> extraArguments, extraArgumentsBefore;
  Settings settings; ///< in effect, all of them said: what the options come from

  OutputMode mode = OutputMode::StandardOutput;
  EmitKind emit = EmitKind::Contraction;
  /// What is asked for is printed of contractions; --passes is not run.
  bool emitsContractions() const { return mode == OutputMode::Emit && emit != EmitKind::Schedule; }
  std::string outputFile, outputDirectory, fixesFile, reportFile, certificateFile;
  std::string lineDirectives; ///< the source's name in #line directives of the output; or empty

  PassPipeline passes;
  /// For kernels that `passes` do not apply to: nothing where the user has named passes.
  std::optional<PassPipeline> simplerPasses;
  const Architecture *architecture = nullptr; ///< the newest of those below
  /// What the output is for, the newest first: `passes` has a pipeline for each, if there are
  /// several.
  std::vector<const Architecture *> architectures;
  std::vector<std::string> commandArchitectures; ///< as the compile command names them
  std::string architectureReason; ///< why it is that one, where the user has named none
  bool relocatable = false;       ///< the compile command makes device code that is linked later
  Contract numerics;
  bool namesNumerics = false;             ///< the user has chosen them
  std::map<std::string, int64_t> assumed; ///< values of sizes, for --emit=schedules
  std::vector<std::string> instances;     ///< of kernel templates, which other files launch
  frontend::KernelFilter kernels;
  std::string cudaPath, formatStyle;
  std::string companion; ///< the file beside the outputs that holds what they share; or empty
  bool explain = false, occupancy = false, errorOnMissed = false, deviceHeaders = false;
  bool verify = false;      ///< run what was rewritten in the emulator before it is written
  bool mustVerify = false;  ///< nor must what cannot be run here be written
  bool check = false;       ///< a file that would change is an exit status of its own
  bool revert = false;      ///< generated code is taken out instead
  bool strictParse = false; ///< any error of the parse ends it
  bool verbose = false;     ///< each error that is in no way has a line
};

/// What `warpsmith same` is to compare, beside the sources.
struct SameRequest {
  /// As the user names them: of the first source and of the second, or two of the only one. Empty
  /// where sources have one kernel each.
  std::vector<std::string> kernels;
  /// How kernels that are not read are launched: `mm<<<dim3((n + 15) / 16, m), 256>>>`, in the
  /// names of the kernel's parameters.
  std::vector<std::string> launches;
  std::vector<std::array<int, 3>> sizes; ///< M, N and K to test with; empty: what tests take
  std::string report;                    ///< a file for the verdict as JSON; or empty
  bool runsTests = true;                 ///< beside a proof, too
  bool acceptsTested = false;            ///< that no difference was found is success
  /// A document that has the pairs and the settings, instead of sources; or empty. And its files
  /// that lie elsewhere now.
  std::string certificate;
  std::vector<std::string> moved;
};

struct Job {
  std::string source;
  Options options;
};

struct Invocation {
  /// At least one, but where there is a certificate. What is said of output is the same for all.
  std::vector<Job> jobs;
  std::vector<std::string> arguments; ///< of the command line, as they were given
  unsigned threads = 1;
  bool quiet = false; ///< remarks are not printed
  MessageFormat format = MessageFormat::Text;
  PipedSources piped;
  bool named = false;              ///< --stdin-name says what the source of a pipe is called
  OutputFiles files;               ///< what is read and written, as far as the command line says it
  std::optional<SameRequest> same; ///< instead of a rewrite
};

/// Parses and checks argv; an error is bad usage. Nothing when the call only asked for information
/// (`--list-passes`), which has been printed.
llvm::Expected<std::optional<Invocation>> parseOptions(int argc, const char **argv);

} // namespace warpsmith::tool
