#include "rewriter/frontend/index/Symbols.h"
#include <algorithm>

namespace warpsmith::frontend::index {

std::string divisorText(const Polynomial &divisor) {
  const std::string plain = divisor.factor();
  return plain.find(" * ") == std::string::npos ? plain : "(" + plain + ")";
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
                   .text = "(" + str(dividend) + ") / " + divisorText(divisor),
                   .left = dividend,
                   .right = divisor});
}

SymbolId Symbols::extreme(const Affine &left, const Affine &right, bool isGreatest) {
  return interned(
      {.kind = SymbolKind::Extreme,
       .extent = std::nullopt,
       .text = std::string(isGreatest ? "max(" : "min(") + str(left) + ", " + str(right) + ")",
       .left = left,
       .right = right,
       .isGreatest = isGreatest});
}

SymbolId Symbols::exclusive(const Affine &left, const Affine &right, int64_t extent) {
  const auto made = [&](const Affine &one, const Affine &other) {
    return Symbol{.kind = SymbolKind::Exclusive,
                  .extent = Polynomial(extent),
                  .text = "(" + str(one) + " ^ " + str(other) + ")",
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

std::string Symbols::str(const Affine &sum) const {
  return sum.polynomial([&](SymbolId id) { return (*this)[id].text; }).str();
}

} // namespace warpsmith::frontend::index
