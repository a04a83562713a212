#include "runtime/harness/run/Results.h"
#include <algorithm>
#include <utility>

namespace warpsmith::harness {

std::vector<double> Row::seconds() const {
  std::vector<double> result;
  result.reserve(samples.size());
  for (const TimedSample &sample : samples)
    result.push_back(sample.seconds);
  return result;
}

void Row::add(Check check) {
  if (!check.passed) {
    std::string why = check.step + ": " + check.reason;
    if (!check.examples.empty())
      why += "; " + check.examples.front();
    reject(why);
  }
  kernels.insert(check.kernels.begin(), check.kernels.end());
  checks.push_back(std::move(check));
}

void Row::reject(const std::string &why) {
  if (verdict != Verdict::Failed)
    reason = why;
  verdict = Verdict::Failed;
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
