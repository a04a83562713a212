/// The identifiers of pieces of C++, found without parsing them.
#pragma once

#include <set>
#include <string>

namespace warpsmith {

/// Every identifier, keyword and number of a text, comments and strings included.
std::set<std::string> identifiers(const std::string &text);

} // namespace warpsmith
