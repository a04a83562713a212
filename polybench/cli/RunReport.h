// Where the results of a `run` go: files and standard output.
#pragma once

#include "polybench/cli/Options.h"
#include <nlohmann/json.hpp>
#include <ostream>

namespace warpsmith::polybench {

/// Throws InputError where a file of --json, --csv or --output could not be written: before the
/// work, not after it.
void checkReports(const RunOptions &options);

/// Throws InputError where a file could not be written.
void checkWritable(const std::string &file);

/// Writes the files of --json and --csv. Throws InputError.
void writeReports(const RunOptions &options, const nlohmann::ordered_json &document);

/// Prints the results in the --format. What else there is to say of them belongs to the stream that
/// comes back: standard output, or where a program reads that, standard error.
std::ostream &printReport(const RunOptions &options, const nlohmann::ordered_json &document);

/// True when a contestant failed.
bool anyFailed(const nlohmann::ordered_json &document);

} // namespace warpsmith::polybench
