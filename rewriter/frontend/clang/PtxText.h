/// Inline PTX: the instructions of an `asm` statement, with what their operands stand for.
#pragma once

#include "clang/AST/Stmt.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::frontend {

struct PtxOperand {
  enum class Kind {
    Argument, ///< `%0`: an operand of the statement
    Number,   ///< `16`
    Register, ///< of the statement's own: `p`
    Group     ///< `{%0, %1}`
  } kind;
  unsigned argument = 0;
  int64_t number = 0;
  std::string name;
  std::vector<PtxOperand> group;
  bool isAddress = false; ///< `[%0 + 16]`, with the number of bytes
};

struct PtxInstruction {
  /// `cp.async.cg.shared.global`: without qualifiers that change no value (`.aligned`, `.volatile`,
  /// `::cta`, hints to caches), and those of ldmatrix in one order.
  std::string name;
  std::vector<PtxOperand> operands;
  std::string predicate; ///< `p` of `@p` and `@!p`
  bool negated = false;
  std::string text; ///< as the source has it, for messages
};

/// The instructions, without declarations of registers; nothing, and the reason, where the text is
/// not understood.
std::optional<std::vector<PtxInstruction>> ptxInstructions(const clang::GCCAsmStmt &statement,
                                                           std::string &why);

/// The expression that an operand of the statement is: results first, as `%0` counts them.
const clang::Expr *ptxArgument(const clang::GCCAsmStmt &statement, unsigned number);

} // namespace warpsmith::frontend
