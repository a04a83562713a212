// The host side: what is checked before the generated kernel runs instead of the original.
#include "rewriter/codegen/KernelPlan.h"
#include "rewriter/ir/FusedProducts.h"
#include <algorithm>
#include <cstring>

namespace warpsmith {
namespace {

// What else `launch` refers to.
const char *const Globals[] = {"kernel", "rewritten", "launch",       "warpsmith",
                               "BlockM", "BlockN",    "RowsA",        "RowsB",
                               "Most",   "Threads",   "SharedBytes",  "dim3",
                               "size_t", "sizeof",    "cudaStream_t", "computeCapability"};

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

const char *const Locals[] = {"grid",    "block", "sharedBytes", "stream",  "rows",
                              "columns", "steps", "lda",         "ldb",     "ldc",
                              "covered", "sized", "separate",    "aligned", "blocks"};

Substitutions localNames(const Contraction &contraction) {
  Substitutions values;
  LocalNames names(contraction);
  for (const char *local : Locals)
    names.add(values, local);
  return values;
}

std::string parameterList(const KernelPlan &plan, const Substitutions &values) {
  std::string text =
      fill("dim3 $grid, dim3 $block, size_t $sharedBytes, cudaStream_t $stream", values);
  for (const Parameter &parameter : plan.contraction.parameters)
    text += ", " + parameter.declaration;
  return text;
}

/// The threads of an axis that the original's launch starts must reach the whole extent; each check
/// follows an `&&`.
std::string coverage(const ThreadAxis &axis, const Polynomial &extent,
                     const std::string &extentName, const Substitutions &values) {
  const std::string name(1, axis.axis), grid = values.at("grid"), block = values.at("block");
  std::string text;
  if (axis.block != Polynomial::symbol("blockDim." + name))
    text += " && " + block + "." + name + " == " + axis.block.wide();
  // Without a guard the extent is the number of threads.
  if (extent != Polynomial::symbol("gridDim." + name) * axis.block)
    text +=
        " && (long long)" + grid + "." + name + " * " + block + "." + name + " >= " + extentName;
  return text;
}

std::string unusedAxes(const Contraction &contraction, const Substitutions &values) {
  std::string text;
  for (const char axis : {'x', 'y', 'z'})
    if (axis != contraction.row.axis && axis != contraction.column.axis)
      text += " && " + values.at("grid") + "." + axis + " * " + values.at("block") + "." + axis +
              " == 1";
  return text;
}

/// A polynomial in the launch, which knows the grid and the block by its own names.
std::string onHost(const Polynomial &polynomial, const Substitutions &values) {
  std::string text = polynomial.wide();
  for (const auto &[builtin, local] : {std::pair("gridDim.", "grid"), {"blockDim.", "block"}})
    for (size_t at = text.find(builtin); at != std::string::npos; at = text.find(builtin, at))
      text.replace(at, std::strlen(builtin) - 1, values.at(local));
  return text;
}

std::string pointer(const Matrix &matrix) {
  return matrix.offset.isZero() ? matrix.name : matrix.name + " + (" + matrix.offset.wide() + ")";
}

/// Values that the original computes in a narrow or unsigned type must not have wrapped there.
std::string rangeChecks(const Contraction &contraction, const Substitutions &values) {
  std::string text;
  for (const IndexRange &range : contraction.ranges) {
    text += " && warpsmith::within(" + std::to_string(range.low) + ", " +
            std::to_string(range.high) + ", " + range.offset.wide();
    const char *const extents[] = {"rows", "columns", "steps"};
    for (const int dimension : {0, 1, 2})
      text += ", " + range.coefficient[dimension].wide() + ", " + values.at(extents[dimension]);
    text += ")";
  }
  return text;
}

/// Types are those of this parse, and another build may have others under the same name.
std::string typeAssertions(const Contraction &contraction) {
  std::string text;
  for (const Parameter &parameter : contraction.parameters) {
    const bool spelled = parameter.declaration.find(parameter.type) != std::string::npos;
    if (spelled || (parameter.type != "float" && parameter.type != "double"))
      continue;
    text += (text.empty() ? "" : " && ");
    text += "sizeof(" + parameter.name + ") == sizeof(" + parameter.type + ")";
  }
  return text.empty() ? text
                      : "static_assert(" + text +
                            ", \"Rewritten for other scalars: run warpsmith again.\");\n";
}

/// nvcc unrolls a short loop whole and contracts its first product differently.
std::string lengthAssertion(const KernelPlan &plan) {
  const Contraction &contraction = plan.contraction;
  const bool product = contraction.initial->kind == Expression::Kind::Binary;
  if (plan.schedule.numerics != Numerics::BitExact || !product || !contraction.knownSteps() ||
      contraction.k.constant())
    return {};
  return "static_assert(" + contraction.k.wide() + " > " + std::to_string(UnrolledWhole) +
         ", \"Not bit-exact for so few steps: run warpsmith again.\");\n";
}

/// Bytes from the first to the last element of a matrix of which `outer` rows of `inner` exist.
std::string span(const Matrix &matrix, const std::string &outer, const std::string &inner,
                 const std::string &leading) {
  return "((" + outer + " - 1) * " + leading + " + " + inner + ") * (long long)sizeof(*" +
         matrix.name + ")";
}

} // namespace

std::set<std::string> launchIdentifiers() {
  std::set<std::string> names(std::begin(Globals), std::end(Globals));
  names.insert(std::begin(Locals), std::end(Locals));
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

std::string launchText(KernelPlan &plan, const std::string &original) {
  const Contraction &contraction = plan.contraction;
  const Schedule &schedule = plan.schedule;
  plan.need("launch_checks.h");
  Substitutions values = localNames(contraction);
  const std::string m = values.at("rows"), n = values.at("columns"), k = values.at("steps");
  const bool alongKA = contraction.a.contiguous() == 1, alongKB = contraction.b.contiguous() == 0;
  const auto leading = [&](const Matrix &matrix) { return matrix.leadingDimension().wide(); };
  values.insert({
      {"parameters", parameterList(plan, values)},
      {"original", original},
      {"assertions", typeAssertions(contraction) + lengthAssertion(plan)},
      {"mostThreads", std::to_string(contraction.mostThreads)},
      {"ranges", rangeChecks(contraction, values)},
      {"m", onHost(contraction.m, values)},
      {"n", onHost(contraction.n, values)},
      {"k", contraction.k.wide()},
      {"strideA", leading(contraction.a)},
      {"strideB", leading(contraction.b)},
      {"strideC", leading(contraction.c)},
      {"coverM", coverage(contraction.row, contraction.m, m, values)},
      {"coverN", coverage(contraction.column, contraction.n, n, values)},
      {"unusedAxes", unusedAxes(contraction, values)},
      // Offsets within a tile are computed in 32 bits.
      {"mostA", plan.tiled() ? "Most / RowsA" : "Most"},
      {"mostB", plan.tiled() ? "Most / RowsB" : "Most"},
      {"innerA", alongKA ? k : m},
      {"outerA", alongKA ? m : k},
      {"innerB", alongKB ? k : n},
      {"outerB", alongKB ? n : k},
      {"a", pointer(contraction.a)},
      {"b", pointer(contraction.b)},
      {"c", pointer(contraction.c)},
  });
  values["spanA"] = span(contraction.a, values["outerA"], values["innerA"], values["lda"]);
  values["spanB"] = span(contraction.b, values["outerB"], values["innerB"], values["ldb"]);
  values["spanC"] = span(contraction.c, m, n, values["ldc"]);
  std::string arguments;
  for (const Parameter &parameter : contraction.parameters)
    arguments += (arguments.empty() ? "" : ", ") + parameter.name;
  values["arguments"] = arguments;

  std::string device;
  if (schedule.route == CopyRoute::Asynchronous || schedule.route == CopyRoute::CopyWarps ||
      schedule.numerics == Numerics::Bf16 || schedule.numerics == Numerics::Tf32)
    device = plan.schedule.copyWarps && schedule.architecture->hasTryWait() ? "90" : "80";
  else if (schedule.wmma)
    device = "70";
  if (!device.empty()) {
    plan.need("compute_capability.h");
    device = "warpsmith::computeCapability() >= " + device + " && ";
  }
  if (plan.tiled())
    plan.need("shared_memory.h");
  values["device"] = device;
  values["kernelArguments"] = fill("(int)$rows, (int)$columns, (int)$steps", values) +
                              plan.launchScalars() +
                              fill(", $a, (int)$lda, $b, (int)$ldb, $c, (int)$ldc", values);

  std::string text = fill(R"(
/// Runs the kernel above where its preconditions hold, and $original as launched where not.
inline void launch($parameters) {
  $assertions// C is rows x columns and each element sums `steps` products; ld* separate rows in memory.
  const long long $rows = $m, $columns = $n, $steps = $k;
  const long long $lda = $strideA, $ldb = $strideB, $ldc = $strideC;
  // The original's threads reach all of C, one thread an element.
  const bool $covered =
      warpsmith::launchable($grid, $block, $sharedBytes, $mostThreads)$coverM$coverN$unusedAxes;
  constexpr long long Most = 0x7fffffff - 1024;
  const bool $sized = $rows > 0 && $columns > 0 && $steps > 0 && $rows <= Most &&
                      $columns <= Most && $steps <= Most && $lda >= $innerA && $ldb >= $innerB &&
                      $ldc >= $columns && $lda <= $mostA && $ldb <= $mostB && $ldc <= Most$ranges;
)",
                          values);
  // Evaluated only when `sized` holds: the spans are meaningless otherwise.
  text += fill(R"(
  const bool $separate = $sized && warpsmith::disjoint($c, $spanC, $a, $spanA) &&
                         warpsmith::disjoint($c, $spanC, $b, $spanB);
)",
               values);
  if (!plan.tiled())
    return text + fill(R"(
  if ($device$covered && $separate)
    kernel<<<$grid, $block, $sharedBytes, $stream>>>($kernelArguments);
  else
    $original<<<$grid, $block, $sharedBytes, $stream>>>($arguments);
}
)",
                       values);
  return text + fill(R"(
  const dim3 $blocks(($columns + BlockN - 1) / BlockN, ($rows + BlockM - 1) / BlockM);
  const bool $aligned = warpsmith::vectorizable($a, $innerA, $lda) &&
                        warpsmith::vectorizable($b, $innerB, $ldb) &&
                        warpsmith::vectorizable($c, $columns, $ldc);
  const auto rewritten = $aligned ? kernel<true> : kernel<false>;
  if ($device$covered && $separate && $blocks.y <= 65535 &&
      warpsmith::reserveSharedMemory(rewritten, SharedBytes))
    rewritten<<<$blocks, Threads, SharedBytes, $stream>>>($kernelArguments);
  else
    $original<<<$grid, $block, $sharedBytes, $stream>>>($arguments);
}
)",
                     values);
}

} // namespace warpsmith
