// Loops, whose condition is looked at before each step.
#include "rewriter/frontend/clang/Effects.h"
#include "rewriter/frontend/lower/Lowerer.h"
#include "llvm/Support/SaveAndRestore.h"
#include <algorithm>
#include <iterator>

namespace warpsmith::frontend {

using Kind = Term::Kind;
using Class = ValueType::Class;

namespace {

/// The term with values in place of variables.
TermRef substituted(const TermRef &term, const std::map<int, TermRef> &values) {
  const auto known =
      term->kind == Kind::Variable ? values.find(static_cast<int>(term->number)) : values.end();
  if (known != values.end())
    return known->second;
  if (term->children.empty())
    return term;
  Term changed = *term;
  for (TermRef &child : changed.children)
    child = substituted(child, values);
  return std::make_shared<const Term>(std::move(changed));
}

constexpr size_t MostParts = 1 << 12;

/// The number of parts of a term, up to more than the most.
size_t partsIn(const TermRef &term) {
  size_t size = 1;
  for (const TermRef &child : term->children)
    if (size <= MostParts)
      size += partsIn(child);
  return size;
}

/// A statement of a list, or a part of one, leaves the loop around it.
bool isLeftIn(const std::vector<Statement> &list) {
  return std::ranges::any_of(list, [](const Statement &each) {
    return each.kind == Statement::Kind::Break ||
           (each.kind == Statement::Kind::If && (isLeftIn(each.body) || isLeftIn(each.otherwise)));
  });
}

/// The statements do no more than set variables from that one on.
bool isQuiet(const std::vector<Statement> &list, int own) {
  return std::ranges::all_of(list, [&](const Statement &each) {
    return each.kind == Statement::Kind::Break ||
           (each.kind == Statement::Kind::Assign && each.variable >= own) ||
           (each.kind == Statement::Kind::If && isQuiet(each.body, own) &&
            isQuiet(each.otherwise, own));
  });
}

/// What is done before the loop is left has no effects. Of a condition, the branch in which it is
/// left is the one of all later steps.
bool isQuietBefore(const std::vector<Statement> &list, int own) {
  size_t last = list.size();
  while (last > 0 && !isLeftIn({list[last - 1]}))
    --last;
  if (last == 0)
    return true;
  const Statement &leaving = list[last - 1];
  return isQuiet({list.begin(), list.begin() + static_cast<long>(last - 1)}, own) &&
         isQuietBefore(leaving.body, own) && isQuietBefore(leaving.otherwise, own);
}

/// The condition under which a statement leaves the loop around it, and does nothing else.
const clang::Expr *conditionOfBreak(const clang::Stmt *statement) {
  const auto *conditional = llvm::dyn_cast<clang::IfStmt>(statement);
  if (!conditional || conditional->getElse() || conditional->isConstexpr() ||
      conditional->hasInitStorage() || conditional->hasVarStorage())
    return nullptr;
  const auto parts = partsOf(conditional->getThen());
  return parts.size() == 1 && llvm::isa<clang::BreakStmt>(parts.front()) ? conditional->getCond()
                                                                         : nullptr;
}

} // namespace

/// The condition with what functions in it compute, and what the statements before it do: that is
/// what it is at each step. They may only set variables that nothing else sees, unless the effects
/// of the condition are asked for.
TermRef Lowerer::atEachStep(const clang::Expr *condition, const Statements &first, int own,
                            Statements *effects) {
  const llvm::SaveAndRestore<const clang::Stmt *> evaluated(whole, effects ? condition : nullptr);
  Statements all = first, ofCondition;
  before = &ofCondition;
  TermRef value;
  if (!withAllEffects(condition, [&] { return (value = term(condition)) != nullptr; }))
    return nullptr;
  all.insert(all.end(), ofCondition.begin(), ofCondition.end());
  std::map<int, TermRef> computed;
  for (const Statement &each : all) {
    // Elements of an array are known by what it holds now, not by the statement before.
    const bool isArray = each.value && each.value->kind == Kind::Array &&
                         llvm::StringRef(each.value->text).starts_with(OwnMark);
    const bool isSeen = each.variable < own;
    if (each.kind != Statement::Kind::Assign || (isSeen && !effects) || isArray)
      return unknown(
          condition,
          "a condition that ends the loop has effects, or follows statements with effects");
    computed[each.variable] = substituted(each.value, computed);
    if (partsIn(computed[each.variable]) > MostParts)
      return unknown(condition, "a condition of too many parts");
  }
  if (effects && llvm::any_of(all, [&](const Statement &each) { return each.variable < own; }))
    *effects = std::move(ofCondition);
  return substituted(value, computed);
}

/// What a loop does at each step. Ends among its first statements belong to its condition.
bool Lowerer::bodyOfLoop(const clang::Stmt *inside, bool mayEnd, Statement &lowered) {
  const int own = program.variables;
  const std::vector<const clang::Stmt *> parts = partsOf(inside);
  size_t first = 0;
  for (size_t next = 0; mayEnd && next < parts.size(); ++next) {
    const clang::Expr *end = conditionOfBreak(parts[next]);
    if (!end && !llvm::isa<clang::DeclStmt, clang::NullStmt>(parts[next]))
      break;
    if (!end)
      continue;
    bool leaves = false;
    if (!all(List(parts).slice(first, next - first), lowered.body, leaves))
      return false;
    first = next + 1;
    const TermRef ends = atEachStep(end, lowered.body, own);
    if (!ends)
      return false;
    const ValueType truth{.form = Class::Truth, .bits = 1, .isSigned = false};
    const clang::SourceLocation where = end->getExprLoc();
    const TermRef goesOn = make({Kind::Unary, truth, where, "!", 0, 0, {ends}});
    lowered.value = lowered.value
                        ? make({Kind::Binary, truth, where, "&&", 0, 0, {lowered.value, goesOn}})
                        : goesOn;
  }
  if (!lowered.value)
    return fail(inside, "a loop without a plain condition");
  if (!body(List(parts).drop_front(first), lowered.body, mayEnd))
    return false;
  lowered.isBroken = isLeftIn(lowered.body);
  return isQuietBefore(lowered.body, own) ||
         fail(inside, "break inside the loop behind statements with effects: test for the end at "
                      "the beginning of a step");
}

/// A loop is left where its condition does not hold. What is done before it is first looked at
/// needs a condition that holds at the first step.
bool Lowerer::loop(const clang::Stmt *statement, Statements &out) {
  const auto *counted = llvm::dyn_cast<clang::ForStmt>(statement);
  const auto *tested = llvm::dyn_cast<clang::WhileStmt>(statement);
  const auto *done = llvm::dyn_cast<clang::DoStmt>(statement);
  const clang::Expr *condition = counted  ? counted->getCond()
                                 : tested ? tested->getCond()
                                          : done->getCond();
  const clang::Stmt *inside = counted  ? counted->getBody()
                              : tested ? tested->getBody()
                                       : done->getBody();
  if (const auto known = counted ? overFragment(counted, out) : std::nullopt)
    return *known;
  bool leaves = false;
  if (counted && counted->getInit() && !one(counted->getInit(), out, leaves))
    return false;
  if ((counted && counted->getConditionVariable()) || (tested && tested->getConditionVariable()))
    return fail(statement, "a loop without a plain condition");
  if (done && !mayLeave(inside) && effectsOf(*condition).empty() &&
      knownConstant(*condition, context, facts) == 0)
    return all(partsOf(inside), out, leaves);
  Statement lowered{Statement::Kind::Loop, statement->getBeginLoc()};
  Statements effects; // of the condition, also where it does not hold
  if (condition) {
    lowered.value = atEachStep(condition, {}, program.variables, done ? nullptr : &effects);
    if (!lowered.value)
      return false;
  }
  lowered.body = effects;
  if (done)
    out.push_back({Statement::Kind::Demand, statement->getBeginLoc(), -1, lowered.value});
  bool isLowered = bodyOfLoop(inside, !done && effects.empty(), lowered);
  if (isLowered && counted && counted->getInc())
    isLowered = one(counted->getInc(), lowered.otherwise, leaves);
  if (isLowered)
    out.push_back(std::move(lowered));
  std::ranges::move(effects, std::back_inserter(out));
  return isLowered;
}

} // namespace warpsmith::frontend
