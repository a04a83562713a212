// The tiles of a WGMMA kernel and the products of one k-tile.
//
// TMA brings a tile of an operand that is contiguous along k as one box of rows of BlockK steps,
// the parts of the operand behind each other. Else it brings boxes of BlockK rows, 64 elements of m
// or n long, and within each the parts.
#include "rewriter/codegen/WgmmaText.h"
#include "rewriter/ir/WgmmaTile.h"

namespace warpsmith {
namespace {

/// PTX's name of the operands' type.
const char *ptxType(ElementType part) {
  return part == ElementType::F16 ? "f16" : "bf16";
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
  std::vector<std::string> registers, outputs;
  for (int index = 0; index < sums; ++index) {
    registers.push_back("%" + std::to_string(index));
    outputs.push_back("\"+f\"(sum[" + std::to_string(index) + "])");
  }
  std::string outputList;
  for (const std::string &output : outputs)
    outputList += (outputList.empty() ? "" : ", ") + output;
  const std::string type = ptxType(plan.schedule.wgmma->part);
  const auto transposed = [&](int operand) { return runsAlongK(plan, operand) ? "0" : "1"; };
  return fill(R"(
/// sum += A * B for 64 x $columns elements of C and 16 steps of k, of tiles given by descriptors;
/// without `add`, sum = A * B.
__device__ __forceinline__ void multiply(float (&sum)[$sums], unsigned long long a,
                                         unsigned long long b, int add) {
  asm volatile("{\n"
               ".reg .pred add;\n"
               "setp.ne.b32 add, %$add, 0;\n"
               "wgmma.mma_async.sync.aligned.$shape.f32.$type.$type "
$registers               "%$a, %$b, add, 1, 1, $transposeA, $transposeB;\n"
               "}"
               : $outputs
               : "l"(a), "l"(b), "r"(add));
}
)",
              {{"columns", std::to_string(columns)},
               {"shape", "m64n" + std::to_string(columns) + "k16"},
               {"sums", std::to_string(sums)},
               {"type", type},
               {"registers", quotedLines("{", registers, "}, ")},
               {"outputs", outputList},
               {"a", std::to_string(sums)},
               {"b", std::to_string(sums + 1)},
               {"add", std::to_string(sums + 2)},
               {"transposeA", transposed(0)},
               {"transposeB", transposed(1)}});
}

/// The descriptor of an operand's part at `step`.
std::string descriptorText(const KernelPlan &plan, int operand) {
  const std::string x = letter(operand);
  if (runsAlongK(plan, operand))
    return fill("warpsmith::tileDescriptor(tile$X + part * Tile::Tile$X / Parts + step, 16, "
                "8 * RowBytes, RowBytes == 128 ? warpsmith::Swizzle::Bytes128 "
                ": warpsmith::Swizzle::Bytes64)",
                {{"X", x}});
  return fill("warpsmith::tileDescriptor(tile$X + (part * Tile::BlockK + step) * 64, "
              "Tile::Box$X * sizeof(Part), 8 * 64 * sizeof(Part), warpsmith::Swizzle::Bytes128)",
              {{"X", x}});
}

std::string alias(const WgmmaTile &tile) {
  return fill("/// $time units of time a tile.\n"
              "using $name = Tile<$columns, $steps, $stages, $cluster, $time>;\n",
              {{"name", std::string(tile.name)},
               {"columns", std::to_string(tile.columns)},
               {"steps", std::to_string(tile.steps)},
               {"stages", std::to_string(tile.stages)},
               {"cluster", std::to_string(tile.cluster)},
               {"time", std::to_string(tile.time)}});
}

} // namespace

bool runsAlongK(const KernelPlan &plan, int operand) {
  return plan.contraction.operand(operand).contiguous() == (operand == 0 ? 1 : 0);
}

std::string wgmmaTilesText(KernelPlan &plan) {
  plan.need("mbarrier.h");
  const Wgmma &wgmma = *plan.schedule.wgmma;
  std::string tiles;
  for (const WgmmaTile &tile : wgmma.tiles)
    tiles += alias(tile);
  std::string text = fill(
      R"(
// What the tensor cores multiply$parts.
using Part = $part;
constexpr int Parts = $count;

// A warpgroup brings tiles into shared memory, two others multiply them: 64 rows of a tile each.
constexpr int Threads = 3 * 128;
// Swizzles repeat every 1024 bytes.
constexpr int SharedAlignment = 1024;

/// A tile of C of BlockM x BlockN elements, summed from k-tiles of BlockK steps in a ring of Stages.
/// Cluster blocks, of tiles below each other, share what they read of B.
template <int Columns, int Steps, int RingStages, int ClusterBlocks, int RelativeTime>
struct Tile {
  static constexpr int BlockM = 128, BlockN = Columns, BlockK = Steps;
  static constexpr int Stages = RingStages, Cluster = ClusterBlocks, Time = RelativeTime;
  // Elements of the tiles.
  static constexpr int TileA = Parts * BlockM * BlockK, TileB = Parts * BlockN * BlockK;
  static_assert(Parts == 1 || Cluster == 1, "Boxes of all parts are not shared.");
  // Boxes in which TMA copies them$boxesText.
  static constexpr int BoxesA = $boxesA, BoxesB = $boxesB;
  static constexpr int BoxA = TileA / BoxesA, BoxB = TileB / BoxesB;
  static constexpr int HalfA = $half; // from one warpgroup's rows to the other's
  static constexpr int StageBytes = (TileA + TileB) * sizeof(Part);
  static constexpr int SharedBytes =
      SharedAlignment + Stages * (StageBytes + 2 * (int)sizeof(warpsmith::Barrier));
};
// Times are compared with each other; measured on an H200.
$tiles)",
      {{"part", std::string(cudaName(wgmma.part))},
       {"count", std::to_string(wgmma.parts)},
       {"parts", wgmma.parts > 1 ? ": an operand is the sum of its parts" : ""},
       {"boxesText",
        runsAlongK(plan, 0) && runsAlongK(plan, 1) ? "" : ": 64 columns where rows run across k"},
       {"boxesA", runsAlongK(plan, 0) ? "1" : "BlockM / 64"},
       {"boxesB", runsAlongK(plan, 1) ? "Cluster" : "BlockN / 64"},
       {"half", runsAlongK(plan, 0) ? "64 * BlockK" : "BoxA"},
       {"tiles", tiles}});
  if (wgmma.parts > 1)
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
  for (const WgmmaTile &tile : wgmma.tiles)
    functions += multiplyText(plan, tile.columns);
  for (const auto &[a, b] : partProducts(wgmma.parts))
    products +=
        fill("multiply(sum, a($a), b($b), $add);\n", {{"a", std::to_string(a)},
                                                      {"b", std::to_string(b)},
                                                      {"add", products.empty() ? "add" : "1"}});
  const bool alongK = runsAlongK(plan, 0) || runsAlongK(plan, 1);
  return functions +
         fill(R"(
/// Starts the products of a k-tile for the 64 rows from tileA on; without `add`, sums begin anew.
template <typename Tile>
__device__ __forceinline__ void multiplyTile(float (&sum)[Tile::BlockN / 2], const Part *tileA,
                                             const Part *tileB, int add) {
$rowBytes#pragma unroll
  for (int step = 0; step < Tile::BlockK; step += 16) {
    const auto a = [&](int part) { return $descriptorA; };
    const auto b = [&](int part) { return $descriptorB; };
    $products    add = 1;
  }
}
)",
              {{"rowBytes",
                alongK ? "  constexpr int RowBytes = Tile::BlockK * sizeof(Part);\n" : ""},
               {"descriptorA", descriptorText(plan, 0)},
               {"descriptorB", descriptorText(plan, 1)},
               {"products", products}});
}

} // namespace warpsmith
