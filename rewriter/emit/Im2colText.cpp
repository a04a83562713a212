#include "rewriter/emit/Im2colText.h"
#include "rewriter/emit/LaunchChecks.h"
#include "rewriter/emit/WgmmaText.h"
#include "rewriter/families/PixelAccess.h"

namespace warpsmith {
namespace {

/// As an int; a number or a name is one.
std::string intText(const Polynomial &number, const Substitutions &values) {
  const std::string text = onHost(number, values);
  const bool isNumber = number.constant().has_value();
  const bool isName = text.find(' ') == std::string::npos && text.find(')') == std::string::npos;
  return isNumber ? text : isName ? "(int)" + text : "(int)(" + text + ")";
}

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
  const Contraction product = productOfPixels(plan.contraction);
  Schedule schedule = plainSchedule(plan.schedule);
  schedule.otherwise = plan.schedule.otherwise; // which may be faster
  KernelPlan own(product, schedule, plan.includesFiles);
  std::string text = plan.includesFiles ? wgmmaInstanceText(own) : wgmmaText(own);
  for (const std::string &header : own.neededHeaders())
    plan.includeFile(header);
  for (const std::string &file : own.neededFiles())
    plan.needFile(file);
  return plan.adopted(std::move(text), own);
}

std::string im2colArguments(const KernelPlan &plan, const Substitutions &values,
                            const std::string &pointerA, const std::string &pointerB,
                            const std::string &pointerC) {
  const PixelAccess access = std::get<PixelAccess>(pixelAccess(plan.contraction));
  const Contraction &product = access.product;
  const Schedule schedule = plainSchedule(plan.schedule);
  const KernelPlan own(product, schedule, plan.includesFiles);
  return fill("(int)$rows, (int)$columns, (int)$steps", values) +
         own.launchScalars(inLaunch(values)) + ", " + pointerA + ", " +
         intText(product.a.leadingDimension(), values) + ", " + pointerB + ", " +
         intText(product.b.leadingDimension(), values) + ", " + pointerC + ", " +
         intText(product.c.leadingDimension(), values) + ", warpsmith::Pixels{" +
         intText(access.channels, values) + ", " + intText(access.pitch, values) + ", " +
         directionText(access.down, values) + ", " + directionText(access.across, values) + "}" +
         own.furtherArguments(inLaunch(values));
}

} // namespace warpsmith
