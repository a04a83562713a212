#include "runtime/harness/worker/KernelName.h"
#include <cstdlib>
#include <cxxabi.h>

namespace warpsmith::harness::worker {

std::string kernelName(const char *mangled) {
  int status = 0;
  char *demangled = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  std::string name = status == 0 ? demangled : mangled;
  std::free(demangled);
  const std::string anonymous = "(anonymous namespace)";
  const std::size_t start =
      name.find(anonymous) == std::string::npos ? 0 : name.find(anonymous) + anonymous.size();
  // A template's name comes with its return type, which is void.
  const std::size_t first = name.starts_with("void ") ? 5 : 0;
  return name.substr(first, name.find('(', start) - first);
}

} // namespace warpsmith::harness::worker
