#include "rewriter/frontend/clang/KnownConstants.h"
#include "rewriter/frontend/clang/CalledFunctions.h"
#include "rewriter/frontend/clang/NamedConstants.h"
#include "rewriter/frontend/clang/NamedTypes.h"
#include "rewriter/frontend/clang/Types.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

namespace warpsmith::frontend {
namespace {

/// The declarations that an expression names, and whether it has more than names and arithmetic.
class Names : public clang::DynamicRecursiveASTVisitor {
public:
  explicit Names(const clang::ASTContext &ast) : context(ast) {}
  // What a macro expands to.
  bool VisitExpr(clang::Expr *expression) override {
    if (!macroName(*expression, context))
      return true;
    if (const auto macro = namedConstant(*expression, context))
      macros.push_back(*macro);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) override {
    found.push_back(reference);
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *) override {
    hasOthers = true;
    return true;
  }
  // The size of a structure is known under no name, but for CUDA's own. Of a variable its type is,
  // with the extents of arrays.
  bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *trait) override {
    const clang::QualType type = context.getBaseElementType(trait->getTypeOfArgument());
    const auto *record = type->getAsCXXRecordDecl();
    hasOthers |= !elementType(type) && !(record && isCudaOwn(*record));
    return true;
  }
  std::vector<const clang::DeclRefExpr *> found;
  std::vector<NamedConstant> macros;
  bool hasOthers = false;

private:
  const clang::ASTContext &context;
};

bool isHidden(const clang::NamedDecl &declaration) {
  return declaration.getAccess() == clang::AS_private ||
         declaration.getAccess() == clang::AS_protected;
}

/// A member of a class that is no template, or an enumerator, by its whole name.
bool assume(const clang::ValueDecl &constant, int64_t value, ConstantFacts &facts) {
  if (isHidden(constant) || !llvm::isa<clang::VarDecl, clang::EnumConstantDecl>(constant) ||
      llvm::isa<clang::VarTemplateSpecializationDecl>(constant))
    return false;
  for (const clang::DeclContext *scope = constant.getDeclContext(); scope;
       scope = scope->getParent()) {
    const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(scope);
    const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
    const auto *named = llvm::dyn_cast<clang::NamedDecl>(scope);
    if (scope->isFunctionOrMethod() || (named && isHidden(*named)) ||
        (space && space->isAnonymousNamespace()) ||
        (record &&
         (!record->getIdentifier() || llvm::isa<clang::ClassTemplateSpecializationDecl>(record) ||
          record->isDependentContext())))
      return false;
  }
  const std::string name = "::" + constant.getQualifiedNameAsString();
  const auto *enumeration = llvm::dyn_cast<clang::EnumDecl>(constant.getDeclContext());
  facts.assertions.push_back(Predicate::equal(
      enumeration && enumeration->isScoped() ? "static_cast<long long>(" + name + ")" : name,
      value));
  return true;
}

/// A member of a class template's instance. It rests on its initialiser, and on the arguments of
/// the template where the class is named (NamedTypes.h).
bool isOfInstance(const clang::VarDecl &constant) {
  return llvm::isa<clang::ClassTemplateSpecializationDecl>(constant.getDeclContext()) &&
         !llvm::isa<clang::VarTemplateSpecializationDecl>(constant) &&
         constant.getAnyInitializer();
}

/// Whether all that an expression rests on is known: constants that an assertion can name, or what
/// stands in the text that is known anyway.
class KnownNames {
public:
  KnownNames(const clang::ASTContext &ast, ConstantFacts &known) : context(ast), facts(known) {}

  bool areAllIn(const clang::Expr &expression) {
    Names names(context);
    names.TraverseStmt(const_cast<clang::Expr *>(&expression));
    if (names.hasOthers || !areKnown(names) || !areKnown(namedTypes(expression, context)))
      return false;
    return llvm::all_of(calledFunctions(expression), [&](const clang::FunctionDecl *function) {
      if (!function->hasBody() || isOfOthers(*function) || !seen.insert(function).second)
        return true;
      Names inside(context);
      inside.TraverseStmt(function->getBody());
      return areKnown(namedTypes(*function, context)) && areKnown(inside);
    });
  }

private:
  bool isOfOthers(const clang::NamedDecl &declaration) const {
    return context.getSourceManager().isInSystemHeader(declaration.getLocation());
  }

  bool areKnown(const NamedTypes &types) {
    facts.addAssertions(types.types);
    return llvm::all_of(types.extents,
                        [&](const clang::Expr *extent) { return !extent || areAllIn(*extent); });
  }

  bool areKnown(const Names &names) {
    for (const NamedConstant &macro : names.macros)
      facts.constants[macro.name] = macro.value;
    return llvm::all_of(names.found,
                        [&](const clang::DeclRefExpr *reference) { return isKnown(*reference); });
  }

  bool isKnown(const clang::DeclRefExpr &reference) {
    const clang::ValueDecl *constant = reference.getDecl();
    if (isOfOthers(*constant) ||
        llvm::isa<clang::FunctionDecl, clang::ParmVarDecl, clang::NonTypeTemplateParmDecl>(
            constant))
      return true;
    if (const auto known = namedConstant(reference, context)) {
      facts.constants[known->name] = known->value;
      return true;
    }
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(constant);
    if (variable && variable->isLocalVarDecl())
      return !variable->getInit() || !seen.insert(variable).second ||
             areAllIn(*variable->getInit());
    const auto *enumeration = llvm::dyn_cast<clang::EnumDecl>(constant->getDeclContext());
    if (enumeration && enumeration->getParentFunctionOrMethod())
      // One that has no value of its own counts on from those before it.
      return !seen.insert(enumeration).second ||
             llvm::all_of(enumeration->enumerators(), [&](const clang::EnumConstantDecl *each) {
               return !each->getInitExpr() || areAllIn(*each->getInitExpr());
             });
    if (variable && isOfInstance(*variable)) {
      facts.records.insert(llvm::cast<clang::CXXRecordDecl>(variable->getDeclContext()));
      return !seen.insert(variable).second || areAllIn(*variable->getAnyInitializer());
    }
    clang::Expr::EvalResult value;
    return reference.EvaluateAsInt(value, context) && value.Val.getInt().isRepresentableByInt64() &&
           assume(*constant, value.Val.getInt().getExtValue(), facts);
  }

  const clang::ASTContext &context;
  ConstantFacts &facts;
  std::set<const clang::Decl *> seen;
};

} // namespace

std::optional<int64_t> knownConstant(const clang::Expr &expression,
                                     const clang::ASTContext &context, ConstantFacts &facts) {
  clang::Expr::EvalResult result;
  if (!expression.getType()->isIntegralOrEnumerationType() || expression.isValueDependent() ||
      !expression.EvaluateAsInt(result, context) || result.HasSideEffects ||
      !result.Val.getInt().isRepresentableByInt64() ||
      !KnownNames(context, facts).areAllIn(expression))
    return std::nullopt;
  const std::set<const clang::FunctionDecl *> called = calledFunctions(expression);
  facts.functions.insert(called.begin(), called.end());
  return result.Val.getInt().getExtValue();
}

} // namespace warpsmith::frontend
