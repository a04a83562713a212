/// The instruction of a kernel on warpgroup products.
#pragma once

#include "types/ElementType.h"
#include <string>

namespace warpsmith {

/// Operands of `wgmma.mma_async`: PTX ISA, "wgmma.mma_async".
struct WgmmaInstruction {
  std::string name = "multiply"; ///< of the function that is the instruction
  int columns;                   ///< of C; it has 64 rows
  ElementType part;
  ElementType typeA, typeB;            ///< of elements of 8 bits, each operand's own
  bool fragments = false;              ///< A comes from registers
  bool alongKA = true, alongKB = true; ///< how tiles of 16-bit elements lie
};

/// The function that is the instruction.
std::string multiplyText(const WgmmaInstruction &instruction);
/// That of a structure in warpsmith/device/wgmma_instructions.h as a Problem's own, of tiles of all
/// widths.
std::string multiplyMember(const WgmmaInstruction &instruction);

/// The structure in warpsmith/device/wgmma_instructions.h whose `multiply` it is: `WgmmaF16AcrossB`
/// for B whose elements along n are neighbours.
std::string instructionName(const WgmmaInstruction &instruction);
/// That header, but for its format.
std::string instructionsHeaderText();

} // namespace warpsmith
