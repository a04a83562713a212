#include "rewriter/ir/NumberConversion.h"
#include <array>
#include <string_view>
#include <utility>

namespace warpsmith {
namespace {

/// Within the names of CUDA's functions.
std::string halfName(ElementType type) {
  return type == ElementType::F16 ? "half" : "bfloat16";
}

/// As functions that convert to integers spell them; each cuts off what is behind the point, and
/// gives the nearest of its numbers where a number is outside.
std::string integerName(ElementType type) {
  switch (type) {
  case ElementType::I8:
  case ElementType::Char:
    return "char";
  case ElementType::U8:
    return "uchar";
  case ElementType::I16:
    return "short";
  case ElementType::U16:
    return "ushort";
  case ElementType::U32:
    return "uint";
  default:
    return "int";
  }
}

std::string fromHalf(ElementType to, ElementType from, const std::string &value) {
  const std::string name = "__" + halfName(from) + "2";
  if (isInteger(to)) {
    const std::string integer = name + integerName(to) + "_rz(" + value + ")";
    return to == ElementType::Char ? castText(to, integer) : integer;
  }
  const std::string single = name + "float(" + value + ")";
  if (to == ElementType::F32)
    return single;
  return isHalf(to) ? "__float2" + halfName(to) + "(" + single + ")" : castText(to, single);
}

std::string toHalf(ElementType to, ElementType from, const std::string &value) {
  if (isFp8(from))
    return convertedText(to, ElementType::F32, castText(ElementType::F32, value));
  if (from == ElementType::F32 || from == ElementType::F64)
    return "__" + std::string(cudaName(from)) + "2" + halfName(to) + "(" + value + ")";
  // Integers of 8 bits become an int first.
  const std::string name = sizeOf(from) == 1 ? "int" : integerName(from);
  return "__" + name + "2" + halfName(to) + "_rn(" + value + ")";
}

} // namespace

std::string castText(ElementType type, const std::string &value) {
  return "(" + std::string(cudaName(type)) + ")" + value;
}

bool convertsByFunction(ElementType to, ElementType from) {
  return to != from && (isHalf(to) || isHalf(from));
}

std::string convertedText(ElementType to, ElementType from, const std::string &value) {
  if (to == from)
    return value;
  return isHalf(from) ? fromHalf(to, from, value)
         : isHalf(to) ? toHalf(to, from, value)
                      : castText(to, value);
}

std::string convertedInteger(ElementType to, const std::string &value) {
  return "__ll2" + halfName(to) + "_rn(" + value + ")";
}

std::string functionOfHalf(const std::string &op) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 10> Functions = {
      {{"+", "__hadd"},
       {"-", "__hsub"},
       {"*", "__hmul"},
       {"/", "__hdiv"},
       {"<", "__hlt"},
       {"<=", "__hle"},
       {">", "__hgt"},
       {">=", "__hge"},
       {"==", "__heq"},
       {"!=", "__hneu"}}};
  for (const auto &[spelled, function] : Functions)
    if (op == spelled)
      return std::string(function);
  return {};
}

} // namespace warpsmith
