#include "rewriter/frontend/clang/ArchitectureBranches.h"
#include "rewriter/frontend/clang/ArchitectureView.h"
#include "rewriter/frontend/clang/LocalNames.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

namespace warpsmith::frontend {
namespace {

using clang::SourceLocation;
using Region = UserMacros::DeviceRegion;

std::string placeOf(SourceLocation where, const clang::SourceManager &sources) {
  return sources.getFilename(where).str() + ":" + std::to_string(sources.getFileOffset(where));
}

/// The user's functions whose bodies a function reaches, itself among them.
class Called : public clang::ConstDynamicRecursiveASTVisitor {
public:
  explicit Called(const clang::SourceManager &manager) : sources(manager) {}

  void add(const clang::FunctionDecl &function) {
    const clang::FunctionDecl *definition = function.getDefinition();
    if (!definition || sources.isInSystemHeader(definition->getLocation()) ||
        !functions.insert(definition).second)
      return;
    TraverseStmt(definition->getBody());
  }
  bool VisitDeclRefExpr(const clang::DeclRefExpr *reference) override {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl());
    if (function && !function->hasAttr<clang::CUDAGlobalAttr>())
      add(*function);
    return true;
  }

  std::set<const clang::FunctionDecl *> functions;

private:
  const clang::SourceManager &sources;
};

} // namespace

std::map<std::string, bool> branchesOf(const std::vector<ConditionalDirective> &conditionals,
                                       const clang::SourceManager &sources) {
  std::map<std::string, bool> branches;
  std::set<std::string> several; // of a file that is included again
  for (const ConditionalDirective &each : conditionals) {
    if (!each.isTrue)
      continue;
    const std::string place = placeOf(each.where, sources);
    const auto [known, isNew] = branches.try_emplace(place, *each.isTrue);
    if (!isNew && known->second != *each.isTrue)
      several.insert(place);
  }
  for (const std::string &place : several)
    branches.erase(place);
  return branches;
}

std::vector<UserMacros::DeviceName>
ArchitectureBranches::namesOf(const std::string &text,
                              const std::set<std::string> &declared) const {
  auto found = annotations.macros.deviceDependentNames(text, declared);
  std::erase_if(found, [&](const UserMacros::DeviceName &each) {
    const Region &region = *each.region;
    return !region.defined.contains(each.name) && !region.closesBlocks &&
           llvm::any_of(bodies, [&](clang::SourceRange body) {
             return sources.isBeforeInTranslationUnit(body.getBegin(), region.begin) &&
                    sources.isBeforeInTranslationUnit(region.end, body.getEnd());
           });
  });
  return found;
}

std::string ArchitectureBranches::condition(const ConditionalDirective &directive) const {
  if (!isOfArchitecture || directive.holds.empty())
    return directive.holds;
  const bool isForDevice =
      directive.asksForArchitecture || llvm::any_of(directive.names, [&](const std::string &name) {
        return annotations.macros.isDefinedForDevice(name);
      });
  if (!isForDevice)
    return directive.holds;
  const std::string ofDevice = std::string("defined(") + ArchitectureMacro + ")";
  return directive.holds == ofDevice ? "" : "!" + ofDevice + " || (" + directive.holds + ")";
}

bool ArchitectureBranches::isWithin(const ConditionalDirective &directive, SourceLocation begin,
                                    SourceLocation end) const {
  return directive.where == begin || (sources.isBeforeInTranslationUnit(begin, directive.where) &&
                                      sources.isBeforeInTranslationUnit(directive.where, end));
}

bool ArchitectureBranches::isSettled(const Region &region,
                                     std::vector<const ConditionalDirective *> &found) const {
  std::set<const Region *> seen;
  return settle(region, found, seen);
}

bool ArchitectureBranches::isSettled(const std::string &macro,
                                     std::vector<const ConditionalDirective *> &found) const {
  std::set<const Region *> seen;
  return settle(macro, found, seen);
}

bool ArchitectureBranches::settle(const std::string &macro,
                                  std::vector<const ConditionalDirective *> &found,
                                  std::set<const Region *> &seen) const {
  return llvm::all_of(annotations.macros.regions, [&](const Region &region) {
    return !region.defined.contains(macro) || settle(region, found, seen);
  });
}

bool ArchitectureBranches::settle(const Region &region,
                                  std::vector<const ConditionalDirective *> &found,
                                  std::set<const Region *> &seen) const {
  if (!isOfArchitecture)
    return false;
  if (!seen.insert(&region).second)
    return true;
  return llvm::all_of(annotations.conditionals, [&](const ConditionalDirective &each) {
    if (!isWithin(each, region.begin, region.end))
      return true;
    found.push_back(&each);
    return each.foreign.empty() && llvm::all_of(each.names, [&](const std::string &name) {
             return settle(name, found, seen);
           });
  });
}

bool ArchitectureBranches::isSameForHost(const ConditionalDirective &directive) const {
  if (!directive.isTrue)
    return directive.foreign.empty();
  const auto known = hostBranches.find(placeOf(directive.where, sources));
  return known != hostBranches.end() && known->second == *directive.isTrue;
}

bool ArchitectureBranches::isSameForHost(const Region &region) const {
  return llvm::all_of(annotations.conditionals, [&](const ConditionalDirective &each) {
    return !isWithin(each, region.begin, region.end) || isSameForHost(each);
  });
}

bool ArchitectureBranches::isSameForHost(const clang::Decl &declaration) const {
  const clang::CharSourceRange range = sources.getExpansionRange(declaration.getSourceRange());
  return llvm::all_of(annotations.conditionals, [&](const ConditionalDirective &each) {
    return !isWithin(each, range.getBegin(), range.getEnd()) || isSameForHost(each);
  });
}

std::string ArchitectureBranches::otherForHost(const std::string &text,
                                               const std::set<std::string> &declared) const {
  for (const auto &[name, region] : namesOf(text, declared))
    if (!isSameForHost(*region))
      return name;
  return {};
}

std::string ArchitectureBranches::otherForHost(const clang::FunctionDecl &function,
                                               const std::set<std::string> &declared) const {
  Called called(sources);
  called.add(function);
  for (const clang::FunctionDecl *each : called.functions) {
    if (!isSameForHost(*each))
      return each->getNameAsString();
    std::set<std::string> known = declared;
    for (const std::string &own : localNames(*each))
      known.erase(own);
    const std::string name =
        otherForHost(clang::Lexer::getSourceText(sources.getExpansionRange(each->getSourceRange()),
                                                 sources, each->getASTContext().getLangOpts())
                         .str(),
                     known);
    if (!name.empty())
      return name;
  }
  return {};
}

} // namespace warpsmith::frontend
