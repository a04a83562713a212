/// The launches of a kernel in the file, and whether they can be edited.
#pragma once

#include "rewriter/frontend/Frontend.h"
#include "rewriter/frontend/UnitContext.h"
#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/launches/LaunchSites.h"

namespace warpsmith::frontend {

/// Why a kernel without a launch is left alone.
extern const char *const NotLaunched;

class KernelLaunches {
public:
  explicit KernelLaunches(const UnitContext &known)
      : unit(known),
        launches(findLaunches(known.context)) {}

  /// Also of a kernel that keeps its launches, since one of them cannot be edited.
  bool launchesOf(const clang::FunctionDecl &kernel,
                  const std::vector<const clang::FunctionDecl *> &instances,
                  std::vector<Launch> &places, std::vector<LaunchSite> &sites, KernelSyntax &syntax,
                  RefusalSink &refuse);
  /// Functions that launch the kernel, or an instance of it, with their own parameters.
  std::vector<LaunchFunction> functionsOf(const clang::FunctionDecl &kernel) const;
  bool isLaunched(const clang::FunctionTemplateDecl &pattern) const;
  /// A kernel that other files can launch may be rewritten where it stands: of a template, the
  /// instances that the file makes for them, `template __global__ void gemm<float>(…);`.
  static bool isReachable(const clang::FunctionDecl &kernel);

private:
  bool editedLaunches(const clang::FunctionDecl &kernel,
                      const std::vector<const clang::FunctionDecl *> &instances,
                      std::vector<Launch> &places, std::vector<LaunchSite> &sites,
                      KernelSyntax &syntax, RefusalSink &refuse);
  /// Launches that errors have hidden from Clang.
  void addLaunchesByText(const clang::FunctionDecl &kernel, std::vector<Launch> &places,
                         std::vector<LaunchSite> &sites, KernelSyntax &syntax) const;
  /// The same text in a macro's definition launches another kernel of this name elsewhere.
  bool launchesOthers(const LaunchSite &launch,
                      const std::vector<const clang::FunctionDecl *> &instances) const;
  /// The file uses the kernel, or an instance of it, and no use is a launch that is understood.
  bool isUsedOtherwise(const std::vector<const clang::FunctionDecl *> &instances) const;
  static bool isOverloaded(const clang::FunctionDecl &kernel);

  const UnitContext &unit;
  LaunchMap launches;
};

} // namespace warpsmith::frontend
