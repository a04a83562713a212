#include "rewriter/ir/Signature.h"

namespace warpsmith {

std::string signature(const Contraction &contraction) {
  if (!contraction.isPlain())
    return "gathered"; // none has been measured
  std::string text = "c:" + std::string(shortName(contraction.c.type));
  for (int operand = 0; operand < contraction.operandCount(); ++operand) {
    const Matrix &matrix = contraction.operand(operand);
    const bool left = operand % 2 == 0;
    const int contiguous = matrix.contiguous();
    text += (left ? " a:" : " b:") + std::string(shortName(matrix.type)) + "/";
    if (contiguous < 0)
      text += "-";
    else if (left)
      text += contiguous == 0 ? "m" : "k";
    else
      text += contiguous == 0 ? "k" : "n";
  }
  text += " sum:" + std::string(shortName(contraction.sum));
  if (contraction.region != Region::Full)
    text += std::string(" m") + comparison(contraction.region) + "n";
  if (contraction.isBatched())
    text += " batch";
  return text;
}

} // namespace warpsmith
