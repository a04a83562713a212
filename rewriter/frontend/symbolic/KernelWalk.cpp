#include "rewriter/frontend/symbolic/KernelWalk.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/DataIntegers.h"
#include "rewriter/frontend/symbolic/InlinedCalls.h"
#include "rewriter/frontend/symbolic/LocalArrays.h"
#include "rewriter/frontend/symbolic/LocalStructures.h"
#include "rewriter/frontend/symbolic/StructurePointers.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <algorithm>

namespace warpsmith::frontend {

bool SymbolicEvaluator::isData(const clang::Expr *expression) const {
  return readsData(*expression, dataIntegers);
}

bool KernelWalk::fail(const clang::Stmt *statement, std::string reason) {
  refuse(statement->getBeginLoc(), std::move(reason));
  return false;
}

bool KernelWalk::run(const clang::FunctionDecl &kernel) {
  evaluate.dataIntegers = dataIntegers(kernel);
  evaluate.walkCall = [this](const clang::Expr *call) { return structureValue(call); };
  evaluate.walkScalarCall = [this](const clang::CallExpr *call) { return returnedScalar(call); };
  for (const clang::ParmVarDecl *parameter : kernel.parameters()) {
    const clang::QualType type = parameter->getType();
    const std::string name = parameter->getNameAsString();
    if (type->isPointerType()) {
      clang::QualType pointee = type->getPointeeType();
      std::string array = name;
      Polynomial inner(1);
      for (; pointee->isConstantArrayType();
           pointee = context.getAsArrayType(pointee)->getElementType())
        array = "(*" + array + ")";
      if (pointee.isVolatileQualified()) {
        refuse(parameter->getLocation(), "'" + name + "' points to volatile data");
        return false;
      }
      if (const auto element = elementType(pointee))
        state.pointers[parameter] = {array, *element, Polynomial(0)};
      else if (const auto vector = vectorType(pointee);
               vector && array == name && vector->lanes == 2 &&
               (vector->element == ElementType::F32 || vector->element == ElementType::F64)) {
        state.pointers[parameter] = {array, vector->element, Polynomial(0)};
        state.pairs.insert(array);
      }
      if (pointsToStructure(type))
        state.structures[parameter] = structureBehind(name);
      if (array != name)
        state.assertions.emplace_back(Predicate::PointeeSize{
            name, context.getTypeSizeInChars(type->getPointeeType()).getQuantity()});
    } else if (type->isIntegerType()) {
      state.integers[parameter] = Polynomial::symbol(name);
      if (type->isUnsignedIntegerType())
        state.unsignedSymbols.insert(name);
    } else if (const auto element = elementType(type)) {
      state.scalars[parameter] = Expression::scalar(name, *element);
    } else if (type->isRecordType() && name != "threadIdx" && name != "blockIdx" &&
               name != "blockDim" && name != "gridDim") {
      state.structures[parameter] = name;
    }
  }
  if (!declareSharedOfFile(*kernel.getBody()))
    return false;
  if (const auto reason = findFragments(kernel, context, state)) {
    refuse(kernel.getLocation(), *reason);
    return false;
  }
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(kernel.getBody());
  if (body ? !walkToReturns({body->body_begin(), body->body_end()}) : !walk(kernel.getBody()))
    return false;
  if (state.multipliesInLanes)
    Lanes(state).unify();
  return true;
}

/// `extern __shared__ float tile[];` outside of functions.
bool KernelWalk::declareSharedOfFile(const clang::Stmt &body) {
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&body);
  const auto *variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (variable && variable->isFileVarDecl() && variable->hasAttr<clang::CUDASharedAttr>()) {
    variable = variable->getCanonicalDecl();
    if (variable != reference->getDecl() && variable->getType() != reference->getType())
      return fail(reference, "'" + variable->getNameAsString() + "' is declared in several forms");
    return state.shared.contains(variable) || declareShared(variable);
  }
  return llvm::all_of(body.children(),
                      [&](const clang::Stmt *part) { return !part || declareSharedOfFile(*part); });
}

/// `if (…) { stores; return; }` without an else: what follows is the other branch.
static const clang::IfStmt *leavesAfterStores(const clang::Stmt *statement) {
  const auto *conditional = llvm::dyn_cast<clang::IfStmt>(statement);
  const auto *then =
      conditional ? llvm::dyn_cast<clang::CompoundStmt>(conditional->getThen()) : nullptr;
  const bool leaves = then && then->size() > 1 && !conditional->getElse() &&
                      llvm::isa<clang::ReturnStmt>(then->body_back());
  return leaves ? conditional : nullptr;
}

bool KernelWalk::walkToReturns(llvm::ArrayRef<const clang::Stmt *> statements) {
  for (size_t at = 0; at < statements.size(); ++at) {
    if (const clang::IfStmt *conditional = leavesAfterStores(statements[at])) {
      const auto *then = llvm::cast<clang::CompoundStmt>(conditional->getThen());
      return branch(
          conditional, [&] { return walkAll({then->body_begin(), then->body_end() - 1}); },
          [&] { return walkToReturns(statements.drop_front(at + 1)); });
    }
    if (!walk(statements[at]))
      return false;
  }
  return true;
}

bool KernelWalk::walkAll(llvm::ArrayRef<const clang::Stmt *> statements) {
  for (const clang::Stmt *statement : statements)
    if (!walk(statement))
      return false;
  return true;
}

bool KernelWalk::walk(const clang::Stmt *statement) {
  using namespace clang;
  if (isa<NullStmt>(statement))
    return true;
  if (returned)
    return fail(statement, "statement after the guarded part of the kernel");
  if (const auto *compound = dyn_cast<CompoundStmt>(statement)) {
    const std::vector<const Stmt *> body(compound->body_begin(), compound->body_end());
    return walkAll(body);
  }
  if (const auto *declarations = dyn_cast<DeclStmt>(statement)) {
    for (const Decl *declaration : declarations->decls()) {
      const auto *variable = dyn_cast<VarDecl>(declaration);
      if (!variable && !isa<StaticAssertDecl, TypedefNameDecl>(declaration))
        return fail(statement, "unsupported declaration");
      if (variable && !withSteps(variable->getInit(), [&] { return declare(variable); }))
        return false;
    }
    return true;
  }
  if (const auto *conditional = dyn_cast<IfStmt>(statement))
    return branch(conditional);
  if (isa<ForStmt, clang::WhileStmt, DoStmt>(statement))
    return loop(statement);
  if (const auto *attributed = dyn_cast<AttributedStmt>(statement))
    return walk(attributed->getSubStmt());
  if (const auto *end = dyn_cast<ReturnStmt>(statement)) {
    if (depth > 0)
      return fail(statement, "return inside the loop");
    if (end->getRetValue() && !end->getRetValue()->getType()->isVoidType())
      return fail(statement, "return of a value");
    returned = true;
    return true;
  }
  if (isa<BreakStmt>(statement))
    return fail(statement, "break inside the loop");
  if (isa<ContinueStmt>(statement))
    return fail(statement, "continue inside the loop");
  if (const auto *inlined = dyn_cast<GCCAsmStmt>(statement))
    return assembly(inlined);
  if (const auto *value = dyn_cast<Expr>(statement))
    return expression(value);
  return fail(statement,
              std::string("unsupported statement (") + statement->getStmtClassName() + ")");
}

bool KernelWalk::expression(const clang::Expr *statement) {
  using namespace clang;
  if (const auto *cleanups = dyn_cast<ExprWithCleanups>(statement))
    statement = cleanups->getSubExpr();
  statement = statement->IgnoreParens();
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(statement);
      cast && cast->getType()->isVoidType()) // (void)unused
    return !cast->getSubExpr()->HasSideEffects(context) || expression(cast->getSubExpr());
  if (const auto *operation = dyn_cast<clang::BinaryOperator>(statement)) {
    if (operation->isAssignmentOp())
      return withSteps(operation, [&] { return assign(operation); });
    if (operation->getOpcode() == BO_Comma)
      return expression(operation->getLHS()) && expression(operation->getRHS());
  }
  if (const auto *operation = dyn_cast<clang::UnaryOperator>(statement);
      operation && operation->isIncrementDecrementOp())
    return step(operation);
  if (const auto *assignment = dyn_cast<CXXOperatorCallExpr>(statement);
      assignment && isThrustAssignment(*assignment))
    return withSteps(assignment, [&] {
      const auto values = evaluate.complexOperation(assignment);
      const auto *target =
          llvm::dyn_cast<clang::DeclRefExpr>(assignment->getArg(0)->IgnoreParens());
      const auto *variable = target ? llvm::dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr;
      return values && (variable && state.localStructures.contains(variable)
                            ? evaluate.setStructure(variable, *values)
                            : storeLanes(assignment->getArg(0), *values));
    });
  if (const auto *assignment = dyn_cast<CXXOperatorCallExpr>(statement);
      assignment && assignment->getOperator() == OO_Equal && assignment->getNumArgs() == 2) {
    return withSteps(assignment, [&] {
      const auto *target =
          llvm::dyn_cast<clang::DeclRefExpr>(assignment->getArg(0)->IgnoreParens());
      if (const auto *variable =
              target ? llvm::dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr;
          variable && state.localStructures.contains(variable)) {
        const auto values = structureValue(assignment->getArg(1));
        return values && evaluate.setStructure(variable, *values);
      }
      if (vectorType(assignment->getArg(0)->getType()))
        return storeVector(assignment);
      const auto value = evaluate.scalar(assignment->getArg(1));
      return value && store(assignment->getArg(0), *value);
    });
  }
  if (const auto *assignment = dyn_cast<CXXOperatorCallExpr>(statement);
      assignment && assignment->isAssignmentOp() && assignment->getNumArgs() == 2 &&
      elementType(assignment->getArg(0)->getType()))
    return withSteps(assignment, [&] {
      const auto value = evaluate.narrowOperation(assignment);
      return value && store(assignment->getArg(0), *value);
    });
  if (const auto *function = dyn_cast<CallExpr>(statement))
    return call(function);
  if (const auto *conditional = dyn_cast<clang::ConditionalOperator>(statement))
    return choice(conditional);
  return fail(statement,
              std::string("unsupported statement (") + statement->getStmtClassName() + ")");
}

/// `holds ? void(0) : __assert_fail(...)`, as assert() writes it. Where it is sizes that decide, a
/// case that fails is one of its own, which is not understood.
bool KernelWalk::choice(const clang::ConditionalOperator *statement) {
  const auto condition = evaluate.condition(statement->getCond(), true);
  if (!condition)
    return false;
  if (!condition->decided)
    return fail(statement, "'" + evaluate.text(statement->getCond()) +
                               "' decides what is done, and is not a condition on sizes: an "
                               "assertion on data or indices goes with -DNDEBUG after --");
  return expression(*condition->decided ? statement->getTrueExpr() : statement->getFalseExpr());
}

bool KernelWalk::call(const clang::CallExpr *statement) {
  const clang::FunctionDecl *callee = statement->getDirectCallee();
  if (const std::string ofFragments = fragmentFunction(*statement); !ofFragments.empty())
    return fragmentCall(statement, ofFragments);
  const std::string name = callee ? callee->getNameAsString() : "a function pointer";
  const bool cudaOwn = callee && isCudaOwn(*callee);
  if (cudaOwn && name == "__syncthreads")
    return barrier(statement);
  if (isAsynchronous(*statement))
    return asynchronous(statement);
  if ((name == "memset" || name == "__builtin_memset") && statement->getNumArgs() == 3 &&
      callee->isExternC())
    return setBytes(statement);
  if (name.rfind("__syncthreads", 0) == 0)
    return fail(statement, "synchronises the block ('" + name + "')");
  if (name.rfind("atomic", 0) == 0)
    return fail(statement, "atomic update ('" + name + "')");
  const clang::FunctionDecl *definition = callee && !cudaOwn ? callee->getDefinition() : nullptr;
  if (!definition || !isSeenThrough(*definition) ||
      std::find(active.begin(), active.end(), definition) != active.end())
    return fail(statement, "call of '" + name + "', whose effect is not known");
  if (!evaluate.bind(*definition, statement))
    return false;
  // What assembly alone reads, it reads before anything changes.
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(definition->getBody());
  const bool isAssembly =
      body && body->size() == 1 && llvm::isa<clang::GCCAsmStmt>(body->body_front());
  for (const clang::ParmVarDecl *parameter : definition->parameters())
    if (!isAssembly && parameter->getType()->isReferenceType() &&
        parameter->getType()->getPointeeType().isConstQualified() &&
        !parameter->getType()->getPointeeType()->isArrayType() &&
        !refer(statement->getArg(parameter->getFunctionScopeIndex() +
                                 (calledLambda(*statement) != nullptr)),
               false))
      return false;
  state.inlined.insert(definition);
  evaluate.dataIntegers.merge(dataIntegers(*definition));
  active.push_back(definition);
  const Bounds path = state.path; // a return in the function ends the function alone
  const bool walked = declareSharedOfFile(*definition->getBody()) && walk(definition->getBody());
  state.path = path;
  active.pop_back();
  evaluate.unbind(*definition);
  returned = false;
  return walked;
}

/// A zero of that type, as the first of an array's values.
static ExpressionRef zeroOf(ElementType type) {
  return Expression::literal(isInteger(type)            ? "0"
                             : type == ElementType::F64 ? "0.0"
                                                        : "0.0f",
                             type);
}

/// `memset(sums, 0, sizeof sums)` of an array of the thread's own.
bool KernelWalk::setBytes(const clang::CallExpr *call) {
  const clang::Expr *target = call->getArg(0)->IgnoreParens(); // as `void *`
  for (const auto *cast = llvm::dyn_cast<clang::CastExpr>(target);
       cast && cast->getCastKind() == clang::CK_BitCast &&
       cast->getType()->getPointeeType()->isVoidType();
       cast = llvm::dyn_cast<clang::CastExpr>(target))
    target = cast->getSubExpr()->IgnoreParens();
  const auto to = evaluate.address(target);
  const auto value = to ? evaluate.exact(call->getArg(1)) : std::nullopt;
  const auto size = value ? evaluate.exact(call->getArg(2)) : std::nullopt;
  const auto first = size ? state.assumed(to->offset) : std::nullopt;
  const auto bytes = size ? state.assumed(*size) : std::nullopt;
  if (!size)
    return false;
  const auto known = to->local ? state.localArrays.find(to->local) : state.localArrays.end();
  if (known == state.localArrays.end() || fragmentType(to->local->getType(), context))
    return fail(call, "'memset' of something else than an array of the thread's own");
  if (state.assumed(*value) != 0 || !first || !bytes || *first < 0 || *bytes < 0 ||
      *bytes % sizeOf(to->type) != 0 ||
      static_cast<uint64_t>(*first + *bytes / sizeOf(to->type)) > known->second.size())
    return fail(call, "'memset' of something else than zeros for elements of the array '" +
                          to->array + "'");
  for (int64_t number = 0; number < *bytes / sizeOf(to->type); ++number) {
    const auto element = known->second[static_cast<size_t>(*first + number)];
    state.scalars[element] = zeroOf(to->type);
    state.words.erase(element);
    state.integers.erase(element);
  }
  return true;
}

std::optional<SymbolicEvaluator::StructureValue>
KernelWalk::structureValue(const clang::Expr *expression) {
  const auto *made = llvm::dyn_cast<clang::CallExpr>(copiedStructure(expression));
  const auto isKnown = [](const clang::FunctionDecl &function) {
    return isCudaOwn(function) || isThrustFunction(function);
  };
  if (!made || !isCallOfFunction(*made) ||
      (vectorType(made->getType()) && made->getDirectCallee() && isKnown(*made->getDirectCallee())))
    return evaluate.structureValue(expression);
  const clang::FunctionDecl *callee = made->getDirectCallee();
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  const auto *body =
      llvm::dyn_cast_or_null<clang::CompoundStmt>(definition ? definition->getBody() : nullptr);
  const auto *end =
      body && !body->body_empty() ? llvm::dyn_cast<clang::ReturnStmt>(body->body_back()) : nullptr;
  if (!end || !end->getRetValue() || !isSeenThrough(*definition) ||
      std::find(active.begin(), active.end(), definition) != active.end())
    return refuse(expression->getExprLoc(),
                  "call of '" + (callee ? callee->getNameAsString() : "a function pointer") +
                      "', whose effect is not known");
  if (!evaluate.bind(*definition, made))
    return std::nullopt;
  state.inlined.insert(definition);
  evaluate.dataIntegers.merge(dataIntegers(*definition));
  active.push_back(definition);
  const Bounds path = state.path;
  std::vector<const clang::Stmt *> statements(body->body_begin(), body->body_end());
  statements.pop_back();
  std::optional<SymbolicEvaluator::StructureValue> values;
  if (walkAll(statements)) {
    if (state.path != path)
      refuse(end->getBeginLoc(),
             "return under a condition in '" + definition->getNameAsString() + "'");
    else
      values = structureValue(end->getRetValue());
  }
  state.path = path;
  active.pop_back();
  evaluate.unbind(*definition);
  return values;
}

/// The loop of that index has the same steps in all threads.
static const LoopIndex *alikeLoop(const SymbolicState &state, const std::string &symbol) {
  const LoopIndex *index = state.loop(symbol);
  return index && index->reduction && !index->axis && !index->limited && index->first.isZero() &&
                 isUniform(index->extent)
             ? index
             : nullptr;
}

/// False for a bound on the steps of a sum that some of them do not meet.
bool KernelWalk::holdsAtEachStep(const Polynomial &bound) const {
  Polynomial least = bound;
  bool ofSteps = false;
  for (const std::string &symbol : bound.symbols()) {
    const LoopIndex *index = alikeLoop(state, symbol);
    if (!index)
      continue;
    const auto affine = least.affineIn(symbol);
    const auto factor = affine ? state.numeric(affine->coefficient).constant() : std::nullopt;
    if (!factor)
      return true;
    ofSteps = true;
    least = *factor < 0 ? affine->rest + affine->coefficient * (index->extent - 1) : affine->rest;
  }
  return !ofSteps || (isUniform(least) && state.numeric(least).constant().value_or(1) > 0);
}

bool KernelWalk::barrier(const clang::Stmt *statement) {
  // All threads of the block must come here: so the guards must hold for all that are launched.
  if (dataBranches > 0 && unequal) {
    const std::string text = evaluate.text(unequal);
    return fail(statement, "synchronises the block where '" + text + "', which is no bound" +
                               (unequal->getOpcode() == clang::BO_NE ? ": write '<'" : ""));
  }
  if (dataBranches > 0)
    return fail(statement, "synchronises the block under a condition on data");
  if (!state.elsewhere.empty())
    return fail(statement, "synchronises the block where a condition on indices does not hold");
  if (filling > 0)
    return fail(statement, "synchronises the block in a loop that its threads leave at different "
                           "steps");
  // All threads are at the same step, which is the last one for all or for none.
  bool atEachStep = true;
  for (const Polynomial &bound : state.path) {
    if (followedGuards > 0 && llvm::is_contained(state.nextStep, bound))
      continue;
    const bool holds = holdsAtEachStep(bound);
    atEachStep &= holds;
    if (holds && !llvm::is_contained(state.alwaysTrue, bound))
      state.alwaysTrue.push_back(bound);
    const bool isAlike = llvm::all_of(bound.symbols(), [&](const std::string &symbol) {
      return isUniform(Polynomial::symbol(symbol)) || alikeLoop(state, symbol);
    });
    if (!holds && !isAlike)
      return fail(statement, "synchronises the block at steps that differ between its threads");
  }
  // What all threads of the block skip at the same steps counts at none.
  if (atEachStep)
    passBarrier();
  for (auto &[variable, array] : state.shared)
    array.someSteps = atEachStep ? clang::SourceLocation() : statement->getBeginLoc();
  return true;
}

namespace {

bool isZero(const clang::Expr *value) {
  value = value->IgnoreUnlessSpelledInSource();
  // `__half(0.0f)`, `__float2half(0.0f)`
  if (const auto *construction = llvm::dyn_cast<clang::CXXConstructExpr>(value);
      construction && construction->getNumArgs() == 1 && elementType(value->getType()))
    return isZero(construction->getArg(0));
  if (const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(value);
      cast && elementType(value->getType()))
    return isZero(cast->getSubExpr());
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(value);
      call && call->getNumArgs() == 1 && call->getDirectCallee() &&
      isCudaOwn(*call->getDirectCallee()) &&
      call->getDirectCallee()->getNameAsString().rfind("__float2", 0) == 0)
    return isZero(call->getArg(0));
  if (const auto *number = llvm::dyn_cast<clang::FloatingLiteral>(value))
    return number->getValue().isPosZero();
  const auto *integer = llvm::dyn_cast<clang::IntegerLiteral>(value);
  return integer && integer->getValue() == 0;
}

/// The values of a list of one level, or of lists that are all empty.
bool flatten(const clang::Expr *initial, std::vector<const clang::Expr *> &values) {
  const auto *list = llvm::dyn_cast<clang::InitListExpr>(initial);
  if (!list)
    return false;
  bool nested = false;
  for (const clang::Expr *value : list->inits()) {
    const auto *construction = llvm::dyn_cast<clang::CXXConstructExpr>(value);
    if (llvm::isa<clang::ImplicitValueInitExpr>(value) ||
        (construction && construction->getNumArgs() == 0))
      continue;
    if (const auto *inner = llvm::dyn_cast<clang::InitListExpr>(value)) {
      nested = true;
      if (!flatten(inner, values))
        return false;
    } else {
      values.push_back(value);
    }
  }
  // A zero that is written in the first place is as good as none.
  if (nested && !std::all_of(values.begin(), values.end(), isZero))
    return false;
  if (nested)
    values.clear();
  return true;
}

} // namespace

bool KernelWalk::declareShared(const clang::VarDecl *variable) {
  clang::QualType type = variable->getType();
  while (const auto *array = context.getAsArrayType(type))
    type = array->getElementType();
  const auto narrow = seenAsNarrow(*variable, context);
  const auto element = narrow ? elementType(*narrow) : elementOrLaneType(type);
  if (!element || type.isVolatileQualified() || !variable->getType()->isArrayType()) {
    refuse(variable->getLocation(), "shared variable '" + variable->getNameAsString() +
                                        "' of type '" + variable->getType().getAsString() + "'");
    return false;
  }
  SharedArray &array = state.shared[variable];
  array.type = *element;
  return true;
}

/// `float sums[4];`, with no initial values, all zero, or one for each.
bool KernelWalk::declareArray(const clang::VarDecl *variable) {
  clang::QualType type = variable->getType();
  while (const auto *array = context.getAsConstantArrayType(type))
    type = array->getElementType();
  const auto narrow = seenAsNarrow(*variable, context);
  const auto element = narrow ? elementType(*narrow) : elementOrLaneType(type);
  if (!element || type.isVolatileQualified()) {
    refuse(variable->getLocation(), "local array '" + variable->getNameAsString() + "' of type '" +
                                        variable->getType().getAsString() + "'");
    return false;
  }
  // The same variables each time that the walk comes here.
  auto &elements = arrays[variable];
  if (elements.empty())
    elements = elementVariables(*variable, context);
  if (elements.empty()) {
    refuse(variable->getLocation(), "local array '" + variable->getNameAsString() +
                                        "' of more than " + std::to_string(MostElements) +
                                        " elements");
    return false;
  }
  state.localArrays[variable] = elements;
  for (const clang::VarDecl *one : elements) {
    state.scalars.erase(one);
    state.words.erase(one);
  }
  const clang::Expr *initial = variable->getInit();
  const auto *construction = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(initial);
  if (!initial || construction)
    return true;
  std::vector<const clang::Expr *> values;
  if (!flatten(initial, values))
    return fail(initial, "unsupported initial values of the local array '" +
                             variable->getNameAsString() + "'");
  // Those that are not given are zero.
  for (size_t number = 0; number < elements.size(); ++number) {
    if (number < values.size() && evaluate.isWord(values[number])) {
      const auto word = evaluate.word(values[number]);
      if (!word)
        return false;
      state.words[elements[number]] = *word;
      continue;
    }
    // The elements are alike, however the first zero is spelled.
    auto value = number < values.size() && !isZero(values[number])
                     ? evaluate.scalar(values[number])
                     : std::optional(zeroOf(*element));
    if (!value)
      return false;
    state.scalars[elements[number]] = std::move(*value);
  }
  return true;
}

bool KernelWalk::declareLambda(const clang::VarDecl *variable, const clang::LambdaExpr *lambda) {
  std::vector<Captured> copied;
  for (const clang::LambdaCapture &capture : lambda->captures()) {
    const auto *captured = capture.capturesVariable()
                               ? llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar())
                               : nullptr;
    if (!captured || captured->isInitCapture())
      return fail(lambda, "lambda that captures something else than a variable");
    if (state.localArrays.contains(captured) && capture.getCaptureKind() == clang::LCK_ByCopy)
      return fail(lambda,
                  "lambda that copies the local array '" + captured->getNameAsString() + "'");
    if (const auto word = state.words.find(captured);
        word != state.words.end() && !word->second.sums.empty())
      return fail(lambda, "lambda that captures sums in half");
    if (capture.getCaptureKind() == clang::LCK_ByCopy)
      copied.push_back(state.capture(captured));
  }
  if (lambda->isMutable())
    return fail(lambda, "lambda that changes what it captures");
  state.lambdas[variable] = std::move(copied);
  return true;
}

/// A constant reference stands for the value that its target has now, so the target must keep it.
bool KernelWalk::refer(const clang::Expr *target, bool variablesChange) {
  while (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(target->IgnoreParens())) {
    if (cast->getCastKind() != clang::CK_NoOp)
      break;
    target = cast->getSubExpr();
  }
  target = target->IgnoreParens();
  if (!target->isLValue() || llvm::isa<clang::MaterializeTemporaryExpr, clang::MemberExpr>(target))
    return true;
  if (llvm::isa<clang::DeclRefExpr>(target)) {
    if (!variablesChange || target->getType().isConstQualified())
      return true;
    return fail(target, "reference to the variable '" + evaluate.text(target) + "'");
  }
  const auto where = evaluate.place(target);
  const auto *element = where ? std::get_if<Element>(&*where) : nullptr;
  if (!element)
    return fail(target, "reference to '" + evaluate.text(target) + "'");
  if (element->shared)
    return fail(target, "reference to '" + evaluate.text(target) + "' in shared memory");
  state.referenced.insert(element->array);
  return true;
}

/// `float &sum = sums[i][j];`, `float4 &four = *(float4 *)(c + i);`: another name of the element.
static bool isElementReference(const clang::VarDecl &variable) {
  const clang::QualType type = variable.getType().getNonReferenceType();
  const auto element = elementOrLaneType(type);
  return variable.isLocalVarDecl() && !variable.isStaticLocal() &&
         variable.getType()->isLValueReferenceType() && variable.getInit() &&
         !type.isConstQualified() && !type.isVolatileQualified() && element &&
         !type->isIntegerType();
}

bool KernelWalk::declare(const clang::VarDecl *variable) {
  const clang::QualType type = variable->getType().getNonReferenceType();
  if (variable->hasAttr<clang::CUDASharedAttr>())
    return declareShared(variable);
  if (isElementReference(*variable)) {
    const auto target = evaluate.addressOf(variable->getInit());
    if (!target)
      return false;
    if (target->inWord != 0)
      return fail(variable->getInit(), "reference to a part of '" + target->array + "'");
    state.readsIndirectly = true;
    state.pointers[variable] = *target;
    return true;
  }
  if (variable->isStaticLocal() || type.isVolatileQualified() ||
      (variable->getType()->isReferenceType() && !type.isConstQualified())) {
    refuse(variable->getLocation(),
           "static, volatile or reference variable '" + variable->getNameAsString() + "'");
    return false;
  }
  if (const auto fragment = fragmentType(type, context))
    return declareFragment(variable, *fragment);
  const clang::Expr *initial = variable->getInit();
  if (const auto *cleanups = llvm::dyn_cast_or_null<clang::ExprWithCleanups>(initial))
    initial = cleanups->getSubExpr();
  // `float sum{};` is zero.
  bool isZeroed = false;
  if (const auto *list = llvm::dyn_cast_or_null<clang::InitListExpr>(initial);
      list && list->getNumInits() == 1 && type->isScalarType())
    initial = list->getInit(0);
  else if (type->isScalarType())
    isZeroed = (list && list->getNumInits() == 0) ||
               llvm::isa_and_nonnull<clang::ImplicitValueInitExpr>(initial);
  if (const auto *lambda = llvm::dyn_cast_or_null<clang::LambdaExpr>(
          initial ? initial->IgnoreUnlessSpelledInSource() : nullptr);
      lambda && type->isRecordType())
    return declareLambda(variable, lambda);
  if (variable->getType()->isReferenceType() && (!initial || !refer(initial, true)))
    return false;
  state.words.erase(variable);
  if (initial && type->isIntegerType() && !variable->getType()->isReferenceType() &&
      evaluate.isWord(initial)) {
    const auto word = evaluate.word(initial);
    if (!word)
      return false;
    state.words[variable] = *word;
    state.integers.erase(variable);
    state.scalars.erase(variable);
    return true;
  }
  if (type->isIntegerType() && !evaluate.isData(variable)) {
    if (!initial) {
      state.integers.erase(variable);
      return true;
    }
    const auto value = isZeroed ? std::optional(Polynomial(0)) : evaluate.integer(initial);
    if (value)
      state.integers[variable] = *value;
    return value.has_value();
  }
  if (elementType(type)) {
    const auto *construction = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(initial);
    if (!initial || (construction && construction->getNumArgs() == 0)) {
      state.scalars.erase(variable);
      return true;
    }
    const auto value =
        isZeroed ? std::optional(zeroOf(*elementType(type))) : evaluate.scalar(initial);
    if (value)
      state.scalars[variable] = *value;
    return value.has_value();
  }
  if (type->isConstantArrayType() && !variable->getType()->isReferenceType())
    return declareArray(variable);
  if (type->isPointerType() && !initial) {
    state.pointers.erase(variable);
    return true;
  }
  if (type->isPointerType()) {
    const auto value = evaluate.pointer(initial, /*declares=*/true);
    if (value)
      state.pointers[variable] = *value;
    return value.has_value();
  }
  if (type->isRecordType() && !variable->getType()->isReferenceType() &&
      !fieldVariables(*variable, context).empty()) {
    const auto *construction = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(initial);
    if (!initial ||
        (construction && construction->getNumArgs() == 0 &&
         !(isThrustComplex(variable->getType()) && construction->requiresZeroInitialization())))
      return evaluate.setStructure(variable, {});
    const auto value = structureValue(initial);
    return value && evaluate.setStructure(variable, *value);
  }
  refuse(variable->getLocation(),
         "variable '" + variable->getNameAsString() + "' of type '" + type.getAsString() + "'");
  return false;
}

/// Values that differ from the state before a conditional statement depend on its condition.
void KernelWalk::merge(const SymbolicState &otherwise, const Condition &condition) {
  for (auto &[variable, value] : state.scalars) {
    const auto old = otherwise.scalars.find(variable);
    const bool wasKnown = old != otherwise.scalars.end() && old->second;
    if (!value)
      continue;
    if (!wasKnown && !condition.data)
      value = evaluate.select(condition, value, Expression::literal(NothingStored, value->type));
    else if (!wasKnown)
      value = nullptr;
    else if (old->second != value)
      value = evaluate.select(condition, value, old->second);
  }
  std::erase_if(state.integers, [&](const auto &entry) {
    const auto old = otherwise.integers.find(entry.first);
    return old == otherwise.integers.end() || old->second != entry.second;
  });
  std::erase_if(state.pointers, [&](const auto &entry) {
    const auto old = otherwise.pointers.find(entry.first);
    return old == otherwise.pointers.end() || old->second.array != entry.second.array ||
           old->second.offset != entry.second.offset;
  });
  std::erase_if(state.words, [&](const auto &entry) {
    const auto old = otherwise.words.find(entry.first);
    return old == otherwise.words.end() || old->second != entry.second;
  });
}

namespace {

/// What guards a store by both branches: the path, and what one of them asks beside the condition.
Bounds united(const Bounds &path, const Bounds &condition, const Bounds &otherwise,
              const Bounds &then) {
  Bounds all = path;
  const auto add = [&](const Polynomial &bound) {
    if (!llvm::is_contained(all, bound))
      all.push_back(bound);
  };
  llvm::for_each(otherwise, add);
  for (const Polynomial &bound : then)
    if (!llvm::is_contained(condition, bound))
      add(bound);
  return all;
}

/// Elements of shared arrays that are stored whether the condition holds or not: in `other` as well
/// as in the state, which has the value where it does (or does not, when `otherHolds`).
void mergeShared(SymbolicState &state, const SymbolicState &other, SymbolicEvaluator &evaluate,
                 const Condition &condition, bool otherHolds) {
  for (auto &[variable, array] : state.shared) {
    const auto known = other.shared.find(variable);
    if (known == other.shared.end())
      continue;
    if (otherHolds) {
      if (array.followed || known->second.followed)
        array.followed = joined(array.followed.value_or(array.access()),
                                known->second.followed.value_or(known->second.access()));
      array.access() = joined(array, known->second);
    }
    for (SharedArray::Store &store : array.stores)
      for (const SharedArray::Store &second : known->second.stores)
        if (second.index == store.index) {
          store.ofEarlierStep |= second.ofEarlierStep;
          store.value = otherHolds ? evaluate.select(condition, second.value, store.value)
                                   : evaluate.select(condition, store.value, second.value);
          // Each branch stores under what else guards its store. A store before them stays one.
          if (otherHolds && store.where != second.where)
            store.where = united(state.path, condition.bounds, store.where, second.where);
        }
  }
}

/// The guards with a condition's behind those of the path.
Bounds withBounds(Bounds guards, const Bounds &path, const Bounds &condition) {
  const auto place = std::min(path.size(), guards.size());
  guards.insert(guards.begin() + static_cast<long>(place), condition.begin(), condition.end());
  return guards;
}

/// What keeps the statement from depending on a condition.
std::string dependence(const char *what, const Condition &condition) {
  if (condition.data->contains(Expression::Kind::Position))
    return "a guard compares indices by '==' or '!='";
  return std::string(what) + " that depends on data";
}

/// Both branches store the same: one where all elements of a vector are inside, and the other one
/// each element that is.
bool isStoredAtEdge(const Cell &each, const Cell &whole, const Bounds &path,
                    const Condition &condition) {
  Bounds inside = path;
  inside.insert(inside.end(), condition.bounds.begin(), condition.bounds.end());
  const auto follows = [&](const Polynomial &needed) {
    return llvm::any_of(inside, [&](const Polynomial &bound) {
      const auto more = (needed - bound).constant();
      return more && *more >= 0;
    });
  };
  return !condition.data && !condition.decided && whole.where == inside &&
         each.where.size() >= path.size() &&
         std::equal(path.begin(), path.end(), each.where.begin()) &&
         llvm::all_of(each.where, follows) && same(*each.value, *whole.value);
}

bool sharedAlike(const SymbolicState &left, const SymbolicState &right) {
  return std::equal(left.shared.begin(), left.shared.end(), right.shared.begin(),
                    right.shared.end(), [](const auto &a, const auto &b) {
                      return a.first == b.first &&
                             std::equal(
                                 a.second.stores.begin(), a.second.stores.end(),
                                 b.second.stores.begin(), b.second.stores.end(),
                                 [](const auto &x, const auto &y) { return x.index == y.index; });
                    });
}

/// What one branch adds to shared arrays, where the other one stores nothing there: its stores are
/// under the condition.
void keepStoresOfThen(SymbolicState &state, const SymbolicState &taken,
                      const SymbolicState &before) {
  const auto isSame = [](const SharedArray::Store &a, const SharedArray::Store &b) {
    return a.index == b.index && a.value == b.value;
  };
  for (auto &[variable, array] : state.shared) {
    const auto then = taken.shared.find(variable), old = before.shared.find(variable);
    if (then == taken.shared.end() || old == before.shared.end())
      continue;
    const auto &first = old->second.stores, &more = then->second.stores;
    if (more.size() > first.size() && array.stores.size() == first.size() &&
        std::equal(first.begin(), first.end(), array.stores.begin(), isSame) &&
        std::equal(first.begin(), first.end(), more.begin(), isSame))
      array.stores = more;
  }
}

} // namespace

/// `if (t + 1 < tiles)`, in a loop over tiles that take turns.
bool KernelWalk::holdsAtAllButTheLast(const Condition &condition) const {
  // An inner loop may run no step: what happens there does not happen at all steps but the last.
  return depth == turningDepth && !condition.data && !condition.decided &&
         !condition.bounds.empty() && llvm::all_of(condition.bounds, [&](const Polynomial &bound) {
           return llvm::is_contained(state.nextStep, bound);
         });
}

bool KernelWalk::guarded(const clang::Stmt *statement, const Condition &condition) {
  return guarded(statement, condition, [&] { return walk(statement); });
}

namespace {

/// Behind a branch that some steps take and others do not: what inner conditions that hold at all
/// steps but the last left in it is so at some of these steps alone. Nothing is known of what any
/// of the branches changed.
void forgetFollowed(SymbolicState &state, const SymbolicState &before,
                    std::initializer_list<const SymbolicState *> branches) {
  const auto same = [](const auto &known, const auto &other, const clang::VarDecl *variable) {
    const auto one = known.find(variable), two = other.find(variable);
    return (one == known.end()) == (two == other.end()) &&
           (one == known.end() || one->second == two->second);
  };
  std::erase_if(state.followedIntegers, [&](const auto &entry) {
    return llvm::any_of(branches, [&](const SymbolicState *branch) {
      return !same(branch->followedIntegers, before.followedIntegers, entry.first) ||
             !same(branch->integers, before.integers, entry.first);
    });
  });
  for (auto &[variable, array] : state.shared)
    for (const SymbolicState *branch : branches) {
      const auto now = branch->shared.find(variable), old = before.shared.find(variable);
      if (now == branch->shared.end() || old == before.shared.end() ||
          now->second.access() != old->second.access() ||
          now->second.followed != old->second.followed)
        array.followed.reset();
    }
}

} // namespace

bool KernelWalk::guarded(const clang::Stmt *statement, const Condition &condition,
                         llvm::function_ref<bool()> walkGuarded) {
  const SymbolicState before = state;
  const bool isFollowed = holdsAtAllButTheLast(condition);
  for (auto &[variable, array] : state.shared)
    if (isFollowed && array.followed) {
      array.access() = *array.followed;
      array.followed.reset();
    }
  if (isFollowed)
    for (const auto &[variable, value] : state.followedIntegers)
      state.integers[variable] = value;
  state.path.insert(state.path.end(), condition.bounds.begin(), condition.bounds.end());
  const size_t cells = state.cells.size();
  dataBranches += condition.data != nullptr;
  followedGuards += isFollowed;
  if (!walkGuarded())
    return false;
  followedGuards -= isFollowed;
  dataBranches -= condition.data != nullptr;
  state.path = before.path;
  if (!isFollowed)
    forgetFollowed(state, before, {&state});
  mergeShared(state, before, evaluate, condition, false);
  for (auto &[variable, array] : state.shared)
    if (const auto old = before.shared.find(variable); isFollowed && old != before.shared.end()) {
      const SharedAccess inside = array.access();
      array.access() = joined(inside, old->second);
      if (inside != array.access())
        array.followed = inside;
    }
  if (condition.data) {
    if (!sharedAlike(state, before))
      return fail(statement, dependence("store to shared memory", condition));
    if (state.cells.size() != cells)
      return fail(statement, dependence("store", condition));
    for (size_t index = 0; index < cells; ++index)
      if (state.cells[index].value != before.cells[index].value)
        state.cells[index].value =
            evaluate.select(condition, state.cells[index].value, before.cells[index].value);
    if (state.reductions.size() != before.reductions.size())
      return fail(statement, dependence("loop", condition));
  }
  if (isFollowed)
    for (const auto &[variable, value] : state.integers)
      if (const auto old = before.integers.find(variable);
          (old != before.integers.end() && old->second != value) ||
          before.followedIntegers.contains(variable))
        state.followedIntegers[variable] = value;
  merge(before, condition);
  return true;
}

/// `valid = 0;`, of a variable that holds a truth value.
std::optional<SymbolicEvaluator::Flag> KernelWalk::flagSet(const clang::Stmt *statement) const {
  const auto *assignment = llvm::dyn_cast<clang::BinaryOperator>(statement);
  if (!assignment || assignment->getOpcode() != clang::BO_Assign)
    return std::nullopt;
  const auto *target =
      llvm::dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParenImpCasts());
  const auto *variable = target ? llvm::dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr;
  const auto known = state.integers.find(variable);
  const clang::Expr *value = assignment->getRHS()->IgnoreParenImpCasts();
  if (known == state.integers.end() || !variable->getType()->isIntegerType() ||
      !llvm::isa<clang::IntegerLiteral, clang::CXXBoolLiteralExpr>(value))
    return std::nullopt;
  const auto number = value->getIntegerConstantExpr(context);
  const bool isFlag = truthNumber(known->second) || known->second == Polynomial(0) ||
                      known->second == Polynomial(1);
  if (!isFlag || !number || (*number != 0 && *number != 1))
    return std::nullopt;
  return SymbolicEvaluator::Flag{variable, known->second, *number == 1};
}

bool KernelWalk::branch(const clang::IfStmt *statement) {
  const clang::Stmt *otherwise = statement->getElse();
  return branch(
      statement, [&] { return walk(statement->getThen()); },
      otherwise ? [&] { return walk(otherwise); } : llvm::function_ref<bool()>());
}

bool KernelWalk::branch(const clang::IfStmt *statement, llvm::function_ref<bool()> walkThen,
                        llvm::function_ref<bool()> walkOtherwise) {
  if (statement->hasInitStorage() || statement->hasVarStorage())
    return fail(statement, "unsupported form of 'if'");
  const clang::Stmt *then = statement->getThen();
  const clang::Stmt *body = then;
  while (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(body)) {
    if (compound->size() != 1)
      break;
    body = compound->body_front();
  }
  const bool returns = llvm::isa<clang::ReturnStmt>(body);
  if (returns && depth > 0)
    return fail(body, "return inside the loop");
  if (const auto flag = walkOtherwise ? std::nullopt : flagSet(body)) {
    const auto truth = evaluate.flagged(*flag, statement->getCond());
    if (truth)
      state.integers[flag->variable] = *truth;
    return truth.has_value();
  }
  const clang::Stmt *otherwise = statement->getElse() ? statement->getElse() : statement;
  // `if (a || b) value = …;` says more where it fails, and then there is nothing to do.
  const auto nothing = [] { return true; };
  const auto *alternatives =
      llvm::dyn_cast<clang::BinaryOperator>(statement->getCond()->IgnoreParenImpCasts());
  if (!walkOtherwise && !returns && alternatives && alternatives->getOpcode() == clang::BO_LOr)
    walkOtherwise = nothing;
  const bool swaps =
      walkOtherwise && !returns && SymbolicEvaluator::failsAsWhole(statement->getCond());
  const auto condition = evaluate.condition(statement->getCond(), !returns && !swaps);
  if (!condition)
    return false;
  const auto *comparison =
      llvm::dyn_cast<clang::BinaryOperator>(statement->getCond()->IgnoreParenImpCasts());
  const auto *const outerUnequal = unequal;
  const llvm::scope_exit restore([&] { unequal = outerUnequal; });
  if (condition->data && dataBranches == 0)
    unequal = comparison && comparison->isEqualityOp() &&
                      condition->data->contains(Expression::Kind::Position)
                  ? comparison
                  : nullptr;
  if (swaps)
    std::swap(walkThen, walkOtherwise);
  if (condition->decided) {
    const auto taken = *condition->decided != returns ? walkThen : walkOtherwise;
    return !taken || taken();
  }
  if (returns) {
    if (walkOtherwise)
      return fail(otherwise, "'else' after a return");
    if (condition->data)
      return fail(statement, dependence("return", *condition));
    if (!state.cells.empty())
      return fail(statement, "condition after a store");
    state.path.insert(state.path.end(), condition->bounds.begin(), condition->bounds.end());
    return true;
  }
  if (!walkOtherwise)
    return guarded(then, *condition, walkThen);
  // Both branches from the same state; what they leave differs only in values.
  const SymbolicState before = state;
  state.path.insert(state.path.end(), condition->bounds.begin(), condition->bounds.end());
  dataBranches += condition->data != nullptr;
  ++branching;
  const Bounds outerBranches = ofBranches;
  ofBranches.insert(ofBranches.end(), condition->bounds.begin(), condition->bounds.end());
  if (!walkThen())
    return false;
  ofBranches = outerBranches;
  if (returned)
    return fail(otherwise, "'else' after a return");
  SymbolicState taken = state;
  const auto loads = state.loads;
  const auto bounds = state.bounds;
  state = before;
  state.loads = loads;
  state.bounds = bounds;
  state.loops = taken.loops;
  state.reductions = taken.reductions;
  state.ranges = taken.ranges;
  state.inlined = taken.inlined;
  state.constants.insert(taken.constants.begin(), taken.constants.end());
  state.derived.insert(taken.derived.begin(), taken.derived.end());
  state.usedAlone.insert(taken.usedAlone.begin(), taken.usedAlone.end());
  state.readInOrder = taken.readInOrder;
  state.readsLanesOfShared |= taken.readsLanesOfShared;
  state.divisions = taken.divisions;
  state.exclusives = taken.exclusives;
  state.truths = taken.truths;
  state.extremes = taken.extremes;
  state.firstSteps = taken.firstSteps;
  state.preconditions = taken.preconditions;
  state.assumedConstants.insert(taken.assumedConstants.begin(), taken.assumedConstants.end());
  const Bounds notAll = opposite(condition->bounds);
  state.elsewhere.insert(state.elsewhere.end(), notAll.begin(), notAll.end());
  if (!walkOtherwise())
    return false;
  --branching;
  state.elsewhere = before.elsewhere;
  dataBranches -= condition->data != nullptr;
  if (returned)
    return fail(otherwise, "return in an 'else'");
  if (condition->data && (taken.reductions.size() != before.reductions.size() ||
                          state.reductions.size() != before.reductions.size()))
    return fail(statement, dependence("loop", *condition));
  state.alwaysTrue.insert(state.alwaysTrue.end(), taken.alwaysTrue.begin(), taken.alwaysTrue.end());
  keepStoresOfThen(state, taken, before);
  const bool alike =
      state.cells.size() == taken.cells.size() && sharedAlike(state, taken) &&
      std::equal(state.cells.begin(), state.cells.end(), taken.cells.begin(),
                 [&](const Cell &a, const Cell &b) {
                   return a.array == b.array && a.index == b.index &&
                          (a.where == b.where ||
                           withBounds(a.where, before.path, condition->bounds) == b.where ||
                           isStoredAtEdge(a, b, before.path, *condition));
                 });
  if (!alike)
    return fail(otherwise, "guard with an 'else' branch");
  for (size_t index = 0; index < state.cells.size(); ++index) {
    state.cells[index].value =
        evaluate.select(*condition, taken.cells[index].value, state.cells[index].value);
  }
  forgetFollowed(state, before, {&taken, &state});
  mergeShared(state, taken, evaluate, *condition, true);
  std::swap(state.scalars, taken.scalars);
  std::swap(state.integers, taken.integers);
  std::swap(state.pointers, taken.pointers);
  std::swap(state.words, taken.words);
  merge(taken, *condition);
  return true;
}

} // namespace warpsmith::frontend
