#include "tests/unit/rewriter/SweepReadings.h"
#include "tests/unit/rewriter/ModelReadings.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace warpsmith::test {
namespace {

using llvm::json::Object;

constexpr const char *File = "polybench/results/h200/micro.json";
constexpr int Sms = 132;
// polybench/micro/copies.cuh: groups of cp.async that are under way, and bulk copies.
constexpr int CopyGroups = 3, BulkStages = 4;
constexpr double CopyBytes = 512; // of a warp's cp.async
// polybench/micro/tensor_units.cuh.
constexpr int TensorChains = 2, WgmmaProducts = 4;

/// Points that are not within 10 %.
struct Outside {
  const char *experiment;
  std::vector<const char *> settings;
  const char *reason;
};
const std::vector<Outside> &outsidePoints() {
  static const std::vector<Outside> Points = {
      {"fp64-stream",
       {"form=fma d=8 n=32 chains=dependent warps=4"},
       "the chain of FFMAs takes 12 of its 13.1 cycles and hides DFMA, which the overlap of one "
       "warp does not allow"},
      {"tensor-stream",
       {"unit=imma ffma=1 chains=8 warps=8", "unit=imma ffma=2 chains=8 warps=8"},
       "latency and register ports both take 6.4 cycles of two warps, and the longer counts; four "
       "warps are within 10 %"},
      {"tensor-stream",
       {"unit=wgmma ffma=32 chains=1 warps=4"},
       "WGMMA is asynchronous: a chain of FFMAs that is longer hides it, which the overlap of one "
       "warp does not allow"},
      {"tensor-warps",
       {"unit=wgmma chains=2 warps of each=4"},
       "FFMA and the sums of WGMMA meet in one warp each; why they cost more than the ports of "
       "both is not known"},
      {"tensor-warps",
       {"unit=dmma chains=3 warps of each=8"},
       "each warp's three FFMAs take fewer cycles of the ports beside DMMA than alone, apparently"},
      {"copy-warps",
       {"copy warps=4 ffma warps=4"},
       "a single warp of FFMA leaves slots at the end of its loop, which copies use; the model has "
       "it fill them all"},
      {"copy-bulk", {"bytes=16384 ffma warps=4"}, "the same: few instructions start large copies"},
  };
  return Points;
}

/// What the results say of a point.
struct Row {
  const Object &object;

  std::string text(llvm::StringRef key) const { return object.getString(key).value_or("").str(); }
  std::string parameter(llvm::StringRef key) const {
    const Object *parameters = object.getObject("parameters");
    return parameters ? parameters->getString(key).value_or("").str() : "";
  }
  int number(llvm::StringRef key) const { return std::stoi(parameter(key)); }
  double iterations(int role) const {
    return (*object.getArray("loop_iterations"))[role].getAsNumber().value();
  }
  /// Warp-wide instructions of a sub-partition, all alike.
  double instructions(llvm::StringRef mnemonic) const {
    return object.getObject("instructions")->getNumber(mnemonic).value_or(0) / Sms / SubPartitions;
  }
};

/// polybench/micro/fp64_stream.cuh: a power of two times the kinds, at least eight.
int independentChains(int kinds) {
  while (kinds > 0 && kinds < 8)
    kinds *= 2;
  return kinds;
}

Cycles fp64Stream(const Architecture &architecture, const Row &row) {
  const bool independent = row.parameter("chains") == "independent";
  const int d = row.number("d"), n = row.number("n");
  Mix mix;
  mix.warps = row.number("warps") / SubPartitions;
  mix.ffma = row.instructions("FFMA") + row.instructions("FMUL");
  mix.dfma = row.instructions("DFMA") + row.instructions("DADD");
  mix.wideConversions = row.instructions("F2F");
  mix.ffmaChains = independent ? independentChains(n - d) : 1;
  // Among FFMAs a DFMA that need not wait finds its operands in the cache.
  mix.dfmaChains = !independent ? 1 : d == n ? independentChains(d) : 0;
  return interleaved(architecture, mix);
}

Cycles fp64Warps(const Architecture &architecture, const Row &row) {
  Mix wide, narrow;
  wide.warps = row.number("d");
  narrow.warps = row.number("n") - wide.warps;
  wide.dfmaChains = narrow.ffmaChains = row.number("chains");
  wide.dfma = row.instructions("DFMA");
  narrow.ffma = row.instructions("FFMA");
  return byRoles(architecture, wide, narrow);
}

/// The products of a point.
std::vector<Mix::Tensor> tensor(const Row &row) {
  const std::string unit = row.parameter("unit");
  // ptxas has mma.sync on both chains find the operands in the cache, and not DMMA.
  const Mix::Tensor units[] = {
      {DmmaK8, TensorChains, row.instructions("DMMA")},
      {unit == "tf32" ? Tf32MmaK8 : HmmaK16, TensorChains, row.instructions("HMMA"), 2},
      {ImmaK32, TensorChains, row.instructions("IMMA"), 2},
      {WgmmaN128K16, WgmmaProducts, row.instructions("HGMMA")}};
  std::vector<Mix::Tensor> products;
  std::copy_if(std::begin(units), std::end(units), std::back_inserter(products),
               [](const Mix::Tensor &product) { return product.count > 0; });
  return products;
}

Cycles tensorStream(const Architecture &architecture, const Row &row) {
  Mix mix;
  mix.warps = row.number("warps") / SubPartitions;
  mix.ffma = row.instructions("FFMA");
  mix.ffmaChains = row.number("chains");
  mix.tensor = tensor(row);
  return interleaved(architecture, mix);
}

Cycles tensorWarps(const Architecture &architecture, const Row &row) {
  Mix products, sums;
  products.warps = sums.warps = row.number("warps of each") / SubPartitions;
  products.tensor = tensor(row);
  sums.ffma = row.instructions("FFMA");
  sums.ffmaChains = row.number("chains");
  return byRoles(architecture, products, sums);
}

Cycles copyStream(const Architecture &architecture, const Row &row) {
  Mix mix;
  mix.warps = row.number("warps") / SubPartitions;
  mix.ffma = row.instructions("FFMA");
  mix.ffmaChains = 8;
  mix.other = row.instructions("LDGSTS");
  mix.l2Bytes = mix.other * CopyBytes;
  mix.waiting = mix.other > 0 ? row.iterations(0) * CopyLatency / CopyGroups : 0;
  return interleaved(architecture, mix);
}

/// Warps [first, last) of a block that are on a sub-partition.
int warpsOn(int partition, int first, int last) {
  int warps = 0;
  for (int warp = first; warp < last; ++warp)
    warps += warp % SubPartitions == partition;
  return warps;
}

/// The sub-partition that takes longest; few warps are not on all of them.
Cycles copyRoles(const Architecture &architecture, const Row &row, bool bulk) {
  constexpr double FfmaSteps = 64;
  const int copying = bulk ? 1 : row.number("copy warps");
  const int warps = copying + row.number("ffma warps");
  Cycles longest = {0, Unit::Waiting};
  for (int partition = 0; partition < SubPartitions; ++partition) {
    Mix copies, sums;
    copies.warps = warpsOn(partition, 0, copying);
    sums.warps = warpsOn(partition, copying, warps);
    sums.ffma = row.iterations(1) * FfmaSteps * sums.warps;
    sums.ffmaChains = 8;
    if (copies.warps) {
      copies.other = row.instructions(bulk ? "UBLKCP" : "LDGSTS");
      copies.l2Bytes = copies.other * (bulk ? row.number("bytes") : CopyBytes);
      copies.waiting =
          row.iterations(0) * (bulk ? BulkCopyLatency / BulkStages : CopyLatency / CopyGroups);
    }
    const Cycles cycles = byRoles(architecture, copies, sums);
    if (cycles.count > longest.count)
      longest = cycles;
  }
  return longest;
}

Cycles predicted(const Architecture &architecture, const Row &row) {
  const std::string experiment = row.text("experiment");
  if (experiment == "fp64-stream")
    return fp64Stream(architecture, row);
  if (experiment == "fp64-warps")
    return fp64Warps(architecture, row);
  if (experiment == "tensor-stream")
    return tensorStream(architecture, row);
  if (experiment == "tensor-warps")
    return tensorWarps(architecture, row);
  if (experiment == "copy-stream")
    return copyStream(architecture, row);
  if (experiment == "copy-warps" || experiment == "copy-bulk")
    return copyRoles(architecture, row, experiment == "copy-bulk");
  llvm::report_fatal_error(llvm::Twine("nothing predicts the experiment '") + experiment + "'");
}

std::string whyOutside(const std::string &experiment, const std::string &setting) {
  for (const Outside &group : outsidePoints())
    if (experiment == group.experiment)
      for (const char *listed : group.settings)
        if (setting == listed)
          return group.reason;
  return "";
}

} // namespace

std::string fixed(double value, int digits) {
  std::ostringstream out;
  out.setf(std::ios::fixed);
  out.precision(digits);
  out << value;
  return out.str();
}

void forEachSweepRow(llvm::function_ref<void(const Object &row)> visit) {
  auto parsed = llvm::json::parse(readText(sourceFile(File)));
  const llvm::json::Array *rows =
      parsed && parsed->getAsObject() ? parsed->getAsObject()->getArray("benchmarks") : nullptr;
  if (!rows)
    llvm::report_fatal_error(llvm::Twine(File) + " is not a file of results");
  for (const llvm::json::Value &row : *rows)
    visit(*row.getAsObject());
}

std::vector<SweepPoint> sweepPoints() {
  const Architecture &architecture = *findArchitecture("sm_90a");
  std::vector<SweepPoint> points;
  forEachSweepRow([&](const Object &object) {
    const Row row = {object};
    const auto cycles = object.getNumber("cycles");
    if (!cycles) // inside a product of matrices
      return;
    const Cycles model = predicted(architecture, row);
    const std::string experiment = row.text("experiment"), setting = row.text("variant");
    points.push_back({experiment, setting, *cycles, model.count, model.limiter,
                      whyOutside(experiment, setting)});
  });
  return points;
}

namespace {

/// "issue slots (105), register ports (12)", the most frequent first.
std::string limiters(const std::vector<const SweepPoint *> &points) {
  std::map<std::string, int> counts;
  for (const SweepPoint *point : points)
    ++counts[std::string(name(point->limiter))];
  std::vector<std::pair<std::string, int>> ordered(counts.begin(), counts.end());
  std::sort(ordered.begin(), ordered.end(), [](const auto &a, const auto &b) {
    return a.second != b.second ? a.second > b.second : a < b;
  });
  std::string text;
  for (const auto &[unit, count] : ordered)
    text += (text.empty() ? "" : ", ") + unit + " (" + std::to_string(count) + ")";
  return text;
}

} // namespace

std::string sweepTable(const std::vector<SweepPoint> &points) {
  std::string table =
      "| experiment | points | within 10 % | median deviation | smallest and largest "
      "model / measured | limit |\n"
      "| :--- | ---: | ---: | ---: | ---: | :--- |\n";
  for (size_t first = 0; first < points.size();) {
    std::vector<const SweepPoint *> group;
    for (size_t next = first; next < points.size(); ++next)
      if (points[next].experiment == points[first].experiment)
        group.push_back(&points[next]);
    std::vector<double> ratios, deviations;
    for (const SweepPoint *point : group) {
      ratios.push_back(point->ratio());
      deviations.push_back(std::abs(point->ratio() - 1));
    }
    std::sort(ratios.begin(), ratios.end());
    std::sort(deviations.begin(), deviations.end());
    const auto within =
        std::count_if(deviations.begin(), deviations.end(), [](double d) { return d < 0.1; });
    table += "| `" + points[first].experiment + "` | " + std::to_string(group.size()) + " | " +
             std::to_string(within) + " | " + fixed(100 * deviations[deviations.size() / 2], 1) +
             " % | " + fixed(ratios.front(), 2) + ", " + fixed(ratios.back(), 2) + " | " +
             limiters(group) + " |\n";
    first += group.size();
  }
  return table;
}

std::string outsideTable(const std::vector<SweepPoint> &points) {
  std::string table = "| experiment | point | model / measured | why |\n"
                      "| :--- | :--- | ---: | :--- |\n";
  for (const SweepPoint &point : points)
    if (!point.outside.empty())
      table += "| `" + point.experiment + "` | " + point.setting + " | " + fixed(point.ratio(), 2) +
               " | " + point.outside + " |\n";
  return table;
}

} // namespace warpsmith::test
