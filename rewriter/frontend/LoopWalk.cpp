// The reduction loop: header, body as one symbolic step, and the sum it carries.
#include "rewriter/frontend/KernelWalk.h"
#include "clang/AST/ExprCXX.h"

namespace warpsmith::frontend {
namespace {

const clang::VarDecl *variableOf(const clang::Expr *expression) {
  const auto *reference =
      llvm::dyn_cast_or_null<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

/// True for ++k, k++, k += 1 and k = k + 1.
bool countsUpByOne(const clang::Expr *increment, const clang::VarDecl *variable,
                   const clang::ASTContext &context) {
  increment = increment->IgnoreParens();
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(increment))
    return unary->isIncrementOp() && variableOf(unary->getSubExpr()) == variable;
  const auto *assignment = llvm::dyn_cast<clang::BinaryOperator>(increment);
  if (!assignment || variableOf(assignment->getLHS()) != variable)
    return false;
  const clang::Expr *step = assignment->getRHS();
  if (assignment->getOpcode() == clang::BO_Assign) {
    const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(step->IgnoreParenImpCasts());
    if (!sum || sum->getOpcode() != clang::BO_Add || variableOf(sum->getLHS()) != variable)
      return false;
    step = sum->getRHS();
  } else if (assignment->getOpcode() != clang::BO_AddAssign) {
    return false;
  }
  clang::Expr::EvalResult value;
  return step->EvaluateAsInt(value, context) && value.Val.getInt() == 1;
}

} // namespace

struct KernelWalk::LoopHeader {
  const clang::VarDecl *variable;
  Polynomial extent;
};

std::optional<KernelWalk::LoopHeader> KernelWalk::header(const clang::ForStmt *statement) {
  const auto unsupported = [&](const clang::Stmt *where, const std::string &why) {
    refuse((where ? where : statement)->getBeginLoc(), why);
    return std::nullopt;
  };
  // Start: `int k = 0` or `k = 0` (or an earlier assignment).
  const clang::VarDecl *variable = nullptr;
  if (const clang::Stmt *start = statement->getInit()) {
    if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(start)) {
      if (!declaration->isSingleDecl())
        return unsupported(start, "loop declares more than one variable");
      variable = llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl());
    } else if (const auto *assignment = llvm::dyn_cast<clang::BinaryOperator>(start);
               assignment && assignment->getOpcode() == clang::BO_Assign) {
      variable = variableOf(assignment->getLHS());
    }
    if (!variable || !variable->getType()->isIntegerType())
      return unsupported(start, "loop does not start by setting an integer");
    if (!walk(start))
      return std::nullopt;
  }
  const auto *comparison = llvm::dyn_cast_or_null<clang::BinaryOperator>(
      statement->getCond() ? statement->getCond()->IgnoreParenImpCasts() : nullptr);
  if (!comparison || !comparison->isComparisonOp())
    return unsupported(statement->getCond(), "loop condition is not a comparison");
  if (!variable)
    variable = variableOf(comparison->getLHS());
  const auto start = state.integers.find(variable);
  if (!variable || start == state.integers.end())
    return unsupported(statement, "loop variable has no known start");
  if (!start->second.isZero())
    return unsupported(statement, "loop starts at '" + start->second.str() + "', not at 0");
  // Bound: k < K, k <= K, K > k, K >= k, k != K.
  const bool reversed = variableOf(comparison->getRHS()) == variable;
  if (!reversed && variableOf(comparison->getLHS()) != variable)
    return unsupported(comparison, "loop condition does not test the loop variable");
  auto opcode = comparison->getOpcode();
  if (reversed)
    opcode = clang::BinaryOperator::reverseComparisonOp(opcode);
  const auto bound = evaluate.used(reversed ? comparison->getLHS() : comparison->getRHS());
  if (!bound)
    return std::nullopt;
  if (bound->dependsOn("threadIdx.x") || bound->dependsOn("threadIdx.y"))
    return unsupported(comparison, "loop bound '" + bound->str() + "' differs between threads");
  Polynomial extent = *bound;
  if (opcode == clang::BO_LE)
    extent += 1;
  else if (opcode != clang::BO_LT && opcode != clang::BO_NE)
    return unsupported(comparison, "loop does not count up to a bound");
  if (!statement->getInc() || !countsUpByOne(statement->getInc(), variable, context))
    return unsupported(statement->getInc(), "loop does not count up by one");
  return LoopHeader{variable, extent};
}

bool KernelWalk::loop(const clang::ForStmt *statement) {
  if (inLoop)
    return fail(statement, "loop inside the loop");
  if (state.reduction)
    return fail(statement, "second loop");
  const auto found = header(statement);
  return found && reduce(statement, *found);
}

bool KernelWalk::reduce(const clang::ForStmt *statement, const LoopHeader &header) {
  inLoop = true;
  const SymbolicState before = state;

  // First pass: which variables and elements does a step change?
  state.integers[header.variable] = Polynomial::symbol("%k");
  if (!walk(statement->getBody()))
    return false;
  struct Carried {
    const clang::VarDecl *variable; // or null for an element
    Cell cell;
  };
  std::vector<Carried> carried;
  for (const auto &[variable, value] : state.scalars) {
    const auto old = before.scalars.find(variable);
    if (old != before.scalars.end() && old->second != value)
      carried.push_back({variable, {}});
  }
  for (const Cell &cell : state.cells) {
    if (cell.index.dependsOn("%k"))
      return fail(statement, "'" + cell.array + "[" + cell.index.str() +
                                 "]' is stored at every step of the loop");
    carried.push_back({nullptr, cell});
  }

  // Second pass: each of them starts the step as a sum of its own.
  state = before;
  state.integers[header.variable] = Polynomial::symbol("%k");
  std::vector<ExpressionRef> initial;
  for (size_t index = 0; index < carried.size(); ++index) {
    const auto sumLeaf = [&](ElementType type) {
      auto leaf = std::make_shared<Expression>(*Expression::sum(type));
      leaf->operand = static_cast<int>(index);
      return leaf;
    };
    if (const clang::VarDecl *variable = carried[index].variable) {
      initial.push_back(before.scalars.at(variable));
      if (!initial.back())
        return fail(statement, "second use of a value left over from a loop");
      state.scalars[variable] = sumLeaf(initial.back()->type);
      continue;
    }
    Cell cell = carried[index].cell;
    const auto old = evaluate.read({cell.array, cell.type, cell.index}, cell.location);
    if (!old)
      return false;
    initial.push_back(*old);
    cell.value = sumLeaf(cell.type);
    if (Cell *existing = state.find(cell.array, cell.index))
      *existing = cell;
    else
      state.cells.push_back(cell);
  }
  if (!walk(statement->getBody()))
    return false;
  inLoop = false;

  // The one that depends on its own old value is the sum; the others are temporaries.
  for (size_t index = 0; index < carried.size(); ++index) {
    const clang::VarDecl *variable = carried[index].variable;
    Cell *cell =
        variable ? nullptr : state.find(carried[index].cell.array, carried[index].cell.index);
    ExpressionRef &value = variable ? state.scalars[variable] : cell->value;
    if (!value->contains(Expression::Kind::Sum)) {
      if (cell)
        return fail(statement, "'" + cell->array + "' is overwritten at every step of the loop");
      value = nullptr;
      continue;
    }
    if (state.reduction)
      return fail(statement, "more than one sum in the loop");
    bool foreign = false;
    const auto own = map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      if (node->kind != Expression::Kind::Sum)
        return nullptr;
      foreign |= node->operand != static_cast<int>(index);
      return Expression::sum(node->type);
    });
    if (foreign)
      return fail(statement, "sums in the loop depend on each other");
    const ElementType type = cell ? cell->type : initial[index]->type;
    state.reduction = Reduction{header.extent,      initial[index],          own, type, !variable,
                                state.loads.size(), statement->getBeginLoc()};
    value = Expression::sum(type);
  }
  // What the body declared is out of scope, and what it left in outer variables is not known.
  std::erase_if(state.scalars, [&](const auto &entry) {
    return before.scalars.find(entry.first) == before.scalars.end();
  });
  std::erase_if(state.integers, [&](const auto &entry) {
    return entry.first == header.variable ||
           before.integers.find(entry.first) == before.integers.end();
  });
  if (!state.reduction)
    return fail(statement, "the loop computes no sum");
  return true;
}

} // namespace warpsmith::frontend
