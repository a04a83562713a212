#include "rewriter/tool/Verification.h"
#include "rewriter/process/ChildProcess.h"
#include "rewriter/process/TemporaryFolder.h"
#include "rewriter/tool/EmulatorBuild.h"
#include "rewriter/tool/Revert.h"
#include "rewriter/tool/ToolProcess.h"
#include "rewriter/verify/Shapes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <regex>
#include <set>

namespace warpsmith::tool {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr unsigned RunSeconds = 300, RunMebibytes = 3072;
/// Enough for a cluster of two blocks.
constexpr int FewMultiprocessors = 2;

class Report {
public:
  Report(Verification &target, const std::string &output, const std::string &trace)
      : result(target) {
    llvm::SmallVector<llvm::StringRef> lines;
    llvm::StringRef(output).split(lines, '\n', -1, false);
    for (const llvm::StringRef line : lines)
      take(line);
    readTrace(trace);
    for (const auto &[kernel, shapes] : same) {
      if (!llvm::StringRef(kernel).contains('+'))
        result.shapes[plainName(kernel)].insert(shapes.begin(), shapes.end());
      result.mostShapes = std::max(result.mostShapes, shapes.size());
      result.fewestShapes =
          result.fewestShapes == 0 ? shapes.size() : std::min(result.fewestShapes, shapes.size());
    }
    for (const auto &[kernel, why] : unsolved)
      if (!compared.contains(kernel)) {
        const auto message = complaints.find(kernel);
        const bool failed = llvm::StringRef(why).starts_with(verify::LaunchFails);
        result.messages.push_back(shown(kernel) + " is not verified: " +
                                  (failed && message != complaints.end()
                                       ? std::string(verify::LaunchFails) + ": " + message->second
                                       : why));
        result.avoidable |= why.find(verify::TooLarge) == std::string::npos;
      }
    for (const std::string &kernel : compared)
      if (!other.contains(kernel)) {
        result.avoidable = true;
        result.messages.push_back(
            shown(kernel) + " is not verified: only " +
            (llvm::StringRef(kernel).contains('|')   ? "its other alternative ran"
             : llvm::StringRef(kernel).contains('+') ? "one launch after the other ran"
                                                     : "the original ran") +
            (reasons.contains(kernel) ? ", since " + reasons[kernel] : std::string()));
      }
  }

private:
  /// `gemm#2` is a case of 'gemm', `gemm|2` the second of its alternatives, `gemm+syrk` a group.
  static std::string shown(llvm::StringRef name) {
    if (const auto [first, others] = name.split('+'); !others.empty())
      return "one launch for " + shown(first) + " and " +
             (others.contains('+') ? "others" : shown(others));
    const auto [whole, place] = name.split('|');
    const auto [kernel, number] = whole.split('#');
    return (place.empty() ? "" : "alternative " + place.str() + " of ") +
           (number.empty() ? "'" : "a case of '") + kernel.str() + "'";
  }

  /// Without arguments of a template, and without the number of a case or an alternative.
  static std::string plainName(llvm::StringRef name) {
    return name.take_until([](char c) { return c == '<' || c == '#' || c == '|'; }).str();
  }

  /// Kernels of one file alone have no names in the trace, but other launches than the original's.
  /// One thread without shared memory finds out what the compiler fuses: the driver gives memory to
  /// each launch.
  void readTrace(llvm::StringRef trace) {
    llvm::SmallVector<llvm::StringRef> lines;
    trace.split(lines, '\n', -1, false);
    std::set<llvm::StringRef> before, now; // launches of what the running one may fall back to
    std::string running, original;
    for (llvm::StringRef line : lines) {
      if (line.consume_front("original ")) {
        running.clear();
        original = line.str();
        before.clear();
        now.clear();
      } else if (line.consume_front("rewritten ")) {
        running = line.str();
        original.clear();
        before.merge(now);
      } else if (line.consume_front("tiles ")) {
        other.insert(line.str());
      } else if (line.starts_with("warpsmith: ") && !running.empty()) {
        if (const llvm::StringRef why = line.split(", since ").second; !why.empty())
          reasons.emplace(running, why.str());
      } else if (line.contains(": error: ") && !original.empty()) {
        complaints.emplace(original, line.split(": error: ").second.str());
      } else if (line.starts_with("emulator: launch of ") &&
                 !line.ends_with("<<<(1,1,1), (1,1,1), 0>>>")) {
        now.insert(line);
        if (!running.empty() && !before.contains(line))
          other.insert(running);
      }
    }
  }

  void take(llvm::StringRef line) {
    llvm::SmallVector<llvm::StringRef> words;
    line.split(words, ' ');
    if (words.size() < 3)
      return;
    const std::string kernel = words[0].str();
    if (words[2] == "same") {
      compared.insert(kernel);
      same[kernel].insert(words[1].str());
    }
    if (words[2] == "unsolved")
      unsolved[kernel] = line.split(" unsolved ").second.str();
    else if (words[2] == "differs" && words.size() == 6) {
      compared.insert(kernel);
      result.wrong = true;
      result.messages.push_back(
          "the rewritten '" +
          words[0].take_until([](char c) { return c == '#' || c == '|'; }).str() +
          "' and the original have different results for " + words[1].str() + ": element " +
          words[3].str() + " is " + words[5].str() + ", not " + words[4].str());
    }
  }

  Verification &result;
  std::set<std::string> compared;
  std::map<std::string, std::set<std::string>> same; ///< shapes
  std::set<std::string> other;                       ///< what ran was not the original
  std::map<std::string, std::string> unsolved;
  std::map<std::string, std::string> reasons;    ///< why launches went to the original
  std::map<std::string, std::string> complaints; ///< the emulator's, of originals
};

/// The text with its generated regions changed: what the user wrote stays, however it is spelled.
template <typename Change>
std::string inGenerated(const std::string &text, const Change &change) {
  std::string result;
  size_t done = 0;
  for (const auto &[begin, end] : generatedRegions(text)) {
    result += text.substr(done, begin - done) + change(text.substr(begin, end - begin));
    done = end;
  }
  return result + text.substr(done);
}

/// The text with alternatives that take small launches, too: those that at-least<products=n> is to
/// keep for others are the only ones that the emulator runs in time. Split operands take those that
/// they would leave to the FP32 units, or to parts of both that are made before, and residues those
/// that FP64's tensor cores would take less time for.
std::string withoutLeastProducts(const std::vector<verify::RewrittenKernel> &kernels,
                                 std::string text) {
  for (const verify::RewrittenKernel &kernel : kernels)
    for (const GeneratedCase &entry : kernel.cases)
      for (const Schedule *schedule = &entry.schedule; schedule;
           schedule = schedule->otherwise.get())
        if (schedule->leastProducts)
          text =
              std::regex_replace(text,
                                 std::regex(R"(\(double\)\w+(?:\s*\*\s*\w+){2,3}\s*>=\s*)" +
                                            std::to_string(*schedule->leastProducts) + R"(\.0\b)"),
                                 "true");
  return std::regex_replace(
      text,
      std::regex(
          R"(\bif \(((units|parts)AreFaster|!(warpsmith::wgmma::)?residuesPay\(m, n, k\))\))"),
      "if (false)");
}

/// The text in which the driver says whether kernels that keep their launches compute tiles, and is
/// told.
std::string withSwitches(const std::vector<verify::RewrittenKernel> &kernels, std::string text) {
  for (const verify::RewrittenKernel &kernel : kernels)
    if (kernel.cases[0].schedule.is<Resident>())
      text = std::regex_replace(
          text, std::regex("if \\((" + kernel.space + R"((?:::case[0-9]+)?::resident\(.*\))\))"),
          "if (warpsmithVerifyTiles && warpsmithVerifyRan($1))");
  return text;
}

/// The emulator stopped an original for a read of shared memory that no thread had written.
bool originalReadsUnwritten(llvm::StringRef trace) {
  const size_t at = trace.find("[emulator-uninitialised]");
  if (at == llvm::StringRef::npos)
    return false;
  const size_t original = trace.take_front(at).rfind("original ");
  const size_t rewritten = trace.take_front(at).rfind("rewritten ");
  return original != llvm::StringRef::npos &&
         (rewritten == llvm::StringRef::npos || rewritten < original);
}

/// Runs the kernels of a file in a temporary folder.
class Verifier {
public:
  Verifier(const std::vector<verify::RewrittenKernel> &rewrittenKernels,
           const std::vector<verify::RewrittenGroup> &rewrittenGroups, const VerifiedFile &file)
      : kernels(rewrittenKernels),
        groups(rewrittenGroups),
        target(file),
        scratch("warpsmith-verify"),
        // With headers that are rewritten too, all the user's files are laid out as they will be.
        root(target.headers.empty() ? std::string() : inScratch("root")),
        folder(root.empty() ? scratch.path() : mirrored(root, target.folder)),
        rewritten(folder + "/rewritten.cuh") {}

  Verification run() {
    if (EmulatorBuild::findCompiler().empty())
      unverified("warpsmith-emulate is neither beside warpsmith nor in PATH", /*avoidable=*/false);
    else if (scratch.path().empty())
      unverified("no temporary folder can be made", /*avoidable=*/false);
    else if (!writeFiles())
      unverified("the temporary folder cannot be written", /*avoidable=*/false);
    else if (compileDriver())
      runDriver();
    return std::move(result);
  }

private:
  std::string inScratch(const std::string &name) const { return scratch.path() + "/" + name; }

  /// False, as compileDriver() answers it.
  bool unverified(const std::string &why, bool avoidable = true) {
    result.avoidable |= avoidable;
    result.messages.push_back("not verified: " + why);
    return false;
  }

  /// As the driver runs it.
  std::string runnable(const std::string &text) const {
    return inGenerated(text, [&](const std::string &region) {
      return withSwitches(kernels, withoutLeastProducts(kernels, region));
    });
  }

  bool writeFiles() const {
    bool complete = !fs::create_directories(folder) && write(rewritten, runnable(target.text)) &&
                    write(inScratch("driver.cu"), verify::driverText(kernels, groups, rewritten));
    for (const auto &[header, text] : target.headers) {
      const std::string copy = mirrored(root, header);
      complete &= !fs::create_directories(path::parent_path(copy)) && write(copy, runnable(text));
    }
    for (const auto &[name, text] : target.included) {
      const std::string copy = inScratch("included/" + name);
      complete &= !fs::create_directories(path::parent_path(copy)) && write(copy, text);
    }
    return complete;
  }

  EmulatorBuild makeBuild() const {
    std::vector<std::string> flags = {"-I" + target.folder};
    for (std::string &flag : languageFlags(target.arguments, target.workingFolder, root))
      flags.push_back(std::move(flag));
    return {scratch.path(), "driver.cu", "driver", flags};
  }

  bool compileDriver() {
    EmulatorBuild build = makeBuild();
    const process::Outcome outcome = build.compile();
    if (outcome.succeeded())
      return true;
    if (const std::string obstacle = build.obstacle(outcome); !obstacle.empty())
      return unverified(obstacle, /*avoidable=*/false);
    const std::string error = firstError(build.messages());
    // Is it the driver, or something that the emulator does not know, or the rewritten text?
    if (build.compilesAlone(target.original, target.name, folder)) {
      if (build.compilesAlone(target.text, target.name, folder))
        return unverified("what would run the kernels does not compile: " + error);
      result.wrong = true;
      result.messages.push_back("the rewritten file does not compile: " + error);
      return false;
    }
    const std::string inOriginal = firstError(build.messages());
    std::map<std::string, std::string> texts = {{rewritten, runnable(target.text)}};
    for (const auto &[header, content] : target.headers)
      texts[mirrored(root, header)] = runnable(content);
    return build.compileReduced(std::move(texts)) ||
           unverified("the file as it was does not compile for the emulator, so there is "
                      "nothing to compare with: " +
                      inOriginal);
  }

  void runDriver() {
    std::vector<std::string> environment = {"WARPSMITH_EMULATOR_TRACE=1", "WARPSMITH_TRACE=1",
                                            "TMPDIR=" + scratch.path()};
    const std::string out = inScratch("out"), err = inScratch("err");
    std::vector<std::string> command = {inScratch("driver")};
    const auto run = [&] {
      return process::run(command, {out, err}, {RunSeconds, RunMebibytes}, environment);
    };
    process::Outcome outcome = run();
    // An original may read shared memory that no thread wrote for sums that no thread stores.
    if (originalReadsUnwritten(contents(err))) {
      environment.emplace_back("WARPSMITH_EMULATOR_UNINITIALISED=ignore");
      outcome = run();
    }
    std::string results = contents(out), errors = contents(err);
    // Where a launch chooses its tile, each tile runs. The blocks of a device with few
    // multiprocessors compute several tiles each.
    if (outcome.succeeded() && choosesTiles()) {
      command.emplace_back("few");
      environment.push_back("WARPSMITH_EMULATOR_MULTIPROCESSORS=" +
                            std::to_string(FewMultiprocessors));
      outcome = run();
      results += contents(out);
      errors += contents(err);
    }
    const Report report(result, results, errors);
    if (outcome.succeeded() || result.wrong)
      return;
    if (outcome.kind == process::Outcome::Kind::TimedOut)
      unverified(std::string(verify::TooLarge) + ": " + outcome.text(), /*avoidable=*/false);
    else if (llvm::StringRef(errors).contains("std::bad_alloc"))
      unverified(std::string(verify::TooLarge) + ": it needs more than " +
                     std::to_string(RunMebibytes) + " MiB of memory",
                 /*avoidable=*/false);
    else
      unverified("the emulator stopped: " + firstError(errors));
  }

  bool choosesTiles() const {
    for (const verify::RewrittenKernel &kernel : kernels)
      for (const GeneratedCase &entry : kernel.cases)
        if (verify::choosesTiles(entry.schedule))
          return true;
    return false;
  }

  const std::vector<verify::RewrittenKernel> &kernels;
  const std::vector<verify::RewrittenGroup> &groups;
  const VerifiedFile &target;
  const process::TemporaryFolder scratch;
  const std::string root, folder, rewritten;
  Verification result;
};

} // namespace

std::string Verification::shapesText() const {
  const std::string fewest = std::to_string(fewestShapes), most = std::to_string(mostShapes);
  return (fewest == most ? most : fewest + " to " + most) +
         (mostShapes == 1 ? " shape" : " shapes");
}

Verification verify(const std::vector<verify::RewrittenKernel> &kernels,
                    const std::vector<verify::RewrittenGroup> &groups, const VerifiedFile &target) {
  return Verifier(kernels, groups, target).run();
}

} // namespace warpsmith::tool
