#include "rewriter/frontend/launches/LaunchGeometry.h"
#include "rewriter/frontend/launches/HostValues.h"

namespace warpsmith::frontend {
namespace {

std::optional<BlockShape> shapeOf(const clang::Expr *expression, const clang::ASTContext &context) {
  expression = expression->IgnoreUnlessSpelledInSource();
  clang::Expr::EvalResult value;
  if (expression->containsErrors() || expression->getType().isNull())
    return std::nullopt; // the initializer of a variable after an error has no type
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

const clang::CallExpr *configurationOf(const clang::CUDAKernelCallExpr &launch) {
  const clang::CallExpr *configuration = launch.getConfig();
  // Clang takes it for a call without asking.
  return configuration && clang::CallExpr::classof(configuration) && configuration->getNumArgs() > 1
             ? configuration
             : nullptr;
}

/// What is known of the host's values there.
static std::optional<BlockShape> knownShape(const clang::Expr *expression,
                                            clang::SourceLocation place,
                                            const clang::FunctionDecl &host,
                                            const clang::ASTContext &context) {
  const auto shape = HostValues(host, context).shape(expression, place);
  BlockShape known = {1, 1, 1};
  for (size_t axis = 0; shape && axis < known.size(); ++axis) {
    const auto threads = (*shape)[axis].constant();
    if (!threads || *threads < 1)
      return std::nullopt;
    known[axis] = static_cast<unsigned>(*threads);
  }
  return shape ? std::optional(known) : std::nullopt;
}

std::optional<BlockShape> blockShape(const clang::CUDAKernelCallExpr &launch,
                                     const clang::FunctionDecl *host,
                                     const clang::ASTContext &context) {
  const clang::CallExpr *configuration = configurationOf(launch);
  if (!configuration)
    return std::nullopt;
  const clang::Expr *block = configuration->getArg(1);
  const auto known = host ? knownShape(block, launch.getBeginLoc(), *host, context) : std::nullopt;
  return known ? known : shapeOf(block, context);
}

static std::optional<int64_t> constantOf(const clang::Expr &expression,
                                         const clang::ASTContext &context) {
  clang::Expr::EvalResult value;
  const bool isKnown = !expression.containsErrors() && !expression.getType().isNull() &&
                       !expression.isValueDependent() && expression.getType()->isIntegerType() &&
                       expression.EvaluateAsInt(value, context);
  return isKnown ? std::optional(value.Val.getInt().getExtValue()) : std::nullopt;
}

std::optional<int64_t> sharedBytes(const clang::CUDAKernelCallExpr &launch,
                                   const clang::ASTContext &context) {
  const clang::CallExpr *configuration = configurationOf(launch);
  if (!configuration)
    return std::nullopt;
  if (configuration->getNumArgs() < 3 ||
      llvm::isa<clang::CXXDefaultArgExpr>(configuration->getArg(2)))
    return 0;
  const clang::Expr *expression = configuration->getArg(2)->IgnoreParenImpCasts();
  if (const auto number = constantOf(*expression, context))
    return number;
  const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  const auto *variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  return variable && variable->hasInit() ? constantOf(*variable->getInit(), context) : std::nullopt;
}

} // namespace warpsmith::frontend
