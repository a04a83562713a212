#include "runtime/harness/run/Bundle.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/TextFile.h"
#include <nlohmann/json.hpp>

namespace warpsmith::harness {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int FormatVersion = 1;
constexpr char ManifestName[] = "manifest.json";

BundleEntry readEntry(const json &build, const fs::path &folder) {
  BundleEntry entry;
  entry.benchmark = build.at("benchmark").get<std::string>();
  entry.variant.name = build.at("variant").get<std::string>();
  entry.variant.passes = build.at("passes").get<std::string>();
  const auto contract = findContract(build.at("numerics").get<std::string>());
  const auto type = parseElementType(build.at("type").get<std::string>());
  if (!contract || !type)
    throw InputError("unknown numerics or type in " + build.dump());
  entry.variant.contract = *contract;
  entry.variant.types = {*type};
  entry.variant.minimumCompute = build.value("minimum_compute", 0);
  entry.isApplicable = !build.contains("not_applicable");
  entry.error = build.value(entry.isApplicable ? "error" : "not_applicable", "");
  if (entry.error.empty())
    entry.library = fs::absolute(folder / build.at("library").get<std::string>());
  return entry;
}

} // namespace

void writeBundle(const fs::path &folder, const Bundle &description,
                 const std::vector<BuildRequest> &requests,
                 const std::vector<BuildResult> &results) {
  fs::create_directories(folder);
  json manifest = {{"format", FormatVersion},
                   {"device", spelling(description.kind)},
                   {"architecture", description.architecture},
                   {"commit", description.commit},
                   {"compiler", description.compiler},
                   {"builds", json::array()}};
  for (std::size_t index = 0; index < requests.size(); ++index) {
    const BuildRequest &request = requests[index];
    const BuildResult &result = results[index];
    json build = {{"benchmark", request.benchmark->name},
                  {"variant", request.variant.name},
                  {"passes", request.variant.passes},
                  {"numerics", name(request.variant.contract)},
                  {"type", spelling(request.type)},
                  {"minimum_compute", request.variant.minimumCompute}};
    if (result.library.empty()) {
      build[result.isApplicable ? "error" : "not_applicable"] = result.error;
    } else {
      const std::string source = rewrittenName(request);
      const std::string library = fs::path(source).replace_extension(".so").string();
      fs::copy_file(result.library, folder / library, fs::copy_options::overwrite_existing);
      fs::copy_file(result.source, folder / source, fs::copy_options::overwrite_existing);
      build["library"] = library;
      build["source"] = source;
    }
    manifest["builds"].push_back(std::move(build));
  }
  writeTextFile(folder / ManifestName, manifest.dump(2) + "\n");
}

Bundle readBundle(const fs::path &folder) {
  const fs::path file = folder / ManifestName;
  const std::string text = readTextFile(file);
  try {
    const json manifest = json::parse(text);
    if (manifest.at("format").get<int>() != FormatVersion)
      throw InputError("format " + manifest.at("format").dump() + " is not supported");
    Bundle bundle;
    bundle.kind = manifest.at("device").get<std::string>() == spelling(DeviceKind::Gpu)
                      ? DeviceKind::Gpu
                      : DeviceKind::Emulator;
    bundle.architecture = manifest.value("architecture", "");
    bundle.commit = manifest.value("commit", "");
    bundle.compiler = manifest.value("compiler", "");
    for (const json &build : manifest.at("builds"))
      bundle.entries.push_back(readEntry(build, folder));
    return bundle;
  } catch (const std::exception &error) {
    throw InputError("'" + file.string() + "': " + error.what());
  }
}

void copyBundle(const fs::path &from, const fs::path &to) {
  const fs::path folder = fs::absolute(from);
  for (const BundleEntry &entry : readBundle(from).entries) {
    if (entry.library.empty())
      continue;
    const fs::path library = to / entry.library.lexically_relative(folder);
    fs::create_directories(library.parent_path());
    fs::copy_file(entry.library, library, fs::copy_options::overwrite_existing);
  }
  fs::copy_file(folder / ManifestName, to / ManifestName, fs::copy_options::overwrite_existing);
}

} // namespace warpsmith::harness
