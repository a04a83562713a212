/// The instruction of a warp that multiplies fragments on the tensor cores, and adds in 32 bits.
#pragma once

#include "types/ElementType.h"
#include <string>

namespace warpsmith {

/// The function of device/mma_instructions.h for operands of type `part` on the tensor cores; those
/// of 8 bits are `typeA` and `typeB` in memory.
std::string warpInstruction(ElementType part, ElementType typeA, ElementType typeB);

/// A Problem's own function `multiply` that calls it.
std::string warpMember(const std::string &instruction);

} // namespace warpsmith
