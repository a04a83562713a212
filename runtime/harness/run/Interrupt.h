// Ctrl-C ends a campaign early and keeps what was measured.
#pragma once

namespace warpsmith::harness {

/// From here on SIGINT and SIGTERM set a flag instead of ending the process; a second one ends it.
void catchInterrupts();

/// True once a signal came.
bool wasInterrupted();

} // namespace warpsmith::harness
