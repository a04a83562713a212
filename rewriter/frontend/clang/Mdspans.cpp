#include "rewriter/frontend/clang/Mdspans.h"
#include "rewriter/frontend/clang/Types.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

namespace warpsmith::frontend {
namespace {

/// The class's own name where CUDA's library declares it, as the toolkit or the built-in headers
/// have it.
llvm::StringRef libraryClass(const clang::CXXRecordDecl *record) {
  if (!record || !record->getIdentifier() ||
      !record->getASTContext().getSourceManager().isInSystemHeader(record->getLocation()))
    return {};
  const clang::DeclContext *outer = record->getDeclContext();
  while (outer->isInlineNamespace())
    outer = outer->getParent();
  const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(outer);
  const auto *around = space ? llvm::dyn_cast<clang::NamespaceDecl>(space->getParent()) : nullptr;
  return space && around && space->getName() == "std" && around->getName() == "cuda" &&
                 around->getParent()->isTranslationUnit()
             ? record->getName()
             : llvm::StringRef();
}

/// The member of the class that is called, an operator or another one; or null.
const clang::CXXMethodDecl *memberOfMdspan(const clang::CallExpr &call) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call.getDirectCallee());
  return method && libraryClass(method->getParent()) == "mdspan" ? method : nullptr;
}

} // namespace

const clang::Expr *mdspanObject(const clang::CallExpr &call) {
  const auto *named = llvm::dyn_cast<clang::CXXMemberCallExpr>(&call);
  return named ? named->getImplicitObjectArgument() : call.getArg(0);
}

std::optional<MdspanType> mdspanType(const clang::CallExpr &call) {
  const clang::CXXMethodDecl *method = memberOfMdspan(call);
  if (!method || method->isStatic())
    return std::nullopt;
  const auto *type = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(method->getParent());
  if (!type || type->getTemplateArgs().size() < 4)
    return std::nullopt;
  const auto argument = [&](unsigned number) {
    return type->getTemplateArgs()[number].getAsType();
  };
  const auto element = elementType(argument(0));
  const auto *extents = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      argument(1)->getAsCXXRecordDecl());
  if (!element || argument(0).isVolatileQualified() || libraryClass(extents) != "extents" ||
      libraryClass(argument(3)->getAsCXXRecordDecl()) != "default_accessor")
    return std::nullopt;
  MdspanType found{*element, extents->getTemplateArgs()[0].getAsType(), {}, {}};
  for (const clang::TemplateArgument &extent : extents->getTemplateArgs()[1].pack_elements()) {
    const llvm::APSInt value = extent.getAsIntegral();
    found.extents.push_back(value.isMaxValue() ? std::nullopt : std::optional(value.getExtValue()));
  }
  found.layout = libraryClass(argument(2)->getAsCXXRecordDecl());
  return found;
}

} // namespace warpsmith::frontend
