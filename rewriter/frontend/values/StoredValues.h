/// Elements of arrays in global memory that a thread stores and reads again: a sum that is kept in
/// one, or a value that is computed further.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/values/ThreadEffects.h"

namespace warpsmith::frontend {

/// Values take the place of elements that the thread has stored itself. Sums that are kept in an
/// element become sums of the thread's own, and what a later store overwrites is left out. False
/// where it is not certain what is read.
bool resolveStored(ThreadEffects &effects, index::Symbols &symbols, index::Prover &prover,
                   RefusalSink &refuse);

} // namespace warpsmith::frontend
