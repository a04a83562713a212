/// Graphs of operations in their order.
#pragma once

#include "runtime/emulator/lib/Capture.h"
#include <vector>

namespace warpsmith::emulator {

/// With `ownsMemory`, allocations are among the operations.
cudaGraph_t newGraph(std::vector<Operation> operations, bool ownsMemory);

} // namespace warpsmith::emulator
