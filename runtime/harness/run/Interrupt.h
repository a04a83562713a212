// Ctrl-C ends a campaign early and keeps what was measured.
#pragma once

#include <stdexcept>

namespace warpsmith::harness {

/// From here on SIGINT and SIGTERM set a flag instead of ending the process; a second one ends it.
void catchInterrupts();

/// True once a signal came.
bool wasInterrupted();

/// What a signal has kept from being done; the text says what and why.
class InterruptedError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

} // namespace warpsmith::harness
