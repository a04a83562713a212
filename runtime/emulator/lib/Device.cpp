// The running thread as the CUDA headers see it, and the device it runs on.
#include "runtime/emulator/lib/Block.h"
#include "runtime/emulator/lib/DeviceTable.h"
#include "runtime/emulator/lib/GlobalMemory.h"
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace warpsmith::emulator {
namespace {

constexpr std::size_t KiB = 1024, MiB = 1024 * KiB;

// CUDA C++ Programming Guide 13.0, "Technical Specifications per Compute Capability".
constexpr DeviceModel Models[] = {
    {"sm_70", 7, 0, 80, 96 * KiB, 96 * KiB, 2048, 6 * MiB},
    {"sm_75", 7, 5, 40, 64 * KiB, 64 * KiB, 1024, 4 * MiB},
    {"sm_80", 8, 0, 108, 163 * KiB, 164 * KiB, 2048, 40 * MiB},
    {"sm_86", 8, 6, 84, 99 * KiB, 100 * KiB, 1536, 6 * MiB},
    {"sm_89", 8, 9, 128, 99 * KiB, 100 * KiB, 1536, 72 * MiB},
    {"sm_90", 9, 0, 132, 227 * KiB, 228 * KiB, 2048, 60 * MiB},
    {"sm_90a", 9, 0, 132, 227 * KiB, 228 * KiB, 2048, 60 * MiB},
    {"sm_120", 12, 0, 170, 99 * KiB, 100 * KiB, 1536, 96 * MiB},
};

/// A number from 1 to 1024 that the environment gives in place of the model's multiprocessors.
int multiprocessorsOf(const DeviceModel &model) {
  constexpr int Most = 1024;
  const char *wanted = std::getenv("WARPSMITH_EMULATOR_MULTIPROCESSORS");
  if (!wanted)
    return model.multiprocessors;
  const std::string_view text = wanted;
  int count = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), count);
  if (error == std::errc() && end == text.end() && count >= 1 && count <= Most)
    return count;
  std::fprintf(
      stderr, "emulator: error: WARPSMITH_EMULATOR_MULTIPROCESSORS=%s: not a number from 1 to %d\n",
      wanted, Most);
  std::exit(2);
}

DeviceModel choose() {
  const char *wanted = std::getenv("WARPSMITH_EMULATOR_DEVICE");
  const std::string_view name = wanted ? wanted : "sm_90";
  for (DeviceModel model : Models)
    if (model.name == name) {
      model.multiprocessors = multiprocessorsOf(model);
      return model;
    }
  std::fprintf(stderr, "emulator: error: WARPSMITH_EMULATOR_DEVICE=%s: unknown device; known are",
               wanted);
  for (const DeviceModel &model : Models)
    std::fprintf(stderr, " %s", model.name);
  std::fprintf(stderr, "\n");
  std::exit(2);
}

} // namespace

const DeviceModel &device() {
  static const DeviceModel Chosen = choose();
  return Chosen;
}

void yield() {
  if (current)
    current->block->yield(*current, Location::current());
}

uint64_t clockNanoseconds() {
  using namespace std::chrono;
  static const auto Start = steady_clock::now();
  return duration_cast<nanoseconds>(steady_clock::now() - Start).count();
}

void *sharedVariable(const void *key, const char *name, std::size_t bytes, std::size_t alignment) {
  Thread &thread = *current;
  Block &block = *thread.block;
  const Grid &grid = block.grid();
  // Static variables have 48 KiB, whatever is allowed; with dynamic memory they share the limit.
  const std::size_t limit =
      std::min(grid.sharedLimit, grid.dynamicShared + SharedMemoryWithoutAttribute);
  void *storage = block.shared.variable(key, name, bytes, alignment, limit);
  if (!storage) {
    const std::string others =
        grid.dynamicShared && limit == grid.sharedLimit
            ? std::to_string(limit) + " bytes of shared memory, of which " +
                  std::to_string(grid.dynamicShared) + " are dynamic"
            : std::to_string(SharedMemoryWithoutAttribute) + " bytes of static shared memory";
    block.fail(thread, errorAt(thread, "shared-memory",
                               "'" + std::string(name) + "' of " + std::to_string(bytes) +
                                   " bytes passes the block's " + others,
                               {}));
  }
  return storage;
}

void *dynamicSharedMemory() {
  return current->block->shared.dynamic();
}
unsigned dynamicSharedBytes() {
  return current->block->grid().dynamicShared;
}
int computeCapability() {
  return 10 * device().major + device().minor;
}

uint32_t sharedAddress(const void *generic) {
  SharedMemory &shared = current->block->shared;
  // What is not shared gets an address that no access accepts.
  if (!shared.contains(generic))
    return 0xffffff00u;
  return SharedWindow + static_cast<uint32_t>(shared.offset(generic));
}

void *genericFromShared(uint32_t address) {
  return current->block->shared.dynamic() == nullptr
             ? nullptr
             : static_cast<std::byte *>(current->block->shared.dynamic()) +
                   (static_cast<int64_t>(address) - SharedWindow);
}

bool isShared(const void *generic) {
  return current && current->block->shared.contains(generic);
}
bool isGlobal(const void *generic) {
  return globalMemory().contains(generic);
}

void fail(const char *kind, const char *message, Location where) {
  if (!current) {
    std::fprintf(stderr, "%s: error: %s (in host code)\n", spell(where).c_str(), message);
    std::abort();
  }
  Thread &thread = *current;
  std::string name(kind);
  if (name.rfind("emulator-", 0) == 0)
    name.erase(0, 9);
  thread.block->fail(thread, errorAt(thread, name, message, spell(where)));
}

void trap(const char *message, Location where) {
  fail("trap", message, where);
}

} // namespace warpsmith::emulator
