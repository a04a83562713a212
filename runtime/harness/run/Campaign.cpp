#include "runtime/harness/run/Campaign.h"
#include "runtime/harness/run/ProblemRun.h"

namespace warpsmith::harness {

Campaign::Campaign(CampaignSettings settings, nlohmann::json device, Progress &progress)
    : settings(std::move(settings)),
      progress(progress) {
  found.device = std::move(device);
}

void Campaign::run(const Benchmark &benchmark, ElementType type, const Sizes &sizes,
                   const std::vector<BuiltVariant> &variants) {
  ProblemRun(settings, found, progress, benchmark, type, sizes).run(variants);
}

Answer askForDevice(const CommandLine &worker, std::chrono::duration<double> timeout) {
  WorkerClient client(worker, timeout);
  return client.request({{"command", "hello"}}, [](const nlohmann::json &) {});
}

} // namespace warpsmith::harness
