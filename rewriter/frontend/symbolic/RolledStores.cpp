#include "rewriter/frontend/symbolic/RolledStores.h"
#include "rewriter/frontend/symbolic/Generalisation.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

using Store = SharedArray::Store;

/// How many stores from the first on lie at equal distances under the same conditions.
size_t runLength(const std::vector<Store> &stores, size_t first) {
  size_t last = first;
  while (last + 1 < stores.size()) {
    const Polynomial step = stores[last + 1].index - stores[last].index;
    if (!isUniform(step) || step.isZero() || stores[last + 1].where != stores[first].where ||
        stores[last + 1].loops != stores[first].loops ||
        (last > first && step != stores[last].index - stores[last - 1].index))
      break;
    ++last;
  }
  return last - first + 1;
}

std::optional<Store> rolled(SymbolicState &state, const Store *members, size_t length, int level) {
  const std::string symbol = "%lanes" + std::to_string(level) + "of" + std::to_string(length);
  Generalisation general(state, symbol);
  std::vector<Polynomial> indices;
  std::vector<ExpressionRef> values;
  for (size_t number = 0; number < length; ++number) {
    indices.push_back(members[number].index);
    values.push_back(members[number].value);
  }
  const auto index = general.polynomial(indices);
  const ExpressionRef value = general.expression(values);
  if (!index || !value)
    return std::nullopt;
  if (!state.loop(symbol))
    state.loops.push_back({symbol, 0, Polynomial(static_cast<int64_t>(length)), "", true, 0});
  Store store = members[0];
  store.index = *index;
  store.value = value;
  store.loops.push_back(symbol);
  return store;
}

} // namespace

std::vector<Store> rolledStores(SymbolicState &state, std::vector<Store> stores) {
  for (int level = 1;; ++level) {
    std::vector<Store> result;
    for (size_t first = 0; first < stores.size();) {
      std::optional<Store> one;
      size_t length = runLength(stores, first);
      while (length > 1 && !(one = rolled(state, &stores[first], length, level)))
        --length;
      result.push_back(one ? std::move(*one) : stores[first]);
      first += length;
    }
    if (result.size() == stores.size())
      return result;
    stores = std::move(result);
  }
}

} // namespace warpsmith::frontend
