#include "rewriter/frontend/KernelText.h"
#include "rewriter/frontend/clang/BuiltinIndices.h"
#include "rewriter/frontend/clang/TemplateKernels.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

namespace warpsmith::frontend {

bool KernelText::parameters(const clang::FunctionDecl &kernel, KernelSyntax &syntax,
                            RefusalSink &refuse) const {
  const auto fail = [&](const clang::ParmVarDecl &parameter, const char *reason) {
    refuse(parameter.getLocation(), reason);
    return false;
  };
  for (const clang::ParmVarDecl *parameter : kernel.parameters()) {
    if (const ParseError *error =
            unit.errorWithin(parameter->getBeginLoc(), parameter->getEndLoc())) {
      refuse(error->location, unit.errors->reason(*error));
      return false;
    }
    if (parameter->getName().empty())
      return fail(*parameter, "parameter without a name");
    if (isBuiltinName(parameter->getName()))
      return fail(*parameter, "parameter with the name of a variable of CUDA's own");
    if (!hasRepeatableDefault(*parameter))
      return fail(*parameter, "parameter with a default argument that is no plain number");
    syntax.parameters.push_back(declarationText(*parameter));
    if (parameter->hasAttr<clang::CUDAGridConstantAttr>() && isWrittenOut(*parameter) &&
        syntax.parameters.back() ==
            unit.text(unit.sources.getExpansionRange(parameter->getSourceRange()).getAsRange()))
      return fail(*parameter, "'__grid_constant__' written by a macro");
  }
  return true;
}

bool KernelText::hasRepeatableDefault(const clang::ParmVarDecl &parameter) const {
  if (!parameter.hasDefaultArg() || parameter.hasInheritedDefaultArg())
    return true;
  if (parameter.hasUnparsedDefaultArg() || parameter.hasUninstantiatedDefaultArg())
    return false;
  const clang::Expr *value = parameter.getDefaultArg();
  if (!value || value->containsErrors() || value->getBeginLoc().isMacroID() ||
      value->getEndLoc().isMacroID())
    return false;
  value = value->IgnoreParenImpCasts();
  if (const auto *sign = llvm::dyn_cast<clang::UnaryOperator>(value);
      sign && sign->getOpcode() == clang::UO_Minus)
    value = sign->getSubExpr()->IgnoreParenImpCasts();
  return llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CXXBoolLiteralExpr,
                   clang::CXXNullPtrLiteralExpr>(value);
}

bool KernelText::templateHead(const clang::FunctionTemplateDecl &pattern, KernelSyntax &syntax,
                              RefusalSink &refuse) const {
  const auto names = parameterNames(pattern, refuse);
  const clang::TemplateParameterList *list = pattern.getTemplateParameters();
  if (!names)
    return false;
  if (list->getRequiresClause() || list->getTemplateLoc().isMacroID() ||
      list->getRAngleLoc().isMacroID()) {
    refuse(pattern.getLocation(), "template head that cannot be repeated");
    return false;
  }
  syntax.templateHead = unit.text({list->getTemplateLoc(), list->getRAngleLoc()});
  syntax.templateNames = *names;
  return true;
}

bool KernelText::declaredHead(const clang::FunctionDecl &first, clang::FileID file,
                              KernelSyntax &syntax) const {
  const clang::FunctionTemplateDecl *pattern = first.getDescribedFunctionTemplate();
  const auto *list = pattern ? pattern->getTemplateParameters() : nullptr;
  if (!list || list->getRequiresClause() || list->getTemplateLoc().isMacroID() ||
      list->getRAngleLoc().isMacroID() || unit.sources.getFileID(list->getTemplateLoc()) != file)
    return false;
  // A name in a default argument could mean something else where the text is repeated.
  for (const clang::NamedDecl *parameter : *list)
    if (const auto *value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameter);
        value && value->hasDefaultArgument() &&
        !llvm::isa<clang::IntegerLiteral, clang::CXXBoolLiteralExpr>(
            value->getDefaultArgument().getArgument().getAsExpr()->IgnoreParenImpCasts()))
      return false;
  syntax.declaredHead = unit.text({list->getTemplateLoc(), list->getRAngleLoc()});
  return true;
}

std::string KernelText::declarationText(const clang::ParmVarDecl &parameter) const {
  std::string declaration = withoutDefault(parameter);
  const auto *kernel = llvm::cast<clang::FunctionDecl>(parameter.getDeclContext());
  const auto fileOf = [&](const clang::FunctionDecl &function) {
    return unit.sources.getFileID(unit.sources.getExpansionLoc(function.getLocation()));
  };
  // What a header declares is declared again by what is generated.
  const bool inherits =
      parameter.hasInheritedDefaultArg() && fileOf(*kernel->getFirstDecl()) != fileOf(*kernel);
  if (inherits || (!isWrittenOut(parameter) && parameter.hasDefaultArg() &&
                   !parameter.hasInheritedDefaultArg()))
    declaration += defaultText(parameter);
  return declaration;
}

std::string KernelText::withoutDefault(const clang::ParmVarDecl &parameter) const {
  if (!isWrittenOut(parameter)) {
    std::string declaration = parameter.getNameAsString();
    parameter.getType().getAsStringInternal(declaration, unit.context.getPrintingPolicy());
    return declaration;
  }
  static const llvm::StringRef OfKernels = "__grid_constant__";
  std::string declaration =
      unit.text(unit.sources.getExpansionRange(parameter.getSourceRange()).getAsRange());
  const size_t at = declaration.find(OfKernels);
  if (at == std::string::npos)
    return declaration;
  const size_t end = declaration.find_first_not_of(" \t\r\n", at + OfKernels.size());
  return declaration.erase(at, end - at);
}

std::string KernelText::defaultText(const clang::ParmVarDecl &parameter) const {
  std::string text = " = ";
  llvm::raw_string_ostream out(text);
  parameter.getDefaultArg()->printPretty(out, nullptr, unit.context.getPrintingPolicy());
  return text;
}

bool KernelText::isWrittenOut(const clang::ParmVarDecl &parameter) const {
  if (!parameter.getBeginLoc().isMacroID() && !parameter.getEndLoc().isMacroID())
    return true;
  const clang::SourceLocation name = parameter.getLocation();
  return !name.isMacroID() &&
         unit.sources.getExpansionRange(parameter.getSourceRange()).getEnd() == name;
}

} // namespace warpsmith::frontend
