// The lines that PolyBench/GPU's programs print, for scripts that read them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace warpsmith::harness {

/// For each contestant of a results document but cuBLAS:
///
///     setting device 0 with name NVIDIA H200
///     GPU Time in seconds:
///     0.000123
///     CPU Time in seconds:
///     0.045678
///     Non-Matching CPU-GPU Outputs Beyond Error Threshold of 0.05 Percent: 0
///
/// The GPU time is the median of one launch's, `nan` where nothing was timed (the emulator); the
/// CPU time is that of the FP64 reference. What is counted are the elements that failed
/// verification, whatever the threshold, which is PolyBench/GPU's: it is named because scripts
/// expect it there. Benchmarks that count misses there say `Number of misses: 0` here. Where there
/// are several contestants a line `# BENCHMARK VARIANT TYPE SIZE` comes before each.
std::string classicReport(const nlohmann::ordered_json &document);

} // namespace warpsmith::harness
