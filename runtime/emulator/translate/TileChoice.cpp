#include "runtime/emulator/translate/Rewriting.h"
#include "clang/AST/Stmt.h"

namespace warpsmith::emulator::translate {

void rewriteTileChoice(Rewriting &rewriting, const clang::FunctionDecl &function) {
  const clang::DeclContext *context = function.getDeclContext();
  while (context->isInlineNamespace())
    context = context->getParent();
  const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(context);
  const auto *body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function.getBody());
  // Of warpsmith's headers, or of what a rewrite holds of them.
  if (!space ||
      (space->getName() != "warpsmith" && !space->getName().contains("_rewritten_support")) ||
      !function.getIdentifier() || function.getName() != "fastestTile" ||
      function.getNumParams() != 1 || !body)
    return;
  const std::string times = function.getParamDecl(0)->getNameAsString();
  const std::string asked = times + "[warpsmithAsked]";
  rewriting.edits.insertAfter(
      body->getLBracLoc(),
      " if (const int warpsmithAsked = ::warpsmith::emulator::askedTile(sizeof(" + times +
          ") / sizeof(" + times + "[0])); warpsmithAsked >= 0 && (double)" + asked +
          " < 1e18) return {warpsmithAsked, " + asked + "};");
}

} // namespace warpsmith::emulator::translate
