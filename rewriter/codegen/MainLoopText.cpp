// The loop over k-tiles of a kernel on WMMA fragments, by the route that operands take into shared
// memory.
#include "rewriter/codegen/KernelPlan.h"

namespace warpsmith {

std::string multiplyCall(const KernelPlan &plan, const std::function<std::string(int)> &tile) {
  std::string tiles;
  for (const int operand : plan.operands())
    tiles += ", " + tile(operand);
  return "multiplyTile(sum" + tiles + ", warpRow, warpColumn);";
}

std::string asyncCopy(KernelPlan &plan, int operand, const std::string &threads,
                      const std::string &thread) {
  plan.need("copy_async.h");
  const std::string x = letter(operand), name = operandName(operand);
  const bool raw = plan.layouts[operand].transform == Transform::Restaged;
  return "warpsmith::copyTileAsync<" + plan.shapeArguments(operand, threads, raw) + ">(" +
         (raw ? "raw" + name + " + stage * Rows" + x + " * Columns" + x
              : "tiles" + name + " + stage * Tile" + x) +
         ", " + plan.tileArguments(operand, "k0") + ", " + thread + ");\n";
}

namespace {

std::string copyThroughRegisters(KernelPlan &plan, int operand, const std::string &tile,
                                 const std::string &threads, const std::string &thread) {
  plan.need("copy_tile.h");
  return "warpsmith::copyTile<" + plan.shapeArguments(operand, threads) + ">(" + tile + ", " +
         plan.tileArguments(operand, "k0") + ", " + thread + ", " + plan.transform(operand) +
         ");\n";
}

std::string wholeTile(int operand) {
  return "tiles" + operandName(operand);
}

std::string loopThroughRegisters(KernelPlan &plan) {
  std::string copies;
  for (const int operand : plan.operands())
    copies += copyThroughRegisters(plan, operand, wholeTile(operand), "Threads", "thread");
  return fill(R"(
  for (int k0 = 0; k0 < k; k0 += BlockK) {
    __syncthreads(); // the previous tile has been read
    $copies__syncthreads(); // this tile is complete
    $multiply
  }
)",
              {{"copies", copies}, {"multiply", multiplyCall(plan, wholeTile)}});
}

std::string computeWarpsLoop(KernelPlan &plan) {
  return fill(R"(
  const int tiles = (k + BlockK - 1) / BlockK;
  for (int tile = 0; tile < tiles; ++tile) {
    const int stage = tile % Stages;
    warpsmith::wait(&full[stage], tile / Stages % 2);
    $multiply
    warpsmith::arrive(&empty[stage]); // this thread has read the stage
  }
)",
              {{"multiply", multiplyCall(plan, [](int operand) {
                  return wholeTile(operand) + " + stage * Tile" + letter(operand);
                })}});
}

} // namespace

std::string mainLoopText(KernelPlan &plan) {
  switch (plan.of<Wmma>().route) {
  case CopyRoute::Asynchronous:
    return asynchronousLoopText(plan);
  case CopyRoute::CopyWarps:
    return computeWarpsLoop(plan);
  default:
    return loopThroughRegisters(plan);
  }
}

std::string copyWarpsText(KernelPlan &plan) {
  plan.need("mbarrier.h");
  plan.need(plan.schedule.architecture->hasTryWait() ? "mbarrier_wait_sm90.h" : "mbarrier_wait.h");
  std::string copies;
  for (const int operand : plan.operands()) {
    copies += plan.layouts[operand].transform == Transform::OnCopy
                  ? copyThroughRegisters(plan, operand,
                                         wholeTile(operand) + " + stage * Tile" + letter(operand),
                                         "CopyThreads", "copyThread")
                  : asyncCopy(plan, operand, "CopyThreads", "copyThread");
  }
  const bool async = plan.usesAsyncCopies();
  return fill(R"(
  if (thread == 0)
    for (int stage = 0; stage < Stages; ++stage) {
      warpsmith::initialize(&full[stage], $arrivals);
      warpsmith::initialize(&empty[stage], ComputeThreads);
    }
  __syncthreads();

  if (thread >= ComputeThreads) {
    // The copy warps run ahead of the others by as many tiles as there are stages.
    const int copyThread = thread - ComputeThreads;
    for (int tile = 0; tile * BlockK < k; ++tile) {
      const int stage = tile % Stages, k0 = tile * BlockK;
      // A new barrier counts as having completed the phase before its first.
      warpsmith::wait(&empty[stage], tile / Stages % 2 ^ 1);
      $copies$arrive
    }
$drain    return;
  }
)",
              {{"arrivals", async ? "2 * CopyThreads" : "CopyThreads"},
               {"copies", copies},
               {"arrive", std::string(async ? "warpsmith::arriveWhenCopied(&full[stage]);\n" : "") +
                              "warpsmith::arrive(&full[stage]);"},
               {"drain", async ? "    warpsmith::waitForCopies<0>();\n" : ""}});
}

} // namespace warpsmith
