#include "runtime/harness/report/ReadmeTable.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include <sstream>

namespace warpsmith::harness {
namespace {

constexpr std::string_view Begin = "<!-- results:begin ";
constexpr std::string_view End = "<!-- results:end -->";
constexpr std::string_view Close = " -->";

} // namespace

std::string
refreshTables(const std::filesystem::path &markdownFile, const std::string &text,
              const std::function<std::string(const nlohmann::ordered_json &document)> &table) {
  std::istringstream lines(text);
  std::string result;
  std::size_t number = 0;
  std::size_t openedAt = 0;
  const auto fail = [&](std::size_t line, const std::string &cause) {
    throw InputError(markdownFile.string() + ":" + std::to_string(line) + ": " + cause);
  };
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with(Begin)) {
      if (openedAt) {
        fail(number,
             "results:begin inside the table that begins on line " + std::to_string(openedAt));
      }
      if (!line.ends_with(Close) || line.size() <= Begin.size() + Close.size())
        fail(number, "results:begin names no file");
      openedAt = number;
      const std::string file = line.substr(Begin.size(), line.size() - Begin.size() - Close.size());
      try {
        result += line + "\n" + table(readDocument(markdownFile.parent_path() / file));
      } catch (const InputError &error) {
        fail(number, error.what());
      }
      continue;
    }
    if (line == End) {
      if (!openedAt)
        fail(number, "results:end without results:begin");
      openedAt = 0;
    }
    if (!openedAt)
      result += line + "\n";
  }
  if (openedAt)
    fail(openedAt, "results:begin without results:end");
  return result;
}

} // namespace warpsmith::harness
