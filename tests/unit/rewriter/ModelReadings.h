/// Measured and published readings, from polybench/results, each beside what the model predicts.
#pragma once

#include "rewriter/arch/PipeModel.h"
#include <string>
#include <vector>

namespace warpsmith::test {

struct Reading {
  std::string experiment, unit, gpu, check, source, note;
  std::string outside; ///< why it is not within 10 %; empty where it is
  double low, high;    ///< measured; alike unless a range was
  double spread = 0;
  bool bound = false; ///< measured: at most
  double predicted;
  Unit limiter;

  double measured() const { return (low + high) / 2; }
  double ratio() const { return predicted / measured(); }
  std::string measuredText() const;
};

/// Readings of units alone and together: pipes.json of the machine, or those published. A file that
/// is not as expected ends the process with a message.
std::vector<Reading> pipeReadings(const std::string &file);

/// A variant of GEMM, in TFLOP/s.
struct KernelReading {
  std::string type, passes, numerics, size;
  double measured, predicted;
  Unit limiter;

  double ratio() const { return predicted / measured; }
};
/// Those of a results file, at 4096 or at all sizes.
std::vector<KernelReading> kernelReadings(const std::string &file, bool allSizes);

std::string sourceFile(const std::string &path);
std::string readText(const std::string &path);

/// The three tables of docs/model.md.
std::string pipeTable(const std::vector<Reading> &readings);
std::string publishedTable(const std::vector<Reading> &readings);
std::string kernelTable(const std::vector<KernelReading> &readings);

} // namespace warpsmith::test
