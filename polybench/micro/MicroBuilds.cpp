#include "polybench/micro/MicroBuilds.h"
#include "polybench/Suite.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/Machine.h"
#include "runtime/harness/run/BuildCache.h"
#include "runtime/harness/run/ContentHash.h"
#include <algorithm>
#include <set>

namespace warpsmith::polybench {
namespace {

namespace fs = std::filesystem;
using namespace warpsmith;
using namespace warpsmith::harness;

constexpr char LibraryName[] = "micro.so";

bool needLibrary(const std::vector<const MicroExperiment *> &experiments) {
  return std::any_of(experiments.begin(), experiments.end(),
                     [](const MicroExperiment *one) { return !one->matmul; });
}

CommandLine libraryFlags(const BuildSettings &settings) {
  return {"-std=c++20", "-I" + settings.root.string(),
          "-I" + (settings.root / "runtime/include").string()};
}

/// A hash of all that decides the library: tools, flags, and every file that it may include.
std::string libraryKey(const BuildSettings &settings) {
  ContentHash hash;
  hash.add(settings.toolchain.identity());
  for (const std::string &flag : libraryFlags(settings))
    hash.add(flag);
  std::set<fs::path> files;
  for (const char *folder : {"polybench/micro", "runtime/include/warpsmith/device"})
    for (const fs::directory_entry &entry : fs::directory_iterator(settings.root / folder))
      if (const fs::path extension = entry.path().extension();
          extension != ".cpp" && entry.is_regular_file())
        files.insert(entry.path());
  for (const fs::path &file : files)
    hash.add(file.filename().string()).addFile(file);
  return hash.text();
}

CacheEntry buildLibrary(const BuildSettings &settings) {
  return buildInCache(
      settings.cache, libraryKey(settings), LibraryName,
      [&](const fs::path &folder, const fs::path &) -> std::string {
        const CommandLine command =
            settings.toolchain.compile(settings.root / "polybench/micro/micro.cu",
                                       folder / LibraryName, libraryFlags(settings));
        const CommandResult result = runCommand(command, settings.timeout);
        return result.succeeded ? "" : describeFailure("not compiled", result, command);
      });
}

std::vector<BuildResult> buildAll(const BuildSettings &settings,
                                  const std::vector<BuildRequest> &requests, Progress &progress) {
  std::size_t finished = 0;
  return buildVariants(settings, requests, [&](const BuildRequest &request, const BuildResult &) {
    progress.show("built " + std::to_string(++finished) + " of " + std::to_string(requests.size()) +
                  ": " + request.variant.name);
  });
}

} // namespace

Variant variantOf(const MatmulContestant &contestant) {
  Variant variant = adHocVariant(contestant.passes, contestant.contract);
  variant.name = variant.isOriginal()
                     ? "original"
                     : contestant.passes + " " + std::string(name(contestant.contract));
  variant.types = {ElementType::F32};
  return variant;
}

std::vector<BuildRequest> microRequests(const std::vector<const MicroExperiment *> &experiments) {
  std::vector<BuildRequest> requests;
  const auto add = [&](const MatmulContestant &contestant) {
    const Variant variant = variantOf(contestant);
    if (std::none_of(requests.begin(), requests.end(),
                     [&](auto &one) { return one.variant.name == variant.name; }))
      requests.push_back({findBenchmark("gemm"), variant, ElementType::F32});
  };
  for (const MicroExperiment *experiment : experiments) {
    if (!experiment->matmul)
      continue;
    add({}); // the original, which everything is verified against
    for (const MatmulContestant &contestant : experiment->matmul->contestants)
      add(contestant);
  }
  return requests;
}

MicroBuilds buildMicro(const BuildSettings &settings,
                       const std::vector<const MicroExperiment *> &experiments,
                       Progress &progress) {
  MicroBuilds builds;
  builds.commit = commitOf(settings.root.string());
  if (needLibrary(experiments)) {
    progress.show("building the microbenchmarks");
    const CacheEntry entry = buildLibrary(settings);
    builds.libraryError = entry.error;
    if (entry.error.empty())
      builds.library = entry.folder / LibraryName;
  }
  const std::vector<BuildRequest> requests = microRequests(experiments);
  const std::vector<BuildResult> results = buildAll(settings, requests, progress);
  for (std::size_t index = 0; index < requests.size(); ++index)
    builds.variants[requests[index].variant.name] = {
        requests[index].variant, results[index].library, results[index].error,
        results[index].library.parent_path().filename().string(), results[index].isApplicable};
  return builds;
}

std::vector<std::string> writeMicroBuilds(const fs::path &folder, const BuildSettings &settings,
                                          const std::vector<const MicroExperiment *> &experiments,
                                          const std::string &compiler, Progress &progress) {
  fs::create_directories(folder);
  std::vector<std::string> errors;
  if (needLibrary(experiments)) {
    progress.show("building the microbenchmarks");
    const CacheEntry entry = buildLibrary(settings);
    if (entry.error.empty())
      fs::copy_file(entry.folder / LibraryName, folder / LibraryName,
                    fs::copy_options::overwrite_existing);
    else
      errors.push_back("the microbenchmarks: " + entry.error);
  }
  const std::vector<BuildRequest> requests = microRequests(experiments);
  const std::vector<BuildResult> results = buildAll(settings, requests, progress);
  for (std::size_t index = 0; index < requests.size(); ++index)
    if (!results[index].error.empty())
      errors.push_back(requests[index].variant.name + ": " + results[index].error);
  Bundle bundle;
  bundle.kind = settings.toolchain.kind;
  bundle.architecture = settings.toolchain.architecture;
  bundle.commit = commitOf(settings.root.string());
  bundle.compiler = compiler;
  writeBundle(folder, bundle, requests, results);
  return errors;
}

MicroBuilds readMicroBuilds(const fs::path &folder, DeviceKind kind,
                            const std::vector<const MicroExperiment *> &experiments) {
  const Bundle bundle = readBundle(folder);
  if (bundle.kind != kind)
    throw InputError("--prebuilt: it was built for the " + std::string(spelling(bundle.kind)) +
                     ", not for the " + std::string(spelling(kind)));
  MicroBuilds builds;
  builds.commit = bundle.commit;
  builds.compiler = bundle.compiler;
  if (needLibrary(experiments)) {
    builds.library = fs::absolute(folder / LibraryName);
    if (!fs::is_regular_file(builds.library))
      throw InputError("--prebuilt: '" + folder.string() + "' has no " + LibraryName);
  }
  for (const BundleEntry &entry : bundle.entries)
    builds.variants[entry.variant.name] = {
        entry.variant, entry.library, entry.error,
        entry.library.empty() ? "" : ContentHash().addFile(entry.library).text()};
  for (const BuildRequest &request : microRequests(experiments))
    if (!builds.variants.contains(request.variant.name))
      throw InputError("--prebuilt: '" + folder.string() + "' has no variant '" +
                       request.variant.name + "'");
  return builds;
}

} // namespace warpsmith::polybench
