#include "rewriter/frontend/SymbolicState.h"
#include <algorithm>

namespace warpsmith::frontend {

Cell *SymbolicState::find(const std::string &array, const Polynomial &index) {
  for (Cell &cell : cells)
    if (cell.array == array && cell.index == index)
      return &cell;
  return nullptr;
}

bool SymbolicState::stores(const std::string &array) const {
  return std::any_of(cells.begin(), cells.end(),
                     [&](const Cell &cell) { return cell.array == array; });
}

} // namespace warpsmith::frontend
