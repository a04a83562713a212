// Of what is stored in the steps of a loop, the next step may read nothing that it has not stored
// itself; behind the loop, what each step has stored in a place of its own is still there.
#include "rewriter/frontend/symbolic/StoresInLoops.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace warpsmith::frontend {

SharedArrays withoutStale(SharedArrays arrays, const SharedArrays &before, Earlier earlier,
                          const std::string &steps) {
  for (auto &[variable, array] : arrays) {
    const auto known = before.find(variable);
    const auto alike = [](const SharedArray::Store &a, const SharedArray::Store &b) {
      return a.index == b.index && a.value == b.value && a.ofEarlierStep == b.ofEarlierStep;
    };
    const std::vector<SharedArray::Store> old =
        known == before.end() ? std::vector<SharedArray::Store>() : known->second.stores;
    const bool isKept = known != before.end() && old.size() <= array.stores.size() &&
                        std::equal(old.begin(), old.end(), array.stores.begin(), alike);
    if (isKept && old.size() == array.stores.size())
      continue;
    if (!isKept || old.empty() || earlier == Earlier::Nothing)
      array.stores.clear();
    else if (earlier == Earlier::Stays)
      array.stores.resize(old.size());
    else
      for (SharedArray::Store &store : llvm::drop_begin(array.stores, old.size())) {
        store.marked = store.ofEarlierStep ? store.marked : steps;
        store.ofEarlierStep = true;
      }
  }
  return arrays;
}

SharedArrays afterSteps(const SymbolicState &state, const SharedArrays &before,
                        const std::string &steps) {
  SharedArrays arrays = state.shared;
  for (auto &[variable, array] : arrays) {
    const auto old = before.find(variable);
    bool known = true;
    for (SharedArray::Store &store : array.stores) {
      const bool isOld = old != before.end() &&
                         llvm::any_of(old->second.stores, [&](const SharedArray::Store &earlier) {
                           return earlier.index == store.index && earlier.value == store.value;
                         });
      if (isOld)
        continue;
      known &= !store.ofEarlierStep && hasPartOf(state, store.index, steps) &&
               llvm::none_of(store.where, [&](const Polynomial &bound) {
                 return hasPartOf(state, bound, steps);
               });
      store.loops.push_back(steps);
    }
    if (!known || (old != before.end() && array.stores.size() < old->second.stores.size()))
      array.stores.clear();
  }
  return arrays;
}

} // namespace warpsmith::frontend
