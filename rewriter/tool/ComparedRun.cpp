#include "rewriter/tool/ComparedRun.h"
#include "embedded_compared_headers.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/process/TemporaryFolder.h"
#include "rewriter/tool/EmulatorBuild.h"
#include "rewriter/tool/ToolProcess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <set>
#include <utility>

namespace warpsmith::tool {
namespace {

using Result = ComparedRun::Result;

constexpr unsigned RunSeconds = 60, RunMebibytes = 3072;

/// Around the tiles that people write, of no common multiple, not square; rows with padding where
/// leading dimensions are parameters.
constexpr ComparedSize Sizes[] = {{45, 37, 29}, {1, 1, 1},    {7, 5, 3},   {16, 16, 16},
                                  {17, 33, 15}, {32, 31, 33}, {64, 48, 96}};
constexpr ComparedSize BriefSizes[] = {{45, 37, 29}, {7, 5, 3}};
constexpr ComparedSize LargeSizes[] = {{210, 190, 7}, {5, 7, 300}, {3, 4, 33000}};
constexpr ComparedSize WholeTiles = {256, 128, 64};
constexpr int Padding = 3;

/// warpsmith_compared::Data.
struct DataKind {
  const char *name;
  bool isBrief;
};
constexpr DataKind Data[] = {
    {"eighths", false}, {"uniform", true}, {"spread", false}, {"special", true}};

/// Other orders of the emulator's threads than the first.
constexpr const char *Seeds[] = {"0", "7"};

/// Ways to change operands a little.
constexpr unsigned Perturbations = 3;

/// Nothing for a name that a directive cannot spell.
std::string lineDirective(const std::string &name) {
  const bool isPlain = name.find_first_of("\"\\\n") == std::string::npos;
  return isPlain ? "#line 1 \"" + name + "\"\n" : "";
}

/// Device headers that a text includes, by `#include <warpsmith/device/launch.h>`, and what these
/// include.
std::vector<std::string> deviceHeadersOf(llvm::StringRef text) {
  std::set<std::string> named;
  for (llvm::StringRef line : llvm::split(text, '\n'))
    if (line.consume_front("#include <warpsmith/"))
      if (const llvm::StringRef rest = line.split('>').first;
          hasDeviceHeader("warpsmith/" + rest.str()))
        named.insert("warpsmith/" + rest.str());
  return withDependencies(named);
}

class Runner {
public:
  Runner(const Contraction &product, const std::array<ComparedSource, 2> &given,
         const verify::Tolerance &limits)
      : specification(product),
        sources(given),
        tolerance(limits),
        scratch("warpsmith-same") {}

  ComparedRuns run(const TestPlan &plan) {
    if (EmulatorBuild::findCompiler().empty())
      result.obstacle = "warpsmith-emulate is neither beside warpsmith nor in PATH";
    else if (scratch.path().empty())
      result.obstacle = "no temporary folder can be made";
    else if (build(0) && build(1))
      runSizes(plan);
    return std::move(result);
  }

private:
  std::string folderOf(size_t kernel) const {
    return scratch.path() + (kernel == 0 ? "/first" : "/second");
  }

  bool build(size_t kernel) {
    const ComparedSource &source = sources[kernel];
    const std::string folder = folderOf(kernel), copy = folder + "/source.cuh";
    verify::ComparedKernel launch = source.launch;
    launch.file = "source.cuh"; // beside the program
    const auto renamed = [&](const std::string &line) {
      return "#define main warpsmith_original_main\n" + line + source.text + "\n#undef main\n";
    };
    const std::string header(embedded::compared::Files[0].begin, embedded::compared::Files[0].end);
    if (llvm::sys::fs::create_directories(folder + "/included") ||
        !write(copy, renamed(lineDirective(source.name))) ||
        !write(folder + "/included/warpsmith_compared.h", header) ||
        !write(folder + "/program.cu",
               verify::comparedKernelText(specification, launch, tolerance))) {
      result.obstacle = "the temporary folder cannot be written";
      return false;
    }
    for (const std::string &name : deviceHeadersOf(source.text)) {
      const std::string place = folder + "/included/" + name;
      if (llvm::sys::fs::create_directories(llvm::sys::path::parent_path(place)) ||
          !write(place, headerText(name))) {
        result.obstacle = "the temporary folder cannot be written";
        return false;
      }
    }
    std::vector<std::string> flags = {"-I" + source.folder};
    for (std::string &flag : languageFlags(source.arguments, source.workingFolder, {}))
      flags.push_back(std::move(flag));
    EmulatorBuild build(folder, "program.cu", "program", flags);
    const process::Outcome outcome = build.compile();
    if (outcome.succeeded())
      return true;
    result.obstacle = build.obstacle(outcome);
    if (!result.obstacle.empty())
      return false;
    const std::string error = firstError(build.messages());
    // Messages name lines of the copy then.
    if (write(copy, renamed("")) && build.compileReduced({{copy, renamed("")}}))
      return true;
    const std::string left = firstError(build.messages());
    result.obstacle = "'" + source.kernel + "' does not compile for the emulator: " +
                      ofSource(left.empty() ? error : left, kernel);
    return false;
  }

  /// How one program ended, what it reports, and what it printed as an error.
  struct Ended {
    process::Outcome outcome;
    std::string report, errors;
  };
  Ended start(size_t kernel, const ComparedSize &size, size_t data, const char *seed,
              unsigned perturbation = 0) const {
    const std::string folder = folderOf(kernel), report = folder + "/report";
    write(report, "");
    const bool writes = kernel == 0;
    const std::string results =
        scratch.path() + "/results" + (writes && perturbation ? std::to_string(perturbation) : "");
    const process::Outcome outcome =
        process::run({folder + "/program", std::to_string(size[0]), std::to_string(size[1]),
                      std::to_string(size[2]), std::to_string(Padding), std::to_string(data),
                      results, writes ? "write" : "compare", report, std::to_string(perturbation)},
                     {folder + "/out", folder + "/err"}, {RunSeconds, RunMebibytes},
                     {"TMPDIR=" + scratch.path(), std::string("WARPSMITH_EMULATOR_SEED=") + seed,
                      "WARPSMITH_TRACE=1"});
    return {outcome, contents(report), contents(folder + "/err")};
  }

  /// The report has the word as a line.
  static bool has(const std::string &report, llvm::StringRef word) {
    return llvm::is_contained(llvm::split(report, '\n'), word);
  }
  /// A line of a report that begins with a word, without the word; empty where none does.
  static std::string line(const std::string &report, llvm::StringRef word) {
    for (llvm::StringRef text : llvm::split(report, '\n'))
      if (text.consume_front((word + " ").str()))
        return text.str();
    return {};
  }

  void runSizes(const TestPlan &plan) {
    for (const ComparedSize &size : plan.sizes)
      runSize(size, plan.how);
    if (plan.otherwise && !result.anyAgrees())
      runSize(*plan.otherwise, Thoroughness::Brief);
  }

  void runSize(const ComparedSize &size, Thoroughness how) {
    const bool isBrief = how == Thoroughness::Brief;
    bool isFirst = true;
    for (size_t data = 0; data < std::size(Data); ++data) {
      if (isBrief && !Data[data].isBrief)
        continue;
      const Ended first = start(0, size, data, Seeds[0]);
      ComparedRun run;
      run.shape = line(first.report, "shape");
      run.data = Data[data].name;
      // Constants may say what the sizes are, whatever is asked for.
      if (std::exchange(isFirst, false) && !run.shape.empty() && !shapes.insert(run.shape).second)
        return;
      if (run.shape.empty())
        run.shape =
            std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" + std::to_string(size[2]);
      if (!finish(0, first, run)) {
        result.runs.push_back(run);
        if (run.result == Result::NotRun)
          return;
        continue;
      }
      // Races show in some orders of threads and not in others.
      for (const char *seed : Seeds) {
        ComparedRun compared = run;
        const Ended second = start(1, size, data, seed);
        if (finish(1, second, compared)) {
          judge(second.report, compared);
          if (compared.result == Result::Different && mayBeRounded(data) &&
              perturb(size, data, compared.shape)) {
            ComparedRun again = run;
            const Ended third = start(1, size, data, seed, Perturbations);
            if (finish(1, third, again)) {
              judge(third.report, again);
              compared = again;
            }
          }
        }
        result.runs.push_back(compared);
        if (compared.result == Result::NotRun)
          return;
        if (isBrief)
          break;
      }
    }
  }

  /// Sums of eighths are exact.
  bool mayBeRounded(size_t data) const { return tolerance.unitRoundoff > 0 && data > 0; }

  /// Runs the first kernel on changed operands, unless it has run on them.
  bool perturb(const ComparedSize &size, size_t data, const std::string &shape) {
    if (perturbed == std::pair(shape, data))
      return true;
    perturbed = {};
    for (unsigned one = 1; one <= Perturbations; ++one)
      if (!has(start(0, size, data, Seeds[0], one).report, "done"))
        return false;
    perturbed = {shape, data};
    return true;
  }

  /// False where the program has not come to its end as it should: the run says why.
  bool finish(size_t kernel, const Ended &ended, ComparedRun &run) {
    const std::string name = "'" + sources[kernel].kernel + "'";
    const std::string unmet = line(ended.report, "unmet"), changed = line(ended.report, "changed");
    if (!unmet.empty()) {
      run.text = name + " cannot be launched: it needs " + unmet;
      run.isUnmet = true;
    } else if (has(ended.report, "large")) {
      run.text = "it is too large for the emulator";
    } else if (ended.outcome.kind == process::Outcome::Kind::TimedOut) {
      run.text = name + " takes longer than " + std::to_string(RunSeconds) + " s in the emulator";
    } else if (isFault(ended)) {
      run.result = Result::Different;
      run.text = name + " fails: " + ofSource(firstError(ended.errors), kernel);
    } else if (!has(ended.report, "done")) {
      run.text = "the launcher of " + name + " exits: " + ended.outcome.text();
    } else if (!changed.empty()) {
      run.result = Result::Different;
      run.text = name + " writes to " + changed;
    } else {
      noteOriginal(ended.errors);
      return true;
    }
    return false;
  }

  /// The emulator has stopped the kernel, or the program has crashed. What a launcher says before
  /// it exits is its own affair.
  static bool isFault(const Ended &ended) {
    const llvm::StringRef errors = ended.errors;
    return ended.outcome.kind == process::Outcome::Kind::Signalled ||
           (!ended.outcome.succeeded() &&
            (errors.contains("[emulator-") || errors.contains("error: the launch fails: ")));
  }

  /// A place in the copy as one in the source, which begins a line later.
  std::string ofSource(llvm::StringRef message, size_t kernel) const {
    const auto [before, after] = message.split(folderOf(kernel) + "/source.cuh:");
    unsigned line = 0;
    llvm::StringRef rest = after;
    if (after.empty() || rest.consumeInteger(10, line) || line < 2)
      return message.str();
    return (before + sources[kernel].name + ":" + std::to_string(line - 1) + rest).str();
  }

  /// A launch of a rewritten kernel that takes the original shows nothing of the rewrite.
  void noteOriginal(const std::string &errors) {
    for (llvm::StringRef text : llvm::split(errors, '\n'))
      if (text.consume_front("warpsmith: ") && text.contains(", since ") &&
          !llvm::is_contained(result.notes, text.str()))
        result.notes.push_back(text.str());
  }

  void judge(const std::string &report, ComparedRun &run) const {
    run.result = Result::SameBits;
    for (llvm::StringRef text : llvm::split(report, '\n')) {
      llvm::SmallVector<llvm::StringRef> words;
      text.split(words, ' ', -1, /*KeepEmpty=*/false);
      if (words.size() < 2)
        continue;
      if (words[0] == "differs" && words.size() == 5) {
        run.result = Result::Different;
        run.text = (words[1] + "[" + words[2] + "] is " + words[4] + ", not " + words[3]).str();
        return;
      }
      if (words[0] == "rounded" && words.size() == 4) {
        run.result = Result::Rounded;
        run.text = (words[2] + " elements of " + words[1] + " are rounded differently, by " +
                    words[3] + " at most")
                       .str();
      } else if (words[0] == "zeros" && run.result == Result::SameBits) {
        run.result = Result::SameNumbers;
        run.text = "zeros of " + words[1].str() + " differ in sign";
      }
    }
  }

  const Contraction &specification;
  const std::array<ComparedSource, 2> &sources;
  const verify::Tolerance &tolerance;
  const process::TemporaryFolder scratch;
  std::set<std::string> shapes;
  std::pair<std::string, size_t> perturbed; ///< the shape and the data of the last perturbations
  ComparedRuns result;
};

} // namespace

const ComparedRun *ComparedRuns::difference() const {
  const auto found = std::ranges::find(runs, Result::Different, &ComparedRun::result);
  return found == runs.end() ? nullptr : &*found;
}

bool ComparedRuns::neverLaunched() const {
  return std::ranges::all_of(runs, &ComparedRun::isUnmet);
}

size_t ComparedRuns::count(Result result) const {
  return static_cast<size_t>(std::ranges::count(runs, result, &ComparedRun::result));
}

TestPlan usualPlan(Thoroughness how, bool large) {
  TestPlan plan{how, {}, WholeTiles};
  if (how == Thoroughness::Brief) {
    plan.sizes.assign(std::begin(BriefSizes), std::end(BriefSizes));
    return plan;
  }
  plan.sizes.assign(std::begin(Sizes), std::end(Sizes));
  if (large)
    plan.sizes.insert(plan.sizes.end(), std::begin(LargeSizes), std::end(LargeSizes));
  return plan;
}

ComparedRuns runBoth(const Contraction &specification, const std::array<ComparedSource, 2> &sources,
                     const verify::Tolerance &tolerance, const TestPlan &plan) {
  return Runner(specification, sources, tolerance).run(plan);
}

} // namespace warpsmith::tool
