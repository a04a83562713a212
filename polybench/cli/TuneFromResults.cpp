// tune --from: rows of the table from a results file of `polybench run`.
#include "polybench/Suite.h"
#include "polybench/cli/Commands.h"
#include "polybench/cli/RunReport.h"
#include "polybench/cli/TuneSpace.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/tune/TunedTable.h"
#include <algorithm>
#include <iostream>
#include <map>

namespace warpsmith::polybench {

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

int tuneFromResults(const TuneOptions &options, const std::vector<Contract> &contracts) {
  checkWritable(options.output);
  const ResultSet results = readResultSet(options.from);
  TunedTable table =
      std::filesystem::exists(options.output) ? TunedTable(options.output) : TunedTable();
  const std::string &name = options.run.build.benchmark;
  BuildSettings settings;
  settings.root = findSuiteRoot();
  settings.toolchain.rewriter = findProgram(options.run.build.warpsmith, "warpsmith");
  if (settings.toolchain.rewriter.empty())
    throw InputError("warpsmith was not found beside polybench or on the PATH; give "
                     "--warpsmith=FILE");
  const auto device = results.context.find("device");
  if (device == results.context.end() || !device->is_object() || device->value("kind", "") != "gpu")
    throw InputError("--from: '" + options.from + "' was not measured on a GPU");
  settings.toolchain.architecture = architectureOf(nlohmann::json(*device));
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<TunedProduct>> products;
  std::size_t made = 0;
  for (const Contract contract : contracts) {
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
      row.numerics = spelling(contract);
      row.final = true;
      row.source = options.from;
      if (!tellsOf(results, row))
        continue;
      auto &known = products[{row.benchmark, row.type, row.size}];
      if (known.empty())
        known = productsOf({benchmark, *type, parseSize(*benchmark, row.size)}, settings);
      row.products = known;
      if (auto whole = makeRow(results, std::move(row))) {
        table.put(std::move(*whole));
        ++made;
      }
    }
  }
  if (made == 0)
    throw InputError("--from: '" + options.from +
                     "' has no variants of such problems and numerics");
  table.write(options.output);
  std::cout << table.text();
  return Success;
}

} // namespace warpsmith::polybench
