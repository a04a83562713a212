/// Inline PTX while it is lowered.
#pragma once

#include "rewriter/frontend/clang/PtxText.h"
#include "rewriter/frontend/lower/Lowerer.h"

namespace warpsmith::frontend {

/// Registers that a statement declares for itself.
struct Lowerer::PtxRegisters {
  std::map<std::string, TermRef> numbers;
  /// `setp.ne.b32 p, %0, 0`: that the number is not zero.
  std::map<std::string, TermRef> tests;
};

} // namespace warpsmith::frontend
