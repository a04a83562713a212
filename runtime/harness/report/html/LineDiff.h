// Which lines of two texts belong together.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpsmith::harness::html {

/// One row of a side-by-side view; line numbers from 0. Both sides: `equal`, or one replaced by the
/// other.
struct DiffRow {
  std::optional<std::size_t> left, right;
  bool equal = false;
};

/// A shortest edit script (E. W. Myers, "An O(ND) difference algorithm and its variations", 1986),
/// deleted and inserted lines of one place paired in rows. Texts that differ in very many lines are
/// shown as wholly replaced.
std::vector<DiffRow> diffLines(const std::vector<std::string> &left,
                               const std::vector<std::string> &right);

std::vector<std::string> splitLines(const std::string &text);

} // namespace warpsmith::harness::html
