#include "runtime/harness/core/Parallel.h"
#include <algorithm>
#include <thread>
#include <vector>

namespace warpsmith::harness {

void parallelFor(std::size_t count, std::size_t grain,
                 const std::function<void(std::size_t begin, std::size_t end)> &body) {
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t pieces = std::min(cores, count / std::max<std::size_t>(grain, 1));
  if (pieces < 2) {
    if (count)
      body(0, count);
    return;
  }
  std::vector<std::thread> threads;
  for (std::size_t piece = 1; piece < pieces; ++piece)
    threads.emplace_back(body, count * piece / pieces, count * (piece + 1) / pieces);
  body(0, count / pieces);
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace warpsmith::harness
