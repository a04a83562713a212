/// Runs the two kernels of a pair in the emulator, in each case of their parameters.
#pragma once

#include "rewriter/tool/ComparedRun.h"
#include "rewriter/tool/KernelPair.h"

namespace warpsmith::tool {

/// A launch as the command line spells it, `mm<<<grid, block>>>`, is one of the kernel.
bool isLaunchOf(llvm::StringRef launch, const PairedKernel &kernel);

/// Why the kernel cannot be launched, and what to do: of one that is not read.
std::string notRunnable(const PairedKernel &kernel);

/// Of a pair whose parameters match. The runs' obstacle says why nothing was run.
ComparedRuns testPair(const KernelPair &pair, const SameRequest &request,
                      const verify::Tolerance &tolerance, Thoroughness how);

/// What tests take their parameters from: a contraction for each case of the kernels.
std::vector<const Contraction *> specifications(const KernelPair &pair);

} // namespace warpsmith::tool
