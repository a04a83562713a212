#include "rewriter/frontend/clang/ParseErrors.h"
#include "rewriter/frontend/clang/CudaEnvironment.h"
#include "clang/AST/DeclarationName.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

namespace warpsmith::frontend {
namespace {

/// A header that is not found is noted and taken to be empty.
class MissingHeaders : public clang::PPCallbacks {
public:
  MissingHeaders(const clang::SourceManager &manager, ParseErrors &target)
      : sources(manager),
        errors(target) {}
  bool FileNotFound(llvm::StringRef) override { return true; }
  void InclusionDirective(clang::SourceLocation hash, const clang::Token &, llvm::StringRef name,
                          bool, clang::CharSourceRange, clang::OptionalFileEntryRef file,
                          llvm::StringRef, llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    if (!file)
      errors.addMissingHeader(sources, hash, name.str());
  }

private:
  const clang::SourceManager &sources;
  ParseErrors &errors;
};

bool isOfGrammar(unsigned diagnostic) {
  using clang::DiagnosticIDs;
  return DiagnosticIDs::getCategoryNameFromID(
             DiagnosticIDs::getCategoryNumberForDiag(diagnostic)) == "Parse Issue";
}

/// The identifier that an error names first.
const clang::IdentifierInfo *nameIn(const clang::Diagnostic &diagnostic) {
  if (!diagnostic.getNumArgs())
    return nullptr;
  switch (diagnostic.getArgKind(0)) {
  case clang::DiagnosticsEngine::ak_identifierinfo:
    return diagnostic.getArgIdentifier(0);
  case clang::DiagnosticsEngine::ak_declarationname:
    return clang::DeclarationName::getFromOpaqueInteger(diagnostic.getRawArg(0))
        .getAsIdentifierInfo();
  default:
    return nullptr;
  }
}

clang::LangOptions newestStandard() {
  clang::LangOptions newest;
  newest.CPlusPlus = newest.CPlusPlus11 = newest.CPlusPlus14 = newest.CPlusPlus17 =
      newest.CPlusPlus20 = newest.Coroutines = newest.Char8 = 1;
  return newest;
}

} // namespace

ParseErrors::ParseErrors() : printer(stream, options), newestKeywords(newestStandard()) {
}

bool ParseErrors::isOfStandard(const clang::Diagnostic &diagnostic) const {
  const clang::IdentifierInfo *name = nameIn(diagnostic);
  const auto known = name ? newestKeywords.find(name->getName()) : newestKeywords.end();
  return diagnostic.getID() == clang::diag::err_auto_not_allowed ||
         (known != newestKeywords.end() && known->second->getTokenID() != clang::tok::identifier);
}

void ParseErrors::BeginSourceFile(const clang::LangOptions &language,
                                  const clang::Preprocessor *preprocessor) {
  printer.BeginSourceFile(language, preprocessor);
}

void ParseErrors::EndSourceFile() {
  printer.EndSourceFile();
}

void ParseErrors::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                   const clang::Diagnostic &diagnostic) {
  switch (diagnostic.getID()) {
  // `__device__ __shared__ float tile[16];` in a kernel: nvcc takes it for shared.
  case clang::diag::err_cuda_nonstatic_constdev:
  // `#pragma unroll` twice, or before something else than a loop: nvcc warns of it, or takes it.
  case clang::diag::err_pragma_loop_compatibility:
  case clang::diag::err_pragma_loop_precedes_nonloop:
    return;
  default:
    break;
  }
  DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
  // A file that is no source has an error in each line.
  constexpr size_t MostPrinted = 20;
  if (list.size() < MostPrinted)
    printer.HandleDiagnostic(level, diagnostic);
  else
    unprinted += level >= clang::DiagnosticsEngine::Error;
  sawFatal |= level == clang::DiagnosticsEngine::Fatal;
  if (level < clang::DiagnosticsEngine::Error)
    return;
  llvm::SmallString<128> message;
  diagnostic.FormatDiagnostic(message);
  if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid()) {
    ParseError &error =
        add(diagnostic.getSourceManager(), diagnostic.getLocation(), message.str().str());
    error.syntax = isOfGrammar(diagnostic.getID());
    error.ofStandard = isOfStandard(diagnostic);
  } else if (commandError.empty())
    commandError = message.str();
}

void ParseErrors::addMissingHeader(const clang::SourceManager &sources,
                                   clang::SourceLocation location, const std::string &name) {
  missesHeader = true;
  add(sources, location, "'" + name + "' file not found");
  stream << list.back().where << ": error: " << list.back().message << "\n";
}

ParseError &ParseErrors::add(const clang::SourceManager &sources, clang::SourceLocation location,
                             std::string message) {
  location = sources.getExpansionLoc(location);
  const clang::PresumedLoc place = sources.getPresumedLoc(outsideOfEmbedded(location, sources));
  list.push_back({location,
                  place.isValid()
                      ? std::string(place.getFilename()) + ":" + std::to_string(place.getLine()) +
                            ":" + std::to_string(place.getColumn())
                      : std::string(),
                  withoutEmbeddedPaths(std::move(message))});
  return list.back();
}

std::string ParseErrors::text() const {
  return withoutEmbeddedPaths(printed) +
         (unprinted ? "and " + std::to_string(unprinted) + " more errors\n" : "");
}

bool ParseErrors::mayComeOfStandard() const {
  return !missesHeader || sawFatal ||
         llvm::any_of(list, [](const ParseError &error) { return error.ofStandard; });
}

const ParseError *ParseErrors::within(clang::SourceLocation begin, clang::SourceLocation end,
                                      const clang::SourceManager &sources) const {
  for (const ParseError &error : list)
    if (error.location.isInvalid() || (!sources.isBeforeInTranslationUnit(error.location, begin) &&
                                       !sources.isBeforeInTranslationUnit(end, error.location)))
      return &error;
  return nullptr;
}

std::string ParseErrors::reason(const ParseError &error) const {
  llvm::StringRef name = error.message;
  if (!name.consume_front("use of undeclared identifier '") &&
      !name.consume_front("unknown type name '"))
    return "error: " + error.message;
  name = name.split('\'').first;
  // What a build defines is written in capitals; else a header may declare it.
  const bool isMacro = llvm::none_of(name, [](char c) { return clang::isLowercase(c); });
  if (isMacro)
    return "'" + name.str() + "' is not defined: give -D" + name.str() + "=... after --";
  for (const ParseError &other : list)
    if (llvm::StringRef(other.message).ends_with("' file not found"))
      return "'" + name.str() + "' is not declared, and " +
             llvm::StringRef(other.message).split("' file").first.str() +
             "' was not found: give its folder by -I... after --, or define the name by -D" +
             name.str() + "=...";
  return "error: " + error.message;
}

void allowMissingHeaders(clang::Preprocessor &preprocessor, ParseErrors &errors) {
  preprocessor.addPPCallbacks(
      std::make_unique<MissingHeaders>(preprocessor.getSourceManager(), errors));
}

} // namespace warpsmith::frontend
