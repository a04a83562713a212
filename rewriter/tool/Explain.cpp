#include "rewriter/tool/Explain.h"
#include "rewriter/ir/FmaTile.h"
#include "rewriter/ir/MmaTile.h"
#include "rewriter/ir/TileLayout.h"
#include "rewriter/ir/WgmmaTile.h"
#include "rewriter/passes/PassPipeline.h"
#include <sstream>

namespace warpsmith::tool {
namespace {

/// A spelling of the pass with typical parameters.
std::string typical(const Pass &pass) {
  const std::string name(pass.name());
  if (name == "interleave-fp64")
    return name + "<8/32>";
  if (pass.selector() == "fp64")
    return name + "<fp64=1/4>";
  if (pass.selector() == "dma")
    return name + "<dma=4>";
  return pass.selector().empty() ? name : name + "<" + std::string(pass.selector()) + ">";
}

/// The shortest pipeline in which the pass can stand.
std::string pipelineWith(const Pass &pass, const std::string &spelled) {
  if (pass.name() == "split")
    return spelled + ",tensorize<wgmma>";
  if (pass.name() == "symmetric")
    return "split<bf16x6>,tensorize<wgmma>," + spelled;
  if (pass.name() == "at-least")
    return "tile," + spelled + "<products=1000000>";
  const bool alone = pass.name() == "tile" || pass.name() == "auto" || pass.selector() == "wgmma" ||
                     pass.selector() == "mma";
  return alone ? spelled : "tile," + spelled;
}

std::string_view routeName(CopyRoute route) {
  switch (route) {
  case CopyRoute::Direct:
    return "direct, from global memory";
  case CopyRoute::Registers:
    return "through registers into shared memory";
  case CopyRoute::Asynchronous:
    return "cp.async into shared memory";
  case CopyRoute::CopyWarps:
    return "copy warps into shared memory, full and empty mbarriers per stage";
  }
  return {};
}

/// The tiles among which each launch chooses.
std::string describeTiles(const Contraction &contraction, const Schedule &schedule) {
  std::ostringstream out;
  for (const FmaTile &tile : schedule.tiles)
    out << "  tile     " << tile.block.m << " x " << tile.block.n << " x " << tile.block.k << ", "
        << tile.thread.m << " x " << tile.thread.n << " a thread, "
        << computeThreads(tile) + 32 * schedule.copyWarps << " threads (" << schedule.copyWarps
        << " copy warps), " << stages(tile, schedule) << " stages, "
        << sharedMemoryBytes(tile, contraction, schedule) << " bytes of shared memory\n";
  return out.str();
}

} // namespace

std::string explain(const Contraction &contraction, const Schedule &start) {
  std::ostringstream out;
  out << contraction.kernel << " on " << start.architecture->name << " under "
      << name(start.numerics) << ":\n";
  for (const auto &pass : allPasses()) {
    const std::string spelled = typical(*pass);
    auto pipeline = PassPipeline::parse(pipelineWith(*pass, spelled));
    auto result = std::get<PassPipeline>(pipeline).run(contraction, start);
    out << "  " << spelled << ": ";
    if (const auto *refused = std::get_if<PassPipeline::Refused>(&result))
      out << "not applicable: " << refused->reason << "\n";
    else
      out << pass->explain(contraction, std::get<Schedule>(result)) << "\n";
  }
  return out.str();
}

std::string describeSchedule(const Contraction &contraction, const Schedule &schedule) {
  std::ostringstream out;
  out << "schedule " << contraction.kernel << "\n";
  out << "  passes   " << schedule.str() << "\n";
  out << "  numerics " << name(schedule.numerics) << "\n";
  out << "  arch     " << schedule.architecture->name << "\n";
  if (schedule.wgmma) {
    out << "  copies   by TMA, from a producer warp\n";
    for (const WgmmaTile &tile : schedule.wgmma->tiles)
      out << "  tile     " << WgmmaBlockM << " x " << tile.columns << " x " << tile.steps << ", "
          << tile.stages << " stages, clusters of " << tile.cluster << ", "
          << sharedMemoryBytes(tile, *schedule.wgmma) << " bytes of shared memory\n";
    return out.str();
  }
  if (schedule.mma) {
    out << (schedule.mma->bulk ? "  copies   by TMA, from a producer warp\n"
                               : "  copies   by cp.async, from all threads\n");
    for (const MmaTile &tile : schedule.mma->tiles)
      out << "  tile     " << tile.block.m << " x " << tile.block.n << " x " << tile.block.k
          << ", warps of " << tile.warpM << " x " << tile.warpN << ", " << tile.stages
          << " stages, " << sharedMemoryBytes(tile, *schedule.mma) << " bytes of shared memory\n";
    return out.str();
  }
  out << "  copies   " << routeName(schedule.route);
  if (schedule.stages > 1 && schedule.tiles.empty())
    out << ", " << schedule.stages << " stages";
  out << "\n";
  out << describeTiles(contraction, schedule);
  if (schedule.block && schedule.tiles.empty()) {
    out << "  block    " << schedule.block->m << " x " << schedule.block->n << " x "
        << schedule.block->k << ", " << schedule.threads() << " threads";
    if (schedule.copyWarps)
      out << " (" << schedule.copyWarps << " copy warps)";
    out << "\n";
    if (schedule.wmma)
      out << "  warp     " << schedule.wmma->warpM << " x " << schedule.wmma->warpN
          << " in fragments of " << schedule.wmma->m << " x " << schedule.wmma->n << " x "
          << schedule.wmma->k << "\n";
    else
      out << "  thread   " << schedule.thread.m << " x " << schedule.thread.n << "\n";
    out << "  shared   " << sharedMemoryBytes(contraction, schedule) << " bytes\n";
    out << "  registers about " << estimatedRegisters(contraction, schedule) << " a thread\n";
  }
  if (schedule.interleave)
    out << "  fp64     " << schedule.interleave->fp64 << " of " << schedule.interleave->period
        << " steps\n";
  if (schedule.fp64Warps)
    out << "  fp64     " << schedule.fp64Warps->fp64 << " of " << schedule.fp64Warps->of
        << " warps\n";
  return out.str();
}

} // namespace warpsmith::tool
