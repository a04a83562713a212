// Index arithmetic: integers and pointers.
#include "rewriter/frontend/InlinedCalls.h"
#include "rewriter/frontend/NamedConstants.h"
#include "rewriter/frontend/SymbolicEvaluator.h"
#include "rewriter/frontend/Types.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace warpsmith::frontend {
namespace {

/// `threadIdx.x` and its kin, which Clang models as a property of a builtin variable.
std::optional<std::string> builtinIndex(const clang::Expr *expression) {
  const clang::Expr *base = nullptr;
  std::string member;
  if (const auto *pseudo = llvm::dyn_cast<clang::PseudoObjectExpr>(expression))
    expression = pseudo->getSyntacticForm()->IgnoreParens();
  if (const auto *property = llvm::dyn_cast<clang::MSPropertyRefExpr>(expression)) {
    base = property->getBaseExpr();
    member = property->getPropertyDecl()->getNameAsString();
  } else if (const auto *field = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    base = field->getBase();
    member = field->getMemberDecl()->getNameAsString();
  } else {
    return std::nullopt;
  }
  base = base->IgnoreParenImpCasts();
  if (const auto *opaque = llvm::dyn_cast<clang::OpaqueValueExpr>(base))
    base = opaque->getSourceExpr()->IgnoreParenImpCasts();
  const auto *variable = llvm::dyn_cast<clang::DeclRefExpr>(base);
  const auto *declaration =
      variable ? llvm::dyn_cast<clang::VarDecl>(variable->getDecl()) : nullptr;
  if (!declaration || !declaration->getDeclContext()->isTranslationUnit() ||
      !declaration->hasGlobalStorage())
    return std::nullopt;
  const std::string name = variable->getDecl()->getNameAsString();
  if (name != "threadIdx" && name != "blockIdx" && name != "blockDim" && name != "gridDim")
    return std::nullopt;
  return name + "." + member;
}

} // namespace

std::string SymbolicEvaluator::text(const clang::Expr *expression) const {
  const clang::SourceManager &sources = context.getSourceManager();
  const auto range = clang::CharSourceRange::getTokenRange(
      sources.getExpansionLoc(expression->getBeginLoc()),
      sources.getExpansionRange(expression->getEndLoc()).getEnd());
  std::string spelled = clang::Lexer::getSourceText(range, sources, context.getLangOpts()).str();
  std::string line;
  for (const char c : spelled)
    if (!isspace(static_cast<unsigned char>(c)))
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  return line;
}

std::optional<Polynomial> SymbolicEvaluator::integer(const clang::Expr *expression) {
  if (const auto constant = namedConstant(*expression, context)) {
    state.constants[constant->name] = constant->value;
    return Polynomial::symbol(constant->name);
  }
  if (const auto index = builtinIndex(expression))
    return Polynomial::symbol(*index);
  if (const auto *parentheses = llvm::dyn_cast<clang::ParenExpr>(expression))
    return integer(parentheses->getSubExpr());
  if (const auto *literal = llvm::dyn_cast<clang::IntegerLiteral>(expression))
    return Polynomial(static_cast<int64_t>(literal->getValue().getLimitedValue(INT64_MAX)));
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    return integerReference(reference);
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression))
    return integerConversion(cast);
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return integerBinary(operation);
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    if (operation->getOpcode() == clang::UO_Plus)
      return integer(operation->getSubExpr());
    if (operation->getOpcode() == clang::UO_Minus && operation->getType()->isSignedIntegerType()) {
      const auto value = integer(operation->getSubExpr());
      return value ? std::optional(Polynomial(0) - *value) : std::nullopt;
    }
  }
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression))
    return inlined(call, &SymbolicEvaluator::integer);
  clang::Expr::EvalResult result;
  if (!expression->isValueDependent() && expression->EvaluateAsInt(result, context) &&
      result.Val.getInt().isRepresentableByInt64())
    return Polynomial(result.Val.getInt().getExtValue());
  return refuse(expression->getExprLoc(), "index '" + text(expression) +
                                              "' is not affine: unsupported " +
                                              expression->getStmtClassName());
}

void SymbolicEvaluator::require(const Polynomial &value, clang::QualType type,
                                clang::SourceLocation location) {
  const unsigned bits = context.getTypeSize(type);
  if (bits >= 64)
    return;
  const int64_t size = int64_t(1) << bits;
  if (type->isUnsignedIntegerType())
    state.ranges.push_back({value, 0, size - 1, location});
  else
    state.ranges.push_back({value, -size / 2, size / 2 - 1, location});
}

std::optional<Polynomial> SymbolicEvaluator::used(const clang::Expr *expression) {
  auto value = integer(expression);
  if (value && expression->getType()->isUnsignedIntegerType())
    require(*value, expression->getType(), expression->getExprLoc());
  return value;
}

std::optional<Polynomial> SymbolicEvaluator::integerConversion(const clang::CastExpr *cast) {
  const clang::QualType from = cast->getSubExpr()->getType(), to = cast->getType();
  if (!from->isIntegerType() || !to->isIntegerType())
    return refuse(cast->getExprLoc(), "index '" + text(cast) + "' is not integer arithmetic");
  const unsigned fromBits = context.getTypeSize(from), toBits = context.getTypeSize(to);
  if (toBits < 32 && toBits < fromBits)
    return refuse(cast->getExprLoc(), "conversion of '" + text(cast->getSubExpr()) + "' to '" +
                                          to.getAsString() + "' may lose bits of an index");
  auto value = integer(cast->getSubExpr());
  if (!value)
    return std::nullopt;
  // What a wider type takes over is the wrapped value; what a signed type takes over must fit.
  if (from->isUnsignedIntegerType() && toBits > fromBits)
    require(*value, from, cast->getExprLoc());
  else if (to->isSignedIntegerType() &&
           (toBits < fromBits || (toBits == fromBits && from->isUnsignedIntegerType())))
    require(*value, to, cast->getExprLoc());
  return value;
}

std::optional<Polynomial> SymbolicEvaluator::integerReference(const clang::DeclRefExpr *reference) {
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  if (!variable)
    return refuse(reference->getExprLoc(), "unsupported use of '" + text(reference) + "'");
  const auto known = state.integers.find(variable);
  if (known == state.integers.end())
    return refuse(reference->getExprLoc(),
                  "the value of '" + variable->getNameAsString() + "' is not known here");
  return known->second;
}

std::optional<Polynomial> SymbolicEvaluator::integerBinary(const clang::BinaryOperator *operation) {
  const auto notAffine = [&](const std::string &why) {
    return refuse(operation->getExprLoc(), "index '" + text(operation) + "' is not affine: " + why);
  };
  switch (operation->getOpcode()) {
  case clang::BO_Add:
  case clang::BO_Sub:
  case clang::BO_Mul:
    break;
  case clang::BO_Shl:
    break;
  default:
    return notAffine("operator '" + operation->getOpcodeStr().str() + "'");
  }
  const auto left = integer(operation->getLHS());
  const auto right = left ? integer(operation->getRHS()) : std::nullopt;
  if (!left || !right)
    return std::nullopt;
  switch (operation->getOpcode()) {
  case clang::BO_Add:
    return *left + *right;
  case clang::BO_Sub:
    if (operation->getType()->isUnsignedIntegerType())
      return notAffine("unsigned subtraction may wrap");
    return *left - *right;
  case clang::BO_Mul:
    return *left * *right;
  default: {
    const auto shift = right->constant();
    if (!shift || *shift < 0 || *shift > 30)
      return notAffine("shift by a value that is not constant");
    return *left * Polynomial(int64_t(1) << *shift);
  }
  }
}

std::optional<Pointer> SymbolicEvaluator::pointer(const clang::Expr *expression) {
  expression = expression->IgnoreParens();
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression)) {
    if (cast->getCastKind() == clang::CK_BitCast)
      return refuse(expression->getExprLoc(),
                    "pointer cast to '" + cast->getType().getAsString() + "'");
    return pointer(cast->getSubExpr());
  }
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    const auto known = state.pointers.find(variable);
    if (known != state.pointers.end())
      return known->second;
    return refuse(expression->getExprLoc(), "'" + text(expression) +
                                                "' is not a pointer to an array of float, double, "
                                                "__half or __nv_bfloat16 passed to the kernel");
  }
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    const bool pointerLeft = operation->getLHS()->getType()->isPointerType();
    const auto base = pointer(pointerLeft ? operation->getLHS() : operation->getRHS());
    const auto offset =
        base ? used(pointerLeft ? operation->getRHS() : operation->getLHS()) : std::nullopt;
    if (!base || !offset)
      return std::nullopt;
    if (operation->getOpcode() == clang::BO_Add)
      return Pointer{base->array, base->type, base->offset + *offset};
    if (operation->getOpcode() == clang::BO_Sub && pointerLeft)
      return Pointer{base->array, base->type, base->offset - *offset};
  }
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression))
    return inlined(call, &SymbolicEvaluator::pointer);
  if (const auto *address = llvm::dyn_cast<clang::UnaryOperator>(expression);
      address && address->getOpcode() == clang::UO_AddrOf) {
    const auto target = place(address->getSubExpr());
    if (!target)
      return std::nullopt;
    if (const auto *found = std::get_if<Element>(&*target))
      return Pointer{found->array, found->type, found->index};
  }
  return refuse(expression->getExprLoc(), "unsupported pointer '" + text(expression) + "'");
}

std::optional<Element> SymbolicEvaluator::element(const clang::Expr *base,
                                                  const clang::Expr *index) {
  const auto target = pointer(base);
  if (!target)
    return std::nullopt;
  if (!index)
    return Element{target->array, target->type, target->offset};
  const auto offset = used(index);
  if (!offset)
    return std::nullopt;
  return Element{target->array, target->type, target->offset + *offset};
}

std::optional<Place> SymbolicEvaluator::place(const clang::Expr *expression) {
  expression = expression->IgnoreParens();
  if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
      cast && cast->getCastKind() == clang::CK_NoOp)
    return place(cast->getSubExpr());
  if (expression->getType().isVolatileQualified())
    return refuse(expression->getExprLoc(), "access to volatile '" + text(expression) + "'");
  if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    const auto found = element(subscript->getBase(), subscript->getIdx());
    return found ? std::optional<Place>(*found) : std::nullopt;
  }
  if (const auto *dereference = llvm::dyn_cast<clang::UnaryOperator>(expression);
      dereference && dereference->getOpcode() == clang::UO_Deref) {
    const auto found = element(dereference->getSubExpr(), nullptr);
    return found ? std::optional<Place>(*found) : std::nullopt;
  }
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
        variable && (variable->isLocalVarDecl() || llvm::isa<clang::ParmVarDecl>(variable)))
      return variable;
  return refuse(expression->getExprLoc(), "unsupported access '" + text(expression) + "'");
}

} // namespace warpsmith::frontend
