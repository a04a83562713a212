/// Where generated text stands beside a kernel.
#pragma once

#include "rewriter/frontend/BuildConditions.h"
#include "rewriter/frontend/KernelLaunches.h"
#include "rewriter/frontend/KernelText.h"

namespace warpsmith::frontend {

/// Fills the places in; refuses kernels whose text cannot be added to.
bool placement(const clang::FunctionDecl &kernel, const UnitContext &unit, const KernelText &text,
               const KernelLaunches &launches, BuildConditions &conditions, KernelSyntax &syntax,
               RefusalSink &refuse);

} // namespace warpsmith::frontend
