// What is checked of a launch before a kernel of gathered operands runs instead of the original.
#include "rewriter/emit/FmaText.h"
#include "rewriter/emit/GatheredProblem.h"
#include "rewriter/emit/GatheredText.h"
#include "rewriter/emit/Im2colText.h"
#include "rewriter/emit/LaunchChecks.h"
#include "rewriter/emit/PackedText.h"
#include "rewriter/families/GatheredTensorTile.h"
#include "rewriter/families/GatheredTile.h"
#include "rewriter/ir/LaunchRequirements.h"
#include <algorithm>
#include <array>
#include <cctype>

namespace warpsmith {
namespace {

/// `{{stride, extent}, …}` of indices of some groups.
class Indices {
public:
  /// Those that run backwards as if they did not, where it is asked how far they move.
  explicit Indices(const Substitutions &names, bool onlyHowFar = false)
      : values(names),
        howFar(onlyHowFar) {}

  Indices &add(const Strides &strides, const IndexGroup &group) {
    for (size_t index = 0; index < group.size(); ++index)
      add(strides.all()[index], group.indices()[index].extent);
    return *this;
  }
  Indices &add(const Polynomial &stride, const Polynomial &extent) {
    if (!stride.isZero() && extent.constant() != 1)
      list += (list.empty() ? "{" : ", {") +
              onHost(howFar && stride.isNegative() ? Polynomial(0) - stride : stride, values) +
              ", " + onHost(extent, values) + "}";
    return *this;
  }
  std::string str() const { return "{" + (list.empty() ? "{0, 1}" : list) + "}"; }

private:
  const Substitutions &values;
  bool howFar;
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

/// How far the last element that is read lies behind the first one outside of padding.
std::string lastText(const Read &read, const Contraction &contraction,
                     const Substitutions &values) {
  Indices indices(values, /*onlyHowFar=*/true);
  indices.add(stridesInside(*read.matrix, 0), *read.first)
      .add(stridesInside(*read.matrix, 1), *read.second)
      .add(read.matrix->batchStrides, contraction.batch);
  for (const PaddedPlace &place : read.matrix->places)
    indices.add(place.stride, place.extent);
  return "warpsmith::lastOffset(" + indices.str() + ")";
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

/// What indices of steps, and of rows or columns, move on by so much: two lists.
std::string movesOf(const std::array<Strides, 2> &strides, const Read &read,
                    const Substitutions &values, bool onlyHowFar = false) {
  const std::string first = Indices(values, onlyHowFar).add(strides[0], *read.first).str();
  const std::string second = Indices(values, onlyHowFar).add(strides[1], *read.second).str();
  return read.lines == 0 ? second + ", " + first : first + ", " + second;
}

/// That what the kernel calculates for padding fits into an int; and of steps that are skipped,
/// that at each some row or column has its place inside of the array: of one that all of them skip,
/// the original does not read the other factor, and the kernel would. Each check follows an `&&`.
std::string paddingChecks(const Read &read, const Substitutions &values) {
  const Matrix &matrix = *read.matrix;
  if (matrix.places.empty())
    return {};
  std::string text = " && warpsmith::lastOffset(" +
                     movesOf(matrix.strides, read, values, /*onlyHowFar=*/true) + ") >= 0";
  for (const PaddedPlace &place : matrix.places) {
    text += " && warpsmith::placesFit(" + onHost(place.offset, values) + ", " +
            movesOf(place.strides, read, values) + ", " + onHost(place.extent, values) + ", " +
            onHost(place.stride, values) + ", " + truth(matrix.padding == Padding::Skipped) + ")";
  }
  return text;
}

/// No element of C is stored twice.
std::string distinctText(const Contraction &contraction, const Substitutions &values) {
  Indices indices(values);
  for (const OutputIndex &index : outputIndices(contraction))
    indices.add(index.stride, index.extent);
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
    if (const auto run = copiedRun(contraction, plan.of<GatheredTensor>(), operand)) {
      const Matrix &matrix = contraction.operand(operand);
      operands += (operands.empty() ? "" : " && ") +
                  vectorsText(matrix, operand == 0 ? 1 : 0, *run,
                              matrix.offset - offsetInside(contraction, matrix),
                              operand == 0 ? a.pointer : b.pointer, values);
    }
  const auto run = adjacentRun(contraction.c, 1, contraction.n);
  return (operands.empty() ? "false" : operands) + ",\n" +
         (run ? vectorsText(contraction.c, 1, *run, Polynomial(0), c.pointer, values) : "false");
}

/// As what stands behind a cast.
std::string operandText(const std::string &text) {
  const bool isName = std::ranges::all_of(
      text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.'; });
  return isName ? text : "(" + text + ")";
}

std::string insidePointer(const Contraction &contraction, const Matrix &matrix,
                          const Substitutions &values) {
  const Polynomial offset = offsetInside(contraction, matrix);
  const std::string pointer = pointerOf(contraction, matrix);
  return offset.isZero() ? pointer : pointer + " + (" + onHost(offset, values) + ")";
}

/// What the kernel's launch is given after the stream. With `tested` it is known whether elements
/// lie in padding.
std::string gatheredArguments(const KernelPlan &plan, const std::array<Read, 3> &reads, bool tested,
                              const Substitutions &values) {
  const auto &[a, b, c] = reads;
  const bool vectors = familyOf(plan.schedule).gathersVectors();
  std::string how;
  if (vectors)
    how = ", " + vectorArguments(plan, a, b, c, values);
  else if (tested)
    how = fill(", $padded", values);
  else
    how = ", Problem::Padded";
  if (plan.contraction.isBatched())
    how += fill(", $products", values);
  else
    how += ", 1";
  // By its steps a launch chooses the tile, and into how many slices of them it is divided.
  how += fill(vectors ? ", $rows, $columns, $steps" : ", $rows, $columns", values);
  std::string arguments = fill("(int)$rows, (int)$columns, (int)$steps", values) +
                          plan.launchScalars(inLaunch(values)) + ", " + a.pointer + ", " +
                          b.pointer + ", " + c.pointer;
  const GatheredProblem problem(plan);
  for (const GatheredNumber &number : problem.numbers())
    arguments += ", (int)" + operandText(onHost(number.value, values));
  return how + ", " + arguments + plan.furtherArguments(inLaunch(values));
}

} // namespace

std::string gatheredLaunchText(KernelPlan &plan, const std::string &original) {
  const Contraction &contraction = plan.contraction;
  plan.need("launch_checks.h");
  Substitutions values = localNames(contraction);
  addFallback(plan, values, original);
  const Read a = {&contraction.a,     &contraction.m,
                  &contraction.k,     insidePointer(contraction, contraction.a, values),
                  values.at("lastA"), 0};
  const Read b = {&contraction.b,     &contraction.k,
                  &contraction.n,     insidePointer(contraction, contraction.b, values),
                  values.at("lastB"), 1};
  const Read c = {&contraction.c, &contraction.m, &contraction.n,
                  insidePointer(contraction, contraction.c, values), values.at("lastC")};
  std::string sized, separate;
  for (const Read &read : {a, b}) {
    sized += " && " + read.last + " >= 0" + paddingChecks(read, values);
    separate += " &&\nwarpsmith::areApart(" + c.pointer + ", " + c.last + ", " + read.pointer +
                ", " + read.last + ")";
  }
  std::vector<Matrix> others = contraction.extras;
  others.insert(others.end(), contraction.others.begin(), contraction.others.end());
  for (const Matrix &extra : others) {
    const Read read = {&extra, &contraction.m, &contraction.n,
                       insidePointer(contraction, extra, values), ""};
    const std::string last = lastText(read, contraction, values);
    sized += " && " + last + " >= 0";
    separate += " &&\nwarpsmith::areApart(" + c.pointer + ", " + c.last + ", " + read.pointer +
                ", " + last + ")";
  }
  const bool batched = contraction.isBatched();
  const std::string products = batched ? fill("const long long $products = ", values) +
                                             countText(contraction.batch, values) +
                                             "; // of the batch\n"
                                       : "";
  std::string inside;
  // What gathers vectors tests for padding where there is any.
  const bool vectors = familyOf(plan.schedule).gathersVectors();
  const bool pixels = familyOf(plan.schedule).readsPixels();
  const bool packed = familyOf(plan.schedule).readsPackedLayouts();
  if (!vectors && !pixels && mayBePadded(contraction))
    for (const Read &read : {a, b})
      for (const PaddedPlace &place : read.matrix->places)
        inside += (inside.empty() ? "" : " && ") + staysInside(place, read, values);
  const std::string arguments =
      pixels   ? ", " + im2colArguments(plan, values, a.pointer, b.pointer, c.pointer)
      : packed ? ", " + packedArguments(plan, values, a.pointer, b.pointer, c.pointer)
               : gatheredArguments(plan, {a, b, c}, !inside.empty(), values);
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
      {"run", pixels || packed ? "run"
              : vectors        ? gatheredTensorCall(plan)
                               : gatheredCall(plan)},
      {"runArguments", fill("$device, $stream", values) + arguments},
      {"able", deviceChecks(plan, values)},
      {"inside", inside.empty() ? ""
                                : fill("  // Some element may lie in padding.\n"
                                       "  const bool $padded = !(",
                                       values) +
                                      inside + ");\n"},
  });
  const std::string counts = R"(
/// Runs the kernel above where its preconditions hold, and $otherwise where not.
inline void launch($parameters) {
  $assertions// C is rows x columns, each a sum of `steps` products; 0 where their indices have too many values.
  const long long $rows = $countM, $columns = $countN, $steps = $countK;
  $batches// How far the last element lies behind the first; -1 where that is too far.
  const long long $lastA = $offsetA;
  const long long $lastB = $offsetB;
  const long long $lastC = $offsetC;
)";
  const std::string checks = R"(  // The original's threads compute each element of C once.
  const bool $covered =
      warpsmith::launchable($grid, $block, $sharedBytes, $mostThreads)$coverage;
  const bool $sized = $rows > 0 && $columns > 0 && $steps > 0 && $lastC >= 0 &&
                      $distinct$batchSized$furtherSized$ranges;
  const bool $separate = $sized$apart;
$inside  const warpsmith::Device $device = warpsmith::currentDevice();
  const bool $ran = $able$covered && $separate && $run($runArguments);
$trace  if (!$ran)
    $fallback;
}
)";
  addTrace(plan, values);
  return fill(counts + checks, values);
}

} // namespace warpsmith
