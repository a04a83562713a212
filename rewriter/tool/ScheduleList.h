/// For `--emit=schedules`: what a search for the fastest schedule starts from.
#pragma once

#include "rewriter/ir/Schedule.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <string>

namespace warpsmith::tool {

/// A case of a kernel with its legal pipelines, fastest by the model first:
///
///   kernel, line, signature (ir/Signature.h), architecture, product (the GPU that the predictions
///   are for), numerics
///   problem     [m, n, k] that the predictions are for: extents under `assumed` values of their
///               symbols; what neither these nor the parse tell is 4096
///   schedules   [{passes, schedule, seconds, limiter}]: as written, as it takes effect, of a
///   launch
///               on the product, what limits it; the last two null where the model has no answer
llvm::json::Object listSchedules(const Contraction &contraction, const Schedule &start,
                                 const std::map<std::string, int64_t> &assumed);

} // namespace warpsmith::tool
