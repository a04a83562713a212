#include "rewriter/emit/WgmmaInstruction.h"
#include "rewriter/emit/Template.h"
#include "rewriter/families/WgmmaTile.h"
#include <cctype>
#include <utility>
#include <vector>

namespace warpsmith {
namespace {

/// Of an operand whose own elements are of type `own`.
std::string ptxType(ElementType part, ElementType own) {
  if (isInteger(part))
    return rowOf(own).kind == NumberKind::UnsignedInteger ? "u8" : "s8";
  if (isFp8(part))
    return std::string(shortName(own));
  return part == ElementType::F32 ? "tf32" : std::string(shortName(part));
}

/// What follows the predicate: scales of the operands, and whether they are transposed.
std::string immediates(const WgmmaInstruction &instruction) {
  if (isInteger(instruction.part))
    return {};
  const std::string scales = ", 1, 1";
  if (sizeOf(instruction.part) != 2)
    return scales;
  if (instruction.fragments)
    return scales + (instruction.alongKB ? ", 0" : ", 1");
  return scales + (instruction.alongKA ? ", 0" : ", 1") + (instruction.alongKB ? ", 0" : ", 1");
}

/// Capital first: `E4m3` of `e4m3`.
std::string capitalised(std::string text) {
  text[0] = static_cast<char>(std::toupper(text[0]));
  return text;
}

} // namespace

std::string instructionName(const WgmmaInstruction &instruction) {
  const std::string a = capitalised(ptxType(instruction.part, instruction.typeA));
  std::string name = "Wgmma" + a;
  if (sizeOf(instruction.part) == 1)
    name += capitalised(ptxType(instruction.part, instruction.typeB));
  if (sizeOf(instruction.part) == 2 && !(instruction.alongKA && instruction.alongKB))
    name += instruction.alongKA ? "AcrossB" : instruction.alongKB ? "AcrossA" : "AcrossBoth";
  return name + (instruction.fragments ? "Fragments" : "");
}

std::string multiplyMember(const WgmmaInstruction &instruction) {
  return fill(R"(template <typename Sums, typename Left, typename Right>
  static __device__ __forceinline__ void multiply(Sums &sums, Left a, Right b, int add) {
    warpsmith::$instruction::multiply(sums, a, b, add);
  }
)",
              {{"instruction", instructionName(instruction)}});
}

std::string instructionsHeaderText() {
  using enum ElementType;
  std::vector<WgmmaInstruction> all;
  for (const ElementType part : {F16, BF16})
    for (const bool alongKA : {true, false})
      for (const bool alongKB : {true, false})
        all.push_back({.columns = 0,
                       .part = part,
                       .typeA = part,
                       .typeB = part,
                       .alongKA = alongKA,
                       .alongKB = alongKB});
  for (const ElementType part : {F16, BF16})
    for (const bool alongKB : {true, false})
      all.push_back({.columns = 0,
                     .part = part,
                     .typeA = part,
                     .typeB = part,
                     .fragments = true,
                     .alongKB = alongKB});
  for (const bool fragments : {false, true})
    all.push_back({.columns = 0, .part = F32, .typeA = F32, .typeB = F32, .fragments = fragments});
  for (const auto &pair : {std::pair(I8, U8), std::pair(E4M3, E5M2)})
    for (const ElementType a : {pair.first, pair.second})
      for (const ElementType b : {pair.first, pair.second})
        all.push_back({.columns = 0, .part = a, .typeA = a, .typeB = b});
  std::string text = R"(
/// The instruction of a product on warpgroups, `wgmma.mma_async`, for tiles of 64 rows: PTX ISA,
/// "Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions". Made by the rewriter, which
/// writes one of them into a file that stands alone. Needs sm_90a.
#pragma once

#include "warpsmith/device/wgmma.h"

namespace warpsmith {
)";
  for (WgmmaInstruction instruction : all) {
    text += "\nstruct " + instructionName(instruction) + " {\n";
    // Of operands that are split in registers, C has few rows.
    const bool splits = instruction.fragments && instruction.part == BF16 && instruction.alongKB;
    for (const int columns : {32, 48, 64, 96, 128, 160, 192, 256}) {
      if (columns == 32 && !splits)
        continue;
      instruction.columns = columns;
      const std::string function = multiplyText(instruction);
      text += function.substr(0, function.find("__device__")) + "static " +
              function.substr(function.find("__device__"));
    }
    text += "};\n";
  }
  return text + "\n} // namespace warpsmith\n";
}

std::string multiplyText(const WgmmaInstruction &instruction) {
  const int sums = instruction.columns / 2;
  const bool integers = isInteger(instruction.part);
  std::string registers, outputs; // by the macros of wgmma.h
  for (int index = 0, count = 0; index < sums; index += count) {
    const std::string from = std::to_string(index);
    count = sums - index >= 32 ? 32 : 8;
    outputs += (index ? ", WARPSMITH_SUMS" : "WARPSMITH_SUMS") + std::to_string(count) +
               (integers ? "(\"+r\", " : "(\"+f\", ") + from + ")";
    if (count == 32) {
      registers += (index ? " \", \" WARPSMITH_REGISTERS" : "\"{\" WARPSMITH_REGISTERS") + from;
      continue;
    }
    registers += index ? index % 32 ? "" : " \"" : "\"{";
    for (int i = index; i < index + count; ++i)
      registers += (i ? ", %" : "%") + std::to_string(i);
  }
  registers += sums % 32 ? "}, \"" : " \"}, \"";
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
)"
      R"(  asm volatile("{\n"
               ".reg .pred add;\n"
               "setp.ne.b32 add, %$add, 0;\n"
               "wgmma.mma_async.sync.aligned.$shape.$types "
               $registers
               "$a, %$b, add$immediates;\n"
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
                     ptxType(instruction.part, instruction.typeA) + "." +
                     ptxType(instruction.part, instruction.typeB)},
       {"registers", registers},
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
