#include "rewriter/frontend/proof/OutputFamily.h"
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

/// Finds the function of a number that gives members 0, 1, 2, …: each polynomial grows by the same
/// amount from one to the next.
class Generalisation {
public:
  Generalisation(SymbolicState &summary, std::string number)
      : state(summary),
        symbol(std::move(number)) {}

  std::optional<Polynomial> polynomial(const std::vector<Polynomial> &members) const {
    const Polynomial step = members[1] - members[0];
    for (size_t index = 1; index < members.size(); ++index)
      if (members[index] - members[index - 1] != step)
        return std::nullopt;
    return members[0] + step * Polynomial::symbol(symbol);
  }

  std::optional<Bounds> bounds(const std::vector<Bounds> &members) const {
    Bounds result;
    for (size_t position = 0; position < members[0].size(); ++position) {
      std::vector<Polynomial> column;
      for (const Bounds &member : members) {
        if (member.size() != members[0].size())
          return std::nullopt;
        column.push_back(member[position]);
      }
      const auto general = polynomial(column);
      if (!general)
        return std::nullopt;
      result.push_back(*general);
    }
    return result;
  }

  /// Trees of one shape, which differ in what their leaves read.
  ExpressionRef expression(const std::vector<ExpressionRef> &members) {
    const Expression &first = *members[0];
    for (const ExpressionRef &member : members)
      if (member->kind != first.kind || member->type != first.type ||
          member->children.size() != first.children.size())
        return nullptr;
    if (const auto condition = conditions(members))
      return *condition;
    if (first.kind == Kind::Operand)
      return load(members);
    for (const ExpressionRef &member : members)
      if (member->text != first.text ||
          (first.kind != Kind::Sum && member->operand != first.operand))
        return nullptr;
    std::vector<ExpressionRef> children;
    for (size_t position = 0; position < first.children.size(); ++position) {
      std::vector<ExpressionRef> column;
      for (const ExpressionRef &member : members)
        column.push_back(member->children[position]);
      children.push_back(expression(column));
      if (!children.back())
        return nullptr;
    }
    return Expression::withChildren(first, std::move(children));
  }

private:
  ExpressionRef load(const std::vector<ExpressionRef> &members) {
    Load general = state.loads[members[0]->operand];
    std::vector<Polynomial> indices;
    for (const ExpressionRef &member : members) {
      const Load &read = state.loads[member->operand];
      if (read.array != general.array || read.type != general.type)
        return nullptr;
      indices.push_back(read.index);
    }
    const auto index = polynomial(indices);
    if (!index)
      return nullptr;
    general.index = *index;
    return state.loaded(general);
  }

  /// Nothing where the members are no conditions; null where they are, and differ.
  std::optional<ExpressionRef> conditions(const std::vector<ExpressionRef> &members) {
    if (!conditionNumber(*members[0]))
      return std::nullopt;
    std::vector<Bounds> all;
    for (const ExpressionRef &member : members) {
      const auto number = conditionNumber(*member);
      if (!number)
        return ExpressionRef();
      all.push_back(state.bounds[*number]);
    }
    const auto general = bounds(all);
    return general ? state.conditionOn(*general) : ExpressionRef();
  }

  SymbolicState &state;
  std::string symbol;
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
    outputs.push_back({cell, std::move(*found)});
    if (readsOutputEarly(state, outputs.back()))
      return fail("it is read before the loop");
  }
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

} // namespace warpsmith::frontend
