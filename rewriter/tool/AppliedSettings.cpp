#include "rewriter/tool/AppliedSettings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Regex.h"

namespace warpsmith::tool {
namespace {

llvm::Error usage(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// The passes for each of the architectures.
PassPipeline passesFor(const std::vector<const Architecture *> &all, const PassPipeline &given) {
  if (all.size() == 1 || given.namesArchitectures())
    return given;
  std::vector<std::pair<const Architecture *, PassPipeline>> pipelines;
  for (const Architecture *row : all)
    pipelines.emplace_back(row, given);
  return PassPipeline::forEach(std::move(pipelines));
}

} // namespace

std::string knownArchitectures() {
  std::string known;
  for (const Architecture &one : architectures())
    known += (known.empty() ? "" : ", ") + std::string(one.name);
  return known;
}

llvm::Error wrongValue(const Settings &settings, const std::string &key, const std::string &value,
                       const llvm::Twine &cause) {
  const auto origin = settings.origins.find(key);
  return usage(
      (origin == settings.origins.end() ? "--" + key + "=" : origin->second + ": " + key + ": ") +
      value + ": " + cause);
}

llvm::Expected<std::vector<const Architecture *>> architecturesNamed(const Settings &settings) {
  std::vector<const Architecture *> all;
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(*settings.arch).split(names, ',');
  for (llvm::StringRef name : names) {
    name = name.trim();
    const Architecture *row = findArchitecture({name.data(), name.size()});
    if (!row)
      return wrongValue(settings, "arch", names.size() == 1 ? *settings.arch : name.str(),
                        "unknown architecture; known are " + knownArchitectures() + " and native");
    if (llvm::is_contained(all, row))
      return wrongValue(settings, "arch", *settings.arch, name + " is named twice");
    all.push_back(row);
  }
  llvm::sort(all, [](const Architecture *one, const Architecture *other) {
    return isNewer(*one, *other);
  });
  return all;
}

llvm::Error apply(const Settings &settings, Options &options) {
  const auto wrong = [&](const std::string &key, const std::string &value,
                         const llvm::Twine &cause) {
    return wrongValue(settings, key, value, cause);
  };
  auto named = architecturesNamed(settings);
  if (!named)
    return named.takeError();
  options.architectures = *named;
  const auto contract = findContract(*settings.numerics);
  if (!contract)
    return wrong("numerics", *settings.numerics,
                 "expected " + numericsNames() + ", with ',invariant' behind it or without");
  options.numerics = *contract;
  auto parsed = PassPipeline::parse(*settings.passes);
  if (const auto *cause = std::get_if<std::string>(&parsed)) {
    const auto origin = settings.origins.find("passes");
    return usage((origin == settings.origins.end() ? "--passes" : origin->second + ": passes") +
                 ": " + *cause);
  }
  options.passes = passesFor(options.architectures, std::get<PassPipeline>(std::move(parsed)));
  if (options.simplerPasses)
    options.simplerPasses = passesFor(
        options.architectures, std::get<PassPipeline>(PassPipeline::parse(SimplerPasses.str())));
  const auto own = options.passes.architectures();
  if (!own.empty() && own != options.architectures) {
    options.architectures = own;
    options.architectureReason.clear();
  }
  options.architecture = options.architectures.front();
  options.kernels.glob = *settings.kernel;
  if (auto glob = llvm::GlobPattern::create(options.kernels.glob); !glob)
    return wrong("kernel", *settings.kernel, "not a glob: " + llvm::toString(glob.takeError()));
  options.kernels.withoutLaunch =
      options.mode == OutputMode::Emit &&
      (options.emit == EmitKind::Benchmark || options.emit == EmitKind::Schedules);
  options.kernels.headers = *settings.headerFilter;
  if (std::string cause;
      !llvm::Regex(options.kernels.headers).isValid(cause) && !options.kernels.headers.empty())
    return wrong("header-filter", *settings.headerFilter, "not a regular expression: " + cause);
  options.extraArguments = *settings.extraArguments;
  options.extraArgumentsBefore = *settings.extraArgumentsBefore;
  options.cudaPath = *settings.cudaPath;
  if (!options.cudaPath.empty() &&
      !llvm::sys::fs::exists(options.cudaPath + "/include/cuda_runtime.h"))
    return wrong("cuda-path", options.cudaPath,
                 "it has no include/cuda_runtime.h, so is no CUDA toolkit");
  options.formatStyle = *settings.formatStyle;
  options.companion = *settings.companion;
  if (llvm::StringRef(options.companion).find_first_of("/\\\"\r\n") != llvm::StringRef::npos ||
      options.companion == "." || options.companion == "..")
    return wrong("companion", options.companion, "expected a name without a folder");
  const bool writes = options.mode == OutputMode::File || options.mode == OutputMode::Directory ||
                      options.mode == OutputMode::InPlace;
  if (!writes) // what is printed names it, but leaves it as it is
    options.companion = options.mode == OutputMode::Diff ? options.companion : "";
  options.deviceHeaders = *settings.deviceHeaders || !options.companion.empty();
  options.strictParse = *settings.strictParse;
  options.errorOnMissed = *settings.errorOnMissed;
  options.settings = settings;
  return llvm::Error::success();
}

} // namespace warpsmith::tool
