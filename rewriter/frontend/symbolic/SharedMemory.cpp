// Reads of shared memory: an element that a thread reads is what some thread of the block has
// stored there. Which store it is, and under which conditions.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/RolledStores.h"
#include "rewriter/frontend/symbolic/StagedTiles.h"
#include "rewriter/frontend/symbolic/StoringThread.h"
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

using Kind = Expression::Kind;

/// Positive for all steps of the loops that it depends on.
bool isCertain(SymbolicState &state, const Polynomial &bound) {
  Polynomial least = state.numeric(bound);
  for (const std::string &symbol : least.symbols()) {
    const LoopIndex *loop = state.loop(symbol);
    const auto affine = loop ? least.affineIn(symbol) : std::nullopt;
    const auto coefficient = affine ? affine->coefficient.constant() : std::nullopt;
    const auto extent = loop ? state.numeric(loop->extent).constant() : std::nullopt;
    if (!coefficient || !extent || !loop->first.isZero() || loop->limited || loop->axis)
      return false;
    least = affine->rest + (*coefficient < 0 ? *coefficient * (*extent - 1) : 0);
  }
  const auto known = least.constant();
  if (!known || *known <= 0)
    return false;
  for (const std::string &name : bound.symbols())
    if (state.constants.contains(name))
      state.assumedConstants.insert(name);
    else if (const LoopIndex *loop = state.loop(name))
      for (const std::string &size : loop->extent.symbols())
        if (state.constants.contains(size))
          state.assumedConstants.insert(size);
  return true;
}

/// The value without conditions that hold for all steps of the loops: as of the thread that stored
/// the element, which the reading thread finds by its steps.
ExpressionRef withoutCertain(SymbolicState &state, const ExpressionRef &value) {
  return map(value, [&](const ExpressionRef &node) -> ExpressionRef {
    const auto number =
        node->kind == Kind::Select ? conditionNumber(*node->children[0]) : std::nullopt;
    if (!number)
      return nullptr;
    Bounds open = state.bounds[*number];
    if (std::erase_if(open, [&](const Polynomial &bound) { return isCertain(state, bound); }) == 0)
      return nullptr;
    const ExpressionRef then = withoutCertain(state, node->children[1]);
    return open.empty() ? then
                        : Expression::select(state.conditionOn(open), then,
                                             withoutCertain(state, node->children[2]));
  });
}

/// `threadIdx.y < 32`: what holds for all threads of a block that is small enough.
bool isOfBlock(SymbolicState &state, const Polynomial &bound) {
  const auto symbols = bound.symbols();
  const auto own = llvm::find_if(
      symbols, [](const std::string &symbol) { return symbol.rfind("threadIdx.", 0) == 0; });
  if (own == symbols.end())
    return false;
  const auto affine = bound.affineIn(*own);
  const auto room = affine ? state.numeric(affine->rest).constant() : std::nullopt;
  if (!room || affine->coefficient.constant() != -1)
    return false;
  state.requireStrongest({affine->rest, Polynomial::symbol("blockDim" + own->substr(9)), false});
  return true;
}

/// Where no index is negative.
std::optional<int64_t> leastOf(const Polynomial &index) {
  int64_t least = 0;
  for (const Polynomial &summand : index.summands()) {
    if (summand.isNegative())
      return std::nullopt;
    least += summand.constant().value_or(0);
  }
  return least;
}

/// What the one store holds that writes the element, told in the reading thread's indices; nothing,
/// and the reason, where there is none.
std::optional<ExpressionRef> storedByOne(SymbolicState &state,
                                         const std::vector<SharedArray::Store> &stores,
                                         const Polynomial &index, StoringThread::Search search,
                                         std::string &why) {
  search.isAlone = stores.size() == 1;
  std::optional<StoringThread> found;
  const SharedArray::Store *source = nullptr;
  const auto least = leastOf(state.numeric(index));
  for (const SharedArray::Store &store : stores) {
    StoringThread reader(state, store, search);
    // Where another store's elements begin, this one's have ended.
    const bool isBehind =
        (state.multipliesInLanes || search.takesSums) && least && stores.size() > 1 &&
        llvm::any_of(stores, [&](const SharedArray::Store &other) {
          const auto own = StoringThread(state, store, {.elements = search.elements}).begin(),
                     next = StoringThread(state, other, {.elements = search.elements}).begin();
          return own && next && *next > *own && *least >= *next;
        });
    if (isBehind || store.ofEarlierStep || !reader.solve(index))
      continue;
    const bool apart = llvm::all_of(stores, [&](const SharedArray::Store &other) {
      return other.index == store.index || reader.isApartFrom(other);
    });
    if (!apart || found) {
      why = "may come from several stores";
      return std::nullopt;
    }
    found.emplace(reader);
    source = &store;
  }
  if (!found) {
    why = "is not what one thread of the block has stored there";
    return std::nullopt;
  }
  if (!found->isOpen()) {
    why = "depends on the thread that stored it by more than threadIdx";
    return std::nullopt;
  }
  found->establish();
  const ExpressionRef value = withoutCertain(state, found->value());
  Bounds guards;
  for (const Polynomial &bound : source->where) {
    const Polynomial moved = found->moved(bound);
    if (llvm::is_contained(state.alwaysTrue, bound) || found->isLimit(bound))
      continue;
    if (found->isTold(bound) &&
        (llvm::is_contained(state.path, moved) || isCertain(state, moved) ||
         isOfBlock(state, moved) || (state.multipliesInLanes && found->holdsForAll(moved))))
      continue;
    // Where it does not hold for this thread, it reads what nobody has stored.
    if (moved == bound && found->isOpen(bound))
      guards.push_back(bound);
    else
      state.alwaysTrue.push_back(bound);
  }
  return guards.empty() ? value
                        : Expression::select(state.conditionOn(guards), value,
                                             Expression::literal(NothingStored, value->type));
}

std::optional<ExpressionRef> storedBy(SymbolicState &state,
                                      const std::vector<SharedArray::Store> &stores,
                                      const Polynomial &index, int64_t elements, std::string &why) {
  auto value = storedByOne(state, stores, index, {.elements = elements}, why);
  std::string other;
  if (!value)
    value = storedByOne(state, stores, index, {.isLimited = true, .elements = elements}, other);
  return value || stores.size() == 1
             ? value
             : storedByOne(state, stores, index, {.takesSums = true, .elements = elements}, other);
}

/// How many elements an array has; 0 where a launch or a cast decides that.
int64_t elementsInArray(const clang::VarDecl &variable, const SharedArray &array,
                        const clang::ASTContext &context) {
  int64_t count = 1;
  clang::QualType type = variable.getType();
  if (array.seenAs || !context.getAsConstantArrayType(type))
    return 0;
  for (; const auto *known = context.getAsConstantArrayType(type); type = known->getElementType())
    count *= static_cast<int64_t>(known->getSize().getLimitedValue(INT32_MAX));
  const auto vector = vectorType(type);
  return vector ? count * vector->lanes : count;
}

/// `[16 * threadIdx.y + l]`, or nothing where it has names that no source has.
std::string spelledIndex(const Polynomial &index) {
  std::string text = index.str();
  for (size_t at = text.find("%?"); at != std::string::npos; at = text.find("%?")) {
    text.erase(at, 2);
    const size_t depth = text.find('@', at);
    text.erase(depth, text.find_first_not_of("0123456789", depth + 1) - depth);
  }
  return llvm::StringRef(text).contains('%') ? "" : "[" + text + "]";
}

} // namespace

std::string SymbolicEvaluator::perhapsOpen(const SharedArray &array) const {
  const clang::SourceManager &sources = context.getSourceManager();
  if (array.stages > 0 && !array.flights.empty())
    return ": its copy may not have ended; wait for it in the step that reads it, before the "
           "barrier, and commit at each step, also where nothing is copied any more";
  if (array.someSteps.isValid())
    return ": the __syncthreads() in line " +
           std::to_string(sources.getExpansionLineNumber(array.someSteps)) +
           " waits at some steps only; take it out of its condition";
  if (array.perhapsOpen.isInvalid())
    return "";
  return ": the loop in line " + std::to_string(sources.getExpansionLineNumber(array.perhapsOpen)) +
         " may run no step, and what it waits for does not count behind it; wait there, too";
}

std::optional<ExpressionRef> SymbolicEvaluator::readShared(const Element &element,
                                                           clang::SourceLocation location) {
  SharedArray &array = state.shared.at(element.shared);
  const std::string name = "'" + element.array + spelledIndex(element.index) + "' in shared memory";
  if (array.seenAs && *array.seenAs != element.type)
    return refuse(location, name + " is read as numbers of several types");
  if (state.beforeTurns) {
    if (const auto half = withHalf(state, element.index, state.turning))
      array.readHalves.insert(halfOf(*half, state.turning));
    return Expression::literal(OtherStep, element.type);
  }
  if (array.storedSinceBarrier)
    return refuse(location, name + " is read without a __syncthreads() after it was stored" +
                                perhapsOpen(array));
  Polynomial index = element.index;
  bool isThere = false;
  if (array.stages > 0) {
    if (!index.dependsOn(stageSymbol(array.turns, array.stages, 0)))
      return refuse(location, name + ", whose stages take turns, is read in another one than that "
                                     "of the step");
    const auto pitch = index.affineIn(stageSymbol(array.turns, array.stages, 0));
    const auto known = pitch ? state.numeric(pitch->coefficient).constant() : std::nullopt;
    if (const int64_t most = elementsInArray(*element.shared, array, context);
        !known || (most > 0 && *known * array.stages > most))
      return refuse(location, "'" + element.array + "' has fewer stages than " +
                                  std::to_string(array.stages));
  } else if (!array.turns.empty()) {
    const auto half = withHalf(state, index, array.turns);
    if (!half)
      return refuse(location, name + ", whose halves take turns, is read in one of them");
    index = *half;
    isThere = !array.there.empty() &&
              halfOf(index, array.turns) == halfOf(array.there.front().index, array.turns);
    if (isThere && (array.storedThere || !array.storedInStep))
      return refuse(location,
                    name + (array.storedInStep
                                ? " is read without a __syncthreads() after it was stored" +
                                      perhapsOpen(array)
                                : " is not what one thread of the block has stored there"));
  }
  array.forBoth([&](SharedAccess &access) {
    (isThere               ? access.readThere
     : array.turns.empty() ? access.readSinceBarrier
                           : access.readHere) = true;
  });
  if (!array.turned.empty())
    index = behindTurns(state, index, array.turned);
  const int64_t elements = elementsInArray(*element.shared, array, context);
  const std::vector<SharedArray::Store> stores = isThere ? array.there : array.stores;
  std::optional<ExpressionRef> value;
  std::string why;
  // Lanes of a vector, and a loop unrolled by hand, before each store by itself.
  std::vector<SharedArray::Store> known, unknown;
  std::ranges::partition_copy(stores, std::back_inserter(unknown), std::back_inserter(known),
                              [](const SharedArray::Store &store) { return store.ofEarlierStep; });
  auto rolled = rolledStores(state, known);
  rolled.insert(rolled.end(), unknown.begin(), unknown.end());
  if (rolled.size() != stores.size())
    value = storedBy(state, rolled, index, elements, why);
  std::string other;
  if (!value)
    value = storedBy(state, stores, index, elements, other);
  if (why.empty())
    why = other;
  return value ? ofBoundedSize(*value, location, element.array)
               : refuse(location, name + " " + why);
}

} // namespace warpsmith::frontend
