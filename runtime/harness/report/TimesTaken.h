// How the times of a results document were taken, in sentences for the tables made of it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace warpsmith::harness {

/// One sentence a line; empty for a document without times. scripts/results_files.py says the same
/// in the tables that scripts make.
std::string timesTaken(const nlohmann::ordered_json &document);

} // namespace warpsmith::harness
