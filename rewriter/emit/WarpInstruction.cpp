#include "rewriter/emit/WarpInstruction.h"
#include "rewriter/emit/FmaText.h"

namespace warpsmith {

std::string warpInstruction(ElementType part, ElementType typeA, ElementType typeB) {
  const auto isSigned = [](ElementType type) {
    return truth(rowOf(type).kind != NumberKind::UnsignedInteger);
  };
  switch (part) {
  case ElementType::F16:
    return "warpsmith::multiplyFp16";
  case ElementType::BF16:
    return "warpsmith::multiplyBf16";
  case ElementType::F32:
    return "warpsmith::multiplyTf32";
  default:
    return "warpsmith::multiplyInt8<" + isSigned(typeA) + ", " + isSigned(typeB) + ">";
  }
}

std::string warpMember(const std::string &instruction) {
  return fill(R"(template <typename Sum>
  static __device__ __forceinline__ void multiply(Sum (&sum)[4], const unsigned (&a)[4], unsigned b0,
                                                  unsigned b1) {
    $instruction(sum, a, b0, b1);
  }
)",
              {{"instruction", instruction}});
}

} // namespace warpsmith
