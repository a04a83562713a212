/// Floating-point constants that a call gives.
#pragma once

#include "types/ElementType.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <optional>
#include <string>

namespace warpsmith::frontend {

struct CalledNumber {
  std::string text;
  ElementType literal; ///< the type of the text
  ElementType type;    ///< which that is converted to
  bool isNegative = false;
};

/// An infinity: INFINITY, `std::numeric_limits<float>::infinity()`, CUDART_INF_F; or the least or
/// greatest number of a type. Nothing for functions of the user's and arguments that have names.
std::optional<CalledNumber> calledNumber(const clang::CallExpr &call,
                                         const clang::ASTContext &context);

} // namespace warpsmith::frontend
