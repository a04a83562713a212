/// What is taken without `--arch`: what the compile command names, else the architecture of this
/// machine's GPU, which is also that of `--arch=native`.
#pragma once

#include "rewriter/arch/Architecture.h"
#include <string>
#include <variant>
#include <vector>

namespace warpsmith::tool {

/// The first GPU that CUDA counts, which is the one that a program uses unless it asks for another.
struct Gpu {
  std::string name;
  int computeCapability; ///< 90
};

/// Asks the driver, which is loaded for it and need not be there; makes no context. Otherwise why
/// there is no GPU. The driver is asked once.
const std::variant<Gpu, std::string> &findGpu();

/// Architectures that the user has left to others, and what is said of the choice.
struct ChosenArchitectures {
  std::vector<const Architecture *> architectures; ///< the newest first
  std::string reason;                              ///< of the choice; where there are none, why not
};
ChosenArchitectures nativeArchitecture();

/// Those that compile commands name (sm_80, compute_90a); one without a row of its own counts as
/// the nearest whose code it runs.
ChosenArchitectures allOf(const std::vector<std::string> &names);

} // namespace warpsmith::tool
