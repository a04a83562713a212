#include "runtime/harness/tune/Halving.h"
#include <algorithm>
#include <cmath>
#include <tuple>

namespace warpsmith::harness {
namespace {

constexpr std::size_t Reduction = 3;
constexpr std::size_t Finalists = 4;
constexpr int LeastRepetitions = 3; // a median of fewer follows an outlier

} // namespace

std::vector<HalvingRound> planRounds(std::size_t contestants, int repetitions, double minSeconds) {
  std::vector<std::size_t> counts = {contestants};
  while (counts.back() > Finalists)
    counts.push_back(std::max(Finalists, (counts.back() + Reduction - 1) / Reduction));
  std::vector<HalvingRound> rounds;
  for (std::size_t index = 0; index < counts.size(); ++index) {
    const double share = std::pow(double(Reduction), double(index + 1) - double(counts.size()));
    const int samples = static_cast<int>(std::lround(repetitions * share));
    rounds.push_back({counts[index], std::max(std::min(LeastRepetitions, repetitions), samples),
                      minSeconds * share});
  }
  return rounds;
}

void runRounds(const std::vector<HalvingRound> &rounds, std::vector<Contest> &contests,
               const MeasureRound &measure, const std::function<bool()> &enough) {
  for (std::size_t number = 0; number < rounds.size() && !enough(); ++number) {
    const auto answers = measure(number, rounds[number], contests);
    bool goesOn = false;
    for (std::size_t index = 0; index < contests.size(); ++index) {
      Contest &contest = contests[index];
      if (!answers[index]) {
        contest.contestants.clear();
        continue;
      }
      contest.ranking = *answers[index];
      contest.rounds = number + 1;
      std::sort(contest.ranking.begin(), contest.ranking.end(),
                [](const Ranked &one, const Ranked &other) {
                  return std::tie(one.microseconds, one.passes) <
                         std::tie(other.microseconds, other.passes);
                });
      contest.contestants.clear();
      for (const Ranked &ranked : contest.ranking) {
        if (number + 1 < rounds.size() &&
            contest.contestants.size() < rounds[number + 1].contestants)
          contest.contestants.push_back(ranked.passes);
      }
      goesOn = goesOn || !contest.contestants.empty();
    }
    if (!goesOn)
      return;
  }
}

} // namespace warpsmith::harness
