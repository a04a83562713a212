#include "runtime/harness/report/html/DevicePeaks.h"
#include "rewriter/arch/Architecture.h"
#include "runtime/harness/report/Format.h"
#include <algorithm>

namespace warpsmith::harness::html {
namespace {

/// FP64 operations a clock and SM of the tensor cores, which the rewriter does not use but cuBLAS
/// does (NVIDIA A100 and H100 white papers: twice the rate of the FP64 units).
int fp64Tensor(const Architecture &architecture) {
  const int capability = architecture.computeCapability;
  return capability == 80 || capability == 90 ? 2 * architecture.fp64 : 0;
}

std::string nameOf(std::string capability) {
  std::erase(capability, '.');
  return "sm_" + capability;
}

} // namespace

DevicePeaks devicePeaks(const ResultSet &set, const std::string &type) {
  DevicePeaks peaks;
  const auto bandwidth = set.deviceNumber("memory_bytes_per_second");
  if (bandwidth && *bandwidth > 0) {
    peaks.bytesPerSecond = bandwidth;
    peaks.source = "Memory: " + significant(*bandwidth * 1e-12, 3) + " TB/s. ";
  } else {
    peaks.source = "The file does not say how fast the device's memory is. ";
  }
  const Architecture *architecture = findArchitecture(nameOf(set.deviceFact("compute_capability")));
  const auto clock = set.deviceNumber("max_sm_clock_mhz");
  const auto multiprocessors = set.deviceNumber("multiprocessors");
  if (!architecture || !clock || !multiprocessors || *clock <= 0 || *multiprocessors <= 0)
    return peaks;
  const auto add = [&](const char *name, int perClock) {
    if (perClock > 0)
      peaks.rates.push_back({name, perClock * *multiprocessors * *clock * 1e-6});
  };
  if (type == "double") {
    add("FP64", architecture->fp64);
    add("FP64 tensor", fp64Tensor(*architecture));
  } else if (type == "float") {
    add("FP32", architecture->fp32);
    add("TF32 tensor", architecture->tf32);
    add("FP16 tensor", architecture->fp16);
  } else if (type == "fp8" || type == "fp8-e5m2") {
    add("FP16 tensor", architecture->fp16);
    add("FP8 tensor", 2 * architecture->fp16); // Hopper's, as 8-bit integers'
  } else if (type == "half" || type == "bfloat16") {
    add("FP32", architecture->fp32);
    add(type == "half" ? "FP16 tensor" : "BF16 tensor", architecture->fp16);
  }
  std::sort(peaks.rates.begin(), peaks.rates.end(),
            [](const Peak &a, const Peak &b) { return a.tflops < b.tflops; });
  if (!peaks.rates.empty()) {
    peaks.source += "Rates: " + significant(*multiprocessors, 3) + " multiprocessors at " +
                    significant(*clock, 4) + " MHz, each " + std::string(architecture->name) +
                    "'s operations a clock, dense.";
  }
  return peaks;
}

} // namespace warpsmith::harness::html
