/// Functions of CUDA's that programs call by name, as the toolkit or the built-in declarations have
/// them.
#pragma once

#include "rewriter/frontend/clang/Types.h"
#include "clang/AST/Expr.h"

namespace warpsmith::frontend {

/// The name of the function of CUDA's that is called; empty for any other.
inline llvm::StringRef toolkitFunction(const clang::CallExpr &call) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  if (!callee || !callee->getIdentifier())
    return {};
  // The built-in declarations have some in a namespace of their own.
  const auto *space =
      llvm::dyn_cast<clang::NamespaceDecl>(callee->getDeclContext()->getRedeclContext());
  const bool is =
      isCudaOwn(*callee) || (space && space->getQualifiedNameAsString() == "warpsmith::emulator");
  return is ? callee->getName() : llvm::StringRef();
}

} // namespace warpsmith::frontend
