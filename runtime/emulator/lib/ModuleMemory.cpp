#include "runtime/emulator/lib/ModuleMemory.h"
#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

namespace warpsmith::emulator {
namespace {

using Range = AddressRange;
std::vector<Range> modules;
Range parameters{0, 0};

bool known(std::uintptr_t address) {
  const auto range = std::find_if(modules.begin(), modules.end(), [&](const Range &module) {
    return address >= module.begin && address < module.end;
  });
  if (range == modules.end())
    return false;
  recentModule = *range;
  return true;
}

/// Mappings of files, and the anonymous one (.bss) that follows a file's writable data. C's library
/// reads them: of C++'s streams a program may have an instrumented instance, which would come back
/// to here.
void readModules() {
  modules.clear();
  recentModule = {0, 0};
  FILE *const maps = std::fopen("/proc/self/maps", "r");
  if (!maps)
    return;
  std::uintptr_t dataEnd = 0;
  std::array<char, 512> line{};
  bool isBegin = true; // of a line, which may be longer than this
  while (std::fgets(line.data(), line.size(), maps)) {
    const bool isEntry = isBegin;
    isBegin = std::strchr(line.data(), '\n') != nullptr;
    std::uintptr_t begin = 0, end = 0;
    char writable = '-', path = 0; // its first character
    if (!isEntry || std::sscanf(line.data(), "%" SCNxPTR "-%" SCNxPTR " %*c%c%*s %*s %*s %*s %c",
                                &begin, &end, &writable, &path) < 3)
      continue;
    const bool file = path == '/';
    if (file || (path == 0 && begin == dataEnd)) {
      modules.push_back({begin, end});
      dataEnd = file && writable == 'w' ? end : 0;
    } else {
      dataEnd = 0;
    }
  }
  std::fclose(maps);
}

} // namespace

bool isModuleMemory(const void *address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  if (known(wanted))
    return true;
  readModules(); // a library may have been loaded since
  return known(wanted);
}

bool isKernelParameter(const void *address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  return wanted >= parameters.begin && wanted < parameters.end;
}

void setKernelParameters(const void *begin, std::size_t bytes) {
  const auto start = reinterpret_cast<std::uintptr_t>(begin);
  parameters = {start, start + bytes};
}

} // namespace warpsmith::emulator
