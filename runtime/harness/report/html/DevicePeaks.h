// What a device could do at most, for a roofline's roofs.
#pragma once

#include "runtime/harness/report/ResultSet.h"

namespace warpsmith::harness::html {

struct Peak {
  std::string name; // FP32, FP16 tensor
  double tflops = 0;
};

struct DevicePeaks {
  std::vector<Peak> rates;              // those that products of the type can reach, lowest first
  std::optional<double> bytesPerSecond; // of the device's memory
  std::string source;                   // how they follow from what the file says; a sentence
};

/// From the device of a results file: multiprocessors, highest clock and compute capability give
/// the rates (rewriter/arch/Architecture.h: operations a clock and SM), memory_bytes_per_second the
/// other roof. Empty where the file does not say, or for an architecture that is not known.
DevicePeaks devicePeaks(const ResultSet &set, const std::string &type);

} // namespace warpsmith::harness::html
