#include "runtime/harness/run/Toolchain.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/run/BuildCache.h"
#include "runtime/harness/run/ContentHash.h"
#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <unistd.h>

namespace warpsmith::harness {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::duration<double> VersionTimeout{60};

std::string environmentVariable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

bool isProgram(const fs::path &file) {
  return fs::is_regular_file(file) && access(file.c_str(), X_OK) == 0;
}

fs::path onPath(const std::string &name) {
  const std::string path = environmentVariable("PATH");
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t end = std::min(path.find(':', start), path.size());
    if (const fs::path candidate = fs::path(path.substr(start, end - start)) / name;
        end > start && isProgram(candidate))
      return candidate;
    start = end + 1;
  }
  return {};
}

} // namespace

std::string_view spelling(DeviceKind kind) {
  return kind == DeviceKind::Gpu ? "gpu" : "emulator";
}

fs::path executableFolder() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path(".") : self.parent_path();
}

fs::path installationFolder() {
  return (executableFolder() / "../lib/warpsmith").lexically_normal();
}

fs::path findProgram(const std::string &given, const std::string &name) {
  if (!given.empty()) {
    if (const fs::path found =
            given.find('/') == std::string::npos ? onPath(given) : fs::path(given);
        isProgram(found))
      return found;
    throw InputError("'" + given + "' is not a program that can be run");
  }
  for (const fs::path &folder : {executableFolder(), installationFolder()})
    if (const fs::path program = folder / name; isProgram(program))
      return program;
  return onPath(name);
}

fs::path findCudaTool(const std::string &name) {
  fs::path found = findProgram("", name);
  if (const fs::path nvcc = findNvcc(); found.empty() && !nvcc.empty())
    found = nvcc.parent_path() / name;
  if (!isProgram(found))
    throw InputError(name + " was not found on the PATH or beside nvcc");
  return found;
}

fs::path findNvcc() {
  for (const char *variable : {"CUDA_PATH", "CUDA_HOME"}) {
    if (const std::string folder = environmentVariable(variable); !folder.empty()) {
      if (const fs::path candidate = fs::path(folder) / "bin/nvcc"; isProgram(candidate))
        return candidate;
    }
  }
  if (const fs::path found = onPath("nvcc"); !found.empty())
    return found;
  const fs::path usual = "/usr/local/cuda/bin/nvcc";
  return isProgram(usual) ? usual : fs::path();
}

fs::path findSuiteRoot() {
  const auto holdsSuite = [](const fs::path &folder) {
    return fs::is_regular_file(folder / "polybench/common/polybench_abi.h");
  };
  if (std::string given = environmentVariable("WARPSMITH_ROOT"); !given.empty()) {
    if (holdsSuite(given))
      return given;
    throw InputError("WARPSMITH_ROOT: '" + given + "' has no polybench/common/polybench_abi.h");
  }
  // In the build tree links lead to the sources.
  if (const fs::path installed = installationFolder(); holdsSuite(installed))
    return fs::canonical(installed / "polybench").parent_path();
  for (fs::path folder = executableFolder(); folder != folder.parent_path();
       folder = folder.parent_path()) {
    if (holdsSuite(folder))
      return folder;
  }
  throw InputError("the suite's sources are not in '" + installationFolder().string() +
                   "'; set WARPSMITH_ROOT to a copy of the repository");
}

std::string Toolchain::identity() const {
  ContentHash hash;
  if (!rewriter.empty())
    hash.addFile(rewriter);
  // nvcc is a driver of a few kilobytes: its version names the compilers behind it. What the
  // emulator's compiles with are headers and libraries, too.
  const CommandLine command = {compiler.string(),
                               kind == DeviceKind::Gpu ? "--version" : "--identity"};
  const CommandResult told = runCommand(command, VersionTimeout);
  if (!told.succeeded)
    throw InputError(describeFailure("the compiler does not say what it is", told, command));
  hash.add(told.output);
  return hash.add(spelling(kind)).add(architecture).add(sanitize ? "sanitize" : "").text();
}

CommandLine Toolchain::rewrite(const fs::path &source, const std::string &passes,
                               std::string_view numerics, const fs::path &output,
                               const fs::path &report, const CommandLine &flags,
                               const std::string &kernel) const {
  CommandLine command = {rewriter.string(),
                         source.string(),
                         "--passes=" + passes,
                         "--numerics=" + std::string(numerics),
                         "--kernel=" + kernel,
                         "--arch=" + architecture,
                         "--report=" + report.string(),
                         "-o",
                         output.string(),
                         "--"};
  command.insert(command.end(), flags.begin(), flags.end());
  return command;
}

CommandLine Toolchain::listSchedules(const fs::path &source, std::string_view numerics,
                                     const std::vector<std::string> &sizes,
                                     const CommandLine &flags, const std::string &kernel) const {
  CommandLine command = {rewriter.string(),    source.string(),
                         "--emit=schedules",   "--numerics=" + std::string(numerics),
                         "--kernel=" + kernel, "--arch=" + architecture};
  for (const std::string &size : sizes)
    command.push_back("--assume=" + size);
  command.emplace_back("--");
  command.insert(command.end(), flags.begin(), flags.end());
  return command;
}

CommandLine Toolchain::compile(const fs::path &source, const fs::path &output,
                               const CommandLine &flags) const {
  CommandLine command;
  if (kind == DeviceKind::Gpu) {
    const std::string number = architecture.substr(architecture.find('_') + 1);
    command = {compiler.string(),
               "-O3",
               "-gencode=arch=compute_" + number + ",code=sm_" + number,
               "-lineinfo",
               "-shared",
               "-Xcompiler",
               "-fPIC,-fno-gnu-unique", // libraries of variants must not share a static variable
               "-cudart",
               "shared"};
    if (std::none_of(flags.begin(), flags.end(),
                     [](const std::string &flag) { return flag.starts_with("-std"); }))
      command.emplace_back("-std=c++17");
    command.insert(command.end(), flags.begin(), flags.end());
    command.insert(command.end(), {"-o", output.string(), source.string()});
    return command;
  }
  command = {compiler.string(), "--shared", "-O2", "-o", output.string(), source.string()};
  if (sanitize)
    command.insert(command.begin() + 2, "--sanitize");
  command.emplace_back("--");
  command.insert(command.end(), flags.begin(), flags.end());
  return command;
}

} // namespace warpsmith::harness
