#include "rewriter/frontend/index/SizeDivision.h"
#include <algorithm>

namespace warpsmith::frontend::index {

size_t degree(const Polynomial &size) {
  size_t most = 0;
  for (const Polynomial &summand : size.summands()) {
    size_t factors = 0;
    Polynomial left = summand;
    for (const std::string &name : summand.symbols())
      while (const auto part = left.quotient(Polynomial::symbol(name))) {
        left = *part;
        ++factors;
      }
    most = std::max(most, factors);
  }
  return most;
}

/// The summand of most factors, and of these the last one by name: multiplied by one and the same
/// summand, it stays that.
static Polynomial leading(const Polynomial &size) {
  std::vector<Polynomial> summands = size.summands();
  return *std::ranges::max_element(
      summands, {}, [](const Polynomial &summand) { return std::pair(degree(summand), summand); });
}

std::optional<Polynomial> exactQuotient(const Polynomial &dividend, const Polynomial &divisor) {
  if (divisor.isZero() || divisor.summands().size() == 1)
    return dividend.quotient(divisor);
  const Polynomial most = leading(divisor);
  Polynomial result, rest = dividend;
  while (!rest.isZero()) {
    const auto part = leading(rest).quotient(most);
    if (!part)
      return std::nullopt;
    result += *part;
    rest = rest - *part * divisor;
  }
  return result;
}

} // namespace warpsmith::frontend::index
