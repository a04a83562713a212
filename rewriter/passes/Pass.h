/// A pass: one transformation of the schedule, with its own legality check.
///
/// To add one: a file here that defines a class derived from Pass and a function that returns it,
/// and a line in Passes.def.
#pragma once

#include "rewriter/families/Schedule.h"
#include "rewriter/passes/Arguments.h"
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warpsmith {

/// Why a pass does not apply, as a sentence without its final full stop.
struct PassRefusal {
  std::string reason;
};
using PassResult = std::variant<Schedule, PassRefusal>;

class Pass {
public:
  virtual ~Pass() = default;

  /// As in `--passes`: `tile`.
  virtual std::string_view name() const = 0;
  /// The first argument that selects this pass among those of one name (`wmma` of
  /// `tensorize<wmma>`, `dma` of `warp-specialize<dma=4>`); empty when there is only one.
  virtual std::string_view selector() const { return {}; }
  /// The parameters between the angle brackets, as `--list-passes` shows them.
  virtual std::string_view parameters() const = 0;
  /// Empty, or why no kernel whatever could be given such arguments.
  virtual std::string misused(const Arguments &arguments) const {
    return arguments.misfit(parameters());
  }
  /// One line.
  virtual std::string_view summary() const = 0;
  /// Why no pass stands before it; empty where one may.
  virtual std::string standsFirst() const { return {}; }
  /// The pass changes a tiled schedule: where there is no tile yet, the default one comes first.
  virtual bool needsTile() const { return false; }
  /// What the pass would gain or cost on the schedule's architecture, as a sentence.
  virtual std::string explain(const Contraction &contraction, const Schedule &schedule) const = 0;

  /// The schedule after the pass, or why not. Whether the result fits the architecture is what its
  /// family is asked once, after the last pass.
  virtual PassResult apply(const Contraction &contraction, Schedule schedule,
                           Arguments &arguments) const = 0;
};

/// All passes, in the order in which they are listed.
const std::vector<std::unique_ptr<Pass>> &allPasses();

/// The pass that a name and its arguments select; null when there is none.
const Pass *findPass(std::string_view name, const Arguments &arguments);

} // namespace warpsmith
