/// Whether a kernel's reads stand where their values are used, which tells in what order nvcc takes
/// them.
#pragma once

#include "clang/AST/Decl.h"

namespace warpsmith::frontend {

/// All numbers are read by subscripts and pointers in the kernel itself. No array of a thread or a
/// block, no reference, structure, vector, lambda or called function with a body stands between a
/// read and its use: the compiler may move the read where there is one.
bool readsDirectly(const clang::FunctionDecl &kernel);

} // namespace warpsmith::frontend
