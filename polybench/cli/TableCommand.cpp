#include "polybench/Suite.h"
#include "polybench/cli/Commands.h"
#include "polybench/micro/MicroTables.h"
#include "runtime/harness/core/Problem.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/ReadmeTable.h"
#include "runtime/harness/report/Table.h"
#include "runtime/harness/report/TextFile.h"
#include <iostream>
#include <sstream>

namespace warpsmith::polybench {

using namespace warpsmith;
using namespace warpsmith::harness;

namespace {

/// "C := alpha*A*B + beta*C; alpha = 1.37, beta = 0.71; A: half, B: half, C: float", the arrays
/// only where their types differ. What is timed are random inputs.
std::string problemText(const std::string &name, const std::string &typeName) {
  const Benchmark *benchmark = findBenchmark(name);
  const std::optional<ElementType> type = parseElementType(typeName);
  if (!benchmark || !type)
    return "";
  std::ostringstream text; // six digits of a number
  text << benchmark->summary;
  const char *separator = "; ";
  for (const ScalarDescription &scalar : benchmark->scalars) {
    text << separator << scalar.name << " = " << roundScalar(scalar, *type, scalar.random);
    separator = ", ";
  }
  separator = "; ";
  if (resultType(*type) == *type)
    return text.str();
  for (int buffer = 0; buffer < static_cast<int>(benchmark->buffers.size()); ++buffer) {
    text << separator << benchmark->buffers[static_cast<std::size_t>(buffer)].name << ": "
         << spelling(typeOf(*benchmark, buffer, *type));
    separator = ", ";
  }
  return text.str();
}

std::string textOf(const nlohmann::ordered_json &document) {
  return isMicroDocument(document) ? microTables(document, TableStyle::Text) : textTable(document);
}
std::string markdownOf(const nlohmann::ordered_json &document) {
  return isMicroDocument(document) ? microTables(document, TableStyle::Markdown)
                                   : markdownTable(document, problemText);
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
