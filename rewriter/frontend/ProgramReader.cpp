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

/// What the launch has to give a block along each axis where only one number will do.
static AssumedSizes blockRequired(const std::vector<Contraction> &found) {
  const index::Symbols none;
  index::Prover prover(none);
  for (const Contraction &contraction : found)
    for (const Precondition &fact : contraction.preconditions)
      prover.know(fact);
  AssumedSizes sizes;
  for (const char *axis : {"blockDim.x", "blockDim.y", "blockDim.z"})
    if (const auto size = prover.onlyValueOf(axis))
      sizes[axis] = *size;
  return sizes;
}

static size_t countOfPreconditions(const std::vector<Contraction> &found) {
  size_t count = 0;
  for (const Contraction &contraction : found)
    count += contraction.preconditions.size();
  return count;
}

/// More is known of a block whose size is known from the start on: a launch is asked for less.
static bool gainsByBlock(const std::vector<Contraction> &found, const AssumedSizes &sizes) {
  for (const Contraction &contraction : found)
    for (const Precondition &fact : contraction.preconditions)
      for (const auto &[axis, size] : sizes)
        if ((fact.left - fact.right).names().contains(axis) &&
            fact != Precondition{Polynomial::symbol(axis), size, true})
          return true;
  return false;
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
  for (const Predicate &fact : facts.assertions)
    if (!llvm::is_contained(state.assertions, fact))
      state.assertions.push_back(fact);
  state.readsIndirectly = !readsDirectly(kernel);
  state.hasFragments = program->onTensorCores;
  const SymbolicState before = state;
  const Decisions asked = decisions;
  std::optional<Refusal> last;
  const bool ofLaunches =
      llvm::any_of(launches, [](const Launch &launch) { return launch.block.has_value(); });
  const auto read = [&](const AssumedSizes &block, bool readsSizes, RefusalSink &why) {
    program->assumed = assumed;
    program->assumed.insert(block.begin(), block.end());
    program->readsSizes = readsSizes;
    state = before;
    decisions = asked;
    return contractionsOf(*program, kernel.getLocation(), decisions, state, why);
  };
  for (const AssumedSizes &block : blocksOf(*program, launches))
    for (const bool readsSizes : {false, true}) { // what are no data may be sizes
      if (readsSizes && program->wholeNumbers.empty())
        continue;
      RefusalSink own;
      auto found = read(block, readsSizes, own);
      if (!found) {
        // What is known of the launches' blocks tells most.
        if (own.refusal() && !readsSizes && (!last || ofLaunches))
          last = own.refusal();
        continue;
      }
      refuse.restore({});
      const AssumedSizes sizes = blockRequired(*found);
      if (block.empty() && gainsByBlock(*found, sizes)) {
        const Decisions outcomes = decisions;
        SymbolicState first = state;
        RefusalSink unused;
        auto again = read(sizes, readsSizes, unused);
        if (again && countOfPreconditions(*again) <= countOfPreconditions(*found))
          return again;
        state = std::move(first);
        decisions = outcomes;
      }
      return found;
    }
  return last ? refuse(last->location, last->reason) : std::nullopt;
} catch (const std::overflow_error &) {
  return refuse(kernel.getLocation(), "sizes beyond 64 bits");
}

} // namespace warpsmith::frontend
