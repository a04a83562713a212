// What all threads of a block do together by cooperative groups: barriers, and copies of elements
// that follow each other into shared memory, which any of the threads may make.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/AlternatingTiles.h"
#include "rewriter/frontend/symbolic/KernelWalk.h"
#include "llvm/ADT/STLExtras.h"

namespace warpsmith::frontend {

/// The arguments that the source gives.
static unsigned givenArguments(const clang::CallExpr &call) {
  return llvm::count_if(call.arguments(), [](const clang::Expr *argument) {
    return !llvm::isa<clang::CXXDefaultArgExpr>(argument);
  });
}

bool KernelWalk::ofBlock(const clang::CallExpr *call) {
  const std::string name = blockFunction(*call).str();
  if (name == "sync")
    return barrier(call);
  if (name == "memcpy_async" && givenArguments(*call) == 4)
    return copyByBlock(call);
  const auto *arguments = call->getDirectCallee()->getTemplateSpecializationArgs();
  const bool waitsForAll = name == "wait" && givenArguments(*call) == 1;
  const bool waitsForSome = name == "wait_prior" && givenArguments(*call) == 1 && arguments &&
                            arguments->size() > 0 &&
                            arguments->get(0).getKind() == clang::TemplateArgument::Integral;
  if (waitsForAll || waitsForSome)
    return mayCopyAsynchronously(call, name) &&
           waitForCopies(call, name,
                         waitsForAll ? 0 : arguments->get(0).getAsIntegral().getExtValue()) &&
           barrier(call);
  return fail(call, "call of '" + name + "' of the block, whose effect is not known");
}

/// All threads of a block have the same value at the same step.
bool KernelWalk::isAlikeInBlock(const Polynomial &value) const {
  return llvm::all_of(value.symbols(), [&](const std::string &symbol) {
    const Polynomial one = Polynomial::symbol(symbol);
    // What a step begins with is not known yet while that is found out.
    if (isUniform(one) || symbol.rfind("blockIdx.", 0) == 0 || symbol.rfind("%?", 0) == 0)
      return true;
    if (const LoopIndex *index = state.loop(symbol))
      return index->reduction && !index->axis && !index->limited && isUniform(index->first) &&
             isUniform(index->extent);
    return llvm::any_of(state.divisions, [&](const Division &known) {
      return (known.quotient == symbol || known.remainder == symbol) &&
             isAlikeInBlock(known.dividend);
    });
  });
}

/// `memcpy_async(block, to, from, bytes)`: as a loop over the elements, of which it does not matter
/// which thread copies them. Each such copy is a group of its own, which can be waited for.
bool KernelWalk::copyByBlock(const clang::CallExpr *call) {
  if (!mayCopyAsynchronously(call, "memcpy_async"))
    return false;
  if (filling > 0)
    return fail(call, "'memcpy_async' of the block in a loop whose steps its threads share");
  const auto bytes = evaluate.exact(call->getArg(3));
  const auto to = bytes ? evaluate.pointer(call->getArg(1)) : std::nullopt;
  const auto from = to ? evaluate.pointer(call->getArg(2)) : std::nullopt;
  if (!from)
    return false;
  if (!to->shared || from->shared || from->local || to->type != from->type || to->inWord != 0 ||
      from->inWord != 0)
    return fail(call, "'memcpy_async' of something else than elements of an array of the kernel's "
                      "to shared memory");
  const Polynomial size(static_cast<int64_t>(sizeOf(to->type)));
  auto elements = bytes->quotient(size);
  if (const auto known = elements ? std::nullopt : state.assumed(*bytes);
      known && *known % sizeOf(to->type) == 0)
    elements = Polynomial(*known / static_cast<int64_t>(sizeOf(to->type)));
  if (!elements || !isUniform(*elements))
    return fail(call, "'memcpy_async' of '" + bytes->str() +
                          "' bytes, which is not known to be the same number of whole elements at "
                          "each step");
  for (const Polynomial &address : {to->offset, from->offset})
    if (!isAlikeInBlock(address))
      return fail(call, "'memcpy_async' of the block is given an address that differs between its "
                        "threads: '" +
                            address.str() + "'");
  if (!llvm::all_of(state.path, [&](const Polynomial &bound) { return isAlikeInBlock(bound); }))
    return fail(call, "'memcpy_async' of the block where not all of its threads come");
  SharedArray &array = state.shared.at(to->shared);
  if (!array.turns.empty() || state.beforeTurns)
    return fail(call, "'memcpy_async' of the block to halves that take turns");
  const std::string symbol = "%" + std::to_string(state.loops.size() + 1);
  state.loops.push_back({symbol, 0, *elements, "", true, 0});
  state.readsIndirectly = true;
  const Polynomial index = to->offset + Polynomial::symbol(symbol);
  if (array.storedSinceBarrier && !array.stores.empty() && array.flights.empty())
    return fail(call,
                "'" + to->array + "' is stored and copied to without a __syncthreads() between");
  auto value = evaluate.read({from->array, from->type, from->offset + Polynomial::symbol(symbol)},
                             call->getBeginLoc());
  ++filling;
  const bool stored =
      value && storeShared({to->array, to->type, index, to->shared}, std::move(*value), call);
  --filling;
  if (!stored)
    return false;
  const SharedArray::Flight flight{0, state.path, false};
  array.forBoth([&](SharedAccess &access) {
    if (!llvm::is_contained(access.flights, flight))
      access.flights.push_back(flight);
  });
  commitCopies();
  for (SharedArray::Store &store : array.stores)
    if (store.index == index)
      store.loops.push_back(symbol);
  return true;
}

} // namespace warpsmith::frontend
