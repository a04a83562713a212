// CUDA C++ in colour.
#pragma once

#include <string>
#include <vector>

namespace warpsmith::harness::html {

/// Each line of the source as markup: comments, literals, keywords, types, numbers, preprocessor
/// lines and CUDA's own names are in <i class="..."> of the style sheet.
std::vector<std::string> highlight(const std::string &source);

} // namespace warpsmith::harness::html
