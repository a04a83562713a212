#include "runtime/emulator/translate/Rewriting.h"
#include "clang/AST/DeclTemplate.h"

namespace warpsmith::emulator::translate {

Rewriting::Rewriting(clang::ASTContext &ast, Translation &target)
    : context(ast),
      sources(ast.getSourceManager()),
      policy(ast.getLangOpts()),
      result(target),
      edits(ast, target) {
  policy.FullyQualifiedName = true;
  policy.SuppressTagKeyword = true;
  policy.SuppressUnwrittenScope = true; // of anonymous namespaces
}

bool Rewriting::isUserCode(clang::SourceLocation location) const {
  location = sources.getExpansionLoc(location);
  return location.isValid() && !sources.isInSystemHeader(location) &&
         !sources.isWrittenInBuiltinFile(location) && !sources.isWrittenInCommandLineFile(location);
}

bool Rewriting::fail(clang::SourceLocation location, const std::string &message) {
  location = sources.getExpansionLoc(location);
  result.errors.push_back(sources.getFilename(location).str() + ":" +
                          std::to_string(sources.getExpansionLineNumber(location)) + ":" +
                          std::to_string(sources.getExpansionColumnNumber(location)) +
                          ": error: emulator: " + message);
  return true;
}

std::string Rewriting::name(const clang::FunctionDecl &function) const {
  std::string spelled = "::";
  llvm::raw_string_ostream out(spelled);
  function.printQualifiedName(out, policy);
  if (const clang::TemplateArgumentList *arguments = function.getTemplateSpecializationArgs()) {
    for (const clang::TemplateArgument &argument : arguments->asArray())
      if (argument.getKind() == clang::TemplateArgument::Type &&
          argument.getAsType()->hasUnnamedOrLocalType())
        return {};
    clang::printTemplateArgumentList(out, arguments->asArray(), policy);
  }
  return spelled;
}

std::string Rewriting::address(const clang::FunctionDecl &function) const {
  const std::string spelled = name(function);
  if (spelled.empty())
    return {};
  const clang::QualType type =
      context.getPointerType(function.getType().getCanonicalType().getUnqualifiedType());
  return "static_cast<" + type.getAsString(policy) + ">(&" + spelled + ")";
}

} // namespace warpsmith::emulator::translate
