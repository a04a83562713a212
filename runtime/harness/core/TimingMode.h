// How launches are timed: by whom they are launched, and whether operands lie in the L2 cache.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpsmith::harness {

/// Automatic: a CUDA graph where a launch takes less than 200 microseconds. Graph: a CUDA graph
/// wherever the host code can be captured. Stream: the host enqueues each launch.
enum class LaunchMode { Automatic, Graph, Stream };

struct TimingMode {
  LaunchMode launch = LaunchMode::Automatic;
  bool cold = true; // buffers rotate over more than twice the L2 cache; else the same ones again

  bool operator==(const TimingMode &) const = default;
};

constexpr std::string_view spelling(LaunchMode launch) {
  return launch == LaunchMode::Graph    ? "graph"
         : launch == LaunchMode::Stream ? "stream"
                                        : "automatic";
}

/// graph-cold, graph-warm, stream-cold, stream-warm, automatic-cold, automatic-warm.
inline std::string spelling(const TimingMode &mode) {
  return std::string(spelling(mode.launch)) + (mode.cold ? "-cold" : "-warm");
}

inline std::optional<TimingMode> parseTimingMode(std::string_view text) {
  for (const LaunchMode launch : {LaunchMode::Automatic, LaunchMode::Graph, LaunchMode::Stream})
    for (const bool cold : {true, false})
      if (spelling(TimingMode{launch, cold}) == text)
        return TimingMode{launch, cold};
  return std::nullopt;
}

} // namespace warpsmith::harness
