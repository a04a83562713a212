#include "rewriter/frontend/KernelReader.h"
#include "rewriter/frontend/clang/DirectReads.h"
#include "rewriter/frontend/index/Prover.h"
#include "rewriter/frontend/lower/Lowering.h"
#include "rewriter/frontend/proof/SeveralOutputs.h"
#include "rewriter/frontend/proof/StoredContraction.h"
#include "rewriter/frontend/values/AlikeSums.h"
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
                                                     index::Prover prover,
                                                     clang::SourceLocation kernel,
                                                     RefusalSink &refuse) {
  effects.elementSteps.clear();
  for (const StoredElement &store : effects.stores)
    effects.elementSteps.insert(store.at.loops.begin(), store.at.loops.end());
  takeFragments(effects, symbols, prover);
  joinStores(effects, symbols, prover);
  joinAlikeSums(effects, symbols, prover);
  joinSteps(effects, symbols, prover);
  return contractionOf(effects, symbols, prover, kernel, refuse);
}

/// What each array gets.
static std::optional<std::vector<Contraction>>
contractionsOf(const ThreadEffects &effects, index::Symbols &symbols, const index::Prover &prover,
               clang::SourceLocation kernel, RefusalSink &refuse) {
  std::vector<std::string> arrays;
  std::vector<clang::SourceLocation> places;
  for (const StoredElement &store : effects.stores)
    if (std::ranges::find(arrays, store.array) == arrays.end()) {
      arrays.push_back(store.array);
      places.push_back(store.location);
    }
  if (arrays.size() > 1 && !effects.hasSums())
    return refuse(kernel, NoSum);
  if (arrays.size() > 2)
    return refuse(places[2], "stores to more than two arrays");
  if (arrays.size() == 2) {
    const auto build = [&](const std::string &array, RefusalSink &why) {
      ThreadEffects own = effects;
      std::erase_if(own.stores, [&](const StoredElement &each) { return each.array != array; });
      return contractionOfArray(std::move(own), symbols, prover, kernel, why);
    };
    return contractionsOf(arrays, build, places[1], refuse);
  }
  auto contraction = contractionOfArray(effects, symbols, prover, kernel, refuse);
  return contraction ? std::optional(std::vector{std::move(*contraction)}) : std::nullopt;
}

/// What the threads of the program compute together.
static std::optional<std::vector<Contraction>> contractionsOf(const KernelProgram &program,
                                                              clang::SourceLocation kernel,
                                                              Decisions &decisions,
                                                              RefusalSink &refuse) {
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
  if (!joinTested(*effects, symbols, prover, refuse))
    return std::nullopt;
  if (!resolveStored(*effects, symbols, prover, refuse))
    return std::nullopt;
  takeCarriedInWrites(*effects, symbols, prover);
  leaveOutCertain(*effects, prover);
  joinWrites(*effects, symbols);
  if (!resolveShared(*effects, symbols, prover, refuse))
    return std::nullopt;
  takeCarried(*effects, symbols, prover);
  if (!leaveOutTests(*effects, prover, refuse))
    return std::nullopt;
  return contractionsOf(*effects, symbols, prover, kernel, refuse);
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

namespace {

/// What is taken for known in one reading of a program.
struct Assumptions {
  AssumedSizes block;          ///< of `blockDim`
  bool readsSizes = false;     ///< what are no data may be sizes
  std::set<std::string> named; ///< constants that may have any value
};

struct Reading {
  std::vector<Contraction> found;
  Decisions decisions;
};

/// The readings of one kernel.
class Readings {
public:
  Readings(KernelProgram &lowered, const AssumedSizes &sizes, const ConstantFacts &constants,
           clang::SourceLocation where, Decisions &asked)
      : program(lowered),
        assumed(sizes),
        facts(constants),
        kernel(where),
        begin(asked),
        decisions(asked) {}

  /// The first that finds something, and what it becomes with the fewest checks of a launch and
  /// with the names of constants.
  std::optional<Reading> first(const std::vector<Launch> &launches, RefusalSink &refuse) {
    const bool ofLaunches =
        llvm::any_of(launches, [](const Launch &launch) { return launch.block.has_value(); });
    std::optional<Refusal> last;
    for (const AssumedSizes &block : blocksOf(program, launches))
      for (const bool readsSizes : {false, true}) {
        if (readsSizes && program.wholeNumbers.empty())
          continue;
        RefusalSink own;
        Assumptions assumptions{block, readsSizes, {}};
        if (auto reading = read(assumptions, own)) {
          refuse.restore({});
          takeBlock(assumptions, *reading);
          takeNames(assumptions, *reading);
          return reading;
        }
        // What is known of the launches' blocks tells most.
        if (own.refusal() && !readsSizes && (!last || ofLaunches))
          last = own.refusal();
      }
    return last ? refuse(last->location, last->reason) : std::nullopt;
  }

private:
  std::optional<Reading> read(const Assumptions &assumptions, RefusalSink &refuse) {
    program.assumed = assumed;
    program.assumed.insert(assumptions.block.begin(), assumptions.block.end());
    program.readsSizes = assumptions.readsSizes;
    program.named = assumptions.named;
    decisions = begin;
    auto found = contractionsOf(program, kernel, decisions, refuse);
    if (!found)
      return std::nullopt;
    for (Contraction &contraction : *found)
      addConstants(contraction);
    return Reading{std::move(*found), decisions};
  }

  /// A build is asserted to have the values of those that have been taken for numbers.
  void addConstants(Contraction &contraction) const {
    contraction.constants = program.constants;
    contraction.constants.insert(facts.constants.begin(), facts.constants.end());
    for (const Predicate &fact : facts.assertions)
      if (!llvm::is_contained(contraction.assertions, fact))
        contraction.assertions.push_back(fact);
    for (const auto &[name, value] : contraction.constants)
      if (!program.named.contains(name))
        contraction.assertions.push_back(Predicate::equal(name, value));
  }

  /// Where a block can have one size alone, it has that from the start on.
  void takeBlock(Assumptions &assumptions, Reading &reading) {
    const AssumedSizes sizes = blockRequired(reading.found);
    if (assumptions.block.empty() && gainsByBlock(reading.found, sizes))
      take({sizes, assumptions.readsSizes, assumptions.named}, assumptions, reading);
  }

  /// All constants keep their names, or as many as can.
  void takeNames(Assumptions &assumptions, Reading &reading) {
    Assumptions all = assumptions;
    for (const auto &[name, value] : program.constants)
      all.named.insert(name);
    if (all.named.empty() || take(all, assumptions, reading) || all.named.size() == 1)
      return;
    for (const std::string &name : all.named) {
      Assumptions one = assumptions;
      one.named.insert(name);
      take(one, assumptions, reading);
    }
  }

  /// A reading that asks a launch for no more takes the place of what is there.
  bool take(const Assumptions &other, Assumptions &assumptions, Reading &reading) {
    RefusalSink unused;
    auto again = read(other, unused);
    if (!again || checksOf(*again) > checksOf(reading) || !haveSameExtents(*again, reading, other))
      return false;
    reading = std::move(*again);
    assumptions = other;
    return true;
  }

  /// What is known of sizes is not known of names, and may have decided which end of a loop is the
  /// extent of a sum.
  bool haveSameExtents(const Reading &one, const Reading &other,
                       const Assumptions &assumptions) const {
    const auto known = [&](Polynomial size) {
      for (const auto &[name, value] : program.constants)
        size = size.substitute(name, Polynomial(value));
      for (const auto &[name, value] : assumptions.block)
        size = size.substitute(name, value);
      return size;
    };
    return std::ranges::equal(one.found, other.found,
                              [&](const Contraction &first, const Contraction &second) {
                                return known(first.m.extent()) == known(second.m.extent()) &&
                                       known(first.n.extent()) == known(second.n.extent()) &&
                                       known(first.k.extent()) == known(second.k.extent());
                              });
  }

  /// How much a launch is asked, without what the values of constants decide, and without limits
  /// that are those of types.
  size_t checksOf(const Reading &reading) const {
    constexpr int64_t NearLimit = 1 << 30; // of a type: 2^31 less some
    size_t count = 0;
    for (const Contraction &contraction : reading.found)
      for (const Precondition &fact : contraction.preconditions) {
        Polynomial room = fact.left - fact.right;
        for (const auto &[name, value] : program.constants)
          room = room.substitute(name, Polynomial(value));
        const auto isOfType = [](const Polynomial &summand) {
          return summand.constant().value_or(0) >= NearLimit;
        };
        count += !room.constant() && std::ranges::none_of(room.summands(), isOfType);
      }
    return count;
  }

  KernelProgram &program;
  const AssumedSizes &assumed;
  const ConstantFacts &facts;
  clang::SourceLocation kernel;
  Decisions begin;
  Decisions &decisions; ///< of the last reading
};

} // namespace

std::optional<ReadKernel> readKernel(const clang::FunctionDecl &kernel, clang::ASTContext &context,
                                     const FloatingPointFlags &flags, const AssumedSizes &assumed,
                                     const std::vector<Launch> &launches, Decisions &decisions,
                                     RefusalSink &refuse) try {
  ConstantFacts facts;
  auto program = lowered(kernel, context, flags, facts, refuse);
  if (!program)
    return std::nullopt;
  // What Clang has calculated with is a number in any case.
  for (const auto &[name, value] : facts.constants)
    program->constants.erase(name);
  program->readsIndirectly = !readsDirectly(kernel);
  auto reading =
      Readings(*program, assumed, facts, kernel.getLocation(), decisions).first(launches, refuse);
  if (!reading)
    return std::nullopt;
  decisions = std::move(reading->decisions);
  return ReadKernel{std::move(reading->found), facts.functions, facts.records};
} catch (const std::overflow_error &) {
  return refuse(kernel.getLocation(), "sizes beyond 64 bits");
}

} // namespace warpsmith::frontend
