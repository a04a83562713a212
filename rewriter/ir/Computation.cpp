#include "rewriter/ir/Computation.h"
#include "rewriter/ir/FusedProducts.h"

namespace warpsmith {
namespace {

using Kind = Expression::Kind;

/// Replaces, below the innermost node that holds both operands, the child with A by the leaf A and
/// the child with B by the leaf B, and returns those children through the computation.
ExpressionRef factor(const ExpressionRef &node, Computation &result) {
  for (const ExpressionRef &child : node->children)
    if (child->containsOperand(0) && child->containsOperand(1))
      return map(node, [&](const ExpressionRef &candidate) -> ExpressionRef {
        return candidate == child ? factor(child, result) : nullptr;
      });
  return map(node, [&](const ExpressionRef &candidate) -> ExpressionRef {
    if (candidate == node)
      return nullptr;
    for (const int operand : {0, 1}) {
      if (!candidate->containsOperand(operand))
        continue;
      (operand == 0 ? result.a : result.b) = candidate;
      return Expression::operandElement(operand, candidate->type);
    }
    return candidate;
  });
}

} // namespace

Computation exactComputation(const Contraction &contraction) {
  Computation result;
  result.step = factor(contraction.update, result);
  // The start is computed before the loop, wherever C is read.
  result.start = withFusedProductsFixed(contraction.initial, {true});
  result.finish = withFusedProductsFixed(contraction.result, {contraction.outputBeforeLoop});
  return result;
}

Computation productComputation(const Contraction &contraction) {
  const ElementType type = contraction.sum;
  const auto element = [&](int operand) {
    return Expression::operandElement(operand, contraction.operand(operand).type);
  };
  Computation result;
  result.a = element(0);
  result.b = element(1);
  result.step = Expression::binary('+', Expression::sum(type),
                                   Expression::binary('*', Expression::cast(type, element(0)),
                                                      Expression::cast(type, element(1))));
  ExpressionRef total = Expression::sum(type);
  const auto form = productForm(*contraction.update);
  for (const ExpressionRef &factor : form->scale)
    total = Expression::binary('*', Expression::cast(type, factor), total);
  if (contraction.initial->isLiteralZero())
    result.start = contraction.initial;
  else {
    result.start = Expression::literal(type == ElementType::F64 ? "0.0" : "0.0f", type);
    total = Expression::binary('+', contraction.initial, total);
  }
  result.finish = map(contraction.result, [&](const ExpressionRef &node) {
    return node->kind == Kind::Sum ? total : nullptr;
  });
  return result;
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
