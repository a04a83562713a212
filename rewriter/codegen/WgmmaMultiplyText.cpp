// The tiles of a WGMMA kernel and the products of one k-tile.
//
// TMA brings a tile of an operand that is contiguous along k as one box of rows of BlockK steps,
// the parts of the operand behind each other. Else it brings boxes of BlockK rows, 64 elements of m
// or n long, and within each the parts. Of floats, which TF32 numbers are made of, these are 32
// elements long and go through registers.
#include "rewriter/codegen/WgmmaText.h"
#include "rewriter/ir/WgmmaTile.h"
#include <set>

namespace warpsmith {
namespace {

/// PTX's name of an operand's type.
const char *ptxType(const KernelPlan &plan, int operand) {
  const ElementType part = plan.schedule.wgmma->part;
  if (isInteger(part))
    return plan.contraction.operand(operand).type == ElementType::U8 ? "u8" : "s8";
  return part == ElementType::F16 ? "f16" : part == ElementType::BF16 ? "bf16" : "tf32";
}

/// Steps of k of one instruction.
int instructionSteps(const KernelPlan &plan) {
  return WgmmaStepBytes / sizeOf(plan.schedule.wgmma->part);
}

/// What follows the predicate: scales of the operands, and whether they are transposed.
std::string immediates(const KernelPlan &plan) {
  const ElementType part = plan.schedule.wgmma->part;
  if (isInteger(part))
    return {};
  std::string text = ", 1, 1";
  if (!onlyAlongK(*plan.schedule.wgmma))
    for (const int operand : {0, 1})
      text += tileRunsAlongK(plan, operand) ? ", 0" : ", 1";
  return text;
}

/// Items after each other, in lines of string literals.
std::string quotedLines(const std::string &open, const std::vector<std::string> &items,
                        const std::string &close) {
  constexpr size_t Width = 84;
  std::string text, line = open;
  for (size_t index = 0; index < items.size(); ++index) {
    const std::string item = items[index] + (index + 1 < items.size() ? ", " : close);
    if (line.size() + item.size() > Width) {
      text += "\"" + line + "\"\n";
      line.clear();
    }
    line += item;
  }
  return text + "\"" + line + "\"\n";
}

/// One instruction's function; PTX ISA "wgmma.mma_async".
std::string multiplyText(const KernelPlan &plan, int columns) {
  const int sums = columns / 2;
  const bool integers = isInteger(plan.schedule.wgmma->part);
  std::vector<std::string> registers, outputs;
  for (int index = 0; index < sums; ++index) {
    registers.push_back("%" + std::to_string(index));
    outputs.push_back((integers ? "\"+r\"(sum[" : "\"+f\"(sum[") + std::to_string(index) + "])");
  }
  std::string outputList;
  const std::string steps = std::to_string(instructionSteps(plan));
  const WgmmaForm form = wgmmaForm(plan);
  const int ofA = form.registers ? 4 : 1; // inputs
  std::string first;
  for (int index = 0; index < ofA; ++index)
    first += (index ? ", %" : "%") + std::to_string(sums + index);
  if (form.registers)
    first = "{" + first + "}";
  for (const std::string &output : outputs)
    outputList += (outputList.empty() ? "" : ", ") + output;
  return fill(R"(
/// sum += A * B for 64 x $columns elements of C and $steps steps of k, $given;
/// without `add`, sum = A * B.
__device__ __forceinline__ void multiply($Sum (&sum)[$sums], $parameterA,
                                         unsigned long long b, int add) {
  asm volatile("{\n"
               ".reg .pred add;\n"
               "setp.ne.b32 add, %$add, 0;\n"
               "wgmma.mma_async.sync.aligned.$shape.$types "
$registers               "$a, %$b, add$immediates;\n"
               "}"
               : $outputs
               : $inputA, "l"(b), "r"(add));
}
)",
              {{"columns", std::to_string(columns)},
               {"steps", steps},
               {"shape", "m64n" + std::to_string(columns) + "k" + steps},
               {"Sum", sumType(plan)},
               {"immediates", immediates(plan)},
               {"sums", std::to_string(sums)},
               {"types", std::string(integers ? "s32." : "f32.") + ptxType(plan, 0) + "." +
                             ptxType(plan, 1)},
               {"registers", quotedLines("{", registers, "}, ")},
               {"outputs", outputList},
               {"given", form.registers ? "of A's fragment and B's tile by its descriptor"
                                        : "of tiles given by descriptors"},
               {"parameterA", form.registers ? "const unsigned *a" : "unsigned long long a"},
               {"inputA",
                form.registers ? "\"r\"(a[0]), \"r\"(a[1]), \"r\"(a[2]), \"r\"(a[3])" : "\"l\"(a)"},
               {"a", first},
               {"b", std::to_string(sums + ofA)},
               {"add", std::to_string(sums + ofA + 1)}});
}

/// The descriptor of an operand's part at `step`.
std::string descriptorText(const KernelPlan &plan, int operand) {
  const std::string x = letter(operand);
  if (tileRunsAlongK(plan, operand))
    return fill("warpsmith::tileDescriptor(tile$X + part * Tile::Tile$X / Parts + step, 16, "
                "8 * RowBytes, RowBytes == 128 ? warpsmith::Swizzle::Bytes128 "
                ": warpsmith::Swizzle::Bytes64)",
                {{"X", x}});
  return fill("warpsmith::tileDescriptor(tile$X + (part * Tile::BlockK + step) * 64, "
              "Tile::Box$X * sizeof(Part), 8 * 64 * sizeof(Part), warpsmith::Swizzle::Bytes128)",
              {{"X", x}});
}

/// Without its times where there is no other one.
std::string alias(const WgmmaTile &tile, bool chosen) {
  Substitutions values = {
      {"name", std::string(tile.name)},          {"warpgroups", std::to_string(tile.warpgroups)},
      {"columns", std::to_string(tile.columns)}, {"steps", std::to_string(tile.steps)},
      {"stages", std::to_string(tile.stages)},   {"cluster", std::to_string(tile.cluster)},
      {"time", std::to_string(tile.time)},       {"epilogue", std::to_string(tile.epilogue)}};
  values["times"] = !chosen         ? std::string()
                    : tile.epilogue ? fill(", $time, $epilogue", values)
                                    : fill(", $time", values);
  return fill("using $name = Tile<$columns, $steps, $stages, $cluster, $warpgroups$times>;\n",
              values);
}

} // namespace

bool tileRunsAlongK(const KernelPlan &plan, int operand) {
  if (const WgmmaForm form = wgmmaForm(plan); form.registers && operand == form.left)
    return false;
  return runsAlongK(plan, operand) || onlyAlongK(*plan.schedule.wgmma);
}

bool mayLieAsIs(const KernelPlan &plan, int operand) {
  const ElementType part = plan.schedule.wgmma->part;
  const ElementType type = plan.contraction.operand(operand).type;
  const bool same = type == part || (isInteger(part) && isInteger(type));
  return same && tileRunsAlongK(plan, operand) == runsAlongK(plan, operand);
}

bool prefetchesOperands(const KernelPlan &plan) {
  return plan.schedule.wgmma->parts == 1 && mayLieAsIs(plan, 0) && mayLieAsIs(plan, 1);
}

WgmmaForm wgmmaForm(const KernelPlan &plan) {
  const bool isTf32 = plan.schedule.wgmma->part == ElementType::F32;
  if (!isTf32 || (runsAlongK(plan, 0) && runsAlongK(plan, 1)))
    return {};
  return runsAlongK(plan, 0) ? WgmmaForm{1, 0, true} : WgmmaForm{0, 1, true};
}

bool mayStorePairs(const KernelPlan &plan) {
  return plan.contraction.region == Region::Full;
}

const char *sumType(const KernelPlan &plan) {
  return isInteger(plan.schedule.wgmma->part) ? "unsigned" : "float";
}

std::string wgmmaTilesText(KernelPlan &plan) {
  plan.need("mbarrier.h");
  const Wgmma &wgmma = *plan.schedule.wgmma;
  const bool split = wgmma.parts > 1, chosen = wgmma.tiles.size() > 1;
  const bool sliced = mayBeSliced(plan);
  std::string tiles;
  for (const WgmmaTile &tile : wgmma.tiles)
    tiles += alias(tile, chosen);
  const WgmmaForm form = wgmmaForm(plan);
  const std::string boxColumns = std::to_string(128 / sizeOf(wgmma.part)), left = letter(form.left);
  const auto boxes = [&](int operand) -> std::string {
    if (!tileRunsAlongK(plan, operand))
      return (operand == 0 ? "BlockM / " : "BlockN / ") + boxColumns;
    return operand == form.left ? "1" : "Cluster";
  };
  const std::string half = tileRunsAlongK(plan, form.left) ? "64 * BlockK"
                           : form.registers                ? "2 * Box" + left
                                                           : "Box" + left;
  std::string text = fill(
      R"(
// What the tensor cores multiply$parts.
using Part = $part;
constexpr int Parts = $count;

// A warpgroup brings tiles into shared memory, others multiply them: 64 $rows of a tile each.
// Swizzles repeat every 1024 bytes.
constexpr int SharedAlignment = 1024;

/// A tile of C of BlockM x BlockN elements, summed from k-tiles of BlockK steps in a ring of Stages.
/// Cluster blocks, of tiles $beside each other, share what they read of $right.
template <int $Extent, int Steps, int RingStages, int ClusterBlocks, int MultiplyingWarpgroups$timeParameters>
struct Tile {
  static constexpr int Warpgroups = MultiplyingWarpgroups, Threads = (Warpgroups + 1) * 128;
  static constexpr int BlockM = $blockM, BlockN = $blockN, BlockK = Steps;
  static constexpr int Stages = RingStages, Cluster = ClusterBlocks;
  $times  // Elements of C of a cluster, and sums of a thread.
  static constexpr int ClusterM = $clusterM, ClusterN = $clusterN;
  static constexpr int Sums = $Extent / 2;
$inSlices  // Registers of threads that copy and that multiply; 0 where all have enough of them.
  static constexpr int CopyRegisters = Warpgroups > 1 ? $few : 0;
  static constexpr int MultiplyRegisters = Warpgroups > 1 ? $many : 0;
  // Elements of the tiles.
  static constexpr int TileA = Parts * BlockM * BlockK, TileB = Parts * BlockN * BlockK;
  static_assert(Parts == 1 || Cluster == 1, "Boxes of all parts are not shared.");
  // Boxes in which TMA copies them$boxesText.
  static constexpr int BoxesA = $boxesA, BoxesB = $boxesB;
  static constexpr int BoxA = TileA / BoxesA, BoxB = TileB / BoxesB;
  static constexpr int Half$left = $half; // from one warpgroup's rows to the other's
  static constexpr int StageBytes = (TileA + TileB) * sizeof(Part);
  static constexpr int SharedBytes =
      SharedAlignment + Stages * (StageBytes + 2 * (int)sizeof(warpsmith::Barrier));
};
$slicedTile$timesMean$tiles)",
      {{"part", std::string(cudaName(wgmma.part))},
       {"count", std::to_string(wgmma.parts)},
       {"parts", split ? ": an operand is the sum of its parts" : ""},
       {"boxesText", tileRunsAlongK(plan, 0) && tileRunsAlongK(plan, 1)
                         ? ""
                         : ": " + boxColumns + " columns where rows run across k"},
       {"boxesA", boxes(0)},
       {"boxesB", boxes(1)},
       {"half", half},
       {"beside", form.swapped() ? "beside" : "below"},
       {"Extent", form.swapped() ? "Rows" : "Columns"},
       {"left", left},
       {"right", letter(form.right)},
       {"blockM", form.swapped() ? "Rows" : "64 * Warpgroups"},
       {"blockN", form.swapped() ? "64 * Warpgroups" : "Columns"},
       {"rows", form.swapped() ? "columns" : "rows"},
       // Together the 504 registers that the threads of three warps can have; copies to all blocks
       // of a cluster need more of them, two sets of sums leave fewer.
       {"few", split ? "24" : "40"},
       {"many", split ? "240" : "232"},
       {"clusterM", form.swapped() ? "BlockM" : "Cluster * BlockM"},
       {"clusterN", form.swapped() ? "Cluster * BlockN" : "BlockN"},
       {"timeParameters", !chosen ? ""
                          : split ? ", int RelativeTime"
                                  : ", int NanosecondsOfStep, int NanosecondsOfC"},
       {"times", !chosen ? ""
                 : split ? "  static constexpr int Time = RelativeTime;\n"
                         : "  // Of a k-tile, and of the tile's part of C.\n"
                           "  static constexpr int StepTime = NanosecondsOfStep, EpilogueTime = "
                           "NanosecondsOfC;\n"},
       {"inSlices", sliced ? "  static constexpr bool InSlices = false;\n" : ""},
       {"slicedTile", sliced ? R"(
/// The same tile, summed by the blocks of a cluster, each over a slice of k.
template <typename Tile>
struct Sliced : Tile {
  static constexpr bool InSlices = true;
};
)"
                             : ""},
       {"timesMean", chosen ? "// Times are compared with each other; measured on an H200.\n" : ""},
       {"tiles", tiles}});
  if (split)
    text += fill(R"(
// The tensor cores truncate when they add: after as many steps their sums go into FP32 ones.
constexpr int PromotedSteps = $steps;
)",
                 {{"steps", std::to_string(PromotedSteps)}});
  return text;
}

std::string wgmmaMultiplyText(KernelPlan &plan) {
  plan.need("wgmma.h");
  const Wgmma &wgmma = *plan.schedule.wgmma;
  std::string functions, products;
  std::set<int> widths; // tiles of several heights share a function
  for (const WgmmaTile &tile : wgmma.tiles)
    if (widths.insert(tile.columns).second)
      functions += multiplyText(plan, tile.columns);
  for (const auto &[a, b] : partProducts(wgmma.parts))
    products +=
        fill("multiply(sum, a($a), b($b), $add);\n", {{"a", std::to_string(a)},
                                                      {"b", std::to_string(b)},
                                                      {"add", products.empty() ? "add" : "1"}});
  if (const WgmmaForm form = wgmmaForm(plan); form.registers) {
    plan.need("wgmma_fragment.h");
    return functions + fill(R"(
/// Starts the products of a k-tile for the 64 rows of which a thread has the fragments; without
/// `add`, sums begin anew.
template <typename Tile>
__device__ __forceinline__ void multiplyTile($Sum (&sum)[Tile::Sums],
                                             const unsigned (&fragments)[Tile::BlockK / 2],
                                             const Part *tile$X, int add) {
  constexpr int RowBytes = Tile::BlockK * sizeof(Part), part = 0;
#pragma unroll
  for (int step = 0; step < Tile::BlockK; step += $steps) {
    multiply(sum, fragments + step / 2, $descriptor, add);
    add = 1;
  }
}
)",
                            {{"Sum", sumType(plan)},
                             {"X", letter(form.right)},
                             {"steps", std::to_string(instructionSteps(plan))},
                             {"descriptor", descriptorText(plan, form.right)}});
  }
  const bool alongK = tileRunsAlongK(plan, 0) || tileRunsAlongK(plan, 1);
  return functions +
         fill(R"(
/// Starts the products of a k-tile for the 64 rows from tileA on; without `add`, sums begin anew.
template <typename Tile>
__device__ __forceinline__ void multiplyTile($Sum (&sum)[Tile::Sums], const Part *tileA,
                                             const Part *tileB, int add) {
$rowBytes#pragma unroll
  for (int step = 0; step < Tile::BlockK; step += $steps) {
    const auto a = [&](int part) { return $descriptorA; };
    const auto b = [&](int part) { return $descriptorB; };
    $products    add = 1;
  }
}
)",
              {{"Sum", sumType(plan)},
               {"steps", std::to_string(instructionSteps(plan))},
               {"rowBytes",
                alongK ? "  constexpr int RowBytes = Tile::BlockK * sizeof(Part);\n" : ""},
               {"descriptorA", descriptorText(plan, 0)},
               {"descriptorB", descriptorText(plan, 1)},
               {"products", products}});
}

} // namespace warpsmith
