#include "polybench/cli/Commands.h"
#include "polybench/cli/Devices.h"
#include "polybench/cli/RunReport.h"
#include "polybench/cli/RunSettings.h"
#include "polybench/cli/TuneSpace.h"
#include "runtime/harness/core/FileLock.h"
#include "runtime/harness/core/OutputFile.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/Machine.h"
#include "runtime/harness/report/PartialResults.h"
#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/run/Interrupt.h"
#include "runtime/harness/tune/AutoTable.h"
#include "runtime/harness/tune/Budget.h"
#include "runtime/harness/tune/Halving.h"
#include "runtime/harness/tune/TunedTable.h"
#include <algorithm>
#include <iostream>
#include <set>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
namespace fs = std::filesystem;

/// Of the time for a contract, what may go into builds.
constexpr double BuildingShare = 0.5;
/// In the folder of rounds, what names the table that they are of.
constexpr const char *Owner = "table";

std::vector<Numerics> readContracts(const std::string &list) {
  std::vector<Numerics> contracts;
  for (const std::string &name : splitList(list, "--numerics")) {
    const auto contract = findNumerics(name);
    if (!contract)
      throw InputError("--numerics: unknown contract '" + name + "' (known: " + numericsNames() +
                       ")");
    if (std::find(contracts.begin(), contracts.end(), *contract) == contracts.end())
      contracts.push_back(*contract);
  }
  return contracts;
}

/// The searches, contract by contract.
class Tuning {
public:
  Tuning(const TuneOptions &options, const std::vector<std::string> &commandLine)
      : options(options),
        commandLine(commandLine),
        contracts(readContracts(options.numerics)),
        table(fs::exists(options.output) ? TunedTable(options.output) : TunedTable()),
        budget(options.budget.empty() ? 0 : parseDuration(options.budget, "--budget")),
        device(findDevice(options.run.build.device)),
        devices(findDevices(device, options.run.devices)),
        building(buildSettings(options.run.build, device.kind, device.description)) {
    if (!device.whyNoGpu.empty())
      throw InputError("tune measures on a GPU, and there is none: " + device.whyNoGpu +
                       "; --device=emulator only verifies the schedules");
    if (building.toolchain.rewriter.empty())
      throw InputError("warpsmith was not found beside polybench or on the PATH; give "
                       "--warpsmith=FILE");
    campaignSettings(options.run, device.kind); // complains of bad options before the work
    const fs::path file = outputFileOf(options.output);
    rounds = file;
    if (rounds.extension() == ".rounds")
      throw InputError("--output: '" + options.output +
                       "' is the name of the folder for its own rounds; give another one");
    if (rounds.extension() == ".json")
      rounds.replace_extension();
    rounds += ".rounds";
    fs::create_directories(rounds);
    lock.emplace(rounds / "lock");
    if (!lock->isHeld())
      throw InputError("--output: another polybench searches for '" + options.output +
                       "' at the moment; give another one");
    // `foo` and `foo.json` have one folder.
    owner = file.filename().string() + "\n";
    if (fs::exists(rounds / Owner) && readTextFile(rounds / Owner) != owner)
      throw InputError("--output: '" + rounds.string() +
                       "' has the rounds of another table; give another name");
  }

  int run() {
    // All of them first: bad input costs neither time nor what an earlier search measured.
    std::vector<std::vector<Search>> listed;
    for (const Numerics one : contracts) {
      progress.stage(std::string(name(one)));
      listed.push_back(findSearches(options, building, device.kind, one, progress, notes));
    }
    if (!wasInterrupted() && !options.run.resume)
      forgetRounds();
    if (!wasInterrupted())
      writeTextFile(rounds / Owner, owner);
    const double left = 1 - budget.passed();
    share = left / static_cast<double>(contracts.size());
    for (std::size_t number = 0; number < contracts.size() && !wasInterrupted(); ++number) {
      begin = 1 - left + static_cast<double>(number) * share;
      contract = contracts[number];
      searches = std::move(listed[number]);
      try {
        tune();
      } catch (const InterruptedError &error) {
        failures.emplace_back(error.what());
      }
    }
    progress.clear();
    return report();
  }

private:
  /// Removes what an earlier search left: its results under any contract.
  void forgetRounds() const {
    std::vector<fs::path> files;
    for (const fs::directory_entry &entry : fs::directory_iterator(rounds)) {
      if (entry.is_regular_file() && entry.path().extension() == ".json")
        files.push_back(entry.path());
    }
    for (const fs::path &file : files)
      fs::remove(file);
  }

  /// True when that share of the contract's time has passed.
  bool spent(double part) const { return budget.spent(begin + part * share); }

  void tune() {
    progress.stage(std::string(name(contract)));
    if (searches.empty())
      return;
    build();
    if (wasInterrupted())
      return;
    std::vector<Contest> contests(searches.size());
    for (std::size_t index = 0; index < searches.size(); ++index) {
      for (const Candidate &candidate : searches[index].candidates) {
        if (builtOf(searches[index].task, candidate.passes))
          contests[index].contestants.push_back(candidate.passes);
      }
    }
    // Not by what was built or pruned, so that a search that is resumed has the same rounds.
    std::ptrdiff_t standard = 0;
    for (const Search &search : searches)
      standard =
          std::max(standard, std::count_if(search.candidates.begin(), search.candidates.end(),
                                           [](const Candidate &one) { return one.standard; }));
    plan = planRounds(options.keep + static_cast<std::size_t>(standard), options.run.repetitions,
                      options.run.minTime);
    if (device.kind == DeviceKind::Emulator) // which has no times
      plan.resize(1);
    runRounds(
        plan, contests,
        [&](std::size_t number, const HalvingRound &round, const std::vector<Contest> &current) {
          return measure(number, round, current);
        },
        [&] { return wasInterrupted() || spent(1); });
    for (std::size_t index = 0; index < searches.size(); ++index)
      keep(searches[index], contests[index]);
  }

  void build() {
    std::vector<BuildRequest> requests;
    std::set<std::tuple<const Benchmark *, ElementType, std::string>> asked;
    const auto ask = [&](const Task &task, const Variant &variant) {
      if (asked.insert({task.benchmark, task.type, variant.passes}).second)
        requests.push_back({task.benchmark, variant, task.type});
    };
    std::size_t most = 0;
    for (const Search &search : searches) {
      ask(search.task, standardVariants().front());
      most = std::max(most, search.candidates.size());
    }
    // The best of every problem before the second best of any: time may end.
    for (std::size_t rank = 0; rank < most; ++rank) {
      for (const Search &search : searches) {
        if (rank < search.candidates.size())
          ask(search.task, adHocVariant(search.candidates[rank].passes, contract));
      }
    }
    BuildSettings settings = building;
    settings.enough = [&] { return spent(BuildingShare); };
    const double all = static_cast<double>(requests.size());
    std::size_t finished = 0;
    progress.begin(all);
    progress.enter(all);
    const auto results =
        buildVariants(settings, requests, [&](const BuildRequest &request, const BuildResult &) {
          progress.advance(static_cast<double>(++finished) / all);
          progress.show("built " + std::to_string(finished) + " of " +
                        std::to_string(requests.size()) + ": " + request.variant.name);
        });
    builds = {};
    builds.commit = commitOf(settings.root.string());
    builds.compiler = compilerVersion(settings.toolchain);
    std::size_t left = 0;
    for (std::size_t index = 0; index < requests.size(); ++index) {
      const BuildResult &result = results[index];
      left += result.begun ? 0 : 1;
      if (result.begun)
        builds.variants[{requests[index].benchmark, requests[index].type}].push_back(
            {requests[index].variant, result.library, result.error,
             result.library.parent_path().filename().string(), result.isApplicable});
    }
    if (left)
      notes.push_back(std::to_string(left) + " of " + std::to_string(requests.size()) +
                      " builds under " + std::string(name(contract)) +
                      " were not begun: half of their time had passed");
  }

  const BuiltVariant *builtOf(const Task &task, const std::string &passes) const {
    const auto found = builds.variants.find({task.benchmark, task.type});
    if (found == builds.variants.end())
      return nullptr;
    for (const BuiltVariant &built : found->second) {
      if (built.variant.passes == passes)
        return &built;
    }
    return nullptr;
  }

  fs::path fileOf(std::size_t round) const {
    return rounds / (std::string(name(contract)) + "-" + std::to_string(round + 1) + ".json");
  }

  std::vector<std::optional<std::vector<Ranked>>>
  measure(std::size_t number, const HalvingRound &round, const std::vector<Contest> &contests) {
    RunOptions asked = options.run;
    asked.repetitions = round.repetitions;
    asked.minTime = round.minSeconds;
    CampaignSettings settings = campaignSettings(asked, device.kind);
    settings.jobs = std::max(1, building.jobs / static_cast<int>(devices.size()));
    settings.enough = [&] { return spent(1); };
    auto context = describeRun(asked, settings, commandLine, builds);
    const fs::path file = fileOf(number);
    const PartialResults earlier = options.run.resume && fs::exists(file)
                                       ? PartialResults(file, context, device.description, "-o")
                                       : PartialResults();
    std::vector<Assignment> left;
    std::vector<std::size_t> numbers;
    std::vector<bool> measured(contests.size());
    for (std::size_t index = 0; index < contests.size(); ++index) {
      if (contests[index].contestants.empty())
        continue;
      const Task &task = searches[index].task;
      const std::vector<BuiltVariant> variants = variantsOf(task, contests[index]);
      const std::string problem = problemName(*task.benchmark, task.type, task.sizes);
      measured[index] = earlier.holds(problem, variants);
      if (measured[index])
        continue;
      left.push_back(
          {task.benchmark, task.type, task.sizes, variants, static_cast<double>(variants.size())});
      numbers.push_back(index);
    }
    progress.stage(std::string(name(contract)) + " round " + std::to_string(number + 1) + " of " +
                   std::to_string(plan.size()));
    Campaign campaign(settings, devices, progress);
    const auto document = [&] {
      context["unfinished"] = nlohmann::ordered_json::array();
      for (const std::size_t unfinished : campaign.unfinished())
        context["unfinished"].push_back(problemName(*left[unfinished].benchmark,
                                                    left[unfinished].type, left[unfinished].sizes));
      context["incomplete"] = !context["unfinished"].empty();
      return earlier.mergedWith(toDocument(campaign.results(), context));
    };
    campaign.run(left, [&] { writeTextFile(file, dumpDocument(document())); });
    for (const std::size_t index : numbers)
      measured[index] = true;
    for (const std::size_t unfinished : campaign.unfinished())
      measured[numbers[unfinished]] = false;
    for (const std::string &lost : campaign.results().lostDevices)
      failures.push_back(lost);
    return rank(file, contests, measured);
  }

  /// The original first, and the contestants.
  std::vector<BuiltVariant> variantsOf(const Task &task, const Contest &contest) const {
    std::vector<BuiltVariant> variants = {builds.of(task).front()};
    for (const std::string &passes : contest.contestants)
      variants.push_back(*builtOf(task, passes));
    return variants;
  }

  std::vector<std::optional<std::vector<Ranked>>> rank(const fs::path &file,
                                                       const std::vector<Contest> &contests,
                                                       const std::vector<bool> &measured) {
    std::vector<std::optional<std::vector<Ranked>>> answers(contests.size());
    if (std::find(measured.begin(), measured.end(), true) == measured.end())
      return answers;
    const ResultSet results = readResultSet(file);
    for (std::size_t index = 0; index < contests.size(); ++index) {
      if (!measured[index])
        continue;
      const Task &task = searches[index].task;
      const std::string type(spelling(task.type)), size = shortSpelling(task.sizes);
      // The file of a wider search has more contestants, of which some are not built now.
      const std::vector<std::string> &own = contests[index].contestants;
      const auto isOwn = [&](const Measurement &row) {
        return std::find(own.begin(), own.end(), row.passes) != own.end();
      };
      answers[index].emplace();
      for (const Measurement *row : contestantsOf(results, task.benchmark->name, type, size)) {
        if (isOwn(*row))
          answers[index]->push_back({row->passes, row->time->value});
      }
      for (const Measurement &row : results.rows) {
        const bool ofProblem =
            row.benchmark == task.benchmark->name && row.type == type && row.size == size;
        if (ofProblem && (row.isOriginal() || row.isBaseline || row.isTwin || isOwn(row)))
          tellFailure(row);
      }
    }
    return answers;
  }

  void tellFailure(const Measurement &row) {
    verified += row.isVerified() && !row.isBaseline && !row.isTwin ? 1 : 0;
    if (row.verdict == "failed" && failed.insert(row.name()).second)
      failures.push_back(row.name() + " failed: " + row.reason);
  }

  void keep(const Search &search, const Contest &contest) {
    const Task &task = search.task;
    const std::string problem = problemName(*task.benchmark, task.type, task.sizes) + " under " +
                                std::string(name(contract));
    problems.push_back(problem + ": " + std::to_string(search.candidates.size()) + " of " +
                       std::to_string(search.legal) + " legal schedules were to be measured");
    if (device.kind == DeviceKind::Emulator)
      return;
    if (contest.rounds == 0) {
      unmeasured.push_back(problem);
      return;
    }
    TunedRow row;
    row.architecture = building.toolchain.architecture;
    row.benchmark = task.benchmark->name;
    row.type = spelling(task.type);
    row.size = shortSpelling(task.sizes);
    row.numerics = name(contract);
    row.products = search.products;
    const auto left =
        std::count_if(search.candidates.begin(), search.candidates.end(),
                      [&](const Candidate &candidate) { return !builtOf(task, candidate.passes); });
    const bool isCompared = contest.rounds == plan.size() || contest.ranking.empty();
    row.final = isCompared && left == 0;
    if (!isCompared)
      unmeasured.push_back(problem + " (after round " + std::to_string(contest.rounds) + " of " +
                           std::to_string(plan.size()) + ")");
    else if (left)
      unmeasured.push_back(problem + " (without " + std::to_string(left) + " of " +
                           std::to_string(search.candidates.size()) +
                           " schedules, which were not built)");
    const ResultSet results = readResultSet(fileOf(contest.rounds - 1));
    const bool anyFailed =
        std::any_of(results.rows.begin(), results.rows.end(), [&](const Measurement &one) {
          return one.benchmark == row.benchmark && one.type == row.type && one.size == row.size &&
                 one.verdict == "failed" && !one.isBaseline && !one.isTwin;
        });
    // Where all fell back to the original's kernel it is the fastest; failures tell of no times.
    if (contest.ranking.empty() && anyFailed) {
      failures.push_back(problem + ": no schedule could be timed; the table was left as it was");
      return;
    }
    if (auto made = makeRow(results, std::move(row)))
      table = TunedTable::update(options.output, {std::move(*made)});
  }

  int report() const {
    if (!table.rows().empty())
      std::cout << table.text();
    for (const std::string &problem : problems)
      std::cout << problem << "\n";
    if (device.kind == DeviceKind::Emulator)
      std::cout << verified << " contestants verified in the emulator, which has no times: no row "
                << "was written\n";
    for (const std::string &note : notes)
      std::cout << note << "\n";
    for (const std::string &problem : unmeasured)
      std::cout << "not finished: " << problem << "\n";
    if (!unmeasured.empty() || wasInterrupted())
      std::cout << "go on with the same command and --resume\n";
    for (const std::string &failure : failures)
      std::cerr << "polybench: " << failure << "\n";
    if (wasInterrupted())
      return InterruptedStatus;
    return failures.empty() ? Success : Failure;
  }

  const TuneOptions &options;
  const std::vector<std::string> &commandLine;
  std::vector<Numerics> contracts;
  TunedTable table;
  Budget budget;
  Device device;
  std::vector<WorkerDevice> devices;
  BuildSettings building;
  fs::path rounds;              // folder with the results of each round
  std::string owner;            // what its Owner says once it has some
  std::optional<FileLock> lock; // of that folder
  Progress progress;

  // Of the contract at hand.
  Numerics contract = Numerics::BitExact;
  double begin = 0, share = 1; // of the budget
  std::vector<Search> searches;
  std::vector<HalvingRound> plan;
  Builds builds;

  std::vector<std::string> notes, problems, unmeasured, failures;
  std::set<std::string> failed;
  std::size_t verified = 0;
};

} // namespace

int tuneCommand(const TuneOptions &options, const std::vector<std::string> &commandLine) {
  if (options.output.empty())
    throw InputError("--output: the name of the table is empty");
  if (options.table) {
    std::cout << TunedTable(options.output).text();
    return Success;
  }
  if (options.forAuto) {
    std::cout << autoTable(autoRows(TunedTable(options.output).rows()));
    return Success;
  }
  checkWritable(options.output);
  if (!options.from.empty())
    return tuneFromResults(options, readContracts(options.numerics));
  if (options.run.build.benchmark.empty())
    throw InputError("tune: name a benchmark, or give --table, --for-auto or --from");
  return Tuning(options, commandLine).run();
}

} // namespace warpsmith::polybench
