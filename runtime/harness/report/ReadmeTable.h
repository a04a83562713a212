// The results table of a Markdown file, between two markers that name the file it comes from:
//
//     <!-- results:begin polybench/results/h200/gemm.json -->
//     ...
//     <!-- results:end -->
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace warpsmith::harness {

/// The file's text with every table between markers made anew. Paths are relative to the Markdown
/// file's folder. Throws InputError with file and line for an unpaired marker or a results file
/// that cannot be read. `table` makes a results document's.
std::string
refreshTables(const std::filesystem::path &markdownFile, const std::string &text,
              const std::function<std::string(const nlohmann::ordered_json &document)> &table);

} // namespace warpsmith::harness
