#include "rewriter/frontend/ProgramReader.h"
#include "rewriter/frontend/clang/DirectReads.h"
#include "rewriter/frontend/index/Prover.h"
#include "rewriter/frontend/lower/Lowering.h"
#include "rewriter/frontend/proof/SeveralOutputs.h"
#include "rewriter/frontend/proof/StoredContraction.h"
#include "rewriter/frontend/values/CarriedValues.h"
#include "rewriter/frontend/values/CertainChoices.h"
#include "rewriter/frontend/values/JoinedSteps.h"
#include "rewriter/frontend/values/JoinedStores.h"
#include "rewriter/frontend/values/KernelRun.h"
#include "rewriter/frontend/values/SharedDataflow.h"
#include "rewriter/frontend/values/StoredValues.h"
#include "rewriter/frontend/values/Warps.h"
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
  takeFragments(effects, symbols, prover);
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
  leaveOutCertain(*effects, prover);
  joinWrites(*effects, symbols);
  if (!resolveShared(*effects, symbols, prover, refuse))
    return std::nullopt;
  takeCarried(*effects, symbols, prover);
  return contractionsOf(*effects, symbols, prover, state, kernel, refuse);
}

/// The sizes of blocks to try: any, and for kernels with shared memory those of their launches,
/// else those in which each thread has an element of a tile.
static std::vector<AssumedSizes> blocksOf(const KernelProgram &program,
                                          const std::vector<Launch> &launches) {
  constexpr size_t Most = 2;
  constexpr int64_t MostThreads = 1024;
  std::vector<BlockShape> shapes;
  const auto add = [&](const BlockShape &shape) {
    if (shapes.size() < Most && std::ranges::find(shapes, shape) == shapes.end())
      shapes.push_back(shape);
  };
  if (!program.shared.empty())
    for (const Launch &launch : launches)
      if (launch.block)
        add(*launch.block);
  if (shapes.empty())
    for (const auto &[name, tile] : program.shared)
      if (tile.width > 0 && tile.elements <= MostThreads)
        add({static_cast<unsigned>(tile.width), static_cast<unsigned>(tile.elements / tile.width),
             1});
  std::vector<AssumedSizes> all = {{}};
  for (const BlockShape &shape : shapes)
    all.push_back({{"blockDim.x", shape[0]}, {"blockDim.y", shape[1]}, {"blockDim.z", shape[2]}});
  return all;
}

std::optional<std::vector<Contraction>>
readByProgram(const clang::FunctionDecl &kernel, clang::ASTContext &context,
              const FloatingPointFlags &flags, const AssumedSizes &assumed,
              const std::vector<Launch> &launches, Decisions &decisions, SymbolicState &state,
              RefusalSink &refuse) try {
  ConstantFacts facts;
  auto program = lowered(kernel, context, flags, facts, refuse);
  if (!program)
    return std::nullopt;
  state.inlined = facts.functions;
  state.records = facts.records;
  state.constants = facts.constants;
  for (const auto &[name, value] : facts.constants)
    state.assumedConstants.insert(name);
  state.assertions = facts.assertions;
  state.readsIndirectly = !readsDirectly(kernel);
  state.hasFragments = program->onTensorCores;
  const SymbolicState before = state;
  const Decisions asked = decisions;
  std::optional<Refusal> last;
  const bool ofLaunches =
      llvm::any_of(launches, [](const Launch &launch) { return launch.block.has_value(); });
  for (const AssumedSizes &block : blocksOf(*program, launches))
    for (const bool readsSizes : {false, true}) { // what are no data may be sizes
      if (readsSizes && program->wholeNumbers.empty())
        continue;
      program->assumed = assumed;
      program->assumed.insert(block.begin(), block.end());
      program->readsSizes = readsSizes;
      state = before;
      decisions = asked;
      RefusalSink own;
      auto found = contractionsOf(*program, kernel.getLocation(), decisions, state, own);
      if (found) {
        refuse.restore({});
        return found;
      }
      // What is known of the launches' blocks tells most.
      if (own.refusal() && !readsSizes && (!last || ofLaunches))
        last = own.refusal();
    }
  return last ? refuse(last->location, last->reason) : std::nullopt;
} catch (const std::overflow_error &) {
  return refuse(kernel.getLocation(), "sizes beyond 64 bits");
}

} // namespace warpsmith::frontend
