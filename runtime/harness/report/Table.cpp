#include "runtime/harness/report/Table.h"
#include "runtime/harness/report/Format.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/TimesTaken.h"
#include "runtime/harness/report/VerdictNotes.h"
#include <algorithm>

namespace warpsmith::harness {
namespace {

using Json = nlohmann::ordered_json;

bool has(const Json &row, const char *key) {
  return row.contains(key) && row.at(key).is_number();
}

std::string text(const Json &row, const char *key) {
  return row.value(key, std::string());
}

std::string ratio(const Json &row, const char *key) {
  return has(row, key) ? significant(row.at(key).get<double>(), 3) + "x" : "";
}

/// The day and the sources: two tables of one schedule differ where its code does.
std::string dateAndCommit(const Json &context) {
  const std::string date = text(context, "date").substr(0, 10);
  const std::string commit = text(context, "commit").substr(0, 7);
  return (date.empty() ? "" : ", " + date) + (commit.empty() ? "" : ", commit " + commit);
}

bool isTimed(const Json &row) {
  return has(row, "TFLOPS");
}
bool isTwin(const Json &row) {
  return row.value("twin", 0) != 0;
}

std::string verdictOf(const Json &row) {
  if (text(row, "verdict") != "ok")
    return text(row, "verdict") == "failed" ? "FAILED" : text(row, "verdict");
  if (text(row, "numerics") == "bitexact" && text(row, "variant") != "original")
    return "ok, same bits";
  return "ok";
}

std::string errorRatio(const Json &row) {
  if (!has(row, "error_ratio"))
    return "";
  const auto value = row.at("error_ratio").get<double>();
  return value == 0 ? "0" : significant(value, 2);
}

std::string titleOf(const Json &row) {
  return text(row, "benchmark") + " " + text(row, "variant") + " " + text(row, "type") + " " +
         text(row, "size");
}

/// Rows for which one line says what is true of several.
std::vector<VerdictNote> notesOf(const std::vector<const Json *> &rows) {
  std::vector<VerdictNote> notes;
  for (const Json *row : rows) {
    notes.push_back({text(*row, "benchmark"), text(*row, "variant"), text(*row, "type"),
                     text(*row, "size"), text(*row, "verdict"), text(*row, "label"),
                     row->value("launches", std::vector<std::string>())});
  }
  return notes;
}

std::string reasonOf(const Json &row) {
  return text(row, "verdict") == "failed" ? text(row, "error_message") : text(row, "label");
}

std::string measurementNotes(const Json &document) {
  const Json &context = document.at("context");
  std::string notes;
  if (context.contains("l2_policy"))
    notes += context.at("l2_policy").get<std::string>() + "\n";
  for (const Json &noise : context.value("noise_floor", Json::array())) {
    notes += "noise floor of " + text(noise, "type") + " " + text(noise, "size") + " (" +
             text(noise, "contestant") +
             " against itself): " + percent(noise.at("relative").get<double>()) + "\n";
  }
  if (context.value("interrupted", false))
    notes += "interrupted: the table holds what was measured until then\n";
  return notes;
}

std::vector<std::string> distinct(const std::vector<const Json *> &rows, const char *key) {
  std::vector<std::string> values;
  for (const Json *row : rows) {
    if (std::find(values.begin(), values.end(), text(*row, key)) == values.end())
      values.push_back(text(*row, key));
  }
  return values;
}

const Json *findRow(const std::vector<const Json *> &rows, const std::string &variant,
                    const std::string &size) {
  for (const Json *row : rows) {
    if (text(*row, "variant") == variant && text(*row, "size") == size)
      return row;
  }
  return nullptr;
}

std::string markdownLine(const Cells &cells) {
  std::string line = "|";
  for (const std::string &cell : cells)
    line += " " + cell + " |";
  return line + "\n";
}

bool fellBack(const Json &row) {
  return row.value("fell_back", 0) != 0;
}

/// The TFLOP/s of one contestant at one size, or why there is none.
std::string markdownCell(const Json *row) {
  if (!row)
    return "";
  if (text(*row, "verdict") == "failed")
    return "**failed**";
  if (text(*row, "verdict") != "ok")
    return text(*row, "verdict");
  if (fellBack(*row)) // its time is not that of a rewritten form
    return "fell back";
  return isTimed(*row) ? significant(row->at("TFLOPS").get<double>(), 3) : "verified";
}

std::string markdownGroup(const std::vector<const Json *> &rows, const std::string &benchmark,
                          const std::string &type, const std::string &problem) {
  const std::vector<std::string> sizes = distinct(rows, "size");
  const std::string &last = sizes.back();
  Cells header = {"variant", "numerics"};
  for (const std::string &size : sizes)
    header.push_back(size);
  header.insert(header.end(), {"vs original", "vs cuBLAS", "error / bound"});
  Cells rule(header.size(), "---:");
  rule[0] = rule[1] = ":---";
  std::string result = "**" + benchmark + ", " + type + "**" +
                       (problem.empty() ? "" : ": " + problem) + "\n\n" + markdownLine(header) +
                       markdownLine(rule);
  for (const std::string &variant : distinct(rows, "variant")) {
    const Json *largest = findRow(rows, variant, last);
    if (largest && fellBack(*largest))
      largest = nullptr;
    Cells cells = {"`" + variant + "`", ""};
    double worst = 0;
    for (const std::string &size : sizes) {
      const Json *row = findRow(rows, variant, size);
      cells.push_back(markdownCell(row));
      if (row)
        cells[1] = text(*row, "numerics");
      if (row && has(*row, "error_ratio"))
        worst = std::max(worst, row->at("error_ratio").get<double>());
    }
    cells.push_back(largest ? ratio(*largest, "speedup_vs_original") : "");
    cells.push_back(largest ? ratio(*largest, "speedup_vs_cublas") : "");
    cells.push_back(worst == 0 ? "0" : significant(worst, 2));
    result += markdownLine(cells);
  }
  return result;
}

std::vector<const Json *> rowsWith(const std::vector<const Json *> &rows, const char *key,
                                   const std::string &value) {
  std::vector<const Json *> chosen;
  for (const Json *row : rows) {
    if (text(*row, key) == value && !isTwin(*row))
      chosen.push_back(row);
  }
  return chosen;
}

std::vector<const Json *> rowsToShow(const Json &document) {
  std::vector<const Json *> rows;
  for (const Json *row : summariesOf(document)) {
    if (!isTwin(*row))
      rows.push_back(row);
  }
  return rows;
}

/// Several benchmarks as they were written, with nothing to compare variants by.
bool isOfOriginals(const std::vector<const Json *> &rows) {
  return distinct(rows, "benchmark").size() > 1 &&
         std::all_of(rows.begin(), rows.end(), [](auto row) {
           return text(*row, "variant") == "original" || isTwin(*row) || row->value("baseline", 0);
         });
}

/// One line a benchmark, type and size.
std::string originalsTable(const std::vector<const Json *> &rows) {
  const Cells header = {"benchmark", "type", "size",      "time",
                        "TFLOP/s",   "GB/s", "vs cuBLAS", "error / bound"};
  Cells rule(header.size(), "---:");
  rule[0] = rule[1] = rule[2] = ":---";
  std::string result = markdownLine(header) + markdownLine(rule);
  for (const Json *row : rows) {
    if (text(*row, "variant") != "original")
      continue;
    Cells cells = {"`" + text(*row, "benchmark") + "`", text(*row, "type"), text(*row, "size")};
    if (isTimed(*row)) {
      cells.insert(cells.end(), {duration(row->at("real_time").get<double>()),
                                 significant(row->at("TFLOPS").get<double>(), 3),
                                 significant(row->at("bytes_per_second").get<double>() * 1e-9, 3),
                                 ratio(*row, "speedup_vs_cublas")});
    } else {
      cells.insert(cells.end(), {markdownCell(row), "", "", ""});
    }
    cells.push_back(errorRatio(*row));
    result += markdownLine(cells);
  }
  return result;
}

std::string csvField(const std::string &value) {
  if (value.find_first_of(",\"\n") == std::string::npos)
    return value;
  std::string quoted = "\"";
  for (const char character : value)
    quoted += character == '"' ? std::string("\"\"") : std::string(1, character);
  return quoted + "\"";
}

} // namespace

std::string describeDevice(const Json &document) {
  const Json device = document.at("context").value("device", Json::object());
  const std::size_t count = document.at("context").value("devices", Json::array()).size();
  std::string line = (count > 1 ? std::to_string(count) + " x " : "") + text(device, "name");
  const auto add = [&](const char *label, const std::string &value) {
    if (!value.empty())
      line += std::string(", ") + label + value;
  };
  add("driver ", text(device, "driver"));
  add("CUDA ", text(device, "cuda"));
  add("cuBLAS ", text(device, "cublas"));
  std::vector<double> clocks;
  for (const Json *row : summariesOf(document)) {
    if (has(*row, "sm_clock_mhz"))
      clocks.push_back(row->at("sm_clock_mhz").get<double>());
  }
  if (!clocks.empty()) {
    const auto [low, high] = std::minmax_element(clocks.begin(), clocks.end());
    add("", significant(*low, 1) + (*low == *high ? "" : "-" + significant(*high, 1)) + " MHz");
  }
  return line;
}

std::string textNotes(const Json &document) {
  const std::vector<const Json *> rows = rowsToShow(document);
  std::string result;
  for (const Json *row : rows) {
    if (text(*row, "verdict") == "failed" || text(*row, "verdict") == "skipped")
      result += titleOf(*row) + ": " + reasonOf(*row) + "\n";
  }
  for (const Json *row : rows) {
    if (text(*row, "verdict") == "ok" && fellBack(*row))
      result += titleOf(*row) + ": the original kernel ran at some of the launches\n";
  }
  const std::vector<VerdictNote> notes = notesOf(rows);
  for (const auto &lines :
       {chosenLines(notes), originalRanLines(notes), notApplicableLines(notes)}) {
    for (const std::string &line : lines)
      result += line + "\n";
  }
  const bool timed = std::any_of(rows.begin(), rows.end(), [](auto row) { return isTimed(*row); });
  if (!timed &&
      document.at("context").value("device", Json::object()).value("kind", "") == "emulator")
    result += "emulator: verified, not timed\n";
  return result + measurementNotes(document);
}

std::string textTable(const Json &document) {
  const std::vector<const Json *> rows = rowsToShow(document);
  if (rows.empty())
    return "nothing was run\n";
  const bool timed = std::any_of(rows.begin(), rows.end(), [](auto row) { return isTimed(*row); });
  std::vector<Cells> lines = {{"benchmark", "variant", "type", "size", "verdict", "error/bound"}};
  if (timed) {
    lines.front().insert(lines.front().end(),
                         {"time", "+-", "TFLOP/s", "vs original", "vs cuBLAS"});
  }
  for (const Json *row : rows) {
    Cells cells = {text(*row, "benchmark"), text(*row, "variant"), text(*row, "type"),
                   text(*row, "size"),      verdictOf(*row),       errorRatio(*row)};
    if (timed && isTimed(*row)) {
      const auto time = row->at("real_time").get<double>();
      const double half =
          (row->at("median_high").get<double>() - row->at("median_low").get<double>()) / 2;
      cells.insert(cells.end(),
                   {duration(time), percent(half / time),
                    significant(row->at("TFLOPS").get<double>(), 3),
                    ratio(*row, "speedup_vs_original"), ratio(*row, "speedup_vs_cublas")});
    }
    cells.resize(lines.front().size());
    lines.push_back(std::move(cells));
  }
  return describeDevice(document) + "\n\n" + align(lines, 5) + "\n" + textNotes(document);
}

std::string markdownTable(const Json &document, const ProblemText &problemText) {
  const std::vector<const Json *> rows = summariesOf(document);
  const std::string origin = dateAndCommit(document.at("context"));
  const bool timed = std::any_of(rows.begin(), rows.end(), [](auto row) { return isTimed(*row); });
  if (timed && isOfOriginals(rows))
    return describeDevice(document) + origin +
           ".\nTimes of one launch of the whole benchmark; GB/s counts each input and output "
           "once.\n" +
           timesTaken(document) + "\n" + originalsTable(rows);
  std::string result =
      describeDevice(document) + origin + ". " +
      (timed ? "TFLOP/s by size; speed-ups at the largest size.\n" + timesTaken(document)
             : "Verified by the emulator, not timed.\n");
  for (const std::string &benchmark : distinct(rows, "benchmark")) {
    for (const std::string &type : distinct(rowsWith(rows, "benchmark", benchmark), "type")) {
      const auto group = rowsWith(rowsWith(rows, "benchmark", benchmark), "type", type);
      const std::string problem = timed && problemText ? problemText(benchmark, type) : "";
      result.append("\n").append(markdownGroup(group, benchmark, type, problem));
    }
  }
  return result;
}

std::string csvTable(const Json &document) {
  static constexpr const char *Keys[] = {"benchmark",
                                         "variant",
                                         "passes",
                                         "numerics",
                                         "type",
                                         "size",
                                         "verdict",
                                         "error_message",
                                         "max_error",
                                         "error_bound",
                                         "error_ratio",
                                         "scaled_error",
                                         "bits_equal",
                                         "fell_back",
                                         "real_time",
                                         "time_unit",
                                         "median_low",
                                         "median_high",
                                         "TFLOPS",
                                         "bytes_per_second",
                                         "speedup_vs_original",
                                         "speedup_vs_cublas",
                                         "sm_clock_mhz",
                                         "power_w",
                                         "temperature_c"};
  std::string result;
  for (const char *key : Keys)
    result.append(result.empty() ? "" : ",").append(key);
  result += "\n";
  for (const Json *row : summariesOf(document)) {
    std::string line;
    for (const char *key : Keys) {
      const bool absent =
          !row->contains(key) || (!isTimed(*row) && std::string(key) == "real_time");
      const std::string value = absent                     ? ""
                                : row->at(key).is_string() ? row->at(key).get<std::string>()
                                                           : row->at(key).dump();
      line += (key == Keys[0] ? "" : ",") + csvField(value);
    }
    result += line + "\n";
  }
  return result;
}

} // namespace warpsmith::harness
