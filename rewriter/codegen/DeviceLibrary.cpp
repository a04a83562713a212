#include "rewriter/codegen/DeviceLibrary.h"
#include "embedded_device_headers.h"
#include <functional>
#include <sstream>
#include <stdexcept>

namespace warpsmith {
namespace {

std::string textOf(const std::string &header) {
  for (unsigned index = 0; index < embedded::device::FileCount; ++index)
    if (header == embedded::device::Files[index].path)
      return {embedded::device::Files[index].begin, embedded::device::Files[index].end};
  throw std::logic_error("no device header " + header);
}

} // namespace

std::vector<std::string> withDependencies(const std::set<std::string> &headers) {
  std::vector<std::string> ordered;
  std::set<std::string> seen;
  const std::function<void(const std::string &)> visit = [&](const std::string &header) {
    if (!seen.insert(header).second)
      return;
    std::istringstream lines(textOf(header));
    constexpr std::string_view Include = "#include \"";
    for (std::string line; std::getline(lines, line);)
      if (line.rfind(Include, 0) == 0)
        visit(line.substr(Include.size(), line.rfind('"') - Include.size()));
    ordered.push_back(header);
  };
  for (const std::string &header : headers)
    visit(header);
  return ordered;
}

std::vector<std::string> foreignIncludes(const std::vector<std::string> &headers) {
  std::vector<std::string> included;
  for (const std::string &header : headers) {
    std::istringstream lines(textOf(header));
    constexpr std::string_view Include = "#include <";
    for (std::string line; std::getline(lines, line);)
      if (line.rfind(Include, 0) == 0)
        included.push_back(line.substr(Include.size(), line.rfind('>') - Include.size()));
  }
  return included;
}

std::string declarations(const std::string &header) {
  const std::string text = textOf(header);
  const size_t begin = text.find('\n', text.find("\nnamespace warpsmith") + 1) + 1;
  const std::string close = "} // namespace warpsmith";
  return text.substr(begin, text.rfind(close) - begin);
}

} // namespace warpsmith
