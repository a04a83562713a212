/// Evaluates C++ expressions of a kernel to symbolic values over a SymbolicState.
///
/// Each function returns nothing when it meets a construct it does not understand, after telling
/// the RefusalSink which one and where.
#pragma once

#include "rewriter/frontend/Refusal.h"
#include "rewriter/frontend/SymbolicState.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include <variant>

namespace warpsmith::frontend {

/// Where an lvalue lies: a local variable, or an element of an array.
struct Element {
  std::string array;
  ElementType type;
  Polynomial index;
};
using Place = std::variant<const clang::VarDecl *, Element>;

class SymbolicEvaluator {
public:
  SymbolicEvaluator(const clang::ASTContext &ast, SymbolicState &symbolicState, RefusalSink &sink)
      : context(ast),
        state(symbolicState),
        refuse(sink) {}

  /// Arithmetic of unsigned types is kept modulo their size; `used` also makes sure that the value
  /// is the polynomial, for a subscript or a comparison.
  std::optional<Polynomial> integer(const clang::Expr *expression);
  std::optional<Polynomial> used(const clang::Expr *expression);
  std::optional<ExpressionRef> scalar(const clang::Expr *expression);
  std::optional<Pointer> pointer(const clang::Expr *expression);
  std::optional<Place> place(const clang::Expr *expression);
  /// The value an element holds now: what was stored, or its initial contents.
  std::optional<ExpressionRef> read(const Element &element, clang::SourceLocation location);

  /// The expression as the source spells it, on one line, for messages.
  std::string text(const clang::Expr *expression) const;

private:
  std::optional<Polynomial> integerConversion(const clang::CastExpr *cast);
  void require(const Polynomial &value, clang::QualType type, clang::SourceLocation location);
  std::optional<Polynomial> integerBinary(const clang::BinaryOperator *operation);
  std::optional<Polynomial> integerReference(const clang::DeclRefExpr *reference);
  std::optional<ExpressionRef> scalarReference(const clang::DeclRefExpr *reference);
  std::optional<ExpressionRef> scalarBinary(const clang::BinaryOperator *operation);
  std::optional<ExpressionRef> scalarCall(const clang::CallExpr *call);
  std::optional<ExpressionRef> conversion(const clang::Expr *operand, clang::QualType type);
  /// The value that a function of the user's returns, evaluated by `evaluateReturned`; only
  /// functions that do nothing but return one expression are understood.
  template <typename Value>
  std::optional<Value>
  inlined(const clang::CallExpr *call,
          std::optional<Value> (SymbolicEvaluator::*evaluateReturned)(const clang::Expr *));
  bool bind(const clang::FunctionDecl &function, const clang::CallExpr *call);
  std::optional<Element> element(const clang::Expr *base, const clang::Expr *index);

  const clang::ASTContext &context;
  SymbolicState &state;
  RefusalSink &refuse;
  std::vector<const clang::FunctionDecl *> active; ///< functions that are being evaluated
};

} // namespace warpsmith::frontend
