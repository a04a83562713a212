#include "rewriter/frontend/proof/Preconditions.h"
#include "rewriter/frontend/index/Prover.h"
#include "rewriter/ir/LaunchSymbols.h"
#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>

namespace warpsmith::frontend {

namespace {

/// What launches check of the numbers of rows, columns, steps and products.
std::vector<Precondition> factsOfExtents(const Contraction &contraction) {
  std::vector<Precondition> facts;
  std::vector<IndexGroup> groups = {contraction.m, contraction.n, contraction.k};
  if (contraction.isBatched())
    groups.push_back(contraction.batch);
  for (const IndexGroup &group : groups)
    for (const auto &[index, extent] : group.indices()) {
      facts.push_back({extent, 1, false});
      facts.push_back({INT32_MAX, extent, false});
      // Of a multiple of x / d: x is at least d.
      for (const std::string &name : extent.symbols()) {
        const auto *quotient = extent.quotientOf(name);
        const auto times = quotient && !quotient->remainder
                               ? extent.quotient(Polynomial::symbol(name))
                               : std::nullopt;
        const auto divisor = quotient ? quotient->divisor.constant() : std::nullopt;
        if (times && divisor && *divisor > 0 && times->constant().value_or(0) > 0)
          facts.push_back({quotient->dividend, *divisor, false});
      }
    }
  return facts;
}

/// Of a product of sizes of the launch that has to be 1, each is.
void knowFactors(const Precondition &fact, index::Prover &prover) {
  const auto names = fact.left.symbols();
  Polynomial product(1);
  for (const std::string &name : names)
    product = product * Polynomial::symbol(name);
  if (fact.equal && fact.right == Polynomial(1) && product == fact.left && names.size() > 1 &&
      std::ranges::all_of(names, isOfLaunch))
    for (const std::string &name : names)
      prover.know({Polynomial::symbol(name), 1, true});
}

/// The fact says what a size is that the other one divides: quotients are taken to be of sizes that
/// are not negative, which such a fact says.
bool isDividedIn(const Precondition &other, const Precondition &fact) {
  const Polynomial sum = fact.left - fact.right;
  const auto divided = (other.left - other.right).quotientSymbols();
  return std::ranges::none_of(sum.names(), isOfLaunch) && sum.quotientSymbols().empty() &&
         std::ranges::any_of(divided, [&](const auto &name) { return sum.dependsOn(name); });
}

/// The launch reaches all of an index.
bool isCoverage(const Precondition &fact) {
  return !fact.equal && std::ranges::any_of(fact.left.names(), isOfLaunch) &&
         std::ranges::none_of(fact.right.names(), isOfLaunch) && !fact.right.constant();
}

int numberOfAxis(const std::string &size) {
  return size.back() - 'x';
}

/// Of an equality that says what one side of the block is, which one; other facts come later.
int sideOfBlock(const Precondition &fact) {
  for (const std::string &side : fact.left.names())
    if (fact.equal && side.starts_with("blockDim.") && fact.left == Polynomial::symbol(side))
      return numberOfAxis(side);
  return 3;
}

/// Which index a launch reaches: rows come before columns, and outer ones before inner ones.
std::pair<size_t, int> indexCovered(const Precondition &fact, const Contraction &contraction) {
  int axis = 0;
  for (const std::string &size : fact.left.names())
    if (size.starts_with("gridDim."))
      axis = numberOfAxis(size);
  size_t number = 0;
  for (const IndexGroup *group : {&contraction.m, &contraction.n})
    for (const auto &[name, extent] : group->indices()) {
      ++number;
      for (const std::string &size : fact.right.names())
        if (extent.names().contains(size))
          return {number, -axis};
    }
  return {number + 1, -axis};
}

/// What has to be of the block and of sizes, that the launch reaches all indices, and what has been
/// found out after that.
std::vector<Precondition> inOrder(const std::vector<Precondition> &facts,
                                  const Contraction &contraction) {
  auto last = std::ranges::find_if(facts.rbegin(), facts.rend(), isCoverage).base();
  if (last == facts.begin())
    last = facts.end();
  enum Part { First, Coverage, Last };
  std::map<std::tuple<Part, size_t, int, size_t>, Precondition> ordered;
  for (size_t number = 0; number < facts.size(); ++number) {
    const Precondition &fact = facts[number];
    const bool isLate = facts.begin() + static_cast<long>(number) >= last;
    const Part part = isCoverage(fact) ? Coverage
                      : isLate && std::ranges::none_of((fact.left - fact.right).names(), isOfLaunch)
                          ? Last
                          : First;
    const auto [index, axis] = part == Coverage ? indexCovered(fact, contraction)
                               : part == First  ? std::pair<size_t, int>(0, sideOfBlock(fact))
                                                : std::pair<size_t, int>();
    ordered[{part, index, axis, number}] = fact;
  }
  std::vector<Precondition> result;
  for (auto &[place, fact] : ordered)
    result.push_back(std::move(fact));
  return result;
}

} // namespace

std::vector<Precondition> withoutImplied(const Contraction &contraction) {
  const std::vector<Precondition> known = factsOfExtents(contraction);
  std::vector<Precondition> facts = contraction.preconditions;
  // An equality says more than what follows from it.
  std::vector<size_t> order(facts.size());
  std::iota(order.begin(), order.end(), 0);
  const auto size = [&](size_t number) {
    const Polynomial sum = facts[number].left - facts[number].right;
    return std::tuple(!facts[number].equal, sum.names().size(), sum.summands().size(), number);
  };
  std::ranges::sort(order, std::greater(), size);
  std::vector<bool> isImplied(facts.size());
  for (const size_t number : order) {
    const Precondition &fact = facts[number];
    const index::Symbols none;
    index::Prover prover(none);
    for (const Precondition &extent : known)
      if (!isDividedIn(extent, fact))
        prover.know(extent);
    for (size_t other = 0; other < facts.size(); ++other)
      if (other != number && !isImplied[other] && !isDividedIn(facts[other], fact)) {
        prover.know(facts[other]);
        knowFactors(facts[other], prover);
      }
    const Polynomial room = fact.left - fact.right;
    // From one other fact, or two.
    const std::vector<Precondition> others = prover.demands();
    isImplied[number] =
        fact.equal
            ? prover.provesNotNegative(room) && prover.provesNotNegative(Polynomial(0) - room)
            : prover.provesNotNegative(room) ||
                  std::ranges::any_of(others, [&](const Precondition &other) {
                    return !other.equal &&
                           prover.provesNotNegative(room - other.left + other.right);
                  });
  }
  std::vector<Precondition> kept;
  for (size_t number = 0; number < facts.size(); ++number)
    if (!isImplied[number])
      kept.push_back(facts[number]);
  return inOrder(std::move(kept), contraction);
}

/// Two preconditions may exclude each other whatever the sizes are.
static std::string exclusion(const std::vector<Precondition> &all) {
  struct Fact {
    Polynomial difference;
    bool equal;
    std::string text, by;
  };
  std::vector<Fact> facts;
  for (const Precondition &fact : all)
    facts.push_back(
        {fact.left - fact.right, fact.equal,
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

std::string contradiction(const std::vector<Precondition> &all) {
  std::map<std::string, int64_t> block;
  std::map<std::string, const Precondition *> source;
  const Polynomial::Valuation valueOf = [&](const std::string &name) -> std::optional<int64_t> {
    const auto side = block.find(name);
    return side == block.end() ? std::nullopt : std::optional(side->second);
  };
  for (const std::string axis : {"blockDim.x", "blockDim.y", "blockDim.z"})
    for (const Precondition &fact : all) {
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
  for (const Precondition &fact : all) {
    const std::optional<int64_t> left = fact.left.evaluate(valueOf),
                                 right = fact.right.evaluate(valueOf);
    if (!left || !right || (fact.equal ? *left == *right : *left >= *right))
      continue;
    for (const auto &[axis, other] : source)
      if (other != &fact && (fact.left.names().contains(axis) || fact.right.names().contains(axis)))
        return "each thread has elements of its own only where " + text(*other) + " and " +
               text(fact) + ", which exclude each other";
    if (fact.left.constant() && fact.right.constant())
      return "no launch gives each thread elements of its own";
    return "each thread has elements of its own only where " + text(fact) + ", which never holds";
  }
  return exclusion(all);
}

} // namespace warpsmith::frontend
