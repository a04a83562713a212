#include "rewriter/frontend/clang/FragmentTypes.h"
#include "rewriter/frontend/clang/Types.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <array>

namespace warpsmith::frontend {
namespace {

bool isOfWmma(const clang::Decl &declaration) {
  const auto *space =
      llvm::dyn_cast<clang::NamespaceDecl>(declaration.getDeclContext()->getRedeclContext());
  return space && space->getQualifiedNameAsString() == "nvcuda::wmma";
}

bool isOfWmmaPrecision(const clang::Decl &declaration) {
  const auto *space =
      llvm::dyn_cast<clang::NamespaceDecl>(declaration.getDeclContext()->getRedeclContext());
  return space && space->getQualifiedNameAsString() == "nvcuda::wmma::precision";
}

} // namespace

std::optional<FragmentType> fragmentType(clang::QualType type, const clang::ASTContext &context) {
  type = type.getNonReferenceType();
  while (const auto *array = context.getAsArrayType(type))
    type = array->getElementType();
  const auto *record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record || record->getName() != "fragment" || !isOfWmma(*record))
    return std::nullopt;
  const clang::TemplateArgumentList &arguments = record->getTemplateArgs();
  if (arguments.size() != 6 || arguments[0].getKind() != clang::TemplateArgument::Type ||
      arguments[4].getKind() != clang::TemplateArgument::Type ||
      arguments[5].getKind() != clang::TemplateArgument::Type)
    return std::nullopt;
  for (const unsigned number : {1U, 2U, 3U})
    if (arguments[number].getKind() != clang::TemplateArgument::Integral)
      return std::nullopt;
  const auto nameOf = [](const clang::TemplateArgument &argument) {
    const auto *named = argument.getAsType()->getAsCXXRecordDecl();
    return named ? named->getName() : llvm::StringRef();
  };
  const auto use = llvm::StringSwitch<std::optional<FragmentType::Use>>(nameOf(arguments[0]))
                       .Case("matrix_a", FragmentType::Use::A)
                       .Case("matrix_b", FragmentType::Use::B)
                       .Case("accumulator", FragmentType::Use::Accumulator)
                       .Default(std::nullopt);
  // A number of TF32 is a float of which the tensor cores take some bits.
  const bool isTf32 = nameOf(arguments[4]) == "tf32" &&
                      isOfWmmaPrecision(*arguments[4].getAsType()->getAsCXXRecordDecl());
  const clang::QualType number = isTf32 ? context.FloatTy : arguments[4].getAsType();
  const auto element = elementType(number);
  const auto byColumns = llvm::StringSwitch<std::optional<bool>>(nameOf(arguments[5]))
                             .Case("row_major", false)
                             .Case("col_major", true)
                             .Default(std::nullopt);
  if (!use || !element || (*use != FragmentType::Use::Accumulator && !byColumns))
    return std::nullopt;
  return FragmentType{*use,
                      arguments[1].getAsIntegral().getExtValue(),
                      arguments[2].getAsIntegral().getExtValue(),
                      arguments[3].getAsIntegral().getExtValue(),
                      *element,
                      number,
                      byColumns,
                      isTf32};
}

std::string fragmentFunction(const clang::CallExpr &call) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  return callee && callee->getIdentifier() && isOfWmma(*callee) ? callee->getNameAsString() : "";
}

/// The type of the fragment whose `num_elements` an expression is.
std::optional<FragmentType> fragmentLength(const clang::Expr &expression,
                                           const clang::ASTContext &context) {
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression.IgnoreParenImpCasts());
  if (member)
    return member->getMemberDecl()->getDeclName().isIdentifier() &&
                   member->getMemberDecl()->getName() == "num_elements"
               ? fragmentType(member->getBase()->getType(), context)
               : std::nullopt;
  const auto *constant = llvm::dyn_cast<clang::DeclRefExpr>(expression.IgnoreParenImpCasts());
  const auto *record = constant ? llvm::dyn_cast<clang::CXXRecordDecl>(
                                      constant->getDecl()->getDeclContext()->getRedeclContext())
                                : nullptr;
  return record && constant->getDecl()->getName() == "num_elements"
             ? fragmentType(context.getCanonicalTagType(record), context)
             : std::nullopt;
}

/// The shapes that tensor cores have of operands of such a type; empty where it is one of them.
std::string missingFragmentShape(const FragmentType &type) {
  const std::array<int64_t, 3> shape = {type.rows, type.columns, type.steps};
  using Shapes = std::vector<std::array<int64_t, 3>>;
  const Shapes shapes = type.isTf32 ? Shapes{{16, 16, 8}}
                        : type.type == ElementType::F64
                            ? Shapes{{8, 8, 4}}
                            : Shapes{{16, 16, 16}, {32, 8, 16}, {8, 32, 16}};
  if (llvm::is_contained(shapes, shape))
    return "";
  const auto text = [](const std::array<int64_t, 3> &sides) {
    return std::to_string(sides[0]) + " x " + std::to_string(sides[1]) + " x " +
           std::to_string(sides[2]);
  };
  std::string known;
  for (const auto &one : shapes)
    known += (known.empty() ? "" : ", ") + text(one);
  return "fragments of shape " + text(shape) + ", which tensor cores do not have for " +
         (type.isTf32 ? "TF32" : "operands of this type") + ": they have " + known;
}

std::optional<bool> matrixLayout(const clang::CallExpr &call) {
  const auto *reference =
      call.getNumArgs() >= 4
          ? llvm::dyn_cast<clang::DeclRefExpr>(call.getArg(3)->IgnoreParenImpCasts())
          : nullptr;
  const auto *constant =
      reference ? llvm::dyn_cast<clang::EnumConstantDecl>(reference->getDecl()) : nullptr;
  return constant &&
                 (constant->getName() == "mem_row_major" || constant->getName() == "mem_col_major")
             ? std::optional(constant->getName() == "mem_col_major")
             : std::nullopt;
}

/// `a.x[i] = wmma::__float_to_tf32(a.x[i])`, which rounds an operand as the numerics for such
/// fragments let it be rounded anyway.
bool roundsFragment(const clang::Stmt *statement, const clang::VarDecl *number,
                    const clang::ASTContext &context) {
  using namespace clang;
  if (const auto *compound = dyn_cast<CompoundStmt>(statement))
    return !compound->body_empty() && llvm::all_of(compound->body(), [&](const Stmt *one) {
      return roundsFragment(one, number, context);
    });
  const auto *assignment = dyn_cast<clang::BinaryOperator>(statement);
  const auto *call = assignment && assignment->getOpcode() == BO_Assign
                         ? dyn_cast<CallExpr>(assignment->getRHS()->IgnoreParenImpCasts())
                         : nullptr;
  if (!call || fragmentFunction(*call) != "__float_to_tf32" || call->getNumArgs() != 1)
    return false;
  const auto *target = dyn_cast<ArraySubscriptExpr>(assignment->getLHS()->IgnoreParens());
  const auto *source = dyn_cast<ArraySubscriptExpr>(call->getArg(0)->IgnoreParenImpCasts());
  const auto isElement = [&](const ArraySubscriptExpr *element) {
    const auto *base =
        element ? dyn_cast<MemberExpr>(element->getBase()->IgnoreParenImpCasts()) : nullptr;
    const auto *index =
        element ? dyn_cast<DeclRefExpr>(element->getIdx()->IgnoreParenImpCasts()) : nullptr;
    const auto type = base ? fragmentType(base->getBase()->getType(), context) : std::nullopt;
    return type && type->isTf32 && index && index->getDecl() == number &&
           !base->getBase()->HasSideEffects(context);
  };
  const auto form = [&](const Expr *element) {
    llvm::FoldingSetNodeID known;
    element->Profile(known, context, /*Canonical=*/true);
    return known;
  };
  return isElement(target) && isElement(source) && form(target) == form(source);
}

} // namespace warpsmith::frontend
