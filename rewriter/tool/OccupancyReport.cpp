#include "rewriter/tool/OccupancyReport.h"
#include "rewriter/model/KernelModel.h"
#include "clang/Basic/CharInfo.h"
#include <cmath>
#include <cstring>
#include <map>
#include <regex>
#include <sstream>

namespace warpsmith::tool {
namespace {

std::string residency(const Architecture &architecture, const BlockResources &block) {
  const Occupancy occupancy = occupancyOf(architecture, block);
  std::ostringstream out;
  std::string limits;
  for (const Occupancy::Limit limit : occupancy.limits)
    limits += (limits.empty() ? "" : " and ") + std::string(name(limit));
  if (!occupancy.blocksPerSm)
    return "no block fits the " + limits;
  out << occupancy.blocksPerSm << (occupancy.blocksPerSm == 1 ? " block" : " blocks") << " an SM, "
      << occupancy.warpsPerSm << " of " << occupancy.maxWarpsPerSm << " warps ("
      << std::lround(100 * occupancy.fraction()) << " %)";
  if (occupancy.warpsPerSm < occupancy.maxWarpsPerSm)
    out << ", limited by " << limits;
  return out.str();
}

/// Names without the inline namespaces that tell texts apart.
std::string withoutInnerSpaces(const std::string &function) {
  return std::regex_replace(function, std::regex("code_[0-9a-f]{12}::"), "");
}

/// What follows `kernel` in the name of an instance that belongs to a space, without the space's
/// Problem where the kernel is an included file's; empty for other functions.
std::string instanceIn(const std::string &space, llvm::StringRef function) {
  auto [before, kernel] = function.split(space + "::kernel");
  std::string name = kernel.str();
  if (kernel.empty()) { // warpsmith::mma::kernel<space::Problem, warpsmith::mma::MmaTile<...>>
    name = function.split("::kernel").second.str();
    const auto [list, problem] = function.split("::kernel").second.split(space + "::");
    before = list;
    const llvm::StringRef behind =
        problem.drop_while([](char c) { return clang::isAsciiIdentifierContinue(c); });
    // Another alternative's Problem stands in a space of this one.
    if (problem.empty() || behind.starts_with("::"))
      return {};
    for (size_t at; (at = name.find(space + "::Problem, ")) != std::string::npos;)
      name.erase(at, space.size() + std::strlen("::Problem, "));
  }
  // Another kernel's name may begin or end like this one's.
  const llvm::StringRef list = name;
  const bool isInstance =
      list.starts_with("<") || list.starts_with("(") || list.starts_with("ByData<");
  if (!isInstance || (!before.empty() && clang::isAsciiIdentifierContinue(before.back())))
    return {};
  return name;
}

/// The kernel's instances that ptxas has compiled, of one tile.
std::vector<PtxasUse> instancesOf(const std::vector<PtxasUse> &all, const std::string &space,
                                  const TileResources &tile) {
  std::vector<PtxasUse> result;
  for (const PtxasUse &use : all) {
    const std::string instance = instanceIn(space, withoutInnerSpaces(use.function));
    if (instance.empty())
      continue;
    const llvm::StringRef next = llvm::StringRef(instance).split(tile.templateArguments).second;
    if (tile.templateArguments.empty() || next.starts_with(",") || next.starts_with(">"))
      result.push_back(use);
  }
  return result;
}

std::string ptxasLines(const Architecture &architecture, const std::vector<PtxasUse> &instances,
                       BlockResources block) {
  if (instances.empty())
    return "    ptxas: no code for it in this file\n";
  std::ostringstream out;
  const int shared = block.sharedBytes;
  for (const PtxasUse &use : instances) {
    const llvm::StringRef name = use.function;
    block.registersPerThread = use.registers;
    block.sharedBytes = shared + use.staticShared;
    out << "    ptxas, "
        << (name.contains("::Sliced<") ? "in slices of k"
            : name.contains("true>(")  ? "aligned rows"
                                       : "any rows")
        << ": " << use.registers << " registers, ";
    if (use.spilledBytes)
      out << use.spilledBytes << " bytes spilled";
    else
      out << "nothing spilled";
    out << ": " << residency(architecture, block) << "\n";
  }
  return out.str();
}

Schedule withoutAlternatives(Schedule schedule) {
  schedule.otherwise = nullptr;
  return schedule;
}

/// Of one schedule, whose kernel stands in `space`; `uses` are null where ptxas gave none.
std::string tileLines(const Contraction &contraction, const Schedule &schedule,
                      const std::vector<PtxasUse> *uses, const std::string &space) {
  const Architecture &architecture = *schedule.architecture;
  const std::vector<TileResources> tiles = familyOf(schedule).resources(contraction, schedule);
  if (tiles.empty())
    return "  the original's threads and no shared memory of its own\n";
  std::ostringstream out;
  for (const TileResources &tile : tiles) {
    out << "  " << tile.tile << ": " << tile.block.threads << " threads, at most "
        << tile.block.registersPerThread << " registers a thread, " << tile.block.sharedBytes
        << " bytes of shared memory: " << residency(architecture, tile.block) << "\n";
    if (uses)
      out << ptxasLines(architecture, instancesOf(*uses, space, tile), tile.block);
  }
  return out.str();
}

} // namespace

std::string occupancyReport(const std::vector<verify::RewrittenKernel> &kernels,
                            const CudaSource &source, const std::string &cudaPath) {
  std::ostringstream out;
  if (kernels.empty())
    return {};
  const std::string nvcc = findNvcc(cudaPath);
  std::map<const Architecture *, std::vector<PtxasUse>> uses;
  std::string silence =
      nvcc.empty()
          ? "there is no nvcc in --cuda-path or CUDA_PATH; registers are what launch bounds allow"
          : "";
  const auto ask = [&](const Architecture &architecture) {
    if (!silence.empty() || uses.contains(&architecture))
      return;
    auto answer = askPtxas(nvcc, source, architecture);
    if (auto *why = std::get_if<std::string>(&answer))
      silence = std::move(*why);
    else
      uses[&architecture] = std::get<std::vector<PtxasUse>>(std::move(answer));
  };
  for (const verify::RewrittenKernel &kernel : kernels)
    for (size_t index = 0; index < kernel.cases.size(); ++index) {
      const auto &[contraction, schedule] = kernel.cases[index];
      std::string space =
          kernel.kernelSpace.empty() ? spaceOf(kernel.cases, index) : kernel.kernelSpace;
      for (const Schedule *one = &schedule; one; one = one->otherwise.get()) {
        const Architecture &architecture = *one->architecture;
        ask(architecture);
        out << contraction.kernel << contraction.templateArguments << " on " << architecture.name
            << ", " << (one == &schedule ? "" : "otherwise ") << withoutAlternatives(*one).str()
            << ":\n"
            << tileLines(contraction, *one, silence.empty() ? &uses.at(&architecture) : nullptr,
                         space);
        space += "::otherwise";
      }
    }
  if (!silence.empty())
    out << "ptxas was not asked: " << silence << "\n";
  return out.str();
}

} // namespace warpsmith::tool
