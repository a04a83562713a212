#include "rewriter/ir/Identifiers.h"
#include <cctype>

namespace warpsmith {
namespace {

bool isIdentifier(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

} // namespace

std::set<std::string> identifiers(const std::string &text) {
  std::set<std::string> found;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && isIdentifier(text[end]))
      ++end;
    if (end > at && !std::isdigit(static_cast<unsigned char>(text[at]))) // no number
      found.insert(text.substr(at, end - at));
    at = end + 1;
  }
  return found;
}

} // namespace warpsmith
