#include "rewriter/frontend/clang/SourceAnnotations.h"
#include "rewriter/frontend/clang/ArchitectureView.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include <memory>

namespace warpsmith::frontend {
namespace {

using clang::SourceLocation;
using clang::SourceRange;
using clang::Token;

/// Clang drops these attributes, or knows none of their meaning, so the tree does not have them.
class KernelAttributes : public clang::PPCallbacks {
public:
  explicit KernelAttributes(std::vector<KernelAttribute> &list) : attributes(list) {}
  void MacroExpands(const Token &name, const clang::MacroDefinition &, SourceRange,
                    const clang::MacroArgs *) override {
    const llvm::StringRef text = name.getIdentifierInfo()->getName();
    if (text == "__maxnreg__" || text == "__cluster_dims__" || text == "__block_size__")
      attributes.push_back({text.str(), name.getLocation()});
  }

private:
  std::vector<KernelAttribute> &attributes;
};

class Comments : public clang::CommentHandler {
public:
  explicit Comments(SourceAnnotations &target) : annotations(target) {}

  bool HandleComment(clang::Preprocessor &preprocessor, SourceRange comment) override {
    llvm::StringRef text =
        clang::Lexer::getSourceText(clang::CharSourceRange::getCharRange(comment),
                                    preprocessor.getSourceManager(), preprocessor.getLangOpts());
    text = text.ltrim("/* ").rtrim("*/ \r\n");
    if (text.ends_with("Made by warpsmith --companion.")) {
      const clang::SourceManager &sources = preprocessor.getSourceManager();
      annotations.generated.push_back(
          {"--companion", comment.getBegin(),
           sources.getLocForEndOfFile(sources.getFileID(comment.getBegin()))});
    }
    if (!text.consume_front("warpsmith:"))
      return false;
    text = text.ltrim();
    if (text.starts_with("off") || text.starts_with("keep"))
      annotations.keep.push_back(comment.getBegin());
    else if (text.consume_front("begin"))
      annotations.generated.push_back({text.trim().str(), comment.getBegin(), SourceLocation()});
    else if (text.starts_with("end"))
      endRegion(comment.getBegin());
    return false;
  }

private:
  /// A companion may have been included since the region began.
  void endRegion(SourceLocation end) {
    for (GeneratedRegion &region : llvm::reverse(annotations.generated))
      if (region.end.isInvalid()) {
        region.end = end;
        return;
      }
  }

  SourceAnnotations &annotations;
};

} // namespace

std::vector<ConditionalDirective>
SourceAnnotations::conditionalsWithin(SourceLocation begin, SourceLocation end,
                                      const clang::SourceManager &sources) const {
  std::vector<ConditionalDirective> within;
  for (const ConditionalDirective &conditional : conditionals)
    if (sources.isBeforeInTranslationUnit(begin, conditional.where) &&
        sources.isBeforeInTranslationUnit(conditional.where, end))
      within.push_back(conditional);
  return within;
}

void SourceAnnotations::attach(clang::Preprocessor &preprocessor, int architecture) {
  if (architecture)
    showArchitecture(preprocessor, architecture, usesArchitecture);
  watchConditionals(preprocessor, conditionals, architecture != 0);
  watchSkippedKernels(preprocessor, skipped);
  preprocessor.addPPCallbacks(std::make_unique<KernelAttributes>(attributes));
  watchInclusions(preprocessor, inclusions);
  watchUserMacros(preprocessor, macros);
  watchMacroArguments(preprocessor, macroArguments);
  comments = std::make_shared<Comments>(*this);
  preprocessor.addCommentHandler(comments.get());
}

} // namespace warpsmith::frontend
