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
  std::vector<const clang::Expr *> operands;
  for (unsigned i = 0; i < statement->getNumOutputs(); ++i)
    operands.push_back(statement->getOutputExpr(i));
  for (unsigned i = 0; i < statement->getNumInputs(); ++i)
    operands.push_back(statement->getInputExpr(i));
  clang::SourceLocation last;
  for (const clang::Expr *operand : operands) {
    const auto written = edits.written(operand->getSourceRange(), anchor);
    known = known && written;
    ptx.operands.push_back(written ? edits.text(*written) : "");
    // Where a use of a macro stands for several operands, each is what it becomes.
    if (written && written->getBegin() == last) {
      for (const size_t index : {ptx.operands.size() - 2, ptx.operands.size() - 1}) {
        ptx.operands[index].clear();
        llvm::raw_string_ostream stream(ptx.operands[index]);
        operands[index]->printPretty(stream, nullptr, rewriting.policy);
      }
    }
    if (written)
      last = written->getBegin();
  }
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
