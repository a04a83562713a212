#include "rewriter/frontend/proof/RangeChecks.h"
#include "rewriter/frontend/symbolic/AlternatingTiles.h"
#include "rewriter/frontend/symbolic/Fragments.h"
#include "rewriter/frontend/symbolic/StagedTiles.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

class Checker {
public:
  Checker(const SymbolicState &summary, const IndexSpace &indices, const Contraction &contraction,
          const OutputSymbols &symbols, RefusalSink &sink)
      : state(summary),
        space(indices),
        result(contraction),
        output(symbols),
        refuse(sink) {}

  std::optional<std::vector<IndexRange>> run() {
    std::vector<IndexRange> checks;
    for (const ValueRange &range : state.ranges) {
      if (range.high >= INT32_MAX && range.low <= 0 && isPartOfGlobalIndex(range.value))
        continue;
      auto value = space.rewrite(range.value);
      // One of a thread's elements: what is computed for it, not what its dimension's index is.
      if (value && std::ranges::any_of(value->symbols(), isOwn))
        value.reset();
      auto found = affineRange(value.value_or(range.value), range);
      if (found && found->indices.size() > MostIndices)
        merge(*found);
      if (!found || found->indices.size() > MostIndices)
        return refuse(range.location,
                      "'" + range.value.str() + "' is computed in a type in which it may wrap");
      if (!isImplied(*found) && std::find(checks.begin(), checks.end(), *found) == checks.end())
        checks.push_back(*found);
    }
    return checks;
  }

private:
  static constexpr size_t MostIndices = 4; // that a launch can check (launch_checks.h)

  /// One index in place of two where the coefficient of one is a positive multiple of the other's:
  /// both together take no other values at their ends.
  static void merge(IndexRange &range) {
    auto &indices = range.indices;
    for (size_t one = 0; one < indices.size(); ++one)
      for (size_t other = indices.size(); other-- > 0;) {
        if (one == other)
          continue;
        const auto quotient = indices[other].coefficient.quotient(indices[one].coefficient);
        const auto times = quotient ? quotient->constant() : std::nullopt;
        constexpr int64_t Most = 1 << 15; // launches compute extents in 64 bits
        if (!times || *times <= 0 || *times > Most)
          continue;
        indices[one].extent += Polynomial(*times) * (indices[other].extent - 1);
        indices.erase(indices.begin() + static_cast<long>(other));
        one -= other < one;
      }
  }

  /// `threadIdx.x`, `blockIdx.x * blockDim.x` and the like: no more than a thread's global index,
  /// which launches keep below 2^31.
  static bool isPartOfGlobalIndex(const Polynomial &polynomial) {
    for (const char axis : {'x', 'y', 'z'}) {
      const auto symbol = [&](const char *name) {
        return Polynomial::symbol(std::string(name) + "." + axis);
      };
      const Polynomial block = symbol("blockIdx"), thread = symbol("threadIdx");
      const Polynomial extent = symbol("blockDim"), grid = symbol("gridDim");
      for (const Polynomial &part :
           {block, thread, extent, grid, block * extent, grid * extent, block * extent + thread})
        if (polynomial == part)
          return true;
    }
    return false;
  }

  std::optional<Polynomial> extentOf(const std::string &symbol) const {
    if (symbol == "%k")
      return result.k.extent();
    if (isHalf(symbol))
      return Polynomial(countOfPlaces(symbol));
    if (const LoopIndex *loop = state.loop(symbol); loop && loop->limited)
      return result.k.extent();
    else if (loop && isUniform(loop->extent))
      return loop->extent;
    for (const Dimension &dimension : space.dimensions)
      if (dimension.symbol == symbol)
        return symbol == output.row                                ? result.m.extent()
               : symbol == output.column                           ? result.n.extent()
               : !dimension.extent && !dimension.launched.isZero() ? dimension.launched
                                                                   : dimension.extent;
    // No more than the sum of its sides.
    if (const Exclusive *exclusive = state.exclusiveOf(symbol)) {
      Polynomial most;
      for (const Polynomial &side : {exclusive->left, exclusive->right}) {
        Polynomial number;
        for (const Polynomial &summand : side.summands())
          if (summand.constant())
            number += summand;
        const auto extent = extentOfSum(side - number);
        if (!extent)
          return std::nullopt;
        most += *extent - 1 + number;
      }
      return most + 1;
    }
    for (const Division &division : state.divisions) {
      if (symbol == division.remainder)
        return division.divisor;
      if (symbol == division.quotient && division.dividend.symbols().size() == 1)
        return extentOf(division.dividend.str());
      if (symbol == division.quotient)
        return extentOfSum(division.dividend);
    }
    if (symbol == FragmentElement) // no more than there are of the whole
      return Polynomial(32 * 32);
    if (symbol == FlatThread)
      return Polynomial::symbol("blockDim.x") * Polynomial::symbol("blockDim.y");
    for (const char *name : {"thread", "block"})
      if (symbol.rfind(std::string(name) + "Idx.", 0) == 0)
        return Polynomial::symbol((name == std::string("thread") ? "blockDim" : "gridDim") +
                                  symbol.substr(symbol.find('.')));
    return std::nullopt;
  }

  /// A number, or a block's size times a number.
  bool isNotNegative(const Polynomial &coefficient) const {
    Polynomial number = state.numeric(coefficient);
    for (const std::string &symbol : number.symbols())
      if (symbol.rfind("blockDim.", 0) == 0)
        number = number.substitute(symbol, Polynomial(1));
    const auto value = number.constant();
    return value && *value >= 0 && coefficient.summands().size() <= 1;
  }

  /// Of a quotient, what it is at least below: its dividend is a sum of indices.
  std::optional<Polynomial> extentOfSum(Polynomial sum) const {
    Polynomial last;
    for (const std::string &symbol : sum.symbols()) {
      if (isUniform(Polynomial::symbol(symbol)))
        continue;
      const auto affine = sum.affineIn(symbol);
      const bool grows = affine && isNotNegative(affine->coefficient);
      const auto extent = grows ? extentOf(symbol) : std::nullopt;
      if (!extent || !isUniform(*extent))
        return std::nullopt;
      last += affine->coefficient * (*extent - 1);
      sum = affine->rest;
    }
    return sum.isZero() ? std::optional(last + 1) : std::nullopt;
  }

  std::optional<IndexRange> affineRange(Polynomial value, const ValueRange &range) const {
    IndexRange found{{}, {}, range.low, range.high};
    // A thread's index in the grid is one index.
    for (const std::string axis : {".x", ".y", ".z"}) {
      const auto thread = value.affineIn("threadIdx" + axis);
      const auto block = thread ? thread->rest.affineIn("blockIdx" + axis) : std::nullopt;
      const Polynomial threads = Polynomial::symbol("blockDim" + axis);
      if (!block || thread->coefficient.isZero() || !isUniform(thread->coefficient) ||
          block->coefficient != thread->coefficient * threads)
        continue;
      found.indices.push_back(
          {thread->coefficient, Polynomial::symbol("gridDim" + axis) * threads});
      value = block->rest;
    }
    for (const std::string &symbol : value.symbols()) {
      if (isUniform(Polynomial::symbol(symbol)))
        continue;
      const auto affine = value.affineIn(symbol);
      const auto extent = extentOf(symbol);
      if (!affine || !isUniform(affine->coefficient) || !extent || !isUniform(*extent))
        return std::nullopt;
      found.indices.push_back({affine->coefficient, *extent});
      value = affine->rest;
    }
    found.offset = value;
    return found;
  }

  /// Extents are positive ints, and so are indices alone.
  bool isImplied(const IndexRange &range) const {
    if (range.low > 0 || range.high < INT32_MAX)
      return false;
    if (!range.indices.empty())
      return range.indices.size() == 1 && range.indices[0].coefficient.constant() == 1 &&
             range.offset.isZero();
    const auto constant = range.offset.constant();
    return (constant && *constant >= range.low && *constant <= range.high) ||
           range.offset == result.m.extent() || range.offset == result.n.extent() ||
           range.offset == result.k.extent();
  }

  const SymbolicState &state;
  const IndexSpace &space;
  const Contraction &result;
  const OutputSymbols &output;
  RefusalSink &refuse;
};

} // namespace

std::optional<std::vector<IndexRange>>
rangeChecks(const SymbolicState &state, const IndexSpace &space, const Contraction &contraction,
            const OutputSymbols &output, RefusalSink &refuse) {
  return Checker(state, space, contraction, output, refuse).run();
}

} // namespace warpsmith::frontend
