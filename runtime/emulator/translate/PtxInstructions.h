/// The PTX instructions that are emulated. To add one: a line in PtxInstructions.def and the
/// function it names in include/warpsmith_emulator/ptx*.h. Those with shapes or ranks in their
/// names are recognised in PtxInstructions.cpp.
#pragma once

#include <string>

namespace warpsmith::emulator::translate {

/// The function that stands for an instruction, or empty: `bar.sync` -> `bar_sync`.
std::string instructionFunction(const std::string &instruction);

/// C++ for a special register such as laneid; null when it is unknown.
const char *specialRegister(const std::string &name);
inline const char *specialRegister(auto name) {
  return specialRegister(std::string(name));
}

} // namespace warpsmith::emulator::translate
