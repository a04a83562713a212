#include "rewriter/tool/Settings.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"
#include <type_traits>

namespace warpsmith::tool {
namespace {

/// Every key and its place, in the order in which they are printed.
template <class Self, class Visit>
void eachSetting(Self &settings, Visit visit) {
  visit("passes", settings.passes);
  visit("numerics", settings.numerics);
  visit("arch", settings.arch);
  visit("kernel", settings.kernel);
  visit("header-filter", settings.headerFilter);
  visit("format-style", settings.formatStyle);
  visit("cuda-path", settings.cudaPath);
  visit("companion", settings.companion);
  visit("device-headers", settings.deviceHeaders);
  visit("strict-parse", settings.strictParse);
  visit("error-on-missed", settings.errorOnMissed);
  visit("extra-arg", settings.extraArguments);
  visit("extra-arg-before", settings.extraArgumentsBefore);
}

} // namespace
} // namespace warpsmith::tool

template <>
struct llvm::yaml::MappingTraits<warpsmith::tool::Settings> {
  static void mapping(IO &io, warpsmith::tool::Settings &settings) {
    warpsmith::tool::eachSetting(settings,
                                 [&](const char *key, auto &value) { io.mapOptional(key, value); });
    io.mapOptional("InheritParentConfig", settings.inheritParentConfig);
  }
};

namespace warpsmith::tool {
namespace {

llvm::Error failure(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// The line of each key at the start of a line.
void findOrigins(Settings &settings, const std::string &file, llvm::StringRef text) {
  unsigned line = 0;
  while (!text.empty()) {
    ++line;
    const auto [first, rest] = text.split('\n');
    const auto [key, value] = first.split(':');
    settings.origins.try_emplace(key.trim(" \t\r\"'").str(), file + ":" + std::to_string(line));
    text = rest;
  }
}

bool saysNothing(llvm::StringRef text) {
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    if (const llvm::StringRef content = line.trim();
        !content.empty() && content[0] != '#' && content != "---" && content != "...")
      return false;
    text = rest;
  }
  return true;
}

} // namespace

void Settings::fillFrom(const Settings &other) {
  const Settings mine = *this;
  *this = other;
  const auto take = [](auto &to, const auto &from) {
    if (from)
      to = from;
  };
  take(passes, mine.passes);
  take(numerics, mine.numerics);
  take(arch, mine.arch);
  take(kernel, mine.kernel);
  take(headerFilter, mine.headerFilter);
  take(formatStyle, mine.formatStyle);
  take(cudaPath, mine.cudaPath);
  take(companion, mine.companion);
  take(deviceHeaders, mine.deviceHeaders);
  take(strictParse, mine.strictParse);
  take(errorOnMissed, mine.errorOnMissed);
  take(extraArguments, mine.extraArguments);
  take(extraArgumentsBefore, mine.extraArgumentsBefore);
  inheritParentConfig = mine.inheritParentConfig;
  for (const auto &[key, place] : mine.origins)
    origins[key] = place;
}

std::string Settings::yaml() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::yaml::Output output(stream, nullptr, /*WrapColumn=*/0);
  Settings copy = *this;
  output << copy;
  return text;
}

llvm::json::Object Settings::json() const {
  llvm::json::Object object;
  eachSetting(*this, [&](llvm::StringLiteral key, const auto &value) {
    if (value)
      object[key] = *value;
  });
  return object;
}

bool fromJSON(const llvm::json::Value &value, Settings &settings, llvm::json::Path path) {
  llvm::json::ObjectMapper object(value, path);
  bool complete = static_cast<bool>(object);
  if (complete)
    eachSetting(settings, [&](llvm::StringLiteral key, auto &target) {
      complete = complete && object.map(key, target.emplace());
    });
  return complete;
}

llvm::Expected<Settings> readSettings(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return failure("cannot read '" + file + "': " + buffer.getError().message());
  Settings settings;
  if (saysNothing((*buffer)->getBuffer()))
    return settings;
  std::string problem;
  const auto keepFirst = [](const llvm::SMDiagnostic &diagnostic, void *context) {
    std::string &target = *static_cast<std::string *>(context);
    if (target.empty() && diagnostic.getKind() == llvm::SourceMgr::DK_Error)
      target = diagnostic.getFilename().str() + ":" + std::to_string(diagnostic.getLineNo()) + ":" +
               std::to_string(diagnostic.getColumnNo() + 1) + ": " + diagnostic.getMessage().str();
  };
  llvm::yaml::Input input(llvm::MemoryBufferRef((*buffer)->getBuffer(), file), nullptr, keepFirst,
                          &problem);
  input >> settings;
  if (input.error())
    return failure(problem.empty() ? file + ": not a mapping of settings" : problem);
  findOrigins(settings, file, (*buffer)->getBuffer());
  return settings;
}

llvm::Expected<Settings> settingsFor(llvm::StringRef source) {
  llvm::SmallString<256> folder(source);
  llvm::sys::fs::make_absolute(folder);
  llvm::sys::path::remove_dots(folder, /*remove_dot_dot=*/true);
  Settings result;
  bool more = true;
  for (llvm::StringRef parent = llvm::sys::path::parent_path(folder); more && !parent.empty();
       parent = llvm::sys::path::parent_path(parent)) {
    llvm::SmallString<256> file(parent);
    llvm::sys::path::append(file, ".warpsmith");
    if (!llvm::sys::fs::is_regular_file(file))
      continue;
    auto found = readSettings(file.str().str());
    if (!found)
      return found.takeError();
    more = found->inheritParentConfig.value_or(false);
    result.fillFrom(*found);
  }
  return result;
}

} // namespace warpsmith::tool
