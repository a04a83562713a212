// The options of the commands that read results files.
#include "polybench/cli/Options.h"

namespace warpsmith::polybench {
namespace {

constexpr const char *ComparisonMethod =
    "Compares each row of NEW with the row of OLD that has its benchmark, variant, type and size.\n"
    "Prints both medians, their ratio, and an interval that holds the true ratio with a\n"
    "probability of 95 %, from the order statistics of the samples (7 or more in each file). A\n"
    "row is slower if the whole interval is beyond the threshold.\n\n"
    "Exit status: 1 if a row is slower or no longer verifies (cuBLAS's rows do not count), 2 if\n"
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
  command.add_option("--color", options.colour, "auto: color if standard output is a terminal")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
}

void addReportOptions(CLI::App &command, ReportOptions &options) {
  command.footer("The page is self-contained: it needs neither network nor JavaScript.");
  command.add_option("results", options.files, "Results files")->required();
  command.add_option("-o,--output", options.output, "The page to write")->required();
  command.add_option("--diffs", options.diffs,
                     "Show each variant's generated code beside the original, from the sources in "
                     "this folder (polybench build --out, or --keep-sources)");
}

} // namespace warpsmith::polybench
