/// Text with $placeholders.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace warpsmith {

using Substitutions = std::map<std::string, std::string, std::less<>>;

/// Replaces each $name (letters and digits) by its value. A name without a value is a bug of the
/// generator and throws std::logic_error.
std::string fill(std::string_view text, const Substitutions &values);

} // namespace warpsmith
