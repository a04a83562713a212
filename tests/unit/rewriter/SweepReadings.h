/// Every point of the sweeps of polybench/results/h200/micro.json beside what the model predicts:
/// loops of instructions, and products of matrices.
#pragma once

#include "rewriter/arch/PipeModel.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace warpsmith::test {

/// Visits the rows of the file. One that is not as expected ends the process with a message.
void forEachSweepRow(llvm::function_ref<void(const llvm::json::Object &row)> visit);

/// A loop's cycles. Instructions a clock are the same of both over these.
struct SweepPoint {
  std::string experiment, setting; ///< "fp64-stream", "form=fma d=1 n=2 ..."
  double measured, predicted;
  Unit limiter;
  /// Why it is not within 10 %; empty where it is to be.
  std::string outside;

  double ratio() const { return predicted / measured; }
};
std::vector<SweepPoint> sweepPoints();

/// The speed of a product of matrices over the same without the pass.
struct MatmulPoint {
  std::string experiment, group; ///< "matmul-fp64-share", what does not vary: "tile=... step=dfma"
  std::string varied;            ///< "8/32"
  std::string size;
  double measured, predicted;
  Unit limiter;

  double factor() const { return predicted / measured; }
};
/// Of 1024 and 2048: below, the fixed costs of a launch count, which the model does not know.
std::vector<MatmulPoint> matmulPoints();

/// Tables of docs/model.md: a row an experiment, the points that are not within 10 %, and a row for
/// what varies inside products.
std::string sweepTable(const std::vector<SweepPoint> &points);
std::string outsideTable(const std::vector<SweepPoint> &points);
std::string matmulTable(const std::vector<MatmulPoint> &points);

/// With so many digits behind the point.
std::string fixed(double value, int digits);

} // namespace warpsmith::test
