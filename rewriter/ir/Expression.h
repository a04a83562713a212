/// Floating-point expressions of a kernel, with the exact grouping and conversions of the source.
///
/// `bitexact` rests on them: generated code prints the same tree with other leaves, so that the
/// same roundings happen in the same order and nvcc contracts the same products into FMAs.
#pragma once

#include "rewriter/ir/Polynomial.h"
#include "types/ElementType.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warpsmith {

class Expression;
using ExpressionRef = std::shared_ptr<const Expression>;

class Expression {
public:
  enum class Kind {
    Sum,     ///< the accumulator: before the step in an update, after the loop in a result
    Operand, ///< the element of A (0) or B (1) that this step multiplies
    Output,  ///< the old element of C
    Scalar,  ///< a kernel parameter
    Literal, ///< as spelled in the source
    Negate,
    Binary,  ///< text is the operator: + - * /
    Cast,    ///< conversion of the child to `type`
    Call,    ///< a pure function named by text
    Part,    ///< of the complex child: 0 is its real part, 1 its imaginary one
    Pair,    ///< the complex number of two parts
    Extra,   ///< an element of another array, indexed like C: Contraction::extras[operand]
    Compare, ///< text is the operator: < <= > >= == !=
    Select,  ///< children: condition, value where it holds, value where not
    /// A whole number that the element's row and column give: Contraction::positions[operand].
    /// While a kernel is read, `polynomial` of its indices.
    Position,
    /// A whole number that is made of sizes. It has as many bits as it needs: the type is that of
    /// an integer and says nothing.
    Size
  };

  Kind kind;
  ElementType type;
  int operand = 0;  ///< for Kind::Operand, Kind::Extra, Kind::Part and Kind::Position
  std::string text; ///< parameter name, literal, operator or function
  std::vector<ExpressionRef> children;
  Polynomial polynomial = {}; ///< of Kind::Size, and of Kind::Position while a kernel is read
  /// How many nodes there are as a tree. Those that stand in several places are one object, so that
  /// a few statements can make a tree of 2^64 nodes: then this is the largest number.
  size_t nodes = 1;

  static ExpressionRef sum(ElementType type);
  static ExpressionRef operandElement(int operand, ElementType type);
  static ExpressionRef output(ElementType type);
  static ExpressionRef scalar(std::string name, ElementType type);
  static ExpressionRef literal(std::string text, ElementType type);
  static ExpressionRef extra(int index, ElementType type);
  static ExpressionRef position(int index);
  static ExpressionRef position(Polynomial polynomial);
  static ExpressionRef size(Polynomial polynomial);
  static ExpressionRef negate(ExpressionRef child);
  static ExpressionRef binary(char op, ExpressionRef left, ExpressionRef right);
  static ExpressionRef cast(ElementType type, ExpressionRef child);
  static ExpressionRef call(std::string function, ElementType type,
                            std::vector<ExpressionRef> arguments);
  static ExpressionRef part(int part, ExpressionRef complex);
  /// A complex number: the one that has both parts, where there is one.
  static ExpressionRef pair(ExpressionRef real, ExpressionRef imaginary);
  /// `op` is a comparison; its value has the type of what it compares.
  static ExpressionRef compare(std::string op, ExpressionRef left, ExpressionRef right);
  static ExpressionRef select(ExpressionRef condition, ExpressionRef then, ExpressionRef otherwise);

  /// The same node over other children.
  static ExpressionRef withChildren(const Expression &node, std::vector<ExpressionRef> children);

  bool contains(Kind wanted) const;
  bool containsOperand(int index) const;
  bool isLiteralZero() const;
};

/// Trees that print alike and are of the same types.
bool same(const Expression &left, const Expression &right);

/// Prints an expression as C++ with as few parentheses as keep its grouping. `leaf` gives the text
/// of Sum, Operand and Output leaves, and may replace any other node by returning non-empty text
/// that stands for it (as a primary expression).
using LeafPrinter = std::function<std::string(const Expression &)>;
std::string print(const Expression &expression, const LeafPrinter &leaf);

/// Prints an expression of parameters, literals and sizes.
std::string print(const Expression &expression, const Polynomial::Spelling &spelling = {});

/// Replaces each node for which `replace` returns an expression; others are rebuilt unchanged.
using NodeMapper = std::function<ExpressionRef(const ExpressionRef &)>;
ExpressionRef map(const ExpressionRef &expression, const NodeMapper &replace);

/// The contraction's own notation: Sum is `sum`, operands `A` and `B`, the old element `C`.
std::string describe(const Expression &expression);

/// A product of the sum `sum + scale * A * B + …` with the rounding of the original's grouping
/// given up: one row operand, one column operand, and factors that are constant over the loop.
struct ProductForm {
  std::vector<ExpressionRef> scale; ///< factors other than the operands, outermost first
  int row, column;                  ///< the operands' numbers
};
/// It is subtracted, or an element of it is negated: among its factors is -1.
bool hasSign(const ProductForm &product);
/// True when the original rounds elements of doubles to float before it multiplies them.
bool roundsOperands(const Expression &update);
/// True when the step adds products of whole 8-bit elements and integers modulo 2^32, so that they
/// can be summed in any order and multiplied by constant factors later: nothing is cut off or
/// becomes another type on the way.
bool sumsModulo32Bits(const Expression &update);
/// The products that a step adds to the sum, in order. Empty when it does anything else. Operands
/// with rows are those for which `isRow` says so.
std::vector<ProductForm> productForms(
    const Expression &update,
    const std::function<bool(int)> &isRow = [](int operand) { return operand % 2 == 0; });

} // namespace warpsmith
