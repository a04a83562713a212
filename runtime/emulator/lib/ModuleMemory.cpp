#include "runtime/emulator/lib/ModuleMemory.h"
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
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

/// Mappings of files, and the anonymous one (.bss) that follows a file's writable data.
void readModules() {
  modules.clear();
  recentModule = {0, 0};
  std::ifstream maps("/proc/self/maps");
  std::uintptr_t dataEnd = 0;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream fields(line);
    std::string range, permissions, offset, device, inode, path;
    fields >> range >> permissions >> offset >> device >> inode >> path;
    const std::size_t dash = range.find('-');
    const std::uintptr_t begin = std::stoull(range.substr(0, dash), nullptr, 16);
    const std::uintptr_t end = std::stoull(range.substr(dash + 1), nullptr, 16);
    const bool file = !path.empty() && path[0] == '/';
    if (file || (path.empty() && begin == dataEnd)) {
      modules.push_back({begin, end});
      dataEnd = file && permissions[1] == 'w' ? end : 0;
    } else {
      dataEnd = 0;
    }
  }
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
