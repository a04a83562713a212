#include "rewriter/frontend/clang/NamedTypes.h"
#include "rewriter/frontend/clang/NamedConstants.h"
#include "rewriter/frontend/clang/Types.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace warpsmith::frontend {
namespace {

class TypeCollector : public clang::DynamicRecursiveASTVisitor {
public:
  explicit TypeCollector(const clang::ASTContext &ast) : context(ast) {}
  bool VisitConstantArrayTypeLoc(clang::ConstantArrayTypeLoc type) override {
    found.extents.push_back(type.getSizeExpr());
    return true;
  }
  bool VisitTemplateSpecializationTypeLoc(clang::TemplateSpecializationTypeLoc type) override {
    const clang::TemplateDecl *named = type.getTypePtr()->getTemplateName().getAsTemplateDecl();
    for (unsigned each = 0; named && !isOfOthers(*named) && each < type.getNumArgs(); ++each)
      if (type.getArgLoc(each).getArgument().getKind() == clang::TemplateArgument::Expression)
        found.extents.push_back(type.getArgLoc(each).getSourceExpression());
    return true;
  }
  bool VisitTypeLoc(clang::TypeLoc type) override {
    if (const auto macro = macroName(type, context))
      add(*macro, type.getType());
    // An alias template and decltype name aliases, too.
    for (clang::QualType inner = type.getType(); !inner.isNull();) {
      if (const auto *alias = llvm::dyn_cast<clang::TypedefType>(inner.getTypePtr()))
        if (!ofAlias(*alias->getDecl(), inner))
          return false;
      const clang::QualType next = inner.getSingleStepDesugaredType(context);
      inner = next == inner ? clang::QualType() : next;
    }
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) override {
    return ofValue(*reference->getDecl());
  }
  bool VisitMemberExpr(clang::MemberExpr *member) override {
    return ofValue(*member->getMemberDecl());
  }
  NamedTypes found;

private:
  /// A variable outside of the function, or a field.
  bool ofValue(const clang::ValueDecl &value) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(&value);
    const auto *declared = llvm::dyn_cast<clang::DeclaratorDecl>(&value);
    const bool isOutside =
        variable ? variable->hasGlobalStorage() : llvm::isa<clang::FieldDecl>(value);
    return !isOutside || isOfOthers(value) || !seen.insert(&value).second ||
           ofDeclared(declared->getTypeSourceInfo());
  }
  bool ofAlias(const clang::TypedefNameDecl &alias, clang::QualType type) {
    const clang::DeclContext *scope = alias.getDeclContext();
    if (isOfOthers(alias))
      return true;
    if (scope->isFileContext() && !alias.isInAnonymousNamespace() && !alias.getDescribedTemplate())
      add(qualifiedName(alias, scope), type);
    return !seen.insert(&alias).second || ofDeclared(alias.getTypeSourceInfo());
  }
  bool ofDeclared(const clang::TypeSourceInfo *type) {
    return !type || TraverseTypeLoc(type->getTypeLoc());
  }
  bool isOfOthers(const clang::NamedDecl &declaration) const {
    return context.getSourceManager().isInSystemHeader(declaration.getLocation());
  }
  void add(const std::string &name, clang::QualType type) {
    const clang::QualType number = type.getCanonicalType();
    const Predicate fact =
        Predicate::IsType{name, number.getAsString(clang::PrintingPolicy(context.getLangOpts()))};
    if (!number.hasQualifiers() && elementType(number) && !llvm::is_contained(found.types, fact))
      found.types.push_back(fact);
  }

  const clang::ASTContext &context;
  std::set<const clang::NamedDecl *> seen;
};

} // namespace

NamedTypes namedTypes(const clang::FunctionDecl &function, const clang::ASTContext &context) {
  TypeCollector collector(context);
  if (const clang::FunctionTypeLoc type = function.getFunctionTypeLoc())
    collector.TraverseTypeLoc(type.getReturnLoc());
  for (const clang::ParmVarDecl *parameter : function.parameters())
    if (const clang::TypeSourceInfo *type = parameter->getTypeSourceInfo())
      collector.TraverseTypeLoc(type->getTypeLoc());
  if (function.hasAttr<clang::CUDAGlobalAttr>())
    collector.found.types.clear();
  collector.TraverseStmt(function.getBody());
  return std::move(collector.found);
}

NamedTypes namedTypes(const clang::Expr &expression, const clang::ASTContext &context) {
  TypeCollector collector(context);
  collector.TraverseStmt(const_cast<clang::Expr *>(&expression));
  return std::move(collector.found);
}

} // namespace warpsmith::frontend
