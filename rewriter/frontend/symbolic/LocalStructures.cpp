#include "rewriter/frontend/symbolic/LocalStructures.h"
#include "rewriter/frontend/clang/Types.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
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
        !record->hasTrivialCopyConstructor() || !record->hasTrivialDestructor() ||
        record->hasUserProvidedDefaultConstructor())))
    return {};
  // Clang's tree is not changed: the variables are in no scope of it.
  auto &tree = const_cast<clang::ASTContext &>(context);
  StructureFields fields;
  for (const clang::FieldDecl *field : laneFields(type)) {
    const clang::QualType kind = field->getType();
    const bool isKnown = kind->isIntegerType() || elementType(kind) ||
                         (kind->isPointerType() && elementOrLaneType(kind->getPointeeType()) &&
                          !kind->getPointeeType().isVolatileQualified());
    if (!isKnown || field->isBitField() || kind.isVolatileQualified() || !field->getIdentifier())
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
  if (!member ||
      member->isArrow() != llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
    return nullptr;
  const clang::VarDecl *structure = localStructure(member->getBase(), state);
  if (!structure)
    return nullptr;
  const StructureFields &fields = state.localStructures.at(structure);
  const auto field = fields.find(llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()));
  return field == fields.end() ? nullptr : field->second;
}

const clang::VarDecl *localStructure(const clang::Expr *expression, const SymbolicState &state) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *target = llvm::dyn_cast<clang::UnaryOperator>(expression);
      target && target->getOpcode() == clang::UO_Deref)
    expression = target->getSubExpr()->IgnoreParenImpCasts();
  else if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    return state.localStructures.contains(variable) ? variable : nullptr;
  }
  return llvm::isa<clang::CXXThisExpr>(expression) ? state.object : nullptr;
}

namespace {

/// Finds uses of the object's fields that are no reads of them.
class FieldUses : public clang::ConstDynamicRecursiveASTVisitor {
public:
  bool VisitCastExpr(const clang::CastExpr *cast) override {
    if (cast->getCastKind() == clang::CK_LValueToRValue)
      read.insert(cast->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitMemberExpr(const clang::MemberExpr *member) override {
    const bool isField = llvm::isa<clang::FieldDecl>(member->getMemberDecl());
    return !isField || !isOfObject(member) || read.contains(member);
  }
  bool VisitCXXMemberCallExpr(const clang::CXXMemberCallExpr *call) override {
    return leaves(call->getImplicitObjectArgument(), call->getMethodDecl());
  }
  bool VisitCXXOperatorCallExpr(const clang::CXXOperatorCallExpr *call) override {
    return leaves(call->getArg(0),
                  llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()));
  }
  bool VisitLambdaExpr(const clang::LambdaExpr * /*lambda*/) override { return false; }
  std::set<const clang::CXXMethodDecl *> entered;

private:
  static bool isOfObject(const clang::Expr *expression) {
    expression = expression->IgnoreParenImpCasts();
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression))
      return isOfObject(member->getBase());
    if (const auto *target = llvm::dyn_cast<clang::UnaryOperator>(expression);
        target && target->getOpcode() == clang::UO_Deref)
      return isOfObject(target->getSubExpr());
    return llvm::isa<clang::CXXThisExpr>(expression);
  }
  bool leaves(const clang::Expr *object, const clang::CXXMethodDecl *method) {
    if (!isOfObject(object) || !method || method->isConst())
      return true;
    const auto *definition = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(method->getDefinition());
    return definition && definition->hasBody() &&
           (!entered.insert(definition).second || TraverseStmt(definition->getBody()));
  }
  std::set<const clang::Expr *> read;
};

} // namespace

bool leavesObject(const clang::CXXMethodDecl &method) {
  for (const clang::FieldDecl *field : method.getParent()->fields())
    if (field->isMutable())
      return false;
  if (method.isConst())
    return true;
  FieldUses uses;
  uses.entered.insert(&method);
  return method.hasBody() && uses.TraverseStmt(method.getBody());
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
