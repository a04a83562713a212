#include "rewriter/ir/Computation.h"
#include "rewriter/ir/FusedProducts.h"
#include <set>

namespace warpsmith {
namespace {

using Kind = Expression::Kind;

std::set<int> operandsOf(const Expression &expression) {
  std::set<int> found;
  if (expression.kind == Kind::Operand)
    found.insert(expression.operand);
  for (const ExpressionRef &child : expression.children)
    found.merge(operandsOf(*child));
  return found;
}

/// Replaces each largest part that holds one operand and no sum by a leaf, and returns those parts
/// through the computation.
ExpressionRef factor(const ExpressionRef &node, Computation &result) {
  return map(node, [&](const ExpressionRef &candidate) -> ExpressionRef {
    const std::set<int> operands = operandsOf(*candidate);
    if (operands.size() != 1 || candidate->contains(Kind::Sum))
      return nullptr;
    ExpressionRef *const own[] = {&result.a, &result.b, &result.a2, &result.b2};
    *own[*operands.begin()] = candidate;
    return Expression::operandElement(*operands.begin(), candidate->type);
  });
}

} // namespace

Computation exactComputation(const Contraction &contraction) {
  Computation result;
  result.step = withFusedProductsFixed(contraction.update, {true, contraction.readOrder});
  if (isComplex(contraction.sum)) {
    // Both parts of an element are used, not one function of it.
    result.a = Expression::operandElement(0, contraction.a.type);
    result.b = Expression::operandElement(1, contraction.b.type);
  } else {
    result.step = factor(result.step, result);
  }
  // The start is computed before the loop, wherever C is read.
  result.start = withFusedProductsFixed(contraction.initial, {true, {}});
  result.finish = withFusedProductsFixed(contraction.result, {contraction.outputBeforeLoop, {}});
  return result;
}

Computation productComputation(const Contraction &contraction, bool factorsApart) {
  const ElementType type = contraction.sum;
  const auto element = [&](int operand) {
    return Expression::operandElement(operand, contraction.operand(operand).type);
  };
  Computation result;
  result.a = element(0);
  result.b = element(1);
  if (contraction.operandCount() > 2) {
    result.a2 = element(2);
    result.b2 = element(3);
  }
  result.step = Expression::binary('+', Expression::sum(type),
                                   Expression::binary('*', Expression::cast(type, element(0)),
                                                      Expression::cast(type, element(1))));
  // Integers wrap, as those of the tensor cores do, before the original's own arithmetic goes on.
  const ElementType total32 = isInteger(type) ? ElementType::U32 : type;
  ExpressionRef total = Expression::sum(total32);
  const auto forms = productForms(*contraction.update);
  if (factorsApart)
    result.factors = forms[0].scale;
  for (const ExpressionRef &factor : factorsApart ? std::vector<ExpressionRef>() : forms[0].scale)
    total = Expression::binary('*', Expression::cast(total32, factor), total);
  if (contraction.initial->isLiteralZero())
    result.start = contraction.initial;
  else {
    result.start = Expression::literal(isInteger(type)            ? "0"
                                       : type == ElementType::F64 ? "0.0"
                                                                  : "0.0f",
                                       type);
    total = Expression::binary('+', Expression::cast(total32, contraction.initial), total);
  }
  total = Expression::cast(type, total);
  result.finish = map(contraction.result, [&](const ExpressionRef &node) {
    return node->kind == Kind::Sum ? total : nullptr;
  });
  return result;
}

bool readsOldC(const Computation &computation, const Contraction &contraction) {
  return computation.finish->contains(Kind::Output) ||
         (contraction.diagonal && contraction.diagonal->contains(Kind::Output));
}

ExpressionRef widened(const ExpressionRef &expression) {
  const ElementType wide = ElementType::F64;
  return map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
    switch (node->kind) {
    case Kind::Sum:
      return Expression::sum(wide);
    case Kind::Operand:
    case Kind::Output:
    case Kind::Scalar:
    case Kind::Literal:
    case Kind::Extra:
    case Kind::Compare: // of the result alone; a step has none
    case Kind::Select:
    case Kind::Part: // no step in FP64 has these
    case Kind::Pair:
    case Kind::Size:
    case Kind::Position:
      return Expression::cast(wide, node);
    case Kind::Negate:
      return Expression::negate(widened(node->children[0]));
    case Kind::Cast:
      return widened(node->children[0]);
    case Kind::Binary:
      return Expression::binary(node->text[0], widened(node->children[0]),
                                widened(node->children[1]));
    case Kind::Call:
      if (!node->contains(Kind::Sum)) // a factor that is constant over the loop
        return Expression::cast(wide, node);
      return Expression::binary(
          '+', widened(node->children[2]),
          Expression::binary('*', widened(node->children[0]), widened(node->children[1])));
    }
    return nullptr;
  });
}

} // namespace warpsmith
