#include "rewriter/frontend/proof/ContractionBuilder.h"
#include "rewriter/frontend/proof/ComplexNumbers.h"
#include "rewriter/frontend/proof/DividedSteps.h"
#include "rewriter/frontend/proof/ElementPositions.h"
#include "rewriter/frontend/proof/IndexSpace.h"
#include "rewriter/frontend/proof/OutputFamily.h"
#include "rewriter/frontend/proof/PaddedPlaces.h"
#include "rewriter/frontend/proof/RangeChecks.h"
#include "rewriter/frontend/proof/ReadOrder.h"
#include "rewriter/frontend/proof/StepBounds.h"
#include "rewriter/frontend/proof/StepForm.h"
#include "rewriter/frontend/proof/SumForm.h"
#include "rewriter/ir/FusedProducts.h"
#include "rewriter/ir/Reordering.h"
#include <algorithm>
#include <array>

namespace warpsmith::frontend {
namespace {

using Kind = Expression::Kind;

/// Calls `visit` for each node of an expression.
void forEachNode(const ExpressionRef &expression,
                 const std::function<void(const Expression &)> &visit) {
  visit(*expression);
  for (const ExpressionRef &child : expression->children)
    forEachNode(child, visit);
}

class Builder {
public:
  Builder(SymbolicState &summary, clang::SourceLocation where, RefusalSink &sink)
      : state(summary),
        kernel(where),
        refuse(sink),
        space(summary, sink) {}

  std::optional<Contraction> run() {
    const bool readsOnce = readsEachElementOnce(state);
    divideSteps(state);
    if (!joinComplexNumbers(state, refuse) || !findSum() || !indices() || !output() ||
        !conditions() || !operands() || !expressions() || !extents() || !mirrored())
      return std::nullopt;
    auto ranges = rangeChecks(state, space, result,
                              rows.size() == 1 && columns.size() == 1
                                  ? OutputSymbols{rows[0].symbol, columns[0].symbol}
                                  : OutputSymbols{},
                              refuse);
    if (!ranges)
      return std::nullopt;
    result.ranges = std::move(*ranges);
    leaveOutUnread();
    result.constants = state.constants;
    result.derived = state.derived;
    if (const std::string why = finishStepBounds(result, state); !why.empty()) {
      fail(form.location, why);
      return std::nullopt;
    }
    positions.finish();
    result.preconditions = preconditions();
    if (const std::string why = contradiction(); !why.empty()) {
      fail(form.location, why);
      return std::nullopt;
    }
    result.assertions = state.assertions;
    for (const std::string &name : state.assumedConstants)
      result.assertions.push_back(Predicate::equal(name, state.constants.at(name)));
    if (!result.isBatched())
      forgetBatch();
    result.sum = form.type;
    result.sumInOutput = form.inMemory;
    result.reordered =
        state.hasFragments || state.multipliesInLanes ? OnTensorCores : form.reordered;
    result.undecidedParts = state.undecidedParts;
    if (!result.second.empty() && !readsOnce)
      result.undecidedParts = sumOfTwoProducts(*result.update);
    return flattened(std::move(result));
  }

private:
  /// Without those that follow from others.
  std::vector<Precondition> preconditions() const {
    std::vector<Precondition> kept;
    for (const Precondition &fact : state.preconditions) {
      Polynomial room = fact.left - fact.right;
      for (const Precondition &other : state.preconditions)
        if (other.equal && other.left.symbols().size() == 1 && &other != &fact &&
            other.left == Polynomial::symbol(other.left.symbols()[0]))
          room = room.substitute(other.left.symbols()[0], other.right);
      for (const std::string &name : state.assumedConstants)
        room = room.substitute(name, Polynomial(state.constants.at(name)));
      if (fact.equal || !room.constant() || *room.constant() < 0)
        kept.push_back(fact);
    }
    return kept;
  }

  /// What the preconditions say of the block may exclude each other. Then no launch meets them.
  std::string contradiction() const {
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
        if (other != &fact &&
            (fact.left.names().contains(axis) || fact.right.names().contains(axis)))
          return "each thread has elements of its own only where " + text(*other) + " and " +
                 text(fact) + ", which exclude each other";
      if (fact.left.constant() && fact.right.constant())
        return "no launch gives each thread elements of its own";
      return "each thread has elements of its own only where " + text(fact) + ", which never holds";
    }
    return exclusion();
  }

  /// Two preconditions may exclude each other whatever the sizes are.
  std::string exclusion() const {
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
      if (const auto left = fact.difference.constant();
          left && (fact.equal ? *left != 0 : *left < 0))
        return "the sum is a product only where " + fact.text +
               (fact.by.empty() ? ", which never holds"
                                : " and " + fact.by + ", which exclude each other");
    return {};
  }

  bool fail(clang::SourceLocation location, std::string reason) {
    refuse(location, std::move(reason));
    return false;
  }

  /// The one value that is stored, and the sum in it.
  bool findSum() {
    if (state.reductions.empty() || std::none_of(state.reductions.begin(), state.reductions.end(),
                                                 [](const auto &entry) { return entry.update; }))
      return fail(kernel, "no loop that sums products");
    if (state.cells.empty())
      return fail(kernel, "the kernel stores nothing");
    const Cell cell = state.cells[0];
    for (const Cell &other : state.cells)
      if (other.array != cell.array)
        return fail(other.location, "stores to more than one array ('" + cell.array + "' and '" +
                                        other.array + "')");
    // A constant may be stored on the diagonal, before the loop.
    if (state.cells.size() > 1 && !cell.value->contains(Kind::Sum) &&
        state.cells[1].value->contains(Kind::Sum)) {
      diagonal = cell;
      state.cells.erase(state.cells.begin());
    }
    if (state.cells.size() > 2 ||
        (state.cells.size() == 2 && !same(*state.cells[0].value, *state.cells[1].value)))
      return diagonal ? fail(state.cells[1].location,
                             "'" + state.cells[0].array + "' is stored at more than one index")
                      : family();
    const std::set<size_t> sums = sumsIn(state.cells[0].value);
    if (sums.empty())
      return fail(cell.location, "what is stored does not depend on the sum");
    if (sums.size() > 1)
      return fail(cell.location, "what is stored depends on more than one sum");
    if (state.hasFragments)
      guardEachElement(state);
    auto found = sumForm(state, *sums.begin(), refuse);
    if (!found)
      return false;
    form = std::move(*found);
    return calculatesWithoutIndices();
  }

  /// No index is a number in the sum: it may be one in what is stored.
  bool calculatesWithoutIndices() {
    for (const ExpressionRef &expression : {form.initial, form.update})
      if (expression->contains(Kind::Position))
        return fail(form.location, "an index is used as a number to calculate with in the sum");
    return true;
  }

  /// Each thread has several elements.
  bool family() {
    result.undecidedReads = undecidedReads(state);
    several = mergeOutputs(state, form, refuse);
    if (several)
      guardEachElement(state);
    return several && calculatesWithoutIndices();
  }

  void collect(const ExpressionRef &expression, std::vector<Polynomial> &used) {
    forEachNode(expression, [&](const Expression &node) {
      if (node.kind == Kind::Operand)
        used.push_back(state.loads[node.operand].index);
      if (node.kind == Kind::Position)
        used.push_back(node.polynomial);
      if (const auto number = conditionNumber(node))
        used.insert(used.end(), state.bounds[*number].begin(), state.bounds[*number].end());
    });
  }

  bool indices() {
    std::vector<Polynomial> used;
    if (diagonal)
      used.push_back(diagonal->index);
    for (const Cell &cell : state.cells) {
      used.push_back(cell.index);
      // What holds for all threads tells none of them apart.
      std::ranges::copy_if(cell.where, std::back_inserter(used), [&](const Polynomial &guard) {
        return std::ranges::find(state.alwaysTrue, guard) == state.alwaysTrue.end();
      });
    }
    for (const ExpressionRef &expression : {form.initial, form.update, state.cells[0].value})
      collect(expression, used);
    if (!space.build(used, kernel))
      return false;
    for (const Polynomial &guard : state.cells[0].where)
      if (!space.bound(guard, kernel))
        return false;
    for (const Polynomial &guard : state.alwaysTrue)
      if (!space.alwaysTrue(guard, kernel))
        return false;
    for (const FirstStep &first : state.firstSteps)
      if (std::ranges::none_of(first.values,
                               [&](const Polynomial &value) { return isNeverNegative(value); }))
        return fail(first.location, "the steps of the sum may begin below 0: they begin at '" +
                                        first.values[0].str() + "'");
    return true;
  }

  /// A sum of indices, which run from 0, and of numbers that are not negative.
  bool isNeverNegative(const Polynomial &value) const {
    auto rest = space.rewrite(value);
    for (const Dimension &dimension : space.dimensions) {
      const auto affine = rest ? rest->affineIn(dimension.symbol) : std::nullopt;
      const auto coefficient = affine ? affine->coefficient.constant() : std::nullopt;
      if (!coefficient || *coefficient < 0)
        return false;
      rest = affine->rest;
    }
    return rest && rest->constant().value_or(-1) >= 0;
  }

  std::string element(const std::string &array, const Polynomial &index) const {
    return "'" + array + "[" + index.str() + "]'";
  }

  using Symbols = std::vector<std::string>;
  static Symbols symbolsOf(const std::vector<Dimension> &dimensions) {
    Symbols symbols;
    for (const Dimension &dimension : dimensions)
      symbols.push_back(dimension.symbol);
    return symbols;
  }
  Symbols steps() const {
    Symbols symbols;
    for (const SumForm::Loop &loop : form.loops)
      symbols.push_back(loop.symbol);
    return symbols;
  }
  static bool dependsOnAny(const Polynomial &polynomial, const Symbols &symbols) {
    return std::ranges::any_of(
        symbols, [&](const std::string &symbol) { return polynomial.dependsOn(symbol); });
  }

  /// The array element in terms of two groups of indices and the batch's, or nothing.
  std::optional<Matrix> matrix(const std::string &name, ElementType type, Polynomial index,
                               const Symbols &first, const Symbols &second) const {
    Matrix found{name, type, {}, {}};
    const auto taken = [&](const Symbols &symbols) -> std::optional<Strides> {
      std::vector<Polynomial> strides;
      for (const std::string &symbol : symbols) {
        const auto affine = index.affineIn(symbol);
        if (!affine || affine->coefficient.dependsOnIndices())
          return std::nullopt;
        strides.push_back(affine->coefficient);
        index = affine->rest;
      }
      return strides.empty() ? Strides() : Strides(std::move(strides));
    };
    for (const auto &[symbols, strides] :
         {std::pair(&first, found.strides.data()), std::pair(&second, found.strides.data() + 1)}) {
      const auto some = taken(*symbols);
      if (!some)
        return std::nullopt;
      *strides = *some;
    }
    const auto ofBatch = taken(symbolsOf(batches));
    if (!ofBatch || !isUniform(index))
      return std::nullopt;
    found.batchStrides = *ofBatch;
    found.offset = index;
    return found;
  }

  /// Which dimensions are C's rows (m), its contiguous dimension (n) and its batches.
  bool output() {
    const Cell &cell = state.cells[0];
    const auto index = space.rewrite(cell.index);
    if (!index)
      return fail(cell.location,
                  element(cell.array, cell.index) + " is not indexed by the thread's global index");
    outputIndex = *index;
    std::vector<Dimension> owned;
    for (const Dimension &dimension : space.dimensions)
      if (outputIndex.dependsOn(dimension.symbol))
        owned.push_back(dimension);
      else
        return fail(cell.location, element(cell.array, cell.index) + " does not depend on '" +
                                       dimension.owner.text +
                                       "': several threads or steps store one element");
    if (owned.empty())
      return fail(cell.location, element(cell.array, cell.index) +
                                     " depends on no index; one thread must own one element of a "
                                     "matrix");
    if (owned.size() > 3 || (owned.size() == 3 && (form.loops.size() > 1 || !chooseBatch(owned))))
      return groups(std::move(owned));
    if (owned.size() == 1) // a vector: one column
      owned.push_back({"%column", Polynomial(1), 0, {"0", 0}});
    // n is the contiguous one.
    const auto contiguous = [&](const Dimension &dimension) {
      const auto affine = outputIndex.affineIn(dimension.symbol);
      return affine && affine->coefficient.constant() == 1;
    };
    const bool firstIsRow = contiguous(owned[1]) || owned[1].symbol == "%column" ||
                            (!contiguous(owned[0]) && owned[0].owner.axis != 'x');
    rows = {owned[firstIsRow ? 0 : 1]};
    columns = {owned[firstIsRow ? 1 : 0]};
    return outputMatrix();
  }

  bool outputMatrix() {
    const Cell &cell = state.cells[0];
    const auto c = matrix(cell.array, cell.type, outputIndex, symbolsOf(rows), symbolsOf(columns));
    if (!c)
      return fail(cell.location, "index '" + outputIndex.str() + "' of '" + cell.array +
                                     "' is not affine in the thread indices");
    result.c = *c;
    if (isVector())
      result.c.strides[1] = Polynomial(1);
    return true;
  }
  bool isVector() const { return columns.size() == 1 && columns[0].symbol == "%column"; }

  /// Several indices of the output each as rows, columns or batch: those that the same operands
  /// have. What all operands have is the batch's.
  bool groups(std::vector<Dimension> owned) {
    const Cell &cell = state.cells[0];
    std::vector<Polynomial> reads;
    bool known = true;
    forEachNode(form.update, [&](const Expression &node) {
      if (node.kind != Kind::Operand)
        return;
      const auto index = space.rewrite(state.loads[node.operand].index);
      known &= index.has_value();
      if (index && std::ranges::find(reads, *index) == reads.end())
        reads.push_back(*index);
    });
    std::set<Polynomial> strides;
    for (const Dimension &dimension : owned)
      if (const auto affine = outputIndex.affineIn(dimension.symbol);
          !affine || !strides.insert(affine->coefficient).second)
        return fail(cell.location, element(cell.array, cell.index) +
                                       " has two indices that move it alike: several threads or "
                                       "steps store one element");
    std::optional<std::vector<bool>> first;
    std::vector<Dimension> one, other;
    outermostFirst(owned);
    for (const Dimension &dimension : owned) {
      std::vector<bool> readers;
      for (const Polynomial &index : reads)
        readers.push_back(index.dependsOn(dimension.symbol));
      std::vector<bool> opposite = readers;
      opposite.flip();
      if (std::ranges::find(readers, false) == readers.end()) {
        batches.push_back(dimension);
      } else if (std::ranges::find(readers, true) != readers.end() &&
                 (!first || *first == readers)) {
        first = readers;
        one.push_back(dimension);
      } else if (first && *first == opposite) {
        other.push_back(dimension);
      } else {
        known = false;
      }
    }
    if (known && !one.empty() && other.empty())
      return fail(cell.location, "no index of " + element(cell.array, cell.index) +
                                     " moves the second operand alone, as in a depthwise "
                                     "convolution: it is no product of matrices");
    if (!known || one.empty() || other.empty())
      return fail(cell.location,
                  element(cell.array, cell.index) + " depends on " + std::to_string(owned.size()) +
                      " indices, which are not those of one operand or of the other");
    // n has the contiguous one.
    const auto hasColumns = [&](const std::vector<Dimension> &dimensions) {
      return std::ranges::any_of(dimensions, [&](const Dimension &dimension) {
        const auto affine = outputIndex.affineIn(dimension.symbol);
        return affine && affine->coefficient.constant() == 1;
      });
    };
    const bool swaps = hasColumns(one);
    rows = swaps ? other : one;
    columns = swaps ? one : other;
    return outputMatrix();
  }

  /// By their strides in the output, of which one is a multiple of the next.
  void outermostFirst(std::vector<Dimension> &dimensions) const {
    const auto strideOf = [&](const Dimension &dimension) {
      const auto affine = outputIndex.affineIn(dimension.symbol);
      return affine ? affine->coefficient : Polynomial(0);
    };
    const auto isInside = [&](const Dimension &inner, const Dimension &outer) {
      const Polynomial small = strideOf(inner), large = strideOf(outer);
      return !small.isZero() && !large.isZero() && large.quotient(small) && !small.quotient(large);
    };
    std::vector<Dimension> sorted;
    while (!dimensions.empty()) {
      const auto outermost = std::ranges::find_if(dimensions, [&](const Dimension &candidate) {
        return std::ranges::none_of(
            dimensions, [&](const Dimension &outer) { return isInside(candidate, outer); });
      });
      const auto next = outermost == dimensions.end() ? dimensions.begin() : outermost;
      sorted.push_back(*next);
      dimensions.erase(next);
    }
    dimensions = std::move(sorted);
  }

  /// A batch of one product is none: its index is 0, and no stride of it counts.
  void forgetBatch() {
    for (std::vector<Matrix> *matrices : {&result.second, &result.extras})
      for (Matrix &matrix : *matrices)
        matrix.batchStrides = Strides();
    result.batch = Polynomial(1);
    result.a.batchStrides = result.b.batchStrides = result.c.batchStrides = Strides();
  }

  /// Of three dimensions, the one that both operands have, or that leaves one row and one column
  /// operand without it. Where two are possible, the batch's is the one of the larger stride in C:
  /// y[b][t][o] = sum over i of x[b][t][i] w[o][i] is a batch of b, not of t. False where there is
  /// none.
  bool chooseBatch(std::vector<Dimension> &owned) {
    const auto dependencies = [&](const std::string &candidate) {
      int ofFirst = 0, ofSecond = 0;
      std::vector<std::string> others;
      for (const Dimension &dimension : owned)
        if (dimension.symbol != candidate)
          others.push_back(dimension.symbol);
      bool valid = true;
      forEachNode(form.update, [&](const Expression &node) {
        if (node.kind != Kind::Operand)
          return;
        const auto index = space.rewrite(state.loads[node.operand].index);
        const bool first = index && index->dependsOn(others[0]);
        const bool second = index && index->dependsOn(others[1]);
        valid &= first != second;
        ofFirst += first;
        ofSecond += second;
      });
      return valid && ofFirst && ofSecond;
    };
    std::optional<size_t> chosen;
    Polynomial largest;
    for (size_t index = owned.size(); index-- > 0;) {
      const auto affine = outputIndex.affineIn(owned[index].symbol);
      if ((affine && affine->coefficient.constant() == 1) || !dependencies(owned[index].symbol))
        continue;
      const Polynomial stride = affine ? affine->coefficient : Polynomial(0);
      const bool isLarger = chosen && !largest.isZero() && !stride.isZero() &&
                            stride.quotient(largest) && !largest.quotient(stride);
      if (chosen && !isLarger)
        continue;
      chosen = index;
      largest = stride;
    }
    if (chosen) {
      batches = {owned[*chosen]};
      owned.erase(owned.begin() + static_cast<long>(*chosen));
    }
    return chosen.has_value();
  }

  /// Takes conditions on indices out of the sum: those that the guard around the store implies, and
  /// those that end the loop early.
  bool conditions() {
    bool valid = true, filled = false, predicated = false;
    std::optional<Polynomial> limit;
    bool isPadding = false; // of what was resolved last
    const auto resolve = [&](const Bounds &bounds) {
      bool limits = false;
      isPadding = false;
      for (const Polynomial &bound : bounds) {
        auto rewritten = space.rewrite(bound);
        if (rewritten && space.implied(*rewritten))
          continue;
        const auto row = rewritten ? rowInside(*rewritten) : std::nullopt;
        if (!tooManySteps.empty()) {
          valid = fail(form.location, tooManySteps);
          return false;
        }
        if (row) {
          const auto inSteps = row->affineIn("%k");
          if (space.implied(*row))
            continue;
          if (inSteps && inSteps->coefficient.constant() == -1 && isUniform(inSteps->rest)) {
            if (haveSteps(inSteps->rest))
              continue;
            valid = fail(form.location, tooManySteps);
            return false;
          }
          rewritten = row;
        }
        const auto affine = rewritten ? rewritten->affineIn("%k") : std::nullopt;
        const bool isLimit =
            affine && affine->coefficient.constant() == -1 && isUniform(affine->rest);
        // Columns of A and rows of B: sizes that the launch has to have alike.
        const bool differs = isLimit && limit && *limit != affine->rest;
        if (differs && !(*limit - affine->rest).constant()) {
          state.preconditions.push_back({*limit, affine->rest, true});
          limits = true;
          continue;
        }
        if (rewritten && isOtherSize(*rewritten))
          continue;
        if (!isLimit && rewritten) {
          if (std::ranges::find(padding, *rewritten) == padding.end())
            padding.push_back(*rewritten);
          isPadding = true;
          continue;
        }
        if (!isLimit || differs) {
          valid = notImplied(bound);
          return false;
        }
        limit = affine->rest;
        limits = true;
      }
      return limits;
    };
    int limited = 0, unlimited = 0;
    while (form.update->kind == Kind::Select && form.update->children[2]->kind == Kind::Sum) {
      const auto number = conditionNumber(*form.update->children[0]);
      if (!number)
        break;
      predicated |= resolve(state.bounds[*number]);
      form.update = form.update->children[1];
    }
    skipsPadding = !padding.empty();
    const std::function<ExpressionRef(const ExpressionRef &, bool)> strip =
        [&](const ExpressionRef &node, bool isLimited) -> ExpressionRef {
      if (node->kind == Kind::Operand) {
        plainLoads.insert(node->operand);
        ++(isLimited ? limited : unlimited);
        return node;
      }
      if (node->kind == Kind::Select) {
        const auto number = conditionNumber(*node->children[0]);
        ExpressionRef zero = node->children[2];
        if (number && zero->kind == Kind::Literal && zero->text == NothingStored) {
          for (const Polynomial &bound : state.bounds[*number])
            if (const auto rewritten = space.rewrite(bound);
                !rewritten || !space.implied(*rewritten))
              valid = fail(form.location, "where '" + bound.str() +
                                              " > 0' does not hold, a value is read that no "
                                              "thread has stored, or that an earlier step has "
                                              "left");
          return strip(node->children[1], isLimited);
        }
        // A choice by the values alone may be a part of what is multiplied.
        if (!number) {
          std::vector<ExpressionRef> children;
          for (const ExpressionRef &child : node->children)
            children.push_back(strip(child, isLimited));
          return Expression::withChildren(*node, children);
        }
        if (!zero->isLiteralZero()) {
          valid = fail(form.location, "condition inside the loop");
          return node;
        }
        const bool limits = resolve(state.bounds[*number]);
        if (isPadding) {
          valid &= !limits && takesZero(node->children[1]);
          if (!valid)
            fail(form.location, "condition inside the loop");
          return node->children[1];
        }
        filled |= limits;
        return strip(node->children[1], isLimited || limits);
      }
      std::vector<ExpressionRef> children;
      for (const ExpressionRef &child : node->children)
        children.push_back(strip(child, isLimited));
      return Expression::withChildren(*node, children);
    };
    form.update = strip(form.update, false);
    const auto implied = [&](const ExpressionRef &expression) {
      return map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
        const auto number =
            node->kind == Kind::Select ? conditionNumber(*node->children[0]) : std::nullopt;
        if (!number)
          return nullptr;
        for (const Polynomial &bound : state.bounds[*number])
          if (const auto rewritten = space.rewrite(bound); !rewritten || !space.implied(*rewritten))
            valid = fail(kernel, "a value depends on the condition '" + bound.str() + " > 0'");
        return node->children[1];
      });
    };
    form.initial = implied(form.initial);
    stored = positions.placed(state.cells[0].value, kernel);
    if (!valid || !stored || !positions.summedForAll(state.reductions[form.number], form.location))
      return false;
    zeroFilled = filled;
    if (filled && unlimited)
      return fail(form.location, "only some operands are zero beyond the end of the sum");
    if ((filled && predicated) || (limit && !padding.empty()) ||
        (skipsPadding && !zeroLoads.empty()))
      return fail(form.location, "condition inside the loop");
    if (!limit)
      return true;
    if (filled && !isInteger(form.type) &&
        (form.update->contains(Kind::Scalar) || form.update->contains(Kind::Negate)))
      return fail(form.location, "a factor of the products of zeros beyond the end of the sum may "
                                 "be negative or infinite");
    state.preconditions.push_back({form.steps, *limit, false});
    if (filled && isComplex(form.type) && !partsMadePositive(*form.update))
      return fail(form.location, "the step '" + described(form.update) +
                                     "' of zeros beyond the end of the sum may change it");
    if (filled && !isInteger(form.type))
      pad(*limit);
    form.steps = *limit;
    return true;
  }

  /// `row < rowsOfA` where the output has `row < rowsOfC`, or no guard: the launch must have as
  /// many of them.
  bool isOtherSize(const Polynomial &bound) {
    for (const Dimension &dimension : space.dimensions) {
      const auto affine = bound.affineIn(dimension.symbol);
      if (!affine || affine->coefficient.constant() != -1 || !isUniform(affine->rest) ||
          affine->rest.constant())
        continue;
      Dimension counted = dimension;
      if (!counted.extent && !counted.launched.isZero())
        space.takeLaunched(counted);
      if (!counted.extent || counted.extent->constant() ||
          (affine->rest - *counted.extent).constant().value_or(0) < 0)
        continue;
      state.preconditions.push_back({affine->rest, *counted.extent, false});
      return true;
    }
    return false;
  }

  /// `rows * columns - (row * columns + column) > 0`, a condition on the place in a whole matrix:
  /// that the row is inside of it, where the column is.
  std::optional<Polynomial> rowInside(const Polynomial &bound) {
    for (const std::string &column : bound.symbols()) {
      const auto affine = bound.affineIn(column);
      if (!affine || affine->coefficient.constant() != -1)
        continue;
      for (const std::string &size : affine->rest.symbols()) {
        const Polynomial width = Polynomial::symbol(size);
        const auto inside = isUniform(width) ? affine->rest.quotient(width) : std::nullopt;
        if (!inside || inside->dependsOn(column) || isUniform(*inside))
          continue;
        if (column == "%k") {
          return haveSteps(width) ? inside : std::nullopt;
        }
        const auto isIt = [&](const Dimension &dimension) { return dimension.symbol == column; };
        if (std::ranges::any_of(space.dimensions, isIt) &&
            space.implied(width - Polynomial::symbol(column)))
          return inside;
      }
    }
    return std::nullopt;
  }

  /// No step of the sum goes beyond that number of them: it must be the number, where it is not
  /// known that there are no more steps. False where there are.
  bool haveSteps(const Polynomial &number) {
    const Precondition fact{form.steps, number, true};
    if (const auto left = state.assumed(number - form.steps)) {
      if (*left < 0)
        tooManySteps = "the sum has '" + form.steps.str() +
                       "' steps, and the condition on the place in the whole matrix tells rows "
                       "apart only up to '" +
                       number.str() + "' of them";
      return *left >= 0;
    }
    if (std::ranges::find(state.preconditions, fact) == state.preconditions.end())
      state.preconditions.push_back(fact);
    return true;
  }

  bool notImplied(const Polynomial &bound) {
    return fail(form.location,
                "the condition '" + bound.str() + " > 0' in the loop is not implied by the guard");
  }

  /// An element, maybe converted, in the place of which zero stands in the padding.
  bool takesZero(const ExpressionRef &value) {
    if (value->kind == Kind::Cast)
      return takesZero(value->children[0]);
    if (value->kind != Kind::Operand)
      return false;
    zeroLoads.insert(value->operand);
    return true;
  }

  /// The original adds products of zeros after the last step, which makes +0 of -0 and changes
  /// nothing else; adding -0 changes nothing.
  void pad(const Polynomial &limit) {
    const ExpressionRef zero = Expression::literal(
        partType(form.type) == ElementType::F64 ? "0.0" : "0.0f", partType(form.type));
    state.derived["padding_of_last_tile"] = Expression::select(
        Expression::compare(">", Expression::size(form.steps), Expression::size(limit)), zero,
        Expression::negate(zero));
    const ExpressionRef summand = Expression::scalar("padding_of_last_tile", zero->type);
    if (!isComplex(form.type)) {
      stored = map(stored, [&](const ExpressionRef &node) -> ExpressionRef {
        return node->kind == Kind::Sum ? Expression::binary('+', node, summand) : nullptr;
      });
      return;
    }
    const auto parts = *partsMadePositive(*form.update);
    const auto padded = [&](int part, const ExpressionRef &sum) {
      const ExpressionRef own = Expression::part(part, sum);
      return parts[part] ? Expression::binary('+', own, summand) : own;
    };
    stored = map(stored, [&](const ExpressionRef &node) -> ExpressionRef {
      if (node->kind == Kind::Part && node->children[0]->kind == Kind::Sum)
        return padded(node->operand, node->children[0]);
      return node->kind == Kind::Sum ? Expression::pair(padded(0, node), padded(1, node)) : nullptr;
    });
  }

  /// The row and the column operands among the loads of the update, paired as they are multiplied.
  bool operands() {
    std::vector<Matrix> found;
    std::vector<bool> hasRows;
    std::vector<int> read;
    roles.assign(state.loads.size(), -1);
    for (size_t number = 0; number < state.loads.size(); ++number) {
      const Load &load = state.loads[number];
      if (!form.update->containsOperand(static_cast<int>(number)))
        continue;
      bool onRow = false;
      const auto access = operandAccess(load, onRow);
      if (!access)
        return false;
      const auto known = std::find(found.begin(), found.end(), *access);
      roles[number] = static_cast<int>(known - found.begin());
      // One array may be both, as in A times its own transpose.
      if (known != found.end() && hasRows[known - found.begin()] == onRow)
        continue;
      roles[number] = static_cast<int>(found.size());
      found.push_back(*access);
      hasRows.push_back(onRow);
      read.push_back(static_cast<int>(number));
    }
    const auto isRow = [&](int load) { return bool(hasRows[roles[load]]); };
    const auto products = productForms(*form.update, isRow);
    if (std::all_of(hasRows.begin(), hasRows.end(), [&](bool row) { return row == hasRows[0]; }))
      return fail(form.location,
                  "the sum is not over products of a row operand and a column operand");
    const std::function<int(int)> roleOf = [&](int load) { return roles[load]; };
    if (isComplex(form.type) && found.size() != 2)
      return fail(form.location, "the step of a complex sum has more than two operands");
    const auto factors = !products.empty()      ? std::nullopt
                         : isComplex(form.type) ? std::optional(complexFactors(hasRows, read))
                                                : factorsOf(*form.update, isRow, roleOf);
    if (products.empty() && !factors)
      return fail(form.location, "the step '" + described(form.update) +
                                     "' is not the sum plus products of two operands and "
                                     "constants");
    // Behind the first product of zeros, a sum is no -0.
    const bool keepsZero = factors || (products.size() > 1 && hasSign(products[0]));
    if (keepsZero && zeroFilled && !isComplex(form.type))
      return fail(form.location, "the step '" + described(form.update) +
                                     "' of zeros beyond the end of the sum may change it");
    if (products.size() > 2)
      return fail(form.location, whyNotRolled(products));
    if (products.size() > 1 && several)
      return fail(form.location, "two products in a step, and several sums a thread");
    // Roles in the order of the products.
    std::vector<int> order;
    for (const ProductForm &product : products)
      order.insert(order.end(), {roles[product.row], roles[product.column]});
    if (factors)
      order = {roles[factors->row], roles[factors->column]};
    if (std::set<int>(order.begin(), order.end()).size() != order.size())
      return fail(form.location, "two products in a step of the sum have an operand in common");
    std::vector<int> position(found.size());
    result.readOrder.clear();
    for (size_t index = 0; index < order.size(); ++index) {
      position[order[index]] = static_cast<int>(index);
      result.readOrder.push_back(state.loads[read[order[index]]].order);
    }
    for (int &role : roles)
      role = role < 0 ? role : position[role];
    result.a = found[order[0]];
    result.b = found[order[1]];
    for (size_t index = 2; index < order.size(); ++index)
      result.second.push_back(found[order[index]]);
    if (!padding.empty() && !places())
      return false;
    // As small numbers, in the same order.
    std::vector<int> sorted = result.readOrder;
    std::sort(sorted.begin(), sorted.end());
    for (int &number : result.readOrder)
      number = static_cast<int>(std::find(sorted.begin(), sorted.end(), number) - sorted.begin());
    reverse();
    return true;
  }

  /// What keeps several products of a step from being as many steps that follow each other.
  std::string whyNotRolled(const std::vector<ProductForm> &products) const {
    const std::string number = std::to_string(products.size());
    const std::string all = "a step of the loop adds " + number +
                            " products, which are not steps that follow each other: ";
    for (const bool ofRows : {true, false}) {
      const auto loadOf = [&](size_t product) -> const Load & {
        return state
            .loads[static_cast<size_t>(ofRows ? products[product].row : products[product].column)];
      };
      const std::string array = "'" + loadOf(0).array + "'";
      const auto moves = space.rewrite(loadOf(1).index - loadOf(0).index);
      const auto own = space.rewrite(loadOf(0).index);
      const auto inSteps = own ? own->affineIn("%k") : std::nullopt;
      for (size_t next = 1; next < products.size(); ++next) {
        if (loadOf(next).array != loadOf(0).array)
          return all + "they read " + array + " and '" + loadOf(next).array + "'";
        const auto further = space.rewrite(loadOf(next).index - loadOf(next - 1).index);
        if (!moves || !further || *further != *moves)
          return all + "the places in " + array + " are not equally far apart";
      }
      if (!inSteps)
        return all + "the places in " + array + " do not move alike with each step";
      if (state.numeric(inSteps->coefficient) !=
          state.numeric(*moves * Polynomial(static_cast<int64_t>(products.size()))))
        return all + "'" + moves->str() + "' is between the places of two products in " + array +
               ", and '" + inSteps->coefficient.str() + "' between those of two steps";
    }
    return all + "each of them would have to be one of the same form";
  }

  /// A step makes both parts of a complex sum of two elements, however: kernels keep what it does.
  static Factors complexFactors(const std::vector<bool> &hasRows, const std::vector<int> &read) {
    const size_t row = hasRows[0] ? 0 : 1;
    return {read[row], read[1 - row]};
  }

  std::string described(const ExpressionRef &update) const {
    return describe(*map(update, [&](const ExpressionRef &node) -> ExpressionRef {
      return node->kind == Kind::Operand
                 ? Expression::literal(state.loads[node->operand].array, node->type)
                 : nullptr;
    }));
  }

  std::optional<Matrix> operandAccess(const Load &load, bool &onRow) {
    const auto index = space.rewrite(load.index);
    if (!index)
      return refuse(load.location, element(load.array, load.index) +
                                       " is not indexed by the thread's global index");
    if (load.array == result.c.name)
      return refuse(load.location, "the output '" + load.array + "' is also an operand");
    onRow = dependsOnAny(*index, symbolsOf(rows));
    const bool onColumn = dependsOnAny(*index, symbolsOf(columns));
    const bool onK = dependsOnAny(*index, steps());
    const bool vector = isVector() && !onRow;
    if (!onK || (onRow == onColumn && !vector))
      return refuse(load.location,
                    element(load.array, *index) +
                        " is not an operand of a matrix product: it depends on " +
                        (onRow && onColumn   ? std::string("both indices of the output")
                         : onRow || onColumn ? "one index of the output but not on the loop"
                                             : "no index of the output"));
    if (!std::ranges::all_of(steps(),
                             [&](const std::string &step) { return index->dependsOn(step); }))
      return refuse(form.location,
                    "the sum runs over two indices that do not count the steps of one");
    auto access = onRow ? matrix(load.array, load.type, *index, symbolsOf(rows), steps())
                        : matrix(load.array, load.type, *index, steps(), symbolsOf(columns));
    if (!access)
      return refuse(load.location, "index '" + index->str() + "' of '" + load.array +
                                       "' is not affine with strides of its own for each index");
    return access;
  }

  /// The conditions that tell elements from padding, as places in dimensions of one operand; or
  /// that give each element of C steps of its own.
  bool places() {
    const Contraction unpadded = result;
    const std::string why = addPaddedPlaces(
        result, padding, skipsPadding ? Padding::Skipped : Padding::Zero,
        [&](bool ofRows, const Polynomial &place) {
          return ofRows ? matrix("", result.a.type, place, symbolsOf(rows), steps())
                        : matrix("", result.b.type, place, steps(), symbolsOf(columns));
        });
    if (!why.empty()) {
      result = unpadded;
      if (!skipsPadding || rows.size() != 1 || columns.size() != 1 || isVector() ||
          form.loops.size() != 1)
        return fail(form.location, why);
      const std::string other = addStepBounds(result, padding, rows[0].symbol, columns[0].symbol);
      return other.empty() || fail(form.location, other);
    }
    if (form.loops[0].limited)
      return fail(form.location, "the steps of the sum differ between threads by the places in an "
                                 "array that they read");
    if (zeroLoads.empty())
      return true;
    // Zero stands for all elements of the operand that has padding, and for no others.
    const auto isPadded = [&](int load) {
      return result.operand(roles[load]).padding != Padding::None;
    };
    return (std::ranges::all_of(zeroLoads, isPadded) &&
            std::ranges::none_of(plainLoads, isPadded)) ||
           fail(form.location, "condition inside the loop");
  }

  /// A loop that counts down.
  void reverse() {
    // The step of a complex sum may be one that cannot be taken in another order.
    if (form.loops.size() > 1 || !padding.empty() || isComplex(form.type))
      return;
    const Polynomial a = result.a.stride(1), b = result.b.stride(0);
    if (!a.isNegative() || !b.isNegative() || !result.second.empty())
      return;
    result.a.offset += a * (form.steps - 1);
    result.b.offset += b * (form.steps - 1);
    result.a.strides[1] = Polynomial(0) - a;
    result.b.strides[0] = Polynomial(0) - b;
    form.reordered = "the original sums from the last step to the first";
  }

  /// Renumbers loads to roles and checks the form of start, step and result.
  bool expressions() {
    bool valid = true;
    const auto place = [&](const ExpressionRef &expression, bool inUpdate) {
      return map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
        if (node->kind == Kind::Sum)
          return Expression::sum(node->type);
        if (node->kind != Kind::Operand)
          return nullptr;
        const Load &load = state.loads[node->operand];
        if (inUpdate)
          return Expression::operandElement(roles[node->operand], node->type);
        const auto index = space.rewrite(load.index);
        if (load.array == result.c.name) {
          if (!index || *index != outputIndex) {
            valid = fail(load.location, element(load.array, load.index) +
                                            " outside the loop is not the output's own element");
            return node;
          }
          if (static_cast<size_t>(node->operand) < form.loads)
            result.outputBeforeLoop = true;
          return Expression::output(node->type);
        }
        const auto extra =
            index ? matrix(load.array, load.type, *index, symbolsOf(rows), symbolsOf(columns))
                  : std::nullopt;
        if (!extra) {
          valid = fail(load.location, element(load.array, load.index) +
                                          " outside the loop is not indexed like the output");
          return node;
        }
        const auto known = std::find(result.extras.begin(), result.extras.end(), *extra);
        const auto number = known - result.extras.begin();
        if (known == result.extras.end())
          result.extras.push_back(*extra);
        return Expression::extra(static_cast<int>(number), node->type);
      });
    };
    result.initial = place(form.initial, false);
    result.update = place(form.update, true);
    result.result = place(stored, false);
    if (!valid)
      return false;
    // What a thread's elements have in common the compiler may compute once for all.
    if (several)
      for (const ExpressionRef &expression : {result.initial, result.result})
        for (const ExpressionRef &product : productsOf(expression))
          if (!product->contains(Kind::Sum) && !product->contains(Kind::Output))
            result.sharedProducts.push_back(product);
    if (isFp8(form.type) || (isInteger(form.type) && sizeOf(form.type) < 4))
      return fail(form.location, "the sum is kept in " + std::string(cudaName(form.type)) +
                                     "; only half, bfloat16, float, double and 32-bit integer sums "
                                     "are understood");
    return true;
  }

  bool extents() {
    std::vector<Dimension> owned;
    for (std::vector<Dimension> *group : {&rows, &columns, &batches})
      for (Dimension &dimension : *group) {
        if (!bounded(dimension))
          return false;
        owned.push_back(dimension);
      }
    space.cover(owned);
    result.m = groupOf(rows);
    result.n = groupOf(columns);
    if (form.loops[0].limited && !isUniform(form.steps)) {
      const auto steps = stepsWithoutLimit(result);
      if (!steps)
        return fail(form.location, "no end of the sum's steps is known");
      form.steps = *steps;
    }
    if (!batches.empty())
      result.batch = groupOf(batches);
    std::vector<IndexGroup::Index> loops;
    for (const SumForm::Loop &loop : form.loops)
      loops.push_back({"", loop.extent});
    result.k = loops.size() == 1 ? IndexGroup(form.steps) : IndexGroup(std::move(loops));
    result.row = ownerOf(rows);
    result.column = ownerOf(columns);
    if (rows.size() > 1 || columns.size() > 1) {
      if (!space.triangles.empty())
        return fail(kernel, "the elements that are stored are not all, nor a triangle");
      return true;
    }
    const Dimension &row = rows[0], &column = columns[0];
    for (const IndexSpace::Triangle &triangle : space.triangles) {
      const bool upper = triangle.first == row.symbol && triangle.second == column.symbol;
      const bool lower = triangle.first == column.symbol && triangle.second == row.symbol;
      if ((!upper && !lower) || triangle.constant < 0 || triangle.constant > 1 ||
          result.region != Region::Full)
        return fail(kernel, "the elements that are stored are not all, nor a triangle");
      const bool whole = triangle.constant == 1;
      result.region = upper ? (whole ? Region::Upper : Region::StrictlyUpper)
                            : (whole ? Region::Lower : Region::StrictlyLower);
    }
    return true;
  }

  /// Gives a dimension the extent that a guard or the launch gives it.
  bool bounded(Dimension &dimension) {
    const auto known =
        std::find_if(space.dimensions.begin(), space.dimensions.end(),
                     [&](const Dimension &entry) { return entry.symbol == dimension.symbol; });
    if (known != space.dimensions.end())
      dimension = *known;
    // In a triangle one guard bounds both indices.
    for (const IndexSpace::Triangle &triangle : space.triangles)
      if (!dimension.extent && triangle.first == dimension.symbol)
        for (const Dimension &other : space.dimensions)
          if (other.symbol == triangle.second)
            dimension.extent = other.extent;
    // Without a guard the launch's own threads are the domain.
    if (!dimension.extent && dimension.launched.isZero())
      return fail(kernel, "no guard bounds '" + dimension.owner.text + "'");
    if (!dimension.extent)
      space.takeLaunched(dimension);
    return isUniform(*dimension.extent) ||
           fail(kernel, "the bound of '" + dimension.owner.text + "' differs between threads");
  }

  static IndexGroup groupOf(const std::vector<Dimension> &dimensions) {
    if (dimensions.size() == 1)
      return *dimensions[0].extent;
    std::vector<IndexGroup::Index> indices;
    for (const Dimension &dimension : dimensions)
      indices.push_back({dimension.owner.text, *dimension.extent});
    return IndexGroup(std::move(indices));
  }

  static Ownership ownerOf(const std::vector<Dimension> &dimensions) {
    if (dimensions.size() == 1)
      return dimensions[0].owner;
    std::string text;
    for (const Dimension &dimension : dimensions)
      text += (text.empty() ? "(" : "; ") + dimension.owner.text;
    return {text + ")", 0};
  }

  /// A second store of the same value, across the diagonal: of a symmetric product the whole.
  bool mirrored() {
    if (state.cells.size() < 2)
      return !diagonal || fillsDiagonal(false);
    const Cell &cell = state.cells[1];
    if (!result.isPlain() || rows.size() > 1 || columns.size() > 1)
      return fail(cell.location, "'" + cell.array + "' is stored at more than one index");
    const Dimension &row = rows[0], &column = columns[0];
    const auto index = space.rewrite(cell.index);
    const auto swapped = outputIndex.substitute(row.symbol, Polynomial::symbol("%swap"))
                             .substitute(column.symbol, Polynomial::symbol(row.symbol))
                             .substitute("%swap", Polynomial::symbol(column.symbol));
    const bool strict =
        result.region == Region::StrictlyUpper || result.region == Region::StrictlyLower;
    const bool upper = result.region == Region::Upper || result.region == Region::StrictlyUpper;
    if (!index || *index != swapped || cell.where != state.cells[0].where ||
        result.region == Region::Full || !isSymmetric())
      return fail(cell.location, "'" + cell.array +
                                     "' is stored at more than one index, and not "
                                     "as a symmetric matrix");
    const Polynomial whole = (upper ? result.n : result.m).extent();
    const Polynomial part = (upper ? result.m : result.n).extent();
    if (part != whole && !(strict && part == whole - 1))
      return fail(cell.location, "the triangle that is stored is not a square's");
    result.m = result.n = IndexGroup(whole);
    result.region = strict ? Region::NotDiagonal : Region::Full;
    return !diagonal || fillsDiagonal(part == whole);
  }

  /// A constant that is stored on the diagonal makes the matrix whole.
  bool fillsDiagonal(bool allRows) {
    if (!result.isPlain() || rows.size() > 1 || columns.size() > 1)
      return fail(diagonal->location, "'" + diagonal->array + "' is stored at more than one index");
    const Dimension &row = rows[0], &column = columns[0];
    const auto index = space.rewrite(diagonal->index);
    const bool upper = outputRowIsOuter();
    const std::string &outer = upper ? row.symbol : column.symbol;
    const std::string &inner = upper ? column.symbol : row.symbol;
    bool constant = true;
    forEachNode(diagonal->value, [&](const Expression &node) {
      constant &=
          node.kind == Kind::Literal || node.kind == Kind::Cast || node.kind == Kind::Scalar;
    });
    for (const Polynomial &guard : diagonal->where) {
      const auto rewritten = space.rewrite(guard);
      constant &= rewritten && space.implied(*rewritten) && !rewritten->dependsOn(inner);
    }
    if (!constant || !index || !allRows || result.region != Region::NotDiagonal ||
        *index != outputIndex.substitute(inner, Polynomial::symbol(outer)))
      return fail(diagonal->location, "'" + diagonal->array +
                                          "' is stored at more than one index, and this is not the "
                                          "diagonal of a symmetric matrix");
    result.region = Region::Full;
    result.diagonal = diagonal->value;
    return true;
  }

  /// Takes away the rows and columns in which the region has no element. The original never reads
  /// them, and arrays may end before them.
  void leaveOutUnread() {
    const bool upper = result.region == Region::Upper || result.region == Region::StrictlyUpper;
    const bool lower = result.region == Region::Lower || result.region == Region::StrictlyLower;
    if (result.region == Region::NotDiagonal || result.diagonal)
      state.preconditions.push_back({result.m.extent(), Polynomial(2), false});
    if (!upper && !lower)
      return;
    const bool strict =
        result.region == Region::StrictlyUpper || result.region == Region::StrictlyLower;
    // Of m < n, the first column and all rows from the last column's number on.
    IndexGroup &larger = upper ? result.n : result.m, &smaller = upper ? result.m : result.n;
    if (strict) {
      const int group = upper ? 1 : 0;
      for (StepBound &bound : result.stepBounds)
        if ((bound.index == StepBound::Of::Column) == upper)
          bound.offset += 1;
      const auto skipFirst = [&](Matrix &matrix) { matrix.offset += matrix.stride(group); };
      skipFirst(result.c);
      skipFirst(upper ? result.b : result.a);
      if (!result.second.empty())
        skipFirst(result.second[upper ? 1 : 0]);
      std::ranges::for_each(result.extras, skipFirst);
      for (Position &position : result.positions)
        position.offset += position.strides[group].one();
      if (smaller == larger)
        smaller = IndexGroup(smaller.extent() - 1);
      larger = IndexGroup(larger.extent() - 1);
      result.region = upper ? Region::Upper : Region::Lower;
    }
    if (smaller != larger)
      state.preconditions.push_back({larger.extent(), smaller.extent(), false});
  }

  /// The threads own rows and each loops over columns, or the other way round.
  bool outputRowIsOuter() const { return !state.loop(rows[0].symbol); }

  /// The element (m, n) has the same bits as (n, m).
  bool isSymmetric() const {
    const Matrix &a = result.a, &b = result.b;
    if (!result.second.empty() || result.limitsSteps() || !result.positions.empty() ||
        a.name != b.name || a.offset != b.offset || a.stride(0) != b.stride(1) ||
        a.stride(1) != b.stride(0) || a.batchStrides != b.batchStrides || !result.extras.empty() ||
        result.initial->contains(Kind::Output) || result.result->contains(Kind::Output))
      return false;
    const ExpressionRef exchanged =
        map(result.update, [](const ExpressionRef &node) -> ExpressionRef {
          return node->kind == Kind::Operand
                     ? Expression::operandElement(1 - node->operand, node->type)
                     : nullptr;
        });
    // A product is the same with its factors exchanged, but not one of three factors.
    const auto commuted = map(exchanged, [](const ExpressionRef &node) -> ExpressionRef {
      const bool product = node->kind == Kind::Binary && node->text == "*";
      const bool fused = node->kind == Kind::Call && node->children.size() == 3;
      if (!product && !fused)
        return nullptr;
      auto children = node->children;
      std::swap(children[0], children[1]);
      return Expression::withChildren(*node, children);
    });
    return same(*commuted, *result.update);
  }

  SymbolicState &state;
  clang::SourceLocation kernel;
  RefusalSink &refuse;
  IndexSpace space;
  SumForm form;
  ExpressionRef stored;
  Polynomial outputIndex;
  std::optional<Cell> diagonal;
  bool zeroFilled = false; ///< the original adds products of zeros after the last step
  bool several = false;    ///< elements of the output belong to one thread by its code
  /// The output's indices, outermost first; no batches are one product.
  std::vector<Dimension> rows, columns, batches;
  std::vector<Polynomial> padding; ///< all are positive where the step reads no padding
  bool skipsPadding = false;       ///< and leaves the sum as it is where it would
  std::set<int> zeroLoads;         ///< loads in the place of which zero stands in the padding
  std::set<int> plainLoads;        ///< other loads of the step
  std::string tooManySteps;        ///< what is wrong with them where a row has fewer elements
  std::vector<int> roles;
  Contraction result;
  ElementPositions positions{state, space, rows, columns, result, refuse};
};

} // namespace

std::optional<Contraction> buildContraction(SymbolicState &state, clang::SourceLocation kernel,
                                            RefusalSink &refuse) {
  return Builder(state, kernel, refuse).run();
}

} // namespace warpsmith::frontend
