#include "rewriter/frontend/clang/KnownConstants.h"
#include "rewriter/frontend/clang/CalledFunctions.h"
#include "rewriter/frontend/clang/NamedConstants.h"
#include "rewriter/frontend/clang/NamedTypes.h"
#include "rewriter/frontend/clang/Types.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/QualTypeNames.h"
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

/// `::outer::Tile<::Half, 16>::Rows`: the same in any namespace.
std::string wholeName(const clang::ValueDecl &constant) {
  const clang::ASTContext &context = constant.getASTContext();
  const auto *instance =
      llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(constant.getDeclContext());
  return instance ? clang::TypeName::getFullyQualifiedName(
                        context.getCanonicalTagType(instance), context,
                        clang::PrintingPolicy(context.getLangOpts()), /*WithGlobalNsPrefix=*/true) +
                        "::" + constant.getNameAsString()
                  : "::" + constant.getQualifiedNameAsString();
}

/// Its arguments can be written down elsewhere.
bool canBeNamed(const clang::ClassTemplateSpecializationDecl &instance) {
  return llvm::all_of(instance.getTemplateArgs().asArray(), [](const clang::TemplateArgument &one) {
    const auto *record = one.getKind() == clang::TemplateArgument::Type
                             ? one.getAsType()->getAsCXXRecordDecl()
                             : nullptr;
    const auto *inner = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
    return one.getKind() == clang::TemplateArgument::Integral ||
           (one.getKind() == clang::TemplateArgument::Type &&
            (!record || (record->getIdentifier() && record->isExternallyVisible() &&
                         !record->isLocalClass() && (!inner || canBeNamed(*inner)))));
  });
}

/// A member of a class, or an enumerator, by its whole name. Of a template's instance it rests on
/// the arguments, too, where the class is named (NamedTypes.h).
bool assume(const clang::ValueDecl &constant, int64_t value, ConstantFacts &facts) {
  if (isHidden(constant) || !llvm::isa<clang::VarDecl, clang::EnumConstantDecl>(constant) ||
      llvm::isa<clang::VarTemplateSpecializationDecl>(constant))
    return false;
  for (const clang::DeclContext *scope = constant.getDeclContext(); scope;
       scope = scope->getParent()) {
    const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(scope);
    const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(scope);
    const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
    const auto *named = llvm::dyn_cast<clang::NamedDecl>(scope);
    if (scope->isFunctionOrMethod() || (named && isHidden(*named)) ||
        (space && space->isAnonymousNamespace()) ||
        (record && (!record->getIdentifier() || record->isDependentContext())) ||
        (instance && !canBeNamed(*instance)))
      return false;
  }
  const std::string name = wholeName(constant);
  const auto *enumeration = llvm::dyn_cast<clang::EnumDecl>(constant.getDeclContext());
  facts.assertions.push_back(Predicate::equal(
      enumeration && enumeration->isScoped() ? "static_cast<long long>(" + name + ")" : name,
      value));
  return true;
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
