/// Shared memory as the dataflow of its arrays: what a thread reads is what some thread has written
/// there, in the indices of the thread that reads.
///
/// A write is a map from threads and steps to places, a read another one. The write that reaches a
/// read is found by solving for the thread and the step that have written the place. Barriers have
/// to keep each read and each other write apart from it (SharedOrder.h).
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/values/ThreadEffects.h"

namespace warpsmith::frontend {

/// Puts what has been written in place of what is read from shared memory. What is not certain
/// joins the prover's demands. False, with a refusal, where it is not known.
bool resolveShared(ThreadEffects &effects, index::Symbols &symbols, index::Prover &prover,
                   RefusalSink &refuse);

} // namespace warpsmith::frontend
