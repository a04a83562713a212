#include "rewriter/frontend/index/Symbols.h"
#include <algorithm>
#include <cctype>

namespace warpsmith::frontend::index {

std::string divisorText(const Polynomial &divisor) {
  const std::string plain = divisor.factor();
  return plain.find(" * ") == std::string::npos ? plain : "(" + plain + ")";
}

std::string comparisonText(const Polynomial &positive) {
  Polynomial more, less; // more is greater than less
  const auto number = [&] {
    for (const Polynomial &summand : positive.summands())
      if (const auto constant = summand.constant())
        return *constant;
    return int64_t(0);
  }();
  const Polynomial sum = positive - number;
  for (const Polynomial &summand : sum.summands())
    (summand.isNegative() ? less : more) +=
        summand.isNegative() ? Polynomial(0) - summand : summand;
  const auto hasIndex = [](const Polynomial &side) {
    return std::ranges::any_of(side.symbols(),
                               [](const std::string &name) { return name.starts_with("%"); });
  };
  const bool isEqualToo = number > 0; // x + 1 > y is x >= y
  (isEqualToo ? more : less) += isEqualToo ? number - 1 : -number;
  const std::string equal = isEqualToo ? "= " : " ";
  return hasIndex(less) || !hasIndex(more) ? less.str() + " <" + equal + more.str()
                                           : more.str() + " >" + equal + less.str();
}

SymbolId Symbols::add(Symbol symbol) {
  symbols.push_back(std::move(symbol));
  return {static_cast<int>(symbols.size()) - 1};
}

SymbolId Symbols::interned(const Symbol &symbol) {
  const auto known = std::ranges::find_if(symbols, [&](const Symbol &other) {
    return other.kind == symbol.kind && other.axis == symbol.axis && other.left == symbol.left &&
           other.right == symbol.right && other.isGreatest == symbol.isGreatest;
  });
  return known == symbols.end() ? add(symbol) : SymbolId{static_cast<int>(known - symbols.begin())};
}

SymbolId Symbols::thread(char axis) {
  const std::string member = std::string(".") + axis;
  return interned({.kind = SymbolKind::Thread,
                   .extent = Polynomial::symbol("blockDim" + member),
                   .text = "threadIdx" + member,
                   .axis = axis});
}

SymbolId Symbols::block(char axis) {
  const std::string member = std::string(".") + axis;
  return interned({.kind = SymbolKind::Block,
                   .extent = Polynomial::symbol("gridDim" + member),
                   .text = "blockIdx" + member,
                   .axis = axis});
}

SymbolId Symbols::quotient(const Affine &dividend, const Polynomial &divisor) {
  return interned({.kind = SymbolKind::Quotient,
                   .extent = std::nullopt,
                   .text = "(" + plain(dividend) + ") / " + divisorText(divisor),
                   .left = dividend,
                   .right = divisor});
}

SymbolId Symbols::extreme(const Affine &left, const Affine &right, bool isGreatest) {
  return interned(
      {.kind = SymbolKind::Extreme,
       .extent = std::nullopt,
       .text = std::string(isGreatest ? "max(" : "min(") + plain(left) + ", " + plain(right) + ")",
       .left = left,
       .right = right,
       .isGreatest = isGreatest});
}

SymbolId Symbols::exclusive(const Affine &left, const Affine &right, int64_t extent) {
  const auto made = [&](const Affine &one, const Affine &other) {
    return Symbol{.kind = SymbolKind::Exclusive,
                  .extent = Polynomial(extent),
                  .text = "(" + plain(one) + " ^ " + plain(other) + ")",
                  .left = one,
                  .right = other};
  };
  const auto known = std::ranges::find_if(symbols, [&](const Symbol &other) {
    return other.kind == SymbolKind::Exclusive && other.left == right && other.right == left;
  });
  return known == symbols.end() ? interned(made(left, right))
                                : SymbolId{static_cast<int>(known - symbols.begin())};
}

bool Symbols::contains(const Affine &sum, SymbolKind kind) const {
  return std::ranges::any_of(sum.coefficients(),
                             [&](const auto &term) { return (*this)[term.first].kind == kind; });
}

/// Coordinates as the threads, blocks and steps that they are made of.
Affine Symbols::meaning(Affine sum) const {
  for (bool isOpen = true; isOpen;) {
    isOpen = false;
    const Affine before = sum;
    for (const auto &[part, coefficient] : before.coefficients())
      if ((*this)[part].kind == SymbolKind::Coordinate) {
        sum = sum.substitute(part, (*this)[part].left);
        isOpen = true;
      }
  }
  return sum;
}

void Symbols::name(const Affine &sum, const std::string &variable) {
  const bool isKnown =
      std::ranges::find(variables, sum, &std::pair<Affine, std::string>::first) != variables.end();
  if (!isKnown && !sum.isUniform())
    variables.emplace_back(sum, variable);
}

static std::string divisionText(const std::string &dividend, char op, const Polynomial &divisor) {
  const bool isOne = dividend.find(' ') == std::string::npos;
  return (isOne ? dividend : "(" + dividend + ")") + " " + op + " " + divisorText(divisor);
}

/// Of a step that a variable of the source counts by more than 1, how often it has done so.
std::string Symbols::wordsFor(SymbolId id) const {
  const Symbol &symbol = (*this)[id];
  const Affine whole = meaning(id);
  for (const auto &[sum, variable] : variables)
    if (sum == whole)
      return variable;
  if (symbol.kind == SymbolKind::Quotient)
    return divisionText(str(symbol.left), '/', symbol.right.constant());
  if (symbol.kind == SymbolKind::Extreme)
    return std::string(symbol.isGreatest ? "max(" : "min(") + str(symbol.left) + ", " +
           str(symbol.right) + ")";
  if (symbol.kind == SymbolKind::Exclusive)
    return "(" + str(symbol.left) + " ^ " + str(symbol.right) + ")";
  if (symbol.kind == SymbolKind::Coordinate && !whole.is(id))
    return str(whole);
  if (symbol.kind != SymbolKind::Step)
    return symbol.text;
  for (const auto &[sum, variable] : variables)
    if (sum.coefficients().size() == 1 && sum.dependsOn(id)) {
      const Polynomial by = sum.coefficient(id);
      const std::string counted =
          sum.constant().isZero()
              ? variable
              : (Affine(Polynomial::symbol(variable)) - sum.constant()).constant().str();
      return by == Polynomial(1) ? counted : divisionText(counted, '/', by);
    }
  return "step";
}

/// `(n / 16)` for `((n) / 16)`.
static std::string withoutBrackets(std::string text) {
  for (size_t at = text.find("(("); at != std::string::npos; at = text.find("((", at + 1)) {
    const size_t end = text.find_first_not_of(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.", at + 2);
    if (end != std::string::npos && end > at + 2 && text.compare(end, 4, ") / ") == 0) {
      text.erase(end, 1);
      text.erase(at, 1);
    }
  }
  return text;
}

/// Sums in parentheses where they are multiplied or subtracted.
std::string Symbols::inWords(const std::string &marked) const {
  std::string text;
  for (size_t at = 0; at < marked.size();) {
    size_t end = at + 2;
    while (end < marked.size() && std::isdigit(static_cast<unsigned char>(marked[end])))
      ++end;
    const bool isRest = marked.compare(at, 2, "%r") == 0;
    if ((marked.compare(at, 2, "%i") != 0 && !isRest) || end == at + 2) {
      text += marked[at++];
      continue;
    }
    const SymbolId id{std::stoi(marked.substr(at + 2))};
    const std::string words =
        isRest ? divisionText(str((*this)[id].left), '%', (*this)[id].right.constant())
               : wordsFor(id);
    const bool isSum =
        words.find(" + ") != std::string::npos || words.find(" - ") != std::string::npos;
    const bool isRatio = words.find_first_of("/%") != std::string::npos;
    const bool isFactor = text.ends_with("* ") || marked.compare(end, 3, " * ") == 0 ||
                          marked.compare(end, 3, " / ") == 0;
    const bool isLessened = text.ends_with("-") || text.ends_with("- ");
    const bool isInBrackets = words.starts_with("(") && words.find(')') + 1 == words.size();
    text += !isInBrackets && ((isSum && (isFactor || isLessened)) || (isRatio && isFactor))
                ? "(" + words + ")"
                : words;
    at = end;
  }
  return withoutBrackets(std::move(text));
}

/// As a polynomial of marks, with `x % 4` for what is left of x there.
Polynomial Symbols::marked(Affine sum) const {
  Polynomial rests;
  const Affine whole = sum;
  for (const auto &[id, coefficient] : whole.coefficients()) {
    const Symbol &symbol = (*this)[id];
    const auto times = symbol.kind == SymbolKind::Quotient
                           ? (Polynomial(0) - coefficient).quotient(symbol.right.constant())
                           : std::nullopt;
    if (!times || !symbol.left.constant().isZero() || symbol.left.isUniform() ||
        !std::ranges::all_of(symbol.left.coefficients(), [&](const auto &term) {
          return sum.coefficient(term.first) == *times * term.second;
        }))
      continue;
    sum = sum + Affine(id) * (*times * symbol.right.constant()) - symbol.left * *times;
    rests += *times * Polynomial::symbol("%r" + std::to_string(id.number));
  }
  return sum.polynomial(markOf) + rests;
}

std::string Symbols::plain(const Affine &sum) const {
  return sum.polynomial([&](SymbolId id) { return (*this)[id].text; }).str();
}

std::string Symbols::str(const Affine &sum) const {
  for (const auto &[known, variable] : variables)
    if (known == sum)
      return variable;
  return inWords(marked(sum).str());
}

std::string Symbols::comparison(const Affine &positive) const {
  return inWords(comparisonText(marked(positive)));
}

} // namespace warpsmith::frontend::index
