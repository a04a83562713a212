#include "rewriter/frontend/clang/KernelInside.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include <algorithm>
#include <optional>
#include <vector>

namespace warpsmith::frontend {
namespace {

using llvm::StringRef;

/// Where the definition begins: attributes, as __global__ is one, and `extern "C"` may stand before
/// what Clang takes for its beginning.
unsigned definitionBegin(const clang::FunctionDecl &kernel, const clang::SourceManager &sources) {
  std::vector<clang::SourceLocation> places = {kernel.getBeginLoc()};
  if (const clang::FunctionTemplateDecl *pattern = kernel.getDescribedFunctionTemplate())
    places.push_back(pattern->getBeginLoc());
  for (const clang::Attr *attribute : kernel.attrs())
    if (!attribute->isImplicit() && !attribute->isInherited())
      places.push_back(attribute->getLocation());
  if (const auto *linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(kernel.getLexicalDeclContext());
      linkage && !linkage->hasBraces())
    places.push_back(linkage->getBeginLoc());
  unsigned begin = sources.getFileOffset(kernel.getLocation());
  for (const clang::SourceLocation place : places) {
    const clang::SourceLocation written = sources.getExpansionLoc(place);
    if (written.isValid() && sources.getFileID(written) == sources.getFileID(kernel.getLocation()))
      begin = std::min(begin, sources.getFileOffset(written));
  }
  return begin;
}

/// A token or a comment of a file.
struct Written {
  clang::tok::TokenKind kind;
  bool beginsLine;
  unsigned begin, end;
  StringRef text;
};

/// All of a file up to an offset, without a preprocessor.
std::vector<Written> writtenUntil(unsigned end, clang::FileID file,
                                  const clang::ASTContext &context) {
  const clang::SourceManager &sources = context.getSourceManager();
  clang::Lexer lexer(file, sources.getBufferOrFake(file), sources, context.getLangOpts());
  lexer.SetCommentRetentionState(true);
  std::vector<Written> all;
  for (clang::Token token; !lexer.LexFromRawLexer(token) && token.isNot(clang::tok::eof);) {
    const unsigned begin = sources.getFileOffset(token.getLocation());
    if (begin >= end)
      break;
    const unsigned behind = begin + token.getLength();
    all.push_back({token.getKind(), token.isAtStartOfLine(), begin, behind,
                   sources.getBufferData(file).slice(begin, behind)});
  }
  return all;
}

/// From the end of what stands before a declaration to its body or semicolon.
struct Extent {
  clang::FileID file;
  unsigned begin, end;
};
Extent extentOf(const clang::FunctionDecl &declaration) {
  const clang::ASTContext &context = declaration.getASTContext();
  const clang::SourceManager &sources = context.getSourceManager();
  const clang::SourceLocation written = sources.getExpansionLoc(declaration.getLocation());
  const clang::FileID file = sources.getFileID(written);
  const unsigned name = sources.getFileOffset(written);
  const auto size = static_cast<unsigned>(sources.getBufferData(file).size());
  unsigned begin = 0;
  for (const Written &each : writtenUntil(size, file, context)) {
    const bool brace = each.kind == clang::tok::l_brace || each.kind == clang::tok::r_brace;
    if (!brace && each.kind != clang::tok::semi)
      continue;
    if (each.begin > name)
      return {file, begin, each.begin};
    begin = each.end;
  }
  return {file, begin, size};
}

/// A preprocessor directive, other than `#pragma`.
struct Directive {
  unsigned begin, end;
  StringRef name;  ///< `define`
  StringRef macro; ///< that it defines or takes away
};

std::vector<Directive> directivesFrom(const std::vector<Written> &all, unsigned begin) {
  std::vector<Directive> found;
  for (size_t index = 0; index < all.size(); ++index) {
    if (all[index].begin < begin || !all[index].beginsLine || all[index].kind != clang::tok::hash)
      continue;
    size_t next = index + 1;
    while (next < all.size() && !all[next].beginsLine)
      ++next;
    const auto word = [&](size_t number) { return number < next ? all[number].text : StringRef(); };
    if (word(index + 1) != "pragma")
      found.push_back({all[index].begin, all[next - 1].end, word(index + 1), word(index + 2)});
  }
  return found;
}

/// What is added before the kernel must mean what it means in it: macros that are defined between
/// `extern "C"` and the name are defined there, too. Null where that is all.
const Directive *obstacleAmong(const std::vector<Directive> &directives, unsigned name) {
  const auto obstacle = llvm::find_if(directives, [&](const Directive &each) {
    return each.begin >= name || (each.name != "define" && each.name != "undef");
  });
  return obstacle == directives.end() ? nullptr : &*obstacle;
}

/// Comments right above a line belong to what stands on it.
unsigned withComments(const std::vector<Written> &all, StringRef text, unsigned lineBegin) {
  for (const Written &each : llvm::reverse(all)) {
    if (each.begin >= lineBegin)
      continue;
    const auto above = static_cast<unsigned>(text.take_front(each.begin).rfind('\n') + 1);
    if (each.kind != clang::tok::comment || !each.text.starts_with("//") ||
        each.text.starts_with("// warpsmith: ") || !text.slice(above, each.begin).trim().empty() ||
        text.slice(each.end, lineBegin).count('\n') != 1)
      break;
    lineBegin = above;
  }
  return lineBegin;
}

/// The text between two offsets without its comments, of which one may end a line, and without
/// directives.
std::string codeBetween(unsigned begin, unsigned end, StringRef text,
                        const std::vector<Written> &all, const std::vector<Directive> &directives) {
  std::string kept;
  const auto leaveOut = [&](unsigned from, unsigned to) {
    if (from < begin || from >= end)
      return;
    kept += text.slice(begin, from).str() + " ";
    begin = to;
  };
  for (const Written &each : all) {
    for (const Directive &directive : directives)
      if (directive.begin == each.begin)
        leaveOut(directive.begin, directive.end);
    if (each.kind == clang::tok::comment)
      leaveOut(each.begin, each.end);
  }
  return kept + text.slice(begin, end).str();
}

/// The default arguments of a kernel's parameters and its template's: the declaration before the
/// definition has none. Nothing where one cannot be left out of the text.
std::optional<std::vector<clang::SourceRange>> defaultsOf(const clang::FunctionDecl &kernel) {
  std::vector<clang::SourceRange> found;
  const clang::FunctionTemplateDecl *pattern = kernel.getDescribedFunctionTemplate();
  for (const clang::ParmVarDecl *parameter : kernel.parameters())
    if (parameter->hasDefaultArg() && !parameter->hasInheritedDefaultArg()) {
      if (pattern) // to which a later declaration adds none
        return std::nullopt;
      found.push_back(parameter->getDefaultArgRange());
    }
  const auto add = [&](const auto *parameter) {
    if (parameter && parameter->hasDefaultArgument() && !parameter->defaultArgumentWasInherited())
      found.push_back(parameter->getDefaultArgument().getSourceRange());
  };
  if (pattern)
    for (const clang::NamedDecl *parameter : *pattern->getTemplateParameters()) {
      add(llvm::dyn_cast<clang::TemplateTypeParmDecl>(parameter));
      add(llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameter));
      add(llvm::dyn_cast<clang::TemplateTemplateParmDecl>(parameter));
    }
  return found;
}

unsigned endOf(clang::SourceLocation token, const clang::ASTContext &context) {
  const clang::SourceManager &sources = context.getSourceManager();
  // A brace may be spelled with two characters.
  return sources.getFileOffset(token) +
         clang::Lexer::MeasureTokenLength(token, sources, context.getLangOpts());
}

} // namespace

std::set<std::string> attributesOf(const clang::FunctionDecl &kernel,
                                   const std::vector<KernelAttribute> &attributes) {
  std::set<std::string> names;
  if (attributes.empty())
    return names;
  const clang::SourceManager &sources = kernel.getASTContext().getSourceManager();
  for (const clang::FunctionDecl *declaration : kernel.redecls()) {
    const Extent extent = extentOf(*declaration);
    for (const KernelAttribute &attribute : attributes) {
      const clang::SourceLocation used = sources.getExpansionLoc(attribute.location);
      const unsigned offset = sources.getFileOffset(used);
      if (sources.getFileID(used) == extent.file && extent.begin <= offset && offset < extent.end)
        names.insert(attribute.name);
    }
  }
  return names;
}

KernelSyntax::Inside insideOf(const clang::FunctionDecl &kernel,
                              const clang::SourceManager &sources,
                              const std::vector<KernelAttribute> &attributes) {
  KernelSyntax::Inside inside;
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(kernel.getBody());
  const clang::FileID file = sources.getFileID(kernel.getLocation());
  if (!body || body->getLBracLoc().isMacroID() || body->getRBracLoc().isMacroID() ||
      sources.getFileID(body->getLBracLoc()) != file) {
    inside.obstacle = "its body is no block of its own";
    return inside;
  }
  const clang::ASTContext &context = kernel.getASTContext();
  const StringRef text = sources.getBufferData(file);
  const unsigned begin = definitionBegin(kernel, sources);
  const unsigned name = sources.getFileOffset(kernel.getLocation());
  const std::vector<Written> all = writtenUntil(endOf(body->getRBracLoc(), context), file, context);
  inside.body = endOf(body->getLBracLoc(), context);
  const std::vector<Directive> directives =
      directivesFrom(all, static_cast<unsigned>(text.take_front(begin).rfind('\n') + 1));
  std::vector<Directive> left = directives;
  const auto defaults = defaultsOf(kernel);
  bool areLeft = defaults.has_value();
  for (const clang::SourceRange range : defaults.value_or(std::vector<clang::SourceRange>())) {
    const bool isWritten = range.isValid() && !range.getBegin().isMacroID() &&
                           !range.getEnd().isMacroID() &&
                           sources.getFileID(range.getBegin()) == file;
    const unsigned value = isWritten ? sources.getFileOffset(range.getBegin()) : 0;
    const auto behind =
        llvm::find_if(all, [&](const Written &each) { return each.begin >= value; });
    const bool follows = isWritten && behind != all.begin() && behind != all.end() &&
                         std::prev(behind)->kind == clang::tok::equal;
    areLeft &= follows;
    if (follows)
      left.push_back({std::prev(behind)->begin, endOf(range.getEnd(), context), {}, {}});
  }
  inside.head = codeBetween(begin, name, text, all, left);
  inside.declarator =
      StringRef(codeBetween(name, sources.getFileOffset(body->getLBracLoc()), text, all, left))
          .rtrim()
          .str();
  for (const Directive &directive : directives)
    inside.directives += text.slice(directive.begin, directive.end).str() + "\n";
  inside.begin = static_cast<unsigned>(text.take_front(begin).rfind('\n') + 1);
  if (!text.slice(inside.begin, begin).trim().empty())
    inside.obstacle = "something else stands before it on its line";
  if (kernel.getQualifier())
    inside.obstacle = "it is defined outside its namespace";
  if (!areLeft)
    inside.obstacle = "a parameter has a default argument that a declaration cannot leave out";
  if (const Directive *directive = obstacleAmong(directives, name))
    inside.obstacle = ("'#" + directive->name + (directive->macro.empty() ? "" : " ") +
                       directive->macro + "' stands in it: move it before the kernel")
                          .str();
  else if (!directives.empty() && !kernel.getDeclContext()->getRedeclContext()->isTranslationUnit())
    inside.obstacle = "a directive stands in it, and it is in a namespace";
  if (attributesOf(kernel, attributes).contains("__maxnreg__"))
    inside.obstacle = "__maxnreg__ says how many registers a thread has";
  inside.begin = withComments(all, text, inside.begin);
  return inside;
}

bool declaresDynamicMemory(const clang::FunctionDecl &function) {
  struct Visitor : clang::ConstDynamicRecursiveASTVisitor {
    bool VisitVarDecl(const clang::VarDecl *variable) override {
      found |= variable->hasAttr<clang::CUDASharedAttr>() && variable->hasExternalStorage();
      return true;
    }
    bool found = false;
  } visitor;
  visitor.TraverseStmt(function.getBody());
  return visitor.found;
}

int staticSharedBytes(const clang::FunctionDecl &function, const clang::ASTContext &context) {
  struct Visitor : clang::ConstDynamicRecursiveASTVisitor {
    explicit Visitor(const clang::ASTContext &known) : context(known) {}
    bool VisitVarDecl(const clang::VarDecl *variable) override {
      if (variable->hasAttr<clang::CUDASharedAttr>() && !variable->hasExternalStorage() &&
          !variable->getType()->isDependentType())
        bytes += (context.getTypeSizeInChars(variable->getType()).getQuantity() + 15) / 16 * 16;
      return true;
    }
    const clang::ASTContext &context;
    int64_t bytes = 0;
  } visitor(context);
  visitor.TraverseStmt(function.getBody());
  constexpr int64_t Most = 1 << 30;
  return static_cast<int>(std::min(visitor.bytes, Most));
}

} // namespace warpsmith::frontend
