#include "polybench/cli/RunTasks.h"
#include "polybench/Suite.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/Machine.h"
#include "runtime/harness/run/ContentHash.h"
#include "runtime/harness/run/Interrupt.h"
#include <algorithm>
#include <set>
#include <sstream>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;

constexpr std::chrono::duration<double> VersionTimeout{60};

Builds buildAll(const RunOptions &options, const Device &device, Progress &progress) {
  const std::vector<BuildRequest> requests = buildRequests(options.build);
  const BuildSettings settings = buildSettings(options.build, device.kind, device.description);
  std::size_t finished = 0;
  progress.begin(static_cast<double>(requests.size()));
  progress.enter(static_cast<double>(requests.size()));
  const auto results =
      buildVariants(settings, requests, [&](const BuildRequest &request, const BuildResult &) {
        progress.advance(static_cast<double>(finished + 1) / static_cast<double>(requests.size()));
        progress.show("built " + std::to_string(++finished) + " of " +
                      std::to_string(requests.size()) + ": " + request.variant.name);
      });
  Builds builds;
  builds.commit = commitOf(settings.root.string());
  builds.compiler = compilerVersion(settings.toolchain);
  for (std::size_t index = 0; index < requests.size(); ++index) {
    builds.variants[{requests[index].benchmark, requests[index].type}].push_back(
        {requests[index].variant, results[index].library, results[index].error,
         // The cache's folder is named by a hash of all that decides what is in it.
         results[index].library.parent_path().filename().string(), results[index].isApplicable});
  }
  return builds;
}

/// The variants of a bundle that --variants names.
Builds takePrebuilt(const Bundle &bundle, const std::string &list, DeviceKind kind) {
  if (bundle.kind != kind) {
    throw InputError("--prebuilt: its variants are for the " + std::string(spelling(bundle.kind)) +
                     ", not for the " + std::string(spelling(kind)));
  }
  const std::vector<std::string> names = splitList(list.empty() ? "all" : list, "--variants");
  const auto isNamed = [&](const std::string &name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const std::string &name : names) {
    if (name != "all" && std::none_of(bundle.entries.begin(), bundle.entries.end(),
                                      [&](auto &entry) { return entry.variant.name == name; }))
      throw InputError("--variants: '" + name + "' is not among the prebuilt variants");
  }
  Builds builds;
  builds.commit = bundle.commit;
  builds.compiler = bundle.compiler;
  for (const BundleEntry &entry : bundle.entries) {
    const Benchmark *benchmark = findBenchmark(entry.benchmark);
    const bool wanted = entry.variant.isOriginal() || isNamed("all") || isNamed(entry.variant.name);
    if (!benchmark || !wanted)
      continue;
    auto &variants = builds.variants[{benchmark, entry.variant.types.front()}];
    variants.insert(entry.variant.isOriginal() ? variants.begin() : variants.end(),
                    {entry.variant, entry.library, entry.error,
                     entry.library.empty() ? "" : ContentHash().addFile(entry.library).text(),
                     entry.isApplicable});
  }
  return builds;
}

} // namespace

const std::vector<BuiltVariant> &Builds::of(const Task &task) const {
  const auto found = variants.find({task.benchmark, task.type});
  if (found == variants.end() || !found->second.front().variant.isOriginal()) {
    throw InputError("there is no original of '" + std::string(task.benchmark->name) + "' for " +
                     std::string(spelling(task.type)) + " to compare with");
  }
  return found->second;
}

std::vector<Task> readTasks(const RunOptions &options,
                            const std::function<std::vector<Sizes>(const Benchmark &)> &otherwise) {
  std::vector<Task> tasks;
  for (const Benchmark *benchmark : selectBenchmarks(options.build)) {
    std::vector<Sizes> sizes;
    std::set<Sizes> known;
    if (options.sizes.empty()) {
      sizes = otherwise(*benchmark);
    } else {
      for (const std::string &size : splitList(options.sizes, "--sizes"))
        for (Sizes &one : parseSizes(*benchmark, size, options.seed))
          if (known.insert(one).second) // named twice, it is still one problem
            sizes.push_back(std::move(one));
    }
    for (const ElementType type : typesOf(*benchmark, options.build)) {
      for (const Sizes &size : sizes)
        tasks.push_back({benchmark, type, size});
    }
  }
  return tasks;
}

Builds obtainBuilds(const RunOptions &options, const Device &device, Progress &progress) {
  return options.prebuilt.empty()
             ? buildAll(options, device, progress)
             : takePrebuilt(readBundle(options.prebuilt), options.build.variants, device.kind);
}

void buildBundle(const BuildOptions &options, DeviceKind kind,
                 const std::vector<BuildRequest> &requests, const std::filesystem::path &folder,
                 const std::function<void(const BuildRequest &, const BuildResult &)> &done) {
  const BuildSettings settings = buildSettings(options, kind, nlohmann::json::object());
  const std::vector<BuildResult> results = buildVariants(settings, requests, done);
  if (folder.empty() || wasInterrupted())
    return;
  Bundle bundle;
  bundle.kind = kind;
  bundle.architecture = settings.toolchain.architecture;
  bundle.commit = commitOf(settings.root.string());
  bundle.compiler = compilerVersion(settings.toolchain);
  writeBundle(folder, bundle, requests, results);
}

std::string compilerVersion(const Toolchain &tools) {
  const CommandResult result =
      harness::runCommand({tools.compiler.string(), "--version"}, VersionTimeout);
  std::istringstream lines(result.output);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (first.empty())
      first = line;
    if (line.starts_with("Build ")) // nvcc's line with its full version
      return line.substr(6);
  }
  return first;
}

} // namespace warpsmith::polybench
