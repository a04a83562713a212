// Inline PTX of one instruction that computes what a function of CUDA's computes.
#include "rewriter/frontend/clang/PtxText.h"
#include "rewriter/frontend/lower/Lowerer.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

/// An instruction, and the function that rounds alike.
struct Arithmetic {
  llvm::StringRef name, function;
  ElementType type;
  size_t factors;
  bool flushes = false; ///< subnormal numbers
};

// Those without `.rn` ptxas may contract.
constexpr Arithmetic Instructions[] = {
    {"fma.rn.f32", "fmaf", ElementType::F32, 3},
    {"fma.rn.ftz.f32", "fmaf", ElementType::F32, 3, true},
    {"fma.rn.f64", "fma", ElementType::F64, 3},
};

/// `%0` as what the instruction sets, the others as what it reads: all of one type.
bool namesArguments(const PtxInstruction &instruction, const clang::GCCAsmStmt &statement,
                    const Arithmetic &known) {
  if (!instruction.predicate.empty() || instruction.operands.size() != known.factors + 1)
    return false;
  const llvm::StringRef letter = known.type == ElementType::F64 ? "d" : "f";
  for (size_t at = 0; at < instruction.operands.size(); ++at) {
    const PtxOperand &operand = instruction.operands[at];
    if (operand.kind != PtxOperand::Kind::Argument || operand.isAddress)
      return false;
    const bool isOutput = operand.argument < statement.getNumOutputs();
    const std::string spelled =
        isOutput ? statement.getOutputConstraint(operand.argument)
                 : statement.getInputConstraint(operand.argument - statement.getNumOutputs());
    llvm::StringRef constraint = spelled;
    // What is set alone holds nothing before it is set.
    const bool isRead = !isOutput || constraint.starts_with("+");
    if ((at == 0) != isOutput && !(at > 0 && isRead))
      return false;
    if (isOutput && !constraint.consume_front("+"))
      constraint.consume_front("=");
    constraint.consume_front("&");
    if (constraint != letter)
      return false;
  }
  return true;
}

} // namespace

bool Lowerer::assembly(const clang::GCCAsmStmt *statement, Statements &out) {
  std::string why;
  const auto instructions = ptxInstructions(*statement, why);
  if (!instructions)
    return fail(statement, why);
  const bool isOne = instructions->size() == 1 && !statement->isAsmGoto();
  const std::string name = instructions->empty() ? "" : instructions->front().name;
  const auto *known = std::ranges::find(Instructions, name, &Arithmetic::name);
  if (!isOne || known == std::end(Instructions) ||
      !namesArguments(instructions->front(), *statement, *known) || statement->getNumOutputs() != 1)
    return fail(statement, "inline assembly '" + name + "', which is not understood");
  if (known->type == ElementType::F32 && known->flushes != flags.flushesSubnormals)
    return fail(statement, "inline assembly '" + name + "', which " +
                               (known->flushes ? "flushes" : "keeps") +
                               " subnormal numbers where other instructions of the file do not: "
                               "write fmaf");
  before = &out;
  Term call{.kind = Term::Kind::Call,
            .type = {.form = ValueType::Class::Number, .element = known->type},
            .location = statement->getAsmLoc(),
            .text = known->function.str()};
  for (const PtxOperand &operand : llvm::drop_begin(instructions->front().operands)) {
    const TermRef value = term(ptxArgument(*statement, operand.argument));
    if (!value)
      return false;
    if (value->type != call.type)
      return fail(statement, "inline assembly '" + name + "' of numbers of another type");
    call.children.push_back(value);
  }
  const clang::Expr *target = ptxArgument(*statement, instructions->front().operands[0].argument);
  const auto type = typeOf(target->getType(), target);
  if (type && *type != call.type)
    return fail(statement, "inline assembly '" + name + "' of numbers of another type");
  return type && setTo(target, make(std::move(call)), out);
}

} // namespace warpsmith::frontend
