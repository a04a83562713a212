#include "rewriter/emit/PackedText.h"
#include "rewriter/emit/LaunchChecks.h"
#include "rewriter/emit/PlainProductText.h"
#include "rewriter/families/PackedAccess.h"

namespace warpsmith {
namespace {

/// Whether copy warps can read A and B in vectors, and results be written so: runs, and what leads
/// from one to the others, must be multiples of that.
std::string vectorsText(const std::array<const PackedMatrix *, 3> &matrices,
                        const std::array<std::string, 3> &pointers, const Substitutions &values) {
  std::string text;
  for (size_t index = 0; index < matrices.size(); ++index) {
    const PackedMatrix &matrix = *matrices[index];
    if (index == 2 && matrix.digits.isPlain())
      continue; // the kernel tests that
    std::string numbers = onHost(matrix.run, values);
    for (const Polynomial *pitch : {&matrix.linePitch, &matrix.runPitch, &matrix.blockPitch})
      if (!pitch->isZero())
        numbers += ", " + onHost(*pitch, values);
    text += (text.empty() ? "" : " && ") + ("warpsmith::areVectors(" + pointers[index]) + ", {" +
            numbers + "})";
  }
  return text;
}

} // namespace

std::string packedText(KernelPlan &plan) {
  return plainProductText(plan, productOfPacked(plan.contraction));
}

std::string packedArguments(const KernelPlan &plan, const Substitutions &values,
                            const std::string &pointerA, const std::string &pointerB,
                            const std::string &pointerC) {
  const PackedAccess access = std::get<PackedAccess>(packedAccess(plan.contraction));
  std::string layouts;
  for (const PackedMatrix *matrix : {&access.a, &access.b, &access.c}) {
    if (matrix->digits.isPlain())
      continue;
    std::string numbers;
    for (const Polynomial *number : {&matrix->run, &matrix->runs, &matrix->runPitch, &matrix->lines,
                                     &matrix->linePitch, &matrix->blocks, &matrix->blockPitch})
      numbers += (numbers.empty() ? "" : ", ") + intText(*number, values);
    layouts += ", warpsmith::PackedLayout{" + numbers + "}";
  }
  const std::array<std::string, 3> pointers = {pointerA, pointerB, pointerC};
  const std::string aligned =
      familyOf(plan.schedule).copiesPackedByThreads()
          ? vectorsText({&access.a, &access.b, &access.c}, pointers, values) + ",\n"
          : "";
  return aligned + plainProductArguments(plan, access.product, values, pointers, layouts);
}

} // namespace warpsmith
