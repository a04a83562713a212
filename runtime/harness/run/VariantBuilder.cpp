#include "runtime/harness/run/VariantBuilder.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/run/BuildCache.h"
#include "runtime/harness/run/ContentHash.h"
#include "runtime/harness/run/Interrupt.h"
#include "runtime/harness/run/RewriteReport.h"
#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <mutex>
#include <set>
#include <thread>

namespace warpsmith::harness {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr char LibraryName[] = "variant.so";

/// The headers a benchmark may include: those of its folder and of polybench/common.
std::set<fs::path> headersOf(const fs::path &source, const fs::path &root) {
  std::set<fs::path> headers;
  for (const fs::path &folder : {source.parent_path(), root / "polybench/common"}) {
    for (const fs::directory_entry &entry : fs::directory_iterator(folder)) {
      const fs::path extension = entry.path().extension();
      std::error_code ignored; // a dangling link: editors leave some
      if ((extension == ".cuh" || extension == ".h") && entry.is_regular_file(ignored))
        headers.insert(entry.path());
    }
  }
  return headers;
}

class Builder {
public:
  explicit Builder(const BuildSettings &settings)
      : settings(settings),
        tools(settings.toolchain.identity()) {}

  BuildResult build(const BuildRequest &request) const {
    const Clock::time_point start = Clock::now();
    BuildResult result;
    try {
      result = buildOrFind(request);
    } catch (const std::exception &error) {
      result.error = error.what();
    }
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result;
  }

private:
  fs::path originalSource(const BuildRequest &request) const {
    return sourceOf(*request.benchmark, settings.root);
  }

  CommandLine flags(const BuildRequest &request) const {
    return sourceFlags(*request.benchmark, request.type, settings.root);
  }

  std::string key(const BuildRequest &request) const {
    ContentHash hash;
    hash.add(tools).add(request.variant.passes).add(name(request.variant.contract));
    hash.add(spelling(request.type));
    for (const std::string &definition : request.benchmark->definitions)
      hash.add(definition);
    if (const auto &user = request.benchmark->source) {
      hash.add(user->driver);
      for (const std::string &flag : flags(request))
        hash.add(flag);
    }
    hash.addFile(originalSource(request));
    if (takesRewritten(request))
      hash.addFile(settings.rewritten / rewrittenName(request));
    for (const fs::path &header : headersOf(originalSource(request), settings.root))
      hash.add(header.filename().string()).addFile(header);
    return hash.text();
  }

  bool takesRewritten(const BuildRequest &request) const {
    return !settings.rewritten.empty() && !request.variant.isOriginal();
  }

  BuildResult buildOrFind(const BuildRequest &request) const {
    BuildResult result;
    const CacheEntry entry =
        buildInCache(settings.cache, key(request), LibraryName,
                     [&](const fs::path &folder, const fs::path &final) {
                       const std::string error = fill(request, folder, final, result.isApplicable);
                       const auto &user = request.benchmark->source;
                       return user ? underUsersName(error, *user, folder) : error;
                     });
    result.cached = entry.cached;
    result.error = entry.error;
    if (!result.error.empty())
      return result;
    result.library = entry.folder / LibraryName;
    result.source = entry.folder / originalSource(request).filename();
    if (!settings.keepSources.empty()) {
      fs::create_directories(settings.keepSources);
      fs::copy_file(result.source, settings.keepSources / rewrittenName(request),
                    fs::copy_options::overwrite_existing);
    }
    return result;
  }

  static fs::path copyOf(const UserSource &user, const fs::path &folder) {
    return folder / "original" / user.file.filename();
  }

  /// Messages about the copy are about the file; lines are the same.
  static std::string underUsersName(std::string text, const UserSource &user,
                                    const fs::path &folder) {
    const std::string copy = copyOf(user, folder).string();
    for (std::size_t at = text.find(copy); at != std::string::npos; at = text.find(copy, at))
      text.replace(at, copy.size(), user.file.string());
    return text;
  }

  /// The source as the suite's are: with a function for the harness that launches the kernel.
  fs::path withDriver(const BuildRequest &request, const fs::path &folder) const {
    const auto &user = request.benchmark->source;
    if (!user)
      return originalSource(request);
    const fs::path file = copyOf(*user, folder);
    fs::create_directory(file.parent_path());
    writeTextFile(file, readTextFile(user->file) + user->driver);
    return file;
  }

  /// Rewrites and compiles into an empty folder that will be renamed to `entry`. The error, or
  /// nothing; where a pass refuses the benchmark's products, its reason, and `isApplicable` is
  /// false.
  std::string fill(const BuildRequest &request, const fs::path &folder, const fs::path &entry,
                   bool &isApplicable) const {
    const fs::path source = folder / originalSource(request).filename();
    const fs::path unrewritten = withDriver(request, folder);
    if (request.variant.isOriginal()) {
      fs::copy_file(unrewritten, source);
    } else if (takesRewritten(request)) {
      fs::copy_file(settings.rewritten / rewrittenName(request), source);
    } else if (settings.toolchain.rewriter.empty()) {
      return "not rewritten: warpsmith was not found (give --warpsmith=FILE or --rewritten=DIR)";
    } else {
      const fs::path report = folder / "report.json";
      const CommandLine command = settings.toolchain.rewrite(
          unrewritten, request.variant.passes, name(request.variant.contract), source, report,
          flags(request), request.benchmark->source ? request.benchmark->source->kernel : "*");
      const CommandResult rewritten = runCommand(command, settings.timeout);
      if (std::string reason = productsRefused(*request.benchmark, report); !reason.empty()) {
        isApplicable = false;
        return reason;
      }
      if (!rewritten.succeeded)
        return describeFailure("not rewritten", rewritten, command);
      if (const std::string left = productsLeftAlone(*request.benchmark, report); !left.empty())
        return "not rewritten:" + left + "\n  by: " + display(command);
    }
    CommandLine compileFlags = flags(request);
    if (settings.toolchain.kind == DeviceKind::Emulator) // its messages name files that stay
      compileFlags.push_back("-ffile-prefix-map=" + folder.string() + "=" + entry.string());
    const CommandLine command =
        settings.toolchain.compile(source, folder / LibraryName, compileFlags);
    const CommandResult compiled = runCommand(command, settings.timeout);
    if (!compiled.succeeded)
      return describeFailure("not compiled", compiled, command);
    return {};
  }

  const BuildSettings &settings;
  std::string tools;
};

} // namespace

fs::path defaultCache() {
  if (const char *given = std::getenv("WARPSMITH_CACHE"); given && *given)
    return given;
  if (const char *cache = std::getenv("XDG_CACHE_HOME"); cache && *cache)
    return fs::path(cache) / "warpsmith";
  if (const char *home = std::getenv("HOME"); home && *home)
    return fs::path(home) / ".cache/warpsmith";
  return fs::temp_directory_path() / "warpsmith-cache";
}

std::string rewrittenName(const BuildRequest &request) {
  return sourceName(request.benchmark->name, request.variant.name,
                    std::string(spelling(request.type)));
}

std::string sourceName(const std::string &benchmark, const std::string &variant,
                       const std::string &type) {
  std::string name = benchmark + "." + variant + "." + type + ".cu";
  for (char &character : name) {
    if (!std::isalnum(static_cast<unsigned char>(character)) && character != '.' &&
        character != '-')
      character = '_';
  }
  return name;
}

fs::path sourceOf(const Benchmark &benchmark, const fs::path &root) {
  if (benchmark.source)
    return benchmark.source->file;
  const std::string program =
      benchmark.program.empty() ? benchmark.name + "/" + benchmark.name : benchmark.program;
  return root / "polybench" / (program + ".cu");
}

CommandLine sourceFlags(const Benchmark &benchmark, ElementType type, const fs::path &root) {
  const fs::path folder = sourceOf(benchmark, root).parent_path();
  if (const auto &user = benchmark.source) {
    // The file's own main is an ordinary function of the library.
    CommandLine all = {"-Dmain=polybench_user_main", "-I" + folder.string(), "-I" + root.string()};
    all.insert(all.end(), user->flags.begin(), user->flags.end());
    return all;
  }
  CommandLine all = {"-DDATA_TYPE=" + std::string(cudaName(type)), "-I" + root.string(),
                     "-I" + folder.string()};
  for (const std::string &definition : benchmark.definitions)
    all.push_back("-D" + definition);
  return all;
}

std::vector<BuildResult>
buildVariants(const BuildSettings &settings, const std::vector<BuildRequest> &requests,
              const std::function<void(const BuildRequest &, const BuildResult &)> &done) {
  const Builder builder(settings);
  std::vector<BuildResult> results(requests.size());
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  const auto work = [&] {
    for (std::size_t index = next++; index < requests.size(); index = next++) {
      if (wasInterrupted()) {
        results[index].error = "interrupted";
        continue;
      }
      if (settings.enough && settings.enough()) {
        results[index].begun = false;
        results[index].error = "not built: there was no time left";
        continue;
      }
      results[index] = builder.build(requests[index]);
      const std::lock_guard lock(mutex);
      done(requests[index], results[index]);
    }
  };
  std::vector<std::thread> threads;
  const auto jobs = static_cast<std::size_t>(std::max(1, settings.jobs));
  for (std::size_t job = 1; job < std::min(jobs, requests.size()); ++job)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
  return results;
}

} // namespace warpsmith::harness
