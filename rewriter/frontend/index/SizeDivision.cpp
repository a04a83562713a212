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

Polynomial withSize(Polynomial sum, const std::string &name, const Polynomial &value) {
  sum = sum.substitute(name, value);
  for (const std::string &symbol : sum.symbols()) {
    const auto *quotient = sum.quotientOf(symbol);
    if (!quotient)
      continue;
    Polynomial::Quotient other = *quotient;
    other.dividend = withSize(quotient->dividend, name, value);
    if (other.dividend == quotient->dividend)
      continue;
    const auto number = other.evaluate([](const std::string &) { return std::nullopt; });
    sum = sum.substitute(symbol, number ? Polynomial(*number) : Polynomial::symbol(other));
  }
  return sum;
}

} // namespace warpsmith::frontend::index
