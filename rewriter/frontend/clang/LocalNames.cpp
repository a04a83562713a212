#include "rewriter/frontend/clang/LocalNames.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <iterator>

namespace warpsmith::frontend {
namespace {

class Names : public clang::ConstDynamicRecursiveASTVisitor {
public:
  bool VisitNamedDecl(const clang::NamedDecl *declaration) override {
    if (declaration->getIdentifier())
      own.insert(declaration->getNameAsString());
    return true;
  }
  bool VisitDeclRefExpr(const clang::DeclRefExpr *reference) override {
    return mention(*reference->getDecl());
  }
  bool VisitMemberExpr(const clang::MemberExpr *member) override {
    return mention(*member->getMemberDecl());
  }
  bool VisitCXXConstructExpr(const clang::CXXConstructExpr *construction) override {
    return mention(*construction->getConstructor()->getParent());
  }
  bool VisitOverloadExpr(const clang::OverloadExpr *overloads) override {
    return mention(overloads->getName());
  }
  bool VisitCXXDependentScopeMemberExpr(const clang::CXXDependentScopeMemberExpr *member) override {
    return mention(member->getMember());
  }
  bool VisitDependentScopeDeclRefExpr(const clang::DependentScopeDeclRefExpr *reference) override {
    return mention(reference->getDeclName());
  }
  bool VisitTagTypeLoc(clang::TagTypeLoc type) override { return mention(*type.getDecl()); }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc type) override { return mention(*type.getDecl()); }
  bool VisitTemplateSpecializationTypeLoc(clang::TemplateSpecializationTypeLoc type) override {
    const clang::TemplateDecl *declaration =
        type.getTypePtr()->getTemplateName().getAsTemplateDecl();
    return !declaration || mention(*declaration);
  }
  bool VisitDependentNameTypeLoc(clang::DependentNameTypeLoc type) override {
    others.insert(type.getTypePtr()->getIdentifier()->getName().str());
    return true;
  }

  std::set<std::string> own, others;
  const clang::DeclContext *inside = nullptr;

private:
  bool mention(const clang::NamedDecl &declaration) {
    // What a function declares lies in it, or is a parameter of its template.
    const auto isParameter = [&] {
      return llvm::isa<clang::TemplateTypeParmDecl, clang::NonTypeTemplateParmDecl,
                       clang::TemplateTemplateParmDecl>(declaration);
    };
    bool isInside = isParameter();
    for (const clang::DeclContext *scope = declaration.getDeclContext(); scope && !isInside;
         scope = scope->getParent())
      isInside = scope == inside;
    if (!isInside && declaration.getIdentifier())
      others.insert(declaration.getNameAsString());
    return true;
  }
  bool mention(clang::DeclarationName name) {
    others.insert(name.getAsString());
    return true;
  }
};

} // namespace

std::set<std::string> localNames(const clang::FunctionDecl &function) {
  Names names;
  names.inside = &function;
  names.ShouldVisitImplicitCode = true;
  names.TraverseDecl(&function);
  if (const clang::FunctionTemplateDecl *pattern = function.getPrimaryTemplate())
    for (const clang::NamedDecl *parameter : *pattern->getTemplateParameters())
      names.own.insert(parameter->getNameAsString());
  if (const clang::FunctionTemplateDecl *pattern = function.getDescribedFunctionTemplate())
    for (const clang::NamedDecl *parameter : *pattern->getTemplateParameters())
      names.own.insert(parameter->getNameAsString());
  if (function.getIdentifier())
    names.own.erase(function.getNameAsString());
  std::set<std::string> result;
  std::set_difference(names.own.begin(), names.own.end(), names.others.begin(), names.others.end(),
                      std::inserter(result, result.end()));
  return result;
}

} // namespace warpsmith::frontend
