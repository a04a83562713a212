#include "rewriter/frontend/KernelLaunches.h"
#include "rewriter/frontend/clang/NamedConstants.h"
#include "rewriter/frontend/clang/TemplateKernels.h"
#include "rewriter/frontend/clang/UserHeaders.h"
#include "rewriter/frontend/launches/LaunchFunctions.h"
#include "rewriter/frontend/launches/LaunchGeometry.h"
#include "rewriter/frontend/launches/TextLaunches.h"
#include "clang/AST/ExprCXX.h"
#include <algorithm>
#include <map>

namespace warpsmith::frontend {

const char *const NotLaunched =
    "no launch of the kernel in this file, and what a launch elsewhere covers is not known here: "
    "put the launch beside the kernel, or the kernel into a header that --header-filter matches";

static constexpr const char *NotInstantiated =
    "no launch of the kernel in this file, and without one the arguments of its template are not "
    "known: name them by --instantiate='";

bool KernelLaunches::launchesOf(const clang::FunctionDecl &kernel,
                                const std::vector<const clang::FunctionDecl *> &instances,
                                std::vector<Launch> &places, std::vector<LaunchSite> &sites,
                                KernelSyntax &syntax, RefusalSink &refuse) {
  RefusalSink notEdited;
  if (editedLaunches(kernel, instances, places, sites, syntax, notEdited))
    return true;
  refuse(notEdited.refusal()->location, notEdited.refusal()->reason);
  if (!unit.sources.isInMainFile(unit.endOf(kernel)) ||
      (!isReachable(kernel) && !isUsedOtherwise(instances)))
    return false;
  refuse.restore({});
  places.clear();
  sites.clear();
  syntax.launches.clear();
  syntax.keepsLaunches = notEdited.refusal()->reason;
  return true;
}

bool KernelLaunches::editedLaunches(const clang::FunctionDecl &kernel,
                                    const std::vector<const clang::FunctionDecl *> &instances,
                                    std::vector<Launch> &places, std::vector<LaunchSite> &sites,
                                    KernelSyntax &syntax, RefusalSink &refuse) {
  const clang::SourceLocation end = unit.endOf(kernel);
  const bool inHeader = !unit.sources.isInMainFile(end);
  const auto fail = [&](clang::SourceLocation where, std::string reason) {
    refuse(where, std::move(reason));
    return false;
  };
  // A launch in a template is seen in each of its instances.
  std::map<std::pair<std::string, unsigned>, size_t> known;
  for (const clang::FunctionDecl *instance : instances)
    for (const LaunchSite &launch : launches[instance->getCanonicalDecl()]) {
      const clang::SourceLocation where = unit.sources.getExpansionLoc(launch.call->getBeginLoc());
      auto found = launchSyntax(launch, unit.context, unit.annotations.macroArguments, refuse);
      if (!found)
        return false;
      if (found->byPointers && isOverloaded(kernel))
        return fail(where, "launched by its name alone, which is overloaded");
      if (found->inDefinition && launchesOthers(launch, instances))
        return fail(where, "launch inside a macro: its definition launches several kernels");
      // What Clang has not understood is edited by its text, where that leaves no doubt.
      if (const ParseError *error =
              unit.errorWithin(where, unit.sources.getExpansionLoc(launch.call->getEndLoc()));
          error && (found->byPointers || found->insideMacro || found->inDefinition ||
                    !found->header.empty() ||
                    !countsAlike(unit.sources.getBufferData(unit.sources.getMainFileID()), *found)))
        return fail(error->location, "error in a launch: " + error->message);
      if (!found->header.empty()) {
        if (!inHeader)
          return fail(where, "launched from a header");
        if (!unit.filter.wantsHeader(where, unit.sources))
          return fail(where, "launched from a header that --header-unit.filter does not match");
        if (!readOnce(unit.sources.getFileID(where), unit.sources))
          return fail(where, "launched from a header that is included more than once");
      }
      if (!syntax.declarationEnd && unit.sources.isBeforeInTranslationUnit(where, end))
        return fail(where, "launched before its definition, and declared in another file");
      const std::pair place(found->header, found->nameOffset);
      if (const auto [seen, isNew] = known.try_emplace(place, places.size()); !isNew) {
        sites[seen->second].call = nullptr;
        continue;
      }
      sites.push_back(launch);
      const auto *chevrons = llvm::dyn_cast<clang::CUDAKernelCallExpr>(launch.call);
      places.push_back({unit.plain(launch.call->getBeginLoc()),
                        chevrons ? blockShape(*chevrons, launch.host, unit.context) : std::nullopt,
                        chevrons ? sharedBytes(*chevrons, unit.context) : std::nullopt});
      syntax.launches.push_back(std::move(*found));
    }
  if (!inHeader && !kernel.getDescribedFunctionTemplate() && unit.errors &&
      !unit.errors->errors().empty()) {
    if (isOverloaded(kernel))
      return fail(kernel.getLocation(),
                  "the kernel's name is overloaded, and unit.errors may hide launches of it");
    addLaunchesByText(kernel, places, sites, syntax);
  }
  if (syntax.launches.empty() && !inHeader && isUsedOtherwise(instances))
    return fail(kernel.getLocation(), "the file launches it by a call that is not understood");
  if (syntax.launches.empty() && !inHeader && !isReachable(kernel) &&
      !(unit.filter.withoutLaunch && !instances.empty()))
    return fail(kernel.getLocation(),
                instances.empty() ? NotInstantiated + kernel.getQualifiedNameAsString() + "<...>'"
                                  : std::string(NotLaunched));
  return true;
}

void KernelLaunches::addLaunchesByText(const clang::FunctionDecl &kernel,
                                       std::vector<Launch> &places, std::vector<LaunchSite> &sites,
                                       KernelSyntax &syntax) const {
  NamedKernel named{kernel.getNameAsString(), {}, {}, &unit.annotations.macros};
  if (const auto *space =
          llvm::dyn_cast<clang::NamespaceDecl>(kernel.getDeclContext()->getNonTransparentContext()))
    named.scope = space->getNameAsString();
  for (const clang::FunctionDecl *declaration : kernel.redecls())
    if (unit.sources.isInMainFile(declaration->getLocation()))
      named.declarations.insert(unit.sources.getFileOffset(declaration->getLocation()));
  const clang::FileID file = unit.sources.getMainFileID();
  for (LaunchSyntax &launch : launchesByText(unit.sources.getBufferData(file), named)) {
    const bool isKnown = llvm::any_of(syntax.launches, [&](const LaunchSyntax &known) {
      return known.header.empty() && known.nameOffset == launch.nameOffset;
    });
    if (isKnown || (!syntax.declarationEnd && launch.nameOffset < syntax.definitionEnd))
      continue;
    places.push_back({unit.plain(unit.sources.getComposedLoc(file, launch.nameOffset))});
    sites.emplace_back();
    syntax.launches.push_back(std::move(launch));
  }
}

bool KernelLaunches::launchesOthers(
    const LaunchSite &launch, const std::vector<const clang::FunctionDecl *> &instances) const {
  const clang::SourceLocation place = unit.sources.getSpellingLoc(launch.kernel->getLocation());
  return llvm::any_of(launches, [&](const auto &known) {
    return llvm::none_of(instances,
                         [&](const clang::FunctionDecl *instance) {
                           return instance->getCanonicalDecl() == known.first;
                         }) &&
           llvm::any_of(known.second, [&](const LaunchSite &other) {
             return other.kernel &&
                    unit.sources.getSpellingLoc(other.kernel->getLocation()) == place;
           });
  });
}

bool KernelLaunches::isUsedOtherwise(
    const std::vector<const clang::FunctionDecl *> &instances) const {
  return llvm::any_of(instances,
                      [](const clang::FunctionDecl *instance) { return instance->isUsed(); }) &&
         llvm::none_of(instances, [&](const clang::FunctionDecl *instance) {
           const auto known = launches.find(instance->getCanonicalDecl());
           return known != launches.end() && !known->second.empty();
         });
}

std::vector<LaunchFunction> KernelLaunches::functionsOf(const clang::FunctionDecl &kernel) const {
  std::vector<LaunchFunction> result;
  for (const clang::FunctionDecl *instance : kernelsOf(kernel)) {
    const auto found = launches.find(instance->getCanonicalDecl());
    if (found != launches.end())
      llvm::append_range(result, launchFunctions(found->second, *instance));
  }
  return result;
}

bool KernelLaunches::isLaunched(const clang::FunctionTemplateDecl &pattern) const {
  return llvm::any_of(instancesOf(pattern), [&](const clang::FunctionDecl *instance) {
    return launches.contains(instance->getCanonicalDecl());
  });
}

bool KernelLaunches::isReachable(const clang::FunctionDecl &kernel) {
  const clang::FunctionTemplateDecl *pattern = kernel.getDescribedFunctionTemplate();
  return kernel.hasExternalFormalLinkage() && (!pattern || !madeForOthers(*pattern).empty());
}

bool KernelLaunches::isOverloaded(const clang::FunctionDecl &kernel) {
  const auto found = kernel.getDeclContext()->lookup(kernel.getDeclName());
  return std::distance(found.begin(), found.end()) > 1;
}

} // namespace warpsmith::frontend
