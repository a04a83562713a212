#include "rewriter/frontend/symbolic/LocalStructures.h"
#include "rewriter/frontend/clang/Types.h"
#include "clang/AST/ExprCXX.h"

namespace warpsmith::frontend {

bool isExtents(clang::QualType type) {
  const auto *record = type->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName() == "dim3" && isCudaOwn(*record);
}

StructureFields fieldVariables(const clang::VarDecl &variable, const clang::ASTContext &context) {
  const clang::QualType type = variable.getType().getNonReferenceType();
  const auto *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isUnion() || record->isLambda() ||
      (!vectorType(type) && !isExtents(type) &&
       (record->getNumBases() > 0 || record->isPolymorphic() ||
        !record->hasTrivialCopyConstructor() || record->hasUserProvidedDefaultConstructor())))
    return {};
  // Clang's tree is not changed: the variables are in no scope of it.
  auto &tree = const_cast<clang::ASTContext &>(context);
  StructureFields fields;
  for (const clang::FieldDecl *field : laneFields(type)) {
    const clang::QualType kind = field->getType();
    const bool isKnown = kind->isIntegerType() || elementType(kind) ||
                         (kind->isPointerType() && elementOrLaneType(kind->getPointeeType()) &&
                          !kind->getPointeeType().isVolatileQualified());
    if (!isKnown || field->isBitField() || kind.isVolatileQualified() || !field->getIdentifier() ||
        field->hasInClassInitializer())
      return {};
    clang::IdentifierInfo &name =
        tree.Idents.get(variable.getNameAsString() + "." + field->getNameAsString());
    fields[field] = clang::VarDecl::Create(
        tree, const_cast<clang::DeclContext *>(variable.getDeclContext()), variable.getLocation(),
        variable.getLocation(), &name, kind, nullptr, clang::SC_None);
  }
  return fields;
}

const clang::VarDecl *localField(const clang::Expr *expression, const SymbolicState &state) {
  expression = expression->IgnoreParens();
  while (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression)) {
    if (cast->getCastKind() != clang::CK_NoOp && cast->getCastKind() != clang::CK_LValueToRValue)
      return nullptr;
    expression = cast->getSubExpr()->IgnoreParens();
  }
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression);
  if (!member || member->isArrow())
    return nullptr;
  const auto *reference =
      llvm::dyn_cast<clang::DeclRefExpr>(member->getBase()->IgnoreParenImpCasts());
  const auto known = state.localStructures.find(
      reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr);
  if (known == state.localStructures.end())
    return nullptr;
  const auto field = known->second.find(llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()));
  return field == known->second.end() ? nullptr : field->second;
}

const clang::Expr *copiedStructure(const clang::Expr *expression) {
  for (;;) {
    const clang::Expr *before = expression;
    expression = expression->IgnoreParens();
    if (const auto *cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(expression))
      expression = cleanups->getSubExpr();
    if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
      expression = temporary->getSubExpr();
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression);
        cast &&
        (cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_LValueToRValue ||
         (cast->getCastKind() == clang::CK_ConstructorConversion &&
          isThrustComplex(cast->getType()))))
      expression = cast->getSubExpr();
    if (const auto *construction = llvm::dyn_cast<clang::CXXConstructExpr>(expression);
        construction && construction->getNumArgs() == 1 &&
        construction->getConstructor()->isCopyOrMoveConstructor() &&
        (construction->getConstructor()->isTrivial() || vectorType(construction->getType())))
      expression = construction->getArg(0);
    if (expression == before)
      return expression;
  }
}

} // namespace warpsmith::frontend
