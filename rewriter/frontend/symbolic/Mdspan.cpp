// Matrices that are given as cuda::std::mdspan: generated code asks them for what their members
// would tell, since those are private.
#include "rewriter/frontend/clang/Mdspans.h"
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"

namespace warpsmith::frontend {

std::optional<SymbolicEvaluator::Mdspan>
SymbolicEvaluator::mdspan(const clang::CallExpr *call) const {
  const auto type = mdspanType(*call);
  const std::string name = type ? structure(mdspanObject(*call)) : std::string();
  // Of one behind a pointer, whether it is read on the device could not be told by its name.
  if (name.empty() || name.front() == '(')
    return std::nullopt;
  return Mdspan{*type, name};
}

Polynomial SymbolicEvaluator::askedOf(const Mdspan &matrix, const std::string &question,
                                      size_t dimension) {
  const std::string name = matrix.name + "." + question + "(" + std::to_string(dimension) + ")";
  if (matrix.index->isUnsignedIntegerType())
    state.unsignedSymbols.insert(name);
  return Polynomial::symbol(name);
}

Polynomial SymbolicEvaluator::extentOf(const Mdspan &matrix, size_t dimension) {
  if (const auto known = matrix.extents[dimension])
    return {*known};
  return askedOf(matrix, "extent", dimension);
}

std::optional<Polynomial> SymbolicEvaluator::strideOf(const Mdspan &matrix, size_t dimension) {
  Polynomial stride(1);
  if (matrix.layout == "layout_right") {
    for (size_t other = dimension + 1; other < matrix.extents.size(); ++other)
      stride = stride * extentOf(matrix, other);
    return stride;
  }
  if (matrix.layout == "layout_left") {
    for (size_t other = 0; other < dimension; ++other)
      stride = stride * extentOf(matrix, other);
    return stride;
  }
  if (matrix.layout != "layout_stride")
    return std::nullopt;
  const Polynomial given = askedOf(matrix, "stride", dimension);
  if (dimension + 1 < matrix.extents.size())
    return given;
  state.requireStrongest({given, stride, true}); // rows without gaps between their elements
  return stride;
}

std::optional<Polynomial> SymbolicEvaluator::mdspanNumber(const Mdspan &matrix,
                                                          const clang::CallExpr *call) {
  const std::string name = call->getDirectCallee()->getNameAsString();
  const bool isKnown = call->getNumArgs() == 1 && (name == "extent" || name == "stride");
  const auto dimension = isKnown ? exact(call->getArg(0)) : std::nullopt;
  const auto number = dimension ? state.assumed(*dimension) : std::nullopt;
  if (!number || *number < 0 || static_cast<size_t>(*number) >= matrix.extents.size())
    return refuse(call->getExprLoc(), "what '" + text(call) + "' is, is not known");
  if (name == "extent")
    return extentOf(matrix, static_cast<size_t>(*number));
  if (const auto stride = strideOf(matrix, static_cast<size_t>(*number)))
    return stride;
  return refuse(call->getExprLoc(), "layout of '" + matrix.name + "', which is not known");
}

std::optional<Place> SymbolicEvaluator::mdspanElement(const Mdspan &matrix,
                                                      const clang::CallExpr *call) {
  const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  const bool isElement = operation && (operation->getOperator() == clang::OO_Call ||
                                       operation->getOperator() == clang::OO_Subscript);
  if (!isElement || call->getNumArgs() != 1 + matrix.extents.size())
    return refuse(call->getExprLoc(), "unsupported access '" + text(call) + "'");
  Polynomial offset(0);
  for (size_t dimension = 0; dimension < matrix.extents.size(); ++dimension) {
    const auto index = used(call->getArg(1 + static_cast<unsigned>(dimension)));
    if (!index)
      return std::nullopt;
    const auto stride = strideOf(matrix, dimension);
    if (!stride)
      return refuse(call->getExprLoc(), "layout of '" + matrix.name + "', which is not known");
    require(*index, matrix.index, call->getExprLoc()); // it is converted to that type
    offset += *index * *stride;
  }
  if (matrix.index->isUnsignedIntegerType())
    require(offset, matrix.index, call->getExprLoc());
  return Element{matrix.name + ".data_handle()", matrix.element, offset};
}

} // namespace warpsmith::frontend
