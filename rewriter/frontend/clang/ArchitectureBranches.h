/// What code rests on that was read as one GPU architecture compiles it: how conditional directives
/// were answered, and whether the host's compilation answers them in the same way.
#pragma once

#include "rewriter/frontend/clang/SourceAnnotations.h"
#include "clang/AST/Decl.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::frontend {

/// How each conditional directive that was asked was answered, by its place.
std::map<std::string, bool> branchesOf(const std::vector<ConditionalDirective> &conditionals,
                                       const clang::SourceManager &sources);

class ArchitectureBranches {
public:
  /// `ofHost` are those of the host's compilation, where this parse is of an architecture.
  ArchitectureBranches(const SourceAnnotations &seen, bool ofArchitecture,
                       const std::map<std::string, bool> &ofHost,
                       const clang::SourceManager &manager)
      : annotations(seen),
        isOfArchitecture(ofArchitecture),
        hostBranches(ofHost),
        sources(manager) {}

  /// The bodies of the user's functions: what a region inside of one mentions is no other meaning
  /// of it outside.
  void know(std::vector<clang::SourceRange> functions) { bodies = std::move(functions); }
  /// UserMacros::deviceDependentNames, of what may have another meaning where the text stands.
  std::vector<UserMacros::DeviceName> namesOf(const std::string &text,
                                              const std::set<std::string> &declared) const;

  /// The directive as a condition that each compilation can ask: that of the host is left out where
  /// it asks for the architecture.
  std::string condition(const ConditionalDirective &directive) const;

  /// Whether the directives of the region are answered by the architecture alone. `found` gets
  /// them.
  bool isSettled(const UserMacros::DeviceRegion &region,
                 std::vector<const ConditionalDirective *> &found) const;
  /// The same of all regions that define the macro.
  bool isSettled(const std::string &macro, std::vector<const ConditionalDirective *> &found) const;

  /// A name that a text reaches, which is not the same for the host: empty where there is none.
  std::string otherForHost(const std::string &text, const std::set<std::string> &declared) const;
  /// The same of a function of the host's, and of the user's functions that it calls.
  std::string otherForHost(const clang::FunctionDecl &function,
                           const std::set<std::string> &declared) const;

  /// The host's compilation takes the same branches of conditional directives inside of it.
  bool isSameForHost(const clang::Decl &declaration) const;

private:
  bool isSameForHost(const ConditionalDirective &directive) const;
  bool isSameForHost(const UserMacros::DeviceRegion &region) const;
  bool isWithin(const ConditionalDirective &directive, clang::SourceLocation begin,
                clang::SourceLocation end) const;
  bool settle(const UserMacros::DeviceRegion &region,
              std::vector<const ConditionalDirective *> &found,
              std::set<const UserMacros::DeviceRegion *> &seen) const;
  bool settle(const std::string &macro, std::vector<const ConditionalDirective *> &found,
              std::set<const UserMacros::DeviceRegion *> &seen) const;

  const SourceAnnotations &annotations;
  const bool isOfArchitecture;
  const std::map<std::string, bool> &hostBranches;
  const clang::SourceManager &sources;
  std::vector<clang::SourceRange> bodies;
};

} // namespace warpsmith::frontend
