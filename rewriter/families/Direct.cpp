// The original's threads, each with the element that it computes there; and operands that are to be
// parts, for which no kernel is chosen yet.
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/PlanText.h"

namespace warpsmith {
namespace {

/// No tile, so that the model has nothing to count.
class Untiled : public KernelFamily {
public:
  BlockTile block(const Schedule &, size_t) const override { return {0, 0, 0}; }
  std::vector<TileResources> resources(const Contraction &, const Schedule &) const override {
    return {};
  }
  Devices devices(const Schedule &schedule) const override {
    const bool narrow = schedule.numerics == Numerics::Bf16 || schedule.numerics == Numerics::Tf32;
    return {narrow ? 80 : 0};
  }
  TileWork work(const Contraction &, const Schedule &, int) const override { return {}; }
};

class DirectFamily : public Untiled {
public:
  std::string passes(const Schedule &schedule) const override {
    const Direct &direct = schedule.as<Direct>();
    return direct.interleave ? interleaveText(*direct.interleave) : "";
  }

  std::string orderOfSums(const Contraction &, const Schedule &schedule) const override {
    return schedule.as<Direct>().interleave ? passes(schedule) : OrderOfK;
  }

  std::string describe(const Contraction &, const Schedule &schedule) const override {
    const Direct &direct = schedule.as<Direct>();
    std::string text = "  copies   direct, from global memory\n";
    if (direct.interleave)
      text += "  fp64     " + std::to_string(direct.interleave->fp64) + " of " +
              std::to_string(direct.interleave->period) + " steps\n";
    return text;
  }
};

class PartsFamily : public Untiled {
public:
  std::string passes(const Schedule &schedule) const override {
    const Parts &parts = schedule.as<Parts>();
    return splitText(parts.split, parts.workspace);
  }

  std::string describe(const Contraction &, const Schedule &) const override { return {}; }

  std::string doesNotFit(const Contraction &, const Schedule &) const override {
    return "parts of operands are multiplied by tensorize<wgmma>, which comes after split";
  }
};

} // namespace

const KernelFamily &directFamily() {
  static const DirectFamily Family;
  return Family;
}

const KernelFamily &partsFamily() {
  static const PartsFamily Family;
  return Family;
}

} // namespace warpsmith
