// Matrices that are given as cuda::std::mdspan: their extents, strides and first elements have the
// names that generated code asks for.
#include "rewriter/frontend/clang/Mdspans.h"
#include "rewriter/frontend/lower/Lowerer.h"

namespace warpsmith::frontend {

using Kind = Term::Kind;
using Class = ValueType::Class;

TermRef Lowerer::askedOf(const Span &span, const char *question, size_t dimension) {
  const std::string name = span.name + "." + question + "(" + std::to_string(dimension) + ")";
  if (!span.index.isSigned)
    program.unsignedSizes.push_back(name);
  return make({.kind = Kind::Size, .type = span.index, .location = span.where, .text = name});
}

TermRef Lowerer::extentOf(const Span &span, size_t dimension) {
  const auto known = span.type.extents[dimension];
  return known ? make({.kind = Kind::Integer,
                       .type = span.index,
                       .location = span.where,
                       .number = *known})
               : askedOf(span, "extent", dimension);
}

/// How far the next element along the dimension is.
TermRef Lowerer::strideOf(const Span &span, size_t dimension, Statements &out) {
  const auto number = [&](int64_t value) {
    return make(
        {.kind = Kind::Integer, .type = span.index, .location = span.where, .number = value});
  };
  const size_t dimensions = span.type.extents.size();
  if (span.type.layout == "layout_stride") {
    const TermRef given = askedOf(span, "stride", dimension);
    if (dimension + 1 < dimensions)
      return given;
    // Rows without gaps between their elements.
    out.push_back({Statement::Kind::Demand, span.where, -1,
                   make({Kind::Binary,
                         {.form = Class::Truth, .bits = 1, .isSigned = false},
                         span.where,
                         "==",
                         0,
                         0,
                         {given, number(1)}})});
    return number(1);
  }
  const bool isRight = span.type.layout == "layout_right";
  if (!isRight && span.type.layout != "layout_left")
    return nullptr;
  TermRef stride = nullptr;
  for (size_t other = isRight ? dimension + 1 : 0; other < (isRight ? dimensions : dimension);
       ++other) {
    const TermRef extent = extentOf(span, other);
    stride =
        stride ? make({Kind::Binary, span.index, span.where, "*", 0, 0, {stride, extent}}) : extent;
  }
  return stride ? stride : number(1);
}

/// `a(i, j)` and `a[i, j]`.
TermRef Lowerer::elementOfSpan(const Span &span, const clang::CallExpr *call) {
  const auto element = typeOf(call->getType().getNonReferenceType(), call);
  TermRef offset = nullptr;
  for (size_t dimension = 0; element && dimension < span.type.extents.size(); ++dimension) {
    const TermRef index = term(call->getArg(static_cast<unsigned>(dimension) + 1));
    const TermRef stride = index ? strideOf(span, dimension, *before) : nullptr;
    if (!stride)
      return index ? unknown(call, "layout of '" + span.name + "', which is not known") : nullptr;
    const TermRef moved = make(
        {Kind::Binary, span.index, span.where, "*", 0, 0, {converted(index, span.index), stride}});
    offset =
        offset ? make({Kind::Binary, span.index, span.where, "+", 0, 0, {offset, moved}}) : moved;
  }
  return element && offset
             ? make({Kind::Element, *element, span.where, "", 0, 0, {firstOf(span), offset}})
             : nullptr;
}

TermRef Lowerer::firstOf(const Span &span) {
  ValueType pointer{
      .form = Class::Pointer, .bits = 64, .isSigned = false, .element = span.type.element};
  return make({.kind = Kind::Array,
               .type = pointer,
               .location = span.where,
               .text = span.name + ".data_handle()"});
}

/// What a matrix is asked for; null for any other call.
TermRef Lowerer::ofSpan(const clang::CallExpr *call) {
  const auto type = mdspanType(*call);
  const std::string name = type ? nameOfParameter(mdspanObject(*call)) : std::string();
  const auto index = name.empty() ? std::nullopt : typeOf(type->index, call);
  if (!index)
    return nullptr;
  const Span span{name, *type, *index, call->getExprLoc()};
  settle(call);
  if (const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) {
    const bool isElement = operation->getOperator() == clang::OO_Call ||
                           operation->getOperator() == clang::OO_Subscript;
    return isElement && call->getNumArgs() == 1 + type->extents.size()
               ? elementOfSpan(span, call)
               : unknown(call, "an access to '" + name + "' that is not understood");
  }
  const std::string question = call->getDirectCallee()->getNameAsString();
  if (question == "data_handle" && call->getNumArgs() == 0)
    return firstOf(span);
  clang::Expr::EvalResult dimension;
  const bool isKnown = call->getNumArgs() == 1 && (question == "extent" || question == "stride") &&
                       call->getArg(0)->EvaluateAsInt(dimension, context);
  const int64_t number = isKnown ? dimension.Val.getInt().getExtValue() : -1;
  if (number < 0 || static_cast<size_t>(number) >= type->extents.size())
    return unknown(call, "what '" + question + "' of '" + name + "' is, is not known");
  const TermRef answer = question == "extent"
                             ? extentOf(span, static_cast<size_t>(number))
                             : strideOf(span, static_cast<size_t>(number), *before);
  return answer ? answer : unknown(call, "layout of '" + name + "', which is not known");
}

} // namespace warpsmith::frontend
