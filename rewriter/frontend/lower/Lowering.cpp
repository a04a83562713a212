#include "rewriter/frontend/lower/Lowering.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/lower/Lowerer.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

/// A statement may leave what is around it, other than the loops inside of it.
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
  bool TraverseLambdaExpr(clang::LambdaExpr *) override { return true; }

private:
  bool found = false;
};

bool isTrivial(const clang::FunctionDecl *function) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function);
  return method && method->isTrivial();
}

/// The term with values in place of variables.
TermRef substituted(const TermRef &term, const std::map<int, TermRef> &values) {
  const auto known = term->kind == Term::Kind::Variable
                         ? values.find(static_cast<int>(term->number))
                         : values.end();
  if (known != values.end())
    return known->second;
  if (term->children.empty())
    return term;
  Term changed = *term;
  for (TermRef &child : changed.children)
    child = substituted(child, values);
  return std::make_shared<const Term>(std::move(changed));
}

std::vector<const clang::Stmt *> partsOf(const clang::Stmt *statement) {
  if (const auto *compound = llvm::dyn_cast_or_null<clang::CompoundStmt>(statement))
    return {compound->body_begin(), compound->body_end()};
  return statement ? std::vector{statement} : std::vector<const clang::Stmt *>();
}

} // namespace

bool Lowerer::fail(const clang::Stmt *statement, const std::string &why) {
  refuse(statement->getBeginLoc(), why);
  return false;
}

std::optional<KernelProgram> Lowerer::run(const clang::FunctionDecl &kernel) {
  Statements statements;
  frames.push_back({&kernel});
  for (const clang::ParmVarDecl *parameter : kernel.parameters()) {
    const clang::QualType type = parameter->getType();
    const std::string name = parameter->getNameAsString();
    if (isPlainStructure(type) && !type->isReferenceType() &&
        !parameterObject(parameter, statements))
      return std::nullopt;
    if (type->isRecordType())
      continue; // its members have names of their own
    if (type->isPointerType() &&
        (type->getPointeeType().isVolatileQualified() || !elementType(type->getPointeeType())))
      continue; // what it points to is never read
    const auto form = typeOf(type, kernel.getBody());
    if (!form)
      return std::nullopt;
    const Term::Kind kind = form->form == ValueType::Class::Pointer  ? Term::Kind::Array
                            : form->form == ValueType::Class::Number ? Term::Kind::Scalar
                                                                     : Term::Kind::Size;
    if (form->form == ValueType::Class::Truth)
      continue;
    if (kind == Term::Kind::Size && !form->isSigned)
      program.unsignedSizes.push_back(name);
    statements.push_back(
        {Statement::Kind::Assign, parameter->getLocation(), numberOf(parameter),
         make({.kind = kind, .type = *form, .location = parameter->getLocation(), .text = name})});
  }
  bool leaves = false;
  if (!all(partsOf(kernel.getBody()), statements, leaves))
    return std::nullopt;
  program.statements = std::move(statements);
  return std::move(program);
}

bool Lowerer::all(List list, Statements &out, bool &leaves) {
  for (size_t index = 0; index < list.size(); ++index) {
    const auto *conditional = llvm::dyn_cast<clang::IfStmt>(list[index]);
    if (conditional && !conditional->isConstexpr() && Exits::any(conditional))
      return branch(conditional, list.drop_front(index + 1), out, leaves);
    if (!one(list[index], out, leaves))
      return false;
    if (leaves)
      return true;
    // What follows does not know of an exit in a block of its own.
    if (Exits::any(list[index]))
      return fail(list[index], "a block that is left under a condition");
  }
  return true;
}

/// A branch that leaves: what follows it belongs to the other one.
bool Lowerer::branch(const clang::IfStmt *statement, List rest, Statements &out, bool &leaves) {
  if (statement->hasInitStorage() || statement->hasVarStorage())
    return fail(statement, "a condition that declares a variable");
  Statement lowered{Statement::Kind::If, statement->getBeginLoc()};
  before = &out;
  lowered.value = term(statement->getCond());
  if (!lowered.value)
    return false;
  bool thenLeaves = false, otherwiseLeaves = false;
  if (!all(partsOf(statement->getThen()), lowered.body, thenLeaves) ||
      !all(partsOf(statement->getElse()), lowered.otherwise, otherwiseLeaves))
    return false;
  // A branch that leaves under a condition of its own ends what follows as well.
  const auto leavesInside = [](const clang::Stmt *part, bool certainly) {
    return part && !certainly && Exits::any(part);
  };
  if (leavesInside(statement->getThen(), thenLeaves) ||
      leavesInside(statement->getElse(), otherwiseLeaves))
    return fail(statement, "a branch that only some of its conditions leave");
  if (thenLeaves && otherwiseLeaves) {
    leaves = true;
  } else if (!all(rest, thenLeaves ? lowered.otherwise : lowered.body, leaves)) {
    return false;
  }
  out.push_back(std::move(lowered));
  return true;
}

bool Lowerer::one(const clang::Stmt *statement, Statements &out, bool &leaves) {
  using namespace clang;
  if (isa<NullStmt>(statement))
    return true;
  if (isa<CompoundStmt>(statement))
    return all(partsOf(statement), out, leaves);
  if (const auto *attributed = dyn_cast<AttributedStmt>(statement))
    return one(attributed->getSubStmt(), out, leaves);
  if (const auto *declarations = dyn_cast<DeclStmt>(statement)) {
    for (const Decl *declaration : declarations->decls()) {
      const auto *variable = dyn_cast<VarDecl>(declaration);
      if (!variable && !isa<StaticAssertDecl, TypedefNameDecl>(declaration))
        return fail(statement, "unsupported declaration");
      if (variable && !declare(variable, out))
        return false;
    }
    return true;
  }
  if (const auto *conditional = dyn_cast<IfStmt>(statement)) {
    if (conditional->isConstexpr()) {
      const auto taken = conditional->getNondiscardedCase(context);
      if (!taken)
        return fail(statement, "a condition that is not known when the kernel is instantiated");
      return !*taken || all(partsOf(*taken), out, leaves);
    }
    return branch(conditional, {}, out, leaves);
  }
  if (isa<ForStmt, WhileStmt>(statement))
    return loop(statement, out);
  if (isa<ContinueStmt>(statement) && frames.back().loops > 0) {
    leaves = true;
    return true;
  }
  if (const auto *end = dyn_cast<ReturnStmt>(statement)) {
    leaves = true;
    return frames.back().loops == 0 ? returned(end, out)
                                    : fail(statement, "return inside the loop");
  }
  if (const auto *expression = dyn_cast<Expr>(statement))
    return effect(expression, out);
  if (const auto *assembly = dyn_cast<GCCAsmStmt>(statement))
    return this->assembly(assembly, out);
  return fail(statement,
              std::string("unsupported statement (") + statement->getStmtClassName() + ")");
}

bool Lowerer::loop(const clang::Stmt *statement, Statements &out) {
  const auto *counted = llvm::dyn_cast<clang::ForStmt>(statement);
  const auto *tested = llvm::dyn_cast<clang::WhileStmt>(statement);
  const clang::Expr *condition = counted ? counted->getCond() : tested->getCond();
  bool leaves = false;
  if (counted && counted->getInit() && !one(counted->getInit(), out, leaves))
    return false;
  if (!condition || (counted && counted->getConditionVariable()) ||
      (tested && tested->getConditionVariable()))
    return fail(statement, "a loop without a plain condition");
  Statement lowered{Statement::Kind::Loop, statement->getBeginLoc()};
  Statements ofCondition;
  before = &ofCondition;
  lowered.value = term(condition);
  if (!lowered.value)
    return false;
  // What functions in the condition compute is what it is at each step.
  std::map<int, TermRef> computed;
  for (const Statement &each : ofCondition) {
    if (each.kind != Statement::Kind::Assign)
      return fail(statement, "a function in the condition of a loop");
    computed[each.variable] = substituted(each.value, computed);
  }
  lowered.value = substituted(lowered.value, computed);
  ++frames.back().loops;
  const clang::Stmt *body = counted ? counted->getBody() : tested->getBody();
  const bool done =
      all(partsOf(body), lowered.body, leaves) &&
      (!counted || !counted->getInc() || effect(counted->getInc(), lowered.otherwise));
  --frames.back().loops;
  if (done)
    out.push_back(std::move(lowered));
  return done;
}

/// All arrays without a size of their own begin at one place.
bool Lowerer::declareShared(const clang::VarDecl *variable, Statements &out) {
  const clang::QualType number = context.getBaseElementType(variable->getType());
  const auto element = elementType(number);
  if (!element || number.isVolatileQualified() || !variable->getType()->isArrayType() ||
      context.getAsVariableArrayType(variable->getType()))
    return fail(frames.back().function->getBody(),
                "'" + variable->getNameAsString() + "' in shared memory is no array of numbers");
  const bool isSized = variable->getType()->isConstantArrayType();
  std::string name = SharedMark + (isSized ? variable->getNameAsString() : "");
  while (isSized && !names.numbers.contains(variable) && program.shared.contains(name))
    name += "'";
  const int64_t elements = isSized ? static_cast<int64_t>(context.getTypeSize(variable->getType()) /
                                                          context.getTypeSize(number))
                                   : 0;
  const auto [known, isNew] = program.shared.try_emplace(name, SharedExtent{*element, elements});
  if (known->second.type != *element)
    return fail(frames.back().function->getBody(), "one shared array of two types");
  const auto type = typeOf(context.getPointerType(number), frames.back().function->getBody());
  if (type)
    out.push_back({Statement::Kind::Assign, variable->getLocation(), numberOf(variable),
                   make({.kind = Term::Kind::Array,
                         .type = *type,
                         .location = variable->getLocation(),
                         .text = name})});
  return type.has_value();
}

/// A vector: a variable for each of its numbers.
bool Lowerer::declareVector(const clang::VarDecl *variable, Statements &out) {
  const auto type = vectorType(variable->getType());
  const clang::Expr *initial = variable->getInit();
  const clang::Stmt *where =
      initial ? static_cast<const clang::Stmt *>(initial) : frames.back().function->getBody();
  const auto ofLane = typeOf(type->lane, where);
  if (!ofLane)
    return false;
  std::vector<TermRef> &to = names.vectors[variable];
  while (to.size() < type->lanes)
    to.push_back(this->variable(program.variables++, *ofLane, variable->getLocation()));
  if (const auto *construction = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(initial);
      construction && construction->getNumArgs() == 0)
    initial = nullptr;
  if (!initial)
    return true;
  before = &out;
  const std::vector<TermRef> all = to, from = lanes(initial);
  return (!from.empty() && assignLanes(all, from, initial, out)) ||
         fail(initial, "a vector that is not understood");
}

/// All of them are known before one is set.
bool Lowerer::assignLanes(const std::vector<TermRef> &to, const std::vector<TermRef> &from,
                          const clang::Expr *where, Statements &out) {
  const clang::SourceLocation location = where->getBeginLoc();
  if (to.size() != from.size())
    return fail(where, "vectors of two sizes");
  std::vector<TermRef> held;
  for (const TermRef &value : from)
    held.push_back(copied(value, location, out));
  for (size_t lane = 0; lane < to.size(); ++lane) {
    if (to[lane]->type != from[lane]->type)
      return fail(where, "vectors of two types");
    if (to[lane]->kind == Term::Kind::Variable)
      out.push_back(
          {Statement::Kind::Assign, location, static_cast<int>(to[lane]->number), held[lane]});
    else
      out.push_back({Statement::Kind::Store, location, -1, held[lane], to[lane]});
  }
  return true;
}

/// An array of the thread's own: a variable for each element.
bool Lowerer::declareOwn(const clang::VarDecl *variable, Statements &out) {
  constexpr int64_t Most = 1024;
  const clang::QualType number = context.getBaseElementType(variable->getType());
  const auto elements =
      static_cast<int64_t>(context.getTypeSize(variable->getType()) / context.getTypeSize(number));
  const clang::Stmt *where = frames.back().function->getBody();
  if (number.isVolatileQualified() || !elementType(number) || elements > Most)
    return fail(where, "'" + variable->getNameAsString() + "' is no array of a few numbers");
  const auto type = typeOf(context.getPointerType(number), where);
  const auto ofElement = typeOf(number, where);
  if (!type || !ofElement)
    return false;
  const int pointer = numberOf(variable);
  std::string name = OwnMark + variable->getNameAsString() + " " + std::to_string(pointer);
  const auto [known, isNew] =
      program.own.try_emplace(name, OwnArray{program.variables, static_cast<int>(elements)});
  if (isNew)
    program.variables += static_cast<int>(elements);
  out.push_back({Statement::Kind::Assign, variable->getLocation(), pointer,
                 make({.kind = Term::Kind::Array,
                       .type = *type,
                       .location = variable->getLocation(),
                       .text = name})});
  int element = known->second.first;
  return !variable->getInit() || initialise(variable->getInit(), variable->getType(), element, out);
}

/// The elements from that one on become what an initialiser says, or zero.
bool Lowerer::initialise(const clang::Expr *value, clang::QualType type, int &element,
                         Statements &out) {
  if (const auto *array = context.getAsConstantArrayType(type)) {
    const auto *list = llvm::dyn_cast_or_null<clang::InitListExpr>(value);
    const bool isZero = !value || llvm::isa<clang::ImplicitValueInitExpr>(value);
    if (!list && !isZero)
      return fail(value, "an initialiser that is not understood");
    for (uint64_t number = 0; number < array->getSize().getZExtValue(); ++number)
      if (!initialise(list && number < list->getNumInits() ? list->getInit(number) : nullptr,
                      array->getElementType(), element, out))
        return false;
    return true;
  }
  const clang::Stmt *where =
      value ? static_cast<const clang::Stmt *>(value) : frames.back().function->getBody();
  if (value && llvm::isa<clang::ImplicitValueInitExpr>(value))
    value = nullptr;
  if (const auto *construction = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(value);
      construction && construction->getNumArgs() == 0)
    return fail(value, "an initialiser that is not understood");
  const auto own = typeOf(type, where);
  before = &out;
  const TermRef term = !own    ? nullptr
                       : value ? this->term(value)
                               : make({.kind = Term::Kind::Integer, .type = {}, .location = {}});
  if (!term)
    return false;
  out.push_back({Statement::Kind::Assign, where->getBeginLoc(), element++, converted(term, *own)});
  return true;
}

bool Lowerer::declare(const clang::VarDecl *variable, Statements &out) {
  const clang::Expr *initial = variable->getInit();
  if (const auto known = declarePipeline(variable, out))
    return *known;
  if (variable->hasAttr<clang::CUDASharedAttr>())
    return declareShared(variable, out);
  if (variable->getType()->isReferenceType() && initial && variable->hasLocalStorage())
    return bind(variable, initial, names, out);
  if (isThreadBlock(variable->getType()) && variable->hasLocalStorage())
    return true;
  if (const auto *record = variable->getType()->getAsCXXRecordDecl();
      record && record->isLambda() && initial)
    return (names.lambdas[variable] = lambdaOf(initial, out)) != nullptr;
  if (variable->hasLocalStorage() && isPlainStructure(variable->getType()))
    return declareObject(variable, out);
  if (variable->hasLocalStorage() && vectorType(variable->getType()))
    return declareVector(variable, out);
  if (variable->hasLocalStorage() && variable->getType()->isConstantArrayType())
    return declareOwn(variable, out);
  if (variable->hasGlobalStorage() || variable->getType()->isReferenceType() ||
      variable->getType().isVolatileQualified() || variable->getType()->isArrayType())
    return fail(initial ? static_cast<const clang::Stmt *>(initial)
                        : frames.back().function->getBody(),
                "a variable that is more than a value of the thread's own");
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
  const auto type = typeOf(variable->getType(), initial);
  before = &out;
  const TermRef value = type ? term(initial) : nullptr;
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
  if (const auto *call = dyn_cast<CallExpr>(expression))
    if (const FunctionDecl *callee = call->getDirectCallee();
        callee && isCudaOwn(*callee) && callee->getDeclName().isIdentifier() &&
        callee->getName() == "__syncthreads") {
      out.push_back({Statement::Kind::Barrier, call->getBeginLoc()});
      return true;
    }
  if (const auto known = asynchronous(expression, out))
    return *known;
  if (const auto *call = dyn_cast<CallExpr>(expression))
    if (const llvm::StringRef asked = blockFunction(*call); asked == "sync") {
      out.push_back({Statement::Kind::Barrier, call->getBeginLoc()});
      return true;
    }
  if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(expression);
      operation && operation->getOperator() == OO_Equal && operation->getNumArgs() == 2 &&
      vectorType(operation->getArg(0)->getType())) {
    before = &out;
    const auto to = lanes(operation->getArg(0)), from = lanes(operation->getArg(1));
    return !to.empty() && !from.empty() ? assignLanes(to, from, operation, out)
                                        : fail(operation, "a vector that is not understood");
  }
  if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(expression);
      operation && operation->getOperator() == OO_Equal && operation->getNumArgs() == 2 &&
      isTrivial(operation->getDirectCallee()) &&
      isPlainStructure(operation->getArg(0)->getType())) {
    const auto from = objectOf(operation->getArg(1), out);
    const auto to = from ? objectOf(operation->getArg(0), out) : std::nullopt;
    if (to && !std::ranges::all_of(*to, [&](const auto &one) { return from->contains(one.first); }))
      return fail(operation, "a structure that is not understood");
    if (to)
      copyObject(*to, *from, operation, out);
    return to.has_value();
  }
  if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(expression);
      operation && operation->isAssignmentOp() && operation->getNumArgs() == 2 &&
      elementType(operation->getArg(0)->getType())) {
    before = &out;
    const TermRef value =
        operation->getOperator() == OO_Equal ? term(operation->getArg(1)) : narrow(operation);
    return value && setTo(operation->getArg(0), value, out);
  }
  if (const auto *call = dyn_cast<CallExpr>(expression); call && isInlined(*call))
    return inlinedInto(call, out).has_value();
  return fail(expression,
              std::string("unsupported statement (") + expression->getStmtClassName() + ")");
}

/// The value becomes that of a variable, or of an element.
bool Lowerer::setTo(const clang::Expr *target, TermRef value, Statements &out) {
  target = target->IgnoreParens();
  const auto type = typeOf(target->getType(), target);
  if (!type)
    return false;
  value = converted(value, *type);
  const TermRef where = lvalue(target);
  if (where && where->kind == Term::Kind::Variable)
    out.push_back(
        {Statement::Kind::Assign, target->getBeginLoc(), static_cast<int>(where->number), value});
  else if (where)
    out.push_back({Statement::Kind::Store, target->getBeginLoc(), -1, value, where});
  return where != nullptr;
}

bool Lowerer::assign(const clang::BinaryOperator *operation, Statements &out) {
  before = &out;
  if (operation->getOpcode() == clang::BO_Assign)
    if (const auto to = lanes(operation->getLHS()); !to.empty()) {
      const auto from = lanes(operation->getRHS());
      return !from.empty() ? assignLanes(to, from, operation, out)
                           : fail(operation, "a vector that is not understood");
    }
  const TermRef right = term(operation->getRHS());
  if (!right)
    return false;
  const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(operation);
  if (!compound)
    return setTo(operation->getLHS(), right, out);
  const TermRef left = term(operation->getLHS());
  const auto type = typeOf(compound->getComputationResultType(), operation);
  const auto ofLeft = typeOf(compound->getComputationLHSType(), operation);
  if (!left || !type || !ofLeft)
    return false;
  if (type->form == ValueType::Class::Pointer) {
    if (operation->getType()->getPointeeType()->isArrayType())
      return fail(operation, "unsupported arithmetic of pointers");
    const bool adds = operation->getOpcode() == clang::BO_AddAssign;
    TermRef distance = right;
    if (!adds)
      distance = make({Term::Kind::Unary, right->type, right->location, "-", 0, 0, {right}});
    return setTo(
        operation->getLHS(),
        make({Term::Kind::Offset, *type, operation->getExprLoc(), "", 0, 0, {left, distance}}),
        out);
  }
  const auto opcode = clang::BinaryOperator::getOpForCompoundAssignment(operation->getOpcode());
  return setTo(operation->getLHS(),
               make({Term::Kind::Binary,
                     *type,
                     operation->getExprLoc(),
                     clang::BinaryOperator::getOpcodeStr(opcode).str(),
                     0,
                     0,
                     {converted(left, *ofLeft), right}}),
               out);
}

bool Lowerer::step(const clang::UnaryOperator *operation, Statements &out) {
  before = &out;
  const TermRef value = term(operation->getSubExpr());
  if (!value)
    return false;
  const bool isPointer = value->type.form == ValueType::Class::Pointer;
  if ((!isPointer && value->type.form != ValueType::Class::Integer) ||
      (isPointer && operation->getType()->getPointeeType()->isArrayType()))
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
  return setTo(operation->getSubExpr(),
               make({isPointer ? Term::Kind::Offset : Term::Kind::Binary,
                     isPointer ? value->type : type,
                     operation->getExprLoc(),
                     "+",
                     0,
                     0,
                     {isPointer ? value : converted(value, type), one}}),
               out);
}

std::optional<KernelProgram> lowered(const clang::FunctionDecl &kernel, clang::ASTContext &context,
                                     const FloatingPointFlags &flags, ConstantFacts &facts,
                                     RefusalSink &refuse) {
  return Lowerer(context, flags, facts, refuse).run(kernel);
}

} // namespace warpsmith::frontend
