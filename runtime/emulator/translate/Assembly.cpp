#include "runtime/emulator/translate/Ptx.h"
#include "runtime/emulator/translate/Rewriting.h"

namespace warpsmith::emulator::translate {

void rewriteAssembly(Rewriting &rewriting, clang::GCCAsmStmt *statement) {
  SourceEdits &edits = rewriting.edits;
  const clang::SourceLocation anchor = statement->getBeginLoc();
  const auto range = edits.written(statement->getSourceRange(), anchor);
  AsmStatement ptx;
  ptx.text = statement->getAsmString();
  bool known = range.has_value();
  const auto add = [&](const clang::Expr *operand) {
    const auto written = edits.written(operand->getSourceRange(), anchor);
    known = known && written;
    ptx.operands.push_back(written ? edits.text(*written) : "");
  };
  for (unsigned i = 0; i < statement->getNumOutputs(); ++i)
    add(statement->getOutputExpr(i));
  for (unsigned i = 0; i < statement->getNumInputs(); ++i)
    add(statement->getInputExpr(i));
  if (!known) {
    rewriting.fail(anchor, "inline assembly that is not written in one piece");
    return;
  }
  auto translated = translatePtx(ptx);
  if (const auto *error = std::get_if<PtxError>(&translated)) {
    rewriting.fail(anchor, error->message);
    return;
  }
  if (!edits.replaceTokens(*range, std::get<std::string>(translated),
                           edits.inMacroDefinition(anchor)))
    rewriting.fail(anchor, "inline assembly of a macro whose text differs from use to use");
}

} // namespace warpsmith::emulator::translate
