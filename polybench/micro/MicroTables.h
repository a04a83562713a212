// The tables of a results document of `polybench micro`: each experiment, and ours beside IPACO's.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace warpsmith::polybench {

/// Whether a results document is one of `polybench micro`.
bool isMicroDocument(const nlohmann::ordered_json &document);

enum class TableStyle { Text, Markdown };

/// Every experiment of the document, in its order, then the comparison where it has anything that
/// IPACO measured, too.
std::string microTables(const nlohmann::ordered_json &document, TableStyle style);

} // namespace warpsmith::polybench
