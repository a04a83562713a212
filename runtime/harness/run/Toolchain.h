// The programs that turn a benchmark's source into a shared library.
#pragma once

#include "runtime/harness/run/Process.h"
#include <filesystem>
#include <string>

namespace warpsmith::harness {

enum class DeviceKind { Gpu, Emulator };

std::string_view spelling(DeviceKind kind);

/// Finds a program: `given` when it is not empty, else beside this executable or in its
/// installationFolder(), else on the PATH. Empty when there is none.
std::filesystem::path findProgram(const std::string &given, const std::string &name);

/// A tool of the CUDA toolkit, such as compute-sanitizer: as findProgram, else beside nvcc. Throws
/// InputError when there is none.
std::filesystem::path findCudaTool(const std::string &name);

/// nvcc as CUDA tools look for it: CUDA_PATH, CUDA_HOME, PATH, /usr/local/cuda.
std::filesystem::path findNvcc();

/// The folder of this executable.
std::filesystem::path executableFolder();

/// The folder with what the programs need when they run: lib/warpsmith beside the bin/ of this
/// executable, in an installed tree and in the build tree.
std::filesystem::path installationFolder();

/// The copy of the repository whose polybench/ holds the sources: WARPSMITH_ROOT, else
/// installationFolder(), else the nearest folder above this executable. Throws InputError when
/// there is none.
std::filesystem::path findSuiteRoot();

/// What builds variants for one kind of device.
struct Toolchain {
  DeviceKind kind = DeviceKind::Emulator;
  std::filesystem::path rewriter; // warpsmith
  std::filesystem::path compiler; // nvcc or warpsmith-emulate
  std::string architecture = "sm_90a";
  bool sanitize = false; // the emulator's address sanitizer

  /// Names the programs, and what they compile with, by contents or versions, for the cache's key.
  /// Throws InputError when the compiler does not tell.
  std::string identity() const;
  CommandLine rewrite(const std::filesystem::path &source, const std::string &passes,
                      std::string_view numerics, const std::filesystem::path &output,
                      const std::filesystem::path &report, const CommandLine &flags,
                      const std::string &kernel = "*") const;
  /// Prints the legal schedules of a source's kernels and their times by the model at those sizes,
  /// each `name=value`.
  CommandLine listSchedules(const std::filesystem::path &source, std::string_view numerics,
                            const std::vector<std::string> &sizes, const CommandLine &flags,
                            const std::string &kernel = "*") const;
  CommandLine compile(const std::filesystem::path &source, const std::filesystem::path &output,
                      const CommandLine &flags) const;
};

} // namespace warpsmith::harness
