// The operands of the products that a sum adds, and how each is read.
#include "rewriter/frontend/proof/ContractionProof.h"
#include "rewriter/frontend/proof/PaddedPlaces.h"
#include "rewriter/frontend/proof/StepBounds.h"
#include <algorithm>

namespace warpsmith::frontend {

/// The row and the column operands among the loads of the update, paired as they are multiplied.
bool ContractionProof::operands() {
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
  if (products.size() > 1 && space.ofSeveralElements)
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
std::string ContractionProof::whyNotRolled(const std::vector<ProductForm> &products) const {
  const std::string number = std::to_string(products.size());
  const std::string all = "a step of the loop adds " + number +
                          " products, which are not steps that follow each other: ";
  for (const bool ofRows : {true, false}) {
    const auto loadOf = [&](size_t product) -> const Load & {
      return state
          .loads[static_cast<size_t>(ofRows ? products[product].row : products[product].column)];
    };
    const std::string array = "'" + loadOf(0).array + "'";
    const Polynomial moves = loadOf(1).index - loadOf(0).index;
    const auto inSteps = loadOf(0).index.affineIn("%k");
    for (size_t next = 1; next < products.size(); ++next) {
      if (loadOf(next).array != loadOf(0).array)
        return all + "they read " + array + " and '" + loadOf(next).array + "'";
      if (loadOf(next).index - loadOf(next - 1).index != moves)
        return all + "the places in " + array + " are not equally far apart";
    }
    if (!inSteps)
      return all + "the places in " + array + " do not move alike with each step";
    if (inSteps->coefficient != moves * Polynomial(static_cast<int64_t>(products.size())))
      return all + "'" + moves.str() + "' is between the places of two products in " + array +
             ", and '" + inSteps->coefficient.str() + "' between those of two steps";
  }
  return all + "each of them would have to be one of the same form";
}

/// A step makes both parts of a complex sum of two elements, however: kernels keep what it does.
Factors ContractionProof::complexFactors(const std::vector<bool> &hasRows,
                                         const std::vector<int> &read) {
  const size_t row = hasRows[0] ? 0 : 1;
  return {read[row], read[1 - row]};
}

std::string ContractionProof::described(const ExpressionRef &update) const {
  return describe(*map(update, [&](const ExpressionRef &node) -> ExpressionRef {
    // A size in the words of the source.
    const auto derived =
        node->kind == Kind::Scalar ? state.derived.find(node->text) : state.derived.end();
    if (derived != state.derived.end() && derived->second->kind == Kind::Cast &&
        derived->second->children[0]->kind == Kind::Size)
      return Expression::literal(derived->second->children[0]->polynomial.factor(), node->type);
    return node->kind == Kind::Operand
               ? Expression::literal(state.loads[node->operand].array, node->type)
               : nullptr;
  }));
}

std::optional<Matrix> ContractionProof::operandAccess(const Load &load, bool &onRow) {
  const Polynomial &index = load.index;
  if (load.array == result.c.name)
    return refuse(load.location, "the output '" + load.array + "' is also an operand");
  onRow = dependsOnAny(index, symbolsOf(rows));
  const bool onColumn = dependsOnAny(index, symbolsOf(columns));
  const bool onK = dependsOnAny(index, steps());
  const bool vector = isVector() && !onRow;
  if (!onK || (onRow == onColumn && !vector))
    return refuse(load.location,
                  element(load.array, index) +
                      " is not an operand of a matrix product: it depends on " +
                      (onRow && onColumn   ? std::string("both indices of the output")
                       : onRow || onColumn ? "one index of the output but not on the loop"
                                           : "no index of the output"));
  if (!std::ranges::all_of(steps(), [&](const std::string &step) { return index.dependsOn(step); }))
    return refuse(form.location,
                  "the sum runs over two indices that do not count the steps of one");
  auto access = onRow ? matrix(load.array, load.type, index, symbolsOf(rows), steps())
                      : matrix(load.array, load.type, index, steps(), symbolsOf(columns));
  if (!access)
    return refuse(load.location, "index '" + index.str() + "' of '" + load.array +
                                     "' is not affine with strides of its own for each index");
  return access;
}

/// The conditions that tell elements from padding, as places in dimensions of one operand; or
/// that give each element of C steps of its own.
bool ContractionProof::places() {
  const Contraction unpadded = result;
  const std::string why =
      addPaddedPlaces(result, padding, skipsPadding ? Padding::Skipped : Padding::Zero,
                      [&](bool ofRows, const Polynomial &place) {
                        return ofRows
                                   ? matrix("", result.a.type, place, symbolsOf(rows), steps())
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
  return (std::ranges::all_of(zeroLoads, isPadded) && std::ranges::none_of(plainLoads, isPadded)) ||
         fail(form.location, "condition inside the loop");
}

/// A loop that counts down.
void ContractionProof::reverse() {
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

} // namespace warpsmith::frontend
