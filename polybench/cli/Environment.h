// What `run` and `build` find around them: the device, its worker and its compiler.
#pragma once

#include "polybench/cli/Options.h"
#include "runtime/harness/run/Bundle.h"
#include <nlohmann/json.hpp>

namespace warpsmith::polybench {

/// The device that variants run on.
struct Device {
  harness::DeviceKind kind = harness::DeviceKind::Emulator;
  harness::CommandLine worker;
  nlohmann::json description;
  int count = 1;        // of its kind, on this host
  std::string whyNoGpu; // with --device=auto, why it is the emulator
};

/// 90 of "9.0"; nothing where the text is no compute capability.
std::optional<int> readCapability(const std::string &text);

/// The architecture to build for on a device, of that compute capability: sm_90a.
std::string architectureOf(int capability);
std::string architectureOf(const nlohmann::json &device);

/// What the emulator is to check beyond what it always does; a GPU has none of it.
struct EmulatorChecks {
  bool memory = false; ///< --sanitize
  bool races = false;  ///< --racecheck
};

/// --device: `gpu` and `emulator` throw InputError when there is none; `auto` takes a GPU if one
/// answers and `checks` asks for nothing, else the emulator.
Device findDevice(const std::string &choice, const EmulatorChecks &checks = {});

/// Which kind to build for without starting a worker: the emulator unless asked for a GPU or, with
/// `auto`, one answers.
harness::DeviceKind kindToBuildFor(const std::string &choice);

/// Tools and folders for building; throws InputError when the compiler is missing.
harness::BuildSettings buildSettings(const BuildOptions &options, harness::DeviceKind kind,
                                     const nlohmann::json &device);

/// How much runs at the same time without --jobs.
int coresOfHost();

/// Everything that the options ask for, in the order benchmark, type, variant.
std::vector<harness::BuildRequest> buildRequests(const BuildOptions &options);

} // namespace warpsmith::polybench
