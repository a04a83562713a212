// Loops whose steps each have elements of their own: of the output, or of a tile in shared memory.
#include "rewriter/frontend/symbolic/BlockThreads.h"
#include "rewriter/frontend/symbolic/LoopParts.h"
#include "rewriter/frontend/symbolic/StoresInLoops.h"
#include "llvm/ADT/STLExtras.h"

namespace warpsmith::frontend {

namespace {
using Kind = Expression::Kind;
} // namespace

/// `for (i = threadIdx.x; i < elements; i += blockDim.x)` stores elements of shared memory: each is
/// one step of one thread, and which one does not matter where nothing else tells the threads
/// apart.
bool KernelWalk::fill(const Loop &loop, const Induction &induction, bool &done) {
  const auto *comparison =
      llvm::dyn_cast<clang::BinaryOperator>(loop.condition->IgnoreParenImpCasts());
  const auto first = state.integers.find(induction.variable);
  const auto *tested =
      comparison && comparison->getOpcode() == clang::BO_LT
          ? llvm::dyn_cast<clang::DeclRefExpr>(comparison->getLHS()->IgnoreParenImpCasts())
          : nullptr;
  if (first == state.integers.end() || !tested || tested->getDecl() != induction.variable ||
      loop.within || !comparison->getLHS()->getType()->isIntegerType())
    return true;
  auto threads =
      threadsOfBlock(first->second, [&](const Polynomial &factor) { return isUniform(factor); });
  // `for (i = threadIdx.y; i < rows; i += blockDim.y)`: the threads of each x do the same by
  // themselves.
  if (first->second == Polynomial::symbol("threadIdx.y"))
    threads = BlockThreads{Polynomial::symbol("blockDim.y"), {}};
  std::vector<std::string> counted = first->second.symbols();
  std::erase_if(counted,
                [](const std::string &symbol) { return symbol.rfind("threadIdx.", 0) != 0; });
  if (!threads || !isUniform(induction.step))
    return true;
  done = true;
  const auto bound = evaluate.exact(comparison->getRHS());
  if (!bound)
    return false;
  if (!isUniform(*bound))
    return fail(loop.condition, "loop bound '" + bound->str() + "' differs between threads");
  const std::string symbol = "%" + std::to_string(state.loops.size() + 1);
  const auto before = state.shared;
  const size_t cells = state.cells.size();
  state.loops.push_back({symbol, 0, *bound, "", true, 0});
  state.integers[induction.variable] = Polynomial::symbol(symbol);
  ++filling;
  ++summing;
  if (!iterate(loop))
    return false;
  --summing;
  --filling;
  state.integers.erase(induction.variable);
  if (state.cells.size() != cells)
    return fail(loop.statement, "elements are stored by a loop over the threads of a block");
  for (const auto &[extent, factor] : threads->equal)
    state.preconditions.push_back({extent, factor, true});
  if (threads->count != induction.step)
    state.preconditions.push_back({threads->count, induction.step, true});
  state.shared = afterSteps(state, before, symbol);
  // What else tells the threads apart would be another one's.
  for (auto &[variable, array] : state.shared)
    if (llvm::any_of(array.stores, [&](const SharedArray::Store &store) {
          return llvm::is_contained(store.loops, symbol) &&
                 llvm::any_of(counted, [&](const std::string &one) {
                   return hasPartOf(state, store.index, one);
                 });
        }))
      array.stores.clear();
  return true;
}

/// `for (i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)`, or the
/// same within each block: `for (i = threadIdx.x; i < n; i += blockDim.x)`.
bool KernelWalk::gridStride(const Loop &loop, const Induction &induction, bool &done) {
  for (const char axis : {'x', 'y', 'z'}) {
    const auto of = [&](const char *name) {
      return Polynomial::symbol(std::string(name) + "." + axis);
    };
    const Polynomial first = state.integers[induction.variable];
    const bool ofGrid = induction.step == of("gridDim") * of("blockDim") &&
                        first == of("blockIdx") * of("blockDim") + of("threadIdx");
    if (!ofGrid && (induction.step != of("blockDim") || first != of("threadIdx")))
      continue;
    done = true;
    const std::string text = std::string(ofGrid ? "grid" : "block") + "-stride loop over " + axis;
    return overIndices(loop, induction.variable, {"", 0, 0, text, false, axis, ofGrid});
  }
  return true;
}

/// A loop whose variable numbers elements of the output.
bool KernelWalk::ownElements(const Loop &loop, const std::vector<Induction> &inductions) {
  if (summing > 0)
    return fail(loop.statement, "elements of the output are stored at every step of the loop");
  if (inductions.size() != 1 || !inductions[0].variable->getType()->isIntegerType())
    return fail(loop.statement, "more than one variable steps through the output");
  const Induction &induction = inductions[0];
  // Nothing that one element leaves in a variable reaches the next.
  for (const clang::VarDecl *variable : loop.assigned)
    if (state.scalars.contains(variable))
      state.scalars[variable] = nullptr;
    else if (variable != induction.variable) {
      state.integers.erase(variable);
      state.pointers.erase(variable);
    }
  for (const Cell &cell : state.cells)
    if (cell.value->contains(Kind::Sum) || cell.value->contains(Kind::Operand))
      return fail(loop.statement, "loop over elements of the output after a store");
  bool done = false;
  if (!gridStride(loop, induction, done) || done)
    return done;
  const Polynomial first = state.integers[induction.variable];
  if (induction.step.constant() != 1)
    return fail(loop.statement,
                "loop over elements of the output by steps of '" + induction.step.str() + "'");
  return overIndices(loop, induction.variable, {"", first, 0, "loop of each thread", false, 0});
}

/// Walks the body once with the variable as an index that runs from `first` to the loop's bound.
bool KernelWalk::overIndices(const Loop &loop, const clang::VarDecl *variable, LoopIndex index) {
  index.symbol = "%" + std::to_string(state.loops.size() + 1);
  state.integers[variable] = Polynomial::symbol(index.symbol);
  const auto extent = count(loop, index.symbol);
  if (!extent)
    return false;
  index.extent = *extent;
  const Bounds path = state.path;
  // A triangle, above the diagonal or below it.
  if (!isUniform(index.first)) {
    state.path.push_back(Polynomial::symbol(index.symbol) - index.first + 1);
    index.first = 0;
  }
  if (!isUniform(index.extent))
    state.path.push_back(index.extent - Polynomial::symbol(index.symbol));
  if (!index.first.isZero())
    return fail(loop.statement,
                "loop over elements of the output starts at '" + index.first.str() + "'");
  state.loops.push_back(index);
  if (!iterate(loop))
    return false;
  state.path = path;
  state.storesDone = true;
  return true;
}

} // namespace warpsmith::frontend
