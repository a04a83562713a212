/// The user's macros, and what of the source another compilation may see differently: nvcc compiles
/// a file once for the host, as it is parsed here, and once for each GPU architecture.
#pragma once

#include "clang/Lex/Preprocessor.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warpsmith::frontend {

struct UserMacros {
  /// Every macro ever defined in the user's files or on the command line, and the identifiers of
  /// its definitions.
  std::map<std::string, std::set<std::string>> bodies;
  /// Those that were also, or only, defined without parameters.
  std::set<std::string> withoutParameters;
  /// Where each macro was defined, and where it was undefined.
  std::map<std::string, std::vector<clang::SourceLocation>> defined, undefined;
  /// An #if that asks for the compiler or the GPU architecture, to its #endif: every identifier
  /// between them, and the macros that are defined or undefined there.
  struct DeviceRegion {
    clang::SourceLocation begin, end;
    std::set<std::string> names, defined;
    bool closesBlocks = false; ///< a branch of it ends or begins a block that goes on outside
  };
  std::vector<DeviceRegion> regions;

  std::set<std::string> names() const;
  /// Names in the text, or in the macros that it uses, that may mean something else on the device,
  /// and the regions where they may get that meaning; `declared` are the user's functions,
  /// variables and types that it may name.
  struct DeviceName {
    std::string name;
    const DeviceRegion *region;
  };
  std::vector<DeviceName> deviceDependentNames(const std::string &text,
                                               const std::set<std::string> &declared) const;
  bool isDefinedForDevice(const std::string &macro) const;
};

/// Registers with the preprocessor; the macros must outlive the parse.
void watchUserMacros(clang::Preprocessor &preprocessor, UserMacros &macros);

} // namespace warpsmith::frontend
