#include "runtime/emulator/lib/RuntimeCall.h"
#include "runtime/emulator/lib/Emulator.h"
#include <cstdio>
#include <mutex>

namespace warpsmith::emulator {
namespace {

std::recursive_mutex running;
int depth = 0; ///< of calls within calls

} // namespace

RuntimeCall::RuntimeCall(const char *function) {
  running.lock();
  if (++depth == 1 && options().traceCalls)
    std::fprintf(stderr, "emulator: call of %s\n", function);
}

RuntimeCall::~RuntimeCall() {
  --depth;
  running.unlock();
}

} // namespace warpsmith::emulator
