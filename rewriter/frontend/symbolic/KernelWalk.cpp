#include "rewriter/frontend/symbolic/KernelWalk.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/DataIntegers.h"
#include "rewriter/frontend/symbolic/InlinedCalls.h"
#include "rewriter/frontend/symbolic/StructurePointers.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
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
      if (depth > depthOfFunction)
        return fail(then->body_back(), "return inside the loop");
      // What follows the block would be done by some threads alone.
      const bool walked = branch(
          conditional, [&] { return walkAll({then->body_begin(), then->body_end() - 1}); },
          [&] { return walkToReturns(statements.drop_front(at + 1)); });
      state.mayHaveReturned = true;
      return walked;
    }
    if (!walk(statements[at]))
      return false;
  }
  return true;
}

/// `if (…) return;`
static bool returnsUnderCondition(const clang::Stmt *statement) {
  const auto *conditional = llvm::dyn_cast<clang::IfStmt>(statement);
  const clang::Stmt *body = conditional ? conditional->getThen() : nullptr;
  for (const auto *compound = llvm::dyn_cast_or_null<clang::CompoundStmt>(body);
       compound && compound->size() == 1; compound = llvm::dyn_cast<clang::CompoundStmt>(body))
    body = compound->body_front();
  return body && !conditional->getElse() && !conditional->hasInitStorage() &&
         !conditional->hasVarStorage() && llvm::isa<clang::ReturnStmt>(body);
}

bool KernelWalk::walkInFunction(llvm::ArrayRef<const clang::Stmt *> statements) {
  for (size_t at = 0; at < statements.size(); ++at) {
    const clang::Stmt *statement = statements[at];
    if (!returnsUnderCondition(statement)) {
      if (!walk(statement))
        return false;
      continue;
    }
    if (returned || state.mayHaveReturned)
      return fail(statement, "statement behind a branch that returns");
    if (depth > depthOfFunction)
      return fail(statement, "return inside the loop");
    const auto *conditional = llvm::cast<clang::IfStmt>(statement);
    const auto condition = evaluate.condition(conditional->getCond(), false);
    if (!condition)
      return false;
    if (condition->decided && *condition->decided)
      continue;
    if (condition->decided) {
      returned = true;
      return true;
    }
    if (!guarded(statement, *condition,
                 [&] { return walkInFunction(statements.drop_front(at + 1)); }))
      return false;
    state.mayHaveReturned = true;
    return true;
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
  if (state.mayHaveReturned)
    return fail(statement, "statement behind a branch that returns");
  if (const auto *compound = dyn_cast<CompoundStmt>(statement)) {
    const std::vector<const Stmt *> body(compound->body_begin(), compound->body_end());
    return active.empty() ? walkToReturns(body) : walkInFunction(body);
  }
  if (!active.empty() && returnsUnderCondition(statement))
    return walkInFunction(statement);
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
    if (depth > depthOfFunction)
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
        const auto *by = dyn_cast_or_null<CXXMethodDecl>(assignment->getDirectCallee());
        if (!by || (!by->isTrivial() && !isCudaOwn(*by)))
          return fail(assignment, "assignment by an operator of '" +
                                      variable->getType().getAsString() +
                                      "', whose effect is not known");
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
  if (!blockFunction(*statement).empty())
    return ofBlock(statement);
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
  const Bounds path = state.path;
  const int outerDepth = depthOfFunction;
  depthOfFunction = depth;
  const bool walked = declareSharedOfFile(*definition->getBody()) && walk(definition->getBody());
  depthOfFunction = outerDepth;
  state.path = path;
  active.pop_back();
  evaluate.unbind(*definition);
  // A return in the function ends the function alone.
  returned = state.mayHaveReturned = false;
  return walked;
}

} // namespace warpsmith::frontend
