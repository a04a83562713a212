#include "runtime/harness/run/RewriteReport.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/TextFile.h"
#include <functional>
#include <nlohmann/json.hpp>

namespace warpsmith::harness {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Calls `visit` with each of the benchmark's products and what the report holds of it.
void forEachProduct(const Benchmark &benchmark, const std::filesystem::path &report,
                    const std::function<void(const std::string &, std::vector<json>)> &visit) {
  try {
    const auto document = json::parse(readTextFile(report));
    for (const std::string &product : benchmark.products) {
      std::vector<json> records;
      for (const auto &kernel : document.at("kernels")) {
        if (kernel.at("kernel") == product)
          records.push_back(kernel);
      }
      visit(product, std::move(records));
    }
  } catch (const json::exception &error) {
    throw InputError("'" + report.string() + "' is not a report: " + error.what());
  }
}

/// "gemm.cu:6:17: why".
std::string located(const json &record, const std::string &file) {
  return file + ":" + std::to_string(record.at("line").get<int>()) + ":" +
         std::to_string(record.at("column").get<int>()) + ": " +
         record.at("message").get<std::string>();
}

} // namespace

std::string productsLeftAlone(const Benchmark &benchmark, const std::filesystem::path &report) {
  std::string left;
  forEachProduct(benchmark, report,
                 [&](const std::string &product, const std::vector<json> &records) {
                   std::string message = "no kernel '" + product + "' was found";
                   bool isRewritten = false;
                   for (const json &record : records) {
                     message = located(record, record.at("file"));
                     isRewritten = isRewritten || record.at("verdict") == "rewritten";
                   }
                   if (!isRewritten)
                     left += "\n  " + message;
                 });
  return left;
}

std::string productsRefused(const Benchmark &benchmark, const std::filesystem::path &report) {
  std::string reasons;
  if (!std::filesystem::exists(report))
    return reasons;
  forEachProduct(benchmark, report, [&](const std::string &, const std::vector<json> &records) {
    for (const json &record : records) {
      if (record.at("verdict") == "refused")
        reasons += (reasons.empty() ? "" : "; ") +
                   located(record, fs::path(record.at("file").get<std::string>()).filename());
    }
  });
  return reasons;
}

} // namespace warpsmith::harness
