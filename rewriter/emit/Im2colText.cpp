#include "rewriter/emit/Im2colText.h"
#include "rewriter/emit/PlainProductText.h"
#include "rewriter/families/PixelAccess.h"

namespace warpsmith {
namespace {

std::string directionText(const PixelDirection &direction, const Substitutions &values) {
  std::string text;
  for (const Polynomial *number :
       {&direction.count, &direction.stride, &direction.first, &direction.extent, &direction.places,
        &direction.dilation, &direction.pitch})
    text += (text.empty() ? "{" : ", ") + intText(*number, values);
  return text + "}";
}

} // namespace

std::string im2colText(KernelPlan &plan) {
  return plainProductText(plan, productOfPixels(plan.contraction));
}

std::string im2colArguments(const KernelPlan &plan, const Substitutions &values,
                            const std::string &pointerA, const std::string &pointerB,
                            const std::string &pointerC) {
  const PixelAccess access = std::get<PixelAccess>(pixelAccess(plan.contraction));
  return plainProductArguments(plan, access.product, values, {pointerA, pointerB, pointerC},
                               ", warpsmith::Pixels{" + intText(access.channels, values) + ", " +
                                   intText(access.pitch, values) + ", " +
                                   directionText(access.down, values) + ", " +
                                   directionText(access.across, values) + "}");
}

} // namespace warpsmith
