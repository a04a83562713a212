/// The sum that a kernel stores, as one loop over %k where one will do, however many the source
/// has.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/proof/ThreadSummary.h"

namespace warpsmith::frontend {

/// `sum = initial; for (%k = 0; %k < steps; ++%k) sum = update`, where the loads of `update` are
/// indexed by %k; or a nest of several such loops, of which no two count the steps of one.
struct SumForm {
  struct Loop {
    std::string symbol;
    Polynomial extent;
    bool limited = false; ///< see LoopIndex
    bool operator==(const Loop &) const = default;
  };
  ExpressionRef initial, update; ///< the sum before the step is a Sum leaf numbered `number`
  size_t number = 0;
  std::vector<Loop> loops; ///< outermost first; of one, the symbol is %k
  Polynomial steps;        ///< of all loops together
  ElementType type = ElementType::F32;
  bool inMemory = false;
  size_t loads = 0; ///< how many elements had been read when the last loop was done
  clang::SourceLocation location;
  std::string reordered;     ///< see Contraction::reordered
  bool negativeZero = false; ///< the first product was the start: -0 plus it gives the same bits
};

/// Merges nested, unrolled and successive loops of the reduction with that number. New loads are
/// added to the state.
std::optional<SumForm> sumForm(ThreadSummary &state, size_t reduction, RefusalSink &refuse);

} // namespace warpsmith::frontend
