// The loop over k-tiles, by the route that operands take into shared memory.
#include "rewriter/codegen/KernelPlan.h"

namespace warpsmith {

std::string multiplyCall(const KernelPlan &plan, const std::function<std::string(int)> &tile,
                         const std::string &steps) {
  std::string tiles;
  for (const int operand : plan.operands())
    tiles += ", " + tile(operand);
  if (plan.schedule.wmma)
    return "multiplyTile(sum" + tiles + ", warpRow, warpColumn);";
  return "multiplyTile(" + std::string(plan.schedule.interleave ? "sum, sum64" : "sum") + tiles +
         ", threadRow, threadColumn, " + steps + plan.scalarArguments(KernelPlan::Scope::Multiply) +
         ");";
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

std::string fetchDeclaration(const KernelPlan &plan, int operand, const std::string &threads) {
  return "warpsmith::TileFetch<" + std::string(cudaName(plan.layouts[operand].source)) + ", " +
         plan.shapeArguments(operand, threads) + "> fetch" + operandName(operand) + ";\n";
}

std::string fetchLoad(const KernelPlan &plan, int operand, const std::string &k0,
                      const std::string &thread) {
  return "fetch" + operandName(operand) + ".load(" + plan.tileArguments(operand, k0) + ", " +
         thread + ");\n";
}

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

/// Where no registers are left for a tile in flight.
std::string unprefetchedLoop(KernelPlan &plan) {
  std::string copies;
  for (const int operand : plan.operands())
    copies += copyThroughRegisters(plan, operand, wholeTile(operand), "Threads", "thread");
  return fill(R"(
  for (int k0 = 0; k0 < k; k0 += BlockK) {
    $barrier // the previous tile has been read
    $copies$barrier // this tile is complete
    $multiply
  }
)",
              {{"copies", copies},
               {"barrier", plan.barrier()},
               {"multiply", multiplyCall(plan, wholeTile, "k - k0")}});
}

std::string prefetchedLoop(KernelPlan &plan) {
  plan.need("tile_fetch.h");
  std::string fetches, loads, stores, next;
  for (const int operand : plan.operands()) {
    fetches += fetchDeclaration(plan, operand, "Threads");
    loads += fetchLoad(plan, operand, "", "thread");
    stores += "fetch" + operandName(operand) + ".store(" + wholeTile(operand) + ", thread, " +
              plan.transform(operand) + ");\n";
    next += fetchLoad(plan, operand, "(k0 + BlockK)", "thread");
  }
  return fill(R"(
$fetches$loads
  for (int k0 = 0; k0 < k; k0 += BlockK) {
    $barrier // the previous tile has been read
    $stores$barrier // this tile is complete
    if (k0 + BlockK < k) {
      // The next tile is on its way while this one is multiplied.
      $next
    }
    $multiply
  }
)",
              {{"fetches", fetches},
               {"loads", loads},
               {"stores", stores},
               {"next", next},
               {"barrier", plan.barrier()},
               {"multiply", multiplyCall(plan, wholeTile, "k - k0")}});
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
              {{"multiply", multiplyCall(
                                plan,
                                [](int operand) {
                                  return wholeTile(operand) + " + stage * Tile" + letter(operand);
                                },
                                "k - tile * BlockK")}});
}

} // namespace

std::string mainLoopText(KernelPlan &plan) {
  switch (plan.schedule.route) {
  case CopyRoute::Asynchronous:
    return asynchronousLoopText(plan);
  case CopyRoute::CopyWarps:
    return computeWarpsLoop(plan);
  default:
    return prefetches(plan.contraction, plan.schedule) ? prefetchedLoop(plan)
                                                       : unprefetchedLoop(plan);
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
