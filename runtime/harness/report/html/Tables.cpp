#include "runtime/harness/report/html/Tables.h"
#include "runtime/harness/report/Format.h"
#include "runtime/harness/report/MergeDocuments.h"
#include <algorithm>
#include <map>

namespace warpsmith::harness::html {
namespace {

std::string cell(const std::string &content) {
  return tag("td", "", content);
}
std::string number(const std::string &content) {
  return tag("td", "class=\"n\"", content);
}
std::string rowHead(const std::string &content) {
  return tag("th", "scope=\"row\"", content);
}

/// Columns whose title begins with '#' hold numbers.
std::string head(const std::vector<std::string> &titles) {
  std::string cells;
  for (const std::string &title : titles) {
    const bool isNumber = title.starts_with("#");
    cells += tag("th", isNumber ? "scope=\"col\" class=\"n\"" : "scope=\"col\"",
                 escape(isNumber ? title.substr(1) : title));
  }
  return tag("thead", "", tag("tr", "", cells));
}

std::string table(const std::string &caption, const std::string &header, const std::string &bodies,
                  std::string_view attributes = "") {
  return tag("div", "class=\"scroll\"",
             tag("table", attributes, tag("caption", "", escape(caption)) + header + bodies));
}

std::string optionalTimes(const std::optional<Estimate> &estimate) {
  return estimate ? data(estimate->value, times(estimate->value)) : "";
}

std::string errorText(const std::optional<double> &error) {
  return error ? data(*error, scientific(*error)) : "";
}

std::string ratioText(const std::optional<double> &ratio) {
  if (!ratio)
    return "";
  return data(*ratio, *ratio != 0 && *ratio < 1e-3 ? scientific(*ratio) : significant(*ratio, 2));
}

std::string verdictText(const Measurement &row) {
  if (row.verdict == "failed")
    return "<span class=\"failed\">\u2717 failed</span>";
  if (!row.isVerified())
    return "<span class=\"skipped\">\u2013 " + escape(row.verdict) + "</span>";
  std::string text = "<span class=\"ok\">\u2713 ";
  text += row.sameBits.value_or(false) && !row.isOriginal() ? "same bits" : "verified";
  return text + "</span>" +
         (row.verdict != "ok" ? " <span class=\"badge\">original ran</span>"
          : row.fellBack      ? " <span class=\"badge\">fell back</span>"
                              : "");
}

std::string variantCell(const Measurement &row) {
  return tag("code", "", escape(row.variant));
}

const Measurement *fastest(const std::vector<const Measurement *> &rows, bool bitExact) {
  const Measurement *best = nullptr;
  for (const Measurement *row : rows) {
    const bool counts = !row->isBaseline && !row->isOriginal() && !row->fellBack && row->time &&
                        row->verdict == "ok" && (!bitExact || row->numerics == "bitexact");
    if (counts && (!best || row->time->value < best->time->value))
      best = row;
  }
  return best;
}

std::string fastestCells(const Measurement *row) {
  if (!row)
    return cell("<span class=\"absent\">none</span>") + cell("") + cell("");
  return cell(variantCell(*row)) + number(optionalTimes(row->vsOriginal)) +
         number(optionalTimes(row->vsCublas));
}

std::string clocksOf(const ResultSet &set) {
  std::vector<double> clocks;
  for (const Measurement &row : set.rows) {
    if (row.smClock)
      clocks.push_back(*row.smClock);
  }
  if (clocks.empty())
    return "";
  const auto [low, high] = std::minmax_element(clocks.begin(), clocks.end());
  return significant(*low, 4) + (*low == *high ? "" : "\u2013" + significant(*high, 4)) + " MHz";
}

std::string contextNumber(const ResultSet &set, const char *key) {
  const auto found = set.context.find(key);
  return found != set.context.end() && found->is_number() ? found->dump() : "";
}

/// "2 x NVIDIA H200".
std::string devicesOf(const ResultSet &set) {
  const auto devices = set.context.find("devices");
  const std::size_t count = devices != set.context.end() ? devices->size() : 1;
  return (count > 1 ? std::to_string(count) + " x " : "") + escape(set.deviceFact("name"));
}

/// Every host that rows were measured on.
std::string hostsOf(const ResultSet &set) {
  std::vector<std::string> hosts = {set.fact("host_name")};
  if (const auto devices = set.context.find("devices");
      devices != set.context.end() && devices->is_array()) {
    for (const auto &device : *devices) {
      const std::string host = textOf(device, "host_name");
      if (!host.empty() && std::find(hosts.begin(), hosts.end(), host) == hosts.end())
        hosts.push_back(host);
    }
  }
  std::string all;
  for (const std::string &host : hosts)
    all += (all.empty() ? "" : ", ") + escape(host);
  return all;
}

} // namespace

std::string machineTable(const std::vector<ResultSet> &sets) {
  struct Fact {
    const char *title;
    std::string (*of)(const ResultSet &);
  };
  static const Fact Facts[] = {
      {"device", devicesOf},
      {"compute capability",
       [](const ResultSet &set) { return escape(set.deviceFact("compute_capability")); }},
      {"driver", [](const ResultSet &set) { return escape(set.deviceFact("driver")); }},
      {"CUDA", [](const ResultSet &set) { return escape(set.deviceFact("cuda")); }},
      {"cuBLAS", [](const ResultSet &set) { return escape(set.deviceFact("cublas")); }},
      {"SM clock while timing", clocksOf},
      {"compiler", [](const ResultSet &set) { return escape(set.fact("compiler")); }},
      {"commit", [](const ResultSet &set) { return tag("code", "", escape(set.fact("commit"))); }},
      {"date",
       [](const ResultSet &set) {
         return tag("span", "class=\"whole\"", escape(set.fact("date")));
       }},
      {"host", hostsOf},
      {"samples", [](const ResultSet &set) { return contextNumber(set, "repetitions"); }},
      {"seed", [](const ResultSet &set) { return contextNumber(set, "seed"); }},
      {"L2 cache", [](const ResultSet &set) { return escape(set.fact("l2_policy")); }},
      {"a time is", [](const ResultSet &set) { return escape(set.fact("time")); }},
      {"command",
       [](const ResultSet &set) { return tag("code", "", escape(set.fact("command"))); }}};
  // What all files agree on is said once.
  std::string shared;
  std::string header = tag("th", "scope=\"col\"", "file");
  std::vector<std::string> rows;
  rows.reserve(sets.size());
  for (const ResultSet &set : sets) {
    rows.push_back(rowHead(escape(set.file.filename().string()) +
                           (set.incomplete() ? " <span class=\"badge\">incomplete</span>" : "")));
  }
  for (const Fact &fact : Facts) {
    std::vector<std::string> values;
    values.reserve(sets.size());
    for (const ResultSet &set : sets)
      values.push_back(fact.of(set));
    std::vector<std::string> known = values;
    std::erase_if(
        known, [](const std::string &value) { return value.empty() || value == "<code></code>"; });
    if (known.empty())
      continue;
    if (std::count(known.begin(), known.end(), known.front()) ==
        static_cast<std::ptrdiff_t>(known.size())) {
      shared += tag("tr", "class=\"fact\"", rowHead(fact.title) + cell(known.front())) + "\n";
      continue;
    }
    header += tag("th", "scope=\"col\"", fact.title);
    for (std::size_t index = 0; index < rows.size(); ++index)
      rows[index] += cell(values[index]);
  }
  std::string own;
  for (const std::string &row : rows)
    own += tag("tr", "", row) + "\n";
  const bool several = sets.size() > 1;
  std::string text;
  if (!shared.empty()) {
    text = table(several ? "What all files that record it agree on"
                         : "As " + sets.front().file.filename().string() + " records it",
                 tag("thead", "", "<tr><th scope=\"col\"></th><th scope=\"col\"></th></tr>"),
                 tag("tbody", "", shared));
  }
  if (several)
    text += table("Each file", tag("thead", "", tag("tr", "", header)), tag("tbody", "", own));
  return text;
}

std::string overviewTable(const std::vector<Group> &groups) {
  std::string body;
  for (const Group &group : groups) {
    const std::vector<std::string> sizes = group.timedSizes();
    if (sizes.empty())
      continue;
    const auto rows = group.at(sizes.back());
    body += tag("tr", "",
                rowHead("<a href=\"#" + group.id + "\">" + escape(group.benchmark) + "</a>") +
                    cell(escape(group.type)) + cell(escape(sizes.back())) +
                    fastestCells(fastest(rows, true)) + fastestCells(fastest(rows, false))) +
            "\n";
  }
  if (body.empty())
    return "";
  return table(
      "The fastest variant of each benchmark at its largest size, with the original's bits "
      "and with any numerics",
      head({"benchmark", "type", "size", "fastest bitexact", "#vs original", "#vs cuBLAS",
            "fastest", "#vs original", "#vs cuBLAS"}),
      tag("tbody", "", body));
}

std::string verdictTable(const Group &group) {
  std::vector<std::string> titles = {"variant", "numerics"};
  titles.insert(titles.end(), group.sizes.begin(), group.sizes.end());
  titles.insert(titles.end(), {"#inputs", "#worst error / bound"});
  std::string body;
  for (const std::string &variant : group.variants) {
    std::string cells;
    const Measurement *any = nullptr;
    std::optional<double> worst;
    for (const std::string &size : group.sizes) {
      const Measurement *row = group.find(variant, size);
      cells += cell(row ? verdictText(*row) : "<span class=\"absent\">not run</span>");
      if (!row)
        continue;
      any = row;
      if (row->errorRatio)
        worst = std::max(worst.value_or(0), *row->errorRatio);
    }
    if (!any)
      continue;
    body += tag("tr", "",
                rowHead(variantCell(*any)) + cell(escape(any->numerics)) + cells +
                    number(any->probes ? tickText(*any->probes) : "") + number(ratioText(worst))) +
            "\n";
  }
  return table("Verification against FP64; bitexact variants also bit for bit against the original",
               head(titles), tag("tbody", "", body));
}

std::string measurementTable(const Group &group) {
  std::string bodies;
  std::size_t count = 0;
  for (const std::string &size : group.sizes) {
    std::string body;
    for (const Measurement *row : group.at(size)) {
      ++count;
      std::string cells = cell(escape(size)) + rowHead(variantCell(*row));
      if (row->time) {
        cells += number(data(row->time->value, timeText(row->time->value))) +
                 number(timeText(row->time->low) + " \u2013 " + timeText(row->time->high));
      } else {
        cells += number("<span class=\"absent\">not timed</span>") + number("");
      }
      cells += number(row->tflops ? data(*row->tflops, tflopsText(*row->tflops)) : "") +
               number(optionalTimes(row->vsOriginal)) + number(optionalTimes(row->vsCublas)) +
               number(errorText(row->scaledError)) + number(ratioText(row->errorRatio)) +
               number(row->smClock ? significant(*row->smClock, 4) : "") +
               number(row->power ? significant(*row->power, 3) : "") + cell(verdictText(*row));
      body += tag("tr", "", cells) + "\n";
    }
    bodies += tag("tbody", "class=\"part\"", body);
  }
  return "<details><summary>Table of all " + std::to_string(count) + " measurements</summary>" +
         table("Medians; intervals of 95 % from order statistics",
               head({"size", "variant", "#time", "#95 % interval", "#TFLOP/s", "#vs original",
                     "#vs cuBLAS", "#scaled error", "#error / bound", "#MHz", "#W", "verdict"}),
               bodies, "class=\"dense\"") +
         "</details>";
}

std::string utilisationTable(const Group &group, const std::string &size) {
  std::vector<std::string> units;
  for (const Measurement *row : group.at(size)) {
    for (const auto &[unit, share] : row->utilisation) {
      if (std::find(units.begin(), units.end(), unit) == units.end())
        units.push_back(unit);
    }
  }
  if (units.empty())
    return "";
  std::vector<std::string> titles = {"variant"};
  for (const std::string &unit : units)
    titles.push_back("#" + unit);
  std::string body;
  for (const Measurement *row : group.at(size)) {
    if (row->utilisation.empty())
      continue;
    std::string cells = rowHead(variantCell(*row));
    for (const std::string &unit : units) {
      const auto found = std::find_if(row->utilisation.begin(), row->utilisation.end(),
                                      [&](const auto &pair) { return pair.first == unit; });
      cells += number(found == row->utilisation.end()
                          ? ""
                          : data(found->second, tickText(found->second) + " %"));
    }
    body += tag("tr", "", cells) + "\n";
  }
  return "<details><summary>Table of the utilisation</summary>" +
         table("Percent of each unit's peak", head(titles), tag("tbody", "", body)) + "</details>";
}

std::string sanitizerTable(const std::vector<ResultSet> &sets) {
  std::vector<std::string> tools;
  std::vector<std::pair<std::string, std::map<std::string, std::string>>> rows; // head -> by tool
  for (const ResultSet &set : sets) {
    for (const SanitizerFinding &finding : set.sanitizer) {
      if (std::find(tools.begin(), tools.end(), finding.tool) == tools.end())
        tools.push_back(finding.tool);
      const std::string head = rowHead(tag("code", "", escape(finding.variant))) +
                               cell(escape(finding.benchmark)) + cell(escape(finding.type)) +
                               cell(escape(finding.size)) +
                               cell(escape(set.file.filename().string()));
      auto row = std::find_if(rows.begin(), rows.end(),
                              [&](const auto &known) { return known.first == head; });
      if (row == rows.end())
        row = rows.insert(rows.end(), {head, {}});
      row->second[finding.tool] =
          finding.clean ? "<span class=\"ok\">\u2713 clean</span>"
                        : "<span class=\"failed\">\u2717</span> " + escape(finding.summary);
    }
  }
  if (rows.empty())
    return "";
  std::vector<std::string> titles = {"variant", "benchmark", "type", "size", "file"};
  titles.insert(titles.end(), tools.begin(), tools.end());
  std::string body;
  for (const auto &[head, findings] : rows) {
    std::string cells = head;
    for (const std::string &tool : tools) {
      const auto found = findings.find(tool);
      cells +=
          cell(found == findings.end() ? "<span class=\"absent\">not run</span>" : found->second);
    }
    body += tag("tr", "", cells) + "\n";
  }
  return table("Findings of NVIDIA's compute-sanitizer", head(titles), tag("tbody", "", body));
}

} // namespace warpsmith::harness::html
