// Offsets and pointers of the dynamic shared memory of a kernel on WMMA fragments.
#include "rewriter/codegen/KernelPlan.h"

namespace warpsmith {

std::string sharedMemoryText(KernelPlan &plan) {
  const Wmma &wmma = plan.of<Wmma>();
  std::string text = R"(
  extern __shared__ __align__(128) unsigned char shared[];
)";
  std::string next = "shared", nextType;
  const auto place = [&](const std::string &type, const std::string &name,
                         const std::string &count) {
    text += type + " *" + name + " = " +
            (type == nextType ? next : "reinterpret_cast<" + type + " *>(" + next + ")") + ";\n";
    next = name + " + " + count;
    nextType = type;
  };
  const std::string stages = wmma.stages > 1 || wmma.copyWarps ? "Stages * " : "";
  for (const int operand : plan.operands()) {
    const TileLayout &layout = plan.layouts[operand];
    const std::string name = letter(operand);
    if (layout.transform == Transform::Restaged) {
      place(std::string(cudaName(layout.source)), "raw" + operandName(operand),
            stages + "Rows" + name + " * Columns" + name);
      place(plan.stored(operand), "tiles" + operandName(operand), "2 * Tile" + name);
    } else {
      place(plan.stored(operand), "tiles" + operandName(operand), stages + "Tile" + name);
    }
  }
  place("float", "patches", "ComputeThreads / 32 * FragmentM * PatchPitch");
  if (wmma.copyWarps) {
    place("warpsmith::Barrier", "full", "Stages");
    place("warpsmith::Barrier", "empty", "Stages");
  }
  return text;
}

} // namespace warpsmith
