/// For `--emit=schedules`: what a search for the fastest schedule starts from.
#pragma once

#include "rewriter/families/Schedule.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <string>

namespace warpsmith::tool {

/// A case of a kernel with its legal pipelines, fastest by the model first:
///
/// - kernel, line, numerics
/// - signature: ir/Signature.h
/// - architecture, product: the product is the GPU that the predictions are for
/// - problem: the [m, n, k] that the predictions are for, from `assumed` values of the extents'
///   symbols; an extent that neither these nor the parse give is 4096
/// - schedules: [{passes, schedule, seconds, limiter}], the pipeline as written and as it takes
///   effect, the time of a launch on the product and what limits it; the last two are null where
///   the model has no answer
llvm::json::Object listSchedules(const Contraction &contraction, const Schedule &start,
                                 const std::map<std::string, int64_t> &assumed);

} // namespace warpsmith::tool
