/// Named compile-time integers (macros, constants) in index arithmetic.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/TypeLoc.h"
#include <optional>
#include <string>

namespace warpsmith::frontend {

/// The macro name when the expression is exactly the expansion of one object-like macro in a file.
std::optional<std::string> macroName(const clang::Expr &expression,
                                     const clang::ASTContext &context);
/// The same of a type that the source spells there.
std::optional<std::string> macroName(const clang::TypeLoc &type, const clang::ASTContext &context);

/// A declaration's name with its named namespaces, from the global one: `::outer::gemm`.
std::string qualifiedName(const clang::NamedDecl &declaration, const clang::DeclContext *scope);

/// Whether the declaration is a constant that generated code calls by `name`.
bool isCalled(const clang::NamedDecl &declaration, const std::string &name);

/// The parameter of generated code that is given a member of a structure, `p.alpha`.
std::string argumentOfMember(const std::string &member);

/// CUDA's `warpSize` has a value, 32, but nvcc has no constant of this name: the host cannot use
/// it.
bool isWarpSize(const clang::ValueDecl &constant);

/// A constant expression that has a name of its own in the source: `NI` from `-DNI=1024` or
/// `#define NI 1024`, or a const variable. Generated code uses the name, so that it stays right
/// when the value changes with the build.
struct NamedConstant {
  std::string name; ///< as it is printed: in parentheses when it expands to an expression
  int64_t value;
};
/// Nothing for a macro that expands to anything but literals (a local variable, `__LINE__`): its
/// name means something else in other places.
std::optional<NamedConstant> namedConstant(const clang::Expr &expression,
                                           const clang::ASTContext &context);

} // namespace warpsmith::frontend
