// Microbenchmarks in the emulator: the sums, not the times.
#include "runtime/harness/worker/MicroRun.h"

namespace warpsmith::harness::worker {
namespace {

constexpr int Blocks = 2;
/// More than the stages of a ring of copies, and not as many for both roles.
constexpr Iterations Short = {6, 9};

} // namespace

nlohmann::json runMicro(const MicroLibrary &library, const nlohmann::json &,
                        const std::vector<int> &points, const Send &send) {
  const MicroBuffers buffers(library, Blocks);
  for (const int index : points) {
    const MicroPoint &point = library.point(index);
    nlohmann::json description = describe(point);
    description["event"] = "point";
    description["point"] = index;
    description["blocks"] = Blocks;
    description["iterations"] = Short;
    send(description);
    send({{"event", "begin"},
          {"name", std::string(point.experiment) + " " + point.name},
          {"step", "verification"}});
    buffers.poison();
    buffers.enqueue(index, Short);
    send({{"event", "checked"}, {"point", index}, {"reason", buffers.difference(index, Short)}});
  }
  return {{"reply", "measured"}, {"timed", false}};
}

} // namespace warpsmith::harness::worker
