#include "rewriter/ir/LaunchSymbols.h"
#include <utility>

namespace warpsmith {
namespace {

constexpr std::string_view Grid = "gridDim.", Block = "blockDim.";

} // namespace

bool isOfLaunch(std::string_view symbol) {
  return symbol.starts_with(Grid) || symbol.starts_with(Block);
}

Polynomial::Spelling launchSpelling(std::string grid, std::string block) {
  return [grid = std::move(grid), block = std::move(block)](const std::string &symbol) {
    if (symbol.starts_with(Grid))
      return grid + symbol.substr(Grid.size() - 1);
    if (symbol.starts_with(Block))
      return block + symbol.substr(Block.size() - 1);
    return symbol;
  };
}

} // namespace warpsmith
