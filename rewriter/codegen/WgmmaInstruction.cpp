#include "rewriter/codegen/WgmmaInstruction.h"
#include "rewriter/codegen/Template.h"
#include "rewriter/families/WgmmaTile.h"
#include <vector>

namespace warpsmith {
namespace {

const char *ptxType(const WgmmaInstruction &instruction, bool isUnsigned) {
  if (isInteger(instruction.part))
    return isUnsigned ? "u8" : "s8";
  return instruction.part == ElementType::F16    ? "f16"
         : instruction.part == ElementType::BF16 ? "bf16"
                                                 : "tf32";
}

/// What follows the predicate: scales of the operands, and whether they are transposed.
std::string immediates(const WgmmaInstruction &instruction) {
  if (isInteger(instruction.part))
    return {};
  const std::string scales = ", 1, 1";
  if (sizeOf(instruction.part) != 2)
    return scales;
  return scales + (instruction.alongKA ? ", 0" : ", 1") + (instruction.alongKB ? ", 0" : ", 1");
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

} // namespace

std::string multiplyText(const WgmmaInstruction &instruction) {
  const int sums = instruction.columns / 2;
  const bool integers = isInteger(instruction.part);
  std::vector<std::string> registers;
  std::string outputs;
  for (int index = 0; index < sums; ++index) {
    const std::string number = std::to_string(index);
    registers.push_back("%" + number);
    outputs +=
        (index ? ", " : "") + std::string(integers ? "\"+r\"(sum[" : "\"+f\"(sum[") + number + "])";
  }
  const int inputsA = instruction.fragments ? 4 : 1;
  std::string a;
  for (int index = 0; index < inputsA; ++index)
    a += (index ? ", %" : "%") + std::to_string(sums + index);
  if (instruction.fragments)
    a = "{" + a + "}";
  const std::string steps = std::to_string(WgmmaStepBytes / sizeOf(instruction.part));
  const std::string columns = std::to_string(instruction.columns);
  return fill(
      R"(
/// sum += A * B for 64 x $columns elements of C and $steps steps of k, $given;
/// without `add`, sum = A * B.
__device__ __forceinline__ void $name($Sum (&sum)[$sums], $parameterA,
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
      {{"name", instruction.name},
       {"columns", columns},
       {"steps", steps},
       {"shape", "m64n" + columns + "k" + steps},
       {"Sum", integers ? "unsigned" : "float"},
       {"immediates", immediates(instruction)},
       {"sums", std::to_string(sums)},
       {"types", std::string(integers ? "s32." : "f32.") +
                     ptxType(instruction, instruction.unsignedA) + "." +
                     ptxType(instruction, instruction.unsignedB)},
       {"registers", quotedLines("{", registers, "}, ")},
       {"outputs", outputs},
       {"given", instruction.fragments ? "of A's fragment and B's tile by its descriptor"
                                       : "of tiles given by descriptors"},
       {"parameterA", instruction.fragments ? "const unsigned *a" : "unsigned long long a"},
       {"inputA",
        instruction.fragments ? "\"r\"(a[0]), \"r\"(a[1]), \"r\"(a[2]), \"r\"(a[3])" : "\"l\"(a)"},
       {"a", a},
       {"b", std::to_string(sums + inputsA)},
       {"add", std::to_string(sums + inputsA + 1)}});
}

} // namespace warpsmith
