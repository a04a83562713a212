// auto: what was measured fastest, else the fastest pipeline that the contraction and its contract
// allow.
//
// Tuned.def has the pipelines of what was measured itself: architecture, contract, and the types
// and layouts of a product, with sizes. For all else the order is that of polybench/results/h200 at
// 2048 and 4096. On sm_90 warpgroup products are the fastest from any operands that may be rounded,
// 1.04 of cuBLAS from FP16, and from 8-bit integers. Split operands pay from about 705^3 products
// on, even where the data need three parts of BF16 each (0.6 of warps that copy at 512, 0.9 at 700,
// 1.6 from 720 on, 2.3 at 4096; 6.4 of cp.async where a step adds two products): smaller launches
// go to warps that copy. Without either, warps that copy are worth 1.09 of cp.async by all warps in
// FP32 and 1.14 in FP64. WMMA gains from a ring of stages only where operands need no conversion on
// their way (1.7), else it loses 0.95; there mma.sync has 2.1 times its speed at 4096. From FP16
// the two are as fast: mma.sync where k is long or C small, WMMA where k is short. FP64's tensor
// cores, where they are faster than the FP64 units, take doubles under any contract: 2.7 times as
// fast as warps that copy. Under fp64, products of residues pass them between 3072 and 4096. FP64
// steps beside FP32 halve the speed of FP32 operands there, columns in FP64 gain less than split
// operands do: neither is chosen. Independent products that are launched one after the other become
// one launch where that is predicted to be faster (docs/ladder.md). GPUs before sm_90 have not been
// measured: they get the H200's order without what they lack, and no warps that copy.
#include "rewriter/families/DefaultTile.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/PackedAccess.h"
#include "rewriter/families/SmallMenu.h"
#include "rewriter/ir/Reordering.h"
#include "rewriter/ir/Signature.h"
#include "rewriter/passes/PassPipeline.h"
#include "rewriter/passes/Passes.h"

namespace warpsmith {
namespace {

constexpr std::string_view Warpgroups = "tensorize<wgmma>";
// Of a convolution, where TMA can copy its pixels.
constexpr std::string_view PixelsOrWarpgroups = "tensorize<wgmma;im2col>|tensorize<wgmma>";
// Of packed layouts.
constexpr std::string_view PackedAlone = "tensorize<wgmma;packed>";
constexpr std::string_view PackedOrWarpgroups = "tensorize<wgmma;packed>|tensorize<wgmma>";
constexpr std::string_view SplitOrCopyWarps =
    "split<by-data>,tensorize<wgmma>,at-least<products=350000000>|"
    "tile,pipeline<stages=3>,warp-specialize<dma=4>";
// Stands before pipelines that split by the data, if A's rows run along k: each launch compares the
// two. Not where the source says that C has more rows than these: it pays up to about 512.
constexpr int MostFewRows = 1024;
constexpr std::string_view SplitInRegisters =
    "split<in-registers>,tensorize<wgmma>,at-least<products=350000000>|";
constexpr std::string_view SplitOrAsynchronous =
    "split<by-data>,tensorize<wgmma>,at-least<products=268435456>|tile,pipeline<stages=3>";
// Parts of any data, for sums of more than a few steps.
constexpr std::string_view ThreePartsOrCopyWarps =
    "split<bf16x6>,tensorize<wgmma>|tile,pipeline<stages=3>,warp-specialize<dma=4>";
constexpr std::string_view ThreePartsOrAsynchronous =
    "split<bf16x6>,tensorize<wgmma>|tile,pipeline<stages=3>";
constexpr std::string_view WarpTensors = "tensorize<mma>";
// Of a batch, operands that cannot be read where they lie are left to others.
constexpr std::string_view WarpTensorsOrCopyWarps =
    "tensorize<mma>|tile,pipeline<stages=3>,warp-specialize<dma=4>";
constexpr std::string_view WarpTensorsOrAsynchronous = "tensorize<mma>|tile,pipeline<stages=3>";
constexpr std::string_view ResiduesOrDoubleTensors =
    "split<int8xn>,tensorize<wgmma>,at-least<products=30000000000>|tensorize<mma>";
constexpr std::string_view BatchOfResiduesOrDoubleTensors =
    "split<int8xn>,tensorize<wgmma>,at-least<products=30000000000>|tensorize<mma>|"
    "tile,pipeline<stages=3>,warp-specialize<dma=4>";
constexpr std::string_view CopyWarps = "tile,pipeline<stages=3>,warp-specialize<dma=4>";
constexpr std::string_view Asynchronous = "tile,pipeline<stages=3>";
constexpr std::string_view OnWmma = "tile,tensorize<wmma>";
constexpr std::string_view WmmaAsynchronous = "tile,tensorize<wmma>,pipeline<stages=3>";
constexpr std::string_view Plain = "tile";

constexpr int Hopper = 90;

/// A batch of products with few rows or columns each, as which packed layouts may be read.
bool isOfNarrowProducts(const Contraction &contraction) {
  constexpr int64_t Most = 64;
  const auto isNarrow = [&](const IndexGroup &group) {
    Polynomial extent = group.extent();
    for (const auto &[name, value] : contraction.constants)
      extent = extent.substitute(name, Polynomial(value));
    return extent.constant().value_or(Most + 1) <= Most;
  };
  return contraction.isBatched() && (isNarrow(contraction.m) || isNarrow(contraction.n));
}

/// What candidates() has, without choices that sizes, alignment or data make among orders of sums.
std::vector<std::string_view> invariantCandidates(const Contraction &contraction,
                                                  const Schedule &start) {
  std::vector<std::string_view> ordered;
  const Architecture &architecture = *start.architecture;
  const bool hopper = architecture.computeCapability >= Hopper;
  if (!keepsOperands(start.numerics)) {
    ordered = {Warpgroups};
    if (sizeOf(contraction.a.type) == 2 && sizeOf(contraction.b.type) == 2)
      ordered.push_back(WmmaAsynchronous);
    ordered.insert(ordered.end(), {WarpTensors, OnWmma});
  }
  if (start.numerics == Numerics::Fp32)
    ordered.insert(ordered.end(), {ThreePartsOrCopyWarps, ThreePartsOrAsynchronous});
  if (architecture.fp64Tensor > architecture.fp64 && contraction.sum != ElementType::C64) {
    if (contraction.isBatched())
      ordered.push_back(hopper ? WarpTensorsOrCopyWarps : WarpTensorsOrAsynchronous);
    else
      ordered.push_back(WarpTensors);
  }
  if (hopper)
    ordered.push_back(CopyWarps);
  if (architecture.hasCpAsync())
    ordered.push_back(Asynchronous);
  ordered.push_back(Plain);
  return ordered;
}

/// Fastest first; the last applies to every product that a tile does.
std::vector<std::string_view> candidates(const Contraction &contraction, const Schedule &start) {
  if (start.numerics.invariant && start.numerics != Numerics::BitExact &&
      !isInteger(contraction.sum))
    return invariantCandidates(contraction, start);
  std::vector<std::string_view> ordered;
  const Architecture &architecture = *start.architecture;
  const bool rounds = !keepsOperands(start.numerics);
  const std::string_view warpTensors = !contraction.isBatched() ? WarpTensors
                                       : architecture.computeCapability >= Hopper
                                           ? WarpTensorsOrCopyWarps
                                           : WarpTensorsOrAsynchronous;
  // Complex numbers of floats have four products each, on tensor cores those of rounded parts.
  if (contraction.sum == ElementType::C64 && rounds)
    ordered.push_back(warpTensors);
  // Sums of 8-bit integers are exact there.
  if (rounds || isInteger(contraction.sum)) {
    if (!contraction.isPlain())
      ordered.push_back(PixelsOrWarpgroups);
    if (!contraction.isPlain() || isOfNarrowProducts(contraction))
      ordered.push_back(columnsAreBetween(contraction) ? PackedAlone : PackedOrWarpgroups);
    ordered.push_back(Warpgroups);
  }
  // Of the kernels on older tensor cores these alone gather operands.
  if (!contraction.isPlain() && (rounds || isInteger(contraction.sum)))
    ordered.push_back(WarpTensors);
  if (start.numerics == Numerics::Fp32) {
    ordered.push_back(SplitOrCopyWarps);
    ordered.push_back(SplitOrAsynchronous);
  }
  if (start.numerics == Numerics::Fp64)
    ordered.push_back(contraction.isBatched() ? BatchOfResiduesOrDoubleTensors
                                              : ResiduesOrDoubleTensors);
  // Those of mma.sync take sums with steps of their own.
  if (rounds && contraction.limitsSteps())
    ordered.push_back(warpTensors);
  if (rounds) {
    if (sizeOf(contraction.a.type) == 2 && sizeOf(contraction.b.type) == 2)
      ordered.push_back(WmmaAsynchronous);
    ordered.push_back(warpTensors);
    ordered.push_back(OnWmma);
  }
  // Complex numbers of floats as three parts have not been timed beside the FP32 units.
  if (architecture.fp64Tensor > architecture.fp64 && contraction.sum != ElementType::C64)
    ordered.push_back(warpTensors);
  if (architecture.computeCapability >= Hopper)
    ordered.push_back(CopyWarps);
  if (architecture.hasCpAsync())
    ordered.push_back(Asynchronous);
  ordered.push_back(Plain);
  return ordered;
}

struct TunedPipeline {
  std::string_view architecture, numerics, signature, passes;
};
constexpr TunedPipeline Tuned[] = {
#define TUNED(...) {__VA_ARGS__},
#include "rewriter/passes/Tuned.def"
#undef TUNED
};

/// Six products of parts were measured: where these are the fastest that all data allow, some data
/// allow three.
std::string withChoiceOfSplit(std::string passes) {
  constexpr std::string_view All = "split<bf16x6>", ByData = "split<by-data>";
  for (size_t at = passes.find(All); at != std::string::npos; at = passes.find(All, at))
    passes.replace(at, All.size(), ByData);
  return passes;
}

/// Empty where nothing like it was measured.
std::string tunedPipeline(const Contraction &contraction, const Schedule &start) {
  // Sums of ranges of k were not timed with these.
  if (contraction.limitsSteps())
    return {};
  const std::string own = signature(contraction);
  for (const TunedPipeline &tuned : Tuned)
    if (tuned.architecture == start.architecture->name && tuned.numerics == name(start.numerics) &&
        tuned.signature == own)
      return withChoiceOfSplit(std::string(tuned.passes));
  return {};
}

std::variant<Schedule, PassPipeline::Refused>
run(const std::string &text, const Contraction &contraction, const Schedule &start) {
  const auto plain = [&](const std::string &passes) {
    const auto pipeline = PassPipeline::parse(passes);
    return std::get<PassPipeline>(pipeline).run(contraction, start);
  };
  const auto rows = contraction.m.extent().constant();
  if (text.starts_with("split<by-data>,tensorize<wgmma>,at-least") &&
      (!rows || *rows <= MostFewRows))
    if (auto result = plain(std::string(SplitInRegisters) + text);
        std::holds_alternative<Schedule>(result))
      return result;
  return plain(text);
}

/// Whether the last of the alternatives is a split, which leaves short sums to one after it.
bool endsInSplit(const Schedule &schedule) {
  return schedule.otherwise ? endsInSplit(*schedule.otherwise) : schedule.split().has_value();
}

/// Each alternative with at most so many tiles.
Schedule withSmallMenus(const Contraction &contraction, Schedule schedule, int most) {
  if (schedule.otherwise)
    schedule.otherwise =
        std::make_shared<const Schedule>(withSmallMenus(contraction, *schedule.otherwise, most));
  return withFewerTiles(contraction, std::move(schedule), most);
}

class Auto : public Pass {
public:
  std::string_view name() const override { return "auto"; }
  std::string_view parameters() const override { return "tiles=n"; }
  std::string_view summary() const override {
    return "the fastest of the others' combinations, by what was measured on an H200 for such "
           "products and sizes, that --numerics allows; with tiles=n, launches choose among n "
           "tiles "
           "of each menu at most, for quicker builds and shorter output";
  }

  std::string explain(const Contraction &, const Schedule &schedule) const override {
    return "would be " + schedule.str();
  }

  PassResult apply(const Contraction &contraction, Schedule schedule,
                   Arguments &arguments) const override {
    const std::optional<int> tiles = arguments.take("tiles");
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    if (tiles && *tiles < 2)
      return PassRefusal{"a menu has two tiles or more"};
    if (!schedule.isUnplanned() && !schedule.is<Parts>())
      return PassRefusal{"auto is a pipeline of its own: no pass stands before it"};
    const Architecture &architecture = *schedule.architecture;
    std::string reason, untuned;
    std::optional<Schedule> found;
    for (const std::string_view text : candidates(contraction, schedule)) {
      auto result = run(std::string(text), contraction, schedule);
      if (auto *fits = std::get_if<Schedule>(&result)) {
        // Sums that have ranges of steps have not been timed where warpgroups gather.
        if (contraction.limitsSteps() && text == Warpgroups && familyOf(*fits).gathersVectors())
          continue;
        // Other units are slower than the original's.
        if (contraction.reordered == OnTensorCores && !reason.empty() &&
            text.find("tensorize") == std::string_view::npos)
          continue;
        found = std::move(*fits);
        untuned = text;
        break;
      }
      reason = std::get<PassPipeline::Refused>(std::move(result)).reason;
    }
    if (const std::string tuned = tunedPipeline(contraction, schedule); !tuned.empty()) {
      auto result = run(tuned, contraction, schedule);
      if (const auto *fits = std::get_if<Schedule>(&result);
          fits && found && endsInSplit(*fits) && !endsInSplit(*found))
        result = run(tuned + "|" + untuned.substr(untuned.rfind('|') + 1), contraction, schedule);
      if (auto *fits = std::get_if<Schedule>(&result))
        found = std::move(*fits);
    }
    if (found) {
      *found = withOneTile(contraction, std::move(*found));
      if (tiles)
        *found = withSmallMenus(contraction, std::move(*found), *tiles);
      if (Staging *staging = found->staging())
        staging->defaultTile = false; // no later pass chooses again
      return architecture.computeCapability >= Hopper ? withGroup(contraction, std::move(*found))
                                                      : std::move(*found);
    }
    return PassRefusal{reason};
  }
};

} // namespace

std::string reasonOfAuto(const Contraction &contraction, const Schedule &start) {
  if (!tunedPipeline(contraction, start).empty())
    return "times of such products on an H200";
  if (start.architecture->computeCapability == Hopper)
    return "an order of pipelines that other products had on an H200";
  return "an order of pipelines that an H200 has and this architecture was not timed for";
}

std::unique_ptr<Pass> makeAuto() {
  return std::make_unique<Auto>();
}

} // namespace warpsmith
