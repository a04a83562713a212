#include "rewriter/frontend/proof/ContractionBuilder.h"
#include "rewriter/frontend/proof/ComplexNumbers.h"
#include "rewriter/frontend/proof/ContractionProof.h"
#include "rewriter/frontend/proof/DividedSteps.h"
#include "rewriter/frontend/proof/OutputFamily.h"
#include "rewriter/frontend/proof/Preconditions.h"
#include "rewriter/frontend/proof/RangeChecks.h"
#include "rewriter/frontend/proof/ReadOrder.h"
#include "rewriter/frontend/proof/StepBounds.h"
#include "rewriter/ir/FusedProducts.h"
#include "rewriter/ir/Reordering.h"
#include <algorithm>
#include <array>

namespace warpsmith::frontend {

/// Calls `visit` for each node of an expression.
void forEachNode(const ExpressionRef &expression,
                 const std::function<void(const Expression &)> &visit) {
  visit(*expression);
  for (const ExpressionRef &child : expression->children)
    forEachNode(child, visit);
}
std::optional<Contraction> ContractionProof::run() {
  const bool readsOnce = readsEachElementOnce(state);
  divideSteps(state);
  if (!bothWaysDoTheSame() || !joinComplexNumbers(state, refuse) || !findSum() || !indices() ||
      !output() || !conditions() || !operands() || !expressions() || !extents() || !mirrored())
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
  result.preconditions = withoutImplied(state);
  if (const std::string why = contradiction(state); !why.empty()) {
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
  result.reordered = state.hasFragments || state.multipliesInLanes ? OnTensorCores : form.reordered;
  result.undecidedParts = state.undecidedParts;
  if (!result.second.empty() && !readsOnce)
    result.undecidedParts = sumOfTwoProducts(*result.update);
  Contraction whole = flattened(std::move(result));
  if (given)
    whole.preconditions = withoutImplied(whole);
  return whole;
}

/// What addresses choose between (see wayChosen()) is the same.
bool ContractionProof::bothWaysDoTheSame() {
  if (!state.choosesWay)
    return true;
  const auto depends = [](const ExpressionRef &value) { return value && choosesWay(*value); };
  for (const Reduction &sum : state.reductions)
    if (depends(sum.initial) || depends(sum.update))
      return fail(sum.location, "a condition on an address chooses what is added up");
  for (const Cell &cell : state.cells)
    if (depends(cell.value))
      return fail(cell.location, "a condition on an address chooses what is stored");
  return true;
}

/// The one value that is stored, and the sum in it.
bool ContractionProof::findSum() {
  if (state.reductions.empty() || std::none_of(state.reductions.begin(), state.reductions.end(),
                                               [](const auto &entry) { return entry.update; }))
    return fail(kernel, "no loop that sums products");
  if (state.cells.empty())
    return fail(kernel, "the kernel stores nothing");
  const Cell cell = state.cells[0];
  for (const Cell &other : state.cells)
    if (other.array != cell.array)
      return fail(other.location,
                  "stores to more than one array ('" + cell.array + "' and '" + other.array + "')");
  // A constant may be stored on the diagonal, before the loop.
  if (state.cells.size() > 1 && !cell.value->contains(Kind::Sum) &&
      state.cells[1].value->contains(Kind::Sum)) {
    diagonal = cell;
    state.cells.erase(state.cells.begin());
  }
  if (state.cells.size() > 2 ||
      (state.cells.size() == 2 && !same(*state.cells[0].value, *state.cells[1].value)))
    return diagonal || given
               ? fail(state.cells[1].location,
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
bool ContractionProof::calculatesWithoutIndices() {
  for (const ExpressionRef &expression : {form.initial, form.update})
    if (expression->contains(Kind::Position))
      return fail(form.location, "an index is used as a number to calculate with in the sum");
  return true;
}

/// Each thread has several elements.
bool ContractionProof::family() {
  result.undecidedReads = undecidedReads(state);
  several = mergeOutputs(state, form, refuse);
  if (several)
    guardEachElement(state);
  return several && calculatesWithoutIndices();
}

void ContractionProof::collect(const ExpressionRef &expression, std::vector<Polynomial> &used) {
  forEachNode(expression, [&](const Expression &node) {
    if (node.kind == Kind::Operand)
      used.push_back(state.loads[node.operand].index);
    if (node.kind == Kind::Position)
      used.push_back(node.polynomial);
    if (const auto number = conditionNumber(node))
      used.insert(used.end(), state.bounds[*number].begin(), state.bounds[*number].end());
  });
}

bool ContractionProof::indices() {
  if (given) {
    several = given->ofSeveralElements;
    if (several)
      result.undecidedReads = undecidedReads(state, given->readsByArrays);
    space.take(std::move(*given));
    return true;
  }
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
bool ContractionProof::isNeverNegative(const Polynomial &value) const {
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

/// Renumbers loads to roles and checks the form of start, step and result.
bool ContractionProof::expressions() {
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

bool ContractionProof::fail(clang::SourceLocation location, std::string reason) {
  refuse(location, std::move(reason));
  return false;
}

std::string ContractionProof::element(const std::string &array, const Polynomial &index) const {
  return "'" + array + "[" + index.str() + "]'";
}

std::vector<std::string> ContractionProof::symbolsOf(const std::vector<Dimension> &dimensions) {
  Symbols symbols;
  for (const Dimension &dimension : dimensions)
    symbols.push_back(dimension.symbol);
  return symbols;
}

std::vector<std::string> ContractionProof::steps() const {
  Symbols symbols;
  for (const SumForm::Loop &loop : form.loops)
    symbols.push_back(loop.symbol);
  return symbols;
}

bool ContractionProof::dependsOnAny(const Polynomial &polynomial, const Symbols &symbols) {
  return std::ranges::any_of(
      symbols, [&](const std::string &symbol) { return polynomial.dependsOn(symbol); });
}

/// The array element in terms of two groups of indices and the batch's, or nothing.
std::optional<Matrix> ContractionProof::matrix(const std::string &name, ElementType type,
                                               Polynomial index, const Symbols &first,
                                               const Symbols &second) const {
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

std::optional<Contraction> buildContraction(SymbolicState &state, clang::SourceLocation kernel,
                                            RefusalSink &refuse) {
  return ContractionProof(state, kernel, refuse).run();
}

} // namespace warpsmith::frontend
