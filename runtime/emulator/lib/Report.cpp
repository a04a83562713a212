// Error records: where, in which thread, in words.
#include "runtime/emulator/lib/Block.h"
#include "runtime/emulator/lib/ModuleMemory.h"
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string_view>

namespace warpsmith::emulator {
namespace {

std::optional<ErrorRecord> firstError;

std::string triple(const unsigned (&index)[3]) {
  return "(" + std::to_string(index[0]) + "," + std::to_string(index[1]) + "," +
         std::to_string(index[2]) + ")";
}

std::string symbolizer() {
  if (const char *path = std::getenv("LLVM_SYMBOLIZER_PATH"))
    return path;
  for (const char *path : {"/usr/lib/llvm-22/bin/llvm-symbolizer", "/usr/bin/llvm-symbolizer"})
    if (FILE *file = std::fopen(path, "r")) {
      std::fclose(file);
      return path;
    }
  return {};
}

/// True for the places of the CUDA headers, of which the user's own line is a caller.
bool isOwnHeader(std::string_view file) {
  return file.find("/runtime/emulator/include/") != std::string_view::npos ||
         file.find("/include/c++/") != std::string_view::npos;
}

Options fromEnvironment() {
  Options chosen;
  const auto is = [](const char *name, std::string_view value) {
    const char *text = std::getenv(name);
    return text && text == value;
  };
  if (const char *seed = std::getenv("WARPSMITH_EMULATOR_SEED"))
    chosen.seed = std::strtoull(seed, nullptr, 10);
  chosen.uninitialised = !is("WARPSMITH_EMULATOR_UNINITIALISED", "ignore");
  chosen.races = !is("WARPSMITH_EMULATOR_RACES", "ignore");
  chosen.globalMemory = is("WARPSMITH_EMULATOR_INITCHECK", "1");
  chosen.globalRaces = is("WARPSMITH_EMULATOR_RACECHECK", "1");
  chosen.print = !is("WARPSMITH_EMULATOR_QUIET", "1");
  chosen.traceCalls = is("WARPSMITH_EMULATOR_TRACE", "calls");
  chosen.trace = chosen.traceCalls || is("WARPSMITH_EMULATOR_TRACE", "1");
  return chosen;
}

} // namespace

std::string ErrorRecord::str() const {
  std::string text = location.empty() ? "emulator: error: " : location + ": error: ";
  text += message + " [block " + triple(block);
  if (hasThread)
    text += ", thread " + triple(thread);
  return text + "] [emulator-" + kind + "]";
}

Options &options() {
  static Options chosen = fromEnvironment();
  return chosen;
}

std::optional<ErrorRecord> lastError() {
  return firstError;
}

void record(const ErrorRecord &error) {
  if (options().print) {
    std::fprintf(stderr, "%s\n", error.str().c_str());
    std::fflush(stderr);
  }
  if (!firstError)
    firstError = error;
}

namespace detail {
void forgetError() {
  firstError.reset();
}
} // namespace detail

ErrorRecord errorAt(const Thread &thread, std::string kind, std::string message,
                    std::string location) {
  const uint3 block = thread.block->index();
  return {std::move(kind),
          std::move(message),
          std::move(location),
          {block.x, block.y, block.z},
          {thread.index.x, thread.index.y, thread.index.z},
          true};
}

std::string spell(const Location &where) {
  return std::string(where.file_name()) + ":" + std::to_string(where.line()) + ":" +
         std::to_string(where.column());
}

namespace {

/// What llvm-symbolizer says of a call: two lines a frame, the innermost first, the function and
/// then file:line:column. Empty when it cannot be asked.
std::string symbolized(const void *returnAddress) {
  static const std::string Symbolizer = symbolizer();
  Dl_info module{};
  if (Symbolizer.empty() || !dladdr(returnAddress, &module) || std::strchr(module.dli_fname, '\''))
    return {};
  // The call lies before the address it returns to.
  const auto offset =
      static_cast<const char *>(returnAddress) - 1 - static_cast<const char *>(module.dli_fbase);
  std::array<char, 32> number{};
  std::snprintf(number.data(), number.size(), "0x%zx", static_cast<std::size_t>(offset));
  const std::string command = "'" + Symbolizer + "' --inlines --obj='" + module.dli_fname + "' " +
                              number.data() + " 2>/dev/null";
  FILE *pipe = popen(command.c_str(), "r"); // NOLINT(bugprone-command-processor): quoted
  if (!pipe)
    return {};
  std::string text;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe))
    text += buffer.data();
  pclose(pipe);
  return text;
}

/// The first line, without its end, which is taken from the text.
std::string_view takeLine(std::string_view &text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

} // namespace

std::string spell(const void *returnAddress) {
  const std::string text = symbolized(returnAddress);
  std::string_view rest = text;
  std::string first;
  while (!rest.empty()) {
    takeLine(rest); // the function
    const std::string place(takeLine(rest));
    // Line 0 is a place that the compiler has made up.
    if (place.empty() || place.rfind("??", 0) == 0 || place.find(":0:0") != std::string::npos)
      continue;
    if (!isOwnHeader(place))
      return place;
    if (first.empty())
      first = place;
  }
  return first;
}

std::string trapKind(const void *returnAddress) {
  const std::string text = symbolized(returnAddress);
  std::string_view rest = text;
  return std::string(takeLine(rest));
}

} // namespace warpsmith::emulator
