// Columns of a tile that are stored at `column ^ f(row)`, so that threads find them in different
// banks of shared memory, and read there.
#include "rewriter/frontend/symbolic/Lanes.h"
#include "rewriter/frontend/symbolic/StoringThread.h"

namespace warpsmith::frontend {

bool StoringThread::straighten(Polynomial &index) {
  for (const std::string &symbol : index.symbols()) {
    const Exclusive *known = state.exclusiveOf(symbol);
    if (!known)
      continue;
    const Exclusive value = *known;
    const auto isColumn = [&](const Polynomial &side, const Polynomial &other) {
      const std::string own = side.str();
      const auto values = isThreadSymbol(own) ? extentOf(own) : std::nullopt;
      const auto count = values ? state.numeric(*values).constant() : std::nullopt;
      const auto others = other.symbols().size() == 1 && other == Polynomial::symbol(other.str())
                              ? extentOf(other.str())
                              : std::nullopt;
      const auto most = others ? state.numeric(*others).constant() : std::nullopt;
      return count && most && *count > 0 && (*count & (*count - 1)) == 0 && *most <= *count &&
             !index.dependsOn(own) && !other.dependsOn(own);
    };
    const bool isLeft = isColumn(value.left, value.right);
    if (!isLeft && !isColumn(value.right, value.left))
      return false;
    const Polynomial column = isLeft ? value.left : value.right;
    index = index.substitute(symbol, column);
    swizzles.push_back({column.str(), isLeft ? value.right : value.left});
  }
  return true;
}

bool StoringThread::isSwizzled(const std::string &symbol) const {
  return llvm::any_of(swizzles, [&](const Swizzle &one) { return one.column == symbol; });
}

std::optional<Polynomial> StoringThread::toldToReader(const Polynomial &number) {
  Polynomial result = number;
  std::vector<std::pair<std::string, Polynomial>> told;
  for (const std::string &symbol : number.symbols()) {
    std::optional<Polynomial> there;
    if (const auto part =
            llvm::find_if(solved, [&](const Solved &one) { return one.symbol == symbol; });
        part != solved.end() && !isSwizzled(symbol))
      there = part->value;
    else if (llvm::is_contained(none, symbol))
      there = Polynomial(0);
    else
      for (const Division &division : std::vector<Division>(state.divisions)) {
        if (division.quotient != symbol && division.remainder != symbol)
          continue;
        const auto dividend = toldToReader(division.dividend);
        const auto by = state.numeric(division.divisor).constant();
        if (dividend && by && *by > 0)
          there = Lanes(state).divide(state.numeric(*dividend), *by, division.quotient == symbol);
      }
    if (!there)
      return std::nullopt;
    result = result.substitute(symbol, Polynomial::symbol("%told." + symbol));
    told.emplace_back("%told." + symbol, *there);
  }
  for (const auto &[symbol, there] : told)
    result = result.substitute(symbol, there);
  return result;
}

bool StoringThread::unswizzle() {
  for (const Swizzle &swizzle : swizzles) {
    const auto by = toldToReader(swizzle.by);
    const auto part =
        llvm::find_if(solved, [&](const Solved &one) { return one.symbol == swizzle.column; });
    if (!by || part == solved.end())
      return false;
    const Exclusive *known = state.exclusiveOf(part->value.str());
    if (by->isZero())
      continue;
    if (known && known->right == *by)
      part->value = Polynomial(known->left);
    else if (known && known->left == *by)
      part->value = Polynomial(known->right);
    else if (part->value.constant() && by->constant())
      part->value = Polynomial(*part->value.constant() ^ *by->constant());
    else if (part->value == *by)
      part->value = Polynomial(0);
    else if (part->value.isZero())
      part->value = *by;
    else
      return false;
  }
  return true;
}

} // namespace warpsmith::frontend
