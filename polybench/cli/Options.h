// The command line of `polybench`.
#pragma once

#include "runtime/harness/core/Benchmark.h"
#include "runtime/harness/core/ElementType.h"
#include "runtime/harness/run/Toolchain.h"
#include "runtime/harness/run/VariantBuilder.h"
#include <CLI/CLI.hpp>
#include <optional>

namespace warpsmith::polybench {

/// What is built: shared by `run` and `build`.
struct BuildOptions {
  std::string benchmark; ///< or a file with kernels
  std::string kernel = "*";
  std::vector<std::string> flags; ///< of nvcc, for such a file
  std::string variants;           ///< empty: all, and with --passes the original alone
  std::vector<std::string> passes;
  std::vector<std::string> numerics;
  std::string types = "float";
  std::string device = "auto";
  std::string architecture;
  std::string warpsmith;
  std::string compiler;
  std::string cache;
  std::string keepSources;
  std::string rewritten;
  bool sanitize = false;
  int jobs = 0;
};

struct RunOptions {
  BuildOptions build;
  std::string sizes;
  std::string inputs = "random,integer,offset,polybench";
  std::string devices;
  std::string l2 = "cold";
  std::string modes; ///< empty: one, by `l2`
  int ltHeuristics = 1;
  bool skipOriginal = false;
  int repetitions = 15;
  double minTime = 0.3;
  double warmupTime = 0.5;
  std::uint64_t seed = 1;
  double timeout = 0; // 0: as long as the device deserves
  bool noTime = false;
  bool racecheck = false;
  std::string format = "table";
  std::string json;
  bool resume = false;
  std::string csv;
  std::string prebuilt;
  std::vector<std::string> input;
  std::string output;
  double alpha = 1;
  double beta = 0;
  std::string computeSanitizer;
  bool profile = false;
  std::string profileSizes;
  std::optional<std::size_t> guardBytes;
  std::string launcher = "local";
  std::string jobFolder;
  std::string slurmOptions;
  int retries = 2;
};

struct TuneOptions {
  RunOptions run; ///< what a `run` of the schedules would be asked for
  std::string numerics = "bitexact";
  std::string budget;
  std::size_t keep = 24;
  double factor = 1.5;
  std::string from; ///< a results file
  std::string output = "tuned.json";
  bool table = false;
  bool forAuto = false;
};

struct TableOptions {
  std::string file;
  bool markdown = false;
  std::string update;
  std::string check;
};

struct CompareOptions {
  std::string before;
  std::string after;
  std::string threshold = "5%";
  std::string colour = "auto";
};

struct ReportOptions {
  std::vector<std::string> files;
  std::string output;
  std::string diffs;
};

/// Experiments on what overlaps inside an SM; of `build`, the tools alone.
struct MicroOptions {
  BuildOptions build;
  std::vector<std::string> experiments;
  bool all = false;
  bool list = false;
  std::string output;
  std::string plots;
  int repetitions = 11;
  double sampleTime = 3e-4;
  double minTime = 0.1;
  double warmupTime = 0.2;
  std::uint64_t seed = 1;
  double timeout = 0; // 0: as long as the device deserves
  std::string prebuilt;
  std::string buildOnly;
};

/// Of all commands that build: architecture, tools, cache and jobs.
void addToolOptions(CLI::App &command, BuildOptions &options);
void addBuildOptions(CLI::App &command, BuildOptions &options);
void addRunOptions(CLI::App &command, RunOptions &options);
void addTuneOptions(CLI::App &command, TuneOptions &options);
void addTableOptions(CLI::App &command, TableOptions &options);
void addCompareOptions(CLI::App &command, CompareOptions &options);
void addReportOptions(CLI::App &command, ReportOptions &options);
void addMicroOptions(CLI::App &command, MicroOptions &options);

/// Reports an output file that cannot be written before the work, not after. Throws InputError.
void checkWritable(const std::string &file);

/// The benchmarks that a name, `all` or a file with kernels stands for. Throws InputError.
std::vector<const harness::Benchmark *> selectBenchmarks(const BuildOptions &options);
/// The types of a --dtype list. Throws InputError.
std::vector<ElementType> selectTypes(const std::string &list);
/// The types of --dtype that a benchmark can be built for. Throws InputError when it was named and
/// lacks one; `all` leaves out what does not go together.
std::vector<ElementType> typesOf(const harness::Benchmark &benchmark, const BuildOptions &options);
/// The variants of --variants, --passes and --numerics together. Throws InputError.
std::vector<harness::Variant> selectVariants(const BuildOptions &options);

} // namespace warpsmith::polybench
