#include "rewriter/frontend/clang/ArchitectureView.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include <memory>
#include <string>

namespace warpsmith::frontend {
namespace {

using clang::SourceLocation;

class View : public clang::PPCallbacks {
public:
  View(clang::Preprocessor &source, int value, bool &used)
      : preprocessor(source),
        digits(std::to_string(value)),
        isUsed(used) {}

  void FileChanged(SourceLocation where, FileChangeReason, clang::SrcMgr::CharacteristicKind kind,
                   clang::FileID) override {
    const clang::SourceManager &sources = preprocessor.getSourceManager();
    const bool isUsers = kind == clang::SrcMgr::C_User && !sources.isWrittenInBuiltinFile(where) &&
                         !sources.isWrittenInCommandLineFile(where);
    if (isUsers != isDefined)
      isUsers ? define(where) : undefine(where);
    isDefined = isUsers;
  }

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &, clang::SourceRange,
                    const clang::MacroArgs *) override {
    isUsed |= isDefined && !preprocessor.isParsingIfOrElifDirective() &&
              name.getIdentifierInfo()->isStr(ArchitectureMacro);
  }

private:
  void define(SourceLocation where) {
    clang::Token token;
    token.startToken();
    token.setKind(clang::tok::numeric_constant);
    preprocessor.CreateString(digits, token, where, where);
    clang::MacroInfo *macro = preprocessor.AllocateMacroInfo(where);
    macro->setTokens({token}, preprocessor.getPreprocessorAllocator());
    preprocessor.appendDefMacroDirective(preprocessor.getIdentifierInfo(ArchitectureMacro), macro);
  }
  void undefine(SourceLocation where) {
    preprocessor.appendMacroDirective(preprocessor.getIdentifierInfo(ArchitectureMacro),
                                      new (preprocessor.getPreprocessorAllocator())
                                          clang::UndefMacroDirective(where));
  }

  clang::Preprocessor &preprocessor;
  const std::string digits;
  bool &isUsed;
  bool isDefined = false;
};

} // namespace

void showArchitecture(clang::Preprocessor &preprocessor, int value, bool &isUsed) {
  preprocessor.addPPCallbacks(std::make_unique<View>(preprocessor, value, isUsed));
}

} // namespace warpsmith::frontend
