#include "rewriter/frontend/ProgramReader.h"
#include "rewriter/frontend/clang/DirectReads.h"
#include "rewriter/frontend/index/Prover.h"
#include "rewriter/frontend/lower/Lowering.h"
#include "rewriter/frontend/proof/SeveralOutputs.h"
#include "rewriter/frontend/proof/StoredContraction.h"
#include "rewriter/frontend/values/JoinedSteps.h"
#include "rewriter/frontend/values/JoinedStores.h"
#include "rewriter/frontend/values/KernelRun.h"
#include "rewriter/frontend/values/SharedDataflow.h"
#include "rewriter/frontend/values/StoredValues.h"
#include <algorithm>
#include <stdexcept>

namespace warpsmith::frontend {

/// What one array gets. The stores are to it alone.
static std::optional<Contraction> contractionOfArray(ThreadEffects effects, index::Symbols &symbols,
                                                     index::Prover prover, SymbolicState &state,
                                                     clang::SourceLocation kernel,
                                                     RefusalSink &refuse) {
  effects.elementSteps.clear();
  for (const StoredElement &store : effects.stores)
    effects.elementSteps.insert(store.at.loops.begin(), store.at.loops.end());
  joinStores(effects, symbols, prover);
  joinSteps(effects, symbols, prover);
  return contractionOf(effects, symbols, prover, state, kernel, refuse);
}

/// What each array gets.
static std::optional<std::vector<Contraction>>
contractionsOf(const ThreadEffects &effects, index::Symbols &symbols, const index::Prover &prover,
               SymbolicState &state, clang::SourceLocation kernel, RefusalSink &refuse) {
  std::vector<std::string> arrays;
  std::vector<clang::SourceLocation> places;
  for (const StoredElement &store : effects.stores)
    if (std::ranges::find(arrays, store.array) == arrays.end()) {
      arrays.push_back(store.array);
      places.push_back(store.location);
    }
  if (arrays.size() > 2)
    return refuse(places[2], "stores to more than two arrays");
  if (arrays.size() == 2) {
    const auto build = [&](const std::string &array, RefusalSink &why) {
      ThreadEffects own = effects;
      std::erase_if(own.stores, [&](const StoredElement &each) { return each.array != array; });
      SymbolicState ofArray = state;
      return contractionOfArray(std::move(own), symbols, prover, ofArray, kernel, why);
    };
    return contractionsOf(arrays, build, places[1], refuse);
  }
  auto contraction = contractionOfArray(effects, symbols, prover, state, kernel, refuse);
  return contraction ? std::optional(std::vector{std::move(*contraction)}) : std::nullopt;
}

/// What the threads of the program compute together.
static std::optional<std::vector<Contraction>>
contractionsOf(const KernelProgram &program, clang::SourceLocation kernel, Decisions &decisions,
               SymbolicState &state, RefusalSink &refuse) {
  index::Symbols symbols;
  index::Prover prover(symbols);
  auto effects = KernelRun(program, symbols, prover, decisions, refuse).run();
  if (!effects)
    return std::nullopt;
  if (ElementsOfThread own = elementsOfThread(*effects, symbols, prover); !own.empty()) {
    effects = KernelRun(program, symbols, prover, decisions, refuse, std::move(own)).run();
    if (!effects)
      return std::nullopt;
  }
  if (!resolveStored(*effects, symbols, prover, refuse))
    return std::nullopt;
  joinWrites(*effects, symbols);
  if (!resolveShared(*effects, symbols, prover, refuse))
    return std::nullopt;
  return contractionsOf(*effects, symbols, prover, state, kernel, refuse);
}

std::optional<std::vector<Contraction>>
readByProgram(const clang::FunctionDecl &kernel, clang::ASTContext &context,
              const FloatingPointFlags &flags, const AssumedSizes &assumed, Decisions &decisions,
              SymbolicState &state, RefusalSink &refuse) try {
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
  const SymbolicState before = state;
  const Decisions asked = decisions;
  if (auto found = contractionsOf(*program, kernel.getLocation(), decisions, state, refuse);
      found || program->wholeNumbers.empty())
    return found;
  // What are no data may be sizes.
  program->readsSizes = true;
  state = before;
  decisions = asked;
  RefusalSink ofSizes;
  auto found = contractionsOf(*program, kernel.getLocation(), decisions, state, ofSizes);
  if (found)
    refuse.restore({});
  return found;
} catch (const std::overflow_error &) {
  return refuse(kernel.getLocation(), "sizes beyond 64 bits");
}

} // namespace warpsmith::frontend
