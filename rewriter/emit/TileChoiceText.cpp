#include "rewriter/emit/TileChoiceText.h"
#include <algorithm>
#include <cctype>
#include <iterator>

namespace warpsmith {
namespace {

/// `large` for `Large`, `slicedLarge` for `Sliced<Large>`.
std::string timeOf(const std::string &name) {
  std::string variable;
  std::ranges::copy_if(name, std::back_inserter(variable),
                       [](unsigned char letter) { return std::isalnum(letter); });
  variable[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(variable[0])));
  return variable;
}

} // namespace

std::string tileChoiceText(const std::vector<std::string> &names, const std::string &extents,
                           const std::string &arguments, const std::string &further) {
  std::string text;
  if (names.size() > 1) {
    text += "  // The tile that is predicted to be the fastest.\n  const auto ";
    for (size_t index = 0; index < names.size(); ++index)
      text += (index ? ", " : "") + timeOf(names[index]) + " = timeWith<" + names[index] + ">(" +
              extents + ")";
    text += ";\n";
  }
  for (size_t index = 0; index < names.size(); ++index) {
    std::string best;
    for (size_t other = index + 1; other < names.size(); ++other)
      best += (best.empty() ? "" : " && ") + timeOf(names[index]) + " <= " + timeOf(names[other]);
    if (!best.empty())
      text += "  if (" + best + ")\n  ";
    text += "  return runTile<" + names[index] + further + ">(" + arguments + ");\n";
  }
  return text;
}

} // namespace warpsmith
