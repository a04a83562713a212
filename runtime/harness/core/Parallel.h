// Loops over large arrays on all cores.
#pragma once

#include <cstddef>
#include <functional>

namespace warpsmith::harness {

/// Calls body(begin, end) on disjoint ranges that cover [0, count), each at least `grain` long but
/// the last, on as many threads as the machine has. `body` must not throw.
void parallelFor(std::size_t count, std::size_t grain,
                 const std::function<void(std::size_t begin, std::size_t end)> &body);

} // namespace warpsmith::harness
