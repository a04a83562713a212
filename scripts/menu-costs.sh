#!/usr/bin/env bash
# What leaving a tile out of a menu costs on the shapes of the grid (polybench/matmul/grid.csv), by the times
# by which launches choose: for each type and its passes a line for each tile, with the geometric mean and the
# largest of the times without it over those with it, and where that is; and what the menu's own gaps cost.
#
#   scripts/menu-costs.sh
#
# The tests fail where a tile is not worth its compile time, or one is missing (MenuCostTest.cpp).
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$repository/build/bin/rewriter_test" --gtest_filter='*MenuCost*' --gtest_brief=1 |
  grep -v '^\(Running\|Note\|\[\)'
