// The host side: what is checked before the generated kernel runs instead of the original.
#include "rewriter/codegen/KernelPlan.h"

namespace warpsmith {
namespace {

/// Names of `launch`'s own variables that do not collide with the original's parameters and macros.
class LocalNames {
public:
  explicit LocalNames(const Contraction &contraction) {
    for (const Parameter &parameter : contraction.parameters)
      taken.insert(parameter.name);
    for (const auto &[name, value] : contraction.constants)
      taken.insert(name);
  }
  void add(Substitutions &values, const std::string &name) {
    std::string chosen = name;
    while (taken.count(chosen))
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

/// The threads of an axis that the original's launch starts must reach the whole extent.
std::string coverage(const ThreadAxis &axis, const std::string &extent,
                     const Substitutions &values) {
  const std::string name(1, axis.axis), grid = values.at("grid"), block = values.at("block");
  const std::string threads =
      "(long long)" + grid + "." + name + " * " + block + "." + name + " >= " + extent;
  if (axis.block == Polynomial::symbol("blockDim." + name))
    return threads;
  return block + "." + name + " == " + axis.block.factor() + " && " + threads;
}

std::string unusedAxes(const Contraction &contraction, const Substitutions &values) {
  std::string text;
  for (const char axis : {'x', 'y', 'z'})
    if (axis != contraction.row.axis && axis != contraction.column.axis)
      text += " && " + values.at("grid") + "." + axis + " * " + values.at("block") + "." + axis +
              " == 1";
  return text;
}

std::string pointer(const Matrix &matrix) {
  return matrix.offset.isZero() ? matrix.name : matrix.name + " + " + matrix.offset.str();
}

/// Bytes from the first to the last element of a matrix of which `outer` rows of `inner` exist.
std::string span(const Matrix &matrix, const std::string &outer, const std::string &inner,
                 const std::string &leading) {
  return "((" + outer + " - 1) * " + leading + " + " + inner + ") * (long long)sizeof(*" +
         matrix.name + ")";
}

} // namespace

std::string launchDeclaration(const KernelPlan &plan) {
  return "inline void launch(" + parameterList(plan, localNames(plan.contraction)) + ");";
}

std::string launchText(KernelPlan &plan, const std::string &original) {
  const Contraction &contraction = plan.contraction;
  const Schedule &schedule = plan.schedule;
  plan.need("launch_checks.h");
  Substitutions values = localNames(contraction);
  const std::string m = values.at("rows"), n = values.at("columns"), k = values.at("steps");
  const bool alongKA = contraction.a.contiguous() == 1, alongKB = contraction.b.contiguous() == 0;
  const auto leading = [&](const Matrix &matrix) { return matrix.leadingDimension().str(); };
  values.insert({
      {"parameters", parameterList(plan, values)},
      {"original", original},
      {"m", contraction.m.str()},
      {"n", contraction.n.str()},
      {"k", contraction.k.str()},
      {"strideA", leading(contraction.a)},
      {"strideB", leading(contraction.b)},
      {"strideC", leading(contraction.c)},
      {"coverM", coverage(contraction.row, m, values)},
      {"coverN", coverage(contraction.column, n, values)},
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
  // C is rows x columns and each element sums `steps` products; ld* separate rows in memory.
  const long long $rows = $m, $columns = $n, $steps = $k;
  const long long $lda = $strideA, $ldb = $strideB, $ldc = $strideC;
  // The original's threads reach all of C, one thread an element.
  const bool $covered = $coverM && $coverN$unusedAxes && $block.x * $block.y * $block.z <= 1024;
  constexpr long long Most = 0x7fffffff - 1024;
  const bool $sized = $rows > 0 && $columns > 0 && $steps > 0 && $rows <= Most &&
                      $columns <= Most && $steps <= Most && $lda >= $innerA && $ldb >= $innerB &&
                      $ldc >= $columns && $lda <= $mostA && $ldb <= $mostB && $ldc <= Most;
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
