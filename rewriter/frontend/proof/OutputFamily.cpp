#include "rewriter/frontend/proof/OutputFamily.h"
#include "rewriter/frontend/symbolic/Fragments.h"
#include "rewriter/frontend/symbolic/Generalisation.h"
#include <algorithm>
#include <functional>

namespace warpsmith::frontend {
namespace {

using Kind = Expression::Kind;

/// A stored element with its sum.
struct Output {
  Cell cell;
  SumForm form;
};

std::optional<Output> merged(SymbolicState &state, const std::vector<Output> &members,
                             const std::string &symbol) {
  Generalisation general(state, symbol);
  std::vector<Polynomial> indices;
  std::vector<Bounds> guards;
  std::vector<ExpressionRef> values, initials, updates;
  const SumForm &first = members[0].form;
  for (const Output &member : members) {
    const SumForm &form = member.form;
    if (member.cell.array != members[0].cell.array || form.loops != first.loops ||
        form.type != first.type || form.inMemory || form.reordered != first.reordered ||
        form.negativeZero != first.negativeZero)
      return std::nullopt;
    indices.push_back(member.cell.index);
    guards.push_back(member.cell.where);
    values.push_back(member.cell.value);
    initials.push_back(form.initial);
    updates.push_back(form.update);
  }
  const auto index = general.polynomial(indices);
  const auto where = general.bounds(guards);
  const ExpressionRef value = general.expression(values);
  const ExpressionRef initial = general.expression(initials);
  const ExpressionRef update = general.expression(updates);
  if (!index || !where || !value || !initial || !update || *index == indices[0])
    return std::nullopt;
  Output result = members[0];
  result.cell.index = *index;
  result.cell.where = *where;
  result.cell.value = value;
  result.form.initial = initial;
  result.form.update = update;
  return result;
}

/// `n - 16 * i > 0` in the steps i of a loop that goes by 16 from 0 to n.
bool isOfEachStep(const SymbolicState &state, const Polynomial &bound) {
  return std::ranges::any_of(state.loops, [&](const LoopIndex &loop) {
    const auto affine = bound.affineIn(loop.symbol);
    const auto coefficient = affine ? state.numeric(affine->coefficient).constant() : std::nullopt;
    if (!coefficient || *coefficient >= -1 || !isUniform(affine->rest) || !loop.first.isZero() ||
        !loop.reduction || loop.limited)
      return false;
    return loop.extent ==
           Polynomial::symbol(Polynomial::Quotient{affine->rest - affine->coefficient - 1,
                                                   Polynomial(0) - affine->coefficient});
  });
}

/// Without the choices between a value and one that is not known, where the guards around the store
/// imply the value: those of a thread's elements differ. And without any choice of a sum that they
/// imply, where it is stored under them.
ExpressionRef whereStored(const SymbolicState &state, const ExpressionRef &expression,
                          const Bounds &where, bool isStored = false) {
  const auto holds = [&](const Polynomial &bound) {
    return std::ranges::any_of(where,
                               [&](const Polynomial &guard) {
                                 return (bound - guard).constant().value_or(-1) >= 0;
                               }) ||
           (isStored && isOfEachStep(state, bound));
  };
  return map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
    const auto number =
        node->kind == Kind::Select ? conditionNumber(*node->children[0]) : std::nullopt;
    if (!number ||
        (!isStored &&
         (node->children[2]->kind != Kind::Literal || node->children[2]->text != NothingStored)) ||
        !std::ranges::all_of(state.bounds[*number], holds))
      return nullptr;
    return whereStored(state, node->children[1], where, isStored);
  });
}

/// What is read of the output before the loop: the merged element would seem to be read after it.
bool readsOutputEarly(const SymbolicState &state, const Output &output) {
  bool found = false;
  map(output.cell.value, [&](const ExpressionRef &node) -> ExpressionRef {
    found |= node->kind == Kind::Operand &&
             static_cast<size_t>(node->operand) < output.form.loads &&
             state.loads[node->operand].array == output.cell.array;
    return nullptr;
  });
  return found;
}

/// Of numbers, and more than one.
bool hasLocalArray(const SymbolicState &state) {
  return std::ranges::any_of(state.localArrays, [](const auto &array) {
    return array.second.size() > 1 && !array.second[0]->getType()->isIntegerType();
  });
}

bool isProduct(const Expression &expression) {
  return expression.kind == Kind::Binary && expression.text == "*";
}

/// The first addition of two products, of which one has the sum and the other an element, that has
/// not read them in this order.
ExpressionRef unorderedAddition(const SymbolicState &state, const ExpressionRef &expression) {
  const auto isKnown = [&](const ExpressionRef &known) { return same(*known, *expression); };
  if (expression->kind == Kind::Binary && expression->text == "+" && !isInteger(expression->type) &&
      std::ranges::all_of(expression->children,
                          [](const auto &child) { return isProduct(*child); }) &&
      expression->contains(Kind::Sum) && expression->contains(Kind::Operand) &&
      std::ranges::none_of(state.readInOrder, isKnown))
    return expression;
  for (const ExpressionRef &child : expression->children)
    if (ExpressionRef found = unorderedAddition(state, child))
      return found;
  return nullptr;
}

} // namespace

std::string undecidedReads(const SymbolicState &state, bool readsByArrays) {
  if (!readsByArrays && !hasLocalArray(state))
    return {};
  for (const Cell &cell : state.cells)
    if (const ExpressionRef found = unorderedAddition(state, cell.value))
      return describe(*map(found, [&](const ExpressionRef &node) {
        return node->kind == Kind::Operand
                   ? Expression::literal(state.loads[static_cast<size_t>(node->operand)].array,
                                         node->type)
                   : nullptr;
      }));
  return {};
}

namespace {

/// Without guards that another one implies: of `if (i < m) { … if (i + e < m) … }` the inner one
/// stays.
Bounds withoutImplied(const Bounds &bounds) {
  Bounds kept;
  for (size_t at = 0; at < bounds.size(); ++at) {
    bool isImplied = false;
    for (size_t other = 0; other < bounds.size(); ++other) {
      const auto more = (bounds[at] - bounds[other]).constant();
      isImplied |= other != at && more && (*more > 0 || (*more == 0 && other > at));
    }
    if (!isImplied)
      kept.push_back(bounds[at]);
  }
  return kept;
}

/// Gives the elements their guards in the order that the first one has them in, where each is one
/// of the first's, moved on.
void alignGuards(std::vector<Output> &outputs) {
  for (Output &output : outputs)
    output.cell.where = withoutImplied(output.cell.where);
  for (Output &output : outputs) {
    Bounds left = output.cell.where, aligned;
    for (const Polynomial &bound : outputs[0].cell.where) {
      const auto moved = std::ranges::find_if(
          left, [&](const Polynomial &other) { return (bound - other).constant().has_value(); });
      if (moved == left.end())
        break;
      aligned.push_back(*moved);
      left.erase(moved);
    }
    if (left.empty() && aligned.size() == output.cell.where.size())
      output.cell.where = aligned;
  }
}

} // namespace

bool mergeOutputs(SymbolicState &state, SumForm &form, RefusalSink &refuse) {
  const auto fail = [&](const std::string &why) {
    refuse(state.cells[1].location,
           "'" + state.cells[0].array + "' is stored at more than one index, and " + why);
    return false;
  };
  std::vector<Output> outputs;
  for (const Cell &cell : state.cells) {
    const std::set<size_t> sums = sumsIn(cell.value);
    if (sums.size() != 1)
      return fail("each is not made of a sum of its own");
    auto found = sumForm(state, *sums.begin(), refuse);
    if (!found)
      return false;
    found->update = whereStored(state, found->update, cell.where);
    outputs.push_back({cell, std::move(*found)});
    if (readsOutputEarly(state, outputs.back()))
      return fail("it is read before the loop");
  }
  if (std::ranges::any_of(outputs, [&](const Output &output) {
        return output.cell.where.size() != outputs[0].cell.where.size();
      })) {
    for (Output &output : outputs)
      output.form.update = whereStored(state, output.form.update, output.cell.where, true);
  }
  alignGuards(outputs);
  int level = 0;
  while (outputs.size() > 1) {
    // The longest beginning by one step: the whole, or rows of equal length.
    size_t length = 2;
    const Polynomial step = outputs[1].cell.index - outputs[0].cell.index;
    while (length < outputs.size() &&
           outputs[length].cell.index - outputs[length - 1].cell.index == step)
      ++length;
    if (outputs.size() % length != 0)
      return fail("the elements are not at equal distances");
    const std::string symbol = ownSymbol(++level);
    std::vector<Output> rows;
    for (size_t begin = 0; begin < outputs.size(); begin += length) {
      const std::vector<Output> members(outputs.begin() + static_cast<long>(begin),
                                        outputs.begin() + static_cast<long>(begin + length));
      auto row = merged(state, members, symbol);
      if (!row)
        return fail("they are not the same function of their number");
      rows.push_back(std::move(*row));
    }
    state.loops.push_back({symbol, 0, Polynomial(static_cast<int64_t>(length)),
                           "the elements of each thread", false, 0});
    outputs = std::move(rows);
  }
  state.cells = {outputs[0].cell};
  form = std::move(outputs[0].form);
  return true;
}

namespace {

/// `n - 4 * j > 0` as `n - (4 * j + i) > 0`, for the elements i of an own index that moves the
/// output's index as much as a quarter of j does.
std::optional<Polynomial> guardOfEach(SymbolicState &state, const Polynomial &guard,
                                      const LoopIndex &own) {
  const auto width = state.numeric(own.extent).constant();
  const auto byOwn = state.cells[0].index.affineIn(own.symbol);
  if (!width || *width < 2 || !byOwn || byOwn->coefficient.isZero() || guard.dependsOn(own.symbol))
    return std::nullopt;
  Polynomial rest = guard;
  bool isOfElements = false;
  for (const std::string &symbol : guard.symbols()) {
    if (isUniform(Polynomial::symbol(symbol)))
      continue;
    const auto inGuard = rest.affineIn(symbol);
    const auto inIndex = state.cells[0].index.affineIn(symbol);
    if (!inGuard || !inIndex ||
        inIndex->coefficient != Polynomial(0) - inGuard->coefficient * byOwn->coefficient ||
        !state.numeric(inGuard->coefficient).quotient(Polynomial(*width)))
      return std::nullopt;
    state.assumed(inGuard->coefficient);
    rest = inGuard->rest;
    isOfElements = true;
  }
  if (!isOfElements)
    return std::nullopt;
  // `j + 3 < n` says the same where the number divides n.
  int64_t constant = 0;
  for (const Polynomial &summand : rest.summands())
    constant += summand.constant().value_or(0);
  if (constant > 0 || constant <= -*width || rest.constant())
    constant = 0;
  const Polynomial size = rest - constant;
  if (const auto known = state.numeric(size).constant()) {
    if (*known % *width != 0)
      return std::nullopt;
    state.assumed(size);
  } else {
    state.preconditions.push_back(
        {Polynomial::symbol(Polynomial::Quotient{size, Polynomial(*width), true}), Polynomial(0),
         true});
  }
  return guard - constant - Polynomial::symbol(own.symbol);
}

} // namespace

void guardEachElement(SymbolicState &state) {
  for (Polynomial &guard : state.cells[0].where)
    for (const LoopIndex &own : state.loops)
      if (const auto each = isOwn(own.symbol) ? guardOfEach(state, guard, own) : std::nullopt) {
        guard = *each;
        break;
      }
  if (!state.hasFragments)
    return;
  // Where a whole fragment is stored, a condition on its first row or column holds for all.
  for (Bounds &condition : state.bounds)
    for (Polynomial &bound : condition)
      for (const Polynomial &guard : state.cells[0].where)
        if (bound - guard == fragmentRow() || bound - guard == fragmentColumn())
          bound = guard;
  // So the steps of the sum are not under those conditions any more.
  for (Reduction &sum : state.reductions)
    if (sum.update)
      sum.update = whereStored(state, sum.update, state.cells[0].where, /*isStored=*/true);
}

} // namespace warpsmith::frontend
