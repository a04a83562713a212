#include "runtime/emulator/lib/KernelTable.h"
#include <algorithm>
#include <dlfcn.h>
#include <map>
#include <sstream>

namespace warpsmith::emulator {
namespace {

struct Known {
  ErasedCall call;
  const char *names;
};

std::map<const void *, Known> &registered() {
  static std::map<const void *, Known> kernels;
  return kernels;
}

std::map<const void *, dim3> &clusters() {
  static std::map<const void *, dim3> dimensions;
  return dimensions;
}

std::map<const void *, int> &threadBounds() {
  static std::map<const void *, int> bounds;
  return bounds;
}

} // namespace

void registerKernel(const void *kernel, ErasedCall call, const char *names) {
  registered()[kernel] = {call, names};
}

void declareCluster(const void *kernel, dim3 cluster) {
  clusters()[kernel] = cluster;
}

void declareThreads(const void *kernel, int threads) {
  threadBounds()[kernel] = threads;
}

int mostThreads(const void *kernel) {
  const auto found = threadBounds().find(kernel);
  return found == threadBounds().end() ? MaxThreadsPerBlock
                                       : std::min(found->second, MaxThreadsPerBlock);
}

ErasedCall erasedCall(const void *kernel) {
  const auto found = registered().find(kernel);
  return found == registered().end() ? nullptr : found->second.call;
}

std::optional<dim3> declaredCluster(const void *kernel) {
  const auto found = clusters().find(kernel);
  return found == clusters().end() ? std::nullopt : std::optional(found->second);
}

/// Empty for a kernel of internal linkage.
std::string symbolOf(const void *kernel) {
  Dl_info symbol{};
  return dladdr(kernel, &symbol) && symbol.dli_saddr == kernel ? symbol.dli_sname : "";
}

std::string kernelName(const Grid &grid) {
  const auto found = registered().find(grid.kernel);
  const std::string names = found == registered().end() ? "" : found->second.names;
  return names.substr(0, names.find(','));
}

std::string argumentName(const Grid &grid, const std::byte *start, std::size_t bytes) {
  int index = -1;
  for (std::size_t i = 0; i < grid.call.count && index < 0; ++i) {
    const auto *pointer = static_cast<const std::byte *>(grid.call.pointers[i]);
    if (pointer >= start && pointer < start + bytes)
      index = static_cast<int>(i);
  }
  const auto found = registered().find(grid.kernel);
  std::istringstream names(found == registered().end() ? "" : found->second.names);
  std::string kernel, parameter;
  std::getline(names, kernel, ',');
  for (int i = 0; i <= index; ++i)
    std::getline(names, parameter, ',');
  const std::string of = kernel.empty() ? "" : " of " + kernel;
  if (index < 0)
    return "an allocation of " + std::to_string(bytes) + " bytes" +
           (kernel.empty() ? "" : " in " + kernel);
  return (parameter.empty() ? "argument " + std::to_string(index + 1) : "'" + parameter + "'") + of;
}

} // namespace warpsmith::emulator
