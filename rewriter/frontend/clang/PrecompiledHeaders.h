/// The headers that every parse begins with, precompiled: most of a small file's parse.
///
/// They are taken for a parse that would have read just the same, and left alone otherwise: the
/// command line is the same but for folders that have none of these headers and macros whose names
/// occur in none; the binary holds the same embedded headers; the system's that were
/// read have not changed since, and none has come that would be read in place of one.
/// Where there are none, or they were not written to their end, or WARPSMITH_NO_PRECOMPILED_HEADERS
/// is set, a parse reads the headers themselves.
#pragma once

#include "rewriter/frontend/clang/CudaEnvironment.h"
#include "clang/Frontend/CompilerInvocation.h"

namespace warpsmith::frontend {

/// Precompiles the headers of an environment, with no flags of a user's, for the programs of this
/// installation. False after an error, which was printed.
bool precompileHeaders(const CudaEnvironment &environment);

/// Has a parse take precompiled headers, if there are some for it.
void usePrecompiledHeaders(clang::CompilerInvocation &invocation, llvm::vfs::FileSystem &files);

} // namespace warpsmith::frontend
