// Copies into shared memory that end later: __pipeline_memcpy_async, and cooperative groups'
// memcpy_async by one thread. A thread's copy is done when the thread has waited for it, and the
// block sees it behind the barrier that follows.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/KernelWalk.h"
#include "llvm/ADT/STLExtras.h"

namespace warpsmith::frontend {
namespace {

/// The pointer that is handed over as `void *`.
const clang::Expr *handedPointer(const clang::Expr *argument) {
  for (;;) {
    argument = argument->IgnoreParenImpCasts();
    const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(argument);
    if (!cast || !cast->getType()->isPointerType() ||
        !cast->getType()->getPointeeType()->isVoidType())
      return argument;
    argument = cast->getSubExpr();
  }
}

} // namespace

bool KernelWalk::isAsynchronous(const clang::CallExpr &call) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  if (!callee || !callee->getIdentifier() || !isCudaOwn(*callee))
    return false;
  const llvm::StringRef name = callee->getName();
  return name == "__pipeline_memcpy_async" || name == "__pipeline_commit" ||
         name == "__pipeline_wait_prior";
}

/// A call of one of these functions.
bool KernelWalk::asynchronous(const clang::CallExpr *call) {
  const std::string name = call->getDirectCallee()->getNameAsString();
  if (name == "__pipeline_memcpy_async")
    return mayCopyAsynchronously(call, name) && copyAsynchronously(call);
  if (name == "__pipeline_commit")
    return mayCopyAsynchronously(call, name) && commitCopies();
  const auto pending =
      call->getNumArgs() == 1 ? evaluate.exact(call->getArg(0)) : std::optional<Polynomial>();
  return mayCopyAsynchronously(call, name) &&
         waitForCopies(call, name, pending ? state.assumed(*pending) : std::nullopt);
}

bool KernelWalk::mayCopyAsynchronously(const clang::Stmt *statement, const std::string &name) {
  // Both branches of a condition may wait, each for the copies that it finds.
  const bool copies =
      llvm::StringRef(name).contains("memcpy") || llvm::StringRef(name).contains("shared.global");
  if (dataBranches > 0 || (copies && !state.elsewhere.empty()))
    return fail(statement, "'" + name + "' where a condition does not hold, or is one on data");
  if (!state.cells.empty())
    return fail(statement, "'" + name + "' behind a store to the output");
  return true;
}

/// Only what the copy's own threads do counts: all of them, where the copy has these guards, too.
/// Of two branches that are both walked, what is left in either one is left.
bool KernelWalk::ofSameThreads(const SharedArray::Flight &flight) const {
  return llvm::all_of(state.path, [&](const Polynomial &bound) {
    return llvm::is_contained(flight.where, bound) || llvm::is_contained(ofBranches, bound);
  });
}

bool KernelWalk::commitCopies() {
  state.commitsOfStep += state.beforeTurns && depth == turningDepth &&
                         state.path.size() == guardsOfTurns && state.elsewhere.empty();
  for (auto &[variable, array] : state.shared)
    array.forBoth([&](SharedAccess &access) {
      for (SharedArray::Flight &flight : access.flights)
        flight.commits += ofSameThreads(flight);
    });
  return true;
}

/// All but the last `number` groups have ended; with -1 what is in no group yet as well.
bool KernelWalk::waitForCopies(const clang::Stmt *statement, const std::string &name,
                               std::optional<int64_t> number) {
  if (!number || *number < -1)
    return fail(statement, "'" + name + "' of a number that is not known");
  for (auto &[variable, array] : state.shared)
    array.forBoth([&](SharedAccess &access) {
      llvm::erase_if(access.flights, [&](const SharedArray::Flight &flight) {
        return ofSameThreads(flight) && flight.commits > *number;
      });
    });
  return true;
}

bool KernelWalk::copyAsynchronously(const clang::CallExpr *call) {
  if (call->getNumArgs() > 3 && !llvm::isa<clang::CXXDefaultArgExpr>(call->getArg(3))) {
    const auto zeros = evaluate.exact(call->getArg(3));
    const auto number = zeros ? state.assumed(*zeros) : std::nullopt;
    if (number != 0)
      return fail(call, "asynchronous copy of which a part is zeroed: store the zeros under a "
                        "condition of their own");
  }
  const auto size = evaluate.exact(call->getArg(2));
  const auto bytes = size ? state.assumed(*size) : std::nullopt;
  const auto to = bytes ? evaluate.pointer(handedPointer(call->getArg(0))) : std::nullopt;
  const auto from = to ? evaluate.pointer(handedPointer(call->getArg(1))) : std::nullopt;
  if (!bytes)
    return fail(call, "asynchronous copy of a size that is not known");
  return from && copyToShared(call, *to, *from, *bytes, nullptr);
}

/// Copies so many bytes; where the condition does not hold, they become zero.
bool KernelWalk::copyToShared(const clang::Stmt *statement, const Pointer &to, const Pointer &from,
                              int64_t bytes, const Condition *holds) {
  if (!to.shared || from.shared || from.local || to.type != from.type ||
      bytes % sizeOf(to.type) != 0)
    return fail(statement, "asynchronous copy that is none of whole elements from an array of the "
                           "kernel's to shared memory");
  SharedArray &array = state.shared.at(to.shared);
  const bool isOfTurns = !array.turns.empty();
  state.readsIndirectly = true;
  for (int64_t element = 0; element < bytes / sizeOf(to.type); ++element) {
    const Polynomial index = to.offset + Polynomial(element);
    if (array.storedSinceBarrier && !isOfTurns && array.isStored(state, index))
      return fail(statement, "'" + to.array +
                                 "' is stored and copied to without a __syncthreads() "
                                 "between");
    const Bounds before = state.elsewhere;
    if (holds)
      state.elsewhere.insert(state.elsewhere.end(), holds->bounds.begin(), holds->bounds.end());
    auto value = evaluate.read({from.array, from.type, from.offset + Polynomial(element)},
                               statement->getBeginLoc());
    state.elsewhere = before;
    if (value && holds)
      value = evaluate.select(
          *holds, *value, Expression::cast(to.type, Expression::literal("0.0f", ElementType::F32)));
    if (!value || !storeShared({to.array, to.type, index, to.shared}, *value, statement))
      return false;
  }
  int64_t first = 0;
  for (const Polynomial &summand : state.numeric(to.offset).summands())
    first += summand.constant().value_or(0);
  const SharedArray::Flight flight{0, state.path, isOfTurns, first};
  array.forBoth([&](SharedAccess &access) {
    if (!llvm::is_contained(access.flights, flight))
      access.flights.push_back(flight);
  });
  return true;
}

/// A barrier: of what was stored, all but copies that may not have ended is seen behind it.
void KernelWalk::passBarrier() {
  for (auto &[variable, array] : state.shared) {
    array.forBoth([](SharedAccess &access) {
      access.readSinceBarrier = access.readHere = access.readThere = false;
      const auto isOfStep = [](const SharedArray::Flight &flight) { return flight.there; };
      access.storedThere = llvm::any_of(access.flights, isOfStep);
      access.storedSinceBarrier = !llvm::all_of(access.flights, isOfStep);
    });
    if (!array.storedSinceBarrier)
      array.perhapsOpen = {};
  }
}

} // namespace warpsmith::frontend
