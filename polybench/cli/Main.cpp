// polybench: builds, verifies and times the suite's benchmarks and their rewritten variants.
#include "polybench/cli/Commands.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/run/Interrupt.h"
#include <iostream>

using namespace warpsmith;
using namespace warpsmith::polybench;

namespace {

constexpr const char *Overview =
    "Builds, verifies and times the suite's benchmarks, original and rewritten.\n\n"
    "  polybench list\n"
    "  polybench run gemm --sizes=512,1000x1024x777 --json=out.json\n"
    "  polybench run gemm --passes='tile<64;64>' --device=emulator\n"
    "  polybench run gemm --input A.csv B.csv --output C.csv\n"
    "  polybench tune gemm --sizes=1024,4096 --budget=10m\n"
    "  polybench compare old.json new.json --threshold=3%\n"
    "  polybench report out.json -o report.html\n"
    "  polybench micro --all --output=micro.json --plots=figures\n";

} // namespace

int main(int argc, char **argv) {
  CLI::App application(Overview, "polybench");
  application.require_subcommand(1);
  application.set_version_flag("--version", std::string("polybench ") + WARPSMITH_VERSION);
  CLI::App *list = application.add_subcommand("list", "List benchmarks, datasets and variants");
  RunOptions run;
  CLI::App *runApp = application.add_subcommand("run", "Verify variants and, on a GPU, time them");
  addRunOptions(*runApp, run);
  BuildOptions build;
  std::string outputFolder;
  CLI::App *buildApp = application.add_subcommand("build", "Rewrite and compile variants");
  addBuildOptions(*buildApp, build);
  buildApp->add_option("--out", outputFolder,
                       "Copy libraries and sources here, for `polybench run --prebuilt`");
  TuneOptions tune;
  CLI::App *tuneApp = application.add_subcommand(
      "tune", "Search for the fastest schedule of each problem and write a table of them");
  addTuneOptions(*tuneApp, tune);
  TableOptions table;
  CLI::App *tableApp = application.add_subcommand("table", "Print a results file as a table");
  addTableOptions(*tableApp, table);
  CompareOptions compare;
  CLI::App *compareApp = application.add_subcommand("compare", "Compare two results files");
  addCompareOptions(*compareApp, compare);
  ReportOptions report;
  CLI::App *reportApp = application.add_subcommand("report", "Show results files as one HTML page");
  addReportOptions(*reportApp, report);
  MicroOptions micro;
  CLI::App *microApp =
      application.add_subcommand("micro", "Measure how units overlap inside an SM");
  addMicroOptions(*microApp, micro);
  try {
    application.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return application.exit(error) == 0 ? Success : WrongUse;
  }
  warpsmith::harness::catchInterrupts();
  try {
    if (*list)
      return listCommand();
    if (*runApp)
      return runCommand(run, std::vector<std::string>(argv, argv + argc));
    if (*buildApp)
      return buildCommand(build, outputFolder);
    if (*tuneApp)
      return tuneCommand(tune, std::vector<std::string>(argv, argv + argc));
    if (*tableApp)
      return tableCommand(table);
    if (*compareApp)
      return compareCommand(compare);
    if (*reportApp)
      return reportCommand(report);
    if (*microApp)
      return microCommand(micro, std::vector<std::string>(argv, argv + argc));
  } catch (const warpsmith::harness::InterruptedError &error) {
    std::cerr << "polybench: " << error.what() << "\n";
    return InterruptedStatus;
  } catch (const warpsmith::harness::InputError &error) {
    std::cerr << "polybench: " << error.what() << "\n";
    return WrongUse;
  } catch (const std::exception &error) {
    std::cerr << "polybench: " << error.what() << "\n";
  }
  return Failure;
}
