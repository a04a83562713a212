/// Runs two kernels in the emulator, from the same data, and compares what they leave.
#pragma once

#include "rewriter/verify/ComparedKernel.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::tool {

/// One of the two, with its source and how that is compiled.
struct ComparedSource {
  std::string kernel; ///< as messages are to name it
  std::string name;   ///< of the file, as messages are to name it
  std::string text, folder;
  std::vector<std::string> arguments; ///< of its compile command
  std::string workingFolder;          ///< which paths in the arguments are relative to
  verify::ComparedKernel launch;      ///< without the file, of which a copy is made
};

/// M, N and K.
using ComparedSize = std::array<int, 3>;

struct ComparedRun {
  std::string shape, data; ///< `45x37x29`, `uniform`
  enum class Result {
    SameBits,
    SameNumbers, ///< but zeros of another sign
    Rounded,
    Different, ///< in what they leave, or one of them fails
    NotRun
  } result = Result::NotRun;
  bool isUnmet = false; ///< not run since the launch needs something else
  std::string text;     ///< what was found, as the end of a sentence
};

struct ComparedRuns {
  std::vector<ComparedRun> runs;
  std::string obstacle;           ///< why nothing ran; else empty
  std::vector<std::string> notes; ///< what the runs do not show
  /// The first run with a difference; null where there is none.
  const ComparedRun *difference() const;
  size_t count(ComparedRun::Result result) const;
  /// Some run has shown no difference.
  bool anyAgrees() const {
    return count(ComparedRun::Result::NotRun) + count(ComparedRun::Result::Different) < runs.size();
  }
  /// No size meets what the launches need.
  bool neverLaunched() const;
  bool anyRan() const { return count(ComparedRun::Result::NotRun) < runs.size(); }
};

/// How much is run: what shows a fault in a launch that a proof stands for, or all.
enum class Thoroughness { Brief, Full };

struct TestPlan {
  Thoroughness how = Thoroughness::Full;
  std::vector<ComparedSize> sizes;
  /// Run if no run of the others agrees.
  std::optional<ComparedSize> otherwise = std::nullopt;
};

/// Sizes around the tiles that people write, of no common multiple; with `large` ones, at which an
/// index of 16 bits overflows. Otherwise one of which tiles of up to 128 elements are a divisor,
/// for kernels that serve no others.
TestPlan usualPlan(Thoroughness how, bool large);

/// `specification` is the contraction of one of the two, whose parameters name the arguments.
ComparedRuns runBoth(const Contraction &specification, const std::array<ComparedSource, 2> &sources,
                     const verify::Tolerance &tolerance, const TestPlan &plan);

} // namespace warpsmith::tool
