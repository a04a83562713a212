#include "rewriter/frontend/lower/Lowering.h"
#include "rewriter/frontend/clang/Effects.h"
#include "rewriter/frontend/clang/FragmentTypes.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/lower/Lowerer.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/Support/SaveAndRestore.h"
#include <algorithm>
#include <iterator>

namespace warpsmith::frontend {
namespace {

class Exits : public clang::DynamicRecursiveASTVisitor {
public:
  static bool any(const clang::Stmt *statement) {
    Exits exits;
    exits.TraverseStmt(const_cast<clang::Stmt *>(statement));
    return exits.found;
  }
  bool VisitReturnStmt(clang::ReturnStmt *) override { return !(found = true); }
  bool VisitContinueStmt(clang::ContinueStmt *) override { return !(found = true); }
  bool VisitBreakStmt(clang::BreakStmt *) override { return !(found = true); }
  // Their own ends are no exits; what else leaves them is refused where they are lowered.
  bool TraverseForStmt(clang::ForStmt *) override { return true; }
  bool TraverseWhileStmt(clang::WhileStmt *) override { return true; }
  bool TraverseDoStmt(clang::DoStmt *) override { return true; }
  bool TraverseLambdaExpr(clang::LambdaExpr *) override { return true; }

private:
  bool found = false;
};

bool isTrivial(const clang::FunctionDecl *function) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function);
  return method && method->isTrivial();
}

void removeAssigns(std::vector<Statement> &statements, int variable) {
  std::erase_if(statements, [&](const Statement &each) {
    return each.kind == Statement::Kind::Assign && each.variable == variable;
  });
  for (Statement &each : statements) {
    removeAssigns(each.body, variable);
    removeAssigns(each.otherwise, variable);
  }
}

} // namespace

Term::Kind kindOfParameter(const ValueType &type) {
  return type.form == ValueType::Class::Pointer  ? Term::Kind::Array
         : type.form == ValueType::Class::Number ? Term::Kind::Scalar
                                                 : Term::Kind::Size;
}

bool mayLeave(const clang::Stmt *statement) {
  return Exits::any(statement);
}

std::vector<const clang::Stmt *> partsOf(const clang::Stmt *statement) {
  if (const auto *compound = llvm::dyn_cast_or_null<clang::CompoundStmt>(statement))
    return {compound->body_begin(), compound->body_end()};
  return statement ? std::vector{statement} : std::vector<const clang::Stmt *>();
}

std::string Lowerer::textOf(const clang::Stmt &part) const {
  return sourceText(part, context);
}

bool Lowerer::fail(const clang::Stmt *statement, const std::string &why) {
  refuse(statement->getBeginLoc(), why);
  return false;
}

bool Lowerer::withAllEffects(const clang::Expr *expression, llvm::function_ref<bool()> lower) {
  const llvm::SaveAndRestore inner(settled, {});
  if (!lower())
    return false;
  for (const clang::Expr *effect : effectsOf(*expression))
    if (!settled.contains(effect))
      return fail(effect, "an effect that is not understood");
  return true;
}

void Lowerer::settle(const clang::Expr *expression) {
  settled.insert(expression);
}

void Lowerer::settleAll(const clang::Expr *expression) {
  const std::vector<const clang::Expr *> all = effectsOf(*expression);
  settled.insert(all.begin(), all.end());
}

std::optional<KernelProgram> Lowerer::run(const clang::FunctionDecl &kernel) {
  Statements statements;
  program.source = SourceWords(context);
  frames.push_back({&kernel});
  for (const clang::ParmVarDecl *parameter : kernel.parameters()) {
    const clang::QualType type = parameter->getType();
    std::string name = parameter->getNameAsString();
    if (((isPlainStructure(type) && !type->isReferenceType()) || leadsToStructure(type)) &&
        !parameterObject(parameter, statements))
      return std::nullopt;
    if (const auto vector = vectorType(type); vector && !vector->isArray)
      parameterVector(parameter, statements);
    if (type->isRecordType() && !elementType(type))
      continue; // its members have names of their own
    const clang::QualType pointee =
        type->isPointerType() ? type->getPointeeType() : clang::QualType();
    if (const auto *rows =
            type->isPointerType() ? context.getAsConstantArrayType(pointee) : nullptr;
        rows && elementType(context.getBaseElementType(pointee))) {
      facts.assertions.emplace_back(
          Predicate::PointeeSize{name, context.getTypeSizeInChars(pointee).getQuantity()});
      for (; rows; rows = context.getAsConstantArrayType(rows->getElementType()))
        name = "(*" + name + ")";
    }
    const auto pair = type->isPointerType() ? vectorType(pointee) : std::nullopt;
    const bool ofPairs = pair && !pair->isArray && pair->lanes == 2 &&
                         (pair->element == ElementType::F32 || pair->element == ElementType::F64);
    if (ofPairs)
      program.pairs.insert(name);
    if (type->isPointerType() && (pointee.isVolatileQualified() ||
                                  (!ofPairs && !elementType(context.getBaseElementType(pointee)))))
      continue; // what it points to is never read
    const auto form = typeOf(type, kernel.getBody());
    if (!form)
      return std::nullopt;
    const Term::Kind kind = kindOfParameter(*form);
    if (kind == Term::Kind::Size && !form->isSigned)
      program.unsignedSizes.push_back(name);
    if (form->form == ValueType::Class::Pointer && form->element == ElementType::I32)
      program.wholeNumbers.push_back(name);
    statements.push_back(
        {Statement::Kind::Assign, parameter->getLocation(), numberOf(parameter),
         make({.kind = kind, .type = *form, .location = parameter->getLocation(), .text = name})});
  }
  if (!knowsTypes(kernel) || !body(partsOf(kernel.getBody()), statements))
    return std::nullopt;
  findWholes();
  findWarps(statements);
  std::ranges::move(statements, std::back_inserter(outside));
  program.statements = std::move(outside);
  return std::move(program);
}

bool Lowerer::all(List list, Statements &out, bool &leaves) {
  for (size_t index = 0; index < list.size(); ++index) {
    const auto *conditional = llvm::dyn_cast<clang::IfStmt>(list[index]);
    if (conditional && (conditional->isConsteval() || conditional->hasInitStorage() ||
                        conditional->hasVarStorage()))
      return fail(conditional, "a condition that declares a variable");
    if (conditional && !conditional->isConstexpr() && Exits::any(conditional))
      return branch(conditional, list.drop_front(index + 1), out, leaves);
    if (!one(list[index], out, leaves))
      return false;
    if (leaves)
      return true;
    if (mayLeave(list[index]))
      return unlessLeft(list.drop_front(index + 1), out, leaves);
  }
  return true;
}

/// A branch that leaves: what follows it belongs to the other one.
bool Lowerer::branch(const clang::IfStmt *statement, List rest, Statements &out, bool &leaves) {
  if (statement->hasInitStorage() || statement->hasVarStorage())
    return fail(statement, "a condition that declares a variable");
  Statement lowered{Statement::Kind::If, statement->getBeginLoc()};
  before = &out;
  {
    const llvm::SaveAndRestore<const clang::Stmt *> evaluated(whole, statement->getCond());
    if (!withAllEffects(statement->getCond(),
                        [&] { return (lowered.value = term(statement->getCond())) != nullptr; }))
      return false;
  }
  bool thenLeaves = false, otherwiseLeaves = false;
  if (!all(partsOf(statement->getThen()), lowered.body, thenLeaves) ||
      !all(partsOf(statement->getElse()), lowered.otherwise, otherwiseLeaves))
    return false;
  // A branch that leaves under a condition of its own ends what follows as well.
  const auto leavesInside = [](const clang::Stmt *part, bool certainly) {
    return part && !certainly && mayLeave(part);
  };
  if (leavesInside(statement->getThen(), thenLeaves) ||
      leavesInside(statement->getElse(), otherwiseLeaves)) {
    out.push_back(std::move(lowered));
    return unlessLeft(rest, out, leaves);
  }
  if (thenLeaves && otherwiseLeaves) {
    leaves = true;
  } else if (!all(rest, thenLeaves ? lowered.otherwise : lowered.body, leaves)) {
    return false;
  }
  out.push_back(std::move(lowered));
  return true;
}

/// What follows a statement that may have left the body around it.
bool Lowerer::unlessLeft(List rest, Statements &out, bool &leaves) {
  if (rest.empty())
    return true;
  Exit &exit = frames.back().exits.back();
  exit.isAsked = true;
  const ValueType truth{.form = ValueType::Class::Truth, .bits = 1, .isSigned = false};
  const clang::SourceLocation where = rest.front()->getBeginLoc();
  Statement lowered{Statement::Kind::If, where};
  lowered.value =
      make({Term::Kind::Unary, truth, where, "!", 0, 0, {variable(exit.isLeft, truth, where)}});
  if (!all(rest, lowered.body, leaves))
    return false;
  out.push_back(std::move(lowered));
  return true;
}

/// The rest of the body of the function, or of the loop, is not reached.
void Lowerer::leave(const clang::Stmt *statement, Statements &out) {
  const ValueType truth{.form = ValueType::Class::Truth, .bits = 1, .isSigned = false};
  const clang::SourceLocation where = statement->getBeginLoc();
  out.push_back(
      {Statement::Kind::Assign, where, frames.back().exits.back().isLeft,
       make({.kind = Term::Kind::Integer, .type = truth, .location = where, .number = 1})});
}

/// The statements of a function or of a loop, where one may say that the rest is not reached.
bool Lowerer::body(List list, Statements &out, bool mayBreak) {
  frames.back().exits.push_back({.isLeft = program.variables++, .mayBreak = mayBreak});
  Statements inside;
  bool leaves = false;
  const bool done = all(list, inside, leaves);
  const Exit exit = frames.back().exits.back();
  frames.back().exits.pop_back();
  if (!exit.isAsked) {
    removeAssigns(inside, exit.isLeft);
  } else {
    const Frame &frame = frames.back();
    const bool returnsAlways = leaves && frame.exits.empty() && frame.result >= 0 &&
                               !frame.function->getReturnType()->isReferenceType();
    const auto type =
        returnsAlways ? typeOf(frame.function->getReturnType(), list.front()) : std::nullopt;
    // Each way through the function sets its value.
    if (type && type->form != ValueType::Class::Pointer)
      out.push_back(
          {Statement::Kind::Assign, list.front()->getBeginLoc(), frame.result,
           converted(make({.kind = Term::Kind::Integer, .type = {}, .location = {}}), *type)});
    const ValueType truth{.form = ValueType::Class::Truth, .bits = 1, .isSigned = false};
    const clang::SourceLocation where = list.front()->getBeginLoc();
    out.push_back({Statement::Kind::Assign, where, exit.isLeft,
                   make({.kind = Term::Kind::Integer, .type = truth, .location = where})});
  }
  std::ranges::move(inside, std::back_inserter(out));
  return done;
}

bool Lowerer::one(const clang::Stmt *statement, Statements &out, bool &leaves) {
  using namespace clang;
  const bool isEvaluated = isa<DeclStmt, ReturnStmt, Expr>(statement);
  const llvm::SaveAndRestore<const clang::Stmt *> evaluated(whole,
                                                            isEvaluated ? statement : nullptr);
  const llvm::SaveAndRestore certain(conditions, 0);
  if (isa<NullStmt>(statement))
    return true;
  if (isa<CompoundStmt>(statement))
    return all(partsOf(statement), out, leaves);
  if (const auto *attributed = dyn_cast<AttributedStmt>(statement))
    return one(attributed->getSubStmt(), out, leaves);
  if (const auto *declarations = dyn_cast<DeclStmt>(statement)) {
    for (const Decl *declaration : declarations->decls()) {
      const auto *variable = dyn_cast<VarDecl>(declaration);
      if (isa<StaticAssertDecl, TypedefNameDecl, EnumDecl>(declaration) ||
          (variable && variable->isStaticLocal() && variable->isConstexpr() &&
           variable->getType()->isIntegralOrEnumerationType()))
        continue; // its value is known where it is used
      if (!variable)
        return fail(statement, "unsupported declaration");
      const auto declared = [&] { return declare(variable, out); };
      const Expr *initial = variable ? variable->getInit() : nullptr;
      if (variable && !(initial ? withAllEffects(initial, declared) : declared()))
        return false;
    }
    return true;
  }
  if (const auto *conditional = dyn_cast<IfStmt>(statement)) {
    if (conditional->isConstexpr()) {
      const auto taken = conditional->getNondiscardedCase(context);
      if (!taken || !knownConstant(*conditional->getCond(), context, facts))
        return fail(statement, "a condition that is not known when the kernel is instantiated");
      return !*taken || all(partsOf(*taken), out, leaves);
    }
    return branch(conditional, {}, out, leaves);
  }
  if (isa<ForStmt, WhileStmt, DoStmt>(statement))
    return loop(statement, out);
  const bool isInLoop = frames.back().exits.size() > 1;
  if (isa<ContinueStmt>(statement) && isInLoop) {
    leaves = true;
    leave(statement, out);
    return true;
  }
  if (isa<BreakStmt>(statement) && isInLoop && frames.back().exits.back().mayBreak) {
    leaves = true;
    out.push_back({Statement::Kind::Break, statement->getBeginLoc()});
    leave(statement, out);
    return true;
  }
  if (const auto *end = dyn_cast<ReturnStmt>(statement)) {
    leaves = true;
    if (isInLoop)
      return fail(statement, "return inside the loop");
    const auto result = [&] { return returned(end, out); };
    if (!(end->getRetValue() ? withAllEffects(end->getRetValue(), result) : result()))
      return false;
    leave(statement, out);
    return true;
  }
  if (const auto *expression = dyn_cast<Expr>(statement))
    return withAllEffects(expression, [&] { return effect(expression, out); });
  if (const auto *assembly = dyn_cast<GCCAsmStmt>(statement))
    return this->assembly(assembly, out);
  if (isa<BreakStmt>(statement) && isInLoop)
    return fail(statement, "break inside the loop, other than by a condition of its own at the "
                           "beginning of a step");
  return fail(statement, "'" + textOf(*statement) + "', a statement that is not understood");
}

bool Lowerer::declare(const clang::VarDecl *variable, Statements &out) {
  const clang::Expr *initial = variable->getInit();
  if (const auto known = declarePipeline(variable, out)) {
    if (initial)
      settleAll(initial);
    return *known;
  }
  if (variable->hasAttr<clang::CUDASharedAttr>())
    return declareShared(variable, out);
  if (const auto fragment = fragmentType(variable->getType(), context);
      fragment && variable->hasLocalStorage() && !variable->getType()->isReferenceType())
    return declareFragment(variable, *fragment, out);
  if (variable->getType()->isReferenceType() && initial && variable->hasLocalStorage())
    return bind(variable, initial, names, out);
  if (isThreadBlock(variable->getType()) && variable->hasLocalStorage())
    return true;
  if (const auto *record = variable->getType()->getAsCXXRecordDecl();
      record && record->isLambda() && initial)
    return (names.lambdas[variable] = lambdaOf(initial, out)) != nullptr;
  if (variable->hasLocalStorage() && isPlainStructure(variable->getType()))
    return declareObject(variable, out);
  if (variable->hasLocalStorage() && initial && leadsToStructure(variable->getType()))
    return bind(variable, initial, names, out);
  if (variable->hasLocalStorage() && vectorType(variable->getType()))
    return declareVector(variable, out);
  if (variable->hasLocalStorage() && variable->getType()->isConstantArrayType())
    return declareOwn(variable, out);
  if (variable->hasGlobalStorage() || variable->getType()->isReferenceType() ||
      variable->getType().isVolatileQualified() || variable->getType()->isArrayType())
    return fail(initial ? static_cast<const clang::Stmt *>(initial)
                        : frames.back().function->getBody(),
                "'" + variable->getNameAsString() +
                    "' is more than a value of the thread's own: it is static, volatile or a "
                    "reference");
  if (!initial) {
    numberOf(variable); // no value before one is assigned
    return true;
  }
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(initial);
      list && list->getNumInits() == 1)
    initial = list->getInit(0);
  if (const auto *construction = llvm::dyn_cast<clang::CXXConstructExpr>(initial);
      construction && construction->getNumArgs() == 0) {
    numberOf(variable);
    return true;
  }
  before = &out;
  if (variable->getType()->isVoidPointerType()) {
    std::optional<ValueType> number;
    const TermRef to = arrayOf(initial, number);
    if (to)
      out.push_back({Statement::Kind::Assign, variable->getLocation(), numberOf(variable), to});
    return to != nullptr;
  }
  const auto type = typeOf(variable->getType(), initial);
  const TermRef constant = type && variable->isConstexpr() ? constantOf(initial, *type) : nullptr;
  const TermRef value = constant ? constant : type ? term(initial) : nullptr;
  if (!value)
    return false;
  out.push_back({Statement::Kind::Assign, variable->getLocation(), numberOf(variable),
                 converted(value, *type)});
  return true;
}

bool Lowerer::effect(const clang::Expr *expression, Statements &out) {
  using namespace clang;
  if (const auto *cleanups = dyn_cast<ExprWithCleanups>(expression))
    expression = cleanups->getSubExpr();
  expression = expression->IgnoreParens();
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(expression);
      cast && cast->getType()->isVoidType() && !cast->getSubExpr()->HasSideEffects(context))
    return true;
  if (const auto *operation = dyn_cast<clang::BinaryOperator>(expression)) {
    if (operation->isAssignmentOp())
      return assign(operation, out);
    if (operation->getOpcode() == BO_Comma)
      return effect(operation->getLHS(), out) && effect(operation->getRHS(), out);
  }
  if (const auto *operation = dyn_cast<clang::UnaryOperator>(expression);
      operation && operation->isIncrementDecrementOp())
    return step(operation, out);
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(expression))
    return assertion(choice, out);
  if (const auto *call = dyn_cast<CallExpr>(expression))
    if (const FunctionDecl *callee = call->getDirectCallee();
        callee && isCudaOwn(*callee) && callee->getDeclName().isIdentifier() &&
        callee->getName() == "__syncthreads") {
      settle(call);
      out.push_back({Statement::Kind::Barrier, call->getBeginLoc()});
      return true;
    }
  if (const auto *call = dyn_cast<CallExpr>(expression))
    if (const auto known = fragmentCall(call, out))
      return *known;
  if (const auto known = asynchronous(expression, out)) {
    settle(expression);
    return *known;
  }
  if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(expression))
    if (const auto known = thrustAssignment(operation, out))
      return *known;
  if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(expression);
      operation && operation->getOperator() == OO_Equal && operation->getNumArgs() == 2 &&
      vectorType(operation->getArg(0)->getType())) {
    before = &out;
    settle(operation);
    const auto to = lanes(operation->getArg(0)), from = lanes(operation->getArg(1));
    return !to.empty() && !from.empty() ? assignLanes(to, from, operation, out)
                                        : fail(operation, "a vector that is not understood");
  }
  if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(expression);
      operation && operation->getOperator() == OO_Equal && operation->getNumArgs() == 2 &&
      isTrivial(operation->getDirectCallee()) &&
      isPlainStructure(operation->getArg(0)->getType())) {
    settle(operation);
    const auto from = objectOf(operation->getArg(1), out);
    const auto to = from ? objectOf(operation->getArg(0), out) : std::nullopt;
    if (to && (!isWhole(*to, operation->getType()) || !isWhole(*from, operation->getType())))
      return fail(operation, "a structure that is not understood");
    if (to && llvm::any_of(*to, [&](const auto &each) { return inMemory.contains(each.second); }))
      return fail(operation, "assignment to a structure in memory");
    if (to)
      copyObject(*to, *from, operation, out);
    return to.has_value();
  }
  if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(expression);
      operation && operation->isAssignmentOp() && operation->getNumArgs() == 2 &&
      elementType(operation->getArg(0)->getType())) {
    before = &out;
    settle(operation);
    if (operation->getOperator() != OO_Equal && hasInnerEffects(operation->getArg(0)))
      return fail(operation, "an effect in what is assigned to");
    const TermRef value =
        operation->getOperator() == OO_Equal ? term(operation->getArg(1)) : narrow(operation);
    return value && setTo(operation->getArg(0), value, out);
  }
  if (const auto *call = dyn_cast<CallExpr>(expression); call && isInlined(*call))
    return inlinedInto(call, out).has_value();
  if (const auto *call = dyn_cast<CallExpr>(expression);
      call && call->getDirectCallee() &&
      llvm::StringRef(call->getDirectCallee()->getNameAsString()).starts_with("atomic"))
    return fail(expression, "atomic update ('" + call->getDirectCallee()->getNameAsString() +
                                "'), whose order is not known");
  if (const auto *call = dyn_cast<CallExpr>(expression); call && call->getDirectCallee())
    return fail(expression, "call of '" + call->getDirectCallee()->getNameAsString() +
                                "', whose effect is not known");
  return fail(expression, "'" + textOf(*expression) + "', a statement that is not understood");
}

/// The value becomes that of a variable, or of an element. Where its place has been lowered before,
/// it is given.
bool Lowerer::setTo(const clang::Expr *target, TermRef value, Statements &out, TermRef where) {
  target = target->IgnoreParens();
  const auto type = typeOf(target->getType(), target);
  if (!type)
    return false;
  value = converted(value, *type);
  if (!where)
    where = lvalue(target);
  if (where && where->text == FragmentMark)
    value = converted(value, where->type);
  if (where && where->kind == Term::Kind::Variable) {
    if (inMemory.contains(static_cast<int>(where->number)))
      return fail(target, "assignment to a member of a structure in memory");
    out.push_back(
        {Statement::Kind::Assign, target->getBeginLoc(), static_cast<int>(where->number), value});
  } else if (where && where->kind != Term::Kind::Element) {
    return fail(target, "'" + textOf(*target) + "' is a part of a word, of which one is set alone");
  } else if (where) {
    program.source.note(target->getBeginLoc(), *target);
    out.push_back({Statement::Kind::Store, target->getBeginLoc(), -1, value, where});
  }
  return where != nullptr;
}

bool Lowerer::assign(const clang::BinaryOperator *operation, Statements &out) {
  before = &out;
  settle(operation);
  if (operation->getOpcode() == clang::BO_Assign)
    if (const auto to = lanes(operation->getLHS()); !to.empty()) {
      auto from = lanes(operation->getRHS());
      if (from.empty() && operation->getLHS()->getType()->isIntegerType())
        from = partsOfWord(operation->getRHS(), to.front()->type, out);
      return !from.empty() ? assignLanes(to, from, operation, out)
                           : fail(operation, "a vector that is not understood");
    }
  const TermRef right = term(operation->getRHS());
  if (!right)
    return false;
  const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(operation);
  if (!compound)
    return setTo(operation->getLHS(), right, out);
  // An effect in what is assigned to happens once: `sums[count++] += x`.
  const bool isOnce = hasInnerEffects(operation->getLHS());
  const TermRef left = isOnce ? lvalue(operation->getLHS()) : term(operation->getLHS());
  const auto type = typeOf(compound->getComputationResultType(), operation);
  const auto ofLeft = typeOf(compound->getComputationLHSType(), operation);
  if (!left || !type || !ofLeft)
    return false;
  if (type->form == ValueType::Class::Pointer)
    return setTo(operation->getLHS(),
                 moved(left, right, operation->getType()->getPointeeType(),
                       operation->getOpcode() == clang::BO_SubAssign, operation->getExprLoc()),
                 out, isOnce ? left : nullptr);
  const auto opcode = clang::BinaryOperator::getOpForCompoundAssignment(operation->getOpcode());
  return setTo(operation->getLHS(),
               make({Term::Kind::Binary,
                     *type,
                     operation->getExprLoc(),
                     clang::BinaryOperator::getOpcodeStr(opcode).str(),
                     0,
                     0,
                     {converted(left, *ofLeft), right}}),
               out, isOnce ? left : nullptr);
}

bool Lowerer::step(const clang::UnaryOperator *operation, Statements &out) {
  before = &out;
  settle(operation);
  if (hasInnerEffects(operation->getSubExpr()))
    return fail(operation, "an effect in what is assigned to");
  const TermRef value = term(operation->getSubExpr());
  if (!value)
    return false;
  const bool isPointer = value->type.form == ValueType::Class::Pointer;
  if (!isPointer && value->type.form != ValueType::Class::Integer)
    return fail(operation, "a step of what is no integer");
  // What has fewer bits than an int is added to as one, and converted back.
  const bool isNarrow = !isPointer && value->type.bits < 32;
  const ValueType type = isPointer  ? ValueType{}
                         : isNarrow ? *typeOf(context.IntTy, operation)
                                    : value->type;
  const TermRef one = make({.kind = Term::Kind::Integer,
                            .type = type,
                            .location = operation->getExprLoc(),
                            .number = operation->isIncrementOp() ? 1 : -1});
  if (isPointer)
    return setTo(
        operation->getSubExpr(),
        moved(value, one, operation->getType()->getPointeeType(), false, operation->getExprLoc()),
        out);
  return setTo(operation->getSubExpr(),
               make({Term::Kind::Binary,
                     type,
                     operation->getExprLoc(),
                     "+",
                     0,
                     0,
                     {converted(value, type), one}}),
               out);
}

std::optional<KernelProgram> lowered(const clang::FunctionDecl &kernel, clang::ASTContext &context,
                                     const FloatingPointFlags &flags, ConstantFacts &facts,
                                     RefusalSink &refuse) {
  VectorViews views;
  const ConstantFacts known = facts;
  for (;;) {
    const size_t before = views.count();
    auto program = Lowerer(context, flags, facts, views, refuse).run(kernel);
    if (program || views.count() == before)
      return program;
    facts = known;
    refuse.restore({});
  }
}

} // namespace warpsmith::frontend
