// What a rewrite says of a product on mma.sync to its kernel files: the facts of the Problem, the
// tiles, the arithmetic; and `run`.
#include "rewriter/emit/MmaText.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/TileChoiceText.h"
#include "rewriter/emit/UnusedDeclarations.h"
#include "rewriter/families/MmaTile.h"
#include <algorithm>
#include <cstring>

namespace warpsmith {
namespace {

constexpr const char *TileFile = "warpsmith/kernels/mma_tile.cuh";
constexpr const char *KernelFile = "warpsmith/kernels/mma.cuh";
constexpr const char *LaunchFile = "warpsmith/kernels/mma_launch.cuh";

/// The operands are doubles; else they have 16 bits, sums are FP32.
bool multipliesDoubles(const KernelPlan &plan) {
  return plan.of<Mma>().part == ElementType::F64;
}

/// An operand's own elements are what is multiplied.
bool isItself(const ExpressionRef &own) {
  return own->kind == Expression::Kind::Operand;
}

/// What all elements of an operand of doubles are multiplied by before the products, where that is
/// all that becomes of them; else empty.
std::string factorOf(const KernelPlan &plan, int operand) {
  const ExpressionRef &own = plan.computation.own(operand);
  if (own->kind == Expression::Kind::Binary && own->text == "*")
    for (const int side : {0, 1})
      if (own->children[side]->kind == Expression::Kind::Scalar &&
          own->children[side]->type == ElementType::F64 && isItself(own->children[1 - side]))
        return plan.print(own->children[side], {"", "", "", ""});
  return {};
}

/// Elements, multiplied by 1 at most, are what is multiplied.
bool mayLie(const KernelPlan &plan, int operand) {
  return plan.contraction.operand(operand).type == plan.of<Mma>().part &&
         (isItself(plan.computation.own(operand)) || !factorOf(plan, operand).empty());
}

/// A is scaled, and idle warps of the kernel do so with rows that all of C does not need at first.
bool packsBands(const KernelPlan &plan) {
  // Of a triangle the first bands have few tiles.
  return plan.of<Mma>().bulk && multipliesDoubles(plan) && !factorOf(plan, 0).empty() &&
         plan.contraction.region == Region::Full && !plan.contraction.isBatched();
}

bool mayLackMemory(const KernelPlan &plan) {
  int mostBytes = 0;
  for (const MmaTile &tile : plan.of<Mma>().tiles)
    mostBytes = std::max(mostBytes, sharedMemoryBytes(tile, plan.of<Mma>()));
  return !withLessSharedMemory(*plan.schedule.architecture, mostBytes).empty();
}

KernelFacts factsOf(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const Mma &mma = plan.of<Mma>();
  const Region region = contraction.region;
  const ExpressionRef &start = plan.computation.start;
  const bool reads =
      start->contains(Expression::Kind::Output) || start->contains(Expression::Kind::Extra);
  const bool apart = contraction.c.type == ElementType::F64 &&
                     start->contains(Expression::Kind::Output) &&
                     !start->contains(Expression::Kind::Extra);
  KernelFacts facts;
  facts.oneTile = mma.tiles.size() == 1;
  facts.problem = {
      {"A", std::string(cudaName(contraction.a.type))},
      {"B", std::string(cudaName(contraction.b.type))},
      {"C", std::string(cudaName(contraction.c.type))},
      {"Part", std::string(cudaName(mma.part))},
      {"Fragment", multipliesDoubles(plan) ? "double" : "unsigned"},
      {"Sum", std::string(cudaName(contraction.sum))},
      {"Doubles", truth(multipliesDoubles(plan))},
      {"Bulk", truth(mma.bulk)},
      {"Batched", truth(contraction.isBatched())},
      {"AlongKA", truth(runsAlongK(plan, 0))},
      {"AlongKB", truth(runsAlongK(plan, 1))},
      {"StoresAll", truth(region == Region::Full)},
      {"StoresAbove", truth(region != Region::Lower && region != Region::StrictlyLower)},
      {"StoresBelow", truth(region != Region::Upper && region != Region::StrictlyUpper)},
      {"StartsFromConstant", truth(!reads)},
      {"StartsApart", truth(apart)},
      {"StartsScaled", truth(apart && start->kind != Expression::Kind::Output)},
      {"ReadsOld", truth(plan.finishReadsOld())},
      {"PacksBands", truth(packsBands(plan))},
      {"Compiled", plan.compiledFor()},
      {"LiesA", truth(mayLie(plan, 0))},
      {"LiesB", truth(mayLie(plan, 1))},
      {"ScalesA", truth(!factorOf(plan, 0).empty())},
      {"ScalesB", truth(!factorOf(plan, 1).empty())},
      {"PackWidth",
       std::to_string(std::min(vectorWidth(contraction.a.type), vectorWidth(contraction.b.type)))},
      {"MayLackMemory", truth(mayLackMemory(plan))},
  };
  return facts;
}

/// The Problem's functions: what is done to an element, a fragment, a result.
MemberFunctions functionsOf(const KernelPlan &plan) {
  using Arguments = std::vector<std::string>;
  MemberFunctions functions;
  for (const int operand : {0, 1}) {
    functions["stored" + operandName(operand)] = [&plan, operand](const Arguments &of) {
      return plan.print(plan.computation.own(operand), {of[0], of[0], "", ""});
    };
    functions["factor" + operandName(operand)] = [&plan, operand](const Arguments &) {
      return factorOf(plan, operand);
    };
  }
  functions["multiply"] = [&plan](const Arguments &of) {
    std::string call = "warpsmith::";
    if (!multipliesDoubles(plan))
      call += plan.of<Mma>().part == ElementType::F16 ? "multiplyFp16" : "multiplyBf16";
    else
      call += plan.schedule.architecture->computeCapability >= 90 ? "multiplyDoublesAtOnce"
                                                                  : "multiplyDoubles";
    for (size_t index = 0; index < of.size(); ++index)
      call += (index ? ", " : "(") + of[index];
    return call + ")";
  };
  functions["start"] = [&plan](const Arguments &of) {
    return plan.print(plan.computation.start, {"", "", "", of[0], of[2]});
  };
  functions["finish"] = [&plan](const Arguments &of) {
    return plan.finishText({"", "", of[0], of[1], of[3]});
  };
  functions["isStored"] = [&plan](const Arguments &of) {
    return of[0] + " " + comparison(plan.contraction.region) + " " + of[1];
  };
  return functions;
}

KernelFacts::Texts sizesOf(const MmaTile &tile) {
  KernelFacts::Texts sizes;
  const auto set = [&](const char *name, int value) { sizes[name] = std::to_string(value); };
  set("RowsOfBlock", tile.block.m);
  set("ColumnsOfBlock", tile.block.n);
  set("StepsOfBlock", tile.block.k);
  set("RowsOfWarp", tile.warpM);
  set("ColumnsOfWarp", tile.warpN);
  set("RingStages", tile.stages);
  set("RelativeTime", tile.time);
  return sizes;
}

void needHeaders(KernelPlan &plan) {
  const bool bulk = plan.of<Mma>().bulk, doubles = multipliesDoubles(plan);
  for (const char *header : {"tile_order.h", "tile_time.h", "vector.h", "launch_checks.h",
                             "pack_operand.h", "packed_matrix.h", "workspace.h"})
    plan.need(header);
  plan.need(!doubles                                              ? "mma_16bit.h"
            : plan.schedule.architecture->computeCapability >= 90 ? "mma_f64_sm90.h"
                                                                  : "mma_f64.h");
  plan.need(doubles ? "double_box.h" : "box_16bit.h");
  if (bulk)
    for (const char *header :
         {"dependent_launch.h", "mbarrier.h", "mbarrier_wait_sm90.h", "register_budget.h",
          "stage_ring.h", "tensor_copy.h", "tensor_map.h"})
      plan.need(header);
  else
    for (const char *header :
         {doubles ? "copy_boxes_async.h" : "copy_boxes_async_16bit.h", "kernel_launch.h"})
      plan.need(header);
  if (packsBands(plan))
    plan.need("pack_bands.h");
  if (plan.finishReadsOld())
    plan.need("prefetch.h");
}

/// The tiles' constants: one structure, or a template and the menu.
std::string tilesText(const KernelPlan &plan, KernelFacts &facts) {
  const std::vector<MmaTile> &tiles = plan.of<Mma>().tiles;
  const std::string tile = specialised(declarations(TileFile), facts);
  const std::string constants = tile.substr(0, tile.find("template <"));
  const auto instance = [&](const MmaTile &each) {
    return constants + specialised(instantiated(tile, "MmaTile", "Tile", sizesOf(each)), facts);
  };
  for (const MmaTile &each : tiles)
    checkAssertions(instance(each), "Tile", facts);
  if (facts.oneTile) {
    facts.tile = constantsOf(instance(tiles[0]), "Tile", facts);
    return instance(tiles[0]);
  }
  std::string aliases =
      multipliesDoubles(plan)
          ? std::string("// Times are compared with each other; measured on an H200.\n")
          : "// Times are cycles of a k-tile by the rates of " +
                std::string(plan.schedule.architecture->name) + "; they were not measured.\n";
  for (const MmaTile &each : tiles) {
    aliases += "using " + std::string(each.name) + " = Tile<";
    for (const int value :
         {each.block.m, each.block.n, each.block.k, each.warpM, each.warpN, each.stages})
      aliases += std::to_string(value) + ", ";
    aliases += std::to_string(each.time) + ">;\n";
  }
  return withNameOfTile(withoutAssertions(tile, "MmaTile"), "MmaTile") + aliases;
}

std::string runText(const KernelPlan &plan) {
  Substitutions values = plan.signature();
  const bool batched = plan.contraction.isBatched();
  values["batch"] = batched ? ", int products" : "";
  const std::string arguments =
      std::string(batched ? "device, stream, products, " : "device, stream, ") +
      fill("m, n, k$names, a, lda, b, ldb, c, ldc$furtherNames", values);
  const std::vector<MmaTile> &tiles = plan.of<Mma>().tiles;
  return fill(R"(
/// Computes C; false when this device cannot, and then C is as it was.
inline bool run(const warpsmith::Device &device, cudaStream_t stream$batch, int m, int n, int k$scalars,
                const $A *a, int lda, const $B *b, int ldb, $C *c, int ldc$further) {
)",
              values) +
         (tiles.size() > 1
              ? tileChoiceText(namesOf(tiles),
                               batched ? "device, (long long)products * m, n" : "device, m, n",
                               arguments)
              : "  return runTile(" + arguments + ");\n") +
         "}\n";
}

} // namespace

std::string mmaText(KernelPlan &plan) {
  needHeaders(plan);
  KernelFacts facts = factsOf(plan);
  const std::string tile = tilesText(plan, facts);
  // Matrices of kernels do not overlap; to the host's code it makes no difference.
  auto members = fmaMembers(plan);
  if (plan.contraction.isBatched())
    members.insert(members.begin(), {"int products", "products"});
  auto hostMembers = members;
  for (auto &[parameter, name] : hostMembers)
    if (const size_t at = parameter.find("__restrict__ "); at != std::string::npos)
      parameter.erase(at, std::strlen("__restrict__ "));
  std::string kernel = withoutUnused(specialised(declarations(KernelFile), facts), {"kernel"});
  kernel = withFunctionsInPlace(kernel, facts);
  const std::string launch = specialised(declarations(LaunchFile), facts);
  // The kernel that packs stands before what runs on the host.
  const size_t host = launch.find("/// Computes C with tiles");
  const auto flat = [&](const std::string &text, const auto &with) {
    return withMembersAsParameters(withoutMemberCalls(text, "problem", functionsOf(plan)),
                                   "Problem", "problem", with);
  };
  kernel = flat(kernel + launch.substr(0, host), members) + flat(launch.substr(host), hostMembers);
  kernel = withoutUnusedOfKernels(withoutUnusedVariables(specialised(kernel, facts)));
  kernel = withoutUnusedVariables(kernel) + runText(plan);
  // Of internal linkage only where the original can be in several files: others see its name.
  constexpr std::string_view Static = "static __global__";
  for (size_t at = kernel.find(Static); at != std::string::npos && !plan.contraction.inSeveralFiles;
       at = kernel.find(Static, at))
    kernel.replace(at, Static.size(), "__global__");
  const std::string text = withoutUnused(tile + kernel, {"run", "kernel"});
  return facts.oneTile ? withConstantsOutside(text, "Tile") : text;
}

} // namespace warpsmith
