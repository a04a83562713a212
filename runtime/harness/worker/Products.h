// FP64 reference products on the device.
#pragma once

#include "runtime/harness/core/Reference.h"
#include <memory>

namespace warpsmith::harness::worker {

/// The GPU's kernel in polybench-worker-gpu, plain C++ in the emulator's worker.
std::unique_ptr<ProductEngine> makeProductEngine();

} // namespace warpsmith::harness::worker
