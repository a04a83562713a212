#include "rewriter/frontend/ProgramReader.h"
#include "rewriter/frontend/index/Prover.h"
#include "rewriter/frontend/lower/Lowering.h"
#include "rewriter/frontend/proof/StoredContraction.h"
#include "rewriter/frontend/values/JoinedStores.h"
#include "rewriter/frontend/values/KernelRun.h"
#include "rewriter/frontend/values/SharedDataflow.h"
#include <stdexcept>

namespace warpsmith::frontend {

std::optional<Contraction> readByProgram(const clang::FunctionDecl &kernel,
                                         clang::ASTContext &context, SymbolicState &state,
                                         RefusalSink &refuse) try {
  ConstantFacts facts;
  const auto program = lowered(kernel, context, facts, refuse);
  if (!program)
    return std::nullopt;
  state.inlined = facts.functions;
  state.constants = facts.constants;
  for (const auto &[name, value] : facts.constants)
    state.assumedConstants.insert(name);
  state.assertions = facts.assertions;
  index::Symbols symbols;
  index::Prover prover(symbols);
  auto effects = KernelRun(*program, symbols, prover, refuse).run();
  if (!effects)
    return std::nullopt;
  joinWrites(*effects, symbols);
  if (!resolveShared(*effects, symbols, prover, refuse))
    return std::nullopt;
  joinStores(*effects, symbols, prover);
  return contractionOf(*effects, symbols, prover, state, kernel.getLocation(), refuse);
} catch (const std::overflow_error &) {
  return refuse(kernel.getLocation(), "sizes beyond 64 bits");
}

} // namespace warpsmith::frontend
