#include "rewriter/emit/PackedText.h"
#include "rewriter/emit/PlainProductText.h"
#include "rewriter/families/PackedAccess.h"

namespace warpsmith {

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
  return plainProductArguments(plan, access.product, values, {pointerA, pointerB, pointerC},
                               layouts);
}

} // namespace warpsmith
