// interleave-fp64<d/n;float-products>: d of every n steps of k accumulate in FP64, in one
// instruction stream; interleave-fp64<columns>: columns of C, on the tensor cores.
#include "rewriter/families/FmaTile.h"
#include "rewriter/families/TileLayout.h"
#include "rewriter/passes/Passes.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace warpsmith {
namespace {

constexpr int LongestPeriod = 4096;

/// Whether a step is `sum + value`; an FMA has no product of its own.
bool addsToSum(const Expression &update) {
  using Kind = Expression::Kind;
  return update.kind == Kind::Binary && update.text == "+" &&
         (update.children[0]->kind == Kind::Sum) != (update.children[1]->kind == Kind::Sum);
}

class InterleaveFp64 : public Pass {
public:
  std::string_view name() const override { return "interleave-fp64"; }
  std::string_view parameters() const override { return "d/n;float-products|columns"; }
  std::string_view summary() const override {
    return "d of every n steps of k accumulate in FP64 with FP64 operands (DFMA), spread evenly "
           "and joined once at the end; with float-products, products are formed in FP32; with "
           "columns, on sm_90a, FP64's tensor cores (DMMA) sum a part of each tile's columns "
           "beside FFMA; needs --numerics=fp32";
  }

  std::string explain(const Contraction &, const Schedule &schedule) const override {
    if (schedule.is<FmaMenu>())
      return "FFMA and DMMA side by side in one instruction stream, columns of C each";
    return explainFp64Share(schedule);
  }

  PassResult apply(const Contraction &contraction, Schedule schedule,
                   Arguments &arguments) const override {
    if (arguments.takeWord("columns"))
      return columnsApart(contraction, std::move(schedule), arguments);
    const bool floatProducts = arguments.takeWord("float-products");
    const auto ratio = arguments.takeRatio("");
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    if (!ratio)
      return PassRefusal{"interleave-fp64 takes d/n: d FP64 steps of every n"};
    if (const std::string reason = cannotMixFp64(contraction, schedule); !reason.empty())
      return PassRefusal{reason};
    if (const std::string reason = notContiguous(contraction); !reason.empty())
      return PassRefusal{reason};
    if (floatProducts && !addsToSum(*contraction.update))
      return PassRefusal{"float-products: a step does not add a product of its own to the sum"};
    const bool ownThreads = contraction.row.axis && contraction.column.axis &&
                            !contraction.isBatched() && contraction.region == Region::Full &&
                            !contraction.diagonal;
    const bool tiled = schedule.staging() != nullptr;
    if (!tiled && (!ownThreads || contraction.n.extent().constant() == 1))
      return PassRefusal{"without tile it keeps the original's threads, and these are not one per "
                         "element in two dimensions"};
    if (!tiled) {
      if (const std::string reason = familyOf(schedule).doesNotFit(contraction, schedule);
          !reason.empty())
        return PassRefusal{reason};
      schedule.plan = Direct{Interleave{ratio->first, ratio->second, floatProducts}};
      return schedule;
    }
    // An even spread repeats after n / gcd(d, n) steps.
    const int common = std::gcd(ratio->first, ratio->second);
    const Interleave mix = {ratio->first / common, ratio->second / common, floatProducts};
    singleTile(schedule).interleave = mix;
    schedule = withDefaultTile(contraction, schedule);
    Fma &fma = singleTile(schedule);
    // A tile holds whole periods, and rows along k are fetched in whole vectors.
    const int period = mix.period;
    if (period > LongestPeriod)
      return PassRefusal{"a period of " + std::to_string(period) + " steps does not fit a tile"};
    const int multiple = std::lcm(
        period, std::max(vectorWidth(contraction.a.type), vectorWidth(contraction.b.type)));
    // NOLINTBEGIN(clang-analyzer-core.DivideZero): a ratio is of positive numbers
    if (fma.block.k % period != 0)
      fma.block.k = (fma.block.k + multiple - 1) / multiple * multiple;
    // NOLINTEND(clang-analyzer-core.DivideZero)
    // A later pass must not choose others.
    fma.defaultTile = false;
    return schedule;
  }

private:
  /// FFMA sums the first columns of a tile and DMMA the others. DFMA would gain nothing: FFMA fills
  /// the issue slots.
  static PassResult columnsApart(const Contraction &contraction, Schedule schedule,
                                 Arguments &arguments) {
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    const Architecture &architecture = *schedule.architecture;
    if (!architecture.movesRegisters() || architecture.fp64Tensor == 0)
      return PassRefusal{"columns in FP64 need FP64's tensor cores and registers that move between "
                         "warps, as sm_90a has them; the architecture is " +
                         std::string(architecture.name)};
    if (const std::string reason = cannotMixFp64(contraction, schedule); !reason.empty())
      return PassRefusal{reason};
    if (const std::string reason = notContiguous(contraction); !reason.empty())
      return PassRefusal{reason};
    constexpr int Warpgroup = 4; // of which registers move
    const Staging *staging = schedule.staging();
    if (!staging || staging->route != CopyRoute::CopyWarps || staging->stages < 2 ||
        staging->copyWarps != Warpgroup || !staging->defaultTile)
      return PassRefusal{
          "columns in FP64 come after "
          "'tile,pipeline<stages=n>,warp-specialize<dma=4>', with a tile of their own"};
    if (productForms(*contraction.update).size() != 1)
      return PassRefusal{"a step is '" + describe(*contraction.update) +
                         "', no product of both operands"};
    Schedule columns = schedule;
    columns.plan = FmaMenu{singleTile(schedule), {}, true, false, false, std::nullopt};
    if (!takesFmaTiles(contraction, columns))
      return PassRefusal{"columns in FP64 are of products of floats, summed in float"};
    columns = withMenu(contraction, std::move(schedule), /*columns=*/true);
    if (!columns.is<FmaMenu>())
      return PassRefusal{"a ring of " + std::to_string(columns.staging()->stages) +
                         " stages does not fit shared memory"};
    columns.staging()->defaultTile = false;
    return columns;
  }
};

} // namespace

std::string cannotMixFp64(const Contraction &contraction, const Schedule &schedule) {
  if (schedule.numerics == Numerics::BitExact)
    return "accumulating in FP64 changes the sum's rounding; allow it with --numerics=fp32";
  if (contraction.sum == ElementType::F64)
    return "the sum is FP64 already";
  if (roundsOperands(*contraction.update))
    return "the original rounds FP64 operands to float, and FP64 steps would not";
  if (contraction.operandCount() > 2)
    return "each step sums two products";
  if (isInteger(contraction.sum))
    return "the sum is an integer";
  if (schedule.mixesFp64())
    return "the schedule mixes FP64 already";
  if (const std::string reason = familyOf(schedule).takesNoTile(); !reason.empty())
    return reason;
  if (schedule.is<Wmma>())
    return "the products are on the tensor cores, which have no FP64 steps to share";
  return {};
}

std::string explainFp64Share(const Schedule &schedule) {
  const Architecture &architecture = *schedule.architecture;
  const Fp64Share mix = schedule.fp64Share().value();
  const MixPrediction prediction = mix.ofWarps ? predictFp64Warps(architecture, mix.fp64, mix.of)
                                               : predictFp64Steps(architecture, mix.fp64, mix.of);
  const std::string share = std::to_string(mix.fp64) + " of " + std::to_string(mix.of) +
                            (mix.ofWarps ? " warps in FP64" : " steps in FP64");
  const int percent = static_cast<int>(std::lround(prediction.speedup * 100));
  const std::string pace = std::to_string(percent) + " % of FP32's speed";
  const std::string limit = "limited by " + std::string(name(prediction.limiter));
  // By the pipes alone; less than this is within what a model knows.
  constexpr int Gain = 102;
  if (percent > Gain)
    return share + ": up to " + pace + " on " + std::string(architecture.name) + ", then " + limit;
  return "no gain on " + std::string(architecture.name) + ": " + share + " gives " + pace +
         " at best, " + limit;
}

std::unique_ptr<Pass> makeInterleaveFp64() {
  return std::make_unique<InterleaveFp64>();
}

} // namespace warpsmith
