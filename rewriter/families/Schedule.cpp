#include "rewriter/families/KernelFamily.h"
#include <utility>

namespace warpsmith {

std::string_view name(Split split) {
  switch (split) {
  case Split::Fp16x3:
    return "fp16x3";
  case Split::Bf16x6:
    return "bf16x6";
  case Split::ByData:
    return "by-data";
  case Split::InRegisters:
    return "in-registers";
  case Split::Int8xn:
    return "int8xn";
  }
  return {};
}

const Staging *Schedule::staging() const {
  if (const auto *menu = find<FmaMenu>())
    return &menu->single;
  if (const auto *fma = find<Fma>())
    return fma;
  return find<Wmma>();
}

Staging *Schedule::staging() {
  return const_cast<Staging *>(std::as_const(*this).staging());
}

const std::vector<FmaTile> &Schedule::menu() const {
  static const std::vector<FmaTile> None;
  const auto *menu = find<FmaMenu>();
  return menu ? menu->tiles : None;
}

const Group *Schedule::group() const {
  const auto *menu = find<FmaMenu>();
  return menu && menu->group ? &*menu->group : nullptr;
}

std::optional<Split> Schedule::split() const {
  if (const auto *parts = find<Parts>())
    return parts->split;
  const auto *wgmma = find<Wgmma>();
  return wgmma ? wgmma->split : std::nullopt;
}

int Schedule::residueWorkspace() const {
  if (const auto *parts = find<Parts>())
    return parts->workspace;
  const auto *wgmma = find<Wgmma>();
  return wgmma ? wgmma->workspace : 0;
}

std::optional<Fp64Share> Schedule::fp64Share() const {
  const auto *fma = find<Fma>();
  if (fma && fma->fp64Warps)
    return Fp64Share{fma->fp64Warps->fp64, fma->fp64Warps->of, true};
  const auto *direct = find<Direct>();
  const std::optional<Interleave> mix = fma      ? fma->interleave
                                        : direct ? direct->interleave
                                                 : std::nullopt;
  return mix ? std::optional(Fp64Share{mix->fp64, mix->period, false}) : std::nullopt;
}

bool Schedule::mixesFp64() const {
  const auto *menu = find<FmaMenu>();
  return fp64Share() || (menu && menu->columns);
}

bool Schedule::isUnplanned() const {
  const auto *direct = find<Direct>();
  return direct && !direct->interleave;
}

int Schedule::computeThreads() const {
  const auto *wmma = find<Wmma>();
  return wmma ? wmma->computeThreads() : as<Fma>().computeThreads();
}

int Schedule::threads() const {
  return computeThreads() + 32 * staging()->copyWarps;
}

std::string Schedule::addedTileText() const {
  if (const Staging *staged = staging(); staged && staged->addedTile) {
    const std::string text = str();
    return text.substr(0, text.find(','));
  }
  return otherwise ? otherwise->addedTileText() : "";
}

int Schedule::leastCapability() const {
  for (const Schedule *other = otherwise.get(); other; other = other->otherwise.get())
    if (other->architecture->computeCapability < architecture->computeCapability)
      return architecture->computeCapability;
  return 0;
}

std::string Schedule::str() const {
  const auto isForSeveral = [&] {
    for (const Schedule *other = otherwise.get(); other; other = other->otherwise.get())
      if (other->architecture != architecture)
        return true;
    return false;
  };
  std::string text;
  const Architecture *named = nullptr;
  const bool names = isForSeveral();
  for (const Schedule *part = this; part; part = part->otherwise.get()) {
    text += part == this ? "" : "|";
    if (names && part->architecture != named)
      text += std::string(part->architecture->name) + ":";
    named = part->architecture;
    const std::string own = familyOf(*part).passes(*part);
    text += own;
    if (part->mostTiles)
      text += ",menu<tiles=" + std::to_string(*part->mostTiles) + ">";
    if (part->leastProducts)
      text += std::string(own.empty() ? "" : ",") +
              "at-least<products=" + std::to_string(*part->leastProducts) + ">";
  }
  return text;
}

} // namespace warpsmith
