#include "runtime/harness/run/Interrupt.h"
#include <csignal>

namespace warpsmith::harness {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void onSignal(int signal) {
  if (interrupted)
    std::signal(signal, SIG_DFL);
  interrupted = 1;
}

} // namespace

void catchInterrupts() {
  struct sigaction action = {};
  action.sa_handler = onSignal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool wasInterrupted() {
  return interrupted != 0;
}

} // namespace warpsmith::harness
