// The driver API is loaded rather than linked: most machines that rewrite have no GPU.
#include "rewriter/tool/ChosenArchitecture.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <dlfcn.h>
#include <utility>

namespace warpsmith::tool {
namespace {

// Of <cuda.h>, CUresult and CUdevice being integers.
using Result = int;
constexpr Result Success = 0;
constexpr int CapabilityMajor = 75, CapabilityMinor = 76; // CU_DEVICE_ATTRIBUTE_*

/// The functions of the driver API that are called here.
class Driver {
public:
  Driver() : library(dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL)) {
    if (!library)
      problem = "the CUDA driver, libcuda.so.1, cannot be loaded";
  }

  /// Empty when all went well so far.
  std::string problem;

  /// Calls a function of the driver; after a first failure none is called.
  template <typename... Arguments>
  void call(const char *name, Arguments... arguments) {
    if (!problem.empty())
      return;
    using Function = Result (*)(Arguments...);
    const auto function = reinterpret_cast<Function>(dlsym(library, name));
    if (!function)
      problem = std::string("libcuda.so.1 has no ") + name;
    else if (const Result result = function(arguments...); result != Success)
      problem = std::string(name) + ": " + describe(result);
  }

private:
  std::string describe(Result result) const {
    const char *text = nullptr;
    using Function = Result (*)(Result, const char **);
    const auto function = reinterpret_cast<Function>(dlsym(library, "cuGetErrorString"));
    if (function && function(result, &text) == Success && text)
      return text;
    return "error " + std::to_string(result);
  }

  void *library; // stays loaded: the driver may have started threads
};

std::variant<Gpu, std::string> askDriver() {
  Driver driver;
  int device = 0, major = 0, minor = 0;
  char name[256] = "";
  driver.call("cuInit", 0U);
  driver.call("cuDeviceGet", &device, 0);
  driver.call("cuDeviceGetAttribute", &major, CapabilityMajor, device);
  driver.call("cuDeviceGetAttribute", &minor, CapabilityMinor, device);
  driver.call("cuDeviceGetName", &name[0], static_cast<int>(sizeof name), device);
  if (!driver.problem.empty())
    return driver.problem;
  return Gpu{name, 10 * major + minor};
}

std::string spelled(int computeCapability) {
  return std::to_string(computeCapability / 10) + "." + std::to_string(computeCapability % 10);
}

} // namespace

const std::variant<Gpu, std::string> &findGpu() {
  static const std::variant<Gpu, std::string> Found = askDriver();
  return Found;
}

ChosenArchitectures nativeArchitecture() {
  const auto &found = findGpu();
  if (const auto *reason = std::get_if<std::string>(&found))
    return {{}, "no GPU was found: " + *reason};
  const Gpu &gpu = std::get<Gpu>(found);
  const std::string device = gpu.name + ", compute capability " + spelled(gpu.computeCapability);
  const Architecture *architecture = architectureOfDevice(gpu.computeCapability);
  if (!architecture)
    return {{}, "the GPU here (" + device + ") is older than every architecture known"};
  if (architecture->computeCapability != gpu.computeCapability)
    return {{architecture}, "the nearest one that the GPU here (" + device + ") can run"};
  return {{architecture}, "that of the GPU here (" + device + ")"};
}

ChosenArchitectures allOf(const std::vector<std::string> &names) {
  ChosenArchitectures all = {{}, "the compile command names none that is known"};
  std::string nearest; // without a row of its own
  for (const std::string &name : names) {
    const llvm::StringRef number = llvm::StringRef(name).split('_').second;
    int computeCapability = 0;
    if (number.rtrim("af").getAsInteger(10, computeCapability))
      continue;
    const Architecture *row = findArchitecture("sm_" + number.str());
    if (!row && (row = architectureOfDevice(computeCapability)))
      nearest = name;
    if (row && !llvm::is_contained(all.architectures, row))
      all.architectures.push_back(row);
  }
  // Code for sm_90a is for the same GPUs as code for sm_90, and has more instructions.
  llvm::erase_if(all.architectures, [&](const Architecture *row) {
    return llvm::any_of(all.architectures, [&](const Architecture *other) {
      return other->isSpecific() && !row->isSpecific() &&
             other->computeCapability == row->computeCapability;
    });
  });
  llvm::sort(all.architectures, [](const Architecture *one, const Architecture *other) {
    return isNewer(*one, *other);
  });
  if (all.architectures.size() > 1)
    all.reason = "those of the compile command";
  else if (!nearest.empty())
    all.reason = "the nearest one to the compile command's " + nearest;
  else if (!all.architectures.empty())
    all.reason = "that of the compile command";
  return all;
}

} // namespace warpsmith::tool
