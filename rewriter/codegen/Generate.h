/// Schedule -> CUDA C++: the one place that prints CUDA.
#pragma once

#include "rewriter/ir/Schedule.h"
#include <string>
#include <vector>

namespace warpsmith {

/// The text that replaces nothing and is added after a kernel: a namespace with constants, device
/// functions, the kernel and `launch`, which takes what `<<<>>>` took.
struct GeneratedKernel {
  std::string space;                 ///< the namespace's name
  std::string declaration;           ///< of `launch`, for launches before the definition
  std::string definition;            ///< the namespace, with its comment
  std::vector<std::string> includes; ///< of CUDA: `<mma.h>`
  /// Device headers it stands on (`warpsmith/device/vector.h`), each after those it needs.
  std::vector<std::string> deviceHeaders;
};

/// Prints a schedule that the passes have accepted.
GeneratedKernel generate(const Contraction &contraction, const Schedule &schedule);

} // namespace warpsmith
