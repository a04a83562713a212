/// What the parts of the translation share.
#pragma once

#include "runtime/emulator/translate/SourceEdits.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/PrettyPrinter.h"

namespace warpsmith::emulator::translate {

class Rewriting {
public:
  Rewriting(clang::ASTContext &ast, Translation &target);

  clang::ASTContext &context;
  const clang::SourceManager &sources;
  clang::PrintingPolicy policy; ///< prints names so that they are found at the end of the file
  Translation &result;
  SourceEdits edits;

  /// True for code of the program, false for that of headers which stay as they are.
  bool isUserCode(clang::SourceLocation location) const;
  /// Notes `file:line:col: error: emulator: message`. Always true, which goes on with the visit.
  bool fail(clang::SourceLocation location, const std::string &message);
  /// `ns::name<arguments>` with a leading `::`; empty when an argument has no name.
  std::string name(const clang::FunctionDecl &function) const;
  /// The function's address as an expression that means no overload of it; empty when it has no
  /// name.
  std::string address(const clang::FunctionDecl &function) const;
};

/// `kernel<<<configuration>>>(arguments)` becomes a call of launch().
void rewriteLaunch(Rewriting &rewriting, clang::CUDAKernelCallExpr *launch);

/// `__shared__ T x[4], y;` in a function becomes members of a struct in the block's memory, and
/// references to them; `extern __shared__ T x[];` a pointer to the dynamic memory.
void rewriteSharedVariables(Rewriting &rewriting, clang::DeclStmt *statement);
/// A shared variable of namespace scope, and a use of one.
void rewriteGlobalSharedVariable(Rewriting &rewriting, clang::VarDecl *variable);
void rewriteSharedReference(Rewriting &rewriting, clang::DeclRefExpr *reference);

/// Inline PTX becomes calls of functions named after the instructions.
void rewriteAssembly(Rewriting &rewriting, clang::GCCAsmStmt *statement);

/// The function that chooses a launch's tile takes the one that a test asks for
/// (warpsmith_emulator/tile_choice.h), unless that one takes for ever: it is impossible then.
void rewriteTileChoice(Rewriting &rewriting, const clang::FunctionDecl &function);

} // namespace warpsmith::emulator::translate
