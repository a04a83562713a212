/// Text about what the passes would do, and about a schedule.
#pragma once

#include "rewriter/families/Schedule.h"
#include "rewriter/passes/PassPipeline.h"
#include "rewriter/tool/Predicted.h"
#include <optional>
#include <string>

namespace warpsmith::tool {

/// For `--explain`: each pass on its own (after `tile` where it needs one), whether it applies
/// under the numerics and on the architecture of `start`, and what the model says it would gain
/// over `tile`, with its limit; then the pipeline that was
/// asked for, combinations of passes, and which is the fastest.
std::string explain(const Contraction &contraction, const Schedule &start,
                    const PassPipeline &asked);

/// What passes could do in code for the same GPUs that has all of their instructions: in code for
/// sm_90a, of one for sm_90. The fastest pipeline by the model that the architecture of `start`
/// does not allow; nothing where there is none.
struct Allowed {
  const Architecture *architecture;
  std::string pipeline;
  double seconds; ///< predicted
};
std::optional<Allowed> allowedByAllInstructions(const Contraction &contraction,
                                                const Schedule &start);
/// Nothing where the model knows no such schedule.
std::optional<Predicted> predicted(const Contraction &contraction, const Schedule &schedule);
/// Its seconds alone.
std::optional<double> predictedSeconds(const Contraction &contraction, const Schedule &schedule);

/// What would be much faster than a schedule.
struct Faster {
  std::string flags; ///< `--passes=auto --numerics=fp16`
  std::string pipeline;
  double times; ///< as fast, by the model
};
/// Among what `auto` takes under the contract of `schedule`, and with `otherContract` under the
/// next that keeps the operands' types; nothing where neither is twice as fast.
std::optional<Faster> muchFaster(const Contraction &contraction, const Schedule &schedule,
                                 bool otherPasses, bool otherContract);

/// For `--emit=schedule`: one property a line.
std::string describeSchedule(const Contraction &contraction, const Schedule &schedule);

} // namespace warpsmith::tool
