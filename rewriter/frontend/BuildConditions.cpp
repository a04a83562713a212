#include "rewriter/frontend/BuildConditions.h"
#include "rewriter/frontend/clang/ArchitectureView.h"
#include "rewriter/frontend/clang/LocalNames.h"
#include <algorithm>

namespace warpsmith::frontend {

BuildConditions::BuildConditions(const UnitContext &known, const std::set<std::string> &declared,
                                 std::vector<clang::SourceRange> functions,
                                 std::vector<clang::SourceRange> kernels)
    : unit(known),
      names(declared),
      branches(known.annotations, known.filter.architecture != 0, known.filter.hostBranches,
               known.sources),
      kernelBodies(std::move(kernels)) {
  branches.know(std::move(functions));
}

void BuildConditions::begin(clang::SourceLocation end) {
  kernelEnd = end;
  configuration.clear();
  differsByArchitecture = false;
}

bool BuildConditions::sameOnDevice(const clang::NamedDecl &declaration, RefusalSink &refuse) {
  const clang::SourceLocation begin = unit.sources.getExpansionLoc(declaration.getBeginLoc());
  const clang::SourceLocation end =
      unit.sources.getExpansionRange(declaration.getEndLoc()).getEnd();
  if (const ParseError *error = unit.errorWithin(begin, end))
    refuse(error->location, unit.errors->reason(*error));
  if (declaration.isInvalidDecl())
    refuse(declaration.getLocation(), "error in the declaration");
  std::set<std::string> declared = names;
  if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&declaration))
    for (const std::string &own : localNames(*function))
      declared.erase(own);
  for (const auto &[name, region] : branches.namesOf(unit.text({begin, end}), declared)) {
    const bool isOwn = unit.filter.architecture &&
                       unit.sources.isBeforeInTranslationUnit(begin, region->begin) &&
                       unit.sources.isBeforeInTranslationUnit(region->end, end);
    std::vector<const ConditionalDirective *> asked;
    if (isOwn || branches.isSettled(*region, asked)) {
      if (!restOn(asked, "'" + name + "'", refuse))
        return false;
      continue;
    }
    differsByArchitecture |= !refuse.refusal();
    refuse(declaration.getLocation(),
           "'" + name + "' depends on an #if that asks for the GPU or the compiler");
  }
  return !refuse.refusal() &&
         isSettled(begin, end, "'" + declaration.getNameAsString() + "'", refuse);
}

bool BuildConditions::isSettled(clang::SourceLocation begin, clang::SourceLocation end,
                                const std::string &inside, RefusalSink &refuse) {
  for (const ConditionalDirective &each :
       unit.annotations.conditionalsWithin(begin, end, unit.sources)) {
    const auto fail = [&](const std::string &why) {
      refuse(each.where, "preprocessor conditional inside " + inside + ", and " + why);
      return false;
    };
    differsByArchitecture |= !refuse.refusal() && !each.foreign.empty();
    if (!each.foreign.empty())
      return fail("'" + each.foreign +
                  "' is not the same for every compilation: give each branch a kernel of its own");
    for (const std::string &name : each.names) {
      std::vector<const ConditionalDirective *> asked;
      if (unit.annotations.macros.isDefinedForDevice(name) && !branches.isSettled(name, asked)) {
        differsByArchitecture |= !refuse.refusal();
        return fail("'" + name + "' depends on an #if that asks for the GPU or the compiler");
      }
      if (!restOn(asked, inside, refuse))
        return false;
      if (changes(each.where, name))
        return fail("'" + name + "' changes before the end of the kernel");
    }
    rest(branches.condition(each));
  }
  return true;
}

bool BuildConditions::namesAreTheHosts(const clang::FunctionDecl &kernel, const ReadKernel &read,
                                       const Contraction &contraction, RefusalSink &refuse) {
  std::string printed = contraction.str();
  for (const Predicate &fact : contraction.assertions)
    printed += "\n" + fact.str();
  std::set<std::string> declared = names;
  for (const std::string &own : localNames(kernel))
    declared.erase(own);
  std::string name = branches.otherForHost(printed, declared);
  for (const clang::FunctionDecl *function : read.functions)
    if (name.empty() && function->isConstexpr())
      name = branches.otherForHost(*function, names);
  for (const clang::CXXRecordDecl *record : read.records)
    if (name.empty() && !branches.isSameForHost(*record))
      name = record->getNameAsString();
  if (name.empty())
    return true;
  differsByArchitecture = true;
  refuse(kernel.getLocation(), otherForHost(name));
  return false;
}

bool BuildConditions::areSameForHost(const std::vector<LaunchSite> &sites, RefusalSink &refuse) {
  for (const LaunchSite &site : sites) {
    const std::string name = unit.filter.architecture && site.host
                                 ? branches.otherForHost(*site.host, names)
                                 : std::string();
    if (!name.empty()) {
      differsByArchitecture = true;
      refuse(site.host->getLocation(), otherForHost(name));
      return false;
    }
  }
  return true;
}

void BuildConditions::restOnArchitecture() {
  rest(std::string("!defined(") + ArchitectureMacro + ") || " + ArchitectureMacro +
       " == " + std::to_string(unit.filter.architecture));
}

void BuildConditions::restOnBranches(const clang::FunctionDecl &kernel) {
  const clang::SourceLocation own = unit.sources.getExpansionLoc(kernel.getBody()->getBeginLoc());
  const auto isElsewhere = [&](clang::SourceLocation where) {
    const auto contains = [&](const auto &region) { return region.contains(where, unit.sources); };
    return unit.sources.isInSystemHeader(where) ||
           llvm::any_of(unit.annotations.generated, contains) ||
           llvm::any_of(kernelBodies, [&](clang::SourceRange body) {
             return body.getBegin() != own &&
                    unit.sources.isBeforeInTranslationUnit(body.getBegin(), where) &&
                    unit.sources.isBeforeInTranslationUnit(where, body.getEnd());
           });
  };
  for (const ConditionalDirective &each : unit.annotations.conditionals) {
    const bool isOfMacro = llvm::StringRef(each.foreign).starts_with("#elif");
    if ((!each.asksForArchitecture && !isOfMacro) || isElsewhere(each.where))
      continue;
    const bool isRepeatable =
        each.foreign.empty() && llvm::none_of(each.names, [&](const std::string &name) {
          return changes(each.where, name);
        });
    if (isRepeatable)
      rest(branches.condition(each));
    else
      restOnArchitecture();
  }
}

bool BuildConditions::restOn(const std::vector<const ConditionalDirective *> &asked,
                             const std::string &of, RefusalSink &refuse) {
  for (const ConditionalDirective *each : asked) {
    for (const std::string &name : each->names)
      if (changes(each->where, name)) {
        refuse(each->where, "preprocessor conditional that " + of + " depends on, and '" + name +
                                "' changes before the end of the kernel");
        return false;
      }
    rest(branches.condition(*each));
  }
  return true;
}

void BuildConditions::rest(const std::string &condition) {
  if (!condition.empty() && !llvm::is_contained(configuration, condition))
    configuration.push_back(condition);
}

bool BuildConditions::changes(clang::SourceLocation where, const std::string &name) const {
  for (const auto *places : {&unit.annotations.macros.defined, &unit.annotations.macros.undefined})
    if (const auto known = places->find(name); known != places->end())
      for (const clang::SourceLocation place : known->second)
        if (unit.sources.isBeforeInTranslationUnit(where, place) &&
            unit.sources.isBeforeInTranslationUnit(place, kernelEnd))
          return true;
  return false;
}

std::string BuildConditions::otherForHost(const std::string &name) {
  return "'" + name +
         "' depends on an #if that asks for the GPU, and is not the same for the "
         "host's code";
}

} // namespace warpsmith::frontend
