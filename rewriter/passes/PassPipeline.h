/// A pipeline of passes in LLVM's spelling: `tile<128;128;16>,pipeline<stages=3>`. Pipelines that
/// are separated by `|` are alternatives: each launch runs the first one that can serve it. Those
/// from `sm_90a:` on are for this architecture: `sm_90a:auto|sm_80:tile,pipeline`.
#pragma once

#include "rewriter/passes/Pass.h"
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

  /// One pipeline for each of several architectures.
  static PassPipeline forEach(std::vector<std::pair<const Architecture *, PassPipeline>> pipelines);

  /// Runs the passes in order; the first refusal names its pass. Every alternative must apply.
  /// Of pipelines for several architectures one must apply: launches on devices of the others get
  /// what the older ones have. `left`, where it is given, says why the others do not.
  struct Refused {
    const Pass *pass;
    std::string spelling, reason;
    const Architecture *architecture = nullptr; ///< of several, the one whose pipeline it is
    bool neverRuns = false;                     ///< what the passes make of it, at no launch
  };
  std::variant<Schedule, Refused> run(const Contraction &contraction, const Schedule &start,
                                      std::vector<Refused> *left = nullptr) const;

  /// Whether a pass of this name is in one of the alternatives.
  bool names(std::string_view pass) const;
  /// Of the first alternative.
  const std::vector<PipelineElement> &elements() const {
    return ofArchitectures.empty() ? passes : ofArchitectures.front().second.elements();
  }
  /// It says itself which architectures it is for.
  bool namesArchitectures() const { return !ofArchitectures.empty(); }
  std::vector<const Architecture *> architectures() const;
  /// As it was written.
  std::string str() const;

private:
  static std::variant<PassPipeline, std::string> parseSeveral(std::string_view text);
  std::variant<Schedule, Refused> runOne(const Contraction &contraction,
                                         const Schedule &start) const;

  std::vector<PipelineElement> passes;
  std::shared_ptr<const PassPipeline> otherwise; ///< the alternatives to them
  /// Instead of both: a pipeline for each of several architectures, the newest first.
  std::vector<std::pair<const Architecture *, PassPipeline>> ofArchitectures;
};

/// What `auto` goes by for such a product, behind "auto goes by".
std::string reasonOfAuto(const Contraction &contraction, const Schedule &start);

} // namespace warpsmith
