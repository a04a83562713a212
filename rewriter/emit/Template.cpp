#include "rewriter/emit/Template.h"
#include <cctype>
#include <stdexcept>

namespace warpsmith {

std::string fill(std::string_view text, const Substitutions &values) {
  std::string result;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '$') {
      result += text[at];
      continue;
    }
    size_t end = at + 1;
    while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end])))
      ++end;
    const std::string_view name = text.substr(at + 1, end - at - 1);
    const auto found = values.find(name);
    if (found == values.end())
      throw std::logic_error("no value for $" + std::string(name));
    result += found->second;
    at = end - 1;
  }
  return result;
}

} // namespace warpsmith
