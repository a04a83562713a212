#include "rewriter/frontend/clang/ConditionalDirectives.h"
#include "rewriter/frontend/clang/ArchitectureView.h"
#include "rewriter/ir/Identifiers.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include <memory>

namespace warpsmith::frontend {
namespace {

using clang::SourceLocation;
using clang::SourceRange;
using clang::Token;

class Watch : public clang::PPCallbacks {
public:
  Watch(std::vector<ConditionalDirective> &target, clang::Preprocessor &source, bool settles)
      : list(target),
        preprocessor(source),
        ofArchitecture(settles) {}

  void If(SourceLocation where, SourceRange condition, ConditionValueKind value) override {
    if (!isOfLibrary(where))
      ask(where, text(condition), value);
  }
  void Elif(SourceLocation where, SourceRange condition, ConditionValueKind value,
            SourceLocation) override {
    if (!isOfLibrary(where))
      ask(where, text(condition), value);
  }
  void Ifdef(SourceLocation where, const Token &name,
             const clang::MacroDefinition &macro) override {
    ask(where, defined(name), macro ? CVK_True : CVK_False);
  }
  void Ifndef(SourceLocation where, const Token &name,
              const clang::MacroDefinition &macro) override {
    ask(where, defined(name), macro ? CVK_True : CVK_False);
  }
  void Elifdef(SourceLocation where, const Token &, const clang::MacroDefinition &) override {
    add({where, {}, {}, "#elifdef"});
  }
  void Elifdef(SourceLocation where, SourceRange, SourceLocation) override {
    add({where, {}, {}, "#elifdef"});
  }
  void Elifndef(SourceLocation where, const Token &, const clang::MacroDefinition &) override {
    add({where, {}, {}, "#elifndef"});
  }
  void Elifndef(SourceLocation where, SourceRange, SourceLocation) override {
    add({where, {}, {}, "#elifndef"});
  }
  void Else(SourceLocation where, SourceLocation) override {
    if (!isOfLibrary(where))
      add({where, {}, {}, {}});
  }

private:
  /// No kernel is in a system's header.
  bool isOfLibrary(SourceLocation where) const {
    return preprocessor.getSourceManager().isInSystemHeader(where);
  }

  void add(ConditionalDirective directive) { list.push_back(std::move(directive)); }

  static std::string defined(const Token &name) {
    return "defined(" + name.getIdentifierInfo()->getName().str() + ")";
  }

  /// The condition on one line and without comments.
  std::string text(SourceRange range) const {
    const clang::SourceManager &sources = preprocessor.getSourceManager();
    const clang::LangOptions &language = preprocessor.getLangOpts();
    const llvm::StringRef spelled = clang::Lexer::getSourceText(
        clang::CharSourceRange::getTokenRange(range), sources, language);
    const std::string copy = spelled.str(); // which ends with a zero byte
    clang::Lexer lexer(SourceLocation(), language, copy.data(), copy.data(),
                       copy.data() + copy.size());
    std::string line;
    Token token;
    for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
      const char *end = lexer.getBufferLocation();
      line += (line.empty() ? "" : " ") + std::string(end - token.getLength(), end);
    }
    return line;
  }

  void ask(SourceLocation where, const std::string &condition, ConditionValueKind value) {
    if (isOfLibrary(where))
      return;
    ConditionalDirective directive{where, {}, {}, {}};
    const std::set<std::string> own = identifiers(condition);
    if (value != CVK_NotEvaluated)
      directive.isTrue = value == CVK_True;
    if (value == CVK_NotEvaluated || own.empty())
      return add(std::move(directive));
    directive.holds = value == CVK_True ? condition : "!(" + condition + ")";
    std::vector<std::string> pending(own.begin(), own.end());
    while (!pending.empty()) {
      const std::string name = pending.back();
      pending.pop_back();
      if (!directive.names.insert(name).second)
        continue;
      // Others that begin like it say more of the architecture: no parse defines them.
      if (llvm::StringRef(name).starts_with(ArchitectureMacroBegin)) {
        directive.asksForArchitecture = true;
        if (ofArchitecture)
          continue;
      }
      const clang::MacroInfo *macro =
          preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(name));
      if (macro ? !isUsers(*macro) : isReserved(name))
        directive.foreign = name;
      for (unsigned token = 0; macro && token < macro->getNumTokens(); ++token)
        if (const auto *identifier = macro->getReplacementToken(token).getIdentifierInfo())
          pending.push_back(identifier->getName().str());
    }
    add(std::move(directive));
  }

  bool isUsers(const clang::MacroInfo &macro) const {
    const clang::SourceManager &sources = preprocessor.getSourceManager();
    const SourceLocation place = macro.getDefinitionLoc();
    return place.isValid() && !macro.isBuiltinMacro() && !sources.isWrittenInBuiltinFile(place) &&
           !sources.isInSystemHeader(place);
  }

  /// What compilers and their libraries define is named so, and they differ in it.
  static bool isReserved(llvm::StringRef name) {
    return name.size() > 1 && name[0] == '_' && (name[1] == '_' || clang::isUppercase(name[1]));
  }

  std::vector<ConditionalDirective> &list;
  clang::Preprocessor &preprocessor;
  const bool ofArchitecture;
};

} // namespace

void watchConditionals(clang::Preprocessor &preprocessor, std::vector<ConditionalDirective> &list,
                       bool ofArchitecture) {
  preprocessor.addPPCallbacks(std::make_unique<Watch>(list, preprocessor, ofArchitecture));
}

} // namespace warpsmith::frontend
