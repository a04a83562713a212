#include "rewriter/frontend/launches/LaunchFunctions.h"
#include "rewriter/frontend/clang/TemplateKernels.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

/// The function's parameter that an argument passes on as it is; -1 where it is none.
int passedOn(const clang::Expr &argument, const clang::FunctionDecl &function) {
  const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(argument.IgnoreParenCasts());
  const auto *parameter = name ? llvm::dyn_cast<clang::ParmVarDecl>(name->getDecl()) : nullptr;
  if (!parameter || parameter->getDeclContext() != &function)
    return -1;
  return static_cast<int>(parameter->getFunctionScopeIndex());
}

bool isStream(clang::QualType type) {
  return type.getAsString() == "cudaStream_t";
}

/// Somebody else can call it by its name.
bool isCallable(const clang::FunctionDecl &function) {
  return !llvm::isa<clang::CXXMethodDecl>(function) && !function.isMain() &&
         function.getTemplatedKind() == clang::FunctionDecl::TK_NonTemplate &&
         function.getDeclContext()->isFileContext();
}

/// From the global namespace, of which those without a name are a part.
std::string calledName(const clang::FunctionDecl &function) {
  constexpr llvm::StringLiteral Unnamed = "(anonymous namespace)::";
  std::string name = "::" + function.getQualifiedNameAsString();
  for (size_t at = name.find(Unnamed); at != std::string::npos; at = name.find(Unnamed))
    name.erase(at, Unnamed.size());
  return name;
}

std::optional<LaunchFunction> launchFunction(const LaunchSite &launch) {
  const clang::FunctionDecl *function = launch.host;
  if (!launch.call || launch.byPointers || launch.onDevice || !function || !isCallable(*function))
    return std::nullopt;
  LaunchFunction result;
  result.name = calledName(*function);
  result.arguments.assign(function->getNumParams(), -1);
  for (unsigned index = 0; index < launch.call->getNumArgs(); ++index) {
    const int parameter = passedOn(*launch.call->getArg(index), *function);
    if (parameter < 0 || result.arguments[static_cast<size_t>(parameter)] >= 0)
      return std::nullopt;
    result.arguments[static_cast<size_t>(parameter)] = static_cast<int>(index);
  }
  for (const clang::ParmVarDecl *parameter : function->parameters()) {
    const size_t index = parameter->getFunctionScopeIndex();
    if (result.arguments[index] >= 0)
      continue;
    if (parameter->hasDefaultArg()) { // as are all that follow
      result.arguments.resize(index);
      break;
    }
    if (!isStream(parameter->getType()))
      return std::nullopt;
  }
  return result;
}

} // namespace

std::vector<std::string> parameterTypes(const clang::FunctionDecl &function) {
  const clang::PrintingPolicy policy(function.getASTContext().getLangOpts());
  std::vector<std::string> types;
  for (const clang::ParmVarDecl *parameter : function.parameters())
    types.push_back(
        parameter->getType().getCanonicalType().getUnqualifiedType().getAsString(policy));
  return types;
}

std::optional<LaunchFunction> generatedLaunch(const clang::FunctionDecl &function) {
  constexpr size_t Configuration = 4;
  std::vector<std::string> types = parameterTypes(function);
  if (function.getTemplatedKind() != clang::FunctionDecl::TK_NonTemplate ||
      !function.doesThisDeclarationHaveABody() || types.size() < Configuration ||
      types[0].find("dim3") == std::string::npos || types[1] != types[0])
    return std::nullopt;
  LaunchFunction result;
  result.name = calledName(function);
  result.takesConfiguration = true;
  result.types.assign(types.begin() + Configuration, types.end());
  for (size_t index = 0; index < result.types.size(); ++index)
    result.arguments.push_back(static_cast<int>(index));
  return result;
}

std::vector<LaunchFunction> launchFunctions(const std::vector<LaunchSite> &launches,
                                            const clang::FunctionDecl &kernel) {
  std::vector<LaunchFunction> result;
  const std::vector<std::string> types = parameterTypes(kernel);
  std::string arguments;
  RefusalSink ignored;
  if (kernel.isTemplateInstantiation())
    if (const auto known = templateInstance(kernel, ignored))
      arguments = known->arguments;
  for (const LaunchSite &launch : launches)
    if (auto function = launchFunction(launch)) {
      function->types = types;
      function->templateArguments = arguments;
      result.push_back(std::move(*function));
    }
  return result;
}

} // namespace warpsmith::frontend
