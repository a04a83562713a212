#include "polybench/cli/Commands.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/ResultSet.h"
#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/report/html/HtmlPage.h"
#include <iostream>

namespace warpsmith::polybench {

using namespace warpsmith::harness;

int reportCommand(const ReportOptions &options) {
  std::vector<ResultSet> sets;
  sets.reserve(options.files.size());
  for (const std::string &file : options.files) {
    try {
      sets.push_back(readResultSet(file));
    } catch (const NotResults &error) { // results/*.json may match other files
      std::cerr << "polybench: warning: left out: " << error.what() << "\n";
    }
  }
  if (sets.empty())
    throw InputError("report: there is no results file to show");
  writeTextFile(options.output, html::reportPage(sets, options.diffs));
  return Success;
}

} // namespace warpsmith::polybench
