#include "polybench/cli/RunReport.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/ClassicReport.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/Table.h"
#include "runtime/harness/report/TextFile.h"
#include <algorithm>
#include <iostream>

namespace warpsmith::polybench {

using namespace warpsmith::harness;

namespace {

std::string report(const std::string &format, const nlohmann::ordered_json &document) {
  if (format == "csv")
    return csvTable(document);
  if (format == "json")
    return dumpDocument(document);
  return format == "polybench" ? classicReport(document) : textTable(document);
}

} // namespace

void checkWritable(const std::string &file) {
  if (file.empty())
    return;
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  if (!std::filesystem::is_directory(folder))
    throw InputError("cannot write '" + file + "': there is no folder '" + folder.string() + "'");
  if (std::filesystem::is_directory(file))
    throw InputError("cannot write '" + file + "': it is a folder");
}

void checkReports(const RunOptions &options) {
  for (const std::string &file : {options.json, options.csv, options.output})
    checkWritable(file);
}

void writeReports(const RunOptions &options, const nlohmann::ordered_json &document) {
  if (!options.json.empty())
    writeTextFile(options.json, dumpDocument(document));
  if (!options.csv.empty())
    writeTextFile(options.csv, csvTable(document));
}

std::ostream &printReport(const RunOptions &options, const nlohmann::ordered_json &document) {
  std::cout << report(options.format, document);
  // The other formats are for programs to read.
  if (options.format == "table")
    return std::cout;
  std::cerr << textNotes(document);
  return std::cerr;
}

bool anyFailed(const nlohmann::ordered_json &document) {
  const auto rows = summariesOf(document);
  return std::any_of(rows.begin(), rows.end(),
                     [](auto *row) { return row->value("verdict", "") == "failed"; });
}

} // namespace warpsmith::polybench
