// A product whose rows, columns or steps are counted by several indices: where its elements lie,
// and what is checked of that before a launch.
#include "rewriter/emit/GatheredText.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/LaunchChecks.h"
#include "rewriter/emit/TileChoiceText.h"
#include "rewriter/emit/UnusedDeclarations.h"
#include "rewriter/families/GatheredTile.h"
#include "rewriter/families/GatheredWgmmaTile.h"
#include <algorithm>
#include <array>

namespace warpsmith {
namespace {

constexpr const char *GatheredTileFile = "warpsmith/kernels/gathered_tile.cuh";
constexpr const char *GatheredKernelFile = "warpsmith/kernels/gathered.cuh";

struct Group {
  const char *name;
  const IndexGroup *indices;
};

/// An int of the kernel's, and what it is.
struct Number {
  std::string name;
  Polynomial value;
};

/// Where the elements of a contraction lie, as code of the kernel's parameters.
class Addresses {
public:
  explicit Addresses(const KernelPlan &of) : plan(of), contraction(of.contraction) {}

  /// What the indices of a group add to the place of an element.
  std::string moved(const std::string &prefix, const Strides &strides, const Group &group,
                    const std::string &value, const Number *start = nullptr) {
    std::string text;
    const auto add = [&](const std::string &term) { text += (text.empty() ? "" : " + ") + term; };
    for (size_t index = 0; index < strides.all().size(); ++index) {
      if (strides.all()[index].isZero())
        continue;
      // Neighbours that one stride is enough for are one index.
      const size_t first = index;
      while (index + 1 < strides.all().size() &&
             strides.all()[index] ==
                 strides.all()[index + 1] * group.indices->indices()[index + 1].extent)
        ++index;
      const Polynomial &stride = strides.all()[index];
      const std::string along = indicesText(*group.indices, group.name, first, index, value);
      const std::string by =
          number({prefix + indexName(*group.indices, group.name, index), stride});
      add(by == "1" ? along : along + " * " + by);
    }
    if (start && !start->value.isZero())
      add(number(*start));
    return text.empty() ? "0" : text;
  }

  Group rows() const { return {"M", &contraction.m}; }
  Group columns() const { return {"N", &contraction.n}; }
  Group steps() const { return {"K", &contraction.k}; }
  Group batch() const { return {"Batch", &contraction.batch}; }
  std::array<Group, 2> groupsOf(const Matrix &matrix) const {
    if (&matrix == &contraction.a)
      return {rows(), steps()};
    if (&matrix == &contraction.b)
      return {steps(), columns()};
    return {rows(), columns()};
  }

  /// Where an operand's first row or column, and its first step, are, seen from the first element
  /// that lies in no padding.
  static Number startOf(const Matrix &matrix, const char *letter) {
    return {std::string("first") + letter, matrix.offset - offsetInside(matrix)};
  }

  const Matrix *padded() const {
    return contraction.a.padding != Padding::None   ? &contraction.a
           : contraction.b.padding != Padding::None ? &contraction.b
                                                    : nullptr;
  }

  /// Of each place in turn, what `text` gives for it.
  std::string
  ofPlace(const std::string &place,
          const std::function<std::string(const PaddedPlace &, const std::string &)> &text) {
    const auto &places = padded()->places;
    std::string all;
    for (size_t index = 0; index < places.size(); ++index)
      all += (index + 1 < places.size() ? place + " == " + std::to_string(index) + " ? " : "") +
             text(places[index], "place" + std::to_string(index)) +
             (index + 1 < places.size() ? " : " : "");
    return places.size() > 1 ? "(" + all + ")" : all;
  }

  /// As the kernel spells it: a number, or a parameter.
  std::string number(const Number &wanted) {
    if (const auto constant = wanted.value.constant())
      return *constant < 0 ? "(" + std::to_string(*constant) + ")" : std::to_string(*constant);
    if (std::ranges::none_of(numbers,
                             [&](const Number &known) { return known.name == wanted.name; }))
      numbers.push_back(wanted);
    return wanted.name;
  }

  /// Extents that indices are told apart by.
  void addExtents() {
    for (const Group &group : {rows(), columns(), steps(), batch()})
      for (size_t index = 1; index < group.indices->size(); ++index)
        number({extentName(*group.indices, group.name, index),
                group.indices->indices()[index].extent});
  }

  const KernelPlan &plan;
  const Contraction &contraction;
  std::vector<Number> numbers; ///< that the kernel is given
};

using Arguments = std::vector<std::string>;

MemberFunctions gatheredFunctions(const KernelPlan &plan, Addresses &addresses) {
  const Contraction &contraction = plan.contraction;
  MemberFunctions functions;
  const auto moves = [&](const char *name, const char *letter, const Matrix &matrix, int group,
                         bool starts) {
    const Number start = Addresses::startOf(matrix, letter);
    // The parameters are known before the text is.
    const auto text = [&addresses, letter, &matrix, group, starts, start](const std::string &of) {
      return addresses.moved(std::string("stride") + letter, matrix.strides[group],
                             addresses.groupsOf(matrix)[group], of, starts ? &start : nullptr);
    };
    text("");
    functions[name] = [text](const Arguments &of) { return text(of[0]); };
  };
  moves("rowOfA", "A", contraction.a, 0, true);
  moves("stepOfA", "A", contraction.a, 1, false);
  moves("stepOfB", "B", contraction.b, 0, false);
  moves("columnOfB", "B", contraction.b, 1, true);
  moves("rowOfC", "C", contraction.c, 0, false);
  moves("columnOfC", "C", contraction.c, 1, false);
  if (contraction.isBatched())
    for (const auto &[letter, matrix] :
         {std::pair("A", &contraction.a), {"B", &contraction.b}, {"C", &contraction.c}}) {
      const auto text = [&addresses, letter, matrix](const std::string &of) {
        return addresses.moved(std::string("stride") + letter, matrix->batchStrides,
                               addresses.batch(), of);
      };
      text("");
      functions[std::string("batchOf") + letter] = [text](const Arguments &of) {
        return text(of[0]);
      };
    }
  addresses.addExtents();
  if (const Matrix *padded = addresses.padded()) {
    const int line = padded == &contraction.a ? 0 : 1;
    const auto placed = [&](const char *name, int group, bool starts) {
      const auto text = [&addresses, padded, group, starts](const Arguments &of) {
        return addresses.ofPlace(of[0], [&](const PaddedPlace &place, const std::string &prefix) {
          const Number start = {prefix + "First", place.offset};
          return addresses.moved(prefix, place.strides[group], addresses.groupsOf(*padded)[group],
                                 of[1], starts ? &start : nullptr);
        });
      };
      text({"", ""});
      functions[name] = text;
    };
    placed("placeOfLine", line, true);
    placed("placeOfStep", 1 - line, false);
    const auto extent = [&addresses](const Arguments &of) {
      return addresses.ofPlace(of[0], [&](const PaddedPlace &place, const std::string &prefix) {
        return addresses.number({prefix + "Extent", place.extent});
      });
    };
    extent({""});
    functions["extentOf"] = extent;
  }
  const auto statement = [](std::string text) {
    text.pop_back(); // its semicolon, which stands behind the call
    return text;
  };
  functions["start"] = [&plan](const Arguments &of) {
    return plan.print(plan.computation.start, {"", "", "", of[0], of[2]});
  };
  functions["add"] = [&plan, statement](const Arguments &of) {
    const ExpressionRef step =
        map(plan.computation.step, [&](const ExpressionRef &node) -> ExpressionRef {
          return node->kind == Expression::Kind::Operand ? plan.computation.own(node->operand)
                                                         : nullptr;
        });
    return statement(plan.stepStatement(step, {of[1], of[2], of[0], ""}));
  };
  functions["finish"] = [&plan](const Arguments &of) {
    return plan.finishText({"", "", of[0], of[1], of[3]});
  };
  return functions;
}

bool isPadded(const Contraction &contraction) {
  return contraction.a.padding != Padding::None || contraction.b.padding != Padding::None;
}

/// Whether a launch may have elements in padding or none.
bool mayBePadded(const Contraction &contraction) {
  const auto mayBeInside = [](const PaddedPlace &place) {
    return place.offset.constant().value_or(0) >= 0;
  };
  return isPadded(contraction) && std::ranges::all_of(contraction.a.places, mayBeInside) &&
         std::ranges::all_of(contraction.b.places, mayBeInside);
}

KernelFacts factsOf(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const auto places = [](const Matrix &matrix) { return std::to_string(matrix.places.size()); };
  KernelFacts facts;
  facts.oneTile = plan.of<Gathered>().tiles.size() == 1;
  if (!mayBePadded(contraction))
    facts.parameters["Padded"] = truth(isPadded(contraction));
  facts.problem = {
      {"A", std::string(cudaName(contraction.a.type))},
      {"B", std::string(cudaName(contraction.b.type))},
      {"C", std::string(cudaName(contraction.c.type))},
      {"Sum", std::string(cudaName(contraction.sum))},
      {"AlongKA", truth(gathersAlongSteps(contraction, 0))},
      {"AlongKB", truth(gathersAlongSteps(contraction, 1))},
      {"Batched", truth(contraction.isBatched())},
      {"StartsFromZero", truth(plan.computation.start->isLiteralZero())},
      {"PlacesA", places(contraction.a)},
      {"PlacesB", places(contraction.b)},
      {"SkipsPadding", truth(contraction.a.padding == Padding::Skipped ||
                             contraction.b.padding == Padding::Skipped)},
  };
  return facts;
}

/// The template arguments of a tile, in their order.
std::vector<std::pair<const char *, int>> sizesOf(const KernelPlan &plan,
                                                  const GatheredTile &tile) {
  const int columns = laneColumns(tile);
  return {{"RowsOfBlock", tile.block.m},
          {"ColumnsOfBlock", tile.block.n},
          {"StepsOfBlock", tile.block.k},
          {"RowsOfThread", tile.thread.m},
          {"ColumnsOfThread", tile.thread.n},
          {"LaneRows", 32 / columns},
          {"LaneColumns", columns},
          {"RowsOfLoad", runOf(tile.thread.m, plan.contraction.a.type)},
          {"ColumnsOfLoad", runOf(tile.thread.n, plan.contraction.b.type)},
          {"RingStages", tile.stages},
          {"ResidentBlocks", tile.blocksAtOnce},
          {"RelativeTime", tile.time},
          {"LeastTime", tile.least}};
}

/// The tiles' constants: one structure, or a template and the menu.
std::string tilesText(const KernelPlan &plan, KernelFacts &facts) {
  const std::string tile = specialised(declarations(GatheredTileFile), facts);
  const auto instance = [&](const GatheredTile &each) {
    KernelFacts::Texts sizes;
    for (const auto &[name, value] : sizesOf(plan, each))
      sizes[name] = std::to_string(value);
    return specialised(instantiated(tile, "GatheredTile", "Tile", sizes), facts);
  };
  const std::vector<GatheredTile> &tiles = plan.of<Gathered>().tiles;
  for (const GatheredTile &each : tiles)
    checkAssertions(instance(each), "Tile", facts);
  if (facts.oneTile) {
    facts.tile = constantsOf(instance(tiles[0]), "Tile", facts);
    return instance(tiles[0]);
  }
  std::string aliases = "// Times are compared with each other; measured on an H100.\n";
  for (const GatheredTile &each : tiles) {
    std::string values;
    for (const auto &[name, value] : sizesOf(plan, each))
      values += (values.empty() ? "" : ", ") + std::to_string(value);
    aliases += "using " + std::string(each.name) + " = Tile<" + values + ">;\n";
  }
  return withNameOfTile(withoutAssertions(tile, "GatheredTile"), "GatheredTile") + aliases;
}

/// What the kernel is given, as parameters behind a comma each.
std::string gatheredMembers(const KernelPlan &plan, const Addresses &addresses) {
  std::string text = fill(", int m, int n, int k$scalars, const $A *__restrict__ a, "
                          "const $B *__restrict__ b, $C *__restrict__ c",
                          plan.signature());
  for (const Number &number : addresses.numbers)
    text += ", int " + number.name;
  return text + plan.furtherParameters();
}

/// What picks a tile and launches the kernel.
std::string runText(KernelPlan &plan, bool oneTile) {
  plan.need("launch.h");
  const bool batched = plan.contraction.isBatched(), choice = mayBePadded(plan.contraction);
  const auto instance = [&](const std::string &padded) {
    return std::string(oneTile ? "kernel<" : "kernel<Tile, ") + padded + ">";
  };
  Substitutions values = {
      {"first", std::string("const warpsmith::Device &device, cudaStream_t stream") +
                    (choice ? ", bool padded" : "") + (batched ? ", unsigned products" : "") +
                    ", int m, int n"},
      {"names", std::string("device, stream") + (choice ? ", padded" : "") +
                    (batched ? ", products" : "") + ", m, n"},
      {"batch", batched ? ", products" : ""},
      {"kernel", choice    ? "padded ? " + instance("true") + " : " + instance("false")
                 : oneTile ? "kernel"
                           : "kernel<Tile>"},
      {"head", oneTile ? "template <typename... Arguments>\nbool run"
                       : "template <typename Tile, typename... Arguments>\nbool runTile"},
      {"ofBatch", batched ? " * products" : ""},
      {"batchParameter", batched ? ", long long products" : ""}};
  std::string text = fill(R"(
/// Computes C; false when this device cannot, and then C is as it was. Arguments are those of the
/// kernel behind the first two.
$head($first, const Arguments &...arguments) {
  const dim3 blocks((n + Tile::BlockN - 1) / Tile::BlockN,
                    (m + Tile::BlockM - 1) / Tile::BlockM$batch);
  return blocks.y <= 65535 &&
         warpsmith::launch(device, $kernel, blocks, Tile::Threads, 0, stream, m, n, arguments...);
}
)",
                          values);
  if (oneTile)
    return text;
  plan.need("tile_time.h");
  values["choice"] = tileChoiceText(namesOf(plan.of<Gathered>().tiles),
                                    std::string("device, m, n") + (batched ? ", products" : ""),
                                    fill("$names, arguments...", values));
  return text + fill(R"(
/// How long a step of the tiles of C takes, in the units of Tile::Time.
template <typename Tile>
long long timeWith(const warpsmith::Device &device, long long m, long long n$batchParameter) {
  const long long tiles =
      (m + Tile::BlockM - 1) / Tile::BlockM * ((n + Tile::BlockN - 1) / Tile::BlockN)$ofBatch;
  const long long time = warpsmith::wavesOf(tiles, device.multiprocessors) * Tile::Time;
  return time > Tile::Least ? time : Tile::Least;
}

template <typename... Arguments>
bool run($first, const Arguments &...arguments) {
$choice}
)",
                     values);
}

} // namespace

GatheredProblem gatheredProblem(const KernelPlan &plan) {
  const auto addresses = std::make_shared<Addresses>(plan);
  MemberFunctions functions = gatheredFunctions(plan, *addresses);
  return {std::move(functions), namedParameters(gatheredMembers(plan, *addresses).substr(2)),
          addresses};
}

std::string gatheredText(KernelPlan &plan) {
  for (const char *header : {"copy_async.h", "gather.h", "vector.h"})
    plan.need(header);
  Addresses addresses(plan);
  const MemberFunctions functions = gatheredFunctions(plan, addresses);
  KernelFacts facts = factsOf(plan);
  const std::string tile = tilesText(plan, facts);
  std::string kernel =
      withoutUnused(specialised(declarations(GatheredKernelFile), facts), {"kernel"});
  kernel = withFunctionsInPlace(kernel, facts);
  kernel = withoutMemberCalls(kernel, "problem", functions);
  kernel = withMembersAsParameters(kernel, "Problem", "problem",
                                   namedParameters(gatheredMembers(plan, addresses).substr(2)));
  kernel = withoutUnusedVariables(kernel) + runText(plan, facts.oneTile);
  const std::string text = withoutUnused(tile + kernel, {"kernel", "run", "Tile"});
  return facts.oneTile ? withConstantsOutside(text, "Tile") : text;
}

namespace {

/// `{{stride, extent}, …}` of indices of some groups.
class Indices {
public:
  explicit Indices(const Substitutions &names) : values(names) {}

  Indices &add(const Strides &strides, const IndexGroup &group) {
    for (size_t index = 0; index < group.size(); ++index)
      add(strides.all()[index], group.indices()[index].extent);
    return *this;
  }
  Indices &add(const Polynomial &stride, const Polynomial &extent) {
    if (!stride.isZero() && extent.constant() != 1)
      list += (list.empty() ? "{" : ", {") + onHost(stride, values) + ", " +
              onHost(extent, values) + "}";
    return *this;
  }
  std::string str() const { return "{" + (list.empty() ? "{0, 1}" : list) + "}"; }

private:
  const Substitutions &values;
  std::string list;
};

std::string countText(const IndexGroup &group, const Substitutions &values) {
  std::string text;
  for (const IndexGroup::Index &index : group.indices())
    text += (text.empty() ? "" : ", ") + onHost(index.extent, values);
  return "warpsmith::countOf({" + text + "})";
}

/// A matrix, its groups, and names of its own in the launch.
struct Read {
  const Matrix *matrix;
  const IndexGroup *first, *second;
  std::string pointer, last;
  size_t lines = 0; ///< which group is of rows or columns, and not of steps; of A and B
};

Strides insideOf(const Matrix &matrix, int group) {
  std::vector<Polynomial> strides = matrix.strides[group].all();
  for (const PaddedPlace &place : matrix.places)
    for (size_t index = 0; index < strides.size(); ++index)
      strides[index] = strides[index] - place.stride * place.strides[group].all()[index];
  return Strides(std::move(strides));
}

/// How far the last element that is read lies behind the first one outside of padding.
std::string lastText(const Read &read, const Contraction &contraction,
                     const Substitutions &values) {
  Indices indices(values);
  indices.add(insideOf(*read.matrix, 0), *read.first)
      .add(insideOf(*read.matrix, 1), *read.second)
      .add(read.matrix->batchStrides, contraction.batch);
  for (const PaddedPlace &place : read.matrix->places)
    indices.add(place.stride, place.extent);
  return "warpsmith::lastOffset(" + indices.str() + ")";
}

/// That at each step some row or column has its place inside of the array. Of a step that all of
/// them skip, the original does not read the other factor, and the kernel would.
std::string stepsAreReached(const PaddedPlace &place, const Read &read,
                            const Substitutions &values) {
  const size_t line = read.lines;
  const IndexGroup &lines = line == 0 ? *read.first : *read.second;
  const IndexGroup &steps = line == 0 ? *read.second : *read.first;
  // One index is enough, the others being 0.
  const std::vector<Polynomial> &strides = place.strides[line].all();
  const auto moving =
      std::ranges::find_if(strides, [](const Polynomial &stride) { return !stride.isZero(); });
  const auto index = static_cast<size_t>(moving - strides.begin());
  return "warpsmith::stepsAreReached(" + onHost(place.offset, values) + ", " +
         Indices(values).add(place.strides[1 - line], steps).str() + ", {" +
         onHost(strides[index], values) + ", " + onHost(lines.indices()[index].extent, values) +
         "}, " + onHost(place.extent, values) + ")";
}

/// That no row or column has its place outside of the array at any step.
std::string staysInside(const PaddedPlace &place, const Read &read, const Substitutions &values) {
  return "warpsmith::staysInside(" + onHost(place.offset, values) + ", " +
         Indices(values)
             .add(place.strides[0], *read.first)
             .add(place.strides[1], *read.second)
             .str() +
         ", " + onHost(place.extent, values) + ")";
}

/// That what the kernel calculates for padding fits into an int. Each check follows an `&&`.
std::string paddingChecks(const Read &read, const Substitutions &values) {
  const Matrix &matrix = *read.matrix;
  if (matrix.places.empty())
    return {};
  std::string text = " && warpsmith::lastOffset(" +
                     Indices(values)
                         .add(matrix.strides[0], *read.first)
                         .add(matrix.strides[1], *read.second)
                         .str() +
                     ") >= 0";
  for (const PaddedPlace &place : matrix.places) {
    if (matrix.padding == Padding::Skipped)
      text += " && " + stepsAreReached(place, read, values);
    const std::string extent = onHost(place.extent, values);
    text += " && warpsmith::lastOffset(" +
            Indices(values)
                .add(place.strides[0], *read.first)
                .add(place.strides[1], *read.second)
                .str() +
            ") >= 0 && (" + extent + ") > 0 && (" + extent + ") <= warpsmith::MostOfGroup";
    // Places begin before the array, by so many elements.
    const Polynomial before = Polynomial(0) - place.offset;
    if (!before.isZero())
      text += " && (" + onHost(before, values) + ") >= 0 && warpsmith::lastOffset(" +
              Indices(values).add(place.stride, before + 1).str() + ") >= 0";
  }
  return text;
}

/// The output's indices from the outermost to the innermost: by strides of which one is a multiple
/// of the next.
std::string distinctText(const Contraction &contraction, const Substitutions &values) {
  std::vector<std::pair<Polynomial, Polynomial>> all;
  const auto add = [&](const Strides &strides, const IndexGroup &group) {
    for (size_t index = 0; index < group.size(); ++index)
      all.emplace_back(strides.all()[index], group.indices()[index].extent);
  };
  add(contraction.c.batchStrides, contraction.batch);
  add(contraction.c.strides[0], contraction.m);
  add(contraction.c.strides[1], contraction.n);
  const auto isInside = [](const Polynomial &inner, const Polynomial &outer) {
    return inner.constant() == 1 ? outer.constant() != 1
                                 : outer.quotient(inner) && !inner.quotient(outer);
  };
  Indices indices(values);
  while (!all.empty()) {
    auto next = std::ranges::find_if(all, [&](const auto &candidate) {
      return std::ranges::none_of(
          all, [&](const auto &outer) { return isInside(candidate.first, outer.first); });
    });
    if (next == all.end())
      next = all.begin();
    indices.add(next->first, next->second);
    all.erase(next);
  }
  return "warpsmith::isDistinct(" + indices.str() + ")";
}

/// Whether an array can be read or written in vectors of `width` elements along a run of it: where
/// the run begins, and all else moves it on, must be multiples of that.
std::string vectorsText(const Matrix &matrix, int group, const AdjacentRun &run,
                        const Polynomial &start, const std::string &pointer,
                        const Substitutions &values) {
  const std::vector<Polynomial> &along = matrix.strides[group].all();
  std::vector<Polynomial> strides = {start};
  strides.insert(strides.end(), along.begin(), along.begin() + static_cast<long>(run.first));
  for (const Strides *others : {&matrix.strides[1 - group], &matrix.batchStrides})
    strides.insert(strides.end(), others->all().begin(), others->all().end());
  std::string numbers = onHost(run.length, values);
  for (const Polynomial &stride : strides)
    if (!stride.isZero())
      numbers += ", " + onHost(stride, values);
  return "warpsmith::areVectors(" + pointer + ", {" + numbers + "})";
}

/// The arguments that say whether the operands' chunks can be copied as they lie, and C be stored
/// in vectors.
std::string vectorArguments(const KernelPlan &plan, const Read &a, const Read &b, const Read &c,
                            const Substitutions &values) {
  const Contraction &contraction = plan.contraction;
  std::string operands;
  for (const int operand : {0, 1})
    if (const auto run = copiedRun(contraction, plan.of<GatheredWgmma>(), operand)) {
      const Matrix &matrix = contraction.operand(operand);
      operands +=
          (operands.empty() ? "" : " && ") +
          vectorsText(matrix, operand == 0 ? 1 : 0, *run, matrix.offset - offsetInside(matrix),
                      operand == 0 ? a.pointer : b.pointer, values);
    }
  const auto run = adjacentRun(contraction.c, 1, contraction.n);
  return (operands.empty() ? "false" : operands) + ",\n" +
         (run ? vectorsText(contraction.c, 1, *run, Polynomial(0), c.pointer, values) : "false");
}

std::string insidePointer(const Matrix &matrix, const Substitutions &values) {
  const Polynomial offset = offsetInside(matrix);
  return offset.isZero() ? matrix.name : matrix.name + " + (" + onHost(offset, values) + ")";
}

} // namespace

std::string gatheredLaunchText(KernelPlan &plan, const std::string &original) {
  const Contraction &contraction = plan.contraction;
  plan.need("launch_checks.h");
  Substitutions values = localNames(contraction);
  addFallback(plan, values, original);
  const Read a = {&contraction.a,     &contraction.m,
                  &contraction.k,     insidePointer(contraction.a, values),
                  values.at("lastA"), 0};
  const Read b = {&contraction.b,     &contraction.k,
                  &contraction.n,     insidePointer(contraction.b, values),
                  values.at("lastB"), 1};
  const Read c = {&contraction.c, &contraction.m, &contraction.n,
                  insidePointer(contraction.c, values), values.at("lastC")};
  const auto bytes = [](const Read &read) {
    return "(" + read.last + " + 1) * (long long)sizeof(*" + read.matrix->name + ")";
  };
  std::string sized, separate;
  for (const Read &read : {a, b}) {
    sized += " && " + read.last + " >= 0" + paddingChecks(read, values);
    separate += " &&\nwarpsmith::disjoint(" + c.pointer + ", " + bytes(c) + ", " + read.pointer +
                ", " + bytes(read) + ")";
  }
  for (const Matrix &extra : contraction.extras) {
    const Read read = {&extra, &contraction.m, &contraction.n, insidePointer(extra, values), ""};
    const std::string last = lastText(read, contraction, values);
    sized += " && " + last + " >= 0";
    separate += " &&\nwarpsmith::disjoint(" + c.pointer + ", " + bytes(c) + ", " + read.pointer +
                ", (" + last + " + 1) * (long long)sizeof(*" + extra.name + "))";
  }
  const bool batched = contraction.isBatched();
  const std::string products = batched ? fill("const long long $products = ", values) +
                                             countText(contraction.batch, values) +
                                             "; // of the batch\n"
                                       : "";
  Addresses addresses(plan);
  gatheredFunctions(plan, addresses);
  std::string inside;
  // The kernel on tensor cores is for one architecture alone, and tests for padding where there is
  // any.
  const bool onTensorCores = plan.devices().alone;
  if (!onTensorCores && mayBePadded(contraction))
    for (const Read &read : {a, b})
      for (const PaddedPlace &place : read.matrix->places)
        inside += (inside.empty() ? "" : " && ") + staysInside(place, read, values);
  const std::string run = fill("$device, $stream" + std::string(inside.empty() ? "" : ", $padded") +
                                   (batched ? ", (unsigned)$products" : ""),
                               values);
  std::string arguments = fill("(int)$rows, (int)$columns, (int)$steps", values) +
                          plan.launchScalars(inLaunch(values)) + ", " + a.pointer + ", " +
                          b.pointer + ", " + c.pointer;
  for (const Number &number : addresses.numbers)
    arguments += ", (int)(" + onHost(number.value, values) + ")";
  arguments += plan.furtherArguments(inLaunch(values));
  const std::string assertions = typeAssertions(contraction);
  values.insert({
      {"assertions", assertions},
      {"mostThreads", std::to_string(contraction.mostThreads)},
      {"coverage", coverage(contraction, values)},
      {"ranges", rangeChecks(contraction, values)},
      {"countM", countText(contraction.m, values)},
      {"countN", countText(contraction.n, values)},
      {"countK", countText(contraction.k, values)},
      {"batches", products},
      {"batchSized", batched ? fill(" && $products > 0 && $products <= 65535", values) : ""},
      {"offsetA", lastText(a, contraction, values)},
      {"offsetB", lastText(b, contraction, values)},
      {"offsetC", lastText(c, contraction, values)},
      {"furtherSized", sized},
      {"apart", separate},
      {"distinct", distinctText(contraction, values)},
      {"kernelArguments", arguments},
      {"runArguments", run + ", " + arguments},
      {"able", ""},
      {"inside", inside.empty() ? ""
                                : fill("  // Some element may lie in padding.\n"
                                       "  const bool $padded = !(",
                                       values) +
                                      inside + ");\n"},
  });
  // Of several architectures each has its own tile.
  if (const int capability = plan.schedule.leastCapability()) {
    values["able"] = fill("$device.capability >= ", values) + std::to_string(capability) + " && ";
  }
  const std::string counts = R"(
/// Runs the kernel above where its preconditions hold, and $otherwise where not.
inline void launch($parameters) {
  $assertions// C is rows x columns and each element sums `steps` products, or so many are counted by several
  // indices; 0 where there are too many.
  const long long $rows = $countM;
  const long long $columns = $countN;
  const long long $steps = $countK;
  $batches// How far the last element lies behind the first; -1 where that is too far.
  const long long $lastA = $offsetA;
  const long long $lastB = $offsetB;
  const long long $lastC = $offsetC;
)";
  if (onTensorCores) {
    plan.need("device_code.h");
    values["vectors"] = vectorArguments(plan, a, b, c, values);
    values["count"] = batched ? "(int)" + values.at("products") : "1";
    values["capability"] = std::to_string(plan.devices().capability);
  }
  const std::string checks = R"(  // The original's threads compute each element of C once.
  const bool $covered =
      warpsmith::launchable($grid, $block, $sharedBytes, $mostThreads)$coverage;
  const bool $sized = $rows > 0 && $columns > 0 && $steps > 0 && $lastC >= 0 &&
                      $distinct$batchSized$furtherSized$ranges;
  const bool $separate = $sized$apart;
)";
  const std::string runs =
      onTensorCores ? R"(  const warpsmith::Device $device = warpsmith::currentDevice();
  if (!($device.capability == $capability && $covered && $separate &&
        run($device, $stream, $count, $vectors, $kernelArguments)))
    $fallback;
}
)"
                    : R"($inside  const warpsmith::Device $device = warpsmith::currentDevice();
  if (!($able$covered && $separate && run($runArguments)))
    $fallback;
}
)";
  return fill(counts + checks + runs, values);
}

} // namespace warpsmith
