#include "rewriter/tool/Diff.h"
#include <algorithm>
#include <sstream>
#include <vector>

namespace warpsmith::tool {
namespace {

constexpr size_t Context = 3;

/// Lines with their ends; the last one may have none.
std::vector<std::string> splitLines(const std::string &text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    lines.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return lines;
}

/// Lines [first, last) of the file before become `added`.
struct Change {
  size_t first, last;
  std::vector<std::string> added;
};

class LineMap {
public:
  explicit LineMap(const std::vector<std::string> &lines) {
    size_t offset = 0;
    for (const std::string &line : lines) {
      starts.push_back(offset);
      offset += line.size();
    }
    starts.push_back(offset);
  }
  size_t lineAt(size_t offset) const {
    const auto after = std::upper_bound(starts.begin(), starts.end(), offset);
    return std::min<size_t>(after - starts.begin(), starts.size() - 1) - 1;
  }
  size_t start(size_t line) const { return starts[line]; }

private:
  std::vector<size_t> starts;
};

/// Leaves out lines at either end that are the same on both sides.
void trim(Change &change, const std::vector<std::string> &lines) {
  while (change.first < change.last && !change.added.empty() &&
         lines[change.first] == change.added.front()) {
    ++change.first;
    change.added.erase(change.added.begin());
  }
  while (change.first < change.last && !change.added.empty() &&
         lines[change.last - 1] == change.added.back()) {
    --change.last;
    change.added.pop_back();
  }
}

std::vector<Change> changesOf(const std::string &before, const std::vector<std::string> &lines,
                              const clang::tooling::Replacements &edits) {
  const LineMap map(lines);
  std::vector<Change> changes;
  for (auto edit = edits.begin(); edit != edits.end();) {
    const size_t first = map.lineAt(edit->getOffset());
    size_t last = first, position = map.start(first);
    std::string text;
    // All edits that touch the lines of this one make one change.
    for (; edit != edits.end() && map.lineAt(edit->getOffset()) <= last; ++edit) {
      text += before.substr(position, edit->getOffset() - position);
      text += edit->getReplacementText().str();
      position = edit->getOffset() + edit->getLength();
      last = std::max(last, map.lineAt(position));
    }
    text += before.substr(position, map.start(last + 1) - position);
    Change change{first, last + 1, splitLines(text)};
    trim(change, lines);
    if (change.first < change.last || !change.added.empty())
      changes.push_back(std::move(change));
  }
  return changes;
}

void printLine(std::ostringstream &out, char sign, const std::string &line) {
  out << sign << line;
  if (line.empty() || line.back() != '\n')
    out << "\n\\ No newline at end of file\n";
}

std::string range(size_t first, size_t count) {
  return std::to_string(count ? first + 1 : first) +
         (count == 1 ? "" : "," + std::to_string(count));
}

} // namespace

std::string unifiedDiff(const std::string &path, const std::string &before,
                        const clang::tooling::Replacements &edits) {
  if (edits.empty())
    return {};
  std::vector<std::string> lines = splitLines(before);
  if (lines.empty())
    lines.emplace_back();
  const std::vector<Change> changes = changesOf(before, lines, edits);
  std::ostringstream out;
  out << "--- " << path << "\n+++ " << path << "\n";
  long long shift = 0; // lines added so far minus lines removed
  for (size_t begin = 0; begin < changes.size();) {
    size_t end = begin + 1;
    while (end < changes.size() && changes[end].first <= changes[end - 1].last + 2 * Context)
      ++end;
    const size_t first = changes[begin].first - std::min(changes[begin].first, Context);
    const size_t last = std::min(changes[end - 1].last + Context, lines.size());
    std::ostringstream hunk;
    long long grown = 0;
    size_t line = first;
    for (size_t index = begin; index < end; ++index) {
      const Change &change = changes[index];
      for (; line < change.first; ++line)
        printLine(hunk, ' ', lines[line]);
      for (; line < change.last; ++line)
        printLine(hunk, '-', lines[line]);
      for (const std::string &added : change.added)
        printLine(hunk, '+', added);
      grown += static_cast<long long>(change.added.size()) -
               static_cast<long long>(change.last - change.first);
    }
    for (; line < last; ++line)
      printLine(hunk, ' ', lines[line]);
    out << "@@ -" << range(first, last - first) << " +"
        << range(first + shift, last - first + grown) << " @@\n"
        << hunk.str();
    shift += grown;
    begin = end;
  }
  return out.str();
}

} // namespace warpsmith::tool
