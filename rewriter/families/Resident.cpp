// A kernel that keeps its launches: in whatever grid it is given, blocks take tiles of C.
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/PlanText.h"
#include "rewriter/families/ResidentTile.h"
#include "rewriter/families/StagedTile.h"

namespace warpsmith {
namespace {

/// Its blocks are the original's, so that the model has nothing to count.
class ResidentFamily : public KernelFamily {
public:
  std::string passes(const Schedule &schedule) const override {
    const Resident &resident = schedule.as<Resident>();
    return resident.promised ? "resident<threads=" + std::to_string(resident.threads) + ">"
                             : "resident";
  }

  std::string describe(const Contraction &, const Schedule &schedule) const override {
    const Resident &resident = schedule.as<Resident>();
    const ThreadTile thread = threadOf(resident);
    return "  tile     " +
           (resident.part ? extentsText({resident.warp.m, resident.warp.n}) + " a warp"
                          : extentsText({thread.m, thread.n}) + " a thread") +
           ", " + std::to_string(resident.warp.k) + " steps of k, " +
           std::to_string(resident.stages) + " stages; blocks of at most " +
           std::to_string(resident.threads) + " threads\n";
  }

  BlockTile block(const Schedule &, size_t) const override { return {0, 0, 0}; }

  std::string takesNoTile() const override {
    return "resident has tiles of its own: no pass follows it";
  }

  std::vector<TileResources> resources(const Contraction &, const Schedule &) const override {
    return {};
  }
  Devices devices(const Schedule &schedule) const override {
    return {schedule.as<Resident>().part ? Ampere : 0};
  }
  Computation computation(const Contraction &contraction, const Schedule &schedule) const override {
    return schedule.as<Resident>().part ? productComputation(contraction)
                                        : KernelFamily::computation(contraction, schedule);
  }
  TileWork work(const Contraction &, const Schedule &, int) const override { return {}; }
};

} // namespace

const KernelFamily &residentFamily() {
  static const ResidentFamily Family;
  return Family;
}

} // namespace warpsmith
