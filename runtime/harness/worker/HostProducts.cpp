// The emulator's worker computes references in plain C++: far faster than emulating a kernel, and
// independent of the emulator that it judges.
#include "runtime/harness/worker/Products.h"

namespace warpsmith::harness::worker {

std::unique_ptr<ProductEngine> makeProductEngine() {
  return std::make_unique<HostProductEngine>();
}

} // namespace warpsmith::harness::worker
