/// What all parts of an analysis share of a translation unit.
#pragma once

#include "rewriter/frontend/clang/KernelFilter.h"
#include "rewriter/frontend/clang/ParseErrors.h"
#include "rewriter/frontend/clang/SourceAnnotations.h"
#include "rewriter/ir/Contraction.h"
#include "clang/AST/ASTContext.h"

namespace warpsmith::frontend {

struct UnitContext {
  clang::ASTContext &context;
  const clang::SourceManager &sources;
  const KernelFilter &filter;
  const SourceAnnotations &annotations;
  const ParseErrors *errors; ///< null where the file has to be without

  /// The first error between two places; null where there is none.
  const ParseError *errorWithin(clang::SourceLocation begin, clang::SourceLocation end) const;
  std::string text(clang::SourceRange range) const;
  SourceLocation plain(clang::SourceLocation location) const;
  /// The last token of a kernel in its file: its brace, or what ends the call of the macro that
  /// writes it.
  clang::SourceLocation endOf(const clang::FunctionDecl &kernel) const;
};

} // namespace warpsmith::frontend
