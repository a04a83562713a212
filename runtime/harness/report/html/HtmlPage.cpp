#include "runtime/harness/report/html/HtmlPage.h"
#include "runtime/harness/report/Format.h"
#include "runtime/harness/report/VerdictNotes.h"
#include "runtime/harness/report/html/DevicePeaks.h"
#include "runtime/harness/report/html/DiffSection.h"
#include "runtime/harness/report/html/Plots.h"
#include "runtime/harness/report/html/Style.h"
#include "runtime/harness/report/html/Tables.h"
#include <algorithm>

namespace warpsmith::harness::html {
namespace {

constexpr std::size_t NamesInTitle = 4;

std::string figure(const std::string &caption, const std::string &note, const std::string &plot,
                   bool wide) {
  if (plot.empty())
    return "";
  const std::string head = escape(caption) + (note.empty() ? "" : tag("small", "", escape(note)));
  return tag("figure", wide ? "class=\"wide\"" : "", tag("figcaption", "", head) + plot) + "\n";
}

std::string tile(const std::string &css, const std::string &label, const std::string &value,
                 const std::string &detail) {
  return tag("div", "class=\"tile " + css + "\"",
             tag("span", "", escape(label)) + tag("strong", "", value) +
                 tag("span", "", escape(detail)));
}

/// The row with the largest speed-up of that kind among variants that verified.
const Measurement *largest(const std::vector<Group> &groups,
                           std::optional<Estimate> Measurement::*member) {
  const Measurement *best = nullptr;
  for (const Group &group : groups) {
    for (const Measurement *row : group.rows) {
      const bool counts =
          row->*member && !row->isBaseline && !row->fellBack && row->verdict == "ok";
      if (counts && (!best || (row->*member)->value > (best->*member)->value))
        best = row;
    }
  }
  return best;
}

std::string titleOf(const Measurement &row) {
  return row.variant + ", " + row.benchmark + " " + row.type + " " + row.size;
}

std::string tiles(const std::vector<Group> &groups) {
  std::size_t verified = 0;
  std::size_t failed = 0;
  std::size_t all = 0;
  const Measurement *rate = nullptr;
  for (const Group &group : groups) {
    for (const Measurement *row : group.rows) {
      all += row->verdict == "not applicable" ? 0 : 1;
      verified += row->isVerified() ? 1 : 0;
      failed += row->verdict == "failed" ? 1 : 0;
      if (row->tflops && !row->isBaseline && row->verdict == "ok" &&
          (!rate || *row->tflops > *rate->tflops))
        rate = row;
    }
  }
  std::string text = tile(
      failed ? "bad" : "good", "verified", std::to_string(verified) + " of " + std::to_string(all),
      failed ? std::to_string(failed) + " failed" : "contestants, each at every size");
  if (const Measurement *row = largest(groups, &Measurement::vsOriginal))
    text += tile("", "most over the original",
                 data(row->vsOriginal->value, times(row->vsOriginal->value)), titleOf(*row));
  if (const Measurement *row = largest(groups, &Measurement::vsCublas))
    text += tile("", "most against cuBLAS of like numerics",
                 data(row->vsCublas->value, times(row->vsCublas->value)), titleOf(*row));
  if (rate)
    text += tile("", "highest rate", data(*rate->tflops, tflopsText(*rate->tflops)) + " TFLOP/s",
                 titleOf(*rate));
  return tag("div", "class=\"tiles\"", text);
}

std::string problems(const std::vector<ResultSet> &sets, const std::vector<Group> &groups) {
  std::string failures;
  std::string skipped;
  std::vector<VerdictNote> notes;
  for (const Group &group : groups) {
    for (const Measurement *row : group.rows) {
      notes.push_back(
          {row->benchmark, row->variant, row->type, row->size, row->verdict, row->reason});
      if (row->verdict != "failed" && row->verdict != "skipped")
        continue;
      std::string &list = row->verdict == "failed" ? failures : skipped;
      list += tag("li", "", escape(titleOf(*row)) + ": " + escape(row->reason));
    }
  }
  std::string text;
  if (!failures.empty())
    text += tag("div", "class=\"callout\"", "<strong>Failed</strong>" + tag("ul", "", failures));
  if (!skipped.empty()) {
    text +=
        tag("div", "class=\"callout warn\"", "<strong>Skipped</strong>" + tag("ul", "", skipped));
  }
  const auto addNotes = [&](const std::string &title, const std::vector<std::string> &lines) {
    std::string items;
    for (const std::string &line : lines)
      items += tag("li", "", escape(line));
    if (!items.empty())
      text += tag("div", "class=\"callout note\"",
                  "<strong>" + title + "</strong>" + tag("ul", "", items));
  };
  addNotes("The original ran", originalRanLines(notes));
  addNotes("Not applicable", notApplicableLines(notes));
  for (const ResultSet &set : sets) {
    if (set.incomplete()) {
      text += tag("div", "class=\"callout warn\"",
                  "<strong>" + escape(set.file.filename().string()) +
                      " is incomplete</strong>: it holds what was measured until the run ended.");
    }
  }
  return text;
}

/// The noise floors that a file tells for a group, as a sentence.
std::string noiseOf(const Group &group) {
  const auto floors = group.set->context.find("noise_floor");
  if (floors == group.set->context.end() || !floors->is_array())
    return "";
  std::string text;
  for (const auto &floor : *floors) {
    const auto has = [&](const char *key, const std::string &value) {
      return floor.contains(key) && floor.at(key).is_string() && floor.at(key) == value;
    };
    for (const std::string &size : group.sizes) {
      // Version 1 does not say of which benchmark: there its files hold one.
      const bool belongs = floor.is_object() &&
                           (!floor.contains("benchmark") || has("benchmark", group.benchmark)) &&
                           has("type", group.type) && has("size", size) &&
                           floor.contains("relative") && floor.at("relative").is_number();
      if (!belongs)
        continue;
      text +=
          (text.empty() ? "" : ", ") + percent(floor.at("relative").get<double>()) + " at " + size;
    }
  }
  return text.empty() ? "" : "A contestant timed against itself differs by up to " + text + ".";
}

std::string groupSection(const Group &group) {
  const std::vector<std::string> sizes = group.timedSizes();
  std::string body = tag("h3", "", escape(group.title()));
  if (sizes.empty()) {
    body += tag("p", "class=\"note\"", "Verified, not timed.") + verdictTable(group) +
            measurementTable(group);
    return tag("section", "id=\"" + group.id + "\"", body);
  }
  const std::string &last = sizes.back();
  body += legendOf(group.rows);
  body += figure("Time and speed-up at " + last, noiseOf(group),
                 timeBars(group, last, group.id + "-time"), true);
  std::string others;
  for (std::size_t index = 0; index + 1 < sizes.size(); ++index) {
    others +=
        figure("Time and speed-up at " + sizes[index], "",
               timeBars(group, sizes[index], group.id + "-time" + std::to_string(index)), true);
  }
  if (!others.empty()) {
    body += "<details><summary>The same at " + std::to_string(sizes.size() - 1) +
            (sizes.size() == 2 ? " other size" : " other sizes") + "</summary>" + others +
            "</details>";
  }
  body += tag("div", "class=\"plots\"",
              figure("Rate by size", "", sizeSweep(group, group.id + "-sizes"), false) +
                  figure("Roofline", devicePeaks(*group.set, group.type).source,
                         roofline(group, group.id + "-roof"), false));
  body += figure("Error against speed at " + last,
                 "further up is faster, further left more accurate; the dashed line joins those "
                 "that no other beats in both",
                 errorAgainstSpeed(group, last, group.id + "-error"), true);
  for (std::size_t index = sizes.size(); index-- > 0;) {
    const std::string plot =
        utilisationBars(group, sizes[index], group.id + "-units" + std::to_string(index));
    if (!plot.empty()) {
      body += figure("Utilisation at " + sizes[index], "percent of each unit's peak", plot, true) +
              utilisationTable(group, sizes[index]);
    }
  }
  body += tag("h4", "", "Verification") + verdictTable(group) + measurementTable(group);
  return tag("section", "id=\"" + group.id + "\"", body) + "\n";
}

std::string benchmarkTitle(const Group &group, bool severalFiles) {
  return group.benchmark +
         (severalFiles ? " (" + group.set->file.filename().string() + ")" : std::string());
}

bool sameBenchmark(const Group &a, const Group &b) {
  return a.set == b.set && a.benchmark == b.benchmark;
}

std::string navigation(const std::vector<Group> &groups, bool sanitizer, bool code) {
  std::string items =
      "<li><a href=\"#summary\">Summary</a></li><li><a href=\"#machines\">Machine</a></li>";
  for (std::size_t index = 0; index < groups.size();) {
    const Group &first = groups[index];
    std::string types;
    for (; index < groups.size() && sameBenchmark(first, groups[index]); ++index) {
      types += tag("li", "",
                   "<a href=\"#" + groups[index].id + "\">" + escape(groups[index].type) + "</a>");
    }
    items += tag("li", "",
                 "<a href=\"#" + first.id + "\">" + escape(first.benchmark) + "</a>" +
                     tag("ul", "", types));
  }
  if (sanitizer)
    items += "<li><a href=\"#sanitizer\">compute-sanitizer</a></li>";
  if (code)
    items += "<li><a href=\"#code\">Generated code</a></li>";
  return tag("nav", "aria-label=\"Contents\"", tag("ul", "", items));
}

/// The benchmarks, or how many they are.
std::string namesOf(const std::vector<Group> &groups) {
  std::vector<std::string> names;
  for (const Group &group : groups) {
    if (std::find(names.begin(), names.end(), group.benchmark) == names.end())
      names.push_back(group.benchmark);
  }
  if (names.size() > NamesInTitle)
    return std::to_string(names.size()) + " benchmarks";
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "no timings" : text;
}

std::string subtitle(const std::vector<ResultSet> &sets) {
  std::vector<std::string> parts;
  for (const ResultSet &set : sets) {
    const std::string commit = set.fact("commit");
    std::string part = set.deviceFact("name");
    for (const std::string &fact :
         {commit.empty() ? "" : "commit " + commit.substr(0, 12), set.fact("date").substr(0, 10)}) {
      if (!fact.empty())
        part += (part.empty() ? "" : " \u00b7 ") + fact;
    }
    if (!part.empty() && std::find(parts.begin(), parts.end(), part) == parts.end())
      parts.push_back(part);
  }
  std::string lines;
  for (const std::string &part : parts)
    lines += tag("p", "", escape(part));
  return lines;
}

} // namespace

std::string reportPage(const std::vector<ResultSet> &sets, const std::filesystem::path &diffs) {
  const std::vector<Group> groups = groupsOf(sets);
  const std::string sanitizer = sanitizerTable(sets);
  const std::string title = "polybench: " + namesOf(groups);
  std::string body =
      tag("header", "id=\"summary\"", tag("h1", "", escape(title)) + subtitle(sets)) +
      tiles(groups) + problems(sets, groups);
  if (const std::string overview = overviewTable(groups); !overview.empty())
    body += tag("h2", "", "Overview") + overview;
  body += tag("section", "id=\"machines\"", "<h2>Machine</h2>" + machineTable(sets));
  for (std::size_t index = 0; index < groups.size(); ++index) {
    if (index == 0 || !sameBenchmark(groups[index - 1], groups[index]))
      body += tag("h2", "", escape(benchmarkTitle(groups[index], sets.size() > 1)));
    body += groupSection(groups[index]);
  }
  if (!sanitizer.empty())
    body += tag("section", "id=\"sanitizer\"", "<h2>compute-sanitizer</h2>" + sanitizer);
  if (!diffs.empty())
    body += diffSection(groups, diffs);
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">" +
         tag("title", "", escape(title)) + tag("style", "", StyleSheet) +
         "</head><body><div class=\"layout\">" +
         navigation(groups, !sanitizer.empty(), !diffs.empty()) + tag("main", "", body) +
         "</div></body></html>\n";
}

} // namespace warpsmith::harness::html
