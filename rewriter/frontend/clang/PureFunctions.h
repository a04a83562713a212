/// The functions of numbers that a kernel may call, and how its literals are printed.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace warpsmith::frontend {

/// Functions without side effects whose value depends on their arguments alone. They are printed
/// by name, so generated code calls what the source called.
bool isPureFunction(llvm::StringRef name);
/// Those of half and bfloat16, whose names are the same.
bool isPureNarrowFunction(llvm::StringRef name);
/// Conversions between half or bfloat16 and float.
bool isConversionFunction(llvm::StringRef name);

/// A floating-point literal as generated code prints it: by the name of its macro, where it has
/// one, since that value belongs to the build and not to this run.
std::string literalText(const clang::FloatingLiteral &literal, bool isFloat,
                        const clang::ASTContext &context);

} // namespace warpsmith::frontend
