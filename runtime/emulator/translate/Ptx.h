/// Inline PTX to C++.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace warpsmith::emulator::translate {

/// An asm statement: its text with %0, %1, ... and the C++ expressions of the operands, outputs
/// first.
struct AsmStatement {
  std::string text;
  std::vector<std::string> operands;
};

/// A C++ statement that does the same, on one line and without its semicolon, or what is not
/// supported.
std::variant<std::string, struct PtxError> translatePtx(const AsmStatement &statement);
struct PtxError {
  std::string message;
};

} // namespace warpsmith::emulator::translate
