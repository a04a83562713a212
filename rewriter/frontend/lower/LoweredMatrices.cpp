// Inline PTX that threads of a warp do together: matrices that are loaded by ldmatrix and
// multiplied by mma.sync (see MatrixInstruction.h), and copies by cp.async.
#include "rewriter/frontend/clang/KnownConstants.h"
#include "rewriter/frontend/clang/MatrixInstruction.h"
#include "rewriter/frontend/clang/ToolkitNames.h"
#include "rewriter/frontend/lower/LoweredPtx.h"

namespace warpsmith::frontend {

using Kind = Term::Kind;
using Class = ValueType::Class;

namespace {

constexpr ValueType Wide{.form = Class::Integer, .bits = 64};
constexpr ValueType Bits{.form = Class::Integer, .bits = 32, .isSigned = false};

/// The registers of D, A, B and C, as arguments of the statement; none where they are others.
std::vector<std::vector<unsigned>> registersOf(const PtxInstruction &instruction,
                                               const MatrixInstruction &form) {
  std::vector<std::vector<unsigned>> arguments;
  const std::array<int64_t, 4> sizes = {form.sums, form.wordsOfA, form.wordsOfB, form.sums};
  for (size_t number = 0; number < sizes.size(); ++number) {
    auto group = argumentsOf(instruction.operands[number]);
    if (!group || static_cast<int64_t>(group->size()) != sizes[number])
      return {};
    arguments.push_back(std::move(*group));
  }
  return arguments;
}

/// It divides by a number of whole warps.
bool dividesWarps(const Term &term) {
  const Term *by = term.kind == Kind::Binary ? term.children[1].get() : nullptr;
  while (by && by->kind == Kind::Convert)
    by = by->children[0].get();
  const int64_t number = by && by->kind == Kind::Integer ? by->number : 0;
  return (term.text == "/" && number > 0 && number % 32 == 0) ||
         (term.text == ">>" && number >= 5) ||
         llvm::any_of(term.children, [](const TermRef &child) { return dividesWarps(*child); });
}

} // namespace

void Lowerer::findWarps(const Statements &statements) {
  for (const Statement &each : statements) {
    for (const TermRef &one : {each.value, each.place})
      program.dividesWarps |= one && dividesWarps(*one);
    findWarps(each.body);
    findWarps(each.otherwise);
  }
}

bool Lowerer::setNumber(const clang::GCCAsmStmt *statement, const PtxOperand &to,
                        const TermRef &value, PtxRegisters &registers, Statements &out) {
  if (to.kind == PtxOperand::Kind::Register) {
    registers.numbers[to.name] = copied(value, statement->getAsmLoc(), out);
    return true;
  }
  if (to.kind != PtxOperand::Kind::Argument || to.isAddress)
    return fail(statement, "inline assembly that is not understood");
  return setTo(ptxArgument(*statement, to.argument), value, out);
}

/// Nothing where the instruction is none of these.
std::optional<bool> Lowerer::instruction(const clang::GCCAsmStmt *statement,
                                         const PtxInstruction &instruction, PtxRegisters &registers,
                                         Statements &out) {
  using OperandKind = PtxOperand::Kind;
  const llvm::StringRef name = instruction.name;
  const clang::SourceLocation where = statement->getAsmLoc();
  const auto &operands = instruction.operands;
  const auto argument = [&](size_t number) -> const clang::Expr * {
    return number < operands.size() && operands[number].kind == OperandKind::Argument &&
                   !operands[number].isAddress
               ? ptxArgument(*statement, operands[number].argument)
               : nullptr;
  };
  const auto wait = [&](const TermRef &pending) {
    if (pending)
      out.push_back({Statement::Kind::Wait, where, -1, pending});
    return pending != nullptr;
  };
  if (name == "cp.async.ca.shared.global" || name == "cp.async.cg.shared.global")
    return copyByPtx(statement, instruction, registers, out);
  if (name == "cp.async.commit_group") {
    out.push_back({Statement::Kind::Commit, where});
    return true;
  }
  if (name == "cp.async.wait_all") {
    out.push_back({Statement::Kind::Commit, where});
    return wait(wide(0, where));
  }
  if (name == "cp.async.wait_group" && operands.size() == 1)
    return wait(operands[0].kind == OperandKind::Number ? wide(operands[0].number, where)
                : argument(0)                           ? term(argument(0))
                                                        : nullptr);
  if (name.starts_with("ldmatrix."))
    return loadMatrices(statement, instruction, registers, out);
  if (name.starts_with("mma.sync."))
    return multiplyMatrices(statement, instruction, out);
  if (name == "cvta.to.shared.u64" && operands.size() == 2 && argument(1) &&
      argument(1)->getType()->isPointerType()) {
    const TermRef address = addressInShared(argument(1), Wide);
    return address && setNumber(statement, operands[0], address, registers, out);
  }
  if ((name == "cvt.u32.u64" || name == "mov.u32" || name == "mov.b32") && operands.size() == 2 &&
      operands[1].kind == OperandKind::Register) {
    if (operands[1].name == "laneid") {
      program.asksLanes = true;
      return setNumber(statement, operands[0],
                       make({.kind = Kind::Lane, .type = Bits, .location = where}), registers, out);
    }
    const auto known = registers.numbers.find(operands[1].name);
    return known == registers.numbers.end()
               ? std::nullopt
               : std::optional(setNumber(statement, operands[0], known->second, registers, out));
  }
  if (name == "cvt.rna.tf32.f32" && operands.size() == 2 && argument(0) && argument(1)) {
    // As an operand of mma.sync it is what the contract says. Elsewhere its bits would count.
    const TermRef value = term(argument(1));
    if (!value || value->type.element != ElementType::F32 ||
        !argument(0)->getType()->isIntegerType())
      return value && fail(statement, "inline assembly '" + instruction.name +
                                          "' into something else than an integer variable");
    return setNumber(
        statement, operands[0],
        make({.kind = Kind::Word, .type = Bits, .location = where, .children = {value}}), registers,
        out);
  }
  return std::nullopt;
}

/// A pointer to shared memory as a number.
TermRef Lowerer::addressInShared(const clang::Expr *pointer, const ValueType &type) {
  std::optional<ValueType> number;
  const TermRef to = arrayOf(pointer, number);
  return to ? make({Kind::Convert, type, pointer->getExprLoc(), AddressMark, 0, 0, {to}}) : nullptr;
}

/// Where the instruction takes generic addresses, a pointer is one, too.
TermRef Lowerer::sharedAddress(const clang::GCCAsmStmt *statement, const PtxOperand &operand,
                               const PtxRegisters &registers, bool takesGeneric) {
  const clang::SourceLocation where = statement->getAsmLoc();
  TermRef address;
  if (operand.kind == PtxOperand::Kind::Argument) {
    const clang::Expr *expression = ptxArgument(*statement, operand.argument);
    const bool isPointer = expression->getType()->isPointerType();
    if (isPointer && !takesGeneric)
      return unknown(statement, "a pointer as an address in shared memory: convert it by "
                                "__cvta_generic_to_shared()");
    address = isPointer ? addressInShared(expression, Wide) : term(expression);
  } else if (const auto known = registers.numbers.find(operand.name);
             known != registers.numbers.end()) {
    address = known->second;
  }
  if (!address || operand.number == 0)
    return address || refuse.refusal() ? address
                                       : unknown(statement, "an address that is not understood");
  return make({Kind::Binary, Wide, where, "+", 0, 0, {address, wide(operand.number, where)}});
}

/// Elements one by one. Where fewer bytes are copied, all or none, the others become zero.
bool Lowerer::copyByPtx(const clang::GCCAsmStmt *statement, const PtxInstruction &instruction,
                        const PtxRegisters &registers, Statements &out) {
  const auto &operands = instruction.operands;
  const clang::SourceLocation where = statement->getAsmLoc();
  const auto unsupported = [&] {
    return fail(statement,
                "inline assembly '" + instruction.name + "' in a form that is not understood");
  };
  if ((operands.size() != 3 && operands.size() != 4) || !operands[0].isAddress ||
      !operands[1].isAddress || operands[1].kind != PtxOperand::Kind::Argument ||
      operands[1].number != 0 || llvm::StringRef(instruction.text).contains("cache_hint"))
    return unsupported();
  const auto numberOf = [&](const PtxOperand &operand) -> std::optional<int64_t> {
    if (operand.kind == PtxOperand::Kind::Number)
      return operand.number;
    return operand.kind == PtxOperand::Kind::Argument
               ? knownConstant(*ptxArgument(*statement, operand.argument), context, facts)
               : std::nullopt;
  };
  const auto bytes = numberOf(operands[2]);
  if (bytes != 4 && bytes != 8 && bytes != 16)
    return fail(statement, "asynchronous copy of a size that is not known");
  TermRef holds;
  if (operands.size() == 4 && numberOf(operands[3]) != bytes) {
    const clang::Expr *size = operands[3].kind == PtxOperand::Kind::Argument
                                  ? ptxArgument(*statement, operands[3].argument)
                                  : nullptr;
    const auto whether = size ? isChosen(size, *bytes, 0, out) : std::nullopt;
    if (!whether)
      return fail(statement, "asynchronous copy of which a part is zeroed: store the zeros under a "
                             "condition of their own");
    holds = *whether;
    if (!holds)
      return false;
  }
  const TermRef to = sharedAddress(statement, operands[0], registers, false);
  const clang::Expr *source = ptxArgument(*statement, operands[1].argument);
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(source->IgnoreParenCasts());
      call && toolkitFunction(*call) == "__cvta_generic_to_global" && call->getNumArgs() == 1)
    source = call->getArg(0);
  if (to && !source->getType()->isPointerType())
    return unsupported();
  std::optional<ValueType> type;
  const TermRef from = to ? arrayOf(source, type) : nullptr;
  if (!from || !type->element)
    return from && unsupported();
  const auto each = static_cast<int64_t>(sizeOf(*type->element));
  const TermRef held = copied(to, where, out), of = copied(from, where, out);
  for (int64_t number = 0; number < *bytes / each; ++number) {
    const auto at = [&](const TermRef &pointer) {
      return make({Kind::Element, *type, where, "", 0, 0, {pointer, wide(number, where)}});
    };
    Statement store{Statement::Kind::Store, where, -1, orZero(holds, at(of)), at(held)};
    store.isCopy = true;
    out.push_back(std::move(store));
  }
  return true;
}

bool Lowerer::loadMatrices(const clang::GCCAsmStmt *statement, const PtxInstruction &instruction,
                           const PtxRegisters &registers, Statements &out) {
  const auto load = loadOfMatrices(instruction);
  if (!load)
    return fail(statement, "inline assembly '" + instruction.name + "', which is not understood");
  const clang::SourceLocation where = statement->getAsmLoc();
  program.asksLanes = true;
  out.push_back({Statement::Kind::Warp, where});
  const TermRef address =
      sharedAddress(statement, instruction.operands[1], registers, load->takesGeneric);
  if (!address)
    return false;
  const TermRef held = copied(address, where, out);
  std::vector<TermRef> words;
  for (size_t matrix = 0; matrix < load->results.size(); ++matrix)
    words.push_back(copied(make({.kind = Kind::Row,
                                 .type = Bits,
                                 .location = where,
                                 .text = load->transposes ? "trans" : "",
                                 .number = static_cast<int64_t>(matrix),
                                 .children = {held}}),
                           where, out));
  for (size_t matrix = 0; matrix < load->results.size(); ++matrix)
    if (!setTo(ptxArgument(*statement, load->results[matrix]), words[matrix], out))
      return false;
  return true;
}

/// What A and B hold for an element of C is the value of a register in another lane: A's row is
/// this lane's, B's column is one of two of this lane's.
bool Lowerer::multiplyMatrices(const clang::GCCAsmStmt *statement,
                               const PtxInstruction &instruction, Statements &out) {
  const auto form = matrixInstruction(instruction.name);
  if (!form || instruction.operands.size() != 4)
    return fail(statement, "inline assembly '" + instruction.name + "', which is not understood");
  const auto arguments = registersOf(instruction, *form);
  if (arguments.empty())
    return fail(statement, "operands of '" + instruction.name + "' that are not understood");
  const clang::SourceLocation where = statement->getAsmLoc();
  program.asksLanes = program.onTensorCores = true;
  out.push_back({Statement::Kind::Warp, where});
  // Like sums of fragments, those in half are followed in float: two of them are in a word.
  const bool inHalf = isNarrowFloat(form->sum);
  const ValueType sumType{.form = Class::Number, .element = inHalf ? ElementType::F32 : form->sum};
  const ValueType operandType{.form = Class::Number, .element = form->operand};
  std::vector<TermRef> words[2], sums;
  for (const size_t operand : {0, 1})
    for (const unsigned argument : arguments[operand + 1]) {
      const TermRef word = term(ptxArgument(*statement, argument));
      if (!word)
        return false;
      words[operand].push_back(copied(word, where, out));
    }
  for (const unsigned argument : arguments[3]) {
    if (argument < statement->getNumOutputs() &&
        !llvm::StringRef(statement->getOutputConstraint(argument)).starts_with("+"))
      return fail(statement, "'" + instruction.name + "' adds to a result that has no value yet");
    const TermRef sum = term(ptxArgument(*statement, argument));
    if (!sum)
      return false;
    if (inHalf) {
      if (sum->type.form != Class::Integer || sum->type.bits != 32)
        return fail(statement, "'" + instruction.name + "' adds to what is no word of 32 bits");
      const TermRef word = copied(sum, where, out);
      for (const int64_t part : {0, 1})
        sums.push_back(make({Kind::Part, sumType, where, FragmentMark, part, 0, {word}}));
      continue;
    }
    if (sum->type.element != form->sum)
      return fail(statement, "'" + instruction.name + "' adds to a number of another type");
    sums.push_back(sum);
  }
  const auto binary = [&](const char *op, const ValueType &type, const TermRef &left,
                          const TermRef &right) {
    return make({Kind::Binary, type, where, op, 0, 0, {left, right}});
  };
  const auto number = [&](int64_t value) {
    return make({.kind = Kind::Integer, .type = Bits, .location = where, .number = value});
  };
  const TermRef lane = make({.kind = Kind::Lane, .type = Bits, .location = where});
  const TermRef group = copied(binary("/", Bits, lane, number(4)), where, out);
  const TermRef member = copied(binary("%", Bits, lane, number(4)), where, out);
  const auto there = [&](const TermRef &word, int64_t part, const TermRef &giver) {
    const TermRef own = make({.kind = Kind::Part,
                              .type = operandType,
                              .location = where,
                              .number = part,
                              .children = {word}});
    return copied(
        converted(make({Kind::AtLane, operandType, where, "", 0, 0, {own, giver}}), sumType), where,
        out);
  };
  const int64_t inWord = form->inWord, rowsOfA = form->rows / 8;
  std::vector<std::vector<TermRef>> left(static_cast<size_t>(rowsOfA)), right(2);
  for (int64_t step = 0; step < form->steps; ++step) {
    const int64_t giver = step % (4 * inWord) / inWord, part = step % inWord;
    const int64_t half = step / (4 * inWord);
    for (int64_t row = 0; row < rowsOfA; ++row)
      left[row].push_back(
          there(words[0][row + rowsOfA * half], part,
                binary("+", Bits, binary("*", Bits, group, number(4)), number(giver))));
    for (int64_t column = 0; column < 2; ++column)
      right[column].push_back(there(
          words[1][half], part,
          binary("+", Bits, binary("*", Bits, member, number(8)), number(4 * column + giver))));
  }
  for (size_t index = 0; index < sums.size(); ++index) {
    for (int64_t step = 0; step < form->steps; ++step)
      sums[index] = binary("+", sumType, sums[index],
                           binary("*", sumType, left[index / 2][step], right[index % 2][step]));
    sums[index] = copied(sums[index], where, out);
  }
  for (size_t index = 0; index < arguments[0].size(); ++index) {
    const clang::Expr *target = ptxArgument(*statement, arguments[0][index]);
    if (inHalf && context.getTypeSize(target->getType()) != 32)
      return fail(statement, "'" + instruction.name + "' sets what is no word of 32 bits");
    const TermRef sum = inHalf ? make({Kind::Word,
                                       Bits,
                                       where,
                                       FragmentMark,
                                       0,
                                       0,
                                       {sums[2 * index], sums[2 * index + 1]}})
                               : sums[index];
    if (!setTo(target, sum, out))
      return false;
  }
  return true;
}

} // namespace warpsmith::frontend
