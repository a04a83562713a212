#include "runtime/harness/tune/Candidates.h"
#include "runtime/harness/core/Sizes.h"
#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace warpsmith::harness {
namespace {

using nlohmann::json;

std::optional<double> secondsOf(const json &schedule) {
  const json &seconds = schedule.at("seconds");
  return seconds.is_null() ? std::nullopt : std::optional(seconds.get<double>());
}

CandidateList read(const json &document, const std::vector<std::string> &kernels,
                   const std::vector<std::string> &standard) {
  CandidateList list;
  std::map<std::string, std::optional<double>> common;
  std::vector<std::string> order;
  for (const json &product : document) {
    const auto kernel = product.at("kernel").get<std::string>();
    if (std::find(kernels.begin(), kernels.end(), kernel) == kernels.end())
      continue;
    std::map<std::string, std::optional<double>> own;
    for (const json &schedule : product.at("schedules")) {
      const auto passes = schedule.at("passes").get<std::string>();
      own[passes] = secondsOf(schedule);
      if (list.products.empty())
        order.push_back(passes);
    }
    if (own.empty())
      throw InputError("no pass applies to '" + kernel + "' under these numerics");
    if (list.products.empty())
      common = own;
    std::erase_if(common, [&](const auto &entry) { return !own.contains(entry.first); });
    for (auto &[passes, seconds] : common) {
      const std::optional<double> added = own.at(passes);
      if (list.products.empty())
        continue;
      if (seconds && added)
        *seconds += *added;
      else
        seconds = std::nullopt;
    }
    list.products.push_back({kernel, product.at("signature").get<std::string>(),
                             product.at("problem").get<std::array<int, 3>>()});
  }
  for (const std::string &kernel : kernels) {
    if (std::none_of(list.products.begin(), list.products.end(),
                     [&](const TunedProduct &product) { return product.kernel == kernel; }))
      throw InputError("warpsmith recognises no product in '" + kernel + "'");
  }
  for (const std::string &passes : order) {
    const auto found = common.find(passes);
    if (found == common.end())
      continue;
    const bool isStandard = std::find(standard.begin(), standard.end(), passes) != standard.end();
    list.candidates.push_back({passes, found->second, isStandard});
  }
  if (list.candidates.empty())
    throw InputError("no pipeline applies to all products at once");
  return list;
}

} // namespace

CandidateList readCandidates(const json &document, const std::vector<std::string> &kernels,
                             const std::vector<std::string> &standard) {
  try {
    return read(document, kernels, standard);
  } catch (const json::exception &error) {
    throw InputError(std::string("warpsmith's list of schedules cannot be read: ") + error.what());
  }
}

std::vector<Candidate> prune(const std::vector<Candidate> &candidates, const Pruning &limits) {
  double best = std::numeric_limits<double>::infinity();
  for (const Candidate &candidate : candidates)
    best = std::min(best, candidate.seconds.value_or(best));
  struct Entry {
    std::size_t turn; // how many that are predicted equal come before it
    double seconds;
    std::size_t position;
  };
  std::vector<Candidate> kept;
  std::vector<Entry> others;
  std::map<double, std::size_t> equals;
  for (std::size_t position = 0; position < candidates.size(); ++position) {
    const Candidate &candidate = candidates[position];
    if (candidate.standard)
      kept.push_back(candidate);
    else if (candidate.seconds && *candidate.seconds <= best * limits.factor)
      others.push_back({equals[*candidate.seconds]++, *candidate.seconds, position});
  }
  std::sort(others.begin(), others.end(), [](const Entry &one, const Entry &other) {
    return std::tie(one.turn, one.seconds, one.position) <
           std::tie(other.turn, other.seconds, other.position);
  });
  others.resize(std::min(others.size(), limits.keep));
  for (const Entry &entry : others)
    kept.push_back(candidates[entry.position]);
  return kept;
}

} // namespace warpsmith::harness
