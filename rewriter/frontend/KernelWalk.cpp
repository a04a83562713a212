#include "rewriter/frontend/KernelWalk.h"
#include "rewriter/frontend/Types.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace warpsmith::frontend {

bool KernelWalk::fail(const clang::Stmt *statement, std::string reason) {
  refuse(statement->getBeginLoc(), std::move(reason));
  return false;
}

bool KernelWalk::run(const clang::FunctionDecl &kernel) {
  for (const clang::ParmVarDecl *parameter : kernel.parameters()) {
    const clang::QualType type = parameter->getType();
    const std::string name = parameter->getNameAsString();
    if (type->isPointerType()) {
      const clang::QualType pointee = type->getPointeeType();
      if (pointee.isVolatileQualified()) {
        refuse(parameter->getLocation(), "'" + name + "' points to volatile data");
        return false;
      }
      if (const auto element = elementType(pointee))
        state.pointers[parameter] = {name, *element, Polynomial(0)};
    } else if (type->isIntegerType() && !type->isBooleanType()) {
      state.integers[parameter] = Polynomial::symbol(name);
    } else if (const auto element = elementType(type)) {
      state.scalars[parameter] = Expression::scalar(name, *element);
    }
  }
  return walk(kernel.getBody());
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
      if (variable && !declare(variable))
        return false;
    }
    return true;
  }
  if (const auto *conditional = dyn_cast<IfStmt>(statement))
    return guard(conditional);
  if (const auto *loopStatement = dyn_cast<ForStmt>(statement))
    return loop(loopStatement);
  if (const auto *attributed = dyn_cast<AttributedStmt>(statement))
    return walk(attributed->getSubStmt());
  if (isa<ReturnStmt>(statement)) {
    if (inLoop)
      return fail(statement, "return inside the loop");
    returned = true;
    return true;
  }
  if (isa<BreakStmt>(statement))
    return fail(statement, "break inside the loop");
  if (isa<ContinueStmt>(statement))
    return fail(statement, "continue inside the loop");
  const Stmt *expression = statement;
  if (const auto *cleanups = dyn_cast<ExprWithCleanups>(expression))
    expression = cleanups->getSubExpr();
  if (const auto *assignment = dyn_cast<clang::BinaryOperator>(expression);
      assignment && assignment->isAssignmentOp())
    return assign(assignment);
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(expression);
      call && call->getOperator() == OO_Equal && call->getNumArgs() == 2) {
    const auto value = evaluate.scalar(call->getArg(1));
    return value && store(call->getArg(0), *value);
  }
  if (const auto *call = dyn_cast<CallExpr>(expression)) {
    const FunctionDecl *callee = call->getDirectCallee();
    const std::string name = callee ? callee->getNameAsString() : "a function pointer";
    if (name.rfind("__syncthreads", 0) == 0)
      return fail(statement, "synchronises the block ('" + name + "')");
    if (name.rfind("atomic", 0) == 0)
      return fail(statement, "atomic update ('" + name + "')");
    return fail(statement, "call of '" + name + "', whose effect is not known");
  }
  if (isa<clang::WhileStmt>(statement) || isa<DoStmt>(statement))
    return fail(statement, "while loop: only 'for' loops that count up by one are understood");
  if (isa<GCCAsmStmt>(statement))
    return fail(statement, "inline assembly");
  return fail(statement,
              std::string("unsupported statement (") + statement->getStmtClassName() + ")");
}

bool KernelWalk::declare(const clang::VarDecl *variable) {
  const clang::QualType type = variable->getType();
  if (variable->hasAttr<clang::CUDASharedAttr>()) {
    refuse(variable->getLocation(), "shared memory ('" + variable->getNameAsString() +
                                        "'): tiled kernels are not understood yet");
    return false;
  }
  if (variable->isStaticLocal() || type.isVolatileQualified()) {
    refuse(variable->getLocation(),
           "static or volatile variable '" + variable->getNameAsString() + "'");
    return false;
  }
  const clang::Expr *initial = variable->getInit();
  if (type->isIntegerType()) {
    if (!initial)
      return true;
    const auto value = evaluate.integer(initial);
    if (value)
      state.integers[variable] = *value;
    return value.has_value();
  }
  if (elementType(type)) {
    const auto *construction = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(initial);
    if (!initial || (construction && construction->getNumArgs() == 0))
      return true;
    const auto value = evaluate.scalar(initial);
    if (value)
      state.scalars[variable] = *value;
    return value.has_value();
  }
  if (type->isPointerType() && initial) {
    const auto value = evaluate.pointer(initial);
    if (value)
      state.pointers[variable] = *value;
    return value.has_value();
  }
  refuse(variable->getLocation(),
         "variable '" + variable->getNameAsString() + "' of type '" + type.getAsString() + "'");
  return false;
}

bool KernelWalk::store(const clang::Expr *target, ExpressionRef value) {
  const auto where = evaluate.place(target);
  if (!where)
    return false;
  if (const auto *variable = std::get_if<const clang::VarDecl *>(&*where)) {
    state.scalars[*variable] = std::move(value);
    return true;
  }
  const Element &element = std::get<Element>(*where);
  if (Cell *cell = state.find(element.array, element.index)) {
    cell->value = std::move(value);
    return true;
  }
  if (state.stores(element.array))
    return fail(target, "'" + element.array + "' is stored at more than one index");
  for (const Load &load : state.loads)
    if (load.array == element.array && load.index != element.index)
      return fail(target, "'" + element.array + "' is stored after it was read at another index");
  state.cells.push_back(
      {element.array, element.type, element.index, std::move(value), target->getExprLoc()});
  return true;
}

bool KernelWalk::assign(const clang::BinaryOperator *assignment) {
  const clang::Expr *target = assignment->getLHS();
  const auto *variable = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParens());
  const auto *declaration =
      variable ? llvm::dyn_cast<clang::VarDecl>(variable->getDecl()) : nullptr;
  if (declaration && !declaration->isLocalVarDeclOrParm())
    return fail(assignment,
                "assignment to the global variable '" + declaration->getNameAsString() + "'");

  const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(assignment);
  if (declaration && (target->getType()->isIntegerType() || target->getType()->isPointerType())) {
    if (inLoop)
      return fail(assignment,
                  "'" + declaration->getNameAsString() + "' changes from step to step of the loop");
    if (compound)
      return fail(assignment, "unsupported update of '" + declaration->getNameAsString() + "'");
    if (target->getType()->isPointerType()) {
      const auto value = evaluate.pointer(assignment->getRHS());
      if (value)
        state.pointers[declaration] = *value;
      return value.has_value();
    }
    const auto value = evaluate.integer(assignment->getRHS());
    if (value)
      state.integers[declaration] = *value;
    return value.has_value();
  }

  const auto type = elementType(target->getType());
  if (!type)
    return fail(assignment, "assignment to '" + evaluate.text(target) + "' of type '" +
                                target->getType().getAsString() + "'");
  auto value = evaluate.scalar(assignment->getRHS());
  if (!value)
    return false;
  if (compound) {
    const auto where = evaluate.place(target);
    if (!where)
      return false;
    const auto *element = std::get_if<Element>(&*where);
    const auto old =
        element ? evaluate.read(*element, target->getExprLoc()) : evaluate.scalar(target);
    const auto computation = elementType(compound->getComputationResultType());
    if (!old || !computation)
      return old ? fail(assignment, "unsupported type of an update") : false;
    const clang::BinaryOperatorKind op =
        clang::BinaryOperator::getOpForCompoundAssignment(compound->getOpcode());
    char symbol = 0;
    if (op == clang::BO_Add || op == clang::BO_Sub || op == clang::BO_Mul || op == clang::BO_Div)
      symbol = clang::BinaryOperator::getOpcodeStr(op)[0];
    else
      return fail(assignment, "unsupported update operator");
    value = Expression::cast(*type, Expression::binary(symbol, Expression::cast(*computation, *old),
                                                       Expression::cast(*computation, *value)));
  }
  return store(target, *value);
}

bool KernelWalk::guard(const clang::IfStmt *statement) {
  if (inLoop)
    return fail(statement, "condition inside the loop");
  if (statement->hasInitStorage() || statement->hasVarStorage() || statement->isConstexpr())
    return fail(statement, "unsupported form of 'if'");
  if (!state.cells.empty() || state.reduction)
    return fail(statement, "condition after a store");
  const clang::Stmt *then = statement->getThen();
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(then);
      compound && compound->size() == 1)
    then = compound->body_front();
  if (llvm::isa<clang::ReturnStmt>(then)) {
    if (statement->getElse())
      return fail(statement->getElse(), "'else' after a return");
    return condition(statement->getCond(), false);
  }
  if (statement->getElse())
    return fail(statement->getElse(), "guard with an 'else' branch");
  if (!condition(statement->getCond(), true) || !walk(statement->getThen()))
    return false;
  // Whatever follows would run outside the guard.
  returned = true;
  return true;
}

bool KernelWalk::condition(const clang::Expr *expression, bool holds) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(expression);
      operation && operation->getOpcode() == clang::UO_LNot)
    return condition(operation->getSubExpr(), !holds);
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (!operation)
    return fail(expression, "guard '" + evaluate.text(expression) + "' is not a comparison");
  const auto opcode = operation->getOpcode();
  if ((opcode == clang::BO_LAnd && holds) || (opcode == clang::BO_LOr && !holds))
    return condition(operation->getLHS(), holds) && condition(operation->getRHS(), holds);
  if (!operation->isRelationalOp() || !operation->getLHS()->getType()->isIntegerType())
    return fail(expression,
                "guard '" + evaluate.text(expression) + "' is not a bound on the indices");
  const auto left = evaluate.used(operation->getLHS());
  const auto right = left ? evaluate.used(operation->getRHS()) : std::nullopt;
  if (!right)
    return false;
  const bool less = (opcode == clang::BO_LT || opcode == clang::BO_LE) == holds;
  const bool strict = (opcode == clang::BO_LT || opcode == clang::BO_GT) == holds;
  const Polynomial difference = less ? *right - *left : *left - *right;
  state.positive.push_back(strict ? difference : difference + 1);
  return true;
}

} // namespace warpsmith::frontend
