#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/PlanText.h"
#include "rewriter/families/TileWork.h"
#include "runtime/include/warpsmith/device/tile_time.h"
#include <algorithm>
#include <cmath>

namespace warpsmith {

TileResources tileResources(const BlockTile &block, int threads, int sharedBytes,
                            std::string templateArguments) {
  return {extentsText({block.m, block.n, block.k}),
          {threads, registersUnderLaunchBounds(threads), sharedBytes},
          std::move(templateArguments)};
}

std::string registersDoNotFit(int registers, int threads) {
  const int available = std::min(MaxRegistersPerThread, RegistersPerSm / threads);
  return registers <= available
             ? ""
             : "needs about " + std::to_string(registers) + " registers a thread, and " +
                   std::to_string(threads) + " threads leave " + std::to_string(available) +
                   " each; choose a smaller thread tile";
}

double KernelFamily::waves(const Contraction &, const Schedule &schedule, size_t tile,
                           const Problem &problem) const {
  const BlockTile of = block(schedule, tile);
  return double(wavesOf(static_cast<long long>(tilesOf(problem, of.m, of.n)),
                        schedule.architecture->product.multiprocessors));
}

std::string KernelFamily::takes(const Contraction &contraction) const {
  constexpr std::string_view Gathering = "tile, tensorize<mma> and tensorize<wgmma> have kernels";
  if (contraction.isPlain())
    return {};
  for (const auto &[group, what] : {std::pair(&contraction.m, "rows"),
                                    {&contraction.n, "columns"},
                                    {&contraction.k, "steps"},
                                    {&contraction.batch, "products"}})
    if (!group->isPlain())
      return "its " + std::string(what) + " are counted by " + std::to_string(group->size()) +
             " indices, for which only " + std::string(Gathering);
  return "an operand has padding, for which only " + std::string(Gathering);
}

std::vector<std::string> KernelFamily::cudaHeaders(const Schedule &schedule) const {
  if (schedule.numerics == Numerics::Fp16)
    return {"cuda_fp16.h"};
  if (schedule.numerics == Numerics::Bf16)
    return {"cuda_bf16.h"};
  return {};
}

std::string KernelFamily::numericsSentence(const Schedule &schedule) const {
  return name(schedule.numerics) + ": " + std::string(rowOf(schedule.numerics).sentence) +
         invariantSentence(schedule);
}

std::string invariantSentence(const Schedule &schedule) {
  if (!schedule.numerics.invariant)
    return {};
  return "\n//   An element's bits depend on its row of A, its column of B, k and what its result\n"
         "//   reads, and on nothing else.";
}

namespace {

const KernelFamily &family(const Direct &) {
  return directFamily();
}
const KernelFamily &family(const Parts &) {
  return partsFamily();
}
const KernelFamily &family(const Fma &) {
  return fmaFamily();
}
const KernelFamily &family(const FmaMenu &) {
  return fmaMenuFamily();
}
const KernelFamily &family(const Wmma &) {
  return wmmaFamily();
}
const KernelFamily &family(const Mma &) {
  return mmaFamily();
}
const KernelFamily &family(const Wgmma &) {
  return wgmmaFamily();
}
const KernelFamily &family(const Im2col &) {
  return im2colFamily();
}
const KernelFamily &family(const Packed &) {
  return packedFamily();
}
const KernelFamily &family(const PackedFma &) {
  return packedFmaFamily();
}
const KernelFamily &family(const Gathered &) {
  return gatheredFamily();
}
const KernelFamily &family(const GatheredTensor &) {
  return gatheredTensorFamily();
}
const KernelFamily &family(const Resident &) {
  return residentFamily();
}

} // namespace

const KernelFamily &familyOf(const Schedule &schedule) {
  return std::visit([](const auto &plan) -> const KernelFamily & { return family(plan); },
                    schedule.plan);
}

} // namespace warpsmith
