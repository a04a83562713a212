#include "rewriter/frontend/KernelPlacement.h"
#include "rewriter/frontend/clang/KernelInside.h"
#include "rewriter/frontend/clang/TemplateKernels.h"
#include "rewriter/frontend/clang/UserHeaders.h"
#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"

namespace warpsmith::frontend {

namespace {

/// A function that nothing in this translation unit defines or names: no text means it.
bool isOnlyDeclared(const clang::NamedDecl &declaration) {
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
  return function && !function->isDefined() && !function->isReferenced() &&
         llvm::none_of(function->redecls(),
                       [](const clang::FunctionDecl *each) { return each->isReferenced(); });
}

/// A call with values of the kernel's parameters may be one of that declaration, or no call at all.
bool mayBeMeant(const clang::NamedDecl &declaration, const clang::FunctionDecl &kernel) {
  const clang::ASTContext &context = kernel.getASTContext();
  // Of a template and a function of the same parameters the function is called, and of two
  // templates nobody knows.
  const bool isTemplate = llvm::isa<clang::FunctionTemplateDecl>(declaration);
  if (isTemplate)
    return kernel.getDescribedFunctionTemplate() != nullptr;
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
  if (!function || function->isVariadic())
    return true;
  if (kernel.getDescribedFunctionTemplate())
    return false; // generated code names the template's arguments
  const unsigned count = kernel.getNumParams();
  if (llvm::any_of(function->parameters(), [](const clang::ParmVarDecl *parameter) {
        return parameter->getType()->isReferenceType();
      }))
    return true;
  if (count < function->getMinRequiredArguments() || count > function->getNumParams())
    return false;
  for (unsigned number = 0; number < count; ++number)
    if (!context.hasSameUnqualifiedType(kernel.getParamDecl(number)->getType(),
                                        function->getParamDecl(number)->getType()))
      return false;
  return true;
}

/// Of a kernel in a macro: why generated text cannot stand after the macro's call. Null if it
/// can.
const char *whyNotAfterMacro(const clang::FunctionDecl &kernel,
                             const clang::SourceManager &sources) {
  const clang::SourceLocation call = sources.getExpansionLoc(kernel.getLocation());
  const auto isInCall = [&](clang::SourceLocation place) {
    return place.isMacroID() && sources.getExpansionLoc(place) == call;
  };
  if (!isInCall(kernel.getBeginLoc()) || !isInCall(kernel.getEndLoc()))
    return "a macro writes a part of the kernel";
  for (const clang::DeclContext *scope = kernel.getLexicalDeclContext(); scope;
       scope = scope->getLexicalParent())
    for (const clang::Decl *other : scope->decls()) {
      if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(other) &&
          (isInCall(other->getBeginLoc()) || isInCall(other->getEndLoc())))
        return "the macro that writes the kernel opens or closes a scope";
      const auto *function = llvm::dyn_cast<clang::FunctionDecl>(other);
      if (function && function != &kernel && function->hasAttr<clang::CUDAGlobalAttr>() &&
          isInCall(function->getLocation()))
        return "one call of a macro writes several kernels";
    }
  return nullptr;
}

} // namespace

bool placement(const clang::FunctionDecl &kernel, const UnitContext &unit, const KernelText &text,
               const KernelLaunches &launches, BuildConditions &conditions, KernelSyntax &syntax,
               RefusalSink &refuse) {
  const auto fail = [&](clang::SourceLocation where, const char *reason) {
    refuse(where, reason);
    return false;
  };
  const clang::SourceLocation end = unit.endOf(kernel);
  if (kernel.getLocation().isMacroID() || kernel.getEndLoc().isMacroID())
    if (const char *why = whyNotAfterMacro(kernel, unit.sources))
      return fail(kernel.getLocation(), why);
  const clang::FileID file = unit.sources.getFileID(end);
  if (unit.sources.getFileID(unit.sources.getExpansionLoc(kernel.getLocation())) != file)
    return fail(kernel.getLocation(), "the kernel is written in several files");
  if (!unit.sources.isInMainFile(end) && !readOnce(file, unit.sources))
    return fail(kernel.getLocation(), "the kernel's header is included more than once");
  const clang::FunctionTemplateDecl *pattern = kernel.getDescribedFunctionTemplate();
  if (kernel.isFunctionTemplateSpecialization() || llvm::isa<clang::CXXMethodDecl>(kernel))
    return fail(kernel.getLocation(), "the kernel is a specialization of a template");
  // A launch fails where its grid or its block is none of theirs.
  const std::set<std::string> attributes = attributesOf(kernel, unit.annotations.attributes);
  for (const char *name : {"__cluster_dims__", "__block_size__"})
    if (attributes.contains(name))
      return fail(kernel.getLocation(),
                  (std::string("'") + name + "' says which grids the kernel can have").c_str());
  if (kernel.hasAttr<clang::CUDAClusterDimsAttr>())
    return fail(kernel.getLocation(), "'cluster_dims' says which grids the kernel can have");
  const clang::Decl *own = pattern ? static_cast<const clang::Decl *>(pattern) : &kernel;
  for (const clang::NamedDecl *other : kernel.getDeclContext()->lookup(kernel.getDeclName()))
    if (other->getCanonicalDecl() != own->getCanonicalDecl() && !isOnlyDeclared(*other) &&
        mayBeMeant(*other, kernel))
      return fail(kernel.getLocation(), "the kernel's name is overloaded, and a call with its "
                                        "parameters may mean the other function: give it a name "
                                        "of its own");
  if (pattern)
    for (const clang::FunctionDecl *instance : pattern->specializations())
      if (instance->getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization)
        return fail(instance->getLocation(), "the kernel has a specialization");
  if (pattern && kernel.getFirstDecl() != &kernel &&
      (launches.isLaunched(*pattern) || !KernelLaunches::isReachable(kernel)) &&
      !text.declaredHead(*kernel.getFirstDecl(), file, syntax))
    return fail(kernel.getFirstDecl()->getLocation(),
                !launches.isLaunched(*pattern)
                    ? NotLaunched
                    : "the kernel template has an earlier declaration that generated code cannot "
                      "repeat");
  for (const clang::FunctionDecl *declaration : kernel.redecls())
    if (!declaration->getLexicalDeclContext()->getRedeclContext()->isFileContext())
      return fail(declaration->getLocation(), "the kernel is declared inside something else");
  for (const clang::FunctionDecl *declaration : kernel.redecls())
    for (const clang::DeclContext *scope = declaration->getLexicalDeclContext(); scope;
         scope = scope->getLexicalParent()) {
      const auto *linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(scope);
      syntax.insideLinkage |= linkage && linkage->hasBraces();
    }
  const clang::SourceLocation head = unit.sources.getExpansionLoc(kernel.getBeginLoc());
  const clang::SourceLocation body = unit.sources.getExpansionLoc(kernel.getBody()->getBeginLoc());
  if (const auto inHead = unit.annotations.conditionalsWithin(head, body, unit.sources);
      !inHead.empty())
    return fail(inHead[0].where, "preprocessor conditional inside the kernel's head");
  if (!conditions.isSettled(body, end, "the kernel", refuse))
    return false;
  // A brace may be spelled with two characters. A semicolon may end the call of a macro.
  syntax.definitionEnd =
      unit.sources.getFileOffset(end) +
      clang::Lexer::MeasureTokenLength(end, unit.sources, kernel.getASTContext().getLangOpts());
  if (kernel.getEndLoc().isMacroID())
    if (const auto semicolon = clang::Lexer::findLocationAfterToken(
            end, clang::tok::semi, unit.sources, unit.context.getLangOpts(), false);
        semicolon.isValid())
      syntax.definitionEnd = unit.sources.getFileOffset(semicolon);
  syntax.inside = insideOf(kernel, unit.sources, unit.annotations.attributes);
  const clang::Decl *outermost = &kernel;
  while (!outermost->getDeclContext()->isTranslationUnit())
    outermost = llvm::cast<clang::Decl>(outermost->getDeclContext());
  if (!llvm::isa<clang::NamespaceDecl>(outermost) && syntax.insideLinkage &&
      llvm::isa<clang::NamespaceDecl>(kernel.getDeclContext()->getNonTransparentContext()))
    return fail(kernel.getLocation(), "the kernel is in a namespace inside an extern \"C\" block");
  if (llvm::isa<clang::NamespaceDecl>(outermost)) {
    const clang::SourceLocation begin = unit.sources.getExpansionLoc(outermost->getBeginLoc());
    if (unit.sources.getFileID(begin) != file)
      return fail(kernel.getLocation(), "the namespace around the kernel begins in another file");
    syntax.topLevelBegin = unit.sources.getFileOffset(begin);
  }
  const clang::FunctionDecl *first = kernel.getFirstDecl();
  for (const clang::FunctionDecl *declaration : kernel.redecls())
    for (const clang::ParmVarDecl *parameter : declaration->parameters())
      if (declaration == first ? !text.hasRepeatableDefault(*parameter)
                               : declaration != &kernel && parameter->hasDefaultArg() &&
                                     !parameter->hasInheritedDefaultArg())
        return fail(parameter->getLocation(),
                    "parameter with a default argument that generated code cannot repeat");
  if (first != &kernel &&
      unit.sources.getFileID(unit.sources.getExpansionLoc(first->getEndLoc())) == file) {
    const clang::SourceLocation semicolon = clang::Lexer::findLocationAfterToken(
        first->getEndLoc(), clang::tok::semi, unit.sources, unit.context.getLangOpts(), false);
    if (semicolon.isInvalid())
      return fail(first->getLocation(), "the kernel is declared together with something else");
    syntax.declarationEnd = unit.sources.getFileOffset(semicolon);
    for (const clang::ParmVarDecl *parameter : first->parameters()) {
      syntax.declaredParameters += ", " + text.declarationText(*parameter);
    }
  }
  return true;
}

} // namespace warpsmith::frontend
