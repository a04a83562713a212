/// Numbers that the tensor cores multiply, by the names that PTX gives them. Emulation mode only.
///
/// Programs include it without the table of element types; MatrixArithmetic.cpp holds the two
/// against each other.
#pragma once

#include <cstdint>

namespace warpsmith::emulator {

enum class MatrixType : uint8_t { f16, bf16, tf32, e4m3, e5m2, s8, u8, f64 };

/// Bytes of an element.
constexpr int elementBytes(MatrixType type) {
  switch (type) {
  case MatrixType::f16:
  case MatrixType::bf16:
    return 2;
  case MatrixType::tf32:
    return 4;
  case MatrixType::e4m3:
  case MatrixType::e5m2:
  case MatrixType::s8:
  case MatrixType::u8:
    return 1;
  case MatrixType::f64:
    return 8;
  }
  return 0;
}

constexpr bool isInteger(MatrixType type) {
  return type == MatrixType::s8 || type == MatrixType::u8;
}

constexpr bool isFp8(MatrixType type) {
  return type == MatrixType::e4m3 || type == MatrixType::e5m2;
}

} // namespace warpsmith::emulator
