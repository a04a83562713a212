/// Walks the statements of a kernel for one thread, from guard to store.
#pragma once

#include "rewriter/frontend/Refusal.h"
#include "rewriter/frontend/SymbolicEvaluator.h"
#include "rewriter/frontend/SymbolicState.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace warpsmith::frontend {

class KernelWalk {
public:
  KernelWalk(const clang::ASTContext &ast, SymbolicState &symbolicState, RefusalSink &sink)
      : context(ast),
        state(symbolicState),
        refuse(sink),
        evaluate(ast, symbolicState, sink) {}

  /// Fills the state from the parameters and the body; false when something was refused.
  bool run(const clang::FunctionDecl &kernel);

private:
  bool walk(const clang::Stmt *statement);
  bool walkAll(llvm::ArrayRef<const clang::Stmt *> statements);
  bool declare(const clang::VarDecl *variable);
  bool assign(const clang::BinaryOperator *assignment);
  bool store(const clang::Expr *target, ExpressionRef value);
  bool guard(const clang::IfStmt *statement);
  bool condition(const clang::Expr *expression, bool holds);
  bool loop(const clang::ForStmt *statement);
  bool fail(const clang::Stmt *statement, std::string reason);

  struct LoopHeader;
  std::optional<LoopHeader> header(const clang::ForStmt *statement);
  bool reduce(const clang::ForStmt *statement, const LoopHeader &header);

  const clang::ASTContext &context;
  SymbolicState &state;
  RefusalSink &refuse;
  SymbolicEvaluator evaluate;
  bool inLoop = false;
  bool returned = false; ///< the walk has passed an unconditional return
};

} // namespace warpsmith::frontend
