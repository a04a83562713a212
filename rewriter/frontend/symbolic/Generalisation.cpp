#include "rewriter/frontend/symbolic/Generalisation.h"

namespace warpsmith::frontend {

std::optional<Polynomial> Generalisation::polynomial(const std::vector<Polynomial> &members) const {
  const Polynomial step = members[1] - members[0];
  for (size_t index = 1; index < members.size(); ++index)
    if (members[index] - members[index - 1] != step)
      return std::nullopt;
  return members[0] + step * Polynomial::symbol(symbol);
}

std::optional<Bounds> Generalisation::bounds(const std::vector<Bounds> &members) const {
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

ExpressionRef Generalisation::expression(const std::vector<ExpressionRef> &members) {
  const Expression &first = *members[0];
  for (const ExpressionRef &member : members)
    if (member->kind != first.kind || member->type != first.type ||
        member->children.size() != first.children.size())
      return nullptr;
  if (const auto condition = conditions(members))
    return *condition;
  if (first.kind == Expression::Kind::Operand)
    return load(members);
  if (first.kind == Expression::Kind::Position) {
    std::vector<Polynomial> values;
    for (const ExpressionRef &member : members)
      values.push_back(member->polynomial);
    const auto value = polynomial(values);
    return value ? Expression::position(*value) : nullptr;
  }
  for (const ExpressionRef &member : members)
    if (member->text != first.text ||
        (first.kind != Expression::Kind::Sum && member->operand != first.operand))
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

ExpressionRef Generalisation::load(const std::vector<ExpressionRef> &members) {
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

std::optional<ExpressionRef> Generalisation::conditions(const std::vector<ExpressionRef> &members) {
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

} // namespace warpsmith::frontend
