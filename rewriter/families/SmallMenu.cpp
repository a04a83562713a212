#include "rewriter/families/SmallMenu.h"
#include "rewriter/families/KernelFamily.h"
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace warpsmith {
namespace {

/// Rows and columns from 16 to 16384 and steps up to 65536, in groups of eight, in a sequence that
/// fills the cube of their logarithms evenly: multiples of the powers of the root of x^4 = x + 1
/// (M. Roberts, 2018).
std::vector<Problem> manySizes(const Contraction &contraction) {
  constexpr int Count = 128;
  constexpr double Root = 1.2207440846057596;
  const auto known = [](const IndexGroup &group, double otherwise) {
    const auto extent = group.extent().constant();
    return extent ? static_cast<double>(*extent) : otherwise;
  };
  std::vector<Problem> sizes;
  for (int index = 1; index <= Count; ++index) {
    const auto size = [&](double step, double mostLog) {
      const double place = index / step - std::floor(index / step);
      return 8 * std::round(std::exp2(4 + place * (mostLog - 4)) / 8);
    };
    sizes.push_back({known(contraction.m, size(Root, 14)),
                     known(contraction.n, size(Root * Root, 14)),
                     known(contraction.k, size(Root * Root * Root, 16))});
  }
  return sizes;
}

/// The logarithms of what they take; none where times are not known.
std::vector<double> timesOf(const Contraction &contraction, const Schedule &schedule,
                            const std::vector<Problem> &sizes) {
  constexpr double LaunchNanoseconds = 2800; // whatever the tiles
  std::vector<double> times;
  for (const Problem &size : sizes) {
    const double time = familyOf(schedule).launched(contraction, schedule, size).nanoseconds;
    if (!(time > 0) || std::isinf(time))
      return {};
    times.push_back(std::log(LaunchNanoseconds + time));
  }
  return times;
}

/// What is lost, in squares: one large loss counts for more than many small ones.
double lossOf(const std::vector<double> &times, const std::vector<double> &least) {
  double loss = 0;
  for (size_t index = 0; index < least.size(); ++index)
    loss += (times[index] - least[index]) * (times[index] - least[index]);
  return loss;
}

} // namespace

Schedule withFewerTiles(const Contraction &contraction, Schedule schedule, int most) {
  const KernelFamily &family = familyOf(schedule);
  if (!family.hasMenu() || family.tileCount(schedule) <= static_cast<size_t>(most))
    return schedule;
  const std::vector<Problem> sizes = manySizes(contraction);
  const std::vector<double> least = timesOf(contraction, schedule, sizes);
  if (least.empty())
    return schedule;
  while (family.tileCount(schedule) > static_cast<size_t>(most)) {
    std::optional<Schedule> best;
    double loss = std::numeric_limits<double>::infinity();
    for (size_t tile = 0; tile < family.tileCount(schedule); ++tile) {
      Schedule without = schedule;
      family.dropTile(without, tile);
      const std::vector<double> times = timesOf(contraction, without, sizes);
      if (times.empty() || lossOf(times, least) >= loss)
        continue;
      loss = lossOf(times, least);
      best = std::move(without);
    }
    if (!best)
      return schedule;
    schedule = *std::move(best);
  }
  schedule.mostTiles = most;
  return schedule;
}

} // namespace warpsmith
