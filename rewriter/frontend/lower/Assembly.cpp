// Inline PTX: its instructions, and those that compute what a function of CUDA's computes.
#include "rewriter/frontend/lower/LoweredPtx.h"
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

/// The instruction changes arguments of the statement: variables of the source.
static bool setsArguments(const PtxInstruction &instruction) {
  if (instruction.operands.empty() || llvm::StringRef(instruction.name).starts_with("cp.async"))
    return false;
  const PtxOperand &first = instruction.operands.front();
  return !first.isAddress &&
         (first.kind == PtxOperand::Kind::Argument || first.kind == PtxOperand::Kind::Group);
}

bool Lowerer::assembly(const clang::GCCAsmStmt *statement, Statements &out) {
  std::string why;
  const auto instructions = ptxInstructions(*statement, why);
  if (!instructions)
    return fail(statement, why);
  if (statement->isAsmGoto())
    return fail(statement, "inline assembly that jumps");
  PtxRegisters registers;
  bool changed = false; // what the statement was given
  for (const PtxInstruction &each : *instructions) {
    const auto unsupported = [&](const char *how) {
      return fail(statement, "inline assembly '" + each.name + "'" + how);
    };
    if (changed)
      return unsupported(" behind an instruction of the same statement that sets a variable: write "
                         "a statement for each");
    changed = setsArguments(each);
    before = &out;
    if (const auto test = testOf(statement, each)) {
      if (!*test)
        return false;
      registers.tests[each.operands[0].name] = copied(*test, statement->getAsmLoc(), out);
      continue;
    }
    const bool isOne = instructions->size() == 1;
    Statement guarded{Statement::Kind::If, statement->getAsmLoc()};
    Statements &inside = each.predicate.empty() ? out : guarded.body;
    if (!each.predicate.empty()) {
      const auto known = registers.tests.find(each.predicate);
      const bool setsRegister = !each.operands.empty() && !each.operands.front().isAddress &&
                                each.operands.front().kind == PtxOperand::Kind::Register;
      if (known == registers.tests.end() || setsRegister)
        return unsupported(" under a condition that is not understood");
      guarded.value = known->second;
    }
    before = &inside;
    const auto known = instruction(statement, each, registers, inside);
    if (!known && (!isOne || refuse.refusal() || !arithmetic(statement, each, out)))
      return refuse.refusal() ? false : unsupported(", which is not understood");
    if (known && !*known)
      return refuse.refusal() ? false : unsupported(", which is not understood");
    if (guarded.value && each.negated)
      std::swap(guarded.body, guarded.otherwise);
    if (guarded.value)
      out.push_back(std::move(guarded));
  }
  return true;
}

/// `setp.ne.b32 p, %0, 0`, as what it finds; nothing for any other instruction.
std::optional<TermRef> Lowerer::testOf(const clang::GCCAsmStmt *statement,
                                       const PtxInstruction &test) {
  const auto &operands = test.operands;
  if ((test.name != "setp.ne.b32" && test.name != "setp.ne.u32" && test.name != "setp.ne.s32") ||
      !test.predicate.empty() || operands.size() != 3 ||
      operands[0].kind != PtxOperand::Kind::Register ||
      operands[1].kind != PtxOperand::Kind::Argument || operands[1].isAddress ||
      operands[2].kind != PtxOperand::Kind::Number || operands[2].number != 0)
    return std::nullopt;
  const TermRef value = term(ptxArgument(*statement, operands[1].argument));
  if (!value || value->type.form == ValueType::Class::Truth)
    return value;
  return make({Term::Kind::Binary,
               {.form = ValueType::Class::Truth, .bits = 1, .isSigned = false},
               statement->getAsmLoc(),
               "!=",
               0,
               0,
               {value, make({.kind = Term::Kind::Integer,
                             .type = value->type,
                             .location = statement->getAsmLoc()})}});
}

bool Lowerer::arithmetic(const clang::GCCAsmStmt *statement, const PtxInstruction &instruction,
                         Statements &out) {
  const std::string &name = instruction.name;
  const auto *known = std::ranges::find(Instructions, name, &Arithmetic::name);
  if (known == std::end(Instructions) || !namesArguments(instruction, *statement, *known) ||
      statement->getNumOutputs() != 1)
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
  for (const PtxOperand &operand : llvm::drop_begin(instruction.operands)) {
    const TermRef value = term(ptxArgument(*statement, operand.argument));
    if (!value)
      return false;
    if (value->type != call.type)
      return fail(statement, "inline assembly '" + name + "' of numbers of another type");
    call.children.push_back(value);
  }
  const clang::Expr *target = ptxArgument(*statement, instruction.operands[0].argument);
  const auto type = typeOf(target->getType(), target);
  if (type && *type != call.type)
    return fail(statement, "inline assembly '" + name + "' of numbers of another type");
  return type && setTo(target, make(std::move(call)), out);
}

} // namespace warpsmith::frontend
