/// A pipeline of passes in LLVM's spelling: `tile<128;128;16>,pipeline<stages=3>`.
#pragma once

#include "rewriter/passes/Pass.h"
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warpsmith {

struct PipelineElement {
  const Pass *pass;
  std::string spelling; ///< as written: `pipeline<stages=3>`
  Arguments arguments;
};

class PassPipeline {
public:
  /// Or what is wrong with the text: an unknown pass, brackets that do not match.
  static std::variant<PassPipeline, std::string> parse(std::string_view text);

  /// Runs the passes in order; the first refusal names its pass.
  struct Refused {
    const Pass *pass;
    std::string spelling, reason;
  };
  std::variant<Schedule, Refused> run(const Contraction &contraction, Schedule start) const;

  const std::vector<PipelineElement> &elements() const { return passes; }

private:
  std::vector<PipelineElement> passes;
};

} // namespace warpsmith
