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
  /// Every identifier between an #if that asks for the compiler or the GPU architecture and its
  /// #endif, and the macros that are defined or undefined there.
  std::set<std::string> deviceDependent, definedForDevice;

  std::set<std::string> names() const;
  /// A name in the text, or in the macros that it uses, that may mean something else on the device;
  /// `declared` are the user's functions, variables and types that it may name. Empty when there is
  /// none.
  std::string deviceDependentName(const std::string &text,
                                  const std::set<std::string> &declared) const;
};

/// Registers with the preprocessor; the macros must outlive the parse.
void watchUserMacros(clang::Preprocessor &preprocessor, UserMacros &macros);

} // namespace warpsmith::frontend
