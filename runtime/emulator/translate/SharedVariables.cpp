#include "runtime/emulator/translate/Rewriting.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Lex/Lexer.h"

namespace warpsmith::emulator::translate {
namespace {

using clang::SourceLocation;

/// The token `__shared__`, or the macro of the program's that stands for it.
SourceLocation sharedKeyword(const Rewriting &rewriting, const clang::VarDecl &variable) {
  const clang::SourceManager &sources = rewriting.sources;
  SourceLocation location = variable.getAttr<clang::CUDASharedAttr>()->getLocation();
  while (location.isMacroID() && sources.isInSystemHeader(sources.getSpellingLoc(location)))
    location = sources.getImmediateExpansionRange(location).getBegin();
  return location;
}

/// A struct's member is neither `static` nor `__shared__`.
void removeStorage(Rewriting &rewriting, SourceLocation begin, SourceLocation end) {
  const clang::SourceManager &sources = rewriting.sources;
  clang::Token token;
  while (sources.getFileOffset(begin) < sources.getFileOffset(end)) {
    if (clang::Lexer::getRawToken(begin, token, sources, rewriting.context.getLangOpts(), true))
      break;
    if (token.is(clang::tok::raw_identifier) &&
        (token.getRawIdentifier() == "static" || token.getRawIdentifier() == "__shared__"))
      rewriting.edits.replace(token.getLocation(), token.getLength(), "");
    begin = token.getEndLoc();
  }
}

/// All declarations that one use of a macro makes, one behind the other; otherwise the statement.
std::vector<clang::DeclStmt *> declarationsOfUse(const Rewriting &rewriting,
                                                 clang::DeclStmt *statement) {
  const clang::SourceManager &sources = rewriting.sources;
  const SourceLocation use = sources.getExpansionLoc(statement->getBeginLoc());
  const auto parents = rewriting.context.getParents(*statement);
  const auto *block = parents.empty() ? nullptr : parents[0].get<clang::CompoundStmt>();
  if (!statement->getBeginLoc().isMacroID() || !block)
    return {statement};
  std::vector<clang::DeclStmt *> all;
  for (clang::Stmt *other : block->body())
    if (auto *declaration = llvm::dyn_cast<clang::DeclStmt>(other);
        declaration && sources.getExpansionLoc(declaration->getBeginLoc()) == use)
      all.push_back(declaration);
  return all;
}

void rewriteDynamic(Rewriting &rewriting, clang::SourceRange range,
                    const std::vector<clang::VarDecl *> &variables) {
  std::string declarations;
  for (const clang::VarDecl *variable : variables) {
    const clang::ArrayType *array = rewriting.context.getAsArrayType(variable->getType());
    if (!array) {
      rewriting.fail(variable->getLocation(), "extern __shared__ variable that is not an array");
      return;
    }
    const std::string type = array->getElementType().getAsString(rewriting.policy);
    declarations += type + " *" + variable->getNameAsString() + " = static_cast<" + type +
                    " *>(::warpsmith::emulator::dynamicSharedMemory()); ";
  }
  rewriting.edits.replaceTokens(range, declarations);
}

} // namespace

void rewriteSharedVariables(Rewriting &rewriting, clang::DeclStmt *statement) {
  if (!rewriting.isUserCode(statement->getBeginLoc()))
    return;
  const std::vector<clang::DeclStmt *> statements = declarationsOfUse(rewriting, statement);
  std::vector<clang::VarDecl *> variables;
  bool others = false;
  for (const clang::DeclStmt *each : statements)
    for (clang::Decl *declaration : each->decls())
      if (auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration);
          variable && variable->hasAttr<clang::CUDASharedAttr>())
        variables.push_back(variable);
      else
        others = true;
  if (variables.empty() || statement != statements.front())
    return;
  if (statements.size() > 1 && (others || variables.front()->hasExternalStorage())) {
    rewriting.fail(statement->getBeginLoc(),
                   "a macro that declares other variables beside those in shared memory");
    return;
  }
  // Where a macro declares variables, its use is what is edited: names differ from use to use.
  const clang::SourceManager &sources = rewriting.sources;
  SourceLocation begin = sources.getExpansionLoc(statement->getBeginLoc());
  const SourceLocation end = sources.getExpansionRange(statements.back()->getEndLoc()).getEnd();
  const SourceLocation keyword = sharedKeyword(rewriting, *variables.front());
  // An attribute may stand before what Clang takes for the beginning.
  if (const SourceLocation first = sources.getExpansionLoc(keyword);
      sources.isBeforeInTranslationUnit(first, begin))
    begin = first;
  if (variables.front()->hasExternalStorage()) {
    rewriteDynamic(rewriting, {begin, end}, variables);
    return;
  }
  // The declaration, as it is, becomes a struct whose members live in the block.
  const std::string number = std::to_string(sources.getFileOffset(begin));
  const std::string type = "WarpsmithShared" + number, block = "warpsmithShared" + number;
  std::string after =
      " }; static const char warpsmithKey" + number + " = 0; auto &" + block + " = *static_cast<" +
      type + " *>(::warpsmith::emulator::sharedVariable(&warpsmithKey" + number + ", \"" +
      variables.front()->getNameAsString() + "\", sizeof(" + type + "), alignof(" + type + ")));";
  for (const clang::VarDecl *variable : variables)
    after += " auto &" + variable->getNameAsString() + " = " + block + "." +
             variable->getNameAsString() + ";";
  rewriting.edits.insertBefore(begin, "struct " + type + " { ");
  for (const clang::VarDecl *variable : variables)
    if (const SourceLocation own = sharedKeyword(rewriting, *variable); own.isMacroID())
      if (const SourceLocation inMacro = rewriting.edits.written(own); inMacro.isValid())
        rewriting.edits.replace(inMacro, rewriting.edits.tokenLength(inMacro), "");
  removeStorage(rewriting, begin, end);
  rewriting.edits.insertAfter(end, after);
}

void rewriteGlobalSharedVariable(Rewriting &rewriting, clang::VarDecl *variable) {
  const clang::SourceManager &sources = rewriting.sources;
  SourceLocation begin = sources.getExpansionLoc(variable->getBeginLoc());
  if (const SourceLocation keyword = sources.getExpansionLoc(sharedKeyword(rewriting, *variable));
      sources.isBeforeInTranslationUnit(keyword, begin))
    begin = keyword;
  const std::string name = variable->getNameAsString();
  rewriting.edits.replaceTokens({begin, sources.getExpansionRange(variable->getEndLoc()).getEnd()},
                                variable->isFirstDecl()
                                    ? "static const ::warpsmith::emulator::GlobalSharedVariable<" +
                                          variable->getType().getAsString(rewriting.policy) + "> " +
                                          name + "(\"" + name + "\")"
                                    : "static_assert(true)");
}

void rewriteSharedReference(Rewriting &rewriting, clang::DeclRefExpr *reference) {
  const SourceLocation name = rewriting.edits.written(reference->getLocation());
  if (name.isValid())
    rewriting.edits.insertAfter(name, ".get()");
}

} // namespace warpsmith::emulator::translate
