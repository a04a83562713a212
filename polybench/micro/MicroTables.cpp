#include "polybench/micro/MicroTables.h"
#include "polybench/micro/Experiments.h"
#include "polybench/micro/Ipaco.h"
#include "runtime/harness/report/Format.h"
#include "runtime/harness/report/Table.h"
#include "runtime/harness/report/TimesTaken.h"
#include <algorithm>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith::harness;
using Json = nlohmann::ordered_json;

std::string number(const Json &row, const char *key, int digits, double scale = 1) {
  const double value = row.value(key, 0.0) * scale;
  return value > 0 ? significant(value, digits) : "";
}

bool isTimed(const Json &row) {
  return row.value("real_time", 0.0) > 0;
}

/// "FFMA 0.75 DFMA 0.12".
std::string perClock(const Json &row) {
  std::string text;
  if (!row.contains("instructions_per_clock"))
    return text;
  for (const auto &[mnemonic, rate] : row.at("instructions_per_clock").items())
    text.append(text.empty() ? "" : " ")
        .append(mnemonic)
        .append(" ")
        .append(significant(rate.get<double>(), 3));
  return text;
}

std::string halfInterval(const Json &row) {
  const auto time = row.at("real_time").get<double>();
  return percent((row.value("median_high", time) - row.value("median_low", time)) / 2 / time);
}

/// Keeps the columns that have anything in them.
std::vector<Cells> withoutEmptyColumns(const std::vector<Cells> &lines) {
  std::vector<Cells> kept(lines.size());
  for (std::size_t column = 0; column < lines.front().size(); ++column) {
    const bool used = std::any_of(lines.begin() + 1, lines.end(),
                                  [&](const Cells &line) { return !line[column].empty(); });
    for (std::size_t line = 0; used && line < lines.size(); ++line)
      kept[line].push_back(lines[line][column]);
  }
  return kept;
}

std::string experimentTable(const std::vector<const Json *> &rows, TableStyle style) {
  std::vector<std::string> parameters;
  for (const Json *row : rows)
    for (const auto &[name, value] : row->at("parameters").items())
      if (std::find(parameters.begin(), parameters.end(), name) == parameters.end())
        parameters.push_back(name);
  Cells header = parameters;
  header.insert(header.end(), {"size", "verdict", "time", "+-", "instructions/clock", "TFLOP/s",
                               "GB/s", "overlap"});
  std::vector<Cells> lines = {header};
  for (const Json *row : rows) {
    Cells cells;
    for (const std::string &parameter : parameters)
      cells.push_back(row->at("parameters").value(parameter, ""));
    const std::string size = row->value("size", "-");
    cells.push_back(size == "-" ? "" : size);
    cells.push_back(row->value("verdict", "") == "failed" ? "FAILED" : row->value("verdict", ""));
    if (isTimed(*row)) {
      const bool isMatmul = !row->contains("instructions");
      cells.insert(cells.end(), {duration(row->at("real_time").get<double>()), halfInterval(*row),
                                 perClock(*row), number(*row, "TFLOPS", 3),
                                 isMatmul ? "" : number(*row, "bytes_per_second", 3, 1e-9),
                                 number(*row, "overlap", 3)});
    }
    cells.resize(header.size());
    lines.push_back(std::move(cells));
  }
  lines = withoutEmptyColumns(lines);
  return style == TableStyle::Markdown ? markdownLines(lines, parameters.size())
                                       : align(lines, parameters.size());
}

} // namespace

std::string markdownLines(const std::vector<Cells> &lines, std::size_t leftColumns) {
  std::string text;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    text += "|";
    for (const std::string &cell : lines[line])
      text += " " + cell + " |";
    text += "\n";
    if (line)
      continue;
    text += "|";
    for (std::size_t column = 0; column < lines[line].size(); ++column)
      text += column < leftColumns ? " :--- |" : " ---: |";
    text += "\n";
  }
  return text;
}

bool isMicroDocument(const Json &document) {
  const Json &rows = document.at("benchmarks");
  return std::any_of(rows.begin(), rows.end(),
                     [](const Json &row) { return row.contains("experiment"); });
}

std::string microTables(const Json &document, TableStyle style) {
  std::string text = harness::describeDevice(document);
  const std::string date = document.at("context").value("date", "").substr(0, 10);
  text += (text.empty() || date.empty() ? "" : ", ") + date + "\n";
  if (style == TableStyle::Markdown)
    text += harness::timesTaken(document);
  for (const MicroExperiment &experiment : microExperiments()) {
    std::vector<const Json *> rows;
    for (const Json &row : document.at("benchmarks"))
      if (row.value("experiment", "") == experiment.name)
        rows.push_back(&row);
    if (rows.empty())
      continue;
    text += "\n" + std::string(style == TableStyle::Markdown ? "**" : "") + experiment.name +
            std::string(style == TableStyle::Markdown ? "**" : "") + ": " + experiment.question +
            "\n\n" + experimentTable(rows, style);
    for (const Json *row : rows)
      if (row->value("verdict", "") == "failed")
        text.append("\n")
            .append(row->value("variant", ""))
            .append(": ")
            .append(row->value("error_message", ""))
            .append("\n");
  }
  const std::string comparison = ipacoTable(document, style);
  return text + (comparison.empty() ? "" : "\n" + comparison);
}

} // namespace warpsmith::polybench
