// Inline PTX: copies by cp.async, and products of matrices that the lanes of a warp hold together,
// loaded by ldmatrix and multiplied by mma.sync.
//
// Which lane has which element is told by the PTX ISA ("Warp Level Matrix Instructions"). With
// g = lane / 4 and t = lane % 4, and e elements in a register of 32 bits:
//   A: register w has the row g + 8 * (w % r), r = rows / 8, and the columns e * t + h +
//      4 * e * (w / r), h < e
//   B: register w has the column g and the rows e * t + h + 4 * e * w
//   C: register c has the row g + 8 * (c / 2) and the column 2 * t + c % 2
// So what A and B hold for an element of C is the value of a register in another lane.
#include "rewriter/frontend/clang/MatrixInstruction.h"
#include "rewriter/frontend/clang/ToolkitNames.h"
#include "rewriter/frontend/symbolic/KernelWalk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace warpsmith::frontend {

/// Registers that a statement declares for itself.
struct KernelWalk::PtxRegisters {
  std::map<std::string, Polynomial> numbers;
  /// `setp.ne.b32 p, %0, 0`: that the number is not zero.
  std::map<std::string, const clang::Expr *> tests;
};

namespace {

using OperandKind = PtxOperand::Kind;

/// The instruction changes arguments of the statement: variables of the source.
bool setsArguments(const PtxInstruction &instruction) {
  if (instruction.operands.empty() || llvm::StringRef(instruction.name).starts_with("cp.async"))
    return false;
  const PtxOperand &first = instruction.operands.front();
  return !first.isAddress &&
         (first.kind == OperandKind::Argument || first.kind == OperandKind::Group);
}

/// It sets a register that the statement declares.
bool setsRegister(const PtxInstruction &instruction) {
  return !instruction.operands.empty() && !instruction.operands.front().isAddress &&
         instruction.operands.front().kind == OperandKind::Register;
}

/// A variable or an element of an array of whole numbers that nothing else refers to: no pointer
/// and no reference, which may be to numbers of another type.
bool isWordOfItsOwn(const clang::Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  while (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
    expression = element->getBase()->IgnoreParenImpCasts();
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  const auto *variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (!variable)
    return false;
  clang::QualType type = variable->getType();
  while (const auto *array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  return type->isIntegerType();
}

/// The condition that `setp` finds in a number that is 0 or 1: without casts of a truth value.
const clang::Expr *testedBy(const clang::Expr *number) {
  number = number->IgnoreParenImpCasts();
  while (const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(number)) {
    const clang::Expr *inside = cast->getSubExprAsWritten()->IgnoreParenImpCasts();
    if (!inside->getType()->isBooleanType())
      break;
    number = inside;
  }
  return number;
}

} // namespace

bool KernelWalk::assembly(const clang::GCCAsmStmt *statement) {
  if (statement->isAsmGoto())
    return fail(statement, "inline assembly that jumps");
  std::string why;
  const auto instructions = ptxInstructions(*statement, why);
  if (!instructions)
    return fail(statement, why);
  PtxRegisters registers;
  bool changed = false; // what the statement was given
  for (const PtxInstruction &instruction : *instructions) {
    if (changed)
      return fail(statement, "inline assembly '" + instruction.name +
                                 "' behind an instruction of the same statement that sets a "
                                 "variable: write a statement for each");
    changed = setsArguments(instruction);
    const auto step = [&] { return assemblyStep(statement, instruction, registers); };
    if (instruction.predicate.empty()) {
      if (!step())
        return false;
      continue;
    }
    if (setsRegister(instruction))
      return fail(statement, "inline assembly '" + instruction.name +
                                 "' that sets a register under a condition");
    const auto test = registers.tests.find(instruction.predicate);
    if (test == registers.tests.end())
      return fail(statement, "inline assembly '" + instruction.name +
                                 "' under a condition that is not understood");
    const auto condition = evaluate.condition(test->second, !instruction.negated);
    if (!condition)
      return false;
    if (condition->decided ? *condition->decided && !step() : !guarded(statement, *condition, step))
      return false;
  }
  return true;
}

bool KernelWalk::assemblyStep(const clang::GCCAsmStmt *statement, const PtxInstruction &instruction,
                              PtxRegisters &registers) {
  const llvm::StringRef name = instruction.name;
  const auto unsupported = [&] {
    return fail(statement, "inline assembly '" + instruction.name + "', which is not understood");
  };
  const auto isArgument = [&](size_t number) {
    return number < instruction.operands.size() &&
           instruction.operands[number].kind == OperandKind::Argument &&
           !instruction.operands[number].isAddress;
  };
  const auto argument = [&](size_t number) {
    return ptxArgument(*statement, instruction.operands[number].argument);
  };
  /// A number becomes what a register or a variable holds.
  const auto setNumber = [&](const PtxOperand &to, const Polynomial &value) {
    if (to.kind == OperandKind::Register) {
      registers.numbers[to.name] = value;
      return true;
    }
    const auto place = to.kind == OperandKind::Argument
                           ? evaluate.place(ptxArgument(*statement, to.argument))
                           : std::nullopt;
    const auto *const *variable = place ? std::get_if<const clang::VarDecl *>(&*place) : nullptr;
    if (!variable || !(*variable)->getType()->isIntegerType())
      return unsupported();
    state.integers[*variable] = value;
    state.words.erase(*variable);
    state.scalars.erase(*variable);
    return true;
  };
  const size_t operands = instruction.operands.size();
  if (name == "cp.async.ca.shared.global" || name == "cp.async.cg.shared.global")
    return copyByPtx(statement, instruction, registers);
  if (name == "cp.async.commit_group")
    return mayCopyAsynchronously(statement, instruction.name) && commitCopies();
  if (name == "cp.async.wait_all")
    return mayCopyAsynchronously(statement, instruction.name) &&
           waitForCopies(statement, instruction.name, -1);
  if (name == "cp.async.wait_group" && operands == 1) {
    std::optional<int64_t> number;
    if (instruction.operands[0].kind == OperandKind::Number)
      number = instruction.operands[0].number;
    else if (const auto value = isArgument(0) ? evaluate.exact(argument(0)) : std::nullopt)
      number = state.assumed(*value);
    if (number && *number < 0)
      number = std::nullopt;
    return mayCopyAsynchronously(statement, instruction.name) &&
           waitForCopies(statement, instruction.name, number);
  }
  if (name.starts_with("ldmatrix."))
    return loadMatrices(statement, instruction, registers);
  if (name.starts_with("mma.sync."))
    return multiplyMatrices(statement, instruction);
  if (name == "cvta.to.shared.u64" && operands == 2 && isArgument(1) &&
      argument(1)->getType()->isPointerType()) {
    const auto address = evaluate.addressInShared(argument(1));
    return address && setNumber(instruction.operands[0], *address);
  }
  if ((name == "cvt.u32.u64" || name == "mov.u32" || name == "mov.b32") && operands == 2 &&
      instruction.operands[1].kind == OperandKind::Register) {
    if (instruction.operands[1].name == "laneid")
      return setNumber(instruction.operands[0], Lanes(state).lane());
    const auto known = registers.numbers.find(instruction.operands[1].name);
    return known == registers.numbers.end() ? unsupported()
                                            : setNumber(instruction.operands[0], known->second);
  }
  if ((name == "setp.ne.b32" || name == "setp.ne.u32" || name == "setp.ne.s32") && operands == 3 &&
      instruction.operands[0].kind == OperandKind::Register && isArgument(1) &&
      instruction.operands[2].kind == OperandKind::Number && instruction.operands[2].number == 0) {
    registers.tests[instruction.operands[0].name] = testedBy(argument(1));
    return true;
  }
  if (name == "cvt.rna.tf32.f32" && operands == 2 && isArgument(0) && isArgument(1)) {
    const auto value = evaluate.scalar(argument(1));
    if (!value || (*value)->type != ElementType::F32)
      return value && unsupported();
    // As an operand of mma.sync it is what the contract says. Elsewhere its bits would count.
    if (!isWordOfItsOwn(argument(0)))
      return fail(statement, "inline assembly '" + instruction.name +
                                 "' into something else than an integer variable");
    return storeWord(argument(0), {ElementType::F32, {*value}});
  }
  return unsupported();
}

/// What the lanes of a warp do together, they must all do.
bool KernelWalk::isOfWholeWarp(const clang::Stmt *statement, const std::string &name,
                               Lanes &lanes) {
  if (dataBranches > 0)
    return fail(statement, "'" + name + "' under a condition on data");
  if (filling > 0 || llvm::any_of(state.loops, [](const LoopIndex &loop) {
        return loop.limited || loop.axis != 0;
      }))
    return fail(statement, "'" + name + "' behind or in a loop whose steps differ between threads");
  for (const Bounds *bounds : {&state.path, &state.elsewhere, &unlessBroken})
    for (const Polynomial &bound : *bounds)
      if (!lanes.isAlike(bound))
        return fail(statement,
                    "'" + name + "' under a condition that may differ between lanes of a warp");
  return true;
}

std::optional<Pointer> KernelWalk::sharedAddress(const clang::GCCAsmStmt *statement,
                                                 const PtxOperand &operand,
                                                 const PtxRegisters &registers, bool takesGeneric) {
  std::optional<Polynomial> address;
  if (operand.kind == OperandKind::Argument) {
    const clang::Expr *expression = ptxArgument(*statement, operand.argument);
    // `"l"(&tile[i])`: a pointer, for an instruction that takes generic addresses.
    if (expression->getType()->isPointerType() && takesGeneric && operand.number == 0) {
      const auto where = evaluate.address(expression);
      if (where && !where->shared)
        fail(statement, "inline assembly with an address that is not one in shared memory");
      return where && where->shared ? where : std::nullopt;
    }
    if (expression->getType()->isIntegerType())
      address = evaluate.integer(expression);
    if (expression->getType()->isIntegerType() && !address)
      return std::nullopt;
  } else if (const auto known = registers.numbers.find(operand.name);
             known != registers.numbers.end()) {
    address = known->second;
  }
  const auto where =
      address ? evaluate.pointerToShared(*address + Polynomial(operand.number)) : std::nullopt;
  if (!where)
    fail(statement, "inline assembly with an address that is not known to be of an element in "
                    "shared memory");
  return where;
}

bool KernelWalk::copyByPtx(const clang::GCCAsmStmt *statement, const PtxInstruction &instruction,
                           const PtxRegisters &registers) {
  const auto &operands = instruction.operands;
  const auto unsupported = [&] {
    return fail(statement, "inline assembly '" + instruction.name +
                               "' in a form that is not "
                               "understood");
  };
  if ((operands.size() != 3 && operands.size() != 4) || !operands[0].isAddress ||
      !operands[1].isAddress || operands[1].kind != OperandKind::Argument ||
      operands[1].number != 0 || llvm::StringRef(instruction.text).contains("cache_hint"))
    return unsupported();
  if (!mayCopyAsynchronously(statement, instruction.name))
    return false;
  const auto numberOf = [&](const PtxOperand &operand) -> std::optional<int64_t> {
    if (operand.kind == OperandKind::Number)
      return operand.number;
    if (operand.kind != OperandKind::Argument)
      return std::nullopt;
    const auto value = evaluate.exact(ptxArgument(*statement, operand.argument));
    return value ? state.assumed(*value) : std::nullopt;
  };
  const auto bytes = numberOf(operands[2]);
  if (bytes != 4 && bytes != 8 && bytes != 16)
    return fail(statement, "asynchronous copy of a size that is not known");
  // The number of bytes that are copied: the others become zero.
  std::optional<Condition> holds;
  if (operands.size() == 4) {
    const clang::Expr *size = operands[3].kind == OperandKind::Argument
                                  ? ptxArgument(*statement, operands[3].argument)
                                  : nullptr;
    const auto *chosen =
        size ? llvm::dyn_cast<clang::ConditionalOperator>(size->IgnoreParenCasts()) : nullptr;
    const auto constant = [&](const clang::Expr *value) {
      const auto number =
          value->isValueDependent() ? std::nullopt : value->getIntegerConstantExpr(context);
      return number ? std::optional(number->getExtValue()) : std::nullopt;
    };
    if (chosen && constant(chosen->getTrueExpr()) == bytes &&
        constant(chosen->getFalseExpr()) == 0) {
      holds = evaluate.condition(chosen->getCond(), true);
      if (!holds)
        return false;
      if (holds->decided && !*holds->decided)
        return unsupported();
      if (holds->decided)
        holds = std::nullopt;
    } else if (numberOf(operands[3]) != bytes) {
      return fail(statement, "asynchronous copy of which a part is zeroed: store the zeros under a "
                             "condition of their own");
    }
  }
  auto to = sharedAddress(statement, operands[0], registers);
  if (!to)
    return false;
  const clang::Expr *source = ptxArgument(*statement, operands[1].argument);
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(source->IgnoreParenCasts());
      call && toolkitFunction(*call) == "__cvta_generic_to_global" && call->getNumArgs() == 1)
    source = call->getArg(0);
  if (!source->getType()->isPointerType())
    return unsupported();
  auto from = evaluate.pointer(source);
  if (!from)
    return false;
  from->inWord = 0;
  if (to->type != from->type)
    evaluate.seeSharedAs(*to, from->type);
  return copyToShared(statement, *to, *from, *bytes, holds ? &*holds : nullptr);
}

/// Each matrix has 8 rows of 16 bytes, whose addresses lanes of its own give; register j of a lane
/// has 4 bytes of row lane / 4 of matrix j, or 2 of row 2 * (lane % 4) and 2 of the next one.
bool KernelWalk::loadMatrices(const clang::GCCAsmStmt *statement, const PtxInstruction &instruction,
                              const PtxRegisters &registers) {
  const auto load = loadOfMatrices(instruction);
  if (!load)
    return fail(statement, "inline assembly '" + instruction.name + "', which is not understood");
  Lanes lanes(state);
  if (!isOfWholeWarp(statement, instruction.name, lanes))
    return false;
  state.multipliesInLanes = true;
  const auto where =
      sharedAddress(statement, instruction.operands[1], registers, load->takesGeneric);
  if (!where)
    return false;
  const int64_t inWord = 4 / sizeOf(where->type);
  if (load->transposes ? inWord != 2 : inWord < 1)
    return fail(statement, "'" + instruction.name + "' of elements of another size");
  std::vector<Word> words;
  for (size_t matrix = 0; matrix < load->results.size(); ++matrix) {
    Word word{where->type, {}};
    for (int64_t part = 0; part < inWord; ++part) {
      const Polynomial inRow = lanes.member() * Polynomial(inWord) + Polynomial(part);
      const Polynomial giver =
          (load->transposes ? inRow : lanes.group()) + Polynomial(static_cast<int64_t>(8 * matrix));
      const auto row = lanes.at(giver, where->offset);
      if (!row)
        return fail(statement, "which row of '" + where->array +
                                   "' each lane gives the address of is not known");
      const auto value =
          evaluate.read({where->array, where->type,
                         *row + (load->transposes ? lanes.group() : inRow), where->shared},
                        statement->getBeginLoc());
      if (!value)
        return false;
      word.parts.push_back(*value);
    }
    words.push_back(std::move(word));
  }
  for (size_t matrix = 0; matrix < load->results.size(); ++matrix)
    if (!storeWord(ptxArgument(*statement, load->results[matrix]), words[matrix]))
      return false;
  return true;
}

namespace {

/// `0`, as what a register begins with.
bool isZeroWord(const ExpressionRef &value) {
  return value &&
         (value->kind == Expression::Kind::Cast ? isZeroWord(value->children[0])
                                                : value->kind == Expression::Kind::Literal &&
                                                      (value->text == "0" || value->text == "0u"));
}

} // namespace

/// The two sums that a register has, as floats.
std::optional<std::array<ExpressionRef, 2>> KernelWalk::sumsInHalf(const clang::Expr *expression) {
  const auto place = evaluate.place(expression->IgnoreParenImpCasts());
  if (!place)
    return std::nullopt;
  const auto *const *variable = std::get_if<const clang::VarDecl *>(&*place);
  const auto known = variable ? state.words.find(*variable) : state.words.end();
  if (known != state.words.end() && known->second.sums.size() == 2) {
    std::array<ExpressionRef, 2> sums;
    for (size_t part = 0; part < 2; ++part) {
      const auto held = state.scalars.find(known->second.sums[part]);
      if (held != state.scalars.end() && held->second)
        sums[part] = evaluate.guarded(held->second);
    }
    if (sums[0] && sums[1])
      return sums;
  }
  if (const auto number = variable ? state.scalars.find(*variable) : state.scalars.end();
      number != state.scalars.end() && isZeroWord(number->second)) {
    const ExpressionRef zero = Expression::literal("0.0f", ElementType::F32);
    return std::array{zero, zero};
  }
  return refuse(expression->getExprLoc(), "what the sums '" + evaluate.text(expression) +
                                              "' in half begin with is not known: set them to 0");
}

/// The register holds these sums from now on.
bool KernelWalk::setSumsInHalf(const clang::Expr *target,
                               const std::array<ExpressionRef, 2> &values) {
  const auto place = evaluate.place(target);
  const auto *const *variable = place ? std::get_if<const clang::VarDecl *>(&*place) : nullptr;
  if (!variable)
    return place && fail(target, "sums of 'mma.sync' in an array");
  holdSums(*variable, values);
  return true;
}

void KernelWalk::holdSums(const clang::VarDecl *variable,
                          const std::array<ExpressionRef, 2> &values) {
  Word word{ElementType::F16, {}, {}};
  if (const auto known = state.words.find(variable);
      known != state.words.end() && !known->second.sums.empty())
    word.sums = known->second.sums;
  auto &own = halves[variable];
  auto &tree = const_cast<clang::ASTContext &>(context); // as elementVariables() does
  while (word.sums.empty() && own.size() < 2)
    own.push_back(clang::VarDecl::Create(
        tree, const_cast<clang::DeclContext *>(variable->getDeclContext()), variable->getLocation(),
        variable->getLocation(),
        &tree.Idents.get(variable->getNameAsString() + (own.empty() ? ".low" : ".high")),
        context.FloatTy, nullptr, clang::SC_None));
  if (word.sums.empty())
    word.sums = own;
  for (size_t part = 0; part < 2; ++part)
    state.scalars[word.sums[part]] = values[part];
  state.words[variable] = std::move(word);
  state.integers.erase(variable);
  state.scalars.erase(variable);
}

/// Registers that a loop's instructions sum in half begin as such: what they hold from step to step
/// are those sums.
void KernelWalk::beginSumsInHalf(const clang::Stmt *body) {
  class Finder : public clang::DynamicRecursiveASTVisitor {
  public:
    bool VisitGCCAsmStmt(clang::GCCAsmStmt *statement) override {
      std::string why;
      const auto instructions =
          multipliesMatrices(*statement) ? ptxInstructions(*statement, why) : std::nullopt;
      for (size_t number = 0; instructions && number < instructions->size(); ++number) {
        const PtxInstruction &instruction = (*instructions)[number];
        const auto form = matrixInstruction(instruction.name);
        const auto targets = form && isNarrowFloat(form->sum) && !instruction.operands.empty()
                                 ? argumentsOf(instruction.operands[0])
                                 : std::nullopt;
        for (size_t one = 0; targets && one < targets->size(); ++one)
          if (const auto *variable = rootVariable(*ptxArgument(*statement, (*targets)[one])))
            registers.insert(variable);
      }
      return true;
    }
    std::set<const clang::VarDecl *> registers;
  } finder;
  finder.TraverseStmt(const_cast<clang::Stmt *>(body));
  const ExpressionRef zero = Expression::literal("0.0f", ElementType::F32);
  for (const clang::VarDecl *variable : finder.registers) {
    const auto array = state.localArrays.find(variable);
    const std::vector<const clang::VarDecl *> all =
        array == state.localArrays.end() ? std::vector{variable} : array->second;
    for (const clang::VarDecl *one : all)
      if (const auto known = state.scalars.find(one); known != state.scalars.end() &&
                                                      isZeroWord(known->second) &&
                                                      SymbolicEvaluator::isWordType(one->getType()))
        holdSums(one, {zero, zero});
  }
}

bool KernelWalk::multiplyMatrices(const clang::GCCAsmStmt *statement,
                                  const PtxInstruction &instruction) {
  const auto form = matrixInstruction(instruction.name);
  if (!form || instruction.operands.size() != 4)
    return fail(statement, "inline assembly '" + instruction.name + "', which is not understood");
  // As of fragments (multiplyFragments), sums in half are followed as floats.
  const bool inHalf = isNarrowFloat(form->sum);
  const ElementType sumType = inHalf ? ElementType::F32 : form->sum;
  std::vector<std::vector<unsigned>> arguments;
  const std::array<int64_t, 4> sizes = {form->sums, form->wordsOfA, form->wordsOfB, form->sums};
  for (size_t number = 0; number < sizes.size(); ++number) {
    auto group = argumentsOf(instruction.operands[number]);
    if (!group || static_cast<int64_t>(group->size()) != sizes[number])
      return fail(statement, "operands of '" + instruction.name + "' that are not understood");
    arguments.push_back(std::move(*group));
  }
  Lanes lanes(state);
  if (!isOfWholeWarp(statement, instruction.name, lanes))
    return false;
  // All registers, as this lane has them.
  std::vector<Word> words[2];
  for (const size_t operand : {0, 1})
    for (const unsigned argument : arguments[operand + 1]) {
      const clang::Expr *expression = ptxArgument(*statement, argument);
      auto word = evaluate.word(expression);
      if (!word)
        return false;
      const bool isSame = word->type == form->operand ||
                          (word->type == ElementType::Char && form->operand == ElementType::I8);
      if (!isSame)
        return fail(statement, "'" + instruction.name + "' of '" + evaluate.text(expression) +
                                   "', which holds numbers of another type");
      words[operand].push_back(std::move(*word));
    }
  std::vector<ExpressionRef> sums;
  for (const unsigned argument : arguments[3]) {
    if (argument < statement->getNumOutputs() &&
        !llvm::StringRef(statement->getOutputConstraint(argument)).starts_with("+"))
      return fail(statement, "'" + instruction.name + "' adds to a result that has no value yet");
    if (inHalf) {
      const auto pair = sumsInHalf(ptxArgument(*statement, argument));
      if (!pair)
        return false;
      sums.insert(sums.end(), pair->begin(), pair->end());
      continue;
    }
    const auto sum = evaluate.scalar(ptxArgument(*statement, argument));
    if (!sum)
      return false;
    if ((*sum)->type != form->sum)
      return fail(statement, "'" + instruction.name + "' adds to a number of another type");
    sums.push_back(*sum);
  }
  // What other lanes have. A's row is this lane's, B's column is one of two of this lane's.
  const int64_t inWord = form->inWord, rowsOfA = form->rows / 8;
  const auto there = [&](const Word &word, int64_t part, const Polynomial &lane) -> ExpressionRef {
    ExpressionRef value = lanes.at(lane, word.parts[static_cast<size_t>(part)]);
    if (!value)
      fail(statement, "what another lane holds for '" + instruction.name + "' is not known");
    return value ? Expression::cast(sumType, value) : nullptr;
  };
  std::vector<std::vector<ExpressionRef>> left(static_cast<size_t>(rowsOfA)), right(2);
  for (int64_t step = 0; step < form->steps; ++step) {
    const int64_t giver = step % (4 * inWord) / inWord, part = step % inWord;
    const int64_t half = step / (4 * inWord);
    for (int64_t row = 0; row < rowsOfA; ++row) {
      const Polynomial lane = lanes.group() * Polynomial(4) + Polynomial(giver);
      left[row].push_back(there(words[0][row + rowsOfA * half], part, lane));
      if (!left[row].back())
        return false;
    }
    for (int64_t column = 0; column < 2; ++column) {
      const Polynomial lane = lanes.member() * Polynomial(8) + Polynomial(4 * column + giver);
      right[column].push_back(there(words[1][half], part, lane));
      if (!right[column].back())
        return false;
    }
  }
  state.multipliesInLanes = true;
  for (size_t number = 0; number < sums.size(); ++number)
    for (int64_t step = 0; step < form->steps; ++step)
      sums[number] = Expression::binary(
          '+', sums[number],
          Expression::binary('*', left[number / 2][step], right[number % 2][step]));
  for (size_t number = 0; inHalf && number < arguments[0].size(); ++number)
    if (!setSumsInHalf(ptxArgument(*statement, arguments[0][number]),
                       {sums[2 * number], sums[2 * number + 1]}))
      return false;
  for (size_t number = 0; !inHalf && number < sums.size(); ++number) {
    const ExpressionRef sum = sums[number];
    const clang::Expr *target = ptxArgument(*statement, arguments[0][number]);
    const auto place = evaluate.place(target);
    const auto *const *variable = place ? std::get_if<const clang::VarDecl *>(&*place) : nullptr;
    if (!variable)
      return place && fail(target, "sums of '" + instruction.name + "' in an array");
    state.scalars[*variable] = sum;
    state.integers.erase(*variable);
    state.words.erase(*variable);
  }
  return true;
}

} // namespace warpsmith::frontend
