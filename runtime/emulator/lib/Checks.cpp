// Every load and store of device code comes by here.
//
// Device code is compiled with the thread sanitizer's instrumentation, whose callbacks these are;
// its runtime is not linked. Undefined behaviour that has a type (alignment, array bounds) is
// trapped by the code itself, through __warpsmith_trap.
#include "runtime/emulator/lib/Cluster.h"
#include "runtime/emulator/lib/DependentLaunch.h"
#include "runtime/emulator/lib/GlobalRaces.h"
#include "runtime/emulator/lib/ModuleMemory.h"
#include "runtime/emulator/lib/RegisterWatch.h"
#include <cstring>

namespace warpsmith::emulator {
namespace {

int atomicDepth = 0;

[[noreturn]] void refuse(const char *kind, const std::string &message, const void *caller) {
  Thread &thread = *current;
  atomicDepth = 0; // the thread does not come back to where this is counted down
  thread.block->fail(thread, errorAt(thread, kind, message, spell(caller)));
}

[[gnu::noinline]] void checkFully(const void *address, std::size_t bytes, bool write,
                                  const void *caller) {
  Thread &thread = *current;
  if (GlobalMemory::isOpen(address, bytes) && !thread.early) {
    if (const auto race = globalRace(thread, address, bytes, write, atomicDepth > 0, caller))
      refuse("race", *race, caller);
    return;
  }
  Block *block = thread.block;
  if (!block->shared.contains(address) && block->cluster.size() > 1)
    if (Block *owner = block->cluster.owner(address)) { // through map_shared_rank()
      if (owner->ended())
        refuse("cluster", "access to the shared memory of a block of the cluster that has ended",
               caller);
      block = &reachable(*owner, Location::current());
    }
  SharedMemory &shared = block->shared;
  if (shared.contains(address)) {
    const Access access = atomicDepth ? Access::Atomic : Access::Ordinary;
    const auto mistake = write ? shared.write(thread, const_cast<void *>(address), bytes, access)
                               : shared.read(thread, address, bytes, access);
    if (mistake)
      refuse(mistake->kind, mistake->message, caller);
    return;
  }
  if (globalMemory().contains(address)) {
    if (const auto mistake = checkGlobal(thread, address, bytes, write))
      refuse(mistake->kind, mistake->message, caller);
    if (const auto race = globalRace(thread, address, bytes, write, atomicDepth > 0, caller))
      refuse("race", *race, caller);
    return;
  }
  if (isKernelParameter(address) || isModuleMemory(address))
    return;
  if (reinterpret_cast<std::uintptr_t>(address) < 4096)
    refuse("out-of-range", std::string(write ? "write" : "read") + " through a null pointer",
           caller);
  refuse("host-memory",
         std::string(write ? "write to" : "read from") +
             " host memory, which a kernel cannot reach",
         caller);
}

[[gnu::noinline]] void checkRegister(const void *address, std::size_t bytes, bool write,
                                     const void *caller) {
  if (const auto *reg = runningRegisters->access(address, bytes))
    refuseAccess(*reg, write, spell(caller));
}

/// Most accesses end here, which is a part of each callback.
[[gnu::always_inline]] inline void checkAccess(const void *address, std::size_t bytes, bool write,
                                               const void *caller) {
  if (!current || isRecentModule(address))
    return;
  if (isRunningStack(address)) {
    if (runningRegisters)
      checkRegister(address, bytes, write, caller);
    return;
  }
  if (GlobalMemory::isOpen(address, bytes) && !checksGlobalRaces && !current->early)
    return;
  checkFully(address, bytes, write, caller);
}

} // namespace

AtomicScope::AtomicScope() {
  ++atomicDepth;
}
AtomicScope::~AtomicScope() {
  --atomicDepth;
}

} // namespace warpsmith::emulator

using warpsmith::emulator::checkAccess;

extern "C" {

#define WARPSMITH_ACCESS(bytes)                                                                    \
  void __tsan_read##bytes(void *address) {                                                         \
    checkAccess(address, bytes, false, __builtin_return_address(0));                               \
  }                                                                                                \
  void __tsan_write##bytes(void *address) {                                                        \
    checkAccess(address, bytes, true, __builtin_return_address(0));                                \
  }                                                                                                \
  void __tsan_unaligned_read##bytes(void *address) {                                               \
    checkAccess(address, bytes, false, __builtin_return_address(0));                               \
  }                                                                                                \
  void __tsan_unaligned_write##bytes(void *address) {                                              \
    checkAccess(address, bytes, true, __builtin_return_address(0));                                \
  }
WARPSMITH_ACCESS(1)
WARPSMITH_ACCESS(2)
WARPSMITH_ACCESS(4)
WARPSMITH_ACCESS(8)
WARPSMITH_ACCESS(16)
#undef WARPSMITH_ACCESS

void __tsan_init() {
}
void __tsan_func_entry(void *) {
}
void __tsan_func_exit() {
}
void __tsan_vptr_read(void **) {
}
void __tsan_vptr_update(void **, void *) {
}

void *__tsan_memcpy(void *to, const void *from, std::size_t bytes) {
  checkAccess(from, bytes, false, __builtin_return_address(0));
  checkAccess(to, bytes, true, __builtin_return_address(0));
  return std::memmove(to, from, bytes);
}
void *__tsan_memmove(void *to, const void *from, std::size_t bytes) {
  checkAccess(from, bytes, false, __builtin_return_address(0));
  checkAccess(to, bytes, true, __builtin_return_address(0));
  return std::memmove(to, from, bytes);
}
void *__tsan_memset(void *to, int value, std::size_t bytes) {
  checkAccess(to, bytes, true, __builtin_return_address(0));
  return std::memset(to, value, bytes);
}

/// Where -fsanitize=alignment,bounds would print; the place tells which of the two it was.
[[noreturn]] void __warpsmith_trap() {
  using namespace warpsmith::emulator;
  const void *caller = __builtin_return_address(0);
  if (!current) {
    std::fprintf(stderr,
                 "%s: error: undefined behaviour in host code (misaligned access or array "
                 "index out of bounds)\n",
                 spell(caller).c_str());
    std::abort();
  }
  std::string kind = trapKind(caller);
  const bool bounds = kind.find("bounds") != std::string::npos;
  refuse(bounds ? "out-of-range" : "misaligned",
         bounds ? "array index out of bounds" : "access through a misaligned or null pointer",
         caller);
}

} // extern "C"
