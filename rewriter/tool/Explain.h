/// Text about what the passes would do, and about a schedule.
#pragma once

#include "rewriter/ir/Schedule.h"
#include "rewriter/passes/PassPipeline.h"
#include <string>

namespace warpsmith::tool {

/// For `--explain`: each pass on its own (after `tile` where it needs one), whether it applies
/// under the numerics and on the architecture of `start`, and what the model says it would gain
/// over `tile`, with its limit; then the pipeline that was
/// asked for, combinations of passes, and which is the fastest.
std::string explain(const Contraction &contraction, const Schedule &start,
                    const PassPipeline &asked);

/// For `--emit=schedule`: one property a line.
std::string describeSchedule(const Contraction &contraction, const Schedule &schedule);

} // namespace warpsmith::tool
