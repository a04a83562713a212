/// What the preprocessor sees and the AST does not: conditional directives and our own comments.
#pragma once

#include "rewriter/frontend/clang/ConditionalDirectives.h"
#include "rewriter/frontend/clang/Inclusions.h"
#include "rewriter/frontend/clang/MacroArguments.h"
#include "rewriter/frontend/clang/SkippedKernels.h"
#include "rewriter/frontend/clang/UserMacros.h"
#include "clang/Lex/Preprocessor.h"
#include <memory>
#include <string>
#include <vector>

namespace warpsmith::frontend {

/// Text between `// warpsmith: begin NAME` and `// warpsmith: end` in a file was generated, and all
/// of a file that `--companion` has made.
struct GeneratedRegion {
  std::string kernel;               ///< or what is no identifier
  clang::SourceLocation begin, end; ///< of the two comments, or of the file

  bool contains(clang::SourceLocation location, const clang::SourceManager &sources) const {
    return end.isValid() && sources.isBeforeInTranslationUnit(begin, location) &&
           sources.isBeforeInTranslationUnit(location, end);
  }
};

/// A use of `__maxnreg__` or another attribute of kernels that Clang has none for.
struct KernelAttribute {
  std::string name;
  clang::SourceLocation location;
};

struct SourceAnnotations {
  std::vector<ConditionalDirective> conditionals;
  std::vector<SkippedKernel> skipped;
  std::vector<clang::SourceLocation> keep; ///< `// warpsmith: off`
  std::vector<KernelAttribute> attributes; ///< also by another macro
  std::vector<GeneratedRegion> generated;
  std::vector<Inclusion> inclusions;
  UserMacros macros;
  MacroArguments macroArguments;

  /// The conditional directives between two places of one file.
  std::vector<ConditionalDirective> conditionalsWithin(clang::SourceLocation begin,
                                                       clang::SourceLocation end,
                                                       const clang::SourceManager &sources) const;

  /// The parse sees __CUDA_ARCH__ in code, and not only in conditional directives.
  bool usesArchitecture = false;

  /// Registers with the preprocessor; the annotations must outlive the parse. `architecture` is the
  /// value of __CUDA_ARCH__ in the user's files, 0 where they are those of the host's compilation.
  void attach(clang::Preprocessor &preprocessor, int architecture);

private:
  std::shared_ptr<clang::CommentHandler> comments; ///< which the preprocessor does not own
};

} // namespace warpsmith::frontend
