// The commands of `polybench`; each returns the exit status.
#pragma once

#include "polybench/cli/Options.h"
#include "types/ExitStatus.h"

namespace warpsmith::polybench {

int listCommand();
int runCommand(const RunOptions &options, const std::vector<std::string> &commandLine);
int buildCommand(const BuildOptions &options, const std::string &outputFolder);
int tuneCommand(const TuneOptions &options, const std::vector<std::string> &commandLine);
/// With --from.
int tuneFromResults(const TuneOptions &options, const std::vector<Numerics> &contracts);
int tableCommand(const TableOptions &options);
int compareCommand(const CompareOptions &options);
int reportCommand(const ReportOptions &options);
int microCommand(const MicroOptions &options, const std::vector<std::string> &commandLine);

} // namespace warpsmith::polybench
