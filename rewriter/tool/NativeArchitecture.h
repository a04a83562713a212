/// `--arch=native`, and what is taken without `--arch`: the architecture of this machine's GPU.
#pragma once

#include "rewriter/arch/Architecture.h"
#include <string>
#include <variant>

namespace warpsmith::tool {

/// The first GPU that CUDA counts, which is the one that a program uses unless it asks for another.
struct Gpu {
  std::string name;
  int computeCapability; ///< 90
};

/// Asks the driver, which is loaded for it and need not be there; makes no context. Otherwise why
/// there is no GPU. The driver is asked once.
const std::variant<Gpu, std::string> &findGpu();

/// An architecture that the user has left to the machine, and what is said of the choice.
struct NativeArchitecture {
  const Architecture *architecture; ///< null where there is none
  std::string reason;               ///< of the choice; of a null, why there is none
};
NativeArchitecture nativeArchitecture();

} // namespace warpsmith::tool
