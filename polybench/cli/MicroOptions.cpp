#include "polybench/cli/Options.h"

namespace warpsmith::polybench {

void addMicroOptions(CLI::App &command, MicroOptions &options) {
  command.add_option("experiments", options.experiments, "Experiments by name; see --list");
  command.add_flag("--all", options.all, "All experiments");
  command.add_flag("--list", options.list, "List the experiments, or the points of the named ones");
  command.add_option("--output", options.output, "Write the results, in Google Benchmark's schema");
  command.add_option("--plots", options.plots,
                     "Draw into this folder, by scripts/plot.py (needs matplotlib)");
  command.add_option("--repetitions", options.repetitions, "Samples per point")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command
      .add_option("--sample-time", options.sampleTime,
                  "Seconds that a launch of a microbenchmark takes; where roles are balanced, each "
                  "of them alone")
      ->check(CLI::Range(1e-5, 0.1))
      ->capture_default_str();
  command
      .add_option("--min-time", options.minTime,
                  "Seconds of all samples of one variant of GEMM together")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--warmup-time", options.warmupTime, "Seconds of warm-up of each experiment")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command.add_option("--seed", options.seed, "Seed of the order and of GEMM's inputs")
      ->capture_default_str();
  command
      .add_option("--timeout", options.timeout,
                  "Longest silence of a worker, in seconds; default 60, emulator 600")
      ->check(CLI::PositiveNumber);
  command.add_option("--prebuilt", options.prebuilt, "Use the folder that --build-only has built");
  command
      .add_option("--build-only", options.buildOnly,
                  "Build into this folder, for --prebuilt on another machine; run nothing")
      ->excludes("--prebuilt");
  BuildOptions &build = options.build;
  command
      .add_option("--device", build.device,
                  "auto, gpu or emulator; the emulator verifies, and times nothing")
      ->capture_default_str();
  addToolOptions(command, build);
}

} // namespace warpsmith::polybench
