#include "rewriter/tool/Options.h"
#include "rewriter/frontend/clang/NvccFlags.h"
#include "rewriter/tool/AppliedSettings.h"
#include "rewriter/tool/ChosenArchitecture.h"
#include "rewriter/tool/ParseSource.h"
#include "rewriter/tool/Settings.h"
#include "rewriter/tool/Usage.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <map>
#include <set>

namespace warpsmith::tool {
namespace {

namespace cl = llvm::cl;

cl::OptionCategory category("warpsmith options");
cl::SubCommand sameCommand("same", "Say whether two kernels compute the same, by proof or by test");
cl::SubCommandGroup bothCommands{&cl::SubCommand::getTopLevel(), &sameCommand};

cl::list<std::string> sources(cl::Positional, cl::desc("<source>..."), cl::cat(category),
                              cl::sub(bothCommands));
cl::opt<std::string> buildPath("p", cl::desc("Folder with compile_commands.json"),
                               cl::value_desc("build-path"), cl::cat(category),
                               cl::sub(bothCommands));
cl::list<std::string> extraArguments("extra-arg", cl::desc("Appended to the compile command"),
                                     cl::cat(category), cl::sub(bothCommands));
cl::list<std::string> extraArgumentsBefore("extra-arg-before",
                                           cl::desc("Prepended to the compile command"),
                                           cl::cat(category), cl::sub(bothCommands));

cl::opt<std::string> passes("passes",
                            cl::desc("Pipeline of passes, as 'tile<128;128;16>,pipeline'"),
                            cl::cat(category));
cl::opt<bool> listPasses("list-passes", cl::desc("List the passes and their parameters"),
                         cl::cat(category));
cl::opt<std::string> architecture("arch",
                                  cl::desc("Architectures to schedule for, as 'sm_80,sm_90a': each "
                                           "launch takes what is for its GPU; or 'native', that "
                                           "of the GPU; default: those of the compile command, "
                                           "else native, or sm_80 without a GPU"),
                                  cl::value_desc("sm_XX,..."), cl::cat(category));
cl::opt<std::string> numerics(
    "numerics",
    cl::desc(
        "What a rewrite may change: bitexact (default; each bit is as the original's, "
        "compiled with the same flags; a NaN stays a NaN of any payload), fp32, fp64, "
        "tf32, fp16, bf16, fp8-sums; with ',invariant' behind it an element's bits depend on its "
        "row of A, its column of B and k, not on other sizes or the batch; of 'same', which "
        "roundings may differ"),
    cl::init("bitexact"), cl::cat(category), cl::sub(bothCommands));
cl::opt<std::string> kernelGlob("kernel", cl::desc("Only kernels whose name matches"),
                                cl::init("*"), cl::value_desc("glob"), cl::cat(category));
cl::list<std::string> lines("lines",
                            cl::desc("Only kernels whose definition touches these lines, counted "
                                     "from 1; can be given several times"),
                            cl::value_desc("from:to"), cl::cat(category));
cl::list<std::string> instances(
    "instantiate",
    cl::desc("Rewrite this instance of a kernel template, which another file launches, as "
             "'gemm<float, 16>'; can be given several times"),
    cl::value_desc("instance"), cl::cat(category));
cl::opt<std::string> headerFilter("header-filter",
                                  cl::desc("Rewrite kernels of headers whose path matches, too"),
                                  cl::value_desc("regex"), cl::cat(category));
cl::opt<std::string> configFile("config-file",
                                cl::desc("Settings to take instead of those of .warpsmith files"),
                                cl::value_desc("file"), cl::cat(category), cl::sub(bothCommands));
cl::opt<bool> dumpConfig("dump-config",
                         cl::desc("Print the first source's settings as a .warpsmith file"),
                         cl::cat(category));
cl::opt<unsigned> threads("j", cl::Prefix,
                          cl::desc("Sources to work on at a time; 0, the default, is one per core"),
                          cl::value_desc("N"), cl::init(0), cl::cat(category));

cl::opt<std::string> outputFile("o", cl::desc("Write the result to a file; -: to standard output"),
                                cl::value_desc("file"), cl::cat(category));
cl::opt<std::string> outputDirectory("out-dir", cl::desc("Write results to files of a folder"),
                                     cl::value_desc("folder"), cl::cat(category));
cl::opt<std::string> stdinName("stdin-name",
                               cl::desc("What the source '-', standard input, is called in "
                                        "messages; its headers and settings are looked for in "
                                        "that folder"),
                               cl::init("<stdin>"), cl::value_desc("file"), cl::cat(category));
cl::opt<bool> inPlace("i", cl::desc("Rewrite the sources in place"), cl::cat(category));
cl::opt<std::string> lineDirectives(
    "line-directives",
    cl::desc("With -o or --out-dir: write #line directives that name the source so; nothing is "
             "written where nothing changes"),
    cl::value_desc("name"), cl::cat(category));
cl::opt<bool> revertGiven("revert",
                          cl::desc("Take generated code out again: every byte becomes what it was"),
                          cl::cat(category));
cl::opt<bool> diff("diff", cl::desc("Print a unified diff"), cl::cat(category));
cl::opt<bool> check("check",
                    cl::desc("Write nothing; exit 3 if anything would be rewritten (with --diff, "
                             "print it)"),
                    cl::cat(category));
cl::opt<MessageFormat> messageFormat(
    "format", cl::desc("How messages are printed: to standard output where no result goes there"),
    cl::values(clEnumValN(MessageFormat::Text, "text", "lines in Clang's form, to standard error"),
               clEnumValN(MessageFormat::Json, "json", "one document"),
               clEnumValN(MessageFormat::Sarif, "sarif", "one document, SARIF 2.1.0"),
               clEnumValN(MessageFormat::Github, "github", "workflow commands of GitHub Actions")),
    cl::init(MessageFormat::Text), cl::cat(category));
cl::opt<bool> quiet("quiet", cl::desc("Print no remarks, only warnings and errors"),
                    cl::cat(category));
cl::opt<std::string> exportFixes("export-fixes",
                                 cl::desc("Write the edits for clang-apply-replacements"),
                                 cl::value_desc("file.yaml"), cl::cat(category));
cl::opt<std::string>
    emit("emit",
         cl::desc("Print 'contraction', 'schedule' or, as JSON, 'benchmark' or 'schedules' instead "
                  "of code"),
         cl::cat(category));
cl::list<std::string> assumed("assume", cl::CommaSeparated,
                              cl::desc("Sizes that --emit=schedules predicts times for: values of "
                                       "kernel parameters or macros"),
                              cl::value_desc("name=value,..."), cl::cat(category));
cl::opt<std::string> reportFile("report", cl::desc("Write every verdict as JSON"),
                                cl::value_desc("file.json"), cl::cat(category));

cl::opt<std::string> certificate(
    "certificate",
    cl::desc("Write what was rewritten, how, and hashes of the files, which 'same' can check; of "
             "'same': what to check, instead of sources"),
    cl::value_desc("file.json"), cl::cat(category), cl::sub(bothCommands));

cl::opt<std::string> cudaPath("cuda-path",
                              cl::desc("Parse with this CUDA toolkit instead of the built-in "
                                       "declarations"),
                              cl::value_desc("folder"), cl::cat(category), cl::sub(bothCommands));
cl::opt<std::string> formatStyle("format-style",
                                 cl::desc("clang-format style of generated code (file)"),
                                 cl::init("file"), cl::cat(category));
cl::opt<bool>
    explain("explain",
            cl::desc("Say for each kernel what each pass would do, and how fast it would be"),
            cl::cat(category));
cl::opt<bool> occupancy("occupancy",
                        cl::desc("Print registers, shared memory and occupancy of what would be "
                                 "emitted, from nvcc where there is one"),
                        cl::cat(category));
cl::opt<bool> errorOnMissed("error-on-missed", cl::desc("Exit 1 when a kernel is not rewritten"),
                            cl::cat(category));
cl::opt<bool> strictParse("strict-parse",
                          cl::desc("Rewrite nothing in a file with any error or missing header"),
                          cl::cat(category));
cl::opt<bool> verbose("verbose",
                      cl::desc("Print each error of the parse, also those that no kernel needs"),
                      cl::cat(category));
cl::opt<std::string>
    verifyMode("verify",
               cl::desc("Run what is rewritten against its original in the emulator, and write "
                        "nothing that differs (on with -i; --verify=off)"),
               cl::ValueOptional, cl::cat(category));
cl::opt<bool> deviceHeaders("device-headers",
                            cl::desc("Include <warpsmith/...> instead of standing alone"),
                            cl::cat(category));
cl::opt<std::string> companionFile(
    "companion",
    cl::desc(
        "Put device code and kernels into a file of this name beside the rewritten files, which "
        "include it"),
    cl::value_desc("name"), cl::cat(category));

cl::opt<std::string> comparedKernels(
    "kernel",
    cl::desc("The kernel of the first source and that of the second, or two of the only one"),
    cl::value_desc("first,second"), cl::cat(category), cl::sub(sameCommand));
cl::list<std::string> comparedLaunches(
    "launch",
    cl::desc("How to launch a kernel that is not read, in the names of its parameters, as "
             "'mm<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>'; can be given twice"),
    cl::value_desc("kernel<<<grid, block>>>"), cl::cat(category), cl::sub(sameCommand));
cl::list<std::string> comparedSizes("sizes", cl::CommaSeparated,
                                    cl::desc("Sizes to test with, instead of the usual ones"),
                                    cl::value_desc("MxNxK,..."), cl::cat(category),
                                    cl::sub(sameCommand));
cl::opt<std::string> comparedReport("json", cl::desc("Write the verdict as JSON"),
                                    cl::value_desc("file"), cl::cat(category),
                                    cl::sub(sameCommand));
cl::opt<bool> proofOnly("proof-only", cl::desc("Run nothing: say only what can be proved"),
                        cl::cat(category), cl::sub(sameCommand));
cl::opt<bool> acceptTested("accept-tested",
                           cl::desc("Exit 0 when tests have found no difference, also without a "
                                    "proof"),
                           cl::cat(category), cl::sub(sameCommand));

constexpr const char *SameOverview =
    "Says whether two kernels compute the same: by proof, else by runs in the emulator.\n\n"
    "  warpsmith same naive.cu fast.cu -- -Iinclude\n"
    "  warpsmith same both.cu --kernel=mm,mm_fast --numerics=fp16 --\n"
    "  warpsmith same --certificate=rewrite.json\n\n"
    "The first kernel is the reference. Without --numerics sums may be added in any order, and\n"
    "nothing may be rounded to a shorter type. Exit status: 0 the same, 1 different, 2 wrong use,\n"
    "4 no difference found but no proof, 5 not judged.\n";

constexpr const char *Overview =
    "Rewrites naive CUDA matrix-multiply kernels into faster ones.\n\n"
    "  warpsmith gemm.cu --passes='tile,pipeline' -o gemm.fast.cu -- -DNI=1024 -Iinclude\n";

llvm::Error usage(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

void printPasses() {
  for (const auto &pass : allPasses()) {
    const std::string parameters(pass->parameters());
    const std::string spelled =
        std::string(pass->name()) + (parameters.empty() ? "" : "<" + parameters + ">");
    llvm::outs() << llvm::format("%-28s ", spelled.c_str()) << pass->summary() << "\n";
  }
}

llvm::Error chooseOutput(Options &options, const std::vector<std::string> &files) {
  std::vector<std::pair<bool, std::pair<OutputMode, const char *>>> modes = {
      {!outputFile.empty(),
       {outputFile == "-" ? OutputMode::StandardOutput : OutputMode::File, "-o"}},
      {!outputDirectory.empty(), {OutputMode::Directory, "--out-dir"}},
      {inPlace, {OutputMode::InPlace, "-i"}},
      {diff, {OutputMode::Diff, "--diff"}},
      {!exportFixes.empty(), {OutputMode::Fixes, "--export-fixes"}},
      {!emit.empty(), {OutputMode::Emit, "--emit"}},
      {occupancy, {OutputMode::StandardOutput, "--occupancy"}}};
  const char *first = nullptr;
  for (const auto &[given, mode] : modes) {
    if (!given)
      continue;
    if (first)
      return usage(llvm::Twine(first) + " and " + mode.second + " exclude each other");
    first = mode.second;
    options.mode = mode.first;
  }
  if (check && first && options.mode != OutputMode::Diff)
    return usage(llvm::Twine("--check and ") + first + " exclude each other");
  if (check && !diff)
    options.mode = OutputMode::Check;
  options.check = check;
  if (files.size() > 1 &&
      (options.mode == OutputMode::File || options.mode == OutputMode::StandardOutput) &&
      !dumpConfig)
    return usage("several sources need --out-dir, -i, --diff or --check");
  std::set<std::string> names;
  for (const std::string &source : files)
    if (options.mode == OutputMode::Directory &&
        !names.insert(llvm::sys::path::filename(source).str()).second)
      return usage("--out-dir: two sources are called '" + llvm::sys::path::filename(source) + "'");
  options.outputFile = outputFile;
  options.outputDirectory = outputDirectory;
  options.fixesFile = exportFixes;
  options.lineDirectives = lineDirectives;
  if (!lineDirectives.empty() && options.mode != OutputMode::File &&
      (options.mode != OutputMode::Directory || files.size() > 1))
    return usage("--line-directives is for -o, and for --out-dir with one source");
  options.reportFile = reportFile;
  options.certificateFile = certificate;
  if (!certificate.empty() &&
      (revertGiven || (options.mode != OutputMode::File && options.mode != OutputMode::Directory &&
                       options.mode != OutputMode::InPlace)))
    return usage("--certificate is of a rewrite that -o, --out-dir or -i writes to a file");
  if (!emit.empty()) {
    if (emit != "contraction" && emit != "schedule" && emit != "schedules" && emit != "benchmark")
      return usage("--emit=" + emit +
                   ": expected 'contraction', 'schedule', 'schedules' or 'benchmark'");
    options.emit = emit == "contraction" ? EmitKind::Contraction
                   : emit == "schedule"  ? EmitKind::Schedule
                   : emit == "schedules" ? EmitKind::Schedules
                                         : EmitKind::Benchmark;
    if (explain && (options.emit == EmitKind::Schedules || options.emit == EmitKind::Benchmark))
      return usage("--explain and --emit=" + emit + ", which is JSON, exclude each other");
  }
  return llvm::Error::success();
}

/// What the command line says.
Settings commandLineSettings() {
  Settings given;
  const auto take = [](auto &target, const auto &flag) {
    if (flag.getNumOccurrences())
      target = flag;
  };
  take(given.passes, passes);
  take(given.numerics, numerics);
  take(given.arch, architecture);
  take(given.kernel, kernelGlob);
  take(given.headerFilter, headerFilter);
  take(given.formatStyle, formatStyle);
  take(given.cudaPath, cudaPath);
  take(given.companion, companionFile);
  take(given.deviceHeaders, deviceHeaders);
  take(given.strictParse, strictParse);
  take(given.errorOnMissed, errorOnMissed);
  if (!extraArguments.empty())
    given.extraArguments.emplace(extraArguments.begin(), extraArguments.end());
  if (!extraArgumentsBefore.empty())
    given.extraArgumentsBefore.emplace(extraArgumentsBefore.begin(), extraArgumentsBefore.end());
  return given;
}

constexpr llvm::StringLiteral Native = "native", WithoutGpu = "sm_80";

/// Puts a name in the place of `native` and of nothing, and says why it is that one. `named` are
/// the architectures of the source's compile commands.
llvm::Error chooseArchitecture(Settings &settings, const std::vector<std::string> &named,
                               std::string &reason) {
  if (settings.arch && *settings.arch != Native)
    return llvm::Error::success();
  ChosenArchitectures found = allOf(named);
  if (!settings.arch && found.architectures.empty() && !named.empty())
    return usage("the compile command is for " + llvm::join(named, ", ") +
                 ", for which there is no code: known are " + knownArchitectures() +
                 "; --arch names another");
  if (settings.arch || found.architectures.empty())
    found = nativeArchitecture();
  if (found.architectures.empty() && settings.arch)
    return wrongValue(settings, "arch", *settings.arch, found.reason);
  reason = found.architectures.empty()
               ? "the default, since " + found.reason + "; choose another with --arch"
               : found.reason;
  settings.arch.emplace();
  for (const Architecture *row : found.architectures)
    *settings.arch += (settings.arch->empty() ? "" : ",") + std::string(row->name);
  if (settings.arch->empty())
    settings.arch = WithoutGpu.str();
  return llvm::Error::success();
}

constexpr llvm::StringLiteral DefaultPasses = "tile,pipeline";

/// What is said without --passes.
llvm::StringRef defaultPasses(const Architecture &target) {
  return target.hasCpAsync() ? DefaultPasses : SimplerPasses;
}

/// The command line's, then those of the files, then the defaults: all are said.
llvm::Expected<Settings> effectiveSettings(const std::string &source, Options &options) {
  std::vector<std::string> named;
  bool asksForNative = false;
  for (const clang::tooling::CompileCommand &command : commandsOf(source, options)) {
    llvm::append_range(named, frontend::namedArchitectures(command.CommandLine));
    options.relocatable |= frontend::makesRelocatableCode(command.CommandLine);
    asksForNative |= llvm::any_of(command.CommandLine, [](llvm::StringRef argument) {
      return argument == "native" || argument.ends_with("=native");
    });
  }
  options.commandArchitectures = named;
  // Code for GPUs that warpsmith does not know is beside that for this machine's.
  if (asksForNative && allOf(named).architectures.empty())
    named.clear();
  Settings settings = commandLineSettings();
  auto fromFile = configFile.empty() ? settingsFor(source) : readSettings(configFile);
  if (!fromFile)
    return fromFile.takeError();
  // A bad value is blamed on who said it.
  for (const char *key : {"passes", "numerics", "arch", "kernel", "header-filter"})
    if (cl::getRegisteredOptions().lookup(key)->getNumOccurrences())
      fromFile->origins.erase(key);
  settings.fillFrom(*fromFile);
  options.namesNumerics = settings.numerics.has_value();
  if (llvm::Error none = chooseArchitecture(settings, named, options.architectureReason))
    return none;
  Settings defaults;
  defaults.numerics = "bitexact";
  defaults.kernel = "*";
  defaults.headerFilter = defaults.cudaPath = defaults.companion = "";
  defaults.formatStyle = "file";
  defaults.deviceHeaders = defaults.strictParse = defaults.errorOnMissed = false;
  defaults.extraArguments.emplace();
  defaults.extraArgumentsBefore.emplace();
  settings.fillFrom(defaults);
  settings.inheritParentConfig = std::nullopt;
  if (!settings.passes) {
    options.simplerPasses.emplace(); // which apply() fills in
    auto targets = architecturesNamed(settings);
    if (!targets)
      return targets.takeError();
    const bool same = llvm::all_of(*targets, [&](const Architecture *row) {
      return defaultPasses(*row) == defaultPasses(*targets->front());
    });
    settings.passes.emplace();
    for (const Architecture *row : *targets)
      *settings.passes += (settings.passes->empty() ? "" : "|") +
                          (same ? "" : std::string(row->name) + ":") + defaultPasses(*row).str();
    if (same)
      settings.passes = defaultPasses(*targets->front()).str();
  }
  return settings;
}

llvm::Error parseLines(frontend::KernelFilter &filter) {
  for (const std::string &text : lines) {
    const auto [from, to] = llvm::StringRef(text).split(':');
    std::pair<unsigned, unsigned> range;
    if (from.getAsInteger(10, range.first) || to.getAsInteger(10, range.second) ||
        range.first == 0 || range.second < range.first)
      return usage("--lines=" + text + ": expected FROM:TO, lines counted from 1");
    filter.lines.push_back(range);
  }
  return llvm::Error::success();
}

llvm::Error parseInstances(Options &options) {
  for (const std::string &text : instances) {
    const auto [name, arguments] = llvm::StringRef(text).split('<');
    if (name.trim().empty() || !arguments.rtrim().ends_with('>') ||
        llvm::StringRef(text).find_first_of(";\r\n") != llvm::StringRef::npos)
      return usage("--instantiate=" + text +
                   ": expected a kernel and the arguments of its template, as 'gemm<float, 16>'");
    options.instances.push_back(text);
  }
  return llvm::Error::success();
}

llvm::Error parseAssumed(Options &options) {
  if (!assumed.empty() && emit != "schedules")
    return usage("--assume belongs to --emit=schedules");
  for (const std::string &text : assumed) {
    const auto [name, digits] = llvm::StringRef(text).split('=');
    int64_t value = 0;
    if (name.empty() || digits.getAsInteger(10, value) || value < 1)
      return usage("--assume=" + text + ": expected NAME=VALUE, a number above 0");
    options.assumed[name.str()] = value;
  }
  return llvm::Error::success();
}

/// What the command line says beside settings.
llvm::Error applyFlags(Options &options) {
  if (!options.settings.companion->empty() && options.companion.empty() &&
      companionFile.getNumOccurrences() != 0 && options.mode != OutputMode::Diff)
    return usage("--companion needs -o, --out-dir or -i, beside whose files it is written");
  options.verbose = verbose;
  options.mustVerify = verifyMode.getNumOccurrences() && verifyMode != "off";
  options.verify = options.mustVerify || (inPlace && verifyMode.getNumOccurrences() == 0);
  options.explain = explain;
  options.occupancy = occupancy;
  options.revert = revertGiven;
  if (options.revert)
    options.verify = options.mustVerify = false;
  if (llvm::Error error = parseInstances(options))
    return error;
  if (llvm::Error error = parseAssumed(options))
    return error;
  return parseLines(options.kernels);
}

/// At commas that are not among the arguments of a template.
std::vector<std::string> splitNames(const std::string &text) {
  std::vector<std::string> names(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '<' ? 1 : c == '>' ? -1 : 0;
    if (c == ',' && depth == 0)
      names.emplace_back();
    else
      names.back() += c;
  }
  return names;
}

/// What belongs to `warpsmith same`; nothing where that is not the command.
llvm::Expected<std::optional<SameRequest>> parseSame(const std::vector<std::string> &files) {
  if (!sameCommand)
    return std::nullopt;
  SameRequest request;
  if (!comparedKernels.empty())
    request.kernels = splitNames(comparedKernels);
  request.launches = comparedLaunches;
  for (const std::string &launch : request.launches)
    if (const auto [name, rest] = llvm::StringRef(launch).split("<<<");
        name.empty() || !rest.ends_with(">>>") || rest.find_first_of(";\n") != rest.npos)
      return usage("--launch=" + launch + ": expected 'kernel<<<grid, block>>>'");
  request.report = comparedReport;
  request.acceptsTested = acceptTested;
  request.runsTests = !proofOnly;
  if (proofOnly && (acceptTested || !comparedSizes.empty()))
    return usage(llvm::Twine("--proof-only and ") + (acceptTested ? "--accept-tested" : "--sizes") +
                 " exclude each other");
  if (files.size() > 2)
    return usage("same compares two kernels, of one source or two");
  if (request.kernels.size() != 0 && request.kernels.size() != 2)
    return usage("--kernel takes the names of two kernels, as naive,fast");
  for (const std::string &text : comparedSizes) {
    llvm::SmallVector<llvm::StringRef, 3> parts;
    llvm::StringRef(text).split(parts, 'x');
    std::array<int, 3> size{};
    for (size_t index = 0; index < 3; ++index)
      if (parts.size() != 3 || parts[index].getAsInteger(10, size[index]) || size[index] < 1)
        return usage("--sizes=" + text + ": expected MxNxK, numbers above 0");
    request.sizes.push_back(size);
  }
  return request;
}

/// `same --certificate`: the document has what is otherwise said of sources.
llvm::Expected<std::optional<Invocation>> parseCertified(bool hasFlags) {
  for (const auto &[flag, given] :
       {std::pair("-p", !buildPath.empty()), std::pair("flags behind --", hasFlags),
        std::pair("--extra-arg", !extraArguments.empty()),
        std::pair("--extra-arg-before", !extraArgumentsBefore.empty()),
        std::pair("--numerics", numerics.getNumOccurrences() > 0),
        std::pair("--kernel", comparedKernels.getNumOccurrences() > 0),
        std::pair("--cuda-path", cudaPath.getNumOccurrences() > 0),
        std::pair("--config-file", configFile.getNumOccurrences() > 0)})
    if (given)
      return usage(llvm::Twine("--certificate and ") + flag +
                   " exclude each other: the certificate holds them");
  auto request = parseSame({});
  if (!request)
    return request.takeError();
  Invocation invocation;
  invocation.same = *request;
  invocation.same->certificate = certificate;
  invocation.same->moved = sources;
  llvm::cantFail(invocation.files.read(certificate, "the certificate"));
  for (const std::string &file : sources)
    llvm::cantFail(invocation.files.read(file, "the source"));
  if (!invocation.same->report.empty())
    if (llvm::Error wrong = invocation.files.write(invocation.same->report, "--json"))
      return wrong;
  return invocation;
}

using Compilations = std::shared_ptr<const clang::tooling::CompilationDatabase>;

/// After `--`, of -p, or of the folders above the source.
llvm::Expected<Compilations> findCompilations(const std::string &source) {
  using namespace clang::tooling;
  std::string error;
  Compilations found;
  if (!buildPath.empty()) {
    found = CompilationDatabase::autoDetectFromDirectory(buildPath, error);
    if (!found)
      return usage("-p " + buildPath + ": " + llvm::StringRef(error).rtrim());
  } else {
    found = CompilationDatabase::autoDetectFromSource(source, error);
  }
  if (!found)
    found = std::make_shared<FixedCompilationDatabase>(".", std::vector<std::string>{});
  return found;
}

/// Every .cu file of a compile_commands.json, in order and once, whatever links lead to it.
std::vector<std::string> cudaFiles(const clang::tooling::CompilationDatabase &compilations) {
  std::set<std::string> files;
  for (const std::string &file : compilations.getAllFiles())
    if (llvm::sys::path::extension(file) == ".cu") {
      llvm::SmallString<256> plain(file);
      llvm::sys::path::remove_dots(plain, /*remove_dot_dot=*/true);
      files.insert(plain.str().str());
    }
  std::vector<std::string> result;
  std::set<llvm::sys::fs::UniqueID> known;
  for (const std::string &file : files) {
    llvm::sys::fs::UniqueID id;
    if (llvm::sys::fs::getUniqueID(file, id) || known.insert(id).second)
      result.push_back(file);
  }
  return result;
}

} // namespace

llvm::Expected<std::optional<Invocation>> parseOptions(int argc, const char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::HideUnrelatedOptions(category, sameCommand);
  cl::SetVersionPrinter([](llvm::raw_ostream &out) {
    out << "warpsmith " << WARPSMITH_VERSION << " (Clang " << clang::getClangFullVersion() << ")\n";
  });
  cl::ResetAllOptionOccurrences();
  const std::vector<std::string> typed(argv + 1, argv + argc);
  // Clang's own reading of `--` would take the value of nvcc's `-arch sm_80` for a source.
  Compilations compilations;
  bool hasFlags = false;
  if (const char **end = argv + argc, **dashes = std::find(argv, end, llvm::StringRef("--"));
      dashes != end) {
    compilations = std::make_shared<clang::tooling::FixedCompilationDatabase>(
        ".", std::vector<std::string>(dashes + 1, end));
    hasFlags = dashes + 1 != end;
    argc = static_cast<int>(dashes - argv);
  }
  const bool compares = argc > 1 && llvm::StringRef(argv[1]) == sameCommand.getName();
  if (llvm::Error wrong = checkArguments(argc, argv, category,
                                         compares ? sameCommand : cl::SubCommand::getTopLevel()))
    return wrong;
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  if (!cl::ParseCommandLineOptions(argc, argv, compares ? SameOverview : Overview, &stream))
    return usage(llvm::StringRef(messages).rtrim());
  if (!verifyMode.empty() && verifyMode != "on" && verifyMode != "off")
    return usage("--verify=" + verifyMode + ": expected on or off");
  if (listPasses) {
    printPasses();
    return std::nullopt;
  }
  if (compares && !certificate.empty())
    return parseCertified(hasFlags);
  std::vector<std::string> files = sources;
  if (files.empty() && !buildPath.empty() && !compilations) {
    auto found = findCompilations({});
    if (!found)
      return found.takeError();
    files = cudaFiles(**found);
    if (files.empty())
      return usage("-p " + buildPath + ": no .cu file in compile_commands.json");
    compilations = *found;
  }
  if (files.empty())
    return usage("no source given; try --help");
  auto same = parseSame(files);
  if (!same)
    return same.takeError();
  if (revertGiven)
    for (const auto &[flag, given] :
         {std::pair("--emit", !emit.empty()), std::pair("--explain", explain.getValue()),
          std::pair("--occupancy", occupancy.getValue()),
          std::pair("--passes", passes.getNumOccurrences() > 0),
          std::pair("--kernel", kernelGlob.getNumOccurrences() > 0),
          std::pair("--lines", !lines.empty()), std::pair("--instantiate", !instances.empty())})
      if (given)
        return usage(llvm::Twine("--revert and ") + flag + " exclude each other");
  if (files.size() > 1 && !lines.empty())
    return usage("--lines is for a single source");
  if (files.size() > 1 && !instances.empty())
    return usage("--instantiate is for a single source");
  Invocation invocation;
  invocation.same = *same;
  invocation.arguments = typed;
  invocation.threads = threads;
  invocation.quiet = quiet;
  invocation.format = messageFormat;
  invocation.named = stdinName.getNumOccurrences() > 0;
  if (!sources.empty())
    for (std::string &file : files) {
      auto name = invocation.piped.open(file, stdinName);
      if (!name)
        return name.takeError();
      file = std::move(*name);
    }
  if (invocation.named && !invocation.piped.contains(stdinName))
    return usage("--stdin-name is for the source '-', standard input");
  Options common;
  if (!invocation.same)
    if (llvm::Error wrong = chooseOutput(common, files))
      return wrong;
  if (!compilations && !buildPath.empty()) {
    auto found = findCompilations({});
    if (!found)
      return found.takeError();
    compilations = *found;
  }
  std::map<std::string, Compilations> ofFolders; // a large database is read once
  for (const std::string &file : files) {
    Options options = common;
    options.compilations = compilations;
    if (!compilations) {
      Compilations &known = ofFolders[llvm::sys::path::parent_path(file).str()];
      if (!known) {
        auto found = findCompilations(file);
        if (!found)
          return found.takeError();
        known = *found;
      }
      options.compilations = known;
    }
    auto settings = effectiveSettings(file, options);
    if (!settings)
      return settings.takeError();
    if (llvm::Error wrong = apply(*settings, options))
      return wrong;
    if (llvm::Error wrong = applyFlags(options))
      return wrong;
    if (dumpConfig) {
      llvm::outs() << settings->yaml();
      return std::nullopt;
    }
    for (const auto &[key, place] : settings->origins)
      llvm::cantFail(
          invocation.files.read(llvm::StringRef(place).rsplit(':').first, "the settings"));
    invocation.jobs.push_back({file, std::move(options)});
  }
  if (invocation.same && !invocation.same->report.empty())
    if (llvm::Error wrong = invocation.files.write(invocation.same->report, "--json"))
      return wrong;
  if (!configFile.empty())
    llvm::cantFail(invocation.files.read(configFile, "the settings"));
  if (!buildPath.empty())
    llvm::cantFail(
        invocation.files.read(buildPath + "/compile_commands.json", "the compile commands"));
  return invocation;
}

} // namespace warpsmith::tool
