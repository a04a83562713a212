// The options of the commands that read results files.
#include "polybench/cli/Options.h"

namespace warpsmith::polybench {
namespace {

constexpr const char *ComparisonMethod =
    "Each row of NEW stands beside the row of OLD with its benchmark, variant, type and size: "
    "both\n"
    "medians, their ratio, and an interval that holds the true ratio with a probability of 95 %,\n"
    "from the order statistics of the samples (7 or more in each file). A row is slower when the\n"
    "whole interval is beyond the threshold.\n\n"
    "Exit status: 1 when a row is slower or no longer verifies (cuBLAS's rows do not count), 2 "
    "when\n"
    "a file cannot be read or nothing matches, else 0.";

} // namespace

void addCompareOptions(CLI::App &command, CompareOptions &options) {
  command.footer(ComparisonMethod);
  command.add_option("OLD", options.before, "The results file to compare with")->required();
  command.add_option("NEW", options.after, "The results file to judge")->required();
  command
      .add_option("--threshold", options.threshold,
                  "What counts as slower or faster, in percent of OLD's median")
      ->capture_default_str();
  command.add_option("--color", options.colour, "auto: where standard output is a terminal")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
}

void addReportOptions(CLI::App &command, ReportOptions &options) {
  command.footer("The page holds all that it shows: it needs neither network nor JavaScript.");
  command.add_option("results", options.files, "Results files")->required();
  command.add_option("-o,--output", options.output, "The page to write")->required();
  command.add_option("--diffs", options.diffs,
                     "Show each variant's generated code beside the original, from the sources in "
                     "this folder (polybench build --out, or --keep-sources)");
}

} // namespace warpsmith::polybench
