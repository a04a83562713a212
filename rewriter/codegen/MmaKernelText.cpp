// The kernel on mma.sync: what sums start from, main loop, epilogue.
#include "rewriter/codegen/MmaText.h"

namespace warpsmith {
namespace {

/// What the sums start from. All of C is on its way before the first of it is needed.
std::string startText(const KernelPlan &plan) {
  const ExpressionRef &first = plan.computation.start;
  const std::string each = R"(
#pragma unroll
    for (int i = 0; i < WarpM / 16; ++i)
#pragma unroll
      for (int j = 0; j < WarpN / 16; ++j)
#pragma unroll
        for (int at = 0; at < 4; ++at)
#pragma unroll
          for (int part = 0; part < 2; ++part)
)";
  if (!first->contains(Expression::Kind::Output) && !first->contains(Expression::Kind::Extra))
    return each + "sum[i][j][part][at] = " + plan.print(first, {"", "", "", ""}) + ";\n";
  const bool apart = plan.contraction.c.type == ElementType::F64 &&
                     first->contains(Expression::Kind::Output) &&
                     !first->contains(Expression::Kind::Extra);
  std::string text = fill(
      R"(
    const auto start = [&](auto inside) {
      constexpr bool Inside = decltype(inside)::value;
#pragma unroll
      for (int i = 0; i < WarpM / 16; ++i)
#pragma unroll
        for (int j = 0; j < WarpN / 16; ++j)
#pragma unroll
          for (int at = 0; at < 4; ++at) {
            const int row = rowOf(i, at), first = columnOf(j, at);
#pragma unroll
            for (int part = 0; part < 2; part += Run) {
              warpsmith::Vector<$C, Run> old = {};
              if (Inside || (row < m && first + part < n$regionOfPart))
                old = warpsmith::loadVector<Run>(c + (long long)row * ldc + first + part);
#pragma unroll
              for (int r = 0; r < Run; ++r) {
                $column
                sum[i][j][part + r][at] = $value;
              }
            }
          }
    };
    if ($inside)
      start(std::true_type{});
    else
      start(std::false_type{});
)",
      {{"C", std::string(cudaName(plan.contraction.c.type))},
       {"regionOfPart", plan.regionTest("first + part")},
       {"inside", plan.contraction.region == Region::Full
                      ? "blockRow + BlockM <= m && blockColumn + BlockN <= n"
                      : "false"},
       {"column", apart ? "" : "const int column = first + part + r;"},
       {"value", apart ? "old.values[r]"
                       : "Inside || (row < m && column < n" + plan.regionTest("column") + ") ? " +
                             plan.print(first, {"", "", "", "old.values[r]"}) + " : 0.0"}});
  if (apart && first->kind != Expression::Kind::Output)
    text += each +
            "sum[i][j][part][at] = " + plan.print(first, {"", "", "", "sum[i][j][part][at]"}) +
            ";\n";
  return text;
}

/// A warp's fragments and their products: functions that load and multiply them.
std::string doublesText(const KernelPlan &plan) {
  return fill(R"(
    // Fragments of A and B for four steps of k.
    double fragmentA[WarpM / 16][2], fragmentB[WarpN / 16][2];
    const double *tileA, *tileB;
    const auto readStage = [&](int stage) {
      tileA = tilesA + stage * Tile::TileA + $warpA;
      tileB = tilesB + stage * Tile::TileB + $warpB;
    };
    const auto loadA = [&](int i, int step) {
      warpsmith::loadFragment<$alongA, Tile::RowsOfBoxA>(fragmentA[i], tileA, $firstA, step, lane);
    };
    const auto loadB = [&](int j, int step) {
      warpsmith::loadFragment<$alongB, Tile::RowsOfBoxB>(fragmentB[j], tileB, $firstB, step, lane);
    };
    const auto multiply = [&](int i, int j) {
#pragma unroll
      for (int part = 0; part < 2; ++part)
        warpsmith::multiplyDoubles(sum[i][j][part], fragmentA[i], fragmentB[j][part]);
    };
)",
              {{"alongA", boolean(runsAlongK(plan, 0))},
               {"alongB", boolean(runsAlongK(plan, 1))},
               {"warpA", runsAlongK(plan, 0) ? "warpRow * warpsmith::BoxColumns"
                                             : "warpRow / warpsmith::BoxColumns * Tile::BoxA"},
               {"warpB", runsAlongK(plan, 1) ? "warpColumn * warpsmith::BoxColumns"
                                             : "warpColumn / warpsmith::BoxColumns * Tile::BoxB"},
               {"firstA", runsAlongK(plan, 0) ? "16 * i" : "i"},
               {"firstB", runsAlongK(plan, 1) ? "16 * j" : "j"}});
}

std::string halvesText(const KernelPlan &plan) {
  return fill(
      R"(
    // Fragments of A and B for 16 steps of k, those of B of twice 8 columns.
    unsigned fragmentA[WarpM / 16][4], fragmentB[WarpN / 16][4];
    const $part *tileA, *tileB;
    const auto readStage = [&](int stage) {
      tileA = tilesA + stage * Tile::TileA;
      tileB = tilesB + stage * Tile::TileB;
    };
    const auto loadA = [&](int i, int step) {
      warpsmith::loadFragment16<true, $alongA, Tile::RowsOfBoxA>(fragmentA[i], tileA, warpRow, 16 * i,
                                                           step, lane);
    };
    const auto loadB = [&](int j, int step) {
      warpsmith::loadFragment16<false, $alongB, Tile::RowsOfBoxB>(fragmentB[j], tileB, warpColumn, 16 * j,
                                                           step, lane);
    };
    const auto multiply = [&](int i, int j) {
#pragma unroll
      for (int half = 0; half < 2; ++half)
        warpsmith::$multiply(sum[i][j][half], fragmentA[i], fragmentB[j][2 * half],
                             fragmentB[j][2 * half + 1]);
    };
)",
      {{"part", partName(plan)},
       {"alongA", boolean(runsAlongK(plan, 0))},
       {"alongB", boolean(runsAlongK(plan, 1))},
       {"multiply", plan.of<Mma>().part == ElementType::F16 ? "multiplyFp16" : "multiplyBf16"}});
}

std::string mainLoopText(const KernelPlan &plan, const MmaCopies &copies) {
  const bool doubles = multipliesDoubles(plan);
  const char *const lastA = doubles ? R"( {
        loadA(i, step);
        // Beyond the last step B is 0; adding -0 changes no sum.
        if (lane % Steps >= left - step)
          fragmentA[i][0] = fragmentA[i][1] = -0.0;
      }
)"
                                    : R"(
        loadA(i, step); // elements beyond the last step are 0
)";
  const std::string loop = R"(
$first    if (tiles > 1) {
#pragma unroll
      for (int i = 0; i < WarpM / 16; ++i)
        loadA(i, 0);
#pragma unroll
      for (int j = 0; j < WarpN / 16; ++j)
        loadB(j, 0);
    }
    for (int tile = 1; tile < tiles; ++tile) {
#pragma unroll
      for (int step = Steps; step <= BlockK; step += Steps) {
        // Each fragment makes room for that of the next steps when it has been multiplied.
#pragma unroll
        for (int i = 0; i < WarpM / 16; ++i) {
#pragma unroll
          for (int j = 0; j < WarpN / 16; ++j) {
            multiply(i, j);
            if (step == BlockK && i == 0 && j == (WarpM > 16 ? WarpN / 16 - 1 : 0)) {
                // The next steps are those of the next tile.
                $next
            }
            if (i == WarpM / 16 - 1)
              loadB(j, step % BlockK);
          }
          loadA(i, step % BlockK);
        }
      }
    }
    const int left = k - (tiles - 1) * BlockK; // steps of the last tile
    for (int step = 0; step < left; step += Steps) {
#pragma unroll
      for (int i = 0; i < WarpM / 16; ++i)$lastA#pragma unroll
      for (int j = 0; j < WarpN / 16; ++j)
        loadB(j, step);
#pragma unroll
      for (int i = 0; i < WarpM / 16; ++i)
#pragma unroll
        for (int j = 0; j < WarpN / 16; ++j)
          multiply(i, j);
    }
$last)";
  return (doubles ? doublesText(plan) : halvesText(plan)) + fill(loop, {{"lastA", lastA},
                                                                        {"first", copies.first},
                                                                        {"next", copies.next},
                                                                        {"last", copies.last}});
}

/// The functions rowOf and columnOf: of the 16 x 16 elements of sum[i][j], the lane has two side by
/// side at each of four places.
std::string placesText(const KernelPlan &plan) {
  if (!multipliesDoubles(plan))
    return R"(    // Where the lane's sums lie in C: sum[i][j] is of 16 x 16 elements, [0] and [1] of it are halves
    // of 8 columns; in them [0] and [1] are side by side, and [2] and [3] eight rows below.
    const auto rowOf = [&](int i, int at) {
      return blockRow + warpRow + 16 * i + lane / 4 + at / 2 * 8;
    };
    const auto columnOf = [&](int j, int at) {
      return blockColumn + warpColumn + 16 * j + at % 2 * 8 + lane % 4 * 2;
    };
)";
  return fill(
      R"(    // Where the lane's sums lie in C: sum[i][j] is of 16 x 16 elements, [0] and [1] of it side by
    // side, and of these [0] and [2] below each other.
    const auto rowOf = [&](int i, int at) {
      return blockRow + warpRow + 16 * i + warpsmith::placeOf<$alongA>(lane / 4, at / 2);
    };
    const auto columnOf = [&](int j, int at) {
      return blockColumn + warpColumn + 16 * j +
             warpsmith::placeOf<$alongB>(lane % 4 * 2 + at % 2, 0);
    };
)",
      {{"alongA", boolean(runsAlongK(plan, 0))}, {"alongB", boolean(runsAlongK(plan, 1))}});
}

std::string prefetchText(KernelPlan &plan) {
  if (!plan.finishReadsOld())
    return {};
  plan.need("prefetch.h");
  return fill(R"(
    // The old elements come into the L2 cache while the products are summed.
    constexpr int LinesOfRow =
        (BlockN * sizeof($C) + warpsmith::CacheLine - 1) / warpsmith::CacheLine;
#pragma unroll 1
    for (int line = thread; line < BlockM * LinesOfRow; line += Tile::ComputeThreads) {
      const int row = blockRow + line / LinesOfRow;
      const int column = blockColumn + line % LinesOfRow * (BlockN / LinesOfRow);
      if (row < m && column < n)
        warpsmith::prefetchToL2(c + (long long)row * ldc + column);
    }
)",
              {{"C", std::string(cudaName(plan.contraction.c.type))}});
}

std::string epilogueText(const KernelPlan &plan) {
  Substitutions values = {{"C", std::string(cudaName(plan.contraction.c.type))},
                          {"region", plan.regionTest("first + part")},
                          {"inside", plan.contraction.region == Region::Full
                                         ? "blockRow + BlockM <= m && blockColumn + BlockN <= n"
                                         : "false"},
                          {"sum", multipliesDoubles(plan)
                                      ? "sum[i][j][part + r][at]"
                                      : "sum[i][j][at % 2][at / 2 * 2 + part + r]"},
                          {"old", plan.finishReadsOld() ? ", old[j][part / Run].values[r]" : ""}};
  values["loads"] = plan.finishReadsOld() ? fill(R"(
          // Of a whole tile, all old elements are on their way before one is needed.
          warpsmith::Vector<$C, Run> old[WarpN / 16][2 / Run];
          if constexpr (Inside)
#pragma unroll
            for (int j = 0; j < WarpN / 16; ++j)
#pragma unroll
              for (int part = 0; part < 2; part += Run)
                old[j][part / Run] = warpsmith::loadVector<Run>(to + columnOf(j, at) + part);
)",
                                                 values)
                                          : "";
  values["load"] = plan.finishReadsOld() ? "                if constexpr (!Inside)\n"
                                           "                  old[j][part / Run] = "
                                           "warpsmith::loadVector<Run>(to + first + part);\n"
                                         : "";
  return fill(R"(
    const auto store = [&](auto inside) {
      constexpr bool Inside = decltype(inside)::value;
#pragma unroll
      for (int i = 0; i < WarpM / 16; ++i)
#pragma unroll
        for (int at = 0; at < 4; ++at) {
          const int row = rowOf(i, at);
          $C *const to = c + (long long)row * ldc;
$loads#pragma unroll
          for (int j = 0; j < WarpN / 16; ++j)
#pragma unroll
            for (int part = 0; part < 2; part += Run) {
              const int first = columnOf(j, at);
              if (Inside || (row < m && first + part < n$region)) {
$load                warpsmith::Vector<$C, Run> result;
#pragma unroll
                for (int r = 0; r < Run; ++r)
                  result.values[r] =
                      finished($sum$old, row, first + part + r);
                warpsmith::storeVector(to + first + part, result);
              }
            }
        }
    };
    if ($inside)
      store(std::true_type{});
    else
      store(std::false_type{});
)",
              values);
}

} // namespace

std::string mmaKernelText(KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const bool bulk = plan.of<Mma>().bulk;
  for (const char *header : {"tile_order.h", "vector.h"})
    plan.need(header);
  const bool doubles = multipliesDoubles(plan);
  plan.need(!doubles                                              ? "mma_16bit.h"
            : plan.schedule.architecture->computeCapability >= 90 ? "mma_f64_sm90.h"
                                                                  : "mma_f64.h");
  const MmaCopies copies = mmaCopies(plan);
  Substitutions values = plan.signature();
  values.insert({
      {"operands", bulk ? "const __grid_constant__ warpsmith::TensorMap mapA, "
                          "const __grid_constant__ warpsmith::TensorMap mapB, "
                        : fill("const $part *__restrict__ a, int lda, "
                               "const $part *__restrict__ b, int ldb, ",
                               {{"part", partName(plan)}})},
      {"sumType", std::string(cudaName(contraction.sum))},
      {"run", contraction.region == Region::Full ? "Aligned ? 2 : 1" : "1"},
      {"bands", copies.parameters},
      {"shared", copies.shared},
      {"roles", copies.roles},
      {"tilesOfBlock", mmaTilesOfBlockText(plan)},
      {"places", placesText(plan)},
      {"start", startText(plan)},
      {"mainLoop", mainLoopText(plan, copies)},
      {"epilogue", epilogueText(plan)},
      {"prefetch", prefetchText(plan)},
      {"finish", plan.finishText({"", "", "sum", "old", "column"})},
      {"oldParameter",
       plan.finishReadsOld() ? ", " + std::string(cudaName(contraction.c.type)) + " old" : ""},
  });
  return fill(R"(
/// Aligned: pairs of elements of C can be read and written at once.
template <typename Tile, bool Aligned>
__global__ void __launch_bounds__($only Tile::Threads$else, 1)
    kernel($operands int m, int n, int k$scalars, $C *__restrict__ c, int ldc$further$bands) {
$begin  constexpr int BlockM = Tile::BlockM, BlockN = Tile::BlockN, BlockK = Tile::BlockK;
  constexpr int WarpM = Tile::WarpM, WarpN = Tile::WarpN, Run = $run;
  const int thread = threadIdx.x, tiles = (k + BlockK - 1) / BlockK;
$shared
$tilesOfBlock$roles
  const auto finished = [&]($sumType sum$oldParameter, int row, int column) -> $C { return $finish; };
  const int warpRow = warp / (BlockN / WarpN) * WarpM, warpColumn = warp % (BlockN / WarpN) * WarpN;
  forEachTile([&](int blockRow, int blockColumn) {
$prefetch$places    $sumType sum[WarpM / 16][WarpN / 16][2][4];
$start$mainLoop$epilogue  });
$end}
)",
              values);
}

} // namespace warpsmith
