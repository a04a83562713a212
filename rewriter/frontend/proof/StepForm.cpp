#include "rewriter/frontend/proof/StepForm.h"
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpsmith::frontend {
namespace {

using Kind = Expression::Kind;

bool isFma(const Expression &node) {
  return node.kind == Kind::Call && node.children.size() == 3 &&
         node.text.find("fma") != std::string::npos;
}

/// CUDA's functions of this operation: those that are never contracted, and half's and bfloat16's.
bool isRounded(const Expression &node, std::string_view operation) {
  if (node.kind != Kind::Call || node.children.size() != 2)
    return false;
  const std::string name(operation);
  return node.text == "__f" + name + "_rn" || node.text == "__d" + name + "_rn" ||
         node.text == "__h" + name || node.text == "__h" + name + "_rn";
}

class StepReader {
public:
  StepReader(const std::function<bool(int)> &rows, const std::function<int(int)> &roles)
      : isRow(rows),
        roleOf(roles) {}

  /// A product of parts, each of which has at most one operand.
  bool product(const Expression &node) {
    switch (node.kind) {
    case Kind::Negate:
    case Kind::Cast:
      if (operandsOf(node).size() > 1)
        return product(*node.children[0]);
      break;
    case Kind::Binary:
      if (node.text == "*" && operandsOf(node).size() > 1)
        return product(*node.children[0]) && product(*node.children[1]);
      break;
    default:
      if (isRounded(node, "mul") && operandsOf(node).size() > 1)
        return product(*node.children[0]) && product(*node.children[1]);
    }
    return part(node);
  }

  std::optional<Factors> factors() const {
    if (parts.size() != 2 || isRow(parts[0]) == isRow(parts[1]))
      return std::nullopt;
    return isRow(parts[0]) ? Factors{parts[0], parts[1]} : Factors{parts[1], parts[0]};
  }

private:
  /// By role, with the first load of each.
  std::map<int, int> operandsOf(const Expression &node) const {
    std::map<int, int> found;
    if (node.kind == Kind::Operand)
      found.emplace(roleOf(node.operand), node.operand);
    for (const ExpressionRef &child : node.children)
      for (const auto &operand : operandsOf(*child))
        found.insert(operand);
    return found;
  }

  bool part(const Expression &node) {
    const auto operands = operandsOf(node);
    if (operands.size() > 1)
      return false;
    for (const auto &[role, load] : operands)
      parts.push_back(load);
    // What depends on more than the element is not one function of it.
    return !node.contains(Kind::Sum) && !node.contains(Kind::Output) && !node.contains(Kind::Extra);
  }

  const std::function<bool(int)> &isRow;
  const std::function<int(int)> &roleOf;
  std::vector<int> parts; ///< the operands of the parts that have one
};

} // namespace

std::optional<Factors> factorsOf(const Expression &update, const std::function<bool(int)> &isRow,
                                 const std::function<int(int)> &roleOf) {
  StepReader reader(isRow, roleOf);
  const std::function<bool(const ExpressionRef &)> isSum = [&](const ExpressionRef &node) {
    return node->kind == Kind::Sum || (node->kind == Kind::Cast && isSum(node->children[0]));
  };
  // A sum that is kept in another type than it is added up in.
  if (update.kind == Kind::Cast)
    return factorsOf(*update.children[0], isRow, roleOf);
  const auto &parts = update.children;
  bool read = false;
  if (isFma(update) && isSum(parts[2])) {
    read = reader.product(*parts[0]) && reader.product(*parts[1]);
  } else if ((update.kind == Kind::Binary && (update.text == "+" || update.text == "-")) ||
             isRounded(update, "add") || isRounded(update, "sub")) {
    const bool adds = update.text == "+" || isRounded(update, "add");
    if (isSum(parts[0]))
      read = reader.product(*parts[1]);
    else if (isSum(parts[1]) && adds)
      read = reader.product(*parts[0]);
  }
  return read ? reader.factors() : std::nullopt;
}

} // namespace warpsmith::frontend
