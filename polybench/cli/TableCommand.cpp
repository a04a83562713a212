#include "polybench/cli/Commands.h"
#include "polybench/micro/MicroTables.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/ReadmeTable.h"
#include "runtime/harness/report/Table.h"
#include "runtime/harness/report/TextFile.h"
#include <iostream>

namespace warpsmith::polybench {

using namespace warpsmith::harness;

namespace {

std::string textOf(const nlohmann::ordered_json &document) {
  return isMicroDocument(document) ? microTables(document, TableStyle::Text) : textTable(document);
}
std::string markdownOf(const nlohmann::ordered_json &document) {
  return isMicroDocument(document) ? microTables(document, TableStyle::Markdown)
                                   : markdownTable(document);
}

} // namespace

int tableCommand(const TableOptions &options) {
  if (options.file.empty() && options.update.empty() && options.check.empty())
    throw InputError("table: give a results file, --update=FILE.md or --check=FILE.md");
  if (!options.file.empty()) {
    const auto document = readDocument(options.file);
    std::cout << (options.markdown ? markdownOf(document) : textOf(document));
  }
  if (!options.update.empty()) {
    const std::string text = readTextFile(options.update);
    const std::string refreshed = refreshTables(options.update, text, markdownOf);
    if (refreshed != text)
      writeTextFile(options.update, refreshed);
  }
  if (!options.check.empty()) {
    const std::string text = readTextFile(options.check);
    if (refreshTables(options.check, text, markdownOf) != text) {
      std::cerr << "polybench: the tables of '" << options.check
                << "' differ from their results files; run polybench table --update="
                << options.check << "\n";
      return Failure;
    }
  }
  return Success;
}

} // namespace warpsmith::polybench
