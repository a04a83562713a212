#include "rewriter/frontend/symbolic/LocalArrays.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/Fragments.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include <algorithm>

namespace warpsmith::frontend {

std::vector<const clang::VarDecl *> elementVariables(const clang::VarDecl &array,
                                                     const clang::ASTContext &context) {
  clang::QualType type = array.getType();
  int64_t count = 1;
  for (const auto *dimension = context.getAsConstantArrayType(type); dimension;
       dimension = context.getAsConstantArrayType(type)) {
    const uint64_t extent = dimension->getSize().getLimitedValue(MostElements + 1);
    count *= static_cast<int64_t>(extent);
    type = dimension->getElementType();
    if (count > MostElements)
      return {};
  }
  if (const auto vector = vectorType(type)) {
    count *= vector->lanes;
    type = vector->lane;
  }
  if (const auto narrow = seenAsNarrow(array, context)) {
    count *= 2;
    type = *narrow;
  }
  if (count > MostElements)
    return {};
  // Clang's tree is not changed: the variables are in no scope of it.
  auto &tree = const_cast<clang::ASTContext &>(context);
  std::vector<const clang::VarDecl *> elements;
  for (int64_t number = 0; number < count; ++number) {
    clang::IdentifierInfo &name =
        tree.Idents.get(array.getNameAsString() + "[" + std::to_string(number) + "]");
    elements.push_back(clang::VarDecl::Create(
        tree, const_cast<clang::DeclContext *>(array.getDeclContext()), array.getLocation(),
        array.getLocation(), &name, type, nullptr, clang::SC_None));
  }
  return elements;
}

namespace {

/// Casts of one array's address to pointers to other numbers.
class Casts : public clang::DynamicRecursiveASTVisitor {
public:
  explicit Casts(const clang::VarDecl &variable) : array(variable) {}
  bool VisitCastExpr(clang::CastExpr *cast) override {
    if (cast->getCastKind() == clang::CK_BitCast && cast->getType()->isPointerType() &&
        rootVariable(*cast->getSubExpr()) == &array)
      types.push_back(cast->getType()->getPointeeType().getUnqualifiedType());
    return true;
  }
  std::vector<clang::QualType> types;

private:
  const clang::VarDecl &array;
};

} // namespace

std::optional<clang::QualType> seenAsNarrow(const clang::VarDecl &array,
                                            const clang::ASTContext &context) {
  clang::QualType type = array.getType();
  while (const auto *inner = context.getAsConstantArrayType(type))
    type = inner->getElementType();
  const auto vector = vectorType(type);
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(array.getDeclContext());
  if (!vector || vector->element != ElementType::F32 || !array.getType()->isConstantArrayType() ||
      !function || !function->getBody())
    return std::nullopt;
  Casts casts(array);
  casts.TraverseStmt(function->getBody());
  std::optional<clang::QualType> found;
  for (const clang::QualType &target : casts.types)
    if (const auto element = elementType(target); element && isNarrowFloat(*element)) {
      if (sizeOf(*element) != 2 || (found && elementType(*found) != element))
        return std::nullopt;
      found = target;
    }
  return found;
}

static bool isNamed(const clang::NamedDecl &declaration, llvm::StringRef name) {
  return declaration.getDeclName().isIdentifier() && declaration.getName() == name;
}

LocalElement localElement(const clang::Expr *expression, const SymbolicState &state) {
  LocalElement found;
  expression = expression->IgnoreParens();
  while (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    found.subscripts.push_back(subscript->getIdx());
    expression = subscript->getBase()->IgnoreParenImpCasts();
  }
  // `sums[i].x[j]` of fragments of WMMA
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression);
      member && !found.subscripts.empty() && isNamed(*member->getMemberDecl(), "x")) {
    if (member->isArrow())
      return {};
    expression = member->getBase()->IgnoreParenImpCasts();
    for (; const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression);
         expression = subscript->getBase()->IgnoreParenImpCasts())
      found.subscripts.push_back(subscript->getIdx());
  }
  std::reverse(found.subscripts.begin(), found.subscripts.end());
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  const auto *variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (variable && state.localArrays.contains(variable) && !found.subscripts.empty())
    found.array = variable;
  else if (variable && !found.subscripts.empty())
    found = throughParameter(std::move(found), variable, state);
  return found;
}

LocalElement throughParameter(LocalElement found, const clang::VarDecl *variable,
                              const SymbolicState &state) {
  const auto known = state.pointers.find(variable);
  const clang::VarDecl *array = known == state.pointers.end() ? nullptr : known->second.local;
  if (array && fragmentType(array->getType(), array->getASTContext())) {
    found.array = array;
    found.through = variable;
  }
  return found;
}

const clang::VarDecl *rootVariable(const clang::Expr &expression) {
  using namespace clang;
  const Expr *root = &expression;
  for (;;) {
    root = root->IgnoreParenCasts();
    if (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(root))
      root = subscript->getBase();
    else if (const auto *member = llvm::dyn_cast<MemberExpr>(root))
      root = member->getBase();
    else if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(root);
             unary && (unary->getOpcode() == UO_AddrOf || unary->getOpcode() == UO_Deref))
      root = unary->getSubExpr();
    else if (const auto *moved = llvm::dyn_cast<clang::BinaryOperator>(root);
             moved && moved->isAdditiveOp())
      root = moved->getLHS()->getType()->isPointerType() ? moved->getLHS() : moved->getRHS();
    else
      break;
  }
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(root);
  return reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
}

const clang::VarDecl *localArray(const clang::VarDecl *variable, const SymbolicState &state) {
  if (state.localArrays.contains(variable))
    return variable;
  const auto known = state.pointers.find(variable);
  return known == state.pointers.end() ? nullptr : known->second.local;
}

namespace {

class Numbering : public clang::DynamicRecursiveASTVisitor {
public:
  Numbering(const SymbolicState &symbolicState, const std::set<const clang::VarDecl *> &numbers)
      : state(symbolicState),
        variables(numbers) {}

  /// What is made of the variables in the loop numbers elements, too.
  bool VisitVarDecl(clang::VarDecl *variable) override {
    if (variable->getInit() && variable->getType()->isIntegerType()) {
      References references(variables);
      references.TraverseStmt(variable->getInit());
      if (references.found)
        variables.insert(variable);
    }
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *expression) override {
    return !isLocal(*expression) || mentioned(*expression->getIdx());
  }
  /// `*(sums + i)`, and what is set to one of the variables
  bool VisitBinaryOperator(clang::BinaryOperator *operation) override {
    const auto *target =
        operation->getOpcode() == clang::BO_Assign && operation->getType()->isIntegerType()
            ? llvm::dyn_cast<clang::DeclRefExpr>(operation->getLHS()->IgnoreParens())
            : nullptr;
    if (const auto *variable =
            target ? llvm::dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr) {
      References references(variables);
      references.TraverseStmt(operation->getRHS());
      if (references.found)
        variables.insert(variable);
    }
    return !operation->getType()->isPointerType() || !isLocal(*operation) ||
           mentioned(operation->getLHS()->getType()->isPointerType() ? *operation->getRHS()
                                                                     : *operation->getLHS());
  }
  bool found = false;

private:
  struct References : clang::DynamicRecursiveASTVisitor {
    explicit References(const std::set<const clang::VarDecl *> &wanted) : variables(wanted) {}
    bool VisitDeclRefExpr(clang::DeclRefExpr *reference) override {
      found |= variables.contains(llvm::dyn_cast<clang::VarDecl>(reference->getDecl()));
      return !found;
    }
    const std::set<const clang::VarDecl *> &variables;
    bool found = false;
  };

  bool isLocal(const clang::Expr &expression) const {
    return localArray(rootVariable(expression), state) != nullptr;
  }
  /// False, which ends the search, where the expression has one of the variables.
  bool mentioned(const clang::Expr &number) {
    References references(variables);
    references.TraverseStmt(const_cast<clang::Expr *>(&number));
    found |= references.found;
    return !found;
  }

  const SymbolicState &state;
  std::set<const clang::VarDecl *> variables;
};

} // namespace

bool numbersLocalElements(const clang::Stmt &statement, const SymbolicState &state,
                          const std::set<const clang::VarDecl *> &variables) {
  Numbering numbering(state, variables);
  numbering.TraverseStmt(const_cast<clang::Stmt *>(&statement));
  return numbering.found;
}

} // namespace warpsmith::frontend
