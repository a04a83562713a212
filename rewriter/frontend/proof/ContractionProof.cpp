#include "rewriter/frontend/proof/ContractionProof.h"
#include "rewriter/frontend/proof/ComplexNumbers.h"
#include "rewriter/frontend/proof/Preconditions.h"
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
  if (!joinComplexNumbers(state, refuse) || !findSum() || !output() || !conditions() ||
      !operands() || !expressions() || !extents() || !mirrored())
    return std::nullopt;
  leaveOutUnread();
  result.derived = state.derived;
  if (const std::string why = finishStepBounds(result, state); !why.empty()) {
    fail(form.location, why);
    return std::nullopt;
  }
  positions.finish();
  result.preconditions = state.preconditions;
  if (const std::string why = contradiction(result.preconditions); !why.empty()) {
    fail(form.location, why);
    return std::nullopt;
  }
  if (!result.isBatched())
    forgetBatch();
  result.sum = form.type;
  result.sumInOutput = form.inMemory;
  result.reordered = state.onTensorCores ? OnTensorCores : form.reordered;
  result.undecidedParts = state.undecidedParts;
  if (!result.second.empty() && !readsOnce)
    result.undecidedParts = sumOfTwoProducts(*result.update);
  Contraction whole = flattened(std::move(result));
  whole.preconditions = withoutImplied(whole);
  return whole;
}

/// The one value that is stored, and the sum in it.
bool ContractionProof::findSum() {
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
    return fail(state.cells[1].location,
                "'" + state.cells[0].array + "' is stored at more than one index");
  const std::set<size_t> sums = sumsIn(state.cells[0].value);
  if (sums.empty())
    return fail(cell.location, "what is stored does not depend on the sum");
  if (sums.size() > 1)
    return fail(cell.location, "what is stored depends on more than one sum");
  auto found = sumForm(state, *sums.begin(), refuse);
  if (!found)
    return false;
  form = std::move(*found);
  if (space.ofSeveralElements && space.readsByArrays)
    result.undecidedReads = sumOfUnorderedProducts(state);
  return calculatesWithoutIndices();
}

/// No index is a number in the sum: it may be one in what is stored.
bool ContractionProof::calculatesWithoutIndices() {
  for (const ExpressionRef &expression : {form.initial, form.update})
    if (expression->contains(Kind::Position))
      return fail(form.location, "an index is used as a number to calculate with in the sum");
  return true;
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
      if (load.array == result.c.name) {
        if (load.index != outputIndex) {
          valid = fail(load.location, element(load.array, load.index) +
                                          " outside the loop is not the output's own element");
          return node;
        }
        if (static_cast<size_t>(node->operand) < form.loads)
          result.outputBeforeLoop = true;
        return Expression::output(node->type);
      }
      const auto extra =
          matrix(load.array, load.type, load.index, symbolsOf(rows), symbolsOf(columns));
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
  if (space.ofSeveralElements)
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

} // namespace warpsmith::frontend
