#include "runtime/harness/report/html/LineDiff.h"
#include <algorithm>

namespace warpsmith::harness::html {
namespace {

using Lines = std::vector<std::string>;

constexpr std::ptrdiff_t MostEdits = 4000;

/// Pairs of equal lines of left[from..] and right[from..], found by walking the furthest reaching
/// paths of every number of edits. Empty where there are too many.
std::vector<std::pair<std::size_t, std::size_t>> commonLines(const Lines &left, const Lines &right,
                                                             std::size_t from, std::size_t leftEnd,
                                                             std::size_t rightEnd) {
  const auto n = static_cast<std::ptrdiff_t>(leftEnd - from);
  const auto m = static_cast<std::ptrdiff_t>(rightEnd - from);
  const std::ptrdiff_t most = std::min(n + m, MostEdits);
  const auto at = [&](std::ptrdiff_t index) { return from + static_cast<std::size_t>(index); };
  std::vector<std::vector<std::ptrdiff_t>> trace; // furthest x of diagonals -d..d, by edits d
  std::vector<std::ptrdiff_t> reach(static_cast<std::size_t>(2 * most + 3), 0);
  const auto on = [&](std::ptrdiff_t diagonal) -> std::ptrdiff_t & {
    return reach[static_cast<std::size_t>(diagonal + most + 1)];
  };
  for (std::ptrdiff_t edits = 0; edits <= most; ++edits) {
    bool done = false;
    for (std::ptrdiff_t k = -edits; k <= edits && !done; k += 2) {
      const bool down = k == -edits || (k != edits && on(k - 1) < on(k + 1));
      std::ptrdiff_t x = down ? on(k + 1) : on(k - 1) + 1;
      while (x < n && x - k < m && left[at(x)] == right[at(x - k)])
        ++x;
      on(k) = x;
      done = x >= n && x - k >= m;
    }
    trace.emplace_back(reach.begin() + (most + 1 - edits), reach.begin() + (most + 2 + edits));
    if (!done)
      continue;
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    std::ptrdiff_t x = n;
    std::ptrdiff_t y = m;
    for (std::ptrdiff_t step = edits; step >= 0; --step) {
      const std::ptrdiff_t k = x - y;
      std::ptrdiff_t beforeX = 0;
      std::ptrdiff_t beforeY = 0;
      if (step > 0) {
        const std::vector<std::ptrdiff_t> &earlier = trace[static_cast<std::size_t>(step - 1)];
        const auto furthest = [&](std::ptrdiff_t diagonal) {
          return earlier[static_cast<std::size_t>(diagonal + step - 1)];
        };
        const bool down = k == -step || (k != step && furthest(k - 1) < furthest(k + 1));
        const std::ptrdiff_t previous = down ? k + 1 : k - 1;
        beforeX = furthest(previous);
        beforeY = beforeX - previous;
      }
      while (x > beforeX && y > beforeY) {
        --x;
        --y;
        pairs.emplace_back(at(x), at(y));
      }
      x = beforeX;
      y = beforeY;
    }
    std::reverse(pairs.begin(), pairs.end());
    return pairs;
  }
  return {};
}

} // namespace

std::vector<DiffRow> diffLines(const Lines &left, const Lines &right) {
  std::size_t same = 0;
  while (same < left.size() && same < right.size() && left[same] == right[same])
    ++same;
  std::size_t leftEnd = left.size();
  std::size_t rightEnd = right.size();
  while (leftEnd > same && rightEnd > same && left[leftEnd - 1] == right[rightEnd - 1]) {
    --leftEnd;
    --rightEnd;
  }
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  pairs.reserve(same);
  for (std::size_t line = 0; line < same; ++line)
    pairs.emplace_back(line, line);
  const auto middle = commonLines(left, right, same, leftEnd, rightEnd);
  pairs.insert(pairs.end(), middle.begin(), middle.end());
  for (std::size_t line = leftEnd; line < left.size(); ++line)
    pairs.emplace_back(line, rightEnd + (line - leftEnd));
  pairs.emplace_back(left.size(), right.size()); // a sentinel
  std::vector<DiffRow> rows;
  std::size_t l = 0;
  std::size_t r = 0;
  for (const auto &[nextLeft, nextRight] : pairs) {
    while (l < nextLeft || r < nextRight) {
      DiffRow row;
      if (l < nextLeft)
        row.left = l++;
      if (r < nextRight)
        row.right = r++;
      rows.push_back(row);
    }
    if (nextLeft < left.size() && nextRight < right.size()) {
      rows.push_back({l++, r++, true});
    }
  }
  return rows;
}

std::vector<std::string> splitLines(const std::string &text) {
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    if (!lines.back().empty() && lines.back().back() == '\r')
      lines.back().pop_back();
    at = end + 1;
  }
  return lines;
}

} // namespace warpsmith::harness::html
