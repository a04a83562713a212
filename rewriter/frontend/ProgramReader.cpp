#include "rewriter/frontend/ProgramReader.h"
#include "rewriter/frontend/clang/DirectReads.h"
#include "rewriter/frontend/index/Prover.h"
#include "rewriter/frontend/lower/Lowering.h"
#include "rewriter/frontend/proof/StoredContraction.h"
#include "rewriter/frontend/values/JoinedSteps.h"
#include "rewriter/frontend/values/JoinedStores.h"
#include "rewriter/frontend/values/KernelRun.h"
#include "rewriter/frontend/values/SharedDataflow.h"
#include "rewriter/frontend/values/StoredValues.h"
#include "rewriter/frontend/values/Warps.h"
#include <stdexcept>

namespace warpsmith::frontend {

/// What the threads of the program compute together.
static std::optional<Contraction> contractionOf(const KernelProgram &program,
                                                clang::SourceLocation kernel, SymbolicState &state,
                                                RefusalSink &refuse) {
  index::Symbols symbols;
  index::Prover prover(symbols);
  auto effects = KernelRun(program, symbols, prover, refuse).run();
  if (!effects)
    return std::nullopt;
  if (ElementsOfThread own = elementsOfThread(*effects, symbols, prover); !own.empty()) {
    effects = KernelRun(program, symbols, prover, refuse, std::move(own)).run();
    if (!effects)
      return std::nullopt;
  }
  if (!resolveStored(*effects, symbols, prover, refuse))
    return std::nullopt;
  joinWrites(*effects, symbols);
  if (!resolveShared(*effects, symbols, prover, refuse))
    return std::nullopt;
  takeFragments(*effects, symbols, prover);
  joinStores(*effects, symbols, prover);
  joinSteps(*effects, symbols, prover);
  return contractionOf(*effects, symbols, prover, state, kernel, refuse);
}

std::optional<Contraction> readByProgram(const clang::FunctionDecl &kernel,
                                         clang::ASTContext &context,
                                         const FloatingPointFlags &flags,
                                         const AssumedSizes &assumed, SymbolicState &state,
                                         RefusalSink &refuse) try {
  ConstantFacts facts;
  auto program = lowered(kernel, context, flags, facts, refuse);
  if (!program)
    return std::nullopt;
  program->assumed = assumed;
  state.inlined = facts.functions;
  state.records = facts.records;
  state.constants = facts.constants;
  for (const auto &[name, value] : facts.constants)
    state.assumedConstants.insert(name);
  state.assertions = facts.assertions;
  state.readsIndirectly = !readsDirectly(kernel);
  state.hasFragments = program->onTensorCores;
  const SymbolicState before = state;
  if (auto contraction = contractionOf(*program, kernel.getLocation(), state, refuse);
      contraction || program->wholeNumbers.empty())
    return contraction;
  // What are no data may be sizes.
  program->readsSizes = true;
  state = before;
  RefusalSink ofSizes;
  auto contraction = contractionOf(*program, kernel.getLocation(), state, ofSizes);
  if (contraction)
    refuse.restore({});
  return contraction;
} catch (const std::overflow_error &) {
  return refuse(kernel.getLocation(), "sizes beyond 64 bits");
}

} // namespace warpsmith::frontend
