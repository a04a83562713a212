#include "runtime/harness/tune/AutoTable.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>

namespace warpsmith::harness {
namespace {

constexpr double Tie = 1.03;
constexpr char NarrowSplit[] = "split<fp16x3;narrow>"; // the user's promise, not `auto`'s
constexpr char Original[] = "original";

constexpr char Head[] =
    "// What was measured fastest, for `auto`: architecture, contract, the product's signature, "
    "and\n"
    "// the pipeline, with the number of multiplications from which an alternative is taken.\n"
    "// Made by `polybench tune --for-auto -o polybench/results/h200/tuned.json`; a test holds it "
    "to\n"
    "// that table, and WARPSMITH_UPDATE_DOCS=1 has the test write it.\n";

bool mayBeTaken(const std::string &passes) {
  return !passes.empty() && passes != Original && passes.find('|') == std::string::npos &&
         passes.find(NarrowSplit) == std::string::npos;
}

/// What one size says.
struct Measured {
  std::int64_t products = 0;           // multiplications
  std::map<std::string, double> times; // of the pipelines that may be taken
  std::string chosen;

  /// How many times as long as the chosen one a pipeline takes; infinity where that is not known.
  double costOf(const std::string &passes) const {
    const auto time = times.find(passes);
    return time == times.end() ? std::numeric_limits<double>::infinity()
                               : time->second / times.at(chosen);
  }
};

/// Nothing where none of the row's pipelines may be taken.
std::optional<Measured> measuredOf(const TunedRow &row) {
  const auto &size = row.products.front().size;
  Measured measured;
  measured.products = std::int64_t{1} * size[0] * size[1] * size[2];
  std::vector<std::pair<std::string, double>> ranking = {{row.passes, row.time.value}};
  if (row.runnerUpTime)
    ranking.emplace_back(row.runnerUp, *row.runnerUpTime);
  ranking.insert(ranking.end(), row.others.begin(), row.others.end());
  for (const auto &[passes, time] : ranking) {
    if (!mayBeTaken(passes))
      continue;
    measured.times.emplace(passes, time);
    if (measured.chosen.empty())
      measured.chosen = passes;
  }
  return measured.chosen.empty() ? std::nullopt : std::optional(measured);
}

/// From how many multiplications the larger size's pipeline is taken: where both take equally long,
/// if the logarithm of their ratio is linear in that of the size. Where one was not measured at
/// both sizes, from the larger.
std::int64_t thresholdOf(const Measured &smaller, const Measured &larger) {
  const double lossBelow = std::log(smaller.costOf(larger.chosen));
  const double lossAbove = std::log(larger.costOf(smaller.chosen));
  if (!std::isfinite(lossBelow) || !std::isfinite(lossAbove) || lossBelow < 0 || lossAbove <= 0)
    return larger.products;
  const auto low = static_cast<double>(smaller.products);
  const auto high = static_cast<double>(larger.products);
  const double even = low * std::pow(high / low, lossBelow / (lossBelow + lossAbove));
  const double unit = std::pow(10.0, std::floor(std::log10(even)) - 2); // three digits
  return std::clamp(std::llround(even / unit) * std::llround(unit), smaller.products + 1LL,
                    static_cast<long long>(larger.products));
}

std::vector<std::string> alternativesOf(std::vector<Measured> sizes) {
  std::sort(sizes.begin(), sizes.end(), [](const Measured &one, const Measured &other) {
    return std::tie(other.products, one.chosen) < std::tie(one.products, other.chosen);
  });
  for (std::size_t index = 1; index < sizes.size(); ++index) {
    if (sizes[index].costOf(sizes[index - 1].chosen) <= Tie)
      sizes[index].chosen = sizes[index - 1].chosen;
  }
  std::vector<std::string> alternatives;
  for (std::size_t index = 0; index < sizes.size(); ++index) {
    const Measured &here = sizes[index];
    if (index + 1 == sizes.size())
      alternatives.push_back(here.chosen);
    else if (const Measured &smaller = sizes[index + 1]; smaller.chosen != here.chosen)
      alternatives.push_back(
          here.chosen + ",at-least<products=" + std::to_string(thresholdOf(smaller, here)) + ">");
  }
  return alternatives;
}

} // namespace

std::vector<AutoRow> autoRows(const std::vector<TunedRow> &table) {
  // By architecture, signature and contract the sizes of each device.
  using Devices = std::map<std::string, std::vector<Measured>>;
  std::map<std::tuple<std::string, std::string, std::string>, Devices> kinds;
  for (const TunedRow &row : table) {
    if (row.products.size() != 1)
      continue;
    if (auto measured = measuredOf(row))
      kinds[{row.architecture, row.products.front().signature, row.numerics}][row.device].push_back(
          std::move(*measured));
  }
  std::vector<AutoRow> rows;
  for (const auto &[kind, devices] : kinds) {
    const auto &[architecture, signature, numerics] = kind;
    // Of several devices the one with most sizes.
    const auto most =
        std::max_element(devices.begin(), devices.end(), [](const auto &one, const auto &other) {
          return one.second.size() < other.second.size();
        });
    rows.push_back({architecture, numerics, signature, alternativesOf(most->second)});
  }
  return rows;
}

std::string autoTable(const std::vector<AutoRow> &rows) {
  std::string text = Head;
  for (const AutoRow &row : rows) {
    text += "TUNED(\"" + row.architecture + "\", \"" + row.numerics + "\", \"" + row.signature +
            "\",\n      \"";
    for (std::size_t index = 0; index < row.alternatives.size(); ++index)
      text += (index ? "\"\n      \"|" : "") + row.alternatives[index];
    text += "\")\n";
  }
  return text;
}

} // namespace warpsmith::harness
