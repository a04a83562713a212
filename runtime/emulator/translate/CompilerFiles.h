/// What translated programs are compiled with: clang++-22, found on this machine when it is needed,
/// and the emulator's own files, found from this program.
#pragma once

#include <string>

namespace warpsmith::emulator::translate {

/// The exit status where there is no compiler: EX_UNAVAILABLE of sysexits.h.
inline constexpr int NoCompilerStatus = 69;

/// clang++-22: WARPSMITH_CLANGXX, else on the PATH, else where Debian's packages put it. Empty when
/// there is none; whyNoCompiler() says what to do.
const std::string &compilerProgram();
std::string whyNoCompiler();

/// LLVM's linker of the same version; empty for the compiler's own choice.
const std::string &linkerProgram();

/// The folder with the address sanitizer's libraries.
const std::string &sanitizerFolder();

/// The CUDA headers for the CPU.
const std::string &includeFolder();

/// The emulator's library, the compiler's plugin, and headers that were precompiled.
const std::string &libraryFolder();

} // namespace warpsmith::emulator::translate
