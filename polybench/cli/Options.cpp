#include "polybench/cli/Options.h"
#include "polybench/Suite.h"
#include "polybench/cli/UserKernels.h"
#include "runtime/harness/core/Sizes.h"
#include <algorithm>
#include <cmath>
#include <filesystem>

namespace warpsmith::polybench {

using namespace warpsmith;
using namespace warpsmith::harness;

namespace {

/// What is built for, and with what.
void addTargetOptions(CLI::App &command, BuildOptions &options) {
  command
      .add_option("--dtype", options.types,
                  "Data types: float, double, half, bfloat16; int8, uint8; fp8, fp8-e5m2")
      ->capture_default_str();
  command.add_option("--device", options.device, "auto, gpu or emulator")->capture_default_str();
  addToolOptions(command, options);
}

/// Of what compares with bounds, which a NaN passes.
CLI::Validator isFinite() {
  return {[](std::string &text) {
            double value = 0;
            const bool isNumber = CLI::detail::lexical_cast(text, value);
            return isNumber && std::isfinite(value) ? std::string() : text + " is no finite number";
          },
          ""};
}

/// What --arch can be; whether warpsmith knows it, warpsmith says.
CLI::Validator isArchitecture() {
  return {[](std::string &text) {
            std::string_view number = text;
            if (number == "native")
              return std::string();
            const bool begins = number.starts_with("sm_");
            number.remove_prefix(begins ? 3 : 0);
            if (number.ends_with('a') || number.ends_with('f'))
              number.remove_suffix(1);
            const bool isNumber = number.size() >= 2 && number.size() <= 3 &&
                                  number.find_first_not_of("0123456789") == std::string_view::npos;
            return begins && isNumber ? std::string()
                                      : "'" + text + "' is no architecture, as sm_90a or native";
          },
          ""};
}

/// What one option makes meaningless is refused, not ignored.
void excludeOthers(CLI::App &command, CLI::Option &option,
                   const std::vector<std::string> &allowed) {
  for (CLI::Option *other : command.get_options()) {
    const auto isOther = [&](const std::string &name) { return !other->check_name(name); };
    if (other != &option && other != command.get_help_ptr() &&
        std::all_of(allowed.begin(), allowed.end(), isOther))
      option.excludes(other);
  }
}

/// On what is measured, and how.
void addMeasuringOptions(CLI::App &command, RunOptions &options) {
  command.add_option(
      "--sizes", options.sizes,
      "Sizes: 512, 1000x1024x777, STANDARD, random:COUNT[:[SMALLEST-]LARGEST]; several joined by "
      "commas");
  command.add_option(
      "--devices", options.devices,
      "Devices of this host that share the problems, each with a worker process: all, "
      "or CUDA's device numbers (0,1,3). The emulator has any number of devices; all "
      "means one per core");
  command
      .add_option("--inputs", options.inputs,
                  "Inputs to verify on: random, normal, integer, polybench, offset (random, off "
                  "alignment)")
      ->capture_default_str();
  CLI::Option *l2 =
      command
          .add_option("--l2", options.l2,
                      "cold: buffers rotate over more than twice the L2 cache; warm: the same are "
                      "used again")
          ->check(CLI::IsMember({"cold", "warm"}))
          ->capture_default_str();
  command
      .add_option("--modes", options.modes,
                  "Time in each of these modes, joined by commas: graph-cold, graph-warm (launches "
                  "are replayed from a CUDA graph), stream-cold, stream-warm (the host enqueues "
                  "each), automatic-cold, automatic-warm (a graph below 200 us). Figures are the "
                  "first mode's; --json has the others, too")
      ->excludes(l2);
  command
      .add_option("--lt-heuristics", options.ltHeuristics,
                  "cublasLt takes the fastest of this many first choices of its heuristics")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  command.add_flag("--skip-original", options.skipOriginal,
                   "Verify with the original, but do not time it");
  command.add_option("--repetitions", options.repetitions, "Samples per contestant")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command
      .add_option("--min-time", options.minTime,
                  "Seconds that all samples of one contestant take together")
      ->check(CLI::PositiveNumber)
      ->check(isFinite())
      ->capture_default_str();
  command.add_option("--warmup-time", options.warmupTime, "Seconds of warm-up at each size")
      ->check(CLI::NonNegativeNumber)
      ->check(isFinite())
      ->capture_default_str();
  command.add_option("--seed", options.seed, "Seed of the random inputs")->capture_default_str();
  command
      .add_option("--timeout", options.timeout,
                  "Longest silence of a worker, in seconds; default 60, emulator 600")
      ->check(CLI::PositiveNumber)
      ->check(isFinite());
}

} // namespace

void addToolOptions(CLI::App &command, BuildOptions &options) {
  command
      .add_option(
          "--arch", options.architecture,
          "Architecture to build for; default: native, that of the GPU, or sm_90a without one")
      ->check(isArchitecture());
  command.add_option("--warpsmith", options.warpsmith,
                     "The rewriter; default: the one in polybench's folder");
  command.add_option("--compiler", options.compiler,
                     "nvcc or warpsmith-emulate; default: searched for");
  command.add_option("--cache", options.cache,
                     "Build cache; default: WARPSMITH_CACHE, else ~/.cache/warpsmith");
  command
      .add_option("--jobs,-j", options.jobs,
                  "Builds at a time, and workers of the emulator; default: one per core")
      ->check(CLI::NonNegativeNumber);
}

void addBuildOptions(CLI::App &command, BuildOptions &options) {
  command
      .add_option("benchmark", options.benchmark,
                  "A benchmark's name, all, or a .cu file with kernels to run")
      ->required();
  command.add_option("flags", options.flags, "After --: the flags that nvcc needs for that file");
  command.add_option("--kernel", options.kernel, "Only kernels of that file whose name matches")
      ->capture_default_str();
  command.add_option("--variants", options.variants,
                     "Names of the standard variants (see `polybench list`), or all; with --passes "
                     "the default is only the original, and of a .cu file the original and auto");
  command
      .add_option(
          "--passes", options.passes,
          "A pipeline of your own, as warpsmith --passes takes it; several with ';' between "
          "them, or repeated")
      ->allow_extra_args(false);
  command
      .add_option(
          "--numerics", options.numerics,
          "Numerics contract of --passes: bitexact (default), fp32, fp64, tf32, fp16, "
          "bf16, fp8-sums, and ',invariant' behind it or not; one for all pipelines, or one "
          "per pipeline")
      ->allow_extra_args(false);
  addTargetOptions(command, options);
  command.add_option("--rewritten", options.rewritten,
                     "Take rewritten sources from this folder (see --keep-sources) instead of "
                     "running warpsmith");
  command.add_option("--keep-sources", options.keepSources,
                     "Copy the rewritten sources to this folder");
  command.add_flag("--sanitize", options.sanitize,
                   "Build for the emulator with the address sanitizer");
}

void addRunOptions(CLI::App &command, RunOptions &options) {
  addBuildOptions(command, options.build);
  addMeasuringOptions(command, options);
  command.add_flag("--no-time", options.noTime,
                   "Verify only, without cuBLAS; --jobs workers share a GPU");
  command.add_flag(
      "--racecheck", options.racecheck,
      "The emulator reports races on global memory: two threads access one element, at "
      "least one of them writes, and nothing orders them");
  command
      .add_option("--format", options.format,
                  "Format of standard output: table, csv, json, or polybench (the lines that "
                  "PolyBench/GPU's programs print)")
      ->check(CLI::IsMember({"table", "csv", "json", "polybench"}))
      ->capture_default_str();
  command.add_option("--json", options.json, "Write the results, in Google Benchmark's schema");
  command.add_flag("--resume", options.resume,
                   "Continue the run in the file of --json, if it exists: problems that it holds "
                   "completely are not measured again. Machine, commit, builds and settings must "
                   "be the same");
  command.add_option("--csv", options.csv, "Write the results, one line per contestant");
  command.add_option("--prebuilt", options.prebuilt,
                     "Use the variants of this folder (see `polybench build --out`)");
  command.add_option("--input", options.input,
                     "Your own matrices (.csv or .npy) in the order of the benchmark's buffers");
  command.add_option("--output", options.output, "Where to write the result of --input");
  command.add_option("--alpha", options.alpha, "Scalar with --input")->capture_default_str();
  command.add_option("--beta", options.beta, "Scalar with --input")->capture_default_str();
  command.add_option("--compute-sanitizer", options.computeSanitizer,
                     "Verify under NVIDIA's compute-sanitizer, once with each of these tools: "
                     "memcheck, racecheck, synccheck, initcheck");
  command.add_flag("--profile", options.profile,
                   "Nsight Compute (ncu) reads how busy each unit of an SM is while a contestant "
                   "runs, cuBLAS too; --json holds it, and `polybench report` draws it");
  command.add_option("--profile-sizes", options.profileSizes,
                     "With --profile, only at these of the --sizes");
  command.add_option("--guard-bytes", options.guardBytes,
                     "Guard band on either side of each buffer");
  command
      .add_option("--launcher", options.launcher,
                  "local: this host; slurm: an array job of Slurm, with one task per problem")
      ->check(CLI::IsMember({"local", "slurm"}))
      ->capture_default_str();
  command.add_option("--job-folder", options.jobFolder,
                     "With --launcher=slurm, the folder for programs, results and logs, on a file "
                     "system that the nodes share; a launch with the same folder continues");
  command.add_option("--slurm-options", options.slurmOptions,
                     "With --launcher=slurm, options for sbatch: '--partition=gpu --gres=gpu:1 "
                     "--time=10'");
  command
      .add_option("--retries", options.retries,
                  "With --launcher=slurm, how often a task without a result is submitted again")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
}

void addTuneOptions(CLI::App &command, TuneOptions &options) {
  RunOptions &run = options.run;
  command.add_option("benchmark", run.build.benchmark,
                     "A benchmark's name, or all benchmarks with products");
  addTargetOptions(command, run.build);
  addMeasuringOptions(command, run);
  command
      .add_option("--numerics", options.numerics,
                  "Numerics contracts to search under, joined by commas: bitexact, fp32, fp64, "
                  "tf32, fp16, bf16, fp8-sums")
      ->capture_default_str();
  command.add_option("--budget", options.budget,
                     "How long the search may take: 90s, 10m, 1.5h; default: no limit. The table "
                     "gets what was measured until then");
  command
      .add_option("--keep", options.keep,
                  "How many schedules per problem are measured beside the standard variants: the "
                  "best by the model")
      ->capture_default_str();
  command
      .add_option("--factor", options.factor,
                  "Leave out schedules for which the model predicts more than this many times the "
                  "time of its best")
      ->check(CLI::Range(1.0, 1e6))
      ->check(isFinite())
      ->capture_default_str();
  command
      .add_option("--output,-o", options.output,
                  "The table; its rows of other problems stay. The results of each round go to a "
                  "folder in the same place")
      ->capture_default_str();
  command.add_flag("--resume", run.resume,
                   "Continue with the rounds in the folder of --output: problems that they hold "
                   "completely are not measured again");
  CLI::Option *from = command.add_option(
      "--from", options.from, "Measure nothing: take the fastest variants of this results file");
  CLI::Option *table = command.add_flag("--table", options.table,
                                        "Print the table of --output, and measure nothing");
  CLI::Option *forAuto = command.add_flag(
      "--for-auto", options.forAuto,
      "Print what `warpsmith --passes=auto` takes according to the table of --output "
      "(rewriter/passes/Tuned.def), and measure nothing");
  excludeOthers(command, *from, {"benchmark", "--numerics", "--output", "--warpsmith"});
  excludeOthers(command, *table, {"--output"});
  excludeOthers(command, *forAuto, {"--output"});
}

void addTableOptions(CLI::App &command, TableOptions &options) {
  command.add_option("results", options.file, "A results file");
  command.add_flag("--markdown", options.markdown, "Print Markdown");
  CLI::Option *update = command.add_option(
      "--update", options.update, "Refresh the tables between markers of this Markdown file");
  command
      .add_option("--check", options.check,
                  "Exit with 1 if --update would change this Markdown file")
      ->excludes(update);
}

std::vector<const Benchmark *> selectBenchmarks(const BuildOptions &options) {
  const std::string &name = options.benchmark;
  if (isSourceFile(name))
    return userKernels(options);
  if (!options.flags.empty())
    throw InputError("unexpected argument '" + options.flags.front() +
                     "': flags belong to a .cu file");
  if (options.kernel != "*")
    throw InputError("--kernel belongs to a .cu file");
  if (name == "all")
    return suite();
  if (const Benchmark *benchmark = findBenchmark(name))
    return {benchmark};
  std::string known;
  for (const Benchmark *benchmark : allBenchmarks())
    known += ", " + std::string(benchmark->name);
  throw InputError("unknown benchmark '" + name + "' (known: all" + known + ")");
}

std::vector<ElementType> selectTypes(const std::string &list) {
  std::vector<ElementType> types;
  for (const std::string &name : splitList(list, "--dtype")) {
    const auto type = parseElementType(name);
    if (!type) {
      throw InputError("--dtype: unknown type '" + name +
                       "' (known: float, double, half, "
                       "bfloat16, int8, uint8, fp8, fp8-e5m2)");
    }
    if (std::find(types.begin(), types.end(), *type) == types.end())
      types.push_back(*type);
  }
  return types;
}

std::vector<ElementType> typesOf(const Benchmark &benchmark, const BuildOptions &options) {
  if (benchmark.source) // has its own
    return benchmark.types;
  std::vector<ElementType> types;
  for (const ElementType type : selectTypes(options.types)) {
    if (supports(benchmark, type)) {
      types.push_back(type);
    } else if (options.benchmark != "all") {
      std::string known;
      for (const ElementType supported : benchmark.types)
        known += (known.empty() ? "" : ", ") + std::string(spelling(supported));
      throw InputError("--dtype: '" + std::string(benchmark.name) + "' cannot be built for " +
                       std::string(spelling(type)) + " (only for " + known + ")");
    }
  }
  return types;
}

namespace {

/// Pipelines with ';' between them, which is also what stands between a pass's arguments.
std::vector<std::string> splitPipelines(const std::vector<std::string> &lists) {
  std::vector<std::string> pipelines;
  for (const std::string &list : lists) {
    int depth = 0;
    pipelines.emplace_back();
    for (const char character : list) {
      depth += character == '<' ? 1 : character == '>' ? -1 : 0;
      if (character == ';' && depth == 0)
        pipelines.emplace_back();
      else
        pipelines.back() += character;
    }
  }
  for (const std::string &pipeline : pipelines)
    if (pipeline.empty())
      throw InputError("--passes: the pipeline is empty");
  return pipelines;
}

} // namespace

std::vector<Variant> selectVariants(const BuildOptions &options) {
  if (!options.numerics.empty() && options.passes.empty() &&
      !(options.variants.empty() && isSourceFile(options.benchmark)))
    throw InputError("--numerics belongs to --passes; the standard variants have theirs");
  std::vector<std::string> pipelines = splitPipelines(options.passes);
  // What somebody tries on a kernel of theirs first.
  const bool isTrial = options.passes.empty() && options.variants.empty() &&
                       options.rewritten.empty() && isSourceFile(options.benchmark);
  if (isTrial)
    pipelines.emplace_back("auto");
  const std::string byDefault = options.passes.empty() && !isTrial ? "all" : "original";
  std::vector<Variant> variants =
      harness::selectVariants(options.variants.empty() ? byDefault : options.variants);
  if (options.numerics.size() > 1 && options.numerics.size() != pipelines.size()) {
    throw InputError("--numerics was given " + std::to_string(options.numerics.size()) +
                     " times for " + std::to_string(pipelines.size()) + " --passes");
  }
  for (std::size_t index = 0; index < pipelines.size(); ++index) {
    Contract contract;
    if (!options.numerics.empty()) {
      const std::string &name = options.numerics[options.numerics.size() == 1 ? 0 : index];
      const auto parsed = findContract(name);
      if (!parsed) {
        throw InputError("--numerics: unknown contract '" + name + "' (known: " + numericsNames() +
                         ")");
      }
      contract = *parsed;
    }
    Variant variant = adHocVariant(pipelines[index], contract);
    const auto isAnother = [&](const auto &isSame) {
      return std::any_of(variants.begin(), variants.end(), isSame);
    };
    if (isAnother([&](const Variant &other) {
          return other.passes == variant.passes && other.contract == contract;
        }))
      throw InputError("'" + pipelines[index] + "' is given twice under " +
                       std::string(name(contract)));
    if (isAnother([&](const Variant &other) { return other.name == variant.name; }))
      variant.name += "-" + std::string(name(contract));
    variants.push_back(std::move(variant));
  }
  return variants;
}

void checkWritable(const std::string &file) {
  if (file.empty())
    return;
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  std::error_code code;
  if (!std::filesystem::is_directory(folder, code))
    throw InputError("cannot write '" + file + "': there is no folder '" + folder.string() + "'");
  if (std::filesystem::is_directory(file, code))
    throw InputError("cannot write '" + file + "': it is a folder");
  if (code && code != std::errc::no_such_file_or_directory)
    throw InputError("cannot write '" + file + "': " + code.message());
}

} // namespace warpsmith::polybench
