/// A pipeline of passes in LLVM's spelling: `tile<128;128;16>,pipeline<stages=3>`. Pipelines that
/// are separated by `|` are alternatives: each launch runs the first one that can serve it.
#pragma once

#include "rewriter/passes/Pass.h"
#include <memory>
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

  /// Runs the passes in order; the first refusal names its pass. Every alternative must apply.
  struct Refused {
    const Pass *pass;
    std::string spelling, reason;
  };
  std::variant<Schedule, Refused> run(const Contraction &contraction, const Schedule &start) const;

  /// Whether a pass of this name is in one of the alternatives.
  bool names(std::string_view pass) const;
  /// Of the first alternative.
  const std::vector<PipelineElement> &elements() const { return passes; }

private:
  std::vector<PipelineElement> passes;
  std::shared_ptr<const PassPipeline> otherwise; ///< the alternatives to them
};

} // namespace warpsmith
