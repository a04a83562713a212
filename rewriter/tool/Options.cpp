#include "rewriter/tool/Options.h"
#include "clang/Basic/Version.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace warpsmith::tool {
namespace {

namespace cl = llvm::cl;

cl::OptionCategory category("warpsmith options");

cl::list<std::string> sources(cl::Positional, cl::desc("<source>..."), cl::cat(category));
cl::opt<std::string> buildPath("p", cl::desc("Folder with compile_commands.json"),
                               cl::value_desc("build-path"), cl::cat(category));
cl::list<std::string> extraArguments("extra-arg", cl::desc("Appended to the compile command"),
                                     cl::cat(category));
cl::list<std::string> extraArgumentsBefore("extra-arg-before",
                                           cl::desc("Prepended to the compile command"),
                                           cl::cat(category));

cl::opt<std::string> passes("passes",
                            cl::desc("Pipeline of passes, as 'tile<128;128;16>,pipeline'"),
                            cl::cat(category));
cl::opt<bool> listPasses("list-passes", cl::desc("List the passes and their parameters"),
                         cl::cat(category));
cl::opt<std::string> architecture("arch", cl::desc("Architecture to schedule for (sm_80)"),
                                  cl::init("sm_80"), cl::value_desc("sm_XX"), cl::cat(category));
cl::opt<std::string>
    numerics("numerics",
             cl::desc("What a rewrite may change: bitexact (default), fp32, tf32, fp16, bf16"),
             cl::init("bitexact"), cl::cat(category));
cl::opt<std::string> kernelGlob("kernel", cl::desc("Only kernels whose name matches"),
                                cl::init("*"), cl::value_desc("glob"), cl::cat(category));

cl::opt<std::string> outputFile("o", cl::desc("Write the result to a file"), cl::value_desc("file"),
                                cl::cat(category));
cl::opt<std::string> outputDirectory("out-dir", cl::desc("Write results to files of a folder"),
                                     cl::value_desc("folder"), cl::cat(category));
cl::opt<bool> inPlace("i", cl::desc("Rewrite the sources in place"), cl::cat(category));
cl::opt<bool> diff("diff", cl::desc("Print a unified diff"), cl::cat(category));
cl::opt<std::string> exportFixes("export-fixes",
                                 cl::desc("Write the edits for clang-apply-replacements"),
                                 cl::value_desc("file.yaml"), cl::cat(category));
cl::opt<std::string> emit("emit", cl::desc("Print 'contraction' or 'schedule' instead of code"),
                          cl::cat(category));
cl::opt<std::string> reportFile("report", cl::desc("Write every verdict as JSON"),
                                cl::value_desc("file.json"), cl::cat(category));

cl::opt<std::string> cudaPath("cuda-path",
                              cl::desc("Parse with this CUDA toolkit instead of the built-in "
                                       "declarations"),
                              cl::value_desc("folder"), cl::cat(category));
cl::opt<std::string> formatStyle("format-style",
                                 cl::desc("clang-format style of generated code (file)"),
                                 cl::init("file"), cl::cat(category));
cl::opt<bool> explain("explain", cl::desc("Say for each kernel what each pass would do and why"),
                      cl::cat(category));
cl::opt<bool> errorOnMissed("error-on-missed", cl::desc("Exit 1 when a kernel is not rewritten"),
                            cl::cat(category));
cl::opt<bool> strictParse("strict-parse",
                          cl::desc("Rewrite nothing in a file with any error or missing header"),
                          cl::cat(category));
cl::opt<bool> deviceHeaders("device-headers",
                            cl::desc("Include <warpsmith/device/...> instead of standing alone"),
                            cl::cat(category));

constexpr const char *Overview =
    "Rewrites naive CUDA matrix-multiply kernels into faster ones.\n\n"
    "  warpsmith gemm.cu --passes='tile,pipeline' -o gemm.fast.cu -- -DNI=1024 -Iinclude\n";

llvm::Error usage(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

void printPasses() {
  for (const auto &pass : allPasses()) {
    const std::string spelled =
        std::string(pass->name()) + "<" + std::string(pass->parameters()) + ">";
    llvm::outs() << llvm::format("%-28s ", spelled.c_str()) << pass->summary() << "\n";
  }
}

llvm::Error chooseOutput(Options &options) {
  std::vector<std::pair<bool, std::pair<OutputMode, const char *>>> modes = {
      {!outputFile.empty(), {OutputMode::File, "-o"}},
      {!outputDirectory.empty(), {OutputMode::Directory, "--out-dir"}},
      {inPlace, {OutputMode::InPlace, "-i"}},
      {diff, {OutputMode::Diff, "--diff"}},
      {!exportFixes.empty(), {OutputMode::Fixes, "--export-fixes"}},
      {!emit.empty(), {OutputMode::Emit, "--emit"}}};
  const char *first = nullptr;
  for (const auto &[given, mode] : modes) {
    if (!given)
      continue;
    if (first)
      return usage(llvm::Twine(first) + " and " + mode.second + " exclude each other");
    first = mode.second;
    options.mode = mode.first;
  }
  if (options.sources.size() > 1 &&
      (options.mode == OutputMode::File || options.mode == OutputMode::StandardOutput))
    return usage("several sources need --out-dir, -i or --diff");
  std::set<std::string> names;
  for (const std::string &source : options.sources)
    if (options.mode == OutputMode::Directory &&
        !names.insert(llvm::sys::path::filename(source).str()).second)
      return usage("--out-dir: two sources are called '" + llvm::sys::path::filename(source) + "'");
  options.outputFile = outputFile;
  options.outputDirectory = outputDirectory;
  options.fixesFile = exportFixes;
  options.reportFile = reportFile;
  if (!emit.empty()) {
    if (emit != "contraction" && emit != "schedule")
      return usage("--emit=" + emit + ": expected 'contraction' or 'schedule'");
    options.emit = emit == "contraction" ? EmitKind::Contraction : EmitKind::Schedule;
  }
  return llvm::Error::success();
}

llvm::Error choosePasses(Options &options) {
  options.architecture = findArchitecture(architecture);
  if (!options.architecture) {
    std::string known;
    for (const Architecture &row : architectures())
      known += (known.empty() ? "" : ", ") + std::string(row.name);
    return usage("--arch=" + architecture + ": unknown architecture; known are " + known);
  }
  const auto contract = findNumerics(numerics.getValue());
  if (!contract)
    return usage("--numerics=" + numerics + ": expected bitexact, fp32, tf32, fp16 or bf16");
  options.numerics = *contract;
  const std::string text = !passes.empty()                      ? passes.getValue()
                           : options.architecture->hasCpAsync() ? "tile,pipeline"
                                                                : "tile";
  auto parsed = PassPipeline::parse(text);
  if (const auto *wrong = std::get_if<std::string>(&parsed))
    return usage("--passes: " + *wrong);
  options.passes = std::get<PassPipeline>(std::move(parsed));
  if (auto glob = llvm::GlobPattern::create(kernelGlob); !glob)
    return llvm::joinErrors(usage("--kernel=" + kernelGlob + ": not a glob"), glob.takeError());
  return llvm::Error::success();
}

llvm::Error findCompilations(Options &options,
                             std::unique_ptr<clang::tooling::CompilationDatabase> fromCommandLine) {
  using namespace clang::tooling;
  std::string error;
  if (fromCommandLine)
    options.compilations = std::move(fromCommandLine);
  else if (!buildPath.empty()) {
    options.compilations = CompilationDatabase::autoDetectFromDirectory(buildPath, error);
    if (!options.compilations)
      return usage("-p " + buildPath + ": " + llvm::StringRef(error).rtrim());
  } else {
    options.compilations = CompilationDatabase::autoDetectFromSource(options.sources[0], error);
  }
  if (!options.compilations)
    options.compilations =
        std::make_unique<FixedCompilationDatabase>(".", std::vector<std::string>{});
  return llvm::Error::success();
}

} // namespace

llvm::Expected<std::optional<Options>> parseOptions(int argc, const char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter([](llvm::raw_ostream &out) {
    out << "warpsmith " << WARPSMITH_VERSION << " (Clang " << clang::getClangFullVersion() << ")\n";
  });
  cl::ResetAllOptionOccurrences();
  // Takes `--` and what follows away from argv.
  std::string error;
  auto fromCommandLine =
      clang::tooling::FixedCompilationDatabase::loadFromCommandLine(argc, argv, error);
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  if (!cl::ParseCommandLineOptions(argc, argv, Overview, &stream))
    return usage(llvm::StringRef(messages).rtrim());
  if (listPasses) {
    printPasses();
    return std::nullopt;
  }
  Options options;
  options.sources = sources;
  if (options.sources.empty())
    return usage("no source given; try --help");
  options.extraArguments = extraArguments;
  options.extraArgumentsBefore = extraArgumentsBefore;
  options.kernelGlob = kernelGlob;
  options.cudaPath = cudaPath;
  options.formatStyle = formatStyle;
  options.explain = explain;
  options.errorOnMissed = errorOnMissed;
  options.deviceHeaders = deviceHeaders;
  options.strictParse = strictParse;
  if (llvm::Error wrong = chooseOutput(options))
    return wrong;
  if (llvm::Error wrong = choosePasses(options))
    return wrong;
  if (llvm::Error wrong = findCompilations(options, std::move(fromCommandLine)))
    return wrong;
  return options;
}

} // namespace warpsmith::tool
