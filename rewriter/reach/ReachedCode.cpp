#include "rewriter/reach/ReachedCode.h"
#include "rewriter/frontend/clang/LastResortNames.h"
#include "rewriter/reach/DeclarationList.h"
#include "rewriter/reach/ReachVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

namespace warpsmith::reach {
namespace {

/// The outermost conditional directives of each file.
class Conditionals : public clang::PPCallbacks {
public:
  explicit Conditionals(const clang::SourceManager &sourceManager) : sources(sourceManager) {}

  struct Range {
    clang::SourceLocation begin, end;
  };
  std::vector<Range> ranges;

  void If(clang::SourceLocation at, clang::SourceRange, ConditionValueKind) override { open(at); }
  void Ifdef(clang::SourceLocation at, const clang::Token &,
             const clang::MacroDefinition &) override {
    open(at);
  }
  void Ifndef(clang::SourceLocation at, const clang::Token &,
              const clang::MacroDefinition &) override {
    open(at);
  }
  void Endif(clang::SourceLocation at, clang::SourceLocation) override {
    if (begins.empty())
      return;
    const clang::SourceLocation begin = begins.pop_back_val();
    if (begins.empty() || sources.getFileID(begins.back()) != sources.getFileID(at))
      ranges.push_back({begin, at});
  }

private:
  void open(clang::SourceLocation at) { begins.push_back(at); }

  const clang::SourceManager &sources;
  llvm::SmallVector<clang::SourceLocation> begins;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(EditedFiles &target, frontend::ParseErrors &parseErrors, bool isLenient)
      : files(target),
        errors(parseErrors),
        lenient(isLenient) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    auto callbacks = std::make_unique<Conditionals>(compiler.getSourceManager());
    conditionals = callbacks.get();
    compiler.getPreprocessor().addPPCallbacks(std::move(callbacks));
    frontend::addLastResortNames(compiler, lenient);
    if (lenient)
      frontend::allowMissingHeaders(compiler.getPreprocessor(), errors);
    struct Consumer : clang::ASTConsumer {
      explicit Consumer(Action &owner) : action(owner) {}
      void HandleTranslationUnit(clang::ASTContext &context) override {
        for (auto &[path, file] : action.files)
          action.analyse(context, path, file);
      }
      Action &action;
    };
    return std::make_unique<Consumer>(*this);
  }

private:
  void analyse(clang::ASTContext &context, const std::string &path, EditedFile &file) {
    const OwnCode own(context.getSourceManager(), path, file.added);
    for (const frontend::ParseError &error : errors.errors())
      if (file.error.empty() && (errors.fatal() || own.holds(error.location)))
        file.error = error.where + ": " + error.message;
    if (!file.error.empty())
      return;
    std::map<std::string, std::vector<Extent>> extents;
    for (const Conditionals::Range &range : conditionals->ranges) {
      const auto begin = own.place(range.begin), end = own.place(range.end);
      if (begin && end && begin->path == end->path)
        extents[begin->path].push_back({begin->offset, end->offset});
    }
    CodeFacts found;
    listDeclarations(context, own, found);
    for (auto &[name, listed] : found) {
      FileFacts &known = file.facts[name];
      known.declarations = std::move(listed.declarations);
      known.conditionals = extents[name];
    }
    KnownConditions conditions(context, own, extents);
    ReachVisitor(context, own, conditions, file.facts).followAdded();
  }

  EditedFiles &files;
  frontend::ParseErrors &errors;
  bool lenient;
  Conditionals *conditionals = nullptr; ///< the preprocessor's
};

} // namespace

std::unique_ptr<clang::FrontendAction>
makeReachAnalysis(EditedFiles &files, frontend::ParseErrors &errors, bool lenient) {
  return std::make_unique<Action>(files, errors, lenient);
}

} // namespace warpsmith::reach
