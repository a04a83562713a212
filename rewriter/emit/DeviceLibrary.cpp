#include "rewriter/emit/DeviceLibrary.h"
#include "embedded_device_headers.h"
#include <cctype>
#include <functional>
#include <sstream>
#include <stdexcept>

namespace warpsmith {
namespace {

std::string embeddedText(const std::string &header) {
  for (unsigned index = 0; index < embedded::device::FileCount; ++index)
    if (header == embedded::device::Files[index].path)
      return {embedded::device::Files[index].begin, embedded::device::Files[index].end};
  throw std::logic_error("no device header " + header);
}

} // namespace

bool hasDeviceHeader(std::string_view header) {
  for (unsigned index = 0; index < embedded::device::FileCount; ++index)
    if (header == embedded::device::Files[index].path)
      return true;
  return false;
}

std::vector<std::string> withDependencies(const std::set<std::string> &headers) {
  std::vector<std::string> ordered;
  std::set<std::string> seen;
  const std::function<void(const std::string &)> visit = [&](const std::string &header) {
    if (!seen.insert(header).second)
      return;
    std::istringstream lines(embeddedText(header));
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
    std::istringstream lines(embeddedText(header));
    constexpr std::string_view Include = "#include <";
    for (std::string line; std::getline(lines, line);)
      if (line.rfind(Include, 0) == 0)
        included.push_back(line.substr(Include.size(), line.rfind('>') - Include.size()));
  }
  return included;
}

HeaderBody bodyOf(const std::string &header) {
  constexpr std::string_view Outer = "\nnamespace warpsmith", Close = "} // namespace warpsmith";
  const std::string text = embeddedText(header);
  const size_t name = text.find(Outer) + Outer.size(), open = text.find(" {", name);
  return {static_cast<unsigned>(text.find('\n', name) + 1),
          static_cast<unsigned>(text.rfind(Close)),
          open > name ? text.substr(name + 2, open - name - 2) : std::string()};
}

std::string declarations(const std::string &header) {
  const HeaderBody body = bodyOf(header);
  return embeddedText(header).substr(body.begin, body.end - body.begin);
}

std::string headerText(const std::string &header) {
  return embeddedText(header);
}

namespace {

constexpr std::string_view Piece = "// From ";
constexpr std::string_view CompanionBegin =
    "// Device code and kernels that the files beside this one share, of namespace ";

/// A translation unit may include companions of several folders, so each piece counts once. Those
/// of another version or architecture are others.
std::string guardOf(const std::string &header, const std::string &space) {
  std::string name = header.substr(header.find('/') + 1) + "_" + space;
  for (char &c : name)
    c = std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::toupper(c)) : '_';
  return "WARPSMITH_" + name;
}

std::string companionTitle(const std::string &space) {
  return std::string(CompanionBegin) + space + ". Made by warpsmith --companion.\n";
}

} // namespace

std::string companionText(const std::set<std::string> &headers, const std::string &space) {
  const std::vector<std::string> ordered = withDependencies(headers);
  std::string text = companionTitle(space) + "#pragma once\n\n";
  std::set<std::string> included;
  for (const std::string &header : foreignIncludes(ordered))
    if (included.insert(header).second)
      text += "#include <" + header + ">\n";
  text += "\nnamespace warpsmith {\ninline namespace " + space + " {\n";
  for (const std::string &header : ordered) {
    const std::string inner = bodyOf(header).space;
    const std::string guard = guardOf(header, space);
    text +=
        "\n" + std::string(Piece) + header + "\n#ifndef " + guard + "\n#define " + guard + "\n\n";
    if (!inner.empty())
      text += "namespace " + inner + " {\n";
    text += declarations(header);
    if (!inner.empty())
      text += "} // namespace " + inner + "\n";
    text += "#endif\n";
  }
  return text + "\n} // namespace " + space + "\n} // namespace warpsmith\n";
}

std::optional<std::set<std::string>> companionHeaders(const std::string &text,
                                                      const std::string &space) {
  std::string title = companionTitle(space);
  title.pop_back();
  std::set<std::string> headers;
  std::istringstream lines(text);
  bool first = true;
  for (std::string line; std::getline(lines, line); first = false) {
    if (line.ends_with('\r'))
      line.pop_back();
    if (first && line != title)
      return std::nullopt;
    if (line.starts_with(Piece))
      headers.insert(line.substr(Piece.size()));
  }
  return first ? std::nullopt : std::optional(headers);
}

bool isCompanion(std::string_view text) {
  return text.starts_with(CompanionBegin);
}

} // namespace warpsmith
