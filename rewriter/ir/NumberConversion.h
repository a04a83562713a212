/// How CUDA C++ converts numbers into each other.
#pragma once

#include "types/ElementType.h"
#include <string>

namespace warpsmith {

/// `value` must be a primary expression or a prefix.
std::string castText(ElementType type, const std::string &value);

/// Conversions of which one type is FP16 or BF16 are calls of CUDA's functions, which the types'
/// own conversions call too: programs can be compiled without those.
bool convertsByFunction(ElementType to, ElementType from);
/// By a function, or else by a cast.
std::string convertedText(ElementType to, ElementType from, const std::string &value);

/// An integer that may need 64 bits, as a number of FP16 or BF16.
std::string convertedInteger(ElementType to, const std::string &value);

/// FP16 or BF16.
constexpr bool isHalf(ElementType type) {
  return type == ElementType::F16 || type == ElementType::BF16;
}
/// The function of FP16 and BF16 that an operator of two numbers calls: `__hadd` of "+", `__hneu`
/// of
/// "!=".
std::string functionOfHalf(const std::string &op);

} // namespace warpsmith
