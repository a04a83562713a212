// tune --from: rows of the table from a results file of `polybench run`.
#include "polybench/Suite.h"
#include "polybench/cli/Commands.h"
#include "polybench/cli/RunReport.h"
#include "polybench/cli/TuneSpace.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/run/Interrupt.h"
#include "runtime/harness/tune/TunedTable.h"
#include <algorithm>
#include <iostream>
#include <map>

namespace warpsmith::polybench {

using namespace warpsmith;
using namespace warpsmith::harness;

namespace {

/// True when a rewritten contestant of that very contract was timed: else the file does not tell
/// what is the fastest under it.
bool tellsOf(const ResultSet &results, const TunedRow &row) {
  const auto rows = contestantsOf(results, row.benchmark, row.type, row.size);
  return std::any_of(rows.begin(), rows.end(), [&](const Measurement *one) {
    return !one->isOriginal() && one->numerics == row.numerics;
  });
}

} // namespace

int tuneFromResults(const TuneOptions &options, const std::vector<Numerics> &contracts) {
  const ResultSet results = readResultSet(options.from);
  if (std::filesystem::exists(options.output))
    TunedTable{options.output}; // complains of what is there before the work
  const std::string &name = options.run.build.benchmark;
  BuildSettings settings;
  settings.root = findSuiteRoot();
  settings.toolchain.rewriter = findProgram(options.run.build.warpsmith, "warpsmith");
  if (settings.toolchain.rewriter.empty())
    throw InputError("warpsmith was not found beside polybench or on the PATH; give "
                     "--warpsmith=FILE");
  if (results.deviceFact("kind") != "gpu")
    throw InputError("--from: '" + options.from + "' was not measured on a GPU");
  const auto capability = readCapability(results.deviceFact("compute_capability"));
  if (!capability)
    throw InputError("--from: '" + options.from + "' has the compute capability '" +
                     results.deviceFact("compute_capability") + "' of its device, which is none");
  settings.toolchain.architecture = architectureOf(*capability);
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<TunedProduct>> products;
  std::vector<TunedRow> rows;
  for (const Numerics contract : contracts) {
    for (const Measurement &measured : results.rows) {
      const Benchmark *benchmark = findBenchmark(measured.benchmark);
      const auto type = parseElementType(measured.type);
      const bool wanted = name.empty() || name == "all" || name == measured.benchmark;
      if (!measured.isOriginal() || !benchmark || !type || !wanted)
        continue;
      TunedRow row;
      row.architecture = settings.toolchain.architecture;
      row.benchmark = measured.benchmark;
      row.type = measured.type;
      row.size = measured.size;
      row.numerics = warpsmith::name(contract);
      row.final = !results.incomplete();
      row.source = options.from;
      if (!tellsOf(results, row))
        continue;
      auto &known = products[{row.benchmark, row.type, row.size}];
      if (known.empty()) {
        try {
          known = productsOf({benchmark, *type, parseSize(*benchmark, row.size)}, settings);
        } catch (const InputError &error) {
          if (wasInterrupted()) { // which ended the listing
            std::cerr << "polybench: interrupted; the table was left as it was\n";
            return InterruptedStatus;
          }
          throw InputError("--from: '" + options.from + "', " + measured.name() + ": " +
                           error.what());
        }
      }
      row.products = known;
      if (auto whole = makeRow(results, std::move(row)))
        rows.push_back(std::move(*whole));
    }
  }
  if (rows.empty())
    throw InputError("--from: '" + options.from +
                     "' has no variants of such problems and numerics");
  std::cout << TunedTable::update(options.output, std::move(rows)).text();
  return Success;
}

} // namespace warpsmith::polybench
