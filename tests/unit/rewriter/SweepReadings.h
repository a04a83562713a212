/// Every point of the sweeps of polybench/results/h200/micro.json beside what the model predicts:
/// loops of instructions, and products of matrices.
#pragma once

#include "rewriter/arch/PipeModel.h"
#include <string>
#include <vector>

namespace warpsmith::test {

/// A loop's cycles. Instructions a clock are the same of both over these.
struct SweepPoint {
  std::string experiment, setting; ///< "fp64-stream", "form=fma d=1 n=2 ..."
  double measured, predicted;
  Unit limiter;
  /// Why it is not within 10 %; empty where it is to be.
  std::string outside;

  double ratio() const { return predicted / measured; }
};
/// A file that is not as expected ends the process with a message.
std::vector<SweepPoint> sweepPoints();

/// Tables of docs/model.md: a row an experiment, and the points that are not within 10 %.
std::string sweepTable(const std::vector<SweepPoint> &points);
std::string outsideTable(const std::vector<SweepPoint> &points);

} // namespace warpsmith::test
