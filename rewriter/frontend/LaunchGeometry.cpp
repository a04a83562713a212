#include "rewriter/frontend/LaunchGeometry.h"

namespace warpsmith::frontend {
namespace {

std::optional<BlockShape> shapeOf(const clang::Expr *expression, const clang::ASTContext &context) {
  expression = expression->IgnoreUnlessSpelledInSource();
  clang::Expr::EvalResult value;
  if (!expression->isValueDependent() && expression->getType()->isIntegerType() &&
      expression->EvaluateAsInt(value, context))
    return BlockShape{static_cast<unsigned>(value.Val.getInt().getExtValue()), 1, 1};
  if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    return variable && variable->hasInit() ? shapeOf(variable->getInit(), context) : std::nullopt;
  }
  const auto *construction = llvm::dyn_cast<clang::CXXConstructExpr>(expression);
  if (!construction)
    return std::nullopt;
  if (construction->getNumArgs() == 1 && !construction->getArg(0)->getType()->isIntegerType())
    return shapeOf(construction->getArg(0), context);
  BlockShape shape = {1, 1, 1};
  for (unsigned index = 0; index < construction->getNumArgs() && index < shape.size(); ++index) {
    const clang::Expr *argument = construction->getArg(index);
    if (llvm::isa<clang::CXXDefaultArgExpr>(argument))
      continue;
    if (argument->isValueDependent() || !argument->EvaluateAsInt(value, context))
      return std::nullopt;
    shape[index] = static_cast<unsigned>(value.Val.getInt().getExtValue());
  }
  return shape;
}

} // namespace

std::optional<BlockShape> blockShape(const clang::CUDAKernelCallExpr &launch,
                                     const clang::ASTContext &context) {
  const clang::CallExpr *configuration = launch.getConfig();
  return configuration->getNumArgs() > 1 ? shapeOf(configuration->getArg(1), context)
                                         : std::nullopt;
}

std::optional<int64_t> sharedBytes(const clang::CUDAKernelCallExpr &launch,
                                   const clang::ASTContext &context) {
  const clang::CallExpr *configuration = launch.getConfig();
  if (configuration->getNumArgs() < 3 ||
      llvm::isa<clang::CXXDefaultArgExpr>(configuration->getArg(2)))
    return 0;
  const clang::Expr *expression = configuration->getArg(2)->IgnoreParenImpCasts();
  if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
        variable && variable->hasInit())
      expression = variable->getInit();
  clang::Expr::EvalResult value;
  if (expression->isValueDependent() || !expression->getType()->isIntegerType() ||
      !expression->EvaluateAsInt(value, context))
    return std::nullopt;
  return value.Val.getInt().getExtValue();
}

} // namespace warpsmith::frontend
