#include "rewriter/emit/PlainProductText.h"
#include "rewriter/emit/FmaTilesText.h"
#include "rewriter/emit/LaunchChecks.h"
#include "rewriter/emit/WgmmaText.h"
#include "rewriter/families/PlainProduct.h"

namespace warpsmith {

std::string intText(const Polynomial &number, const Substitutions &values) {
  const std::string text = onHost(number, values);
  const bool isNumber = number.constant().has_value();
  const bool isName = text.find(' ') == std::string::npos && text.find(')') == std::string::npos;
  return isNumber ? text : isName ? "(int)" + text : "(int)(" + text + ")";
}

std::string plainProductText(KernelPlan &plan, const Contraction &product) {
  Schedule schedule = plainSchedule(plan.schedule);
  schedule.otherwise = plan.schedule.otherwise; // which may be faster
  KernelPlan own(product, schedule);
  std::string text = familyOf(plan.schedule).copiesPackedByThreads() ? fmaTilesInstanceText(own)
                                                                     : wgmmaInstanceText(own);
  for (const std::string &header : own.neededHeaders())
    plan.includeFile(header);
  return plan.adopted(std::move(text), own);
}

std::string plainProductArguments(const KernelPlan &plan, const Contraction &product,
                                  const Substitutions &values,
                                  const std::array<std::string, 3> &pointers,
                                  const std::string &layouts) {
  const Schedule schedule = plainSchedule(plan.schedule);
  const KernelPlan own(product, schedule);
  // A batch may count some of the rows or columns.
  const auto count = [&](const IndexGroup &own, const IndexGroup &original, const char *name) {
    return own.extent() == original.extent() ? fill(std::string("(int)$") + name, values)
                                             : intText(own.extent(), values);
  };
  std::string text = count(product.m, plan.contraction.m, "rows") + ", " +
                     count(product.n, plan.contraction.n, "columns") + ", " +
                     count(product.k, plan.contraction.k, "steps") +
                     own.launchScalars(inLaunch(values));
  size_t next = 0;
  for (const Matrix *matrix : {&product.a, &product.b, &product.c})
    text += ", " + pointers[next++] + ", " + intText(matrix->leadingDimension(), values);
  return text + layouts + own.furtherArguments(inLaunch(values));
}

} // namespace warpsmith
