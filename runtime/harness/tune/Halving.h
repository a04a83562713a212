// Successive halving (K. Jamieson, A. Talwalkar, "Non-stochastic best arm identification and
// hyperparameter optimization", AISTATS 2016): all contestants are measured briefly, the fastest
// third of them for three times as long, and so on, so that each round takes about as long as the
// one before and most of the time goes to those that may win.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::harness {

/// One round of measurements.
struct HalvingRound {
  std::size_t contestants = 0; // at most, of each problem
  int repetitions = 0;
  double minSeconds = 0; // of one contestant's samples
};

/// The rounds for that many contestants; the last one has those few that are compared in full.
std::vector<HalvingRound> planRounds(std::size_t contestants, int repetitions, double minSeconds);

/// A contestant that was timed.
struct Ranked {
  std::string passes;
  double microseconds = 0; // median
};

/// One problem's search.
struct Contest {
  std::vector<std::string> contestants; // those of the next round
  std::vector<Ranked> ranking;          // of the last round that measured it, fastest first
  std::size_t rounds = 0;               // that measured it
};

/// Measures the contestants of every contest in one round. An answer for each: what was timed;
/// nothing where the problem was not measured to its end.
using MeasureRound = std::function<std::vector<std::optional<std::vector<Ranked>>>(
    std::size_t number, const HalvingRound &round, const std::vector<Contest> &contests)>;

/// Runs the rounds until one of them left nothing to choose from or `enough` says so. A contest
/// that a round did not measure keeps its ranking.
void runRounds(const std::vector<HalvingRound> &rounds, std::vector<Contest> &contests,
               const MeasureRound &measure, const std::function<bool()> &enough);

} // namespace warpsmith::harness
