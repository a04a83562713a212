// Matrices that are given as cuda::std::mdspan: generated code asks them for what their members
// would tell, since those are private.
#include "rewriter/frontend/symbolic/Spans.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
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

} // namespace

bool asksSpan(const clang::CallExpr &call) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call.getDirectCallee());
  return method && method->getIdentifier() && libraryClass(method->getParent()) == "mdspan";
}

std::optional<SymbolicEvaluator::Span> SymbolicEvaluator::span(const clang::CallExpr *call) const {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
  if (!method || method->isStatic() || libraryClass(method->getParent()) != "mdspan")
    return std::nullopt;
  const auto *type = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(method->getParent());
  const auto *named = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  const clang::Expr *object = named ? named->getImplicitObjectArgument() : call->getArg(0);
  const std::string name = structure(object);
  if (name.empty() || !type || type->getTemplateArgs().size() < 4)
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
  Span found{name, *element, extents->getTemplateArgs()[0].getAsType(), {}, {}};
  for (const clang::TemplateArgument &extent : extents->getTemplateArgs()[1].pack_elements()) {
    const llvm::APSInt value = extent.getAsIntegral();
    found.extents.push_back(value.isMaxValue() ? std::nullopt : std::optional(value.getExtValue()));
  }
  found.layout = libraryClass(argument(2)->getAsCXXRecordDecl());
  return found;
}

Polynomial SymbolicEvaluator::askedOf(const Span &span, const std::string &question,
                                      size_t dimension) {
  const std::string name = span.name + "." + question + "(" + std::to_string(dimension) + ")";
  if (span.index->isUnsignedIntegerType())
    state.unsignedSymbols.insert(name);
  return Polynomial::symbol(name);
}

Polynomial SymbolicEvaluator::extentOf(const Span &span, size_t dimension) {
  if (const auto known = span.extents[dimension])
    return {*known};
  return askedOf(span, "extent", dimension);
}

std::optional<Polynomial> SymbolicEvaluator::strideOf(const Span &span, size_t dimension) {
  Polynomial stride(1);
  if (span.layout == "layout_right") {
    for (size_t other = dimension + 1; other < span.extents.size(); ++other)
      stride = stride * extentOf(span, other);
    return stride;
  }
  if (span.layout == "layout_left") {
    for (size_t other = 0; other < dimension; ++other)
      stride = stride * extentOf(span, other);
    return stride;
  }
  if (span.layout != "layout_stride")
    return std::nullopt;
  const Polynomial given = askedOf(span, "stride", dimension);
  if (dimension + 1 < span.extents.size())
    return given;
  state.requireStrongest({given, stride, true}); // rows without gaps between their elements
  return stride;
}

std::optional<Polynomial> SymbolicEvaluator::spanNumber(const Span &span,
                                                        const clang::CallExpr *call) {
  const std::string name = call->getDirectCallee()->getNameAsString();
  const bool isKnown = call->getNumArgs() == 1 && (name == "extent" || name == "stride");
  const auto dimension = isKnown ? exact(call->getArg(0)) : std::nullopt;
  const auto number = dimension ? state.assumed(*dimension) : std::nullopt;
  if (!number || *number < 0 || static_cast<size_t>(*number) >= span.extents.size())
    return refuse(call->getExprLoc(), "what '" + text(call) + "' is, is not known");
  if (name == "extent")
    return extentOf(span, static_cast<size_t>(*number));
  if (const auto stride = strideOf(span, static_cast<size_t>(*number)))
    return stride;
  return refuse(call->getExprLoc(), "layout of '" + span.name + "', which is not known");
}

std::optional<Place> SymbolicEvaluator::spanElement(const Span &span, const clang::CallExpr *call) {
  const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  const bool isElement = operation && (operation->getOperator() == clang::OO_Call ||
                                       operation->getOperator() == clang::OO_Subscript);
  if (!isElement || call->getNumArgs() != 1 + span.extents.size())
    return refuse(call->getExprLoc(), "unsupported access '" + text(call) + "'");
  Polynomial offset(0);
  for (size_t dimension = 0; dimension < span.extents.size(); ++dimension) {
    const auto index = used(call->getArg(1 + static_cast<unsigned>(dimension)));
    if (!index)
      return std::nullopt;
    const auto stride = strideOf(span, dimension);
    if (!stride)
      return refuse(call->getExprLoc(), "layout of '" + span.name + "', which is not known");
    require(*index, span.index, call->getExprLoc()); // it is converted to that type
    offset += *index * *stride;
  }
  if (span.index->isUnsignedIntegerType())
    require(offset, span.index, call->getExprLoc());
  return Element{span.name + ".data_handle()", span.element, offset};
}

} // namespace warpsmith::frontend
