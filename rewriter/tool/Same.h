/// `warpsmith same`: whether two kernels compute the same.
///
/// Where both are read, their contractions are compared: that is a proof for all sizes and all
/// data. Both also run in the emulator: briefly behind a proof, thoroughly without one.
#pragma once

#include "rewriter/tool/ComparedRun.h"
#include "rewriter/tool/Options.h"
#include "llvm/Support/JSON.h"
#include <array>
#include <string>
#include <vector>

namespace warpsmith::tool {

enum class SameVerdict {
  SameBits,  ///< by proof
  SameSum,   ///< by proof; roundings differ
  Different, ///< a run has shown it
  NotFound,  ///< no run has shown a difference, and there is no proof
  NotJudged
};

/// `same bits`.
const char *nameOf(SameVerdict verdict);

/// What is said of a pair of kernels.
struct SameReport {
  struct Kernel {
    std::string name;
    SourceLocation location;
    std::string
        contraction;    ///< as --emit=contraction prints it; empty of a kernel that is not read
    std::string missed; ///< why it is not read; else empty
  };
  SameVerdict verdict = SameVerdict::NotJudged;
  SameVerdict proved = SameVerdict::NotJudged; ///< of kernels that differ: for other sizes
  bool exceptZeros = false;                    ///< of same bits: zeros may have other signs
  bool accepted = false;                       ///< by the numerics that are asked for
  std::array<Kernel, 2> kernels;
  /// Of a proof: the sizes that it is for, and what launches must meet.
  std::vector<std::string> restrictions, conditions;
  std::vector<std::string> reasons; ///< what differs, or why there is no proof
  std::string contract;             ///< the numerics that allow the roundings
  ComparedRuns tests;

  std::string text() const;
  llvm::json::Object document() const;
  std::string json() const;
};

/// Prints the report. The exit status is Success, Failure (they differ), WrongUse, TestedOnly or
/// NotJudged.
int compareKernels(Invocation &invocation);
/// The same without --json: who calls it has the report.
int compareKernels(Invocation &invocation, SameReport &report);

} // namespace warpsmith::tool
