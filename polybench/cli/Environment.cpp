#include "polybench/cli/Environment.h"
#include "polybench/cli/UserKernels.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/run/Campaign.h"
#include <charconv>
#include <thread>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;

constexpr char GpuWorker[] = "polybench-worker-gpu";
constexpr char EmulatorWorker[] = "polybench-worker-emulator";
constexpr char SanitizedWorker[] = "polybench-worker-emulator-asan";
constexpr char DefaultArchitecture[] = "sm_90a";
constexpr std::chrono::duration<double> StartTimeout{60};

/// The first architecture with instructions of its own; from it on "a" asks for them.
constexpr int FirstSpecific = 90;

/// A device of that kind, or the reason why there is none.
std::optional<Device> tryDevice(DeviceKind kind, const EmulatorChecks &checks,
                                std::string &reason) {
  const char *name = kind == DeviceKind::Gpu ? GpuWorker
                     : checks.memory         ? SanitizedWorker
                                             : EmulatorWorker;
  const std::filesystem::path program = findProgram("", name);
  if (program.empty()) {
    reason = std::string(name) + " was not built" +
             (kind == DeviceKind::Gpu ? " (no CUDA toolkit was found)" : "");
    return std::nullopt;
  }
  const Answer answer = askForDevice({program.string()}, StartTimeout);
  if (answer.status != Answer::Status::Replied) {
    reason = answer.reason;
    return std::nullopt;
  }
  Device device;
  device.kind = kind;
  if (checks.races)
    device.worker = {"env", "WARPSMITH_EMULATOR_RACECHECK=1"};
  device.worker.push_back(program.string());
  device.description = answer.reply.at("device");
  device.count = answer.reply.value("devices", 1);
  return device;
}

/// True when the command line names a pipeline or a variant that is one.
bool asksForRewriting(const BuildOptions &options) {
  if (!options.passes.empty())
    return true;
  const std::vector<Variant> named =
      options.variants.empty() ? std::vector<Variant>() : selectVariants(options);
  return named.size() > 1 && named.size() < standardVariants().size();
}

/// --arch, or what is taken without it.
std::string architectureToBuildFor(const std::string &asked, DeviceKind kind,
                                   const nlohmann::json &device) {
  if (asked == "native" && kind != DeviceKind::Gpu)
    throw InputError("--arch=native: the device is the emulator, no GPU");
  if (asked == "native" && !device.contains("compute_capability"))
    throw InputError("--arch=native: no GPU was asked for its compute capability");
  if (!asked.empty() && asked != "native")
    return asked;
  return kind == DeviceKind::Gpu ? architectureOf(device) : DefaultArchitecture;
}

void checkChoice(const std::string &choice) {
  if (choice != "auto" && choice != "gpu" && choice != "emulator")
    throw InputError("--device: unknown device '" + choice + "' (known: auto, gpu, emulator)");
}

} // namespace

std::optional<int> readCapability(const std::string &text) {
  int major = 0;
  int minor = 0;
  const char *end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, major);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '.')
    return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, minor);
  if (second.ec != std::errc() || second.ptr != end || major < 1 || minor < 0 || minor > 9)
    return std::nullopt;
  return major * 10 + minor;
}

std::string architectureOf(int capability) {
  return "sm_" + std::to_string(capability) + (capability >= FirstSpecific ? "a" : "");
}

std::string architectureOf(const nlohmann::json &device) {
  const auto capability = readCapability(device.value("compute_capability", ""));
  return capability ? architectureOf(*capability) : DefaultArchitecture;
}

Device findDevice(const std::string &choice, const EmulatorChecks &checks) {
  checkChoice(choice);
  const bool emulatorAlone = checks.memory || checks.races;
  if (emulatorAlone && choice == "gpu")
    throw InputError(std::string(checks.memory ? "--sanitize" : "--racecheck") +
                     " is the emulator's; on a GPU use --compute-sanitizer");
  std::string gpuReason;
  if (choice != "emulator" && !emulatorAlone) {
    if (auto device = tryDevice(DeviceKind::Gpu, checks, gpuReason))
      return *device;
    if (choice == "gpu")
      throw InputError("--device=gpu: " + gpuReason);
  }
  std::string reason;
  auto device = tryDevice(DeviceKind::Emulator, checks, reason);
  if (!device) {
    throw InputError("no device: " + (gpuReason.empty() ? "" : "no GPU: " + gpuReason + "; ") +
                     "no emulator: " + reason);
  }
  device->whyNoGpu = gpuReason;
  return *device;
}

BuildSettings buildSettings(const BuildOptions &options, DeviceKind kind,
                            const nlohmann::json &device) {
  BuildSettings settings;
  Toolchain &tools = settings.toolchain;
  tools.kind = kind;
  tools.sanitize = options.sanitize;
  tools.architecture = architectureToBuildFor(options.architecture, kind, device);
  if (options.rewritten.empty()) {
    tools.rewriter = findProgram(options.warpsmith, "warpsmith");
  } else if (!std::filesystem::is_directory(options.rewritten)) {
    throw InputError("--rewritten: '" + options.rewritten + "' is not a folder");
  }
  tools.compiler = kind == DeviceKind::Gpu && options.compiler.empty()
                       ? findNvcc()
                       : findProgram(options.compiler, "warpsmith-emulate");
  if (tools.compiler.empty()) {
    throw InputError(kind == DeviceKind::Gpu
                         ? "nvcc was not found (CUDA_PATH, CUDA_HOME, PATH, /usr/local/cuda); give "
                           "--compiler=FILE or prebuilt variants with --prebuilt=DIR"
                         : "warpsmith-emulate was not found beside polybench or on the PATH; give "
                           "--compiler=FILE");
  }
  settings.root = findSuiteRoot();
  settings.cache = isSourceFile(options.benchmark) ? scratchCache()
                   : options.cache.empty()         ? defaultCache()
                                                   : std::filesystem::path(options.cache);
  settings.keepSources = options.keepSources;
  settings.rewritten = options.rewritten;
  settings.jobs = options.jobs ? options.jobs : coresOfHost();
  return settings;
}

int coresOfHost() {
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

DeviceKind kindToBuildFor(const std::string &choice) {
  checkChoice(choice);
  if (choice != "auto")
    return choice == "gpu" ? DeviceKind::Gpu : DeviceKind::Emulator;
  std::string reason;
  return tryDevice(DeviceKind::Gpu, {}, reason) ? DeviceKind::Gpu : DeviceKind::Emulator;
}

std::vector<BuildRequest> buildRequests(const BuildOptions &options) {
  const std::vector<Variant> variants = selectVariants(options);
  std::vector<BuildRequest> requests;
  for (const Benchmark *benchmark : selectBenchmarks(options)) {
    // Rewritten sources may be anything; a pass would only copy what has no product.
    const bool originalAlone = benchmark->products.empty() && options.rewritten.empty();
    if (originalAlone && options.benchmark != "all" && asksForRewriting(options)) {
      throw InputError("'" + benchmark->name +
                       "' has no product that a pass could rewrite: only its original can be run");
    }
    for (const ElementType type : typesOf(*benchmark, options)) {
      for (const Variant &variant : variants) {
        if (variant.appliesTo(type) && (variant.isOriginal() || !originalAlone))
          requests.push_back({benchmark, variant, type});
      }
    }
  }
  return requests;
}

} // namespace warpsmith::polybench
