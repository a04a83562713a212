#include "runtime/harness/report/html/DiffSection.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/report/html/CudaHighlight.h"
#include "runtime/harness/report/html/LineDiff.h"
#include "runtime/harness/run/VariantBuilder.h"
#include <algorithm>

namespace warpsmith::harness::html {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t Context = 3; // equal lines that are shown around a difference

struct Source {
  std::vector<std::string> lines;
  std::vector<std::string> markup;
};

Source readSource(const fs::path &file) {
  const std::string text = readTextFile(file);
  return {splitLines(text), highlight(text)};
}

std::string cells(const Source &source, const std::optional<std::size_t> &line) {
  if (!line)
    return "<td></td><td></td>";
  return tag("td", "", std::to_string(*line + 1)) +
         tag("td", "", *line < source.markup.size() ? source.markup[*line] : "");
}

/// Whether each row is near enough to a difference to be shown.
std::vector<bool> shownRows(const std::vector<DiffRow> &rows) {
  std::vector<bool> shown(rows.size(), false);
  for (std::size_t index = 0; index < rows.size(); ++index) {
    if (rows[index].equal)
      continue;
    const std::size_t first = index < Context ? 0 : index - Context;
    const std::size_t last = std::min(index + Context, rows.size() - 1);
    std::fill(shown.begin() + static_cast<std::ptrdiff_t>(first),
              shown.begin() + static_cast<std::ptrdiff_t>(last) + 1, true);
  }
  return shown;
}

std::string diffTable(const Source &left, const Source &right, const std::vector<DiffRow> &rows) {
  const std::vector<bool> shown = shownRows(rows);
  std::string body;
  for (std::size_t index = 0; index < rows.size(); ++index) {
    if (!shown[index]) {
      std::size_t end = index;
      while (end < rows.size() && !shown[end])
        ++end;
      body += "<tr class=\"gap\"><td colspan=\"4\">" + std::to_string(end - index) +
              " equal lines</td></tr>\n";
      index = end - 1;
      continue;
    }
    const DiffRow &row = rows[index];
    const char *css = row.equal               ? ""
                      : !row.left             ? " class=\"a\""
                      : row.right.has_value() ? " class=\"r\""
                                              : " class=\"d\"";
    body += "<tr" + std::string(css) + ">" + cells(left, row.left) + cells(right, row.right) +
            "</tr>\n";
  }
  return "<table class=\"code\"><caption>The original on the left, the generated code on the "
         "right</caption><colgroup><col class=\"no\"><col class=\"left\"><col class=\"no\"><col>"
         "</colgroup><thead><tr><th scope=\"col\">line</th><th scope=\"col\">original</th><th "
         "scope=\"col\">line</th><th scope=\"col\">generated</th></tr></thead><tbody>\n" +
         body + "</tbody></table>";
}

std::string diffOf(const Measurement &row, const Source &original, const fs::path &file) {
  const Source source = readSource(file);
  const std::vector<DiffRow> rows = diffLines(original.lines, source.lines);
  const auto added = std::count_if(rows.begin(), rows.end(),
                                   [](const DiffRow &line) { return line.right && !line.equal; });
  const auto removed = std::count_if(rows.begin(), rows.end(),
                                     [](const DiffRow &line) { return line.left && !line.equal; });
  const std::string counts = " <span class=\"added\">+" + std::to_string(added) +
                             "</span> <span class=\"removed\">\u2212" + std::to_string(removed) +
                             "</span>";
  const std::string passes = row.passes.empty() || row.passes == row.variant
                                 ? ""
                                 : " " + tag("code", "", escape(row.passes));
  return tag("details", "class=\"diff\"",
             tag("summary", "", tag("b", "", escape(row.variant)) + passes + counts) +
                 diffTable(original, source, rows)) +
         "\n";
}

std::string diffsOf(const Group &group, const fs::path &folder) {
  const auto sourceOf = [&](const std::string &variant) {
    return folder / sourceName(group.benchmark, variant, group.type);
  };
  std::string body;
  std::string missing;
  const fs::path originalFile = sourceOf("original");
  const bool hasOriginal = fs::is_regular_file(originalFile);
  const Source original = hasOriginal ? readSource(originalFile) : Source{};
  for (const std::string &variant : group.variants) {
    const Measurement *row = nullptr;
    for (const std::string &size : group.sizes)
      row = row ? row : group.find(variant, size);
    if (!row || row->isBaseline || row->isOriginal())
      continue;
    if (hasOriginal && fs::is_regular_file(sourceOf(variant)))
      body += diffOf(*row, original, sourceOf(variant));
    else
      missing += (missing.empty() ? "" : ", ") + escape(variant);
  }
  if (!hasOriginal) {
    body = tag("p", "class=\"note\"",
               "No " + escape(originalFile.filename().string()) + " in the folder of --diffs.");
  } else if (!missing.empty()) {
    body += tag("p", "class=\"note\"", "No source in the folder of --diffs: " + missing + ".");
  }
  return tag("h3", "", escape(group.title())) + body;
}

} // namespace

std::string diffSection(const std::vector<Group> &groups, const fs::path &folder) {
  if (!fs::is_directory(folder))
    throw InputError("--diffs: '" + folder.string() + "' is not a folder");
  std::string body = "<h2>Generated code</h2>";
  for (const Group &group : groups)
    body += diffsOf(group, folder);
  return tag("section", "id=\"code\"", body);
}

} // namespace warpsmith::harness::html
