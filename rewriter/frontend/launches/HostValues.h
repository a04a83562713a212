/// What host code makes of its sizes on the way to a launch: grids and arguments as polynomials of
/// its variables and of quotients of these.
#pragma once

#include "rewriter/ir/Polynomial.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace warpsmith::frontend {

/// The integer part of numerator / divisor, which a symbol of a polynomial stands for.
struct Quotient {
  Polynomial numerator, divisor;
};

/// How a function uses its variables, for whoever asks what one holds at a place.
class VariableUses {
public:
  explicit VariableUses(const clang::FunctionDecl &function);
  /// A variable of the function's own that, once control has been at `place`, is not changed any
  /// more while control stays in the block around it.
  bool keepsValue(const clang::VarDecl &variable, clang::SourceLocation place,
                  const clang::SourceManager &sources) const;
  /// What the last statement on the way to `place` assigns to the variable; null where control may
  /// come another way.
  const clang::Expr *assigned(const clang::VarDecl &variable, clang::SourceLocation place,
                              const clang::SourceManager &sources) const;

private:
  class Visitor;
  struct Assignment {
    const clang::Expr *value;
    const clang::CompoundStmt *block; ///< in which control passes the assignment
  };
  std::map<const clang::VarDecl *, std::vector<clang::SourceLocation>> writes;
  /// Of a dim3, as statements.
  std::map<const clang::VarDecl *, std::vector<Assignment>> assignments;
  std::map<const clang::VarDecl *, bool> escaped; ///< through references, pointers, lambdas
  bool jumps = false;                             ///< by goto
};

class HostValues {
public:
  using Shape = std::array<Polynomial, 3>;

  HostValues(const clang::FunctionDecl &function, const clang::ASTContext &ast)
      : context(ast),
        uses(function) {}

  /// An integer expression that is evaluated at `place`. Nothing where it is not followed.
  std::optional<Polynomial> integer(const clang::Expr *expression, clang::SourceLocation place);
  /// A dim3, or a number for one.
  std::optional<Shape> shape(const clang::Expr *expression, clang::SourceLocation place);
  /// What a symbol stands for; null when it is a variable of the host's, under its name.
  const Quotient *quotient(const std::string &symbol) const;

private:
  std::optional<Polynomial> any(const clang::Expr *expression, clang::SourceLocation place);
  std::optional<Polynomial> variable(const clang::VarDecl &declaration,
                                     clang::SourceLocation place);
  std::optional<Polynomial> divided(const Polynomial &numerator, const Polynomial &divisor);
  std::optional<Polynomial> operation(const clang::BinaryOperator *operation,
                                      clang::SourceLocation place);
  std::optional<Polynomial> member(const clang::MemberExpr *member, clang::SourceLocation place);
  std::optional<Polynomial> call(const clang::CallExpr *call, clang::SourceLocation place);
  std::optional<Polynomial> rounded(const clang::Expr *expression, clang::SourceLocation place);

  const clang::ASTContext &context;
  const VariableUses uses;
  std::map<std::string, const clang::VarDecl *> names;
  std::map<const clang::VarDecl *, Polynomial> parameters; ///< of a function that is seen through
  std::vector<Quotient> quotients;
  std::set<const clang::VarDecl *> expanded;
  int depth = 0, steps = 0;
};

} // namespace warpsmith::frontend
