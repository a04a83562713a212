#include "polybench/cli/TuneSpace.h"
#include "polybench/cli/RunSettings.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/PartialResults.h"
#include "runtime/harness/run/Interrupt.h"
#include <cctype>

namespace warpsmith::polybench {

using namespace warpsmith;
using namespace warpsmith::harness;

namespace {

constexpr std::chrono::duration<double> ListTimeout{120};

/// The values of the dimensions, NI and ni alike: the suite's kernels have them as parameters.
std::vector<std::string> assumedSizes(const Benchmark &benchmark, const Sizes &sizes) {
  std::vector<std::string> all;
  for (std::size_t index = 0; index < sizes.size(); ++index) {
    const std::string &name = benchmark.dimensions[index];
    const std::string value = "=" + std::to_string(sizes[index]);
    std::string lower = name;
    for (char &character : lower)
      character = static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
    all.push_back(name + value);
    if (lower != name)
      all.push_back(lower + value);
  }
  return all;
}

CandidateList listCandidates(const Task &task, const BuildSettings &settings, Numerics contract) {
  const Benchmark &benchmark = *task.benchmark;
  if (benchmark.products.empty())
    throw InputError("it has no product that a pass could rewrite");
  const CommandLine command = settings.toolchain.listSchedules(
      sourceOf(benchmark, settings.root), name(contract), assumedSizes(benchmark, task.sizes),
      sourceFlags(benchmark, task.type, settings.root),
      benchmark.source ? benchmark.source->kernel : "*");
  const CommandResult result = harness::runCommand(command, ListTimeout);
  if (!result.succeeded)
    throw InputError("its schedules could not be listed (" + result.failure + "):\n" +
                     result.errors + "  by: " + display(command));
  const auto document = nlohmann::json::parse(result.output, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded())
    throw InputError("this warpsmith does not know --emit=schedules: " +
                     settings.toolchain.rewriter.string());
  std::vector<std::string> standard;
  for (const Variant &variant : standardVariants()) {
    if (!variant.isOriginal() && variant.appliesTo(task.type))
      standard.push_back(variant.passes);
  }
  return readCandidates(document, benchmark.products, standard);
}

} // namespace

std::vector<TunedProduct> productsOf(const Task &task, const BuildSettings &settings) {
  return listCandidates(task, settings, Numerics::Fp32).products;
}

std::vector<Search> findSearches(const TuneOptions &options, const BuildSettings &settings,
                                 DeviceKind kind, Numerics contract, Progress &progress,
                                 std::vector<std::string> &notes) {
  const std::vector<Task> tasks = suiteTasks(options.run, kind);
  std::vector<Search> searches;
  progress.begin(static_cast<double>(tasks.size()));
  for (const Task &task : tasks) {
    if (wasInterrupted())
      return searches;
    const std::string name = problemName(*task.benchmark, task.type, task.sizes) + " under " +
                             std::string(warpsmith::name(contract));
    progress.enter(1);
    progress.show("listing the schedules of " + name);
    try {
      CandidateList list = listCandidates(task, settings, contract);
      searches.push_back({task, std::move(list.products),
                          prune(list.candidates, {options.factor, options.keep}),
                          list.candidates.size()});
    } catch (const InputError &error) {
      if (wasInterrupted()) // which ended the listing
        return searches;
      if (options.run.build.benchmark != "all")
        throw InputError(name + ": " + error.what());
      notes.push_back(name + " was left out: " + error.what());
    }
  }
  return searches;
}

} // namespace warpsmith::polybench
