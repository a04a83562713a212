#include "runtime/harness/run/BuildCache.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/run/TemporaryFolder.h"
#include <sstream>
#include <vector>

namespace warpsmith::harness {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t QuotedLines = 8;

/// A tool's complaint: the first lines that name an error or a remark, else the last lines.
std::string complaint(const CommandResult &result) {
  std::vector<std::string> lines;
  std::vector<std::string> telling;
  std::istringstream text(result.errors + result.output);
  for (std::string line; std::getline(text, line);) {
    lines.push_back(line);
    if (line.find("error") != std::string::npos || line.find("remark:") != std::string::npos)
      telling.push_back(line);
  }
  if (telling.empty() && lines.size() > QuotedLines)
    lines.erase(lines.begin(), lines.end() - QuotedLines);
  std::vector<std::string> &quoted = telling.empty() ? lines : telling;
  if (quoted.size() > QuotedLines)
    quoted.resize(QuotedLines);
  std::string joined;
  for (const std::string &line : quoted)
    joined += "\n  " + line;
  return joined;
}

/// Renames `folder` to `entry`; when that exists already, another build was first and its result
/// serves.
void publish(const fs::path &folder, const fs::path &entry, const std::string &product) {
  // So far it is its owner's alone; a cache may be shared.
  fs::permissions(folder, fs::status(folder.parent_path()).permissions() & fs::perms::all);
  std::error_code error;
  fs::rename(folder, entry, error);
  if (error && !fs::exists(entry / product))
    throw InputError("cannot create '" + entry.string() + "': " + error.message());
}

} // namespace

std::string describeFailure(const std::string &what, const CommandResult &result,
                            const CommandLine &command) {
  return what + " (" + result.failure + "):" + complaint(result) + "\n  by: " + display(command);
}

CacheEntry buildInCache(const fs::path &cache, const std::string &key, const std::string &product,
                        const FillFolder &fill) {
  CacheEntry entry;
  entry.folder = cache / key;
  entry.cached = fs::exists(entry.folder / product);
  if (entry.cached)
    return entry;
  const TemporaryFolder folder(cache, ".tmp-");
  entry.error = fill(folder.path(), entry.folder);
  if (entry.error.empty())
    publish(folder.path(), entry.folder, product);
  return entry;
}

} // namespace warpsmith::harness
