#include "rewriter/frontend/clang/KernelInside.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

using llvm::StringRef;

/// Where the definition begins: attributes, as __global__ is one, and `extern "C"` may stand before
/// what Clang takes for its beginning.
unsigned definitionBegin(const clang::FunctionDecl &kernel, const clang::SourceManager &sources) {
  std::vector<clang::SourceLocation> places = {kernel.getBeginLoc()};
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

/// What is added before the kernel must mean what it means in it.
bool holdsDirective(StringRef text) {
  llvm::SmallVector<StringRef> lines;
  text.split(lines, '\n');
  return llvm::any_of(lines, [](StringRef line) {
    line = line.ltrim();
    return line.consume_front("#") && !line.ltrim().starts_with("pragma");
  });
}

/// Comments right above a line belong to what stands on it.
unsigned withComments(StringRef text, unsigned lineBegin) {
  while (lineBegin > 0) {
    const auto above = static_cast<unsigned>(text.take_front(lineBegin - 1).rfind('\n') + 1);
    const StringRef line = text.slice(above, lineBegin).trim();
    if (!line.starts_with("//") || line.starts_with("// warpsmith: "))
      break;
    lineBegin = above;
  }
  return lineBegin;
}

} // namespace

KernelSyntax::Inside insideOf(const clang::FunctionDecl &kernel,
                              const clang::SourceManager &sources) {
  KernelSyntax::Inside inside;
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(kernel.getBody());
  const clang::FileID file = sources.getFileID(kernel.getLocation());
  if (!body || body->getLBracLoc().isMacroID() || body->getRBracLoc().isMacroID() ||
      sources.getFileID(body->getLBracLoc()) != file) {
    inside.obstacle = "its body is no block of its own";
    return inside;
  }
  const StringRef text = sources.getBufferData(file);
  const unsigned begin = definitionBegin(kernel, sources);
  const unsigned name = sources.getFileOffset(kernel.getLocation());
  const unsigned end = sources.getFileOffset(body->getRBracLoc()) + 1;
  inside.body = sources.getFileOffset(body->getLBracLoc()) + 1;
  inside.head = text.slice(begin, name).str();
  inside.declarator = text.slice(name, inside.body - 1).rtrim().str();
  inside.begin = static_cast<unsigned>(text.take_front(begin).rfind('\n') + 1);
  if (!text.slice(inside.begin, begin).trim().empty())
    inside.obstacle = "something else stands before it on its line";
  for (const clang::ParmVarDecl *parameter : kernel.parameters())
    if (parameter->hasDefaultArg())
      inside.obstacle = "a parameter has a default argument";
  if (holdsDirective(text.slice(inside.begin, end)))
    inside.obstacle = "a preprocessor directive stands in it";
  if (inside.head.find("__maxnreg__") != std::string::npos)
    inside.obstacle = "__maxnreg__ says how many registers a thread has";
  inside.begin = withComments(text, inside.begin);
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
