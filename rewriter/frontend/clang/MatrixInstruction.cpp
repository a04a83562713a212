#include "rewriter/frontend/clang/MatrixInstruction.h"
#include "llvm/ADT/StringSwitch.h"

namespace warpsmith::frontend {

std::optional<MatrixInstruction> matrixInstruction(llvm::StringRef name) {
  llvm::SmallVector<llvm::StringRef> parts;
  name.split(parts, '.');
  if (parts.size() != 9 || parts[0] != "mma" || parts[1] != "sync" || parts[3] != "row" ||
      parts[4] != "col" || parts[6] != parts[7] || parts[5] != parts[8])
    return std::nullopt;
  const auto operand = llvm::StringSwitch<std::optional<ElementType>>(parts[6])
                           .Case("f16", ElementType::F16)
                           .Case("bf16", ElementType::BF16)
                           .Case("tf32", ElementType::F32)
                           .Case("s8", ElementType::I8)
                           .Case("u8", ElementType::U8)
                           .Default(std::nullopt);
  const auto sum = llvm::StringSwitch<std::optional<ElementType>>(parts[5])
                       .Case("f32", ElementType::F32)
                       .Case("f16", ElementType::F16)
                       .Case("s32", ElementType::I32)
                       .Default(std::nullopt);
  if (!operand || !sum || isInteger(*operand) != isInteger(*sum))
    return std::nullopt;
  const int64_t inWord = 4 / sizeOf(*operand);
  // 16 x 8 x 4 e or 8 e steps; of bytes 8 x 8 x 4 e as well.
  const std::string shape = parts[2].str();
  for (const int64_t rows : {16, 8})
    for (const int64_t halves : {1, 2}) {
      const int64_t steps = 4 * inWord * halves;
      if ((rows == 8 && (halves != 1 || !isInteger(*operand))) ||
          shape != "m" + std::to_string(rows) + "n8k" + std::to_string(steps))
        continue;
      return MatrixInstruction{rows,     steps,
                               *operand, *sum,
                               inWord,   rows / 8 * halves,
                               halves,   isNarrowFloat(*sum) ? rows / 8 : rows / 4};
    }
  return std::nullopt;
}

std::optional<std::vector<unsigned>> argumentsOf(const PtxOperand &operand) {
  std::vector<unsigned> arguments;
  const std::vector<PtxOperand> alone = {operand};
  for (const PtxOperand &one : operand.kind == PtxOperand::Kind::Group ? operand.group : alone) {
    if (one.kind != PtxOperand::Kind::Argument || one.isAddress)
      return std::nullopt;
    arguments.push_back(one.argument);
  }
  return arguments;
}

std::optional<MatrixLoad> loadOfMatrices(const PtxInstruction &instruction) {
  const auto count = llvm::StringSwitch<std::optional<size_t>>(instruction.name)
                         .StartsWith("ldmatrix.sync.m8n8.x1.", 1)
                         .StartsWith("ldmatrix.sync.m8n8.x2.", 2)
                         .StartsWith("ldmatrix.sync.m8n8.x4.", 4)
                         .Default(std::nullopt);
  const llvm::StringRef rest =
      count ? llvm::StringRef(instruction.name).drop_front(sizeof("ldmatrix.sync.m8n8.x1.") - 1)
            : "";
  const bool transposes = rest == "trans.shared.b16" || rest == "trans.b16";
  const auto results = count && instruction.operands.size() == 2
                           ? argumentsOf(instruction.operands[0])
                           : std::nullopt;
  if (!results || results->size() != *count || !instruction.operands[1].isAddress ||
      (!transposes && rest != "shared.b16" && rest != "b16"))
    return std::nullopt;
  return MatrixLoad{*results, transposes, !rest.contains("shared")};
}

} // namespace warpsmith::frontend
