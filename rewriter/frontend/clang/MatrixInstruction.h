/// Products of matrices that the lanes of a warp hold together, by inline PTX.
///
/// Which lane has which element is told by the PTX ISA ("Warp Level Matrix Instructions"). With
/// g = lane / 4 and t = lane % 4, and e elements in a register of 32 bits:
///   A: register w has the row g + 8 * (w % r), r = rows / 8, and the columns e * t + h +
///      4 * e * (w / r), h < e
///   B: register w has the column g and the rows e * t + h + 4 * e * w
///   C: register c has the row g + 8 * (c / 2) and the column 2 * t + c % 2
#pragma once

#include "rewriter/frontend/clang/PtxText.h"
#include "types/ElementType.h"

namespace warpsmith::frontend {

/// `mma.sync.m16n8k16.row.col.f32.f16.f16.f32`
struct MatrixInstruction {
  int64_t rows, steps;
  ElementType operand, sum;
  int64_t inWord;                   ///< elements of A and B in a register
  int64_t wordsOfA, wordsOfB, sums; ///< registers of each
};

/// The instruction of that name; nothing for any other one.
std::optional<MatrixInstruction> matrixInstruction(llvm::StringRef name);

/// The operands of a group, which are arguments of the statement.
std::optional<std::vector<unsigned>> argumentsOf(const PtxOperand &operand);

/// `ldmatrix.sync.m8n8.x4.trans.shared.b16`
struct MatrixLoad {
  std::vector<unsigned> results; ///< arguments of the statement, one for each matrix
  bool transposes;
  bool takesGeneric; ///< the name does not say that the address is one of shared memory
};

/// What the instruction loads; nothing for any other one.
std::optional<MatrixLoad> loadOfMatrices(const PtxInstruction &instruction);

} // namespace warpsmith::frontend
