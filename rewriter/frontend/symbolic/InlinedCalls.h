/// Calls of the user's own device functions, seen through.
#pragma once

#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
#include "clang/AST/Attr.h"
#include <algorithm>

namespace warpsmith::frontend {

/// A device function of the user's whose body may stand for its calls.
bool isSeenThrough(const clang::FunctionDecl &function);

/// The function of the lambda that is called, as it is defined; null for any other call.
const clang::CXXMethodDecl *calledLambda(const clang::CallExpr &call);

/// A call by name, or an operator that is no method.
bool isCallOfFunction(const clang::CallExpr &call);

/// One that may return a structure: also of a method of the user's that has a name.
bool returnsStructure(const clang::CallExpr &call);

/// The expression that a function returns and does nothing else; null for any other function.
const clang::Expr *onlyReturned(const clang::FunctionDecl &function);

template <typename Value>
std::optional<Value> SymbolicEvaluator::inlined(
    const clang::CallExpr *call,
    std::optional<Value> (SymbolicEvaluator::*evaluateReturned)(const clang::Expr *)) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  const clang::Expr *returned = definition ? onlyReturned(*definition) : nullptr;
  const bool recursive = std::find(active.begin(), active.end(), definition) != active.end();
  if (!returned || recursive)
    return refuse(call->getExprLoc(),
                  "call of '" + (callee ? callee->getNameAsString() : text(call->getCallee())) +
                      "', whose effect is not known");
  if (!bind(*definition, call))
    return std::nullopt;
  const std::optional<Refusal> earlier = refuse.refusal();
  state.inlined.insert(definition);
  active.push_back(definition);
  auto value = (this->*evaluateReturned)(returned);
  active.pop_back();
  unbind(*definition);
  // What a library's function is made of is not what the user has written.
  if (!value && context.getSourceManager().isInSystemHeader(definition->getLocation())) {
    refuse.restore(earlier);
    return refuse(call->getExprLoc(),
                  "call of '" + callee->getNameAsString() + "', which is not understood");
  }
  return value;
}

} // namespace warpsmith::frontend
