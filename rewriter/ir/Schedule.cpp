#include "rewriter/ir/Schedule.h"
#include <array>

namespace warpsmith {
namespace {

constexpr std::array<std::string_view, 5> NumericsNames = {"bitexact", "fp32", "tf32", "fp16",
                                                           "bf16"};

std::string list(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values)
    text += (text.empty() ? "" : ";") + std::to_string(value);
  return text;
}

} // namespace

std::string_view name(Numerics numerics) {
  return NumericsNames[static_cast<size_t>(numerics)];
}

std::optional<Numerics> findNumerics(std::string_view name) {
  for (size_t index = 0; index < NumericsNames.size(); ++index)
    if (NumericsNames[index] == name)
      return static_cast<Numerics>(index);
  return std::nullopt;
}

std::string_view name(Split split) {
  return split == Split::Fp16x3 ? "fp16x3" : split == Split::Bf16x6 ? "bf16x6" : "by-data";
}

int Schedule::computeThreads() const {
  if (wmma)
    return 32 * (block->m / wmma->warpM) * (block->n / wmma->warpN);
  return (block->m / thread.m) * (block->n / thread.n);
}

std::string Schedule::addedTileText() const {
  if (addedTile) {
    const std::string text = str();
    return text.substr(0, text.find(','));
  }
  return otherwise ? otherwise->addedTileText() : "";
}

std::string Schedule::str() const {
  std::string text;
  const auto pass = [&](const std::string &spelled) {
    text += (text.empty() ? "" : ",") + spelled;
  };
  if (!tiles.empty())
    pass("tile");
  else if (block)
    pass("tile<" +
         (wmma ? list({block->m, block->n, block->k})
               : list({block->m, block->n, block->k, thread.m, thread.n})) +
         ">");
  if (stages > 1)
    pass("pipeline<stages=" + std::to_string(stages) + ">");
  if (interleave && !interleave->columns)
    pass("interleave-fp64<" + std::to_string(interleave->fp64) + "/" +
         std::to_string(interleave->period) + (interleave->floatProducts ? ";float-products" : "") +
         ">");
  if (fp64Warps)
    pass("warp-specialize<fp64=" + std::to_string(fp64Warps->fp64) + "/" +
         std::to_string(fp64Warps->of) + ">");
  if (wmma)
    pass("tensorize<wmma;" + list({wmma->warpM, wmma->warpN}) + ">");
  if (split)
    pass("split<" + std::string(warpsmith::name(*split)) +
         (*split == Split::Fp16x3 ? ";narrow>" : ">"));
  if (wgmma)
    pass(wgmma->tiles.size() > 1 ? "tensorize<wgmma>"
                                 : "tensorize<wgmma;" + wgmma->tiles[0].size() + ">");
  if (symmetric)
    pass("symmetric");
  if (mma)
    pass(mma->tiles.size() > 1
             ? "tensorize<mma>"
             : "tensorize<mma;" + list({mma->tiles[0].block.m, mma->tiles[0].block.n}) + ">");
  if (copyWarps)
    pass("warp-specialize<dma=" + std::to_string(copyWarps) + ">");
  if (interleave && interleave->columns)
    pass("interleave-fp64<columns>");
  if (group)
    pass("group");
  if (resident)
    pass(resident->promised ? "resident<threads=" + std::to_string(resident->threads) + ">"
                            : "resident");
  if (leastProducts)
    pass("at-least<products=" + std::to_string(*leastProducts) + ">");
  if (otherwise)
    text += "|" + otherwise->str();
  return text;
}

} // namespace warpsmith
