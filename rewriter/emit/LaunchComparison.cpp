#include "rewriter/emit/LaunchComparison.h"
#include "rewriter/emit/LaunchChecks.h"
#include "rewriter/ir/LaunchSymbols.h"
#include <algorithm>
#include <array>
#include <bit>
#include <map>

namespace warpsmith {
namespace {

constexpr int LongBits = 63; ///< of the magnitude of a `long long`

/// Integer types by their canonical names, and the bits of the largest magnitude in each.
int bitsOfType(const std::string &type) {
  static const std::map<std::string, int> Bits = {{"bool", 1},        {"char", 8},
                                                  {"signed char", 8}, {"unsigned char", 8},
                                                  {"short", 16},      {"unsigned short", 16},
                                                  {"int", 32},        {"unsigned int", 32},
                                                  {"long", 63},       {"long long", 63}};
  const auto found = Bits.find(type.starts_with("const ") ? type.substr(6) : type);
  return found == Bits.end() ? 64 : found->second;
}

/// How large the numbers in a contraction can be.
class Magnitudes {
public:
  explicit Magnitudes(const Contraction &contraction) : contraction(contraction) {}

  /// 64 for what is, or may be, an unsigned number of 64 bits.
  int bits(const std::string &name) const {
    if (isOfLaunch(name))
      return name.starts_with("blockDim.") ? 10 : name.ends_with(".x") ? 31 : 16;
    for (const Parameter &parameter : contraction.parameters)
      if (parameter.name == name)
        return bitsOfType(parameter.type);
    return 64;
  }

  /// All numbers in it convert to a `long long` as they are.
  bool isSigned(const Polynomial &size) const {
    return std::ranges::all_of(size.names(),
                               [&](const std::string &name) { return bits(name) < 64; });
  }

  /// The factors of a summand whose product may not fit into 62 bits; none where it always does.
  std::vector<Polynomial> overflowing(const Polynomial &summand) const {
    std::vector<Polynomial> factors;
    Polynomial rest = summand;
    int total = 0;
    for (const std::string &name : summand.symbols())
      while (rest.dependsOn(name)) {
        const Polynomial factor = factorOf(summand, name);
        factors.push_back(factor);
        total += bitsOfFactor(factor);
        rest = *rest.quotient(factor);
      }
    const int64_t coefficient = rest.constant().value_or(1);
    const uint64_t magnitude = coefficient < 0 ? 0 - static_cast<uint64_t>(coefficient)
                                               : static_cast<uint64_t>(coefficient);
    total += static_cast<int>(std::bit_width(magnitude - 1));
    if (factors.size() < 2 || total < LongBits)
      return {};
    if (magnitude != 1)
      factors.emplace_back(coefficient);
    return factors;
  }

private:
  /// A symbol of a polynomial, a quotient where it is one.
  static Polynomial factorOf(const Polynomial &polynomial, const std::string &name) {
    const Polynomial::Quotient *quotient = polynomial.quotientOf(name);
    return quotient ? Polynomial::symbol(*quotient) : Polynomial::symbol(name);
  }

  int bitsOfFactor(const Polynomial &factor) const {
    // The launch allows no more rows, columns and steps.
    for (const IndexGroup *group : {&contraction.m, &contraction.n, &contraction.k})
      if (group->extent() == factor)
        return 31;
    int most = 0;
    for (const std::string &name : factor.names())
      most = std::max(most, std::min(bits(name), LongBits));
    return most;
  }

  const Contraction &contraction;
};

bool isSymbol(const Polynomial &size) {
  const std::vector<std::string> symbols = size.symbols();
  return symbols.size() == 1 && size.summands().size() == 1 &&
         size.quotient(Polynomial::symbol(symbols[0])) == Polynomial(1);
}

} // namespace

std::string signedSize(const Polynomial &size, const Contraction &contraction,
                       const Substitutions &values) {
  const std::string text = onHost(size, values);
  if (size.constant())
    return text;
  if (isSymbol(size))
    return "(long long)" + text;
  return Magnitudes(contraction).isSigned(size) ? text : "(long long)(" + text + ")";
}

std::string namedSize(const Polynomial &size, const Contraction &contraction,
                      const Substitutions &values) {
  if (!size.constant())
    for (const auto &[known, name] : {std::pair(&contraction.m.extent(), "rows"),
                                      {&contraction.n.extent(), "columns"},
                                      {&contraction.k.extent(), "steps"}})
      if (size == *known)
        return values.at(name);
  return signedSize(size, contraction, values);
}

bool alwaysFits(const Precondition &fact, const Contraction &contraction) {
  const Magnitudes magnitudes(contraction);
  return std::ranges::all_of(std::array{&fact.left, &fact.right}, [&](const Polynomial *side) {
    return std::ranges::all_of(side->summands(), [&](const Polynomial &summand) {
      return magnitudes.overflowing(summand).empty();
    });
  });
}

std::string comparison(const Precondition &fact, const Contraction &contraction,
                       const Substitutions &values) {
  const Magnitudes magnitudes(contraction);
  std::string fits;
  for (const Polynomial &side : {fact.left, fact.right})
    for (const Polynomial &summand : side.summands()) {
      std::string factors;
      for (const Polynomial &factor : magnitudes.overflowing(summand))
        factors += (factors.empty() ? "" : ", ") + onHost(factor, values);
      if (!factors.empty())
        fits += "warpsmith::productFits(" + factors + ") && ";
    }
  const auto right = fact.right.constant();
  // An unsigned number is equal to no negative one.
  const bool isPlain = fact.equal && isSymbol(fact.left) && right && *right >= 0;
  return fits + (isPlain ? onHost(fact.left, values) : signedSize(fact.left, contraction, values)) +
         (fact.equal ? " == " : " >= ") + namedSize(fact.right, contraction, values);
}

} // namespace warpsmith
