/// What a `.warpsmith` file can say: the flags that describe a project rather than one call.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::tool {

/// Each is the flag of the same name; what is absent was not said.
struct Settings {
  std::optional<std::string> passes, numerics, arch, kernel, headerFilter, formatStyle, cudaPath,
      companion;
  std::optional<bool> deviceHeaders, strictParse, errorOnMissed;
  std::optional<std::vector<std::string>> extraArguments, extraArgumentsBefore;
  std::optional<bool> inheritParentConfig; ///< of files alone
  /// Where a file said it: FILE:LINE by key.
  std::map<std::string, std::string> origins;

  /// Takes from `other` what is not said here.
  void fillFrom(const Settings &other);
  std::string yaml() const;
  /// What is said, by the keys of a file.
  llvm::json::Object json() const;
};

/// Of settings that are all said. `origins` stays empty.
bool fromJSON(const llvm::json::Value &value, Settings &settings, llvm::json::Path path);

/// Unknown keys and wrong types are errors that name file, line and cause.
llvm::Expected<Settings> readSettings(const std::string &file);

/// Of the nearest `.warpsmith` in the source's folder or above it, and with InheritParentConfig of
/// the next one; nothing said when there is none.
llvm::Expected<Settings> settingsFor(llvm::StringRef source);

} // namespace warpsmith::tool
