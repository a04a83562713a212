// The sweeps inside products of matrices: what a pass gains over the same tile without it.
#include "rewriter/model/KernelModel.h"
#include "tests/unit/rewriter/Fixtures.h"
#include "tests/unit/rewriter/SweepReadings.h"
#include "llvm/Support/ErrorHandling.h"
#include <map>
#include <tuple>

namespace warpsmith::test {
namespace {

using llvm::json::Object;

std::string text(const Object &object, llvm::StringRef key) {
  return object.getString(key).value_or("").str();
}

/// The parameter that an experiment varies: the pass or its ratio.
std::string variedParameter(const std::string &experiment) {
  return experiment == "matmul-fp64-share"   ? "fp64"
         : experiment == "matmul-fp64-warps" ? "fp64 warps"
         : experiment == "matmul-stages"     ? "stages"
         : experiment == "matmul-copy-warps" ? "warps"
                                             : "units";
}

/// The others, "tile=... step=dfma".
std::string otherParameters(const Object &parameters, const std::string &varied) {
  std::string group;
  for (const auto &[key, value] : parameters)
    if (llvm::StringRef(key) != varied)
      group += (group.empty() ? "" : " ") + llvm::StringRef(key).str() + "=" +
               value.getAsString().value_or("").str();
  return group;
}

/// What a point is compared with: all passes but the last, which is the experiment's.
std::string basePasses(const std::string &passes) {
  return passes.substr(0, passes.rfind(','));
}

} // namespace

std::vector<MatmulPoint> matmulPoints() {
  struct Time {
    double measured, predicted;
  };
  std::map<std::tuple<std::string, std::string, std::string>, Time> times;
  std::vector<MatmulPoint> points;
  const Contraction contraction = gemm();
  forEachSweepRow([&](const Object &row) {
    const std::string experiment = text(row, "experiment"), passes = text(row, "passes");
    const std::string size = text(row, "size");
    if (passes.empty() || (size != "1024" && size != "2048"))
      return;
    const auto numerics = findNumerics(text(row, "numerics"));
    const auto microseconds = row.getNumber("real_time");
    const Object *parameters = row.getObject("parameters");
    if (!numerics || !microseconds || !parameters)
      llvm::report_fatal_error(llvm::Twine("incomplete: ") + text(row, "name"));
    const double side = std::stod(size);
    const Schedule schedule = accepted(contraction, passes.c_str(), *numerics, "sm_90a");
    const auto prediction = predict(contraction, schedule, {side, side, side});
    if (!prediction)
      llvm::report_fatal_error(llvm::Twine("no prediction of ") + passes);
    const Time time = {*microseconds * 1e-6, prediction->seconds};
    times[{experiment, passes, size}] = time;
    // What has one pass less comes first in the file.
    const auto base = times.find({experiment, basePasses(passes), size});
    if (basePasses(passes) == passes || base == times.end())
      return;
    const std::string varied = variedParameter(experiment), value = text(*parameters, varied);
    // Of copy warps, also what stages gain without them.
    const char *over = llvm::StringRef(value).starts_with("0+") ? " over 1" : "";
    points.push_back({experiment, otherParameters(*parameters, varied) + over, value, size,
                      base->second.measured / time.measured,
                      base->second.predicted / time.predicted, prediction->limiter});
  });
  return points;
}

std::string matmulTable(const std::vector<MatmulPoint> &points) {
  struct Cells {
    std::string varied, measured, predicted, limit;
    Unit last;
  };
  std::vector<std::string> order;
  std::map<std::string, Cells> rows;
  for (const MatmulPoint &point : points) {
    const std::string key = "| `" + point.experiment + "` | " +
                            (point.group.empty() ? "" : "`" + point.group + "`") + " | " +
                            point.size;
    const bool first = !rows.contains(key);
    if (first)
      order.push_back(key);
    Cells &cells = rows[key];
    const std::string separator = first ? "" : ", ";
    cells.varied += (first ? "" : "; ") + point.varied;
    cells.measured += separator + fixed(point.measured, 2);
    cells.predicted += separator + fixed(point.predicted, 2);
    if (first || point.limiter != cells.last)
      cells.limit += separator + std::string(name(point.limiter));
    cells.last = point.limiter;
  }
  std::string table = "| experiment | | n | varied | measured | model | limit |\n"
                      "| :--- | :--- | ---: | :--- | :--- | :--- | :--- |\n";
  for (const std::string &key : order)
    table += key + " | " + rows[key].varied + " | " + rows[key].measured + " | " +
             rows[key].predicted + " | " + rows[key].limit + " |\n";
  return table;
}

} // namespace warpsmith::test
