/// In which order a kernel reads the structures that it reaches through pointers: `a->width`,
/// `net.layer->width`. They lie on the device, so that a launch on the host cannot read them.
#pragma once

#include "rewriter/ir/Contraction.h"
#include "clang/AST/Decl.h"

namespace warpsmith::frontend {

/// Fills in Contraction::structures.
void orderStructures(const clang::FunctionDecl &kernel, Contraction &contraction);

} // namespace warpsmith::frontend
