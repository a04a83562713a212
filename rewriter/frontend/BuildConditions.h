/// What the reading of a kernel rests on in the build: that conditional directives are answered as
/// in this parse, and that names mean the same for the device, for the host and for the code behind
/// the kernel.
#pragma once

#include "rewriter/frontend/KernelReader.h"
#include "rewriter/frontend/UnitContext.h"
#include "rewriter/frontend/clang/ArchitectureBranches.h"
#include "rewriter/frontend/launches/LaunchSites.h"

namespace warpsmith::frontend {

class BuildConditions {
public:
  /// `declared` are the names of the unit's declarations, `functions` the bodies of all functions
  /// and `kernels` those of kernels.
  BuildConditions(const UnitContext &known, const std::set<std::string> &declared,
                  std::vector<clang::SourceRange> functions,
                  std::vector<clang::SourceRange> kernels);

  /// A kernel is read that ends there.
  void begin(clang::SourceLocation end);

  /// The source of a function or a structure must be what nvcc compiles for the device.
  bool sameOnDevice(const clang::NamedDecl &declaration, RefusalSink &refuse);
  /// What conditional directives between two places ask is the same for the device and for the code
  /// behind the kernel. It becomes part of the kernel's configuration.
  bool isSettled(clang::SourceLocation begin, clang::SourceLocation end, const std::string &inside,
                 RefusalSink &refuse);
  /// Of a kernel that was read for an architecture: what generated code of the host's names is what
  /// it is for the device. Constants are made of constexpr functions, and parameters have
  /// structures.
  bool namesAreTheHosts(const clang::FunctionDecl &kernel, const ReadKernel &read,
                        const Contraction &contraction, RefusalSink &refuse);
  /// What launches a kernel that was read for an architecture is the host's own code.
  bool areSameForHost(const std::vector<LaunchSite> &sites, RefusalSink &refuse);
  /// No other architecture compiles the kernel.
  void restOnArchitecture();
  /// Each conditional directive that asks for the architecture may have given a name in the kernel
  /// its meaning, through other declarations, macros and files. All answers have to hold, but for
  /// those inside of other kernels.
  void restOnBranches(const clang::FunctionDecl &kernel);

  /// What has been rested on since begin().
  const std::vector<std::string> &conditions() const { return configuration; }
  /// A refusal had to do with what the architecture decides.
  bool differs() const { return differsByArchitecture; }

private:
  /// What directives before the kernel have answered for the architecture holds to its end.
  bool restOn(const std::vector<const ConditionalDirective *> &asked, const std::string &of,
              RefusalSink &refuse);
  /// The condition becomes part of the kernel's configuration.
  void rest(const std::string &condition);
  /// The macro is another one at the end of the kernel, or may be.
  bool changes(clang::SourceLocation where, const std::string &name) const;
  static std::string otherForHost(const std::string &name);

  const UnitContext &unit;
  const std::set<std::string> &names;
  ArchitectureBranches branches;
  std::vector<clang::SourceRange> kernelBodies;
  // Of the kernel that is read.
  clang::SourceLocation kernelEnd;
  std::vector<std::string> configuration;
  bool differsByArchitecture = false;
};

} // namespace warpsmith::frontend
