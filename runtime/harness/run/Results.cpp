#include "runtime/harness/run/Results.h"
#include <algorithm>
#include <utility>

namespace warpsmith::harness {
namespace {

constexpr std::string_view RewrittenSpace = "_rewritten::"; // where warpsmith puts what it writes

/// True when a kernel that ran, `outer::gemm<float>`, is `product` and not a rewritten form of it.
bool isOriginalOf(const std::string &product, const std::string &kernel) {
  const std::string name = kernel.substr(0, kernel.find('<'));
  return (name == product || name.ends_with("::" + product)) &&
         name.find(product + std::string(RewrittenSpace)) == std::string::npos;
}

} // namespace

std::string_view spelling(Verdict verdict) {
  switch (verdict) {
  case Verdict::Passed:
    return "ok";
  case Verdict::OriginalRan:
    return "original ran";
  case Verdict::NotApplicable:
    return "not applicable";
  case Verdict::Failed:
    return "failed";
  case Verdict::Skipped:
    return "skipped";
  }
  return "";
}

std::vector<double> TimedMode::seconds() const {
  std::vector<double> result;
  result.reserve(samples.size());
  for (const TimedSample &sample : samples)
    result.push_back(sample.seconds);
  return result;
}

std::vector<double> TimedMode::hostSeconds() const {
  std::vector<double> result;
  result.reserve(samples.size());
  for (const TimedSample &sample : samples)
    result.push_back(sample.hostSeconds);
  return result;
}

void Row::add(Check check) {
  if (!check.applicable && isBaseline) {
    if (verdict == Verdict::Passed)
      reason = check.reason;
    verdict = verdict == Verdict::Passed ? Verdict::NotApplicable : verdict;
    return;
  }
  if (!check.passed) {
    std::string why = check.step + ": " + check.reason;
    if (!check.examples.empty())
      why += "; " + check.examples.front();
    reject(why);
  }
  kernels.insert(check.kernels.begin(), check.kernels.end());
  for (const std::string &launch : check.launches)
    if (std::find(launches.begin(), launches.end(), launch) == launches.end())
      launches.push_back(launch);
  checks.push_back(std::move(check));
}

void Row::reject(const std::string &why) {
  if (verdict != Verdict::Failed)
    reason = why;
  verdict = Verdict::Failed;
}

bool Row::fellBack() const {
  const auto ranAsWritten = [&](const std::string &product) {
    return std::any_of(kernels.begin(), kernels.end(),
                       [&](const std::string &kernel) { return isOriginalOf(product, kernel); });
  };
  return !variant.isOriginal() && !isBaseline &&
         std::any_of(benchmark->products.begin(), benchmark->products.end(), ranAsWritten);
}

void Row::settle() {
  const bool ranRewritten =
      std::any_of(kernels.begin(), kernels.end(), [](const std::string &kernel) {
        return kernel.find(RewrittenSpace) != std::string::npos;
      });
  if (verdict == Verdict::Passed && fellBack() && !ranRewritten)
    verdict = Verdict::OriginalRan;
}

bool Results::allPassed() const {
  return std::none_of(rows.begin(), rows.end(),
                      [](const Row &row) { return row.verdict == Verdict::Failed; });
}

const Row *Results::find(const Row &like, const std::string &name) const {
  for (const Row &row : rows) {
    if (row.benchmark == like.benchmark && row.type == like.type && row.sizes == like.sizes &&
        row.variant.name == name)
      return &row;
  }
  return nullptr;
}

} // namespace warpsmith::harness
