// The host side: what is checked before the generated kernel runs instead of the original.
#include "rewriter/emit/GatheredText.h"
#include "rewriter/emit/LaunchChecks.h"
#include "rewriter/emit/LaunchComparison.h"
#include "rewriter/emit/WgmmaText.h"
#include "rewriter/families/TileLayout.h"
#include "rewriter/ir/FusedProducts.h"
#include "rewriter/ir/LaunchRequirements.h"
#include "rewriter/ir/LaunchSymbols.h"
#include <algorithm>
#include <limits>
#include <stdexcept>

namespace warpsmith {
namespace {

// What else `launch` refers to.
const char *const Globals[] = {"kernel",        "rewritten", "launch",  "warpsmith", "BlockM",
                               "BlockN",        "RowsA",     "RowsB",   "Most",      "Threads",
                               "SharedBytes",   "dim3",      "size_t",  "sizeof",    "cudaStream_t",
                               "currentDevice", "run",       "MostRows"};
// And where it may become one with others.
const char *const OfGroups[] = {"Product", "prepare", "pending"};
// And in a kernel that keeps its launches.
const char *const OfResident[] = {"computeTiles", "resident", "counted", "gridDim", "blockDim"};

/// Names of `launch`'s own variables that do not collide with the original's parameters and macros.
class LocalNames {
public:
  explicit LocalNames(const Contraction &contraction) {
    for (const Parameter &parameter : contraction.parameters)
      taken.insert(parameter.name);
    for (const auto &[name, value] : contraction.constants)
      for (const std::string &identifier : identifiers(name))
        taken.insert(identifier);
  }
  void add(Substitutions &values, const std::string &name) {
    std::string chosen = name;
    while (taken.contains(chosen))
      chosen += "_";
    taken.insert(chosen);
    values[name] = chosen;
  }

private:
  std::set<std::string> taken;
};

const char *const Locals[] = {"grid",  "block",    "sharedBytes", "stream", "rows",    "columns",
                              "steps", "products", "lda",         "ldb",    "ldc",     "covered",
                              "sized", "separate", "aligned",     "blocks", "product", "device",
                              "lastA", "lastB",    "lastC",       "padded", "ran"};

} // namespace

Substitutions localNames(const Contraction &contraction) {
  Substitutions values;
  LocalNames names(contraction);
  for (const char *local : Locals)
    names.add(values, local);
  return values;
}

std::string parameterList(const KernelPlan &plan, const Substitutions &values, bool withStream) {
  std::string text = fill("dim3 $grid, dim3 $block, size_t $sharedBytes", values);
  if (withStream)
    text += fill(", cudaStream_t $stream", values);
  for (const Parameter &parameter : plan.contraction.parameters)
    text += ", " + parameter.declaration;
  return text;
}

Polynomial::Spelling inLaunch(const Substitutions &values) {
  return launchSpelling(values.at("grid"), values.at("block"));
}

std::string onHost(const Polynomial &polynomial, const Substitutions &values) {
  return polynomial.wide(inLaunch(values));
}

/// What a launch of plain matrices is asked of their leading dimensions anyway.
static bool isOfLeadingDimension(const Precondition &fact, const Contraction &contraction) {
  const auto isNotNegative = [&](const Matrix &matrix) {
    return fact.left == matrix.leadingDimension() && fact.right.isZero();
  };
  return !fact.equal &&
         (isNotNegative(contraction.a) || isNotNegative(contraction.b) ||
          (fact.left == contraction.c.leadingDimension() && fact.right == contraction.n.extent()));
}

/// The contraction without what its launch checks of plain matrices.
static Contraction ofPlainMatrices(Contraction contraction) {
  std::erase_if(contraction.preconditions,
                [&](const Precondition &fact) { return isOfLeadingDimension(fact, contraction); });
  return contraction;
}

std::string coverage(const Contraction &contraction, const Substitutions &values) {
  std::string text;
  for (const Precondition &fact : contraction.preconditions)
    text += " && " + comparison(fact, contraction, values);
  return text;
}

std::string rangeChecks(const Contraction &contraction, const Substitutions &values) {
  std::string text;
  for (const IndexRange &range : contraction.ranges) {
    text += " && warpsmith::within(" + std::to_string(range.low) + ", " +
            std::to_string(range.high) + ", " + onHost(range.offset, values);
    for (const IndexRange::Index &index : range.indices)
      text += ", " + onHost(index.coefficient, values) + ", " +
              namedSize(index.extent, contraction, values);
    text += ")";
  }
  return text;
}

/// The parameter is declared with a name that an assertion says is its type.
static bool isAsserted(const Parameter &parameter, const std::vector<Predicate> &assertions) {
  return std::ranges::any_of(assertions, [&](const Predicate &fact) {
    const auto *named = std::get_if<Predicate::IsType>(&fact.test());
    return named && named->type == parameter.type &&
           "::" + parameter.declaration == named->name + " " + parameter.name;
  });
}

std::string typeAssertions(const Contraction &contraction) {
  std::string text;
  for (const Parameter &parameter : contraction.parameters) {
    const bool spelled = parameter.declaration.find(parameter.type) != std::string::npos;
    if (spelled || !contraction.instance.empty() || isAsserted(parameter, contraction.assertions) ||
        (parameter.type != "float" && parameter.type != "double"))
      continue;
    text += (text.empty() ? "" : " && ");
    text += "sizeof(" + parameter.name + ") == sizeof(" + parameter.type + ")";
  }
  if (!contraction.assertions.empty())
    text += (text.empty() ? "" : " && ") + conjunction(contraction.assertions, Parentheses::None);
  return text.empty() ? text
                      : "static_assert(" + text +
                            ", \"Rewritten for other types or sizes: run warpsmith again.\");\n";
}

namespace {

/// nvcc unrolls a short loop whole and contracts its first product differently.
std::string lengthAssertion(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const bool product = contraction.initial->kind == Expression::Kind::Binary;
  const std::set<std::string> sizes = contraction.k.extent().names();
  if (plan.schedule.numerics != Numerics::BitExact || !product || !contraction.knownSteps() ||
      contraction.k.extent().constant() || std::ranges::any_of(sizes, isOfLaunch))
    return {};
  return "static_assert(" + contraction.k.extent().wide() + " > " + std::to_string(UnrolledWhole) +
         ", \"Not bit-exact for so few steps: run warpsmith again.\");\n";
}

/// What the number of rows, columns or steps, which a local name stands for, is in the source.
std::string extentText(const std::string &name, const Substitutions &values) {
  constexpr std::pair<const char *, const char *> Extents[] = {
      {"rows", "m"}, {"columns", "n"}, {"steps", "k"}};
  for (const auto &[local, source] : Extents)
    if (values.at(local) == name)
      return values.at(source);
  return {};
}

/// Bytes from the first to the last element of a matrix of which `outer` rows of `inner` exist, in
/// all of the batch.
std::string span(const Matrix &matrix, const std::string &outer, const std::string &inner,
                 const std::string &leading, const Substitutions &values) {
  const bool isDense = onHost(matrix.leadingDimension(), values) == extentText(inner, values);
  std::string elements =
      isDense ? outer + " * " + leading : "(" + outer + " - 1) * " + leading + " + " + inner;
  if (!matrix.batchStride().isZero())
    elements +=
        " + (" + values.at("products") + " - 1) * (" + onHost(matrix.batchStride(), values) + ")";
  if (!isDense || !matrix.batchStride().isZero())
    elements = "(" + elements + ")";
  return elements + " * (long long)sizeof(*" + matrix.name + ")";
}

/// Products of a batch that do not overlap in C.
std::string batchChecks(const Contraction &contraction, const Substitutions &values) {
  std::string text = fill(" && $products > 0 && $products <= 65535", values);
  for (int operand = 0; operand < contraction.operandCount(); ++operand)
    if (const Polynomial &stride = contraction.operand(operand).batchStride(); !stride.isZero())
      text += " && " + signedSize(stride, contraction, values) + " >= 0";
  const std::string stride = signedSize(contraction.c.batchStride(), contraction, values);
  if (batchPlaces(contraction) == BatchPlaces::Behind)
    return text + " && " + stride + fill(" >= ($rows - 1) * $ldc + $columns", values);
  return text + " && warpsmith::productsApart(" + stride +
         fill(", $products, $ldc, $rows, $columns)", values);
}

/// As what is checked of A and B, of the second product's operands; each check follows an `&&`.
struct SecondChecks {
  std::string sized, separate, aligned;
};
SecondChecks secondChecks(const KernelPlan &plan, const Substitutions &values) {
  SecondChecks checks;
  for (int operand = 2; operand < plan.contraction.operandCount(); ++operand) {
    const Matrix &matrix = plan.contraction.operand(operand);
    const std::string x = letter(operand);
    const std::string leading =
        "(" + signedSize(matrix.leadingDimension(), plan.contraction, values) + ")";
    const std::string first = elementsOf(plan.contraction, matrix, inLaunch(values));
    checks.sized += " && " + leading + " >= 0 && " + leading + " <= " + values.at("most" + x);
    checks.separate +=
        " && warpsmith::disjoint(" + values.at("c") + ", " + values.at("spanC") + ", " + first +
        ", " + span(matrix, values.at("outer" + x), values.at("inner" + x), leading, values) + ")";
    checks.aligned += " && warpsmith::vectorizable(" + first + ", " + values.at("inner" + x) +
                      ", " + leading + ")";
  }
  return checks;
}

/// Each product of a batch must begin as aligned as the first.
std::string batchAligned(const Contraction &contraction, const Substitutions &values) {
  std::string text;
  const auto add = [&](const Matrix &matrix) {
    if (!matrix.batchStride().isZero())
      text += " && (" + onHost(matrix.batchStride(), values) + ") * (long long)sizeof(*" +
              matrix.name + ") % 16 == 0";
  };
  for (int operand = 0; operand < contraction.operandCount(); ++operand)
    add(contraction.operand(operand));
  add(contraction.c);
  return text;
}

/// The first element and the bytes of what else is read, an index of which may have any stride.
std::string extraRange(const Contraction &contraction, const Matrix &extra,
                       const Substitutions &values) {
  std::string first = elementsOf(contraction, extra, inLaunch(values)), last;
  const auto add = [&](Polynomial stride, const std::string &extent) {
    if (stride.isZero())
      return;
    const bool backward = stride.constant().value_or(0) < 0;
    if (backward)
      stride = Polynomial(0) - stride;
    const std::string span = "(" + extent + " - 1) * (" + onHost(stride, values) + ")";
    last += (last.empty() ? "" : " + ") + span;
    if (backward)
      first += " - " + span;
  };
  add(extra.stride(0), values.at("rows"));
  add(extra.stride(1), values.at("columns"));
  add(extra.batchStride(), values.at("products"));
  return first + ", (" + (last.empty() ? "0" : last) + " + 1) * (long long)sizeof(*" + extra.name +
         ")";
}

/// What else is read must not be what is stored.
std::string extraChecks(const Contraction &contraction, const Substitutions &values) {
  std::string text;
  std::vector<Matrix> others = contraction.extras;
  others.insert(others.end(), contraction.others.begin(), contraction.others.end());
  for (const Matrix &extra : others) {
    for (const Polynomial &stride : {extra.stride(0), extra.stride(1), extra.batchStride()})
      if (!stride.constant())
        text += " && " + signedSize(stride, contraction, values) + " >= 0";
    text += " && warpsmith::disjoint(" + values.at("c") + ", " + values.at("spanC") + ", " +
            extraRange(contraction, extra, values) + ")";
  }
  return text;
}

} // namespace

std::set<std::string> launchIdentifiers(const Schedule &schedule) {
  std::set<std::string> names(std::begin(Globals), std::end(Globals));
  names.insert(std::begin(Locals), std::end(Locals));
  if (schedule.group())
    names.insert(std::begin(OfGroups), std::end(OfGroups));
  if (schedule.is<Resident>())
    names.insert(std::begin(OfResident), std::end(OfResident));
  return names;
}

std::string launchConflict(const KernelPlan &plan, const std::set<std::string> &scope) {
  const Contraction &contraction = plan.contraction;
  std::set<std::string> names, types;
  for (const Parameter &parameter : contraction.parameters) {
    names.insert(parameter.name);
    types.merge(identifiers(parameter.declaration));
  }
  for (const auto &[name, value] : contraction.constants)
    names.merge(identifiers(name));
  for (const char *name : Globals)
    if (names.contains(name))
      return name;
  for (const char *name : OfGroups)
    if (plan.isGrouped && names.contains(name))
      return name;
  for (const char *name : OfResident)
    if (plan.schedule.is<Resident>() && names.contains(name))
      return name;
  types.merge(names);
  for (const std::string &name : types)
    if (scope.contains(name))
      return name;
  return {};
}

std::string launchDeclaration(const std::string &parameters) {
  return "inline void launch(dim3 grid, dim3 block, size_t sharedBytes, cudaStream_t stream" +
         parameters + ");";
}

std::string launchKernelDeclaration() {
  return "inline cudaError_t launchKernel(dim3 grid, dim3 block, void **arguments, "
         "size_t sharedBytes, cudaStream_t stream)";
}

std::string launchKernelText(const std::string &original, const KernelDeclaration &declaration) {
  const std::string instance =
      declaration.templateNames.empty() ? "" : "<" + declaration.templateNames + ">";
  return "\n/// As cudaLaunchKernel: `arguments` point to those of `launch`.\n" +
         (declaration.templateHead.empty() ? "" : declaration.templateHead + "\n") +
         launchKernelDeclaration() + " {\n  return warpsmith::launchKernel(launch" + instance +
         ", " + original + instance + ", grid, block, arguments, sharedBytes, stream);\n}\n";
}

std::string pendingText(const GeneratedCase &entry) {
  const Contraction &contraction = entry.contraction;
  Substitutions values = localNames(contraction);
  const KernelPlan plan(contraction, entry.schedule);
  values["parameters"] = parameterList(plan, values);
  for (const Parameter &parameter : contraction.parameters)
    values["arguments"] += ", " + parameter.name;
  // Qualified: a product of another kernel's would bring that one's `prepare` with it.
  std::string space = contraction.qualifiedKernel + "_rewritten::", others;
  int64_t least = std::numeric_limits<int64_t>::max();
  const Schedule *grouped = groupedPart(entry.schedule);
  for (const Schedule *part = &entry.schedule; part != grouped; part = part->otherwise.get()) {
    space += "otherwise::";
    least = std::min(least, *part->leastProducts);
  }
  if (grouped != &entry.schedule) // none of those before it takes the launch
    others = fill(" &&\n(double)$product.m * $product.n * $product.k < ", values) +
             std::to_string(least) + ".0";
  values["prepare"] = space + "prepare";
  values["others"] = others;
  return fill(R"(
/// A launch that may become one with others.
inline auto pending($parameters) {
  return warpsmith::pendingLaunch(
      $stream,
      [=](auto &$product, const warpsmith::Device &$device) {
        return $prepare($product, $device, $grid, $block, $sharedBytes$arguments)$others;
      },
      [=] { launch($grid, $block, $sharedBytes, $stream$arguments); });
}
)",
              values);
}

std::string deviceChecks(const KernelPlan &plan, const Substitutions &values) {
  const auto [own, alone] = plan.devices();
  const int capability = std::max(own, plan.schedule.leastCapability());
  if (capability == 0)
    return {};
  return values.at("device") + ".capability " + (alone ? "==" : ">=") + " " +
         std::to_string(capability) + " && ";
}

namespace {

/// A launch of the plain tiled kernel asks for more than every device allows every kernel.
bool mayBeRefused(const KernelPlan &plan) {
  constexpr int AlwaysAllowed = 48 * 1024; // bytes of shared memory
  return plan.mayBeEmpty() || sharedMemoryBytes(plan.contraction, plan.schedule) > AlwaysAllowed;
}

/// Whether the launch has to know what the device is.
bool asksForDevice(const KernelPlan &plan) {
  const Schedule &schedule = plan.schedule;
  return plan.devices().capability != 0 || schedule.leastCapability() != 0 ||
         familyOf(schedule).hasMenu() || (plan.tiled() && mayBeRefused(plan));
}

/// What a single tile's constants need before them.
std::string ofTile(const KernelPlan &plan) {
  return "BlockTile::";
}

/// The largest leading dimension with which offsets within a tile are 32-bit numbers.
std::string mostLeading(const KernelPlan &plan, const std::string &rows) {
  if (!plan.tiled())
    return "Most";
  if (familyOf(plan.schedule).hasMenu())
    return "Most / Problem::MostRows";
  return "Most / " + ofTile(plan) + rows;
}

} // namespace

void addChecks(KernelPlan &plan, Substitutions &values) {
  const Contraction &contraction = plan.contraction;
  plan.need("launch_checks.h");
  const std::string m = values.at("rows"), n = values.at("columns"), k = values.at("steps");
  const bool alongKA = contraction.a.contiguous() == 1, alongKB = contraction.b.contiguous() == 0;
  const auto leading = [&](const Matrix &matrix) {
    return onHost(matrix.leadingDimension(), values);
  };
  const bool batched = contraction.isBatched();
  values.insert({
      {"assertions", typeAssertions(contraction) + lengthAssertion(plan)},
      {"launchable", fill("warpsmith::launchable($grid, $block, $sharedBytes, ", values) +
                         std::to_string(contraction.mostThreads) + ")"},
      {"and", "&&"},
      {"andApart", "&&"},
      {"ranges", rangeChecks(contraction, values)},
      {"m", onHost(contraction.m.extent(), values)},
      {"n", onHost(contraction.n.extent(), values)},
      {"k", onHost(contraction.k.extent(), values)},
      {"strideA", leading(contraction.a)},
      {"strideB", leading(contraction.b)},
      {"strideC", leading(contraction.c)},
      {"coverage", coverage(ofPlainMatrices(contraction), values)},
      // Offsets within a tile are computed in 32 bits.
      {"mostA", mostLeading(plan, "RowsA")},
      {"mostB", mostLeading(plan, "RowsB")},
      {"innerA", alongKA ? k : m},
      {"outerA", alongKA ? m : k},
      {"innerB", alongKB ? k : n},
      {"outerB", alongKB ? n : k},
      {"a", elementsOf(contraction, contraction.a, inLaunch(values))},
      {"b", elementsOf(contraction, contraction.b, inLaunch(values))},
      {"c", elementsOf(contraction, contraction.c, inLaunch(values))},
  });
  values["spanA"] = span(contraction.a, values["outerA"], values["innerA"], values["lda"], values);
  values["spanB"] = span(contraction.b, values["outerB"], values["innerB"], values["ldb"], values);
  values["spanC"] = span(contraction.c, m, n, values["ldc"], values);
  values["batches"] = batched
                          ? fill("const long long $products = ", values) +
                                onHost(contraction.batch.extent(), values) + "; // of the batch\n"
                          : "";
  values["batchSized"] = batched ? batchChecks(contraction, values) : "";
  const SecondChecks second = secondChecks(plan, values);
  values["extras"] = second.separate + extraChecks(contraction, values);
  values["batchSized"] += second.sized;
  values["furtherAligned"] = second.aligned + batchAligned(contraction, values);
  values["kernelArguments"] = fill("(int)$rows, (int)$columns, (int)$steps", values) +
                              plan.launchScalars(inLaunch(values)) +
                              fill(", $a, (int)$lda, $b, (int)$ldb, $c, (int)$ldc", values) +
                              plan.furtherArguments(inLaunch(values));
}

std::string checksText(const Substitutions &values) {
  std::string text = fill(
      R"(  $assertions// C is rows x columns and each element sums `steps` products; ld* separate rows in memory.
  const long long $rows = $m, $columns = $n, $steps = $k;
  const long long $lda = $strideA, $ldb = $strideB, $ldc = $strideC;
  $batches// The original's threads compute each element of C once.
  const bool $covered =
      $launchable$coverage;
  constexpr long long Most = 0x7fffffff - 1024;
  const bool $sized = $rows > 0 $and $columns > 0 $and $steps > 0 $and $rows <= Most $and
                      $columns <= Most $and $steps <= Most $and $lda >= 0 $and $ldb >= 0 $and
                      $ldc >= $columns $and $lda <= $mostA $and $ldb <= $mostB $and $ldc <= Most$batchSized$ranges;
)",
      values);
  // Evaluated only when `sized` holds: the spans are meaningless otherwise.
  return text +
         fill(
             R"(  const bool $separate = $sized $andApart warpsmith::disjoint($c, $spanC, $a, $spanA) $andApart
                         warpsmith::disjoint($c, $spanC, $b, $spanB)$extras;
)",
             values);
}

std::string addFallback(const KernelPlan &plan, Substitutions &values,
                        const std::string &original) {
  const bool isPart = plan.contraction.isPart();
  values["parameters"] = parameterList(plan, values);
  std::string arguments;
  for (const Parameter &parameter : plan.contraction.parameters)
    arguments += (arguments.empty() ? "" : ", ") + parameter.name;
  values["original"] = original;
  values["arguments"] = arguments;
  const bool chained = plan.schedule.otherwise != nullptr;
  values["otherwise"] = chained  ? "otherwise::launch"
                        : isPart ? "nothing"
                                 : original + " as launched";
  values["fallback"] =
      fill(chained  ? "otherwise::launch($grid, $block, $sharedBytes, $stream, $arguments)"
           : isPart ? "return false"
                    : "$original<<<$grid, $block, $sharedBytes, $stream>>>($arguments)",
           values);
  if (chained && isPart)
    values["fallback"] = "return " + values["fallback"];
  return arguments;
}

namespace {

std::string wholeLaunchText(KernelPlan &plan, const std::string &original) {
  const Contraction &contraction = plan.contraction;
  const Schedule &schedule = plan.schedule;
  if (plan.gathers())
    return gatheredLaunchText(plan, original);
  Substitutions values = localNames(contraction);
  addChecks(plan, values);
  const bool batched = contraction.isBatched();
  const std::string arguments = addFallback(plan, values, original);

  values["able"] = deviceChecks(plan, values);
  if (schedule.leastProducts)
    values["able"] += fill("(double)$rows * $columns * $steps", values) +
                      fill(batched ? " * $products >= " : " >= ", values) +
                      std::to_string(*schedule.leastProducts) + ".0 && ";
  if (plan.mayBeEmpty() || asksForDevice(plan))
    plan.need("device_code.h");
  values["current"] = "";
  if (asksForDevice(plan))
    values["current"] =
        fill("  const warpsmith::Device $device = warpsmith::currentDevice();\n", values);
  values["instance"] = contraction.inSeveralFiles ? "<>" : "";
  values["prepared"] = parameterList(plan, values, /*withStream=*/false);
  values["given"] =
      fill("$grid, $block, $sharedBytes", values) + (arguments.empty() ? "" : ", " + arguments);
  values["readRanges"] = "";
  for (const Matrix &extra : contraction.extras)
    values["readRanges"] += ", {" + extraRange(contraction, extra, values) + "}";
  values["gridZ"] = batched ? ", " + values.at("products") : "";
  values["count"] = batched ? ", (int)" + values.at("products") : "";

  const std::string runs = R"(
/// Runs the kernel above where its preconditions hold, and $otherwise where not.
inline void launch($parameters) {
)";
  const std::string prepares = R"(
/// What a launch gives to the kernel above; false where its preconditions do not hold.
template <typename Product>
bool prepare(Product &$product, const warpsmith::Device &$device, $prepared) {
)";
  const bool grouped = plan.isGrouped;
  const std::string text = fill(grouped ? prepares : runs, values) + checksText(values);
  values["run"] = "run";
  if (fusesProducts(contraction, schedule)) {
    plan.need("fused_products.h");
    values["run"] = fill("warpsmith::fusesProducts($device, $stream) && run", values);
  }
  addTrace(plan, values);
  if (familyOf(schedule).preparesOperands())
    return text +
           fill(
               R"($current  const bool $ran = $able$covered && $separate && $run($device, $stream$count, $kernelArguments);
$trace  if (!$ran)
    $fallback;
}
)",
               values);
  if (grouped)
    return text + fill(R"(  const bool $aligned = warpsmith::vectorizable($a, $innerA, $lda) &&
                        warpsmith::vectorizable($b, $innerB, $ldb)$furtherAligned;
  const bool $ran = $able$covered && $separate;
  if (!$ran) {
  $trace  return false;
  }
  Product::fill($product, $kernelArguments, $aligned, {$c, $spanC},
                {{$a, $spanA}, {$b, $spanB}$readRanges});
  return true;
}
)" + runs + R"($current  Product $product;
  const bool $covered = prepare($product, $device, $given);
  const bool $ran = $covered && run($device, $stream, $product);
  if ($covered && warpsmith::isTraced())
    warpsmith::trace("$traced", $ran, "$traceOtherwise", {$product.m, $product.n, $product.k}, {{}}, {true, true, true});
  if (!$ran)
    $fallback;
}
)",
                       values);
  if (familyOf(schedule).hasMenu())
    return text + fill(R"(  const bool $aligned = warpsmith::vectorizable($a, $innerA, $lda) &&
                        warpsmith::vectorizable($b, $innerB, $ldb)$furtherAligned;
$current  const bool $ran = $able$covered && $separate &&
        run($device, $stream, $aligned$count, $kernelArguments);
$trace  if (!$ran)
    $fallback;
}
)",
                       values);
  if (!plan.tiled())
    return text + fill(R"($current  const bool $ran = $able$covered && $separate;
$trace  if ($ran)
    kernel$instance<<<$grid, $block, $sharedBytes, $stream>>>($kernelArguments);
  else
    $fallback;
}
)",
                       values);
  if (mayBeRefused(plan))
    plan.need("launch.h");
  // A thread stores as many elements of C at once as it reads of B's tile.
  const int runOfC = runWidth(contraction, schedule, 1);
  values["runsOfC"] = static_cast<size_t>(runOfC) * sizeOf(contraction.c.type) > 16
                          ? "<" + std::to_string(runOfC) + ">"
                          : "";
  values["blockM"] = ofTile(plan) + "BlockM";
  values["blockN"] = ofTile(plan) + "BlockN";
  values["threads"] = ofTile(plan) + "Threads";
  values["tileBytes"] = ofTile(plan) + "SharedBytes";
  values["launch"] =
      fill(mayBeRefused(plan)
               ? R"($current  const bool $ran = $able$covered && $separate && $blocks.y <= 65535 &&
        warpsmith::launch($device, rewritten, $blocks, $threads, $tileBytes, $stream,
                          $kernelArguments);
$trace  if (!$ran)
    $fallback;
}
)"
               : R"($current  const bool $ran = $able$covered && $separate && $blocks.y <= 65535;
$trace  if ($ran)
    rewritten<<<$blocks, $threads, $tileBytes, $stream>>>($kernelArguments);
  else
    $fallback;
}
)",
           values);
  return text +
         fill(
             R"(  const dim3 $blocks(($columns + $blockN - 1) / $blockN, ($rows + $blockM - 1) / $blockM$gridZ);
  const bool $aligned = warpsmith::vectorizable($a, $innerA, $lda) &&
                        warpsmith::vectorizable($b, $innerB, $ldb) &&
                        warpsmith::vectorizable$runsOfC($c, $columns, $ldc)$furtherAligned;
  const auto rewritten = $aligned ? kernel<true> : kernel<false>;
$launch)",
             values);
}

} // namespace

std::string launchText(KernelPlan &plan, const std::string &original) {
  std::string text = wholeLaunchText(plan, original);
  if (!plan.contraction.isPart())
    return text;
  // Of one of several outputs: the kernel that is replaced runs where any of them cannot be
  // computed.
  const std::string head = "inline void launch(";
  const size_t function = text.rfind(head), end = text.rfind('}');
  if (function == std::string::npos || end == std::string::npos)
    throw std::logic_error("a launch without its function");
  text.insert(end, "  return true;\n");
  return text.replace(function, head.size(), "inline bool launch(");
}

} // namespace warpsmith
