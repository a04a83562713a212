/// Tables of readings/: times of a product with each tile of a menu.
#pragma once

#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace warpsmith::test {

/// A line of such a table, by the names of its header.
class TileReading {
public:
  TileReading(std::map<std::string, std::string> cells) : texts(std::move(cells)) {}

  const std::string &text(const std::string &name) const {
    static const std::string None;
    const auto found = texts.find(name);
    EXPECT_NE(found, texts.end()) << name;
    return found == texts.end() ? None : found->second;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto &[name, text] : texts)
      all.push_back(name);
    return all;
  }
  /// 0 where the cell is empty.
  double number(const std::string &name) const {
    return text(name).empty() ? 0 : std::stod(text(name));
  }

private:
  std::map<std::string, std::string> texts;
};

/// The lines of a table of comma-separated cells below its header; those with # are comments.
inline std::vector<TileReading> tileReadings(const std::string &name) {
  std::ifstream file(std::string(WARPSMITH_SOURCE_DIR) + "/tests/unit/rewriter/readings/" + name);
  std::vector<std::string> names;
  std::vector<TileReading> result;
  for (std::string line; std::getline(file, line);) {
    if (line[0] == '#')
      continue;
    std::vector<std::string> cells;
    std::istringstream rest(line);
    for (std::string cell; std::getline(rest, cell, ',');)
      cells.push_back(cell);
    if (names.empty()) {
      names = cells;
      continue;
    }
    cells.resize(names.size());
    std::map<std::string, std::string> texts;
    for (size_t index = 0; index < names.size(); ++index)
      texts[names[index]] = cells[index];
    result.emplace_back(std::move(texts));
  }
  return result;
}

} // namespace warpsmith::test
