/// Why a kernel is left alone: the construct that stopped the analysis, and what it is.
#pragma once

#include "clang/Basic/SourceLocation.h"
#include <optional>
#include <string>

namespace warpsmith::frontend {

struct Refusal {
  clang::SourceLocation location;
  std::string reason;
};

/// Collects the first refusal of an analysis; later ones are consequences of it.
class RefusalSink {
public:
  /// Returns nullopt, so that an evaluator can write `return refuse(...)`.
  std::nullopt_t operator()(clang::SourceLocation location, std::string reason) {
    if (!first)
      first = Refusal{location, std::move(reason)};
    return std::nullopt;
  }
  const std::optional<Refusal> &refusal() const { return first; }
  /// Takes back what an attempt refused that has another way left.
  void restore(std::optional<Refusal> earlier) { first = std::move(earlier); }

private:
  std::optional<Refusal> first;
};

} // namespace warpsmith::frontend
