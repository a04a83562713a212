#include "runtime/harness/run/RewriteReport.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/TextFile.h"
#include <nlohmann/json.hpp>

namespace warpsmith::harness {

std::string productsLeftAlone(const Benchmark &benchmark, const std::filesystem::path &report) {
  std::string left;
  try {
    const auto document = nlohmann::json::parse(readTextFile(report));
    for (const std::string_view product : benchmark.products) {
      std::string message = "no kernel '" + std::string(product) + "' was found";
      bool isRewritten = false;
      for (const auto &kernel : document.at("kernels")) {
        if (kernel.at("kernel") != product)
          continue;
        message = kernel.at("file").get<std::string>() + ":" +
                  std::to_string(kernel.at("line").get<int>()) + ":" +
                  std::to_string(kernel.at("column").get<int>()) + ": " +
                  kernel.at("message").get<std::string>();
        isRewritten = isRewritten || kernel.at("verdict") == "rewritten";
      }
      if (!isRewritten)
        left += "\n  " + message;
    }
  } catch (const nlohmann::json::exception &error) {
    throw InputError("'" + report.string() + "' is not a report: " + error.what());
  }
  return left;
}

} // namespace warpsmith::harness
