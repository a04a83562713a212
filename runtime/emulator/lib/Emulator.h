/// The emulator as a host program sees it, beside the CUDA runtime API: options, the last error,
/// and what was launched.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::emulator {

/// A mistake of the emulated program.
struct ErrorRecord {
  std::string kind;     ///< `race`, `uninitialised`, `out-of-range`, `deadlock`, ...
  std::string message;  ///< one sentence
  std::string location; ///< `gemm.cu:31:7`, or empty when it is not known
  unsigned block[3] = {0, 0, 0}, thread[3] = {0, 0, 0};
  bool hasThread = false; ///< false for errors of a whole block, which the message describes

  /// `gemm.cu:31:7: error: message [block (0,1,0), thread (3,2,0)] [emulator-race]`
  std::string str() const;
};

struct Options {
  uint64_t seed = 1;         ///< order of threads and blocks; WARPSMITH_EMULATOR_SEED
  bool uninitialised = true; ///< reads of shared memory that nobody wrote are errors
  bool races = true;         ///< unordered accesses to shared memory are errors
  bool globalMemory = false; ///< reads of global memory that nobody wrote are errors
  bool globalRaces = false;  ///< unordered accesses to global memory are errors
  bool trace = false;        ///< each launch prints a line to standard error
  bool traceCalls = false;   ///< and so does each call of the CUDA runtime and driver APIs
  bool print = true;         ///< errors go to standard error
};

/// The options in force; the environment's (WARPSMITH_EMULATOR_SEED, _UNINITIALISED=ignore,
/// _RACES=ignore, _INITCHECK=1, _RACECHECK=1, _QUIET=1, _TRACE=1 or =calls) until a program changes
/// them.
Options &options();

/// The first error since the last call of clearError(); a kernel that failed also leaves a sticky
/// CUDA error, which clearError() removes as well.
std::optional<ErrorRecord> lastError();
void clearError();

/// The symbols of the kernels that were launched since the last call, each once; those of internal
/// linkage have none.
std::vector<std::string> takeLaunchedKernels();

} // namespace warpsmith::emulator
