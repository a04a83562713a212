/// Errors of a parse that goes on: a missing header or a name that CUDA has removed need not
/// concern a kernel.
#pragma once

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>
#include <vector>

namespace warpsmith::frontend {

struct ParseError {
  clang::SourceLocation location; ///< valid while the file is parsed
  std::string where;              ///< file:line:column, of the user's; or empty
  std::string message;
  bool syntax = false;     ///< the grammar's, rather than of a name or a type that is not known
  bool ofStandard = false; ///< another C++ has the keyword, or functions of this kind
};

class ParseErrors : public clang::DiagnosticConsumer {
public:
  ParseErrors();

  void BeginSourceFile(const clang::LangOptions &options,
                       const clang::Preprocessor *preprocessor) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &diagnostic) override;
  /// An error that the parser was kept from making.
  void addMissingHeader(const clang::SourceManager &sources, clang::SourceLocation location,
                        const std::string &name);

  const std::vector<ParseError> &errors() const { return list; }
  /// Why an error keeps a kernel from being read, and what would help.
  std::string reason(const ParseError &error) const;
  /// What is wrong with the compile command; empty where nothing is.
  const std::string &wrongCommand() const { return commandError; }
  /// After one of these the rest of the file was not parsed.
  bool fatal() const { return sawFatal; }
  /// Another C++ may have fewer. Where headers are missing, what they declare would be missing too.
  bool mayComeOfStandard() const;
  /// The first error in a range of one file; null when there is none.
  const ParseError *within(clang::SourceLocation begin, clang::SourceLocation end,
                           const clang::SourceManager &sources) const;
  /// What Clang has said, as it says it: the first errors, and how many there are besides.
  std::string text() const;

private:
  bool isOfStandard(const clang::Diagnostic &diagnostic) const;
  ParseError &add(const clang::SourceManager &sources, clang::SourceLocation location,
                  std::string message);

  std::string printed;
  llvm::raw_string_ostream stream{printed};
  clang::DiagnosticOptions options;
  clang::TextDiagnosticPrinter printer;
  /// Clang's own mark of such a name goes when it is met for the first time.
  clang::IdentifierTable newestKeywords;
  std::vector<ParseError> list;
  std::string commandError;
  unsigned unprinted = 0; ///< errors
  bool missesHeader = false;
  bool sawFatal = false;
};

/// From now on a header that is not found is an error of the list and taken to be empty.
void allowMissingHeaders(clang::Preprocessor &preprocessor, ParseErrors &errors);

} // namespace warpsmith::frontend
