/// The commands that compile translated sources, with the emulator's headers precompiled.
#pragma once

#include "rewriter/ir/FloatingPointFlags.h"
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::emulator::translate {

using Arguments = std::vector<std::string>;

struct CompileOptions {
  char optimization;                  ///< '0' to '3'
  bool sanitize;                      ///< with the address sanitizer
  bool quick;                         ///< for a program that runs briefly: machine code as it comes
  FloatingPointFlags arithmetic = {}; ///< of device code, of which -fmad is followed
};

/// Compiles a translated file, which `files` names with its output and the files laid over others.
/// The emulator's headers come precompiled where that was done for these options and the user's
/// flags leave them as they are; what does not compile with them is compiled once more without, for
/// a program may use a name of a header that it does not include. `messages` is a file for what the
/// compiler says in between.
bool compileTranslated(const CompileOptions &options, const Arguments &userFlags,
                       const Arguments &files, const std::string &messages);

/// Precompiles the emulator's headers for the options, beside the emulator's library. Half of a
/// small program's compilation is the parse of these headers.
bool precompileHeaders(const CompileOptions &options);

/// What decides how a source is compiled here, a line each: a hash of the contents and the path of
/// this program, the emulator's headers, its library and the compiler's plugin; hashes of `more`,
/// files or folders; size, time and path of the compiler; its flags, which this host's CPU decides
/// with the options. Nothing after an error, which was printed.
std::string identity(const CompileOptions &options, const Arguments &more);

/// Runs a command, and says on the error output if it cannot be started. What it says itself goes
/// there, too, or into a file.
bool runCommand(const Arguments &command, std::optional<std::string> messages = std::nullopt);

} // namespace warpsmith::emulator::translate
