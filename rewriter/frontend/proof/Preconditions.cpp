#include "rewriter/frontend/proof/Preconditions.h"
#include <algorithm>
#include <map>

namespace warpsmith::frontend {

std::vector<Precondition> withoutImplied(const SymbolicState &state) {
  std::vector<Precondition> kept;
  for (const Precondition &fact : state.preconditions) {
    Polynomial room = fact.left - fact.right;
    for (const Precondition &other : state.preconditions)
      if (other.equal && other.left.symbols().size() == 1 && &other != &fact &&
          other.left == Polynomial::symbol(other.left.symbols()[0]))
        room = room.substitute(other.left.symbols()[0], other.right);
    for (const std::string &name : state.assumedConstants)
      room = room.substitute(name, Polynomial(state.constants.at(name)));
    // Of several that differ by a number, the strongest is left.
    const bool isWeaker = std::ranges::any_of(state.preconditions, [&](const Precondition &other) {
      const auto more = (fact.left - fact.right - other.left + other.right).constant();
      return !fact.equal && !other.equal && more && (*more > 0 || (*more == 0 && &other < &fact));
    });
    if (!isWeaker && (fact.equal || !room.constant() || *room.constant() < 0))
      kept.push_back(fact);
  }
  return kept;
}

/// Two preconditions may exclude each other whatever the sizes are.
static std::string exclusion(const SymbolicState &state) {
  struct Fact {
    Polynomial difference;
    bool equal;
    std::string text, by;
  };
  std::vector<Fact> facts;
  for (const Precondition &fact : state.preconditions)
    facts.push_back(
        {state.numeric(fact.left - fact.right), fact.equal,
         "'" + fact.left.str() + (fact.equal ? " == " : " >= ") + fact.right.str() + "'", ""});
  // An equality tells a symbol by the others.
  for (size_t number = 0; number < facts.size(); ++number) {
    const Fact known = facts[number];
    for (const std::string &symbol : known.difference.symbols()) {
      const auto affine = known.difference.affineIn(symbol);
      const auto factor = affine ? affine->coefficient.constant() : std::nullopt;
      if (!known.equal || !factor || (*factor != 1 && *factor != -1) ||
          affine->rest.dependsOn(symbol))
        continue;
      const Polynomial value = affine->rest * Polynomial(-*factor);
      for (Fact &other : facts)
        if (&other != &facts[number] && other.difference.dependsOn(symbol)) {
          other.difference = other.difference.substitute(symbol, value);
          other.by = known.text;
        }
      break;
    }
  }
  for (const Fact &fact : facts)
    if (const auto left = fact.difference.constant(); left && (fact.equal ? *left != 0 : *left < 0))
      return "the sum is a product only where " + fact.text +
             (fact.by.empty() ? ", which never holds"
                              : " and " + fact.by + ", which exclude each other");
  return {};
}

/// `threadIdx.y * blockDim.x + threadIdx.x` numbers elements: what a remark adds for that.
static std::string ofFlatThreads(const SymbolicState &state) {
  const bool isFlat = std::ranges::any_of(state.cells, [](const Cell &cell) {
    const auto affine = cell.index.affineIn("threadIdx.y");
    return affine && affine->coefficient.dependsOn("blockDim.x");
  });
  return isFlat
             ? ": 'threadIdx.y * blockDim.x + threadIdx.x' as an index of elements is understood "
               "for blocks of one row; give each of its parts an index, or the block one row"
             : "";
}

std::string contradiction(const SymbolicState &state) {
  std::map<std::string, int64_t> block;
  std::map<std::string, const Precondition *> source;
  const Polynomial::Valuation valueOf = [&](const std::string &name) -> std::optional<int64_t> {
    if (const auto known = state.constants.find(name); known != state.constants.end())
      return known->second;
    const auto side = block.find(name);
    return side == block.end() ? std::nullopt : std::optional(side->second);
  };
  for (const std::string axis : {"blockDim.x", "blockDim.y", "blockDim.z"})
    for (const Precondition &fact : state.preconditions) {
      const auto affine = (fact.left - fact.right).affineIn(axis);
      if (!fact.equal || !affine || block.contains(axis))
        continue;
      const std::optional<int64_t> factor = affine->coefficient.evaluate(valueOf),
                                   rest = affine->rest.evaluate(valueOf);
      if (!factor || !rest || *factor == 0 || *rest % *factor != 0)
        continue;
      block[axis] = -*rest / *factor;
      source[axis] = &fact;
    }
  const auto text = [](const Precondition &fact) {
    return "'" + fact.left.str() + (fact.equal ? " == " : " >= ") + fact.right.str() + "'";
  };
  for (const Precondition &fact : state.preconditions) {
    const std::optional<int64_t> left = fact.left.evaluate(valueOf),
                                 right = fact.right.evaluate(valueOf);
    if (!left || !right || (fact.equal ? *left == *right : *left >= *right))
      continue;
    for (const auto &[axis, other] : source)
      if (other != &fact && (fact.left.names().contains(axis) || fact.right.names().contains(axis)))
        return "each thread has elements of its own only where " + text(*other) + " and " +
               text(fact) + ", which exclude each other" + ofFlatThreads(state);
    if (fact.left.constant() && fact.right.constant())
      return "no launch gives each thread elements of its own";
    return "each thread has elements of its own only where " + text(fact) + ", which never holds";
  }
  return exclusion(state);
}

} // namespace warpsmith::frontend
