// The kernel of a menu of tiles on the FP32 units: copy warps, main loop, epilogue.
#include "rewriter/codegen/FmaTilesText.h"
#include "rewriter/ir/FmaTile.h"
#include <algorithm>

namespace warpsmith {
namespace {

bool isTransposed(const KernelPlan &plan, int operand) {
  return plan.layouts[operand].contiguousAlongK;
}
bool isAsynchronous(const KernelPlan &plan, int operand) {
  return !isTransposed(plan, operand) && plan.layouts[operand].transform != Transform::OnCopy;
}

bool movesRegisters(const KernelPlan &plan) {
  const std::vector<FmaTile> &menu = plan.schedule.tiles;
  return std::any_of(menu.begin(), menu.end(),
                     [](const FmaTile &tile) { return tile.computeRegisters > 0; });
}

std::string copyText(KernelPlan &plan, int operand) {
  const std::string x = letter(operand);
  const std::string outer = operand == 0 ? "BlockM" : "BlockN";
  const bool transposed = isTransposed(plan, operand), async = isAsynchronous(plan, operand);
  const bool rows = operand == 1 && plan.schedule.interleave; // of a length that is no power of two
  const char *function = transposed ? "transposeTile"
                         : !async   ? "copyTile"
                         : rows     ? "streamRowsAsync"
                                    : "streamTileAsync";
  plan.need(transposed ? "transpose_tile.h"
            : !async   ? "copy_tile.h"
            : rows     ? "stream_rows.h"
                       : "stream_tile.h");
  return std::string("warpsmith::") + function + "<" + (transposed ? outer : "BlockK") + ", " +
         (transposed ? "BlockK" : outer) + ", Tile::Pitch" + x +
         ", Tile::FillingThreads, Aligned ? 4 : 1>(tiles" + x + " + stage * Tile::Tile" + x + ", " +
         plan.tileArguments(operand, "k0") + ", copyThread" +
         (async ? "" : ", " + plan.transform(operand)) + ");\n";
}

/// Where the old C is read after the products: what brings it into the L2 cache meanwhile.
std::string prefetchOldText(KernelPlan &plan) {
  if (!plan.schedule.interleave || !plan.finishReadsOld())
    return {};
  plan.need("prefetch.h");
  return fill(
      R"(    // The others still sum up several k-tiles: time to bring the old C into the L2 cache.
    constexpr int Line = warpsmith::CacheLine / sizeof($C), Lines = (BlockN + Line - 1) / Line;
    for (int line = copyThread; line < BlockM * Lines; line += Tile::CopyThreads) {
      const int row = blockRow + line / Lines, column = blockColumn + line % Lines * Line;
      if (row < m && column < n)
        warpsmith::prefetchToL2(&c[(long long)row * ldc + column]);
    }
)",
      {{"C", std::string(cudaName(plan.contraction.c.type))}});
}

} // namespace

std::string fmaCopyWarpsText(KernelPlan &plan) {
  plan.need("copy_async.h");
  plan.need("mbarrier.h");
  plan.need(plan.schedule.architecture->hasTryWait() ? "mbarrier_wait_sm90.h" : "mbarrier_wait.h");
  // The longest latency first.
  std::string copies;
  for (const bool asynchronous : {true, false})
    for (const int operand : {0, 1})
      if (isAsynchronous(plan, operand) == asynchronous)
        copies += copyText(plan, operand);
  const bool async = isAsynchronous(plan, 0) || isAsynchronous(plan, 1);
  const bool moves = movesRegisters(plan);
  if (moves)
    plan.need("register_budget.h");
  const bool dependent = plan.schedule.architecture->hasDependentLaunch();
  if (dependent)
    plan.need("dependent_launch.h");
  return fill(
      R"(
  if (thread == 0)
    for (int stage = 0; stage < Tile::Stages; ++stage) {
      warpsmith::initialize(&full[stage], $arrivals);
      warpsmith::initialize(&empty[stage], $readers);
    }
  __syncthreads();
$wait
  if (thread >= Tile::ComputeThreads) {
    // The copy warps run ahead of the others by as many tiles as there are stages.
$shrink    const int filler = (thread - Tile::ComputeThreads) / Tile::FillingThreads;
    $copyThreadType copyThread = (thread - Tile::ComputeThreads) % Tile::FillingThreads;
    for (int tile = $from; tile < $until; tile += Tile::CopyThreads / Tile::FillingThreads) {
      const int stage = tile % Tile::Stages, k0 = tile * BlockK;
      // A new barrier counts as having completed the phase before its first.
      warpsmith::wait(&empty[stage], tile / Tile::Stages % 2 ^ 1);
      $anew$copies$arrive
    }
$drain$prefetch    return;
  }
$grow)",
      {{"readers", sumsInSlices(plan.schedule) ? "Tile::SliceThreads" : "Tile::ComputeThreads"},
       {"arrivals", async ? "2 * Tile::FillingThreads" : "Tile::FillingThreads"},
       {"wait", dependent ? "  warpsmith::waitForPreviousKernel();\n" + emptyBlockText(plan) : ""},
       {"shrink", moves ? "warpsmith::shrinkRegisters<Tile::CopyRegisters>();\n" : ""},
       {"grow", moves ? "warpsmith::growRegisters<Tile::ComputeRegisters>();\n" : ""},
       {"from", plan.schedule.interleave ? "firstTile + filler" : "filler"},
       {"until", plan.schedule.interleave ? "lastTile" : "tiles"},
       // Beside sums in FP64 the copy warps have few registers.
       {"copyThreadType", plan.schedule.interleave ? "int" : "const int"},
       {"anew", plan.schedule.interleave ? "warpsmith::computeAnew(copyThread);\n" : ""},
       {"copies", copies},
       {"arrive", std::string(async ? "warpsmith::arriveWhenCopied(&full[stage]);\n" : "") +
                      "warpsmith::arrive(&full[stage]);"},
       {"prefetch", prefetchOldText(plan)},
       {"drain", async ? "    warpsmith::waitForCopies<0>();\n" : ""}});
}

namespace {

/// Whether runs of C may be read and written at once: they must not cross the edge of a triangle.
bool takesRunsOfC(const KernelPlan &plan) {
  return plan.contraction.c.type == ElementType::F32 && plan.contraction.region == Region::Full;
}

/// Sums that start from the old C; of several slices the first has it.
std::string startOfSumsText(const KernelPlan &plan) {
  const ExpressionRef &first = plan.computation.start;
  const std::string old = "c[(long long)row * ldc + column]";
  std::string text = "\n  float sum[ThreadM][ThreadN];\n";
  const std::string everyElement = R"(
#pragma unroll
  for (int i = 0; i < ThreadM; ++i)
#pragma unroll
    for (int j = 0; j < ThreadN; ++j)
)";
  const bool sliced = sumsInSlices(plan.schedule);
  const auto ofFirstSlice = [&](const std::string &value) {
    return sliced && !first->isLiteralZero() ? "slice == 0 ? " + value + " : 0.0f" : value;
  };
  if (plan.contraction.startsFromConstant())
    return text + everyElement +
           "sum[i][j] = " + ofFirstSlice(plan.print(first, {"", "", "", ""})) + ";\n";
  // All of C is on its way before the first of it is needed, unless it must be converted.
  const bool apart = plan.contraction.c.type == ElementType::F32 &&
                     first->contains(Expression::Kind::Output) &&
                     !first->contains(Expression::Kind::Extra);
  const std::string condition = std::string(sliced ? "slice == 0 && " : "") +
                                "row < m && column < n" + plan.regionTest("column");
  const std::string elements = apart && takesRunsOfC(plan)
                                   ? R"(    for (int j = 0; j < ThreadN; j += RunC) {
      const int column = blockColumn + placeOf(j, threadColumn, Tile::ThreadColumns);
      const bool exists = $condition;
      const float *from = &$old;
      if (RunC == 1 || runsOfC) {
        const auto run = exists ? warpsmith::loadVector<RunC>(from)
                                : warpsmith::Vector<float, RunC>{};
#pragma unroll
        for (int r = 0; r < RunC; ++r)
          sum[i][j + r] = run.values[r];
      } else {
#pragma unroll
        for (int r = 0; r < RunC; ++r)
          sum[i][j + r] = exists && column + r < n ? from[r] : 0.0f;
      }
    }
)"
                                   : R"(    for (int j = 0; j < ThreadN; ++j) {
      const int column = blockColumn + placeOf(j, threadColumn, Tile::ThreadColumns);
      sum[i][j] = $condition ? $value : 0.0f;
    }
)";
  text += fill(R"(
#pragma unroll
  for (int i = 0; i < ThreadM; ++i) {
    const int row = blockRow + placeOf(i, threadRow, Tile::ThreadRows);
#pragma unroll
)" + elements + "  }\n",
               {{"old", old},
                {"value", apart ? old : plan.print(first, {"", "", "", old})},
                {"condition", condition}});
  if (apart && first->kind != Expression::Kind::Output)
    text += everyElement +
            "sum[i][j] = " + ofFirstSlice(plan.print(first, {"", "", "", "sum[i][j]"})) + ";\n";
  return text;
}

std::string mainLoop(KernelPlan &plan) {
  plan.need("stage_ring.h");
  const bool sliced = sumsInSlices(plan.schedule);
  std::string keep;
  if (movesRegisters(plan)) {
    plan.need("instruction_order.h");
    keep =
        R"(        // Here a warp yields to the others of its sub-partition, and loads stay where they are
        // written; without this ptxas puts all of a step's before its first product. To divide a
        // step of few products does not pay.
        if (ThreadM * ThreadN > 32 || group + 1 == Groups)
          warpsmith::keepOrder(k);
)";
  }
  return fill(
      R"(
  // Products are in groups of two rows. A run of A's fragment makes room for a later step's when it
  // has been multiplied; there are two of B's, whose runs are loaded before the last two of A's.
  constexpr int GroupRows = 2, Groups = ThreadM / GroupRows;
  constexpr int RunsA = ThreadM / Run, RunsB = ThreadN / Run;
  constexpr int FirstB = groupBeforeA(RunsA > 2 ? RunsA - 2 : 0, RunsA, Groups) - RunsB;
  static_assert(FirstB >= 0, "Each run of B's fragment must have a group after which it is loaded.");
  float fragmentA[Ahead][ThreadM], fragmentB[2 * Ahead][ThreadN];
  const float *tileA = tilesA + $tileA, *tileB = tilesB + $tileB;
  const int wholeTiles = k / BlockK;
  warpsmith::RingPlace<Tile::Stages> place;
$firstPlace  if ($first < wholeTiles) {
    warpsmith::wait(&full[$first], 0);
#pragma unroll
    for (int step = 0; step < Ahead; ++step) {
#pragma unroll
      for (int i = 0; i < ThreadM; i += Run)
        loadRun(&fragmentA[step][i], tileA + step * Tile::PitchA + i * Tile::ThreadRows);
#pragma unroll
      for (int j = 0; j < ThreadN; j += Run)
        loadRun(&fragmentB[step][j], tileB + step * Tile::PitchB + j * Tile::ThreadColumns);
    }
  }
  for (int tile = $first; tile < wholeTiles; $next) {
    const int stage = place.stage, parity = place.parity;
    place.advance($by);
    // What is loaded for the tile after the last one is of no use.
    const bool more = tile + $step < wholeTiles;
    const int nextStage = more ? place.stage : stage;
    const int nextParity = more ? place.parity : parity;
    const float *nextA = tilesA + nextStage * Tile::TileA + threadRow * Run;
    const float *nextB = tilesB + nextStage * Tile::TileB + threadColumn * Run;
#pragma unroll
    for (int step = 0; step < BlockK; ++step) {
      // Long before it is read: to wait where fragments are on their way is to wait for them, too.
      if (step == 2)
        warpsmith::wait(&full[nextStage], nextParity);
      const int later = (step + Ahead) % BlockK;
      const float *fromA = (step + Ahead < BlockK ? tileA : nextA) + later * Tile::PitchA;
      const float *fromB = (step + Ahead < BlockK ? tileB : nextB) + later * Tile::PitchB;
#pragma unroll
      for (int group = 0; group < Groups; ++group) {
        multiplyRows<GroupRows>(sum, group * GroupRows, fragmentA[step % Ahead],
                                fragmentB[step % (2 * Ahead)]$scalars);
$keep#pragma unroll
        for (int j = 0; j < ThreadN; j += Run)
          if (group == FirstB + j / Run)
            loadRun(&fragmentB[(step + Ahead) % (2 * Ahead)][j],
                    fromB + j * Tile::ThreadColumns);
#pragma unroll
        for (int i = 0; i < ThreadM; i += Run)
          if (group == groupBeforeA(i / Run, RunsA, Groups))
            loadRun(&fragmentA[step % Ahead][i], fromA + i * Tile::ThreadRows);
      }
    }
    tileA = nextA;
    tileB = nextB;
    warpsmith::arrive(&empty[stage]); // this thread has read the stage
  }
  if (wholeTiles < tiles$turn) {
    warpsmith::wait(&full[place.stage], place.parity);
    tileA = tilesA + place.stage * Tile::TileA + threadRow * Run;
    tileB = tilesB + place.stage * Tile::TileB + threadColumn * Run;
    for (int step = 0; step < k - wholeTiles * BlockK; ++step) {
#pragma unroll
      for (int j = 0; j < ThreadN; j += Run)
        loadRun(&fragmentB[0][j], tileB + step * Tile::PitchB + j * Tile::ThreadColumns);
#pragma unroll
      for (int i = 0; i < ThreadM; i += Run) {
        loadRun(&fragmentA[0][i], tileA + step * Tile::PitchA + i * Tile::ThreadRows);
        multiplyRows<Run>(sum, i, fragmentA[0], fragmentB[0]$scalars);
      }
    }
  }
)",
      {{"scalars", plan.scalarArguments(KernelPlan::Scope::Multiply)},
       {"keep", keep},
       {"firstPlace", sliced ? "  place.stage = slice;\n" : ""},
       {"first", sliced ? "slice" : "0"},
       {"tileA", sliced ? "slice * Tile::TileA + threadRow * Run" : "threadRow * Run"},
       {"tileB", sliced ? "slice * Tile::TileB + threadColumn * Run" : "threadColumn * Run"},
       {"next", sliced ? "tile += Tile::Slices" : "++tile"},
       {"by", sliced ? "Tile::Slices" : ""},
       {"step", sliced ? "Tile::Slices" : "1"},
       {"turn", sliced ? " && wholeTiles % Tile::Slices == slice" : ""}});
}

/// Each slice adds up the rows that it stores, in the order of the slices.
std::string joinText(KernelPlan &plan) {
  plan.need("named_barrier.h");
  return R"(
  constexpr int RowsOfSlice = ThreadM / Tile::Slices;
  if constexpr (Tile::Slices > 1) {
    const int sliceThread = thread % Tile::SliceThreads;
    const auto placeInJoined = [=](int ofSlice, int i, int j) {
      return joined + (((ofSlice * ThreadM + i) * ThreadN + j) / Run * Tile::SliceThreads +
                       sliceThread) * Run;
    };
#pragma unroll
    for (int i = 0; i < ThreadM; ++i)
#pragma unroll
      for (int j = 0; j < ThreadN; j += Run) {
        warpsmith::Vector<float, Run> part;
#pragma unroll
        for (int r = 0; r < Run; ++r)
          part.values[r] = sum[i][j + r];
        warpsmith::storeVector(placeInJoined(slice, i, j), part);
      }
    warpsmith::synchronize(1, Tile::ComputeThreads);
#pragma unroll
    for (int own = 0; own < RowsOfSlice; ++own)
#pragma unroll
      for (int j = 0; j < ThreadN; j += Run) {
        loadRun(&sum[own][j], placeInJoined(0, slice * RowsOfSlice + own, j));
#pragma unroll
        for (int other = 1; other < Tile::Slices; ++other) {
          const auto part = warpsmith::loadVector<Run>(
              placeInJoined(other, slice * RowsOfSlice + own, j));
#pragma unroll
          for (int r = 0; r < Run; ++r)
            sum[own][j + r] += part.values[r];
        }
      }
  }
)";
}

/// What stores RunC elements of C from the patch on.
std::string storeText(KernelPlan &plan) {
  if (!takesRunsOfC(plan))
    return "        c[(long long)row * ldc + column] = " +
           plan.finishText(
               {"", "", "patch[element ^ 1]", "c[(long long)row * ldc + column]", "column"}) +
           ";\n";
  const std::string sum = "swapped.values[RunC > 1 ? r ^ 1 : 0]";
  return fill(
      R"(      {
        float *to = c + (long long)row * ldc + column;
        const auto swapped = warpsmith::loadVector<RunC>(patch + (RunC > 1 ? element : element ^ 1));
        if (RunC == 1 || runsOfC) {
$old          warpsmith::Vector<float, RunC> result;
#pragma unroll
          for (int r = 0; r < RunC; ++r)
            result.values[r] = $finish;
          warpsmith::storeVector(to, result);
        } else {
#pragma unroll
          for (int r = 0; r < RunC; ++r)
            if (column + r < n)
              to[r] = $finishAlone;
        }
      }
)",
      {{"old", plan.finishReadsOld()
                   ? "          const auto old = warpsmith::loadVector<RunC>(to);\n"
                   : ""},
       {"finish", plan.finishText({"", "", sum, "old.values[r]", "column + r"})},
       {"finishAlone", plan.finishText({"", "", sum, "to[r]", "column + r"})}});
}

std::string epilogue(KernelPlan &plan) {
  const bool sliced = sumsInSlices(plan.schedule);
  return (sliced ? joinText(plan) : "") +
         fill(R"(
  // Sums leave the registers with neighbours swapped: the two operands of a product that are read
  // anew, a sum and an element of B, then lie in registers of different banks.
  float *patch = patches + $patch * Tile::Patch;
  const int warpRow = threadRow - laneRow, warpColumn = threadColumn - laneColumn;
#pragma unroll
$rows#pragma unroll
    for (int j = 0; j < ThreadN; j += Run) {
      warpsmith::Vector<float, Run> swapped;
#pragma unroll
      for (int r = 0; r < Run; ++r)
        swapped.values[r] = sum[$own][j + (r ^ 1)];
      warpsmith::storeVector(patch + (j / Run * 32 + laneRow * WarpColumns + laneColumn) * Run,
                             swapped);
    }
    __syncwarp();
#pragma unroll
    for (int part = 0; part < ThreadN; part += RunC) {
      // Lanes side by side store elements side by side.
      const int element = part * 32 + lane * RunC, ofRow = element % (WarpColumns * Run);
      const int rowOfWarp = element / (WarpColumns * Run) % WarpRows;
      const int run = element / (32 * Run);
      const int row = blockRow + placeOf(i, warpRow + rowOfWarp, Tile::ThreadRows);
      const int column = blockColumn + placeOf(run * Run, warpColumn, Tile::ThreadColumns) + ofRow;
      if (row < m && column < n$region)
$store    }
    __syncwarp();
  }
)",
              {{"region", plan.regionTest("column")},
               {"patch", sliced ? "(thread / 32)" : "warp"},
               {"rows", sliced ? R"(  for (int own = 0; own < RowsOfSlice; ++own) {
    const int i = slice * RowsOfSlice + own;
)"
                               : "  for (int i = 0; i < ThreadM; ++i) {\n"},
               {"own", sliced ? "own" : "i"},
               {"store", storeText(plan)}});
}

} // namespace

std::string fmaTilesBodyText(KernelPlan &plan, const std::string &place) {
  const bool dependent = plan.schedule.architecture->hasDependentLaunch();
  const bool sliced = sumsInSlices(plan.schedule);
  const std::string start = startOfSumsText(plan), copies = fmaCopyWarpsText(plan),
                    loop = mainLoop(plan);
  return fill(
      R"($allow  constexpr int BlockM = Tile::BlockM, BlockN = Tile::BlockN, BlockK = Tile::BlockK;
  constexpr int ThreadM = Tile::ThreadM, ThreadN = Tile::ThreadN, Ahead = Tile::Ahead;
$place$empty$batch
  extern __shared__ __align__(128) unsigned char shared[];
  float *tilesA = reinterpret_cast<float *>(shared);
  float *tilesB = tilesA + Tile::Stages * Tile::TileA;
  float *patches = tilesB + Tile::Stages * Tile::TileB;
  warpsmith::Barrier *full = reinterpret_cast<warpsmith::Barrier *>(patches + Tile::Patches);
  warpsmith::Barrier *empty = full + Tile::Stages;
$joined$copyWarps
  // Bits 0, 2 and 4 of a lane are its column in the warp, 1 and 3 its row: neighbours share what
  // they load of A, the next but one of B, and each load takes half the passes.
  constexpr int WarpsAlongN = Tile::ThreadColumns / WarpColumns;
$slice  const int warp = $ofSlice / 32, lane = thread % 32;
  const int laneRow = lane / 2 % 2 + lane / 8 % 2 * 2;
  const int laneColumn = lane % 2 + lane / 4 % 2 * 2 + lane / 16 * 4;
  const int threadRow = warp / WarpsAlongN * WarpRows + laneRow;
  const int threadColumn = warp % WarpsAlongN * WarpColumns + laneColumn;
$runsOfC$body)",
      {
          {"place", place},
          {"batch", plan.batchText()},
          // Blocks that have nothing to do wait before they end, where they must:
          // dependent_launch.h.
          {"allow", dependent ? "  warpsmith::allowNextKernel();\n" : ""},
          {"empty", dependent ? "" : emptyBlockText(plan)},
          {"joined",
           sliced ? "  float *joined = reinterpret_cast<float *>(empty + Tile::Stages);\n" : ""},
          {"slice",
           sliced ? "  const int slice = Tile::Slices > 1 ? thread / Tile::SliceThreads : 0;\n"
                  : ""},
          {"ofSlice", sliced ? "(thread % Tile::SliceThreads)" : "thread"},
          {"copyWarps", copies},
          {"runsOfC", takesRunsOfC(plan) ? R"(
  // Elements of C that a thread reads and writes at once: its rows may begin anywhere even where
  // those of A and B can be read in vectors.
  constexpr int RunC = Aligned ? Run : 1;
  const bool runsOfC = n % Run == 0 && ldc % Run == 0 &&
                       reinterpret_cast<unsigned long long>(c) % (Run * sizeof(*c)) == 0;
)"
                                         : "  constexpr int RunC = 1;\n"},
          {"body", start + loop + epilogue(plan)},
      });
}

std::string fmaTilesKernelText(KernelPlan &plan) {
  Substitutions values = plan.signature();
  values["body"] =
      fmaTilesBodyText(plan, R"(  const int thread = threadIdx.x, tiles = (k + BlockK - 1) / BlockK;
  const int blockRow = blockIdx.y * BlockM, blockColumn = blockIdx.x * BlockN;
)");
  return fill(R"(
/// Aligned: rows of A and B can be read in 16-byte vectors.
template <typename Tile, bool Aligned>
__global__ void __launch_bounds__($only Tile::Threads$else, 1)
    kernel(int m, int n, int k$scalars, const $A *__restrict__ a, int lda,
           const $B *__restrict__ b, int ldb, $C *__restrict__ c, int ldc$further) {
$begin$body$end}
)",
              values);
}

} // namespace warpsmith
