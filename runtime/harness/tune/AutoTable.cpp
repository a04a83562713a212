#include "runtime/harness/tune/AutoTable.h"
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>

namespace warpsmith::harness {
namespace {

constexpr double Tie = 1.03;
constexpr char NarrowSplit[] = "split<fp16x3>";
constexpr char Original[] = "original";

constexpr char Head[] =
    "// What was measured fastest, for `auto`: architecture, contract, the product's signature, "
    "and\n"
    "// the pipeline, with the number of multiplications from which an alternative is taken.\n"
    "// Made by `polybench tune --for-auto -o polybench/results/h200/tuned.json`; a test holds it "
    "to\n"
    "// that table, and WARPSMITH_UPDATE_DOCS=1 has the test write it.\n";

/// What one size says.
struct Measured {
  std::int64_t products = 0; // multiplications
  std::string passes;
  double time = 0;
  std::string second;
  double secondTime = 0;
};

bool mayBeTaken(const std::string &passes) {
  return !passes.empty() && passes != Original && passes.find('|') == std::string::npos &&
         passes.find(NarrowSplit) == std::string::npos;
}

/// Nothing where neither of the row's two pipelines may be taken.
std::optional<Measured> measuredOf(const TunedRow &row) {
  const auto &size = row.products.front().size;
  Measured measured = {std::int64_t{1} * size[0] * size[1] * size[2], row.passes, row.time.value,
                       mayBeTaken(row.runnerUp) ? row.runnerUp : "", row.runnerUpTime.value_or(0)};
  if (!mayBeTaken(measured.passes)) {
    measured.passes = std::exchange(measured.second, "");
    measured.time = measured.secondTime;
  }
  return measured.passes.empty() ? std::nullopt : std::optional(measured);
}

/// How many times as long that pipeline takes there; infinity where that is not known.
double costOf(const std::string &passes, const Measured &there) {
  return there.passes == passes   ? 1
         : there.second == passes ? there.secondTime / there.time
                                  : std::numeric_limits<double>::infinity();
}

/// From how many multiplications the larger size's pipeline is taken: sizes between the two go the
/// way that costs less at the other end, with the smaller one where neither is known.
std::int64_t thresholdOf(const Measured &smaller, const Measured &larger) {
  return costOf(larger.passes, smaller) < costOf(smaller.passes, larger) ? smaller.products + 1
                                                                         : larger.products;
}

std::vector<std::string> alternativesOf(std::vector<Measured> sizes) {
  std::sort(sizes.begin(), sizes.end(), [](const Measured &one, const Measured &other) {
    return std::tie(other.products, one.passes) < std::tie(one.products, other.passes);
  });
  for (std::size_t index = 1; index < sizes.size(); ++index) {
    const std::string &larger = sizes[index - 1].passes;
    Measured &here = sizes[index];
    if (here.passes != larger && costOf(larger, here) <= Tie) {
      std::swap(here.passes, here.second);
      std::swap(here.time, here.secondTime);
    }
  }
  std::vector<std::string> alternatives;
  for (std::size_t index = 0; index < sizes.size(); ++index) {
    const Measured &here = sizes[index];
    if (index + 1 == sizes.size())
      alternatives.push_back(here.passes);
    else if (const Measured &smaller = sizes[index + 1]; smaller.passes != here.passes)
      alternatives.push_back(
          here.passes + ",at-least<products=" + std::to_string(thresholdOf(smaller, here)) + ">");
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
