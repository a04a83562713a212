#include "rewriter/tool/Verification.h"
#include "rewriter/frontend/clang/CudaEnvironment.h"
#include "rewriter/tool/ReducedSource.h"
#include "rewriter/tool/Revert.h"
#include "rewriter/tool/ToolProcess.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <regex>
#include <set>

namespace warpsmith::tool {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr unsigned CompileSeconds = 600, RunSeconds = 300;
/// warpsmith-emulate's, where it has no compiler (runtime/emulator/translate/CompilerFiles.h).
constexpr int NoCompilerStatus = 69;

std::string emulator() {
  const std::string own = fs::getMainExecutable("warpsmith", reinterpret_cast<void *>(&emulator));
  const std::string beside = path::parent_path(own).str();
  if (auto found = llvm::sys::findProgramByName("warpsmith-emulate", {beside}))
    return *found;
  auto found = llvm::sys::findProgramByName("warpsmith-emulate");
  return found ? *found : std::string();
}

class Report {
public:
  Report(Verification &target, const std::string &output, const std::string &trace)
      : result(target) {
    llvm::SmallVector<llvm::StringRef> lines;
    llvm::StringRef(output).split(lines, '\n', -1, false);
    for (const llvm::StringRef line : lines)
      take(line);
    readTrace(trace);
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
    if (words[2] == "same")
      compared.insert(kernel);
    else if (words[2] == "unsolved")
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
  std::set<std::string> other; ///< what ran was not the original
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
/// they would leave to the FP32 units, or to parts of both that are made before.
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
  return std::regex_replace(text, std::regex(R"(\bif \((units|parts)AreFaster\))"), "if (false)");
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

} // namespace

Verification verify(const std::vector<verify::RewrittenKernel> &kernels,
                    const std::vector<verify::RewrittenGroup> &groups, const VerifiedFile &target) {
  Verification result;
  const auto unverified = [&](const std::string &why, bool avoidable = true) {
    result.avoidable |= avoidable;
    result.messages.push_back("not verified: " + why);
    return result;
  };
  const std::string compiler = emulator();
  if (compiler.empty())
    return unverified("warpsmith-emulate is neither beside warpsmith nor in PATH",
                      /*avoidable=*/false);
  llvm::SmallString<128> scratch;
  if (fs::createUniqueDirectory("warpsmith-verify", scratch))
    return unverified("no temporary folder can be made", /*avoidable=*/false);
  const auto cleanup = llvm::scope_exit([&] { fs::remove_directories(scratch); });
  const auto file = [&](const char *name) { return (scratch + "/" + name).str(); };
  // With headers that are rewritten too, all the user's files are laid out as they will be.
  const std::string root = target.headers.empty() ? std::string() : file("root");
  const std::string folder = root.empty() ? scratch.str().str() : mirrored(root, target.folder);
  const std::string rewritten = folder + "/rewritten.cuh";
  // As the driver runs it.
  const auto runnable = [&](const std::string &text) {
    return inGenerated(text, [&](const std::string &region) {
      return withSwitches(kernels, withoutLeastProducts(kernels, region));
    });
  };
  bool complete = !fs::create_directories(folder) && write(rewritten, runnable(target.text)) &&
                  write(file("driver.cu"), verify::driverText(kernels, groups, rewritten));
  for (const auto &[header, text] : target.headers) {
    const std::string copy = mirrored(root, header);
    complete &= !fs::create_directories(path::parent_path(copy)) && write(copy, runnable(text));
  }
  for (const auto &[name, text] : target.included) {
    const std::string copy = file(("included/" + name).c_str());
    complete &= !fs::create_directories(path::parent_path(copy)) && write(copy, text);
  }
  if (!complete)
    return unverified("the temporary folder cannot be written", /*avoidable=*/false);
  // What the source takes from other files of its program is not run.
  std::vector<std::string> compile = {file("driver.cu"),       "-o",
                                      file("driver"),          "--quick",
                                      "--allow-undefined",     "--",
                                      "-I" + file("included"), "-I" + target.folder,
                                      "-ferror-limit=0",       "-Wno-c++11-narrowing"};
  for (std::string &flag : languageFlags(target.arguments, target.workingFolder, root))
    compile.push_back(std::move(flag));
  std::string failed =
      failure(compiler, compile, file("compile.out"), file("compile.err"), CompileSeconds);
  if (!failed.empty()) {
    const auto errorNow = [&] { return firstError(contents(file("compile.err"))); };
    const std::string error = errorNow();
    if (failed == exitStatus(NoCompilerStatus))
      return unverified(llvm::StringRef(error).split("error: ").second.str(), /*avoidable=*/false);
    // Is it the driver, or something that the emulator does not know, or the rewritten text?
    const bool plain = target.name.find_first_of("\"\\\n") == std::string::npos;
    const std::string named = plain ? "#line 1 \"" + target.name + "\"\n" : "";
    const auto compiles = [&](const std::string &source) {
      compile[0] = folder + "/alone.cu";
      return write(compile[0], "#define main warpsmith_original_main\n" + named + source +
                                   "\n#undef main\nint main() {}\n") &&
             failure(compiler, compile, file("compile.out"), file("compile.err"), CompileSeconds)
                 .empty();
    };
    if (compiles(target.original)) {
      if (compiles(target.text))
        return unverified("what would run the kernels does not compile: " + error);
      result.wrong = true;
      result.messages.push_back("the rewritten file does not compile: " + error);
      return result;
    }
    const std::string inOriginal = errorNow();
    // It was parsed with declarations for libraries.
    for (const auto &[name, content] : frontend::libraryHeaders()) {
      const std::string copy = file(name.c_str());
      if (fs::create_directories(path::parent_path(copy)) || !write(copy, content))
        return unverified("the temporary folder cannot be written", /*avoidable=*/false);
    }
    compile.insert(compile.end(), {"-isystem", file("library"), "-idirafter", file("projects")});
    // What kernels do not need goes, such as a function that calls one of a missing header.
    compile[0] = file("driver.cu");
    std::map<std::string, std::string> texts = {{rewritten, runnable(target.text)}};
    std::set<std::string> copies = {rewritten};
    for (const auto &[header, content] : target.headers) {
      const std::string copy = mirrored(root, header);
      texts[copy] = runnable(content);
      copies.insert(copy);
    }
    const auto reduces = [&](const std::string &messages) {
      // An empty one, so that the headers that include it have the rest.
      if (const std::string header = missingHeader(messages); !header.empty()) {
        const std::string empty = file(("included/" + header).c_str());
        if (!fs::exists(empty))
          return !fs::create_directories(path::parent_path(empty)) && write(empty, "");
      }
      bool changed = false;
      for (const auto &[copy, lines] : errorLines(messages, copies))
        changed |= removeDeclarations(texts[copy], lines) && write(copy, texts[copy]);
      return changed;
    };
    do {
      failed = failure(compiler, compile, file("compile.out"), file("compile.err"), CompileSeconds);
    } while (!failed.empty() && reduces(contents(file("compile.err"))));
    if (!failed.empty())
      return unverified("the file as it was does not compile for the emulator, so there is "
                        "nothing to compare with: " +
                        inOriginal);
  }
  std::vector<std::string> environment = {"WARPSMITH_EMULATOR_TRACE=1", "WARPSMITH_TRACE=1"};
  const auto run = [&] {
    return failure(file("driver"), {}, file("out"), file("err"), RunSeconds, environment);
  };
  failed = run();
  // An original may read shared memory that no thread wrote for sums that no thread stores.
  if (originalReadsUnwritten(contents(file("err")))) {
    environment.emplace_back("WARPSMITH_EMULATOR_UNINITIALISED=ignore");
    failed = run();
  }
  const std::string output = contents(file("out")), errors = contents(file("err"));
  const Report report(result, output, errors);
  if (llvm::StringRef(failed).contains("timed out") && !result.wrong)
    return unverified(std::string(verify::TooLarge) + ": it ran longer than " +
                          std::to_string(RunSeconds) + " seconds",
                      /*avoidable=*/false);
  if (!failed.empty() && !result.wrong)
    return unverified("the emulator stopped: " + firstError(errors));
  return result;
}

} // namespace warpsmith::tool
