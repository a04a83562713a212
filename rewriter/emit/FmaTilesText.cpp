// A menu of tiles on the FP32 units: their constants, the products, the choice at a launch.
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/BesideText.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/UnusedDeclarations.h"
#include "rewriter/families/FmaTile.h"
#include <algorithm>
#include <cstring>

namespace warpsmith {
namespace {

constexpr const char *TileFile = "warpsmith/kernels/fma_ring_tile.cuh";
constexpr const char *LaunchFile = "warpsmith/kernels/fma_launch.cuh";
constexpr const char *KernelFiles[] = {"warpsmith/kernels/fma_copies.cuh",
                                       "warpsmith/kernels/fma_add_slices.cuh",
                                       "warpsmith/kernels/fma_ring.cuh"};

bool isCopied(const KernelPlan &plan, int operand) {
  return !plan.layouts[operand].contiguousAlongK &&
         plan.layouts[operand].transform != Transform::OnCopy;
}

KernelFacts factsOf(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const Schedule &schedule = plan.schedule;
  const ExpressionRef &start = plan.computation.start;
  const bool single = contraction.c.type == ElementType::F32;
  const bool dependent = schedule.architecture->hasDependentLaunch();
  const bool apart = single && start->contains(Expression::Kind::Output) &&
                     !start->contains(Expression::Kind::Extra);
  KernelFacts facts;
  facts.problem = fmaFacts(plan);
  facts.problem.merge(fmaCopyFacts(plan));
  facts.problem.merge(fmaLaunchFacts(plan));
  facts.problem.merge(besideFacts(plan));
  facts.problem.merge(KernelFacts::Texts{
      // A vector must not cross the edge of a triangle.
      {"RunsOfC", truth(single && contraction.region == Region::Full)},
      {"StartsFromConstant", truth(contraction.startsFromConstant())},
      {"StartsApart", truth(apart)},
      {"StartsScaled", truth(apart && start->kind != Expression::Kind::Output)},
      {"InSlices", truth(sumsInSlices(schedule))},
      {"DividesK", truth(dividesK(contraction, schedule))},
      {"MovesRegisters", truth(movesRegisters(schedule))},
      {"Dependent", truth(dependent)},
      {"AloneBytes", std::to_string(dependent ? aloneSharedBytes(*schedule.architecture) : 0)},
  });
  if (!sumsInSlices(schedule))
    facts.parameters["SumSlices"] = "1";
  return facts;
}

KernelFacts::Texts sizesOf(const FmaTile &tile, const Schedule &schedule) {
  KernelFacts::Texts sizes;
  const auto set = [&](const char *name, int value) { sizes[name] = std::to_string(value); };
  set("RowsOfBlock", tile.block.m);
  set("ColumnsOfBlock", tile.block.n);
  set("StepsOfBlock", tile.block.k);
  set("RowsOfThread", tile.thread.m);
  set("ColumnsOfThread", tile.thread.n);
  set("RingStages", stages(tile, schedule));
  set("FillingWarps", fillingWarps(tile, schedule));
  set("StepsAhead", tile.ahead);
  set("RegistersToCompute", tile.computeRegisters);
  set("RegistersToCopy", tile.copyRegisters);
  set("RelativeTime", tile.time);
  set("CopyWarps", copyWarps(tile, schedule));
  set("SumSlices", tile.slices);
  return sizes;
}

/// Rows that a tile of A or B has in memory, at most.
int rowsOf(const FmaMenu &menu) {
  int rows = 0;
  for (const FmaTile &tile : menu.tiles)
    rows = std::max({rows, tile.block.m, tile.block.n});
  return rows;
}

/// The menus: for all operands, and for those whose rows begin anywhere.
std::string aliasesOf(const KernelPlan &plan, const std::string &name, std::string_view text) {
  const auto aliases = [&](const std::vector<FmaTile> &tiles) {
    std::string all;
    for (const FmaTile &tile : tiles)
      all += "using " + std::string(tile.name) + " = " +
             tileInstance(name, text, sizesOf(tile, plan.schedule)) + ";\n";
    return all;
  };
  const std::vector<FmaTile> ragged = raggedTiles(plan.contraction, plan.schedule);
  return "// Times are compared with each other; measured on an H200.\n" +
         aliases(plan.of<FmaMenu>().tiles) +
         (ragged.empty() ? ""
                         : "// For operands whose rows cannot be read in 16-byte vectors.\n" +
                               aliases(ragged));
}

void needHeaders(KernelPlan &plan) {
  const Schedule &schedule = plan.schedule;
  for (const char *header : {"copy_async.h", "mbarrier.h", "vector.h", "warp_roles.h"})
    plan.need(header);
  needBeside(plan);
  fmaNeedCopies(plan);
  if (movesRegisters(schedule) || plan.contraction.limitsSteps())
    plan.need("instruction_order.h");
  if (schedule.architecture->hasDependentLaunch())
    plan.need("launch.h");
}

} // namespace

KernelFacts::Texts fmaCopyFacts(const KernelPlan &plan) {
  const FmaMenu &menu = plan.of<FmaMenu>();
  KernelFacts::Texts facts = {
      {"CopiesA", truth(isCopied(plan, 0))},
      {"CopiesB", truth(isCopied(plan, 1))},
      // Tiles with columns in FP64 have lengths that are no powers of two.
      {"RowsOfAnyLength", truth(menu.columns)},
  };
  for (const int operand : {0, 1}) {
    const PackedDigits &digits = menu.packed[operand];
    const char letter = "AB"[operand];
    facts[std::string("Run") + letter] = std::to_string(digits.run);
    if (!digits.isPlain())
      facts[std::string("Lines") + letter] = std::to_string(digits.lines);
  }
  return facts;
}

std::vector<int> fmaStoredOperands(const KernelPlan &plan) {
  std::vector<int> stored;
  for (const int operand : {0, 1})
    if (!isCopied(plan, operand))
      stored.push_back(operand);
  return stored;
}

void fmaNeedCopies(KernelPlan &plan) {
  if (!fmaLayoutNames(plan).empty())
    for (const char *header : {"packed_place.h", "packed_tile.h"})
      plan.need(header);
  for (const int operand : {0, 1})
    plan.need(plan.layouts[operand].contiguousAlongK || !isCopied(plan, operand) ? "copy_tile.h"
                                                                                 : "copy_async.h");
}

std::string withNameOfTile(std::string tile, std::string_view structure) {
  return tile.replace(tile.find("struct " + std::string(structure)) + std::strlen("struct "),
                      structure.size(), "Tile");
}

KernelFacts::Texts fmaLaunchFacts(const KernelPlan &plan) {
  const FmaMenu &menu = plan.of<FmaMenu>();
  int mostBytes = 0;
  for (const FmaTile &tile : menu.tiles)
    mostBytes = std::max(mostBytes, sharedMemoryBytes(tile, plan.contraction, plan.schedule));
  return {
      {"InColumns", truth(menu.columns)},
      {"MayLackMemory",
       truth(!withLessSharedMemory(*plan.schedule.architecture, mostBytes).empty())},
      {"MostRows", plan.includesFiles ? std::to_string(rowsOf(menu)) : "MostRows"},
  };
}

std::string fmaMenuMembers(const KernelPlan &plan) {
  return (plan.contraction.isBatched() ? ", int products" : "") + fmaMemberList(plan);
}

std::string fmaMenuWith(KernelPlan &plan, const KernelFacts &facts, const MenuParts &parts) {
  const FmaMenu &menu = plan.of<FmaMenu>();
  for (const char *header : {"launch.h", "tile_time.h"})
    plan.need(header);
  const auto members = namedParameters(fmaMenuMembers(plan).substr(2));
  const auto hostMembers = hostParameters(members);
  const auto flat = [&](const std::string &text, const auto &with) {
    return withMembersAsParameters(withoutMemberCalls(text, "problem", fmaFunctions(plan)),
                                   "Problem", "problem", with);
  };
  const std::string launch = specialised(declarations(LaunchFile), facts);
  const size_t host = launch.find("/// Tiles that C has.");
  std::string kernel =
      flat(parts.kernel + launch.substr(0, host), members) + flat(launch.substr(host), hostMembers);
  kernel = withoutUnusedOfKernels(withoutUnusedVariables(specialised(kernel, facts)));
  kernel = withoutUnusedVariables(kernel) + fmaRunText(plan);
  // Tiles use the constant that the kernel's text begins with.
  const size_t end = kernel.find('\n', kernel.find(';')) + 1;
  const std::string text = kernel.substr(0, end) + "\n" + parts.tile + parts.aliases +
                           "constexpr int MostRows = " + std::to_string(rowsOf(menu)) +
                           "; // that a tile of A or B has in memory\n\n" + kernel.substr(end);
  std::set<std::string> roots = {"run", "kernel"};
  if (fmaLayoutNames(plan).empty())
    roots.insert("MostRows"); // of copies that packed layouts do not have
  if (comparesTime(plan.contraction, plan.schedule))
    roots.insert("leastTime");
  if (hasKernelOfGroup(plan.schedule))
    roots.insert(
        {"computeTile", "timeWith", "Tile", "BlockM", "BlockN", "Threads", "Time", "SharedBytes"});
  return withoutUnused(text, roots);
}

std::string fmaTilesText(KernelPlan &plan) {
  needHeaders(plan);
  const KernelFacts facts = factsOf(plan);
  const Schedule &schedule = plan.schedule;
  std::string tile = specialised(specialised(declarations(TileFile), facts), facts);
  const std::string constants = "constexpr int Run = " + std::to_string(FmaRun) + ";\n" +
                                tile.substr(0, tile.find("template <"));
  for (const FmaTile &each : everyTile(plan.contraction, schedule))
    checkAssertions(constants + instantiated(tile, "RingTile", "Tile", sizesOf(each, schedule)),
                    "Tile", facts);
  tile = withNameOfTile(withoutAssertions(tile, "RingTile"), "RingTile");
  std::string kernel;
  for (const char *file : KernelFiles)
    kernel += declarations(file);
  kernel =
      withoutUnused(specialised(kernel, facts), dividesK(plan.contraction, schedule)
                                                    ? std::set<std::string>{"kernel", "addSlices"}
                                                    : std::set<std::string>{"kernel"});
  // Kernels of launches that are made together compute the same tiles.
  const std::set<std::string> kept =
      hasKernelOfGroup(schedule) ? std::set<std::string>{"computeTile"} : std::set<std::string>{};
  return fmaMenuWith(plan, facts,
                     {.tile = besideStructure(plan) + tile,
                      .aliases = aliasesOf(plan, "Tile", tile),
                      .kernel = withFunctionsInPlace(kernel, facts, kept)});
}

std::string fmaTilesInstanceText(KernelPlan &plan) {
  plan.includeFile(LaunchFile);
  KernelFacts::Texts known = factsOf(plan).problem;
  for (const char *ofOthers : {"TransformsA2", "TransformsB2"})
    known.erase(ofOthers);
  std::vector<ProblemFunction> functions = fmaProblemFunctions(plan, fmaStoredOperands(plan));
  for (ProblemFunction &function : besideProblemFunctions(plan))
    functions.push_back(std::move(function));
  functions.push_back({"long long placeOfC",
                       {{"int", "row"}, {"int", "column"}},
                       "return " + fmaFunctions(plan).at("placeOfC")({"row", "column"}) + ";"});
  return besideStructure(plan) +
         problemStructure(LaunchFile, known, fmaMenuMembers(plan), functions) + "\n" +
         aliasesOf(plan, "warpsmith::fma_ring::RingTile", declarations(TileFile)) +
         fmaRunText(plan);
}

std::string fmaComputeCall(KernelPlan &plan) {
  const std::string text = fmaTilesText(plan);
  const size_t begin = text.rfind("computeTile<");
  return text.substr(begin, text.find(';', begin) + 1 - begin);
}

} // namespace warpsmith
