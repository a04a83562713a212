#include "polybench/cli/UserKernels.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/kernel/KernelBenchmark.h"
#include "runtime/harness/run/TemporaryFolder.h"
#include <iostream>
#include <memory>

namespace warpsmith::polybench {
namespace {

namespace fs = std::filesystem;
using namespace warpsmith::harness;
using nlohmann::json;

constexpr std::chrono::duration<double> AnalysisTimeout{120};

/// Flags of nvcc without those that say what to make of the source, which the harness knows.
CommandLine languageFlags(const std::vector<std::string> &flags) {
  CommandLine kept;
  for (std::size_t index = 0; index < flags.size(); ++index) {
    const std::string &flag = flags[index];
    const auto names = [&](std::initializer_list<const char *> options) {
      return std::any_of(options.begin(), options.end(), [&](const char *option) {
        return flag == option || flag.starts_with(std::string(option) + "=");
      });
    };
    if (names({"-o", "-arch", "--gpu-architecture", "-code", "--gpu-code", "-gencode",
               "--generate-code"})) {
      if (flag.find('=') == std::string::npos)
        ++index; // its value
      continue;
    }
    if (!names({"-c", "-dc", "-ptx", "-cubin", "--compile"}))
      kept.push_back(flag);
  }
  return kept;
}

/// One description for each case of each kernel.
json describe(const BuildOptions &options, const fs::path &file, const CommandLine &flags) {
  const fs::path rewriter = findProgram(options.warpsmith, "warpsmith");
  if (rewriter.empty())
    throw InputError("'" + file.string() +
                     "' needs warpsmith, which was not found beside polybench or on the PATH; give "
                     "--warpsmith=FILE");
  CommandLine command = {rewriter.string(), file.string(), "--emit=benchmark",
                         "--kernel=" + options.kernel, "--"};
  command.insert(command.end(), flags.begin(), flags.end());
  const CommandResult result = harness::runCommand(command, AnalysisTimeout);
  if (!result.succeeded)
    throw InputError("'" + file.string() + "' could not be analysed (" + result.failure + "):\n" +
                     result.errors);
  json kernels = json::parse(result.output, nullptr, /*allow_exceptions=*/false);
  if (kernels.is_discarded())
    throw InputError("this warpsmith does not know --emit=benchmark: " + rewriter.string());
  if (kernels.empty())
    throw InputError("'" + file.string() + "' has no kernel to run" +
                     (options.kernel == "*" ? "" : " that matches --kernel=" + options.kernel) +
                     ":\n" + result.errors);
  return kernels;
}

std::string titleOf(const json &kernel) {
  const auto condition = kernel.at("condition").get<std::string>();
  return kernel.at("namespace").get<std::string>() + kernel.at("name").get<std::string>() +
         (condition.empty() ? "" : " [" + condition + "]");
}

} // namespace

bool isSourceFile(const std::string &argument) {
  const std::string extension = fs::path(argument).extension().string();
  return extension == ".cu" || extension == ".cuh" || argument.find('/') != std::string::npos;
}

const std::vector<const Benchmark *> &userKernels(const BuildOptions &options) {
  static std::vector<std::unique_ptr<const Benchmark>> owned;
  static std::vector<const Benchmark *> kernels;
  if (!kernels.empty())
    return kernels;
  const fs::path file = fs::absolute(options.benchmark).lexically_normal();
  if (!fs::is_regular_file(file))
    throw InputError("'" + options.benchmark + "' is not a file");
  const CommandLine flags = languageFlags(options.flags);
  std::string refused;
  for (json &kernel : describe(options, file, flags)) {
    kernel["title"] = titleOf(kernel);
    kernel["file"] = file.string();
    kernel["flags"] = flags;
    try {
      owned.push_back(makeKernelBenchmark(kernel));
      kernels.push_back(owned.back().get());
      if (const std::string &why = kernels.back()->whyNoReference; !why.empty())
        std::cerr << "polybench: " << titleOf(kernel)
                  << " is judged by the original's bits alone: " << why << "\n";
    } catch (const InputError &error) {
      refused += "\n  " + titleOf(kernel) + ": " + error.what();
    }
  }
  if (kernels.empty())
    throw InputError("'" + options.benchmark + "' has no kernel that polybench can run:" + refused);
  if (!refused.empty())
    std::cerr << "polybench: not run:" << refused << "\n";
  return kernels;
}

fs::path scratchCache() {
  static const TemporaryFolder Scratch(fs::temp_directory_path(), "polybench-");
  return Scratch.path();
}

} // namespace warpsmith::polybench
