// Loops: what changes from step to step, how often they run, and whether their steps are summed
// over or own elements of the output.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/AlternatingTiles.h"
#include "rewriter/frontend/symbolic/InlinedCalls.h"
#include "rewriter/frontend/symbolic/LocalStructures.h"
#include "rewriter/frontend/symbolic/LoopParts.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <algorithm>
#include <utility>

namespace warpsmith::frontend {

namespace {

using Kind = Expression::Kind;

class Assigned : public clang::DynamicRecursiveASTVisitor {
public:
  bool VisitVarDecl(clang::VarDecl *variable) override {
    inner.insert(variable);
    // What it points to may be changed through it.
    const clang::QualType type = variable->getType();
    const bool isReference =
        type->isLValueReferenceType() && !type.getNonReferenceType().isConstQualified();
    if ((type->isPointerType() || isReference) && variable->getInit())
      if (const clang::VarDecl *target = rootVariable(*variable->getInit()))
        handedOn.insert(target);
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *operation) override {
    if (operation->isAssignmentOp())
      add(operation->getLHS());
    if (operation->isCompoundAssignmentOp() || setsToItself(*operation))
      count(*operation->getLHS());
    return true;
  }
  /// `for (e = 0; e < 4; e++)`, whose variable is declared elsewhere.
  bool TraverseForStmt(clang::ForStmt *loop) override {
    const auto *begin = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getInit());
    const clang::VarDecl *variable =
        begin && begin->getOpcode() == clang::BO_Assign && !setsToItself(*begin)
            ? rootVariable(*begin->getLHS())
            : nullptr;
    const bool isFresh = variable && fresh.insert(variable).second;
    const bool goesOn = clang::DynamicRecursiveASTVisitor::TraverseForStmt(loop);
    if (isFresh)
      fresh.erase(variable);
    return goesOn;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) override {
    if (operation->isIncrementDecrementOp()) {
      add(operation->getSubExpr());
      count(*operation->getSubExpr());
    }
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *call) override {
    if (call->isAssignmentOp())
      add(call->getArg(0));
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
    // What a lambda assigns that it refers to.
    if (const clang::CXXMethodDecl *lambda = calledLambda(*call);
        lambda && entered.insert(lambda).second)
      TraverseStmt(lambda->getBody());
    if (!fragmentFunction(*call).empty() && call->getNumArgs() > 0)
      add(call->getArg(0));
    const clang::FunctionDecl *callee = call->getDirectCallee();
    for (unsigned number = 0; callee && isCallOfFunction(*call) &&
                              number < std::min(callee->getNumParams(), call->getNumArgs());
         ++number) {
      const clang::QualType type = callee->getParamDecl(number)->getType();
      if (type->isReferenceType() && !type->getPointeeType().isConstQualified())
        add(call->getArg(number));
    }
    for (const clang::Expr *argument : call->arguments())
      if (const clang::VarDecl *variable =
              argument->getType()->isPointerType() || argument->getType()->isArrayType()
                  ? rootVariable(*argument)
                  : nullptr)
        handedOn.insert(variable);
    return true;
  }

  bool VisitGCCAsmStmt(clang::GCCAsmStmt *statement) override {
    for (unsigned number = 0; number < statement->getNumOutputs(); ++number)
      add(statement->getOutputExpr(number));
    return true;
  }

  std::set<const clang::VarDecl *> result() {
    for (const clang::VarDecl *variable : inner)
      all.erase(variable);
    return all;
  }
  std::map<const clang::VarDecl *, unsigned> times; ///< how many places assign to a variable
  std::vector<const clang::MemberExpr *> fields;    ///< of structures, that are assigned
  std::set<const clang::VarDecl *> counted;         ///< what it was decides what it becomes
  /// Of those, what an inner loop that begins anew at each step does not count alone.
  std::set<const clang::VarDecl *> countedBySteps;
  /// What may point to elements that are assigned, through it or by a function that is given it.
  std::set<const clang::VarDecl *> handedOn;

private:
  /// `i = i + 1`
  static bool setsToItself(const clang::BinaryOperator &operation) {
    struct Mentions : clang::DynamicRecursiveASTVisitor {
      bool VisitDeclRefExpr(clang::DeclRefExpr *reference) override {
        found |= reference->getDecl() == variable;
        return !found;
      }
      const clang::VarDecl *variable = nullptr;
      bool found = false;
    } mentions;
    mentions.variable = rootVariable(*operation.getLHS());
    if (operation.isAssignmentOp() && mentions.variable)
      mentions.TraverseStmt(operation.getRHS());
    return mentions.found;
  }
  void count(const clang::Expr &target) {
    const clang::VarDecl *variable = rootVariable(target);
    counted.insert(variable);
    if (!fresh.contains(variable))
      countedBySteps.insert(variable);
  }
  void add(clang::Expr *target) {
    target = target->IgnoreParens();
    if (auto *member = llvm::dyn_cast<clang::MemberExpr>(target))
      fields.push_back(member);
    const clang::VarDecl *variable = rootVariable(*target);
    ++times[variable];
    // An element of an array of the thread's own is a variable; what a pointer points to is not.
    if (variable &&
        (llvm::isa<clang::DeclRefExpr>(target) || variable->getType()->isConstantArrayType()))
      all.insert(variable);
    else if (variable)
      handedOn.insert(variable);
  }
  std::set<const clang::VarDecl *> all, inner;
  std::set<const clang::VarDecl *> fresh; ///< what the loops around, inside of this one, begin with
  std::set<const clang::FunctionDecl *> entered;
};

/// What a variable may be when a step of the loop of that depth begins: a loop inside has another.
std::string probe(const clang::VarDecl *variable, int depth) {
  return "%?" + variable->getNameAsString() + "@" + std::to_string(depth);
}

/// True when a symbol with that beginning occurs, or one that is a part of a division by it.
bool mentions(const SymbolicState &state, const Polynomial &polynomial,
              const std::string &beginning) {
  for (const std::string &symbol : polynomial.symbols()) {
    if (symbol.rfind(beginning, 0) == 0)
      return true;
    for (const Division &division : state.divisions)
      if ((symbol == division.quotient || symbol == division.remainder) &&
          mentions(state, division.dividend, beginning))
        return true;
  }
  return false;
}

constexpr size_t MostLoops = 64; // those in a loop that is walked step by step count each time

using SharedArrays = std::map<const clang::VarDecl *, SharedArray>;

/// What of the stores before a loop stays where its steps store beside them.
enum class Earlier { Nothing, Stays, StaysBesideSteps };

/// The arrays without what a step of the loop has stored: the next one must store it anew. What was
/// stored before the loop stays where steps do not change it, if told so, beside marks where they
/// store in the loop of that symbol.
SharedArrays withoutStale(SharedArrays arrays, const SharedArrays &before, Earlier earlier,
                          const std::string &steps = "") {
  for (auto &[variable, array] : arrays) {
    const auto known = before.find(variable);
    const auto alike = [](const SharedArray::Store &a, const SharedArray::Store &b) {
      return a.index == b.index && a.value == b.value && a.ofEarlierStep == b.ofEarlierStep;
    };
    const std::vector<SharedArray::Store> old =
        known == before.end() ? std::vector<SharedArray::Store>() : known->second.stores;
    const bool isKept = known != before.end() && old.size() <= array.stores.size() &&
                        std::equal(old.begin(), old.end(), array.stores.begin(), alike);
    if (isKept && old.size() == array.stores.size())
      continue;
    if (!isKept || old.empty() || earlier == Earlier::Nothing)
      array.stores.clear();
    else if (earlier == Earlier::Stays)
      array.stores.resize(old.size());
    else
      for (SharedArray::Store &store : llvm::drop_begin(array.stores, old.size())) {
        store.marked = store.ofEarlierStep ? store.marked : steps;
        store.ofEarlierStep = true;
      }
  }
  return arrays;
}

/// The arrays after a loop: of what its steps have stored, they keep what goes to another element
/// at each step.
SharedArrays afterSteps(const SymbolicState &state, const SharedArrays &before,
                        const std::string &steps) {
  SharedArrays arrays = state.shared;
  for (auto &[variable, array] : arrays) {
    const auto old = before.find(variable);
    bool known = true;
    for (SharedArray::Store &store : array.stores) {
      const bool isOld = old != before.end() &&
                         llvm::any_of(old->second.stores, [&](const SharedArray::Store &earlier) {
                           return earlier.index == store.index && earlier.value == store.value;
                         });
      if (isOld)
        continue;
      known &= !store.ofEarlierStep && hasPartOf(state, store.index, steps) &&
               llvm::none_of(store.where, [&](const Polynomial &bound) {
                 return hasPartOf(state, bound, steps);
               });
      store.loops.push_back(steps);
    }
    if (!known || (old != before.end() && array.stores.size() < old->second.stores.size()))
      array.stores.clear();
  }
  return arrays;
}

/// How many threads a block has whose numbers those are, from 0, and what the block's shape has to
/// be: threadIdx.x, threadIdx.y * blockDim.x + threadIdx.x, or with a number that is blockDim.x
/// where the launch is right, `threadIdx.y * 16 + threadIdx.x`.
struct BlockThreads {
  Polynomial count;
  std::vector<std::pair<Polynomial, Polynomial>> equal;
};

std::optional<BlockThreads> threadsOfBlock(const Polynomial &number,
                                           llvm::function_ref<bool(const Polynomial &)> isUniform) {
  const auto alongX = number.affineIn("threadIdx.x");
  if (!alongX || alongX->coefficient.constant() != 1)
    return std::nullopt;
  Polynomial rest = alongX->rest;
  BlockThreads threads{Polynomial::symbol("blockDim.x"), {}};
  for (const char axis : {'y', 'z'}) {
    if (rest.isZero())
      return threads;
    const auto along = rest.affineIn(std::string("threadIdx.") + axis);
    if (!along || along->coefficient.isZero() || !isUniform(along->coefficient))
      return std::nullopt;
    if (along->coefficient != threads.count)
      threads.equal.emplace_back(threads.count, along->coefficient);
    threads.count = along->coefficient * Polynomial::symbol(std::string("blockDim.") + axis);
    rest = along->rest;
  }
  return rest.isZero() ? std::optional(threads) : std::nullopt;
}

} // namespace

bool KernelWalk::loop(const clang::Stmt *statement) {
  using namespace clang;
  const Bounds ofOuter = unlessBroken;
  unlessBroken.clear();
  const llvm::scope_exit restore([&] { unlessBroken = ofOuter; });
  Loop loop{statement, nullptr, nullptr, nullptr, {}, nullptr, nullptr, nullptr};
  if (const auto *counted = dyn_cast<ForStmt>(statement)) {
    const auto *test = dyn_cast_or_null<clang::BinaryOperator>(counted->getCond());
    if (test && isFragmentLength(*test->getRHS(), context))
      return overFragment(counted);
    loop.condition = counted->getCond();
    loop.increment = counted->getInc();
    loop.body = counted->getBody();
    if (counted->getConditionVariable())
      return fail(statement, "declaration in a loop's condition");
    if (counted->getInit() && !walk(counted->getInit()))
      return false;
  } else if (const auto *tested = dyn_cast<clang::WhileStmt>(statement)) {
    loop.condition = tested->getCond();
    loop.body = tested->getBody();
    if (tested->getConditionVariable())
      return fail(statement, "declaration in a loop's condition");
  } else {
    loop.condition = cast<DoStmt>(statement)->getCond();
    loop.body = cast<DoStmt>(statement)->getBody();
  }
  if (!loop.condition)
    return fail(statement, "loop without a condition");
  Assigned assigned;
  for (const Stmt *part :
       {static_cast<const Stmt *>(loop.body), static_cast<const Stmt *>(loop.increment)})
    if (part)
      assigned.TraverseStmt(const_cast<Stmt *>(part));
  loop.assigned = assigned.result();
  for (const clang::VarDecl *variable : assigned.handedOn)
    if (const clang::VarDecl *array = localArray(variable, state))
      loop.assigned.insert(array);
  // What a reference to an element or a fragment is to.
  for (const clang::VarDecl *variable : assigned.result())
    if (variable->getType()->isReferenceType() && state.pointers.contains(variable)) {
      if (const clang::VarDecl *array = localArray(variable, state))
        loop.assigned.insert(array);
      loop.assigned.erase(variable);
    }
  beginSumsInHalf(loop.body);
  loop.counted = assigned.counted;
  for (const auto &[variable, times] : assigned.times)
    if (variable && times == 1 && !assigned.handedOn.contains(variable))
      loop.once.insert(variable);
  // What each step sets anew numbers elements by inner loops.
  std::set<const clang::VarDecl *> counters;
  llvm::copy_if(
      loop.assigned, std::inserter(counters, counters.end()),
      [&](const clang::VarDecl *variable) { return assigned.countedBySteps.contains(variable); });
  if (numbersLocalElements(*loop.body, state, counters) || goesOverTile(loop) ||
      fillsFewElements(loop))
    return stepByStep(loop);
  for (const auto &[array, elements] : state.localArrays)
    if (loop.assigned.erase(array))
      loop.assigned.insert(elements.begin(), elements.end());
  for (const auto &[structure, fields] : state.localStructures)
    if (loop.assigned.erase(structure))
      for (const auto &[field, variable] : fields)
        loop.assigned.insert(variable);
  for (const clang::MemberExpr *field : assigned.fields)
    if (const clang::VarDecl *variable = localField(field, state))
      loop.assigned.insert(variable);
  if (state.loops.size() >= MostLoops)
    return fail(statement, "too many loops");
  // What a step makes of other numbers, no other step takes.
  const auto forgetWords = [&] {
    for (const clang::VarDecl *variable : loop.assigned)
      if (const auto word = state.words.find(variable);
          word != state.words.end() && word->second.sums.empty())
        state.words.erase(word);
  };
  for (const clang::VarDecl *variable : std::set(loop.assigned))
    if (const auto word = state.words.find(variable); word != state.words.end())
      loop.assigned.insert(word->second.sums.begin(), word->second.sums.end());
  forgetWords();
  const llvm::scope_exit behind(forgetWords);
  limit(loop);
  if (mayTakeTurns(loop)) {
    const auto shared = state.shared;
    const std::string steps = "%" + std::to_string(state.loops.size() + 1);
    bool done = false;
    if (!inTurns(loop, done))
      return false;
    if (done) {
      state.shared = afterSteps(state, shared, steps);
      const auto extent = state.loop(steps)->extent;
      leaveTurns();
      withoutSteps(statement, shared, extent);
      return true;
    }
  }

  // Which variables step, and does the body store elements that they number?
  const SymbolicState before = state;
  std::vector<Induction> inductions;
  if (!induct(loop, inductions))
    return false;
  const bool breaks = !unlessBroken.empty();
  bool owns = false;
  for (const Cell &cell : state.cells)
    for (const clang::VarDecl *variable : loop.assigned)
      owns |= mentions(state, cell.index, probe(variable, depth));
  // Barriers at the end of a step part it from the next.
  const auto shared = state.shared;
  const auto constants = state.constants; // the steps are told in them
  state = before;
  state.constants = constants;
  state.shared = withoutStale(shared, before.shared,
                              owns || !state.turning.empty() ? Earlier::Nothing : Earlier::Stays);
  const std::string steps = "%" + std::to_string(state.loops.size() + 1);
  const auto isShared = [&](const clang::VarDecl *variable) {
    return variable == inductions[0].variable || state.shared.contains(variable);
  };
  if (owns && breaks)
    return fail(statement, "break inside the loop");
  if (!owns && !breaks && inductions.size() == 1 && llvm::all_of(loop.assigned, isShared)) {
    bool done = false;
    if (!fill(loop, inductions[0], done))
      return false;
    if (done) {
      withoutSteps(statement, before.shared, std::nullopt); // of some threads
      return true;
    }
  }
  if (inductions.empty())
    return fail(statement, "nothing that the loop's condition tests changes by a constant step");
  if (owns ? !ownElements(loop, inductions) : !reduce(loop, inductions))
    return false;
  state.shared = owns ? withoutStale(state.shared, before.shared, Earlier::Nothing)
                      : afterSteps(state, before.shared, steps);
  const LoopIndex *index = state.loop(steps);
  withoutSteps(statement, before.shared,
               index && !index->limited && !index->axis ? std::optional(index->extent)
                                                        : std::nullopt);
  return true;
}

/// Barriers, commits and waits of a loop that may run no step do not count behind it.
void KernelWalk::withoutSteps(const clang::Stmt *statement,
                              const std::map<const clang::VarDecl *, SharedArray> &before,
                              const std::optional<Polynomial> &extent) {
  if (llvm::isa<clang::DoStmt>(statement))
    return;
  for (auto &[variable, array] : state.shared) {
    const auto known = before.find(variable);
    if (known == before.end())
      continue;
    const SharedArray &old = known->second;
    std::vector<SharedArray::Flight> ended;
    llvm::copy_if(old.flights, std::back_inserter(ended), [&](const SharedArray::Flight &flight) {
      return !llvm::is_contained(array.flights, flight);
    });
    if (ended.empty() && (array.storedSinceBarrier || !old.storedSinceBarrier) &&
        (array.readSinceBarrier || !old.readSinceBarrier))
      continue;
    if (const auto steps = extent ? state.assumed(*extent) : std::nullopt; steps && *steps > 0)
      return;
    array.storedSinceBarrier |= old.storedSinceBarrier;
    array.readSinceBarrier |= old.readSinceBarrier;
    array.flights.insert(array.flights.end(), ended.begin(), ended.end());
    array.perhapsOpen = statement->getBeginLoc();
  }
}

/// In one of two branches, a loop over few elements of shared memory, which the other one may store
/// as a vector.
bool KernelWalk::fillsFewElements(const Loop &loop) {
  constexpr int64_t Most = 16;
  class Stores : public clang::DynamicRecursiveASTVisitor {
  public:
    explicit Stores(const SymbolicState &symbolicState) : state(symbolicState) {}
    bool VisitBinaryOperator(clang::BinaryOperator *operation) override {
      if (const clang::VarDecl *variable =
              operation->isAssignmentOp() ? rootVariable(*operation->getLHS()) : nullptr) {
        const auto pointer = state.pointers.find(variable);
        found |= state.shared.contains(variable) ||
                 (pointer != state.pointers.end() && pointer->second.shared);
      }
      return true;
    }
    bool found = false;

  private:
    const SymbolicState &state;
  };
  const auto *comparison =
      llvm::dyn_cast<clang::BinaryOperator>(loop.condition->IgnoreParenImpCasts());
  if (branching == 0 || !comparison || comparison->getOpcode() != clang::BO_LT ||
      !comparison->getLHS()->getType()->isIntegerType() ||
      !comparison->getRHS()->isIntegerConstantExpr(context))
    return false;
  Stores stores(state);
  stores.TraverseStmt(const_cast<clang::Stmt *>(loop.body));
  const auto left = stores.found ? evaluate.exact(comparison->getLHS()) : std::nullopt;
  const auto first = left ? left->constant() : std::nullopt;
  const auto end = comparison->getRHS()->getIntegerConstantExpr(context);
  const int64_t count = first && end ? end->getExtValue() - *first : 0;
  return count > 0 && count <= Most;
}

/// Whether a comparison of numbers that this parse knows holds; nothing for any other condition.
std::optional<bool> KernelWalk::holdsNow(const clang::Expr *condition) {
  const auto *comparison = llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!comparison || !comparison->isComparisonOp() ||
      !comparison->getLHS()->getType()->isIntegerType())
    return std::nullopt;
  const auto left = evaluate.exact(comparison->getLHS());
  const auto right = left ? evaluate.exact(comparison->getRHS()) : std::nullopt;
  const auto difference = right ? state.assumed(*left - *right) : std::nullopt;
  if (!difference)
    return std::nullopt;
  switch (comparison->getOpcode()) {
  case clang::BO_LT:
    return *difference < 0;
  case clang::BO_LE:
    return *difference <= 0;
  case clang::BO_GT:
    return *difference > 0;
  case clang::BO_GE:
    return *difference >= 0;
  case clang::BO_NE:
    return *difference != 0;
  default:
    return std::nullopt;
  }
}

/// A loop over elements of a local array, whose number of steps this parse knows. What else its
/// condition asks, `i < 4 && column + i < n`, guards each step: where it fails, it fails for all
/// steps that follow.
bool KernelWalk::stepByStep(const Loop &loop) {
  const clang::Expr *counted = loop.condition->IgnoreParenImpCasts();
  std::vector<const clang::Expr *> others;
  while (const auto *both = llvm::dyn_cast<clang::BinaryOperator>(counted)) {
    if (both->getOpcode() != clang::BO_LAnd)
      break;
    others.push_back(both->getRHS());
    counted = both->getLHS()->IgnoreParenImpCasts();
  }
  const auto unknown = [&](const clang::Expr *where) {
    return fail(where, "how often a loop over elements of a local array runs is not known");
  };
  // Where a step may be the last one, so may be what the variables are behind it.
  bool mayEnd = !others.empty();
  Bounds before; // what the step before it asks
  for (int64_t step = 0; step <= MostElements; ++step) {
    const bool first = step == 0 && llvm::isa<clang::DoStmt>(loop.statement);
    const auto goes = first ? std::optional(true) : holdsNow(counted);
    if (!goes)
      return unknown(loop.condition);
    if (!*goes) {
      for (const clang::VarDecl *variable : loop.assigned)
        if (mayEnd) {
          state.integers.erase(variable);
          state.pointers.erase(variable);
        }
      return true;
    }
    Condition inside;
    for (const clang::Expr *other : others) {
      const auto also = evaluate.condition(other, true);
      if (!also)
        return false;
      if (also->data || also->decided)
        return unknown(other);
      inside.bounds.insert(inside.bounds.end(), also->bounds.begin(), also->bounds.end());
    }
    if (others.empty() ? !iterate(loop) : !iterateWhere(loop, inside))
      return false;
    inside.bounds.insert(inside.bounds.end(), unlessBroken.begin(), unlessBroken.end());
    mayEnd |= !inside.bounds.empty();
    unlessBroken.clear();
    if (mayEnd && loop.increment &&
        !llvm::isa<clang::UnaryOperator, clang::CompoundAssignOperator>(
            loop.increment->IgnoreParens()))
      return unknown(loop.condition);
    const auto isNarrower = [](const Polynomial &bound, const Polynomial &last) {
      return (last - bound).constant().value_or(-1) >= 0;
    };
    if (step > 0 && !std::ranges::equal(inside.bounds, before, isNarrower))
      return fail(loop.condition, "a loop over elements of a local array goes on where an earlier "
                                  "step may have ended it");
    before = inside.bounds;
  }
  return fail(loop.statement, "more than " + std::to_string(MostElements) +
                                  " steps over elements of a local array");
}

/// Walks a step with unknown values and keeps those variables that it moves by a constant.
bool KernelWalk::induct(const Loop &loop, std::vector<Induction> &inductions) {
  const SymbolicState before = state;
  for (const clang::VarDecl *variable : loop.assigned) {
    if (auto known = state.integers.find(variable); known != state.integers.end())
      known->second = evaluate.withUnknownOffset(known->second, probe(variable, depth));
    else if (auto pointer = state.pointers.find(variable); pointer != state.pointers.end())
      pointer->second.offset = Polynomial::symbol(probe(variable, depth));
    else if (auto scalar = state.scalars.find(variable);
             scalar != state.scalars.end() && scalar->second)
      scalar->second = sumLeaf(state.reductions.size(), scalar->second->type);
  }
  state.reductions.push_back({{}, nullptr, nullptr, ElementType::F32, false, 0, {}});
  const bool isOfTurns = std::exchange(inductsTurns, false);
  if (isOfTurns && !findNextStep(loop))
    return false;
  if (!iterate(loop))
    return false;
  for (const clang::VarDecl *variable : loop.assigned) {
    Polynomial after;
    const auto followed = state.followedIntegers.find(variable);
    const bool isFollowed = isOfTurns && followed != state.followedIntegers.end() &&
                            before.integers.contains(variable) &&
                            !state.integers.contains(variable) && loop.once.contains(variable);
    if (isFollowed) {
      after = followed->second;
    } else if (before.integers.contains(variable)) {
      if (!state.integers.contains(variable)) {
        // What sets it anew, under whatever condition, is a value of its step alone.
        if (!loop.counted.contains(variable))
          continue;
        return fail(loop.statement,
                    "'" + variable->getNameAsString() + "' changes under a condition");
      }
      after = state.integers.at(variable);
    } else if (before.pointers.contains(variable)) {
      if (!state.pointers.contains(variable) ||
          state.pointers.at(variable).array != before.pointers.at(variable).array)
        return fail(loop.statement,
                    "'" + variable->getNameAsString() + "' points to more than one array");
      after = state.pointers.at(variable).offset;
    } else {
      continue;
    }
    const auto integer = before.integers.find(variable);
    const Polynomial step =
        after - (integer != before.integers.end()
                     ? evaluate.withUnknownOffset(integer->second, probe(variable, depth))
                     : Polynomial::symbol(probe(variable, depth)));
    if (!step.dependsOnIndices() && !step.isZero())
      inductions.push_back({variable, step, isFollowed});
    else if (after.dependsOn(probe(variable, depth)) && !step.isZero())
      return fail(loop.statement, "'" + variable->getNameAsString() +
                                      "' changes from step to step of the loop, and not by a "
                                      "constant");
  }
  return true;
}

bool KernelWalk::iterate(const Loop &loop) {
  ++depth;
  if (loop.within) {
    const auto index = evaluate.exact(loop.index);
    const auto limit = index ? evaluate.exact(loop.within) : std::nullopt;
    if (!limit || !guarded(loop.body, {std::nullopt, {*limit - *index}, nullptr}))
      return false;
  } else if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(loop.body)) {
    const std::vector<const clang::Stmt *> statements(compound->body_begin(), compound->body_end());
    if (!walkBody(statements))
      return false;
  } else if (!walk(loop.body)) {
    return false;
  }
  --depth;
  return !loop.increment || expression(loop.increment);
}

/// A step under a condition, but for the increment.
bool KernelWalk::iterateWhere(const Loop &loop, const Condition &condition) {
  ++depth;
  if (!guarded(loop.body, condition))
    return false;
  --depth;
  return !loop.increment || expression(loop.increment);
}

/// How often the loop runs, when `symbol` counts its steps and all inductions are functions of it.
std::optional<Polynomial> KernelWalk::count(const Loop &loop, const std::string &symbol) {
  const auto unsupported = [&](const std::string &why) {
    refuse(loop.condition->getExprLoc(), why);
    return std::nullopt;
  };
  const auto *comparison =
      llvm::dyn_cast<clang::BinaryOperator>(loop.condition->IgnoreParenImpCasts());
  if (comparison && comparison->getOpcode() == clang::BO_EQ)
    return unsupported("the loop's condition is an '==', so its steps cannot be counted");
  // `t < ceil(k / 16.0)`, or without ceil(), compares whole numbers in floating point.
  const bool inFloatingPoint = comparison && comparison->getLHS()->getType()->isFloatingType() &&
                               comparison->getOpcode() == clang::BO_LT;
  if (!comparison || !comparison->isComparisonOp() ||
      (!comparison->getLHS()->getType()->isIntegerType() &&
       !comparison->getLHS()->getType()->isPointerType() && !inFloatingPoint))
    return unsupported(
        "the loop's condition does not compare integers or pointers, so its steps cannot be "
        "counted");
  std::optional<Polynomial> left, right;
  if (comparison->getLHS()->getType()->isPointerType()) {
    // `for (p = row; p < row + n; ++p)`
    const auto moved = evaluate.pointer(comparison->getLHS());
    const auto end = moved ? evaluate.pointer(comparison->getRHS()) : std::nullopt;
    if (!end)
      return std::nullopt;
    if (moved->array != end->array || moved->shared != end->shared)
      return unsupported("loop condition compares pointers to two arrays");
    left = moved->offset;
    right = end->offset;
  } else {
    left = inFloatingPoint ? evaluate.wholeNumber(comparison->getLHS())
                           : evaluate.exact(comparison->getLHS());
  }
  if (left && right) {
    // Pointers.
  } else if (left && loop.bound) {
    right = evaluate.exact(loop.bound);
  } else if (left && inFloatingPoint) {
    const auto parts = evaluate.ratio(comparison->getRHS());
    right = parts ? std::optional(evaluate.ceiling(*parts)) : std::nullopt;
  } else if (left) {
    right = evaluate.exact(comparison->getRHS());
  }
  if (!right)
    return std::nullopt;
  const auto opcode = comparison->getOpcode();
  if (opcode == clang::BO_GE && right->isZero() &&
      comparison->getLHS()->getType()->isUnsignedIntegerType())
    return unsupported("loop condition is always true: an unsigned value is not below 0");
  const bool less = opcode == clang::BO_LT || opcode == clang::BO_LE;
  Polynomial room = less ? *right - *left : *left - *right;
  if (opcode == clang::BO_LE || opcode == clang::BO_GE)
    room += 1;
  auto affine = room.affineIn(symbol);
  if (!affine || affine->coefficient.isZero())
    return unsupported("loop condition does not test a variable that the loop steps");
  Polynomial step = Polynomial(0) - affine->coefficient;
  if (opcode == clang::BO_NE && step.constant() && *step.constant() < 0) {
    step = Polynomial(0) - step;
    affine->rest = Polynomial(0) - affine->rest;
  }
  if (step.constant() == 1)
    return affine->rest;
  const auto known = state.numeric(step).constant();
  if (less && known && *known > 1 && !isUniform(affine->rest))
    if (const auto alike = countOfAll(affine->rest, *known))
      return alike;
  if (opcode == clang::BO_NE || (known && *known <= 0))
    return unsupported("loop does not count by a positive constant to a bound");
  if (!isUniform(step) || !isUniform(affine->rest))
    return unsupported("how often the loop runs differs between threads: it begins at a number of "
                       "the thread's own and counts by '" +
                       step.str() + "'");
  return evaluate.quotient(affine->rest + step - 1, step, false);
}

/// How many values `threadIdx.y` has, and its kin.
static std::optional<Polynomial> extentOfAxis(const Polynomial &number) {
  for (const std::string axis : {"x", "y", "z"})
    if (number == Polynomial::symbol("threadIdx." + axis))
      return Polynomial::symbol("blockDim." + axis);
  return std::nullopt;
}

/// A number of threads, or a part of one that constants divide: `threadIdx.x / 32 % 4`.
static bool isOfThreads(const SymbolicState &state, const Polynomial &number) {
  if (extentOfAxis(number) ||
      threadsOfBlock(number, [](const Polynomial &factor) { return isUniform(factor); }))
    return true;
  return llvm::any_of(state.divisions, [&](const Division &division) {
    return (number == Polynomial::symbol(division.quotient) ||
            number == Polynomial::symbol(division.remainder)) &&
           state.numeric(division.divisor).constant().value_or(0) > 0 &&
           isOfThreads(state, division.dividend);
  });
}

/// Whether such a number is below an end in all threads, where blocks have no more of them than a
/// precondition says.
bool KernelWalk::staysBelow(const Polynomial &number, const Polynomial &end) {
  if (const auto extent = extentOfAxis(number)) {
    state.requireStrongest({end, *extent, false});
    return true;
  }
  if (const auto threads =
          threadsOfBlock(number, [](const Polynomial &factor) { return isUniform(factor); })) {
    if (threads->equal.empty())
      state.requireStrongest({end, threads->count, false});
    return threads->equal.empty();
  }
  for (const Division &division : state.divisions) {
    const bool isQuotient = number == Polynomial::symbol(division.quotient);
    if ((!isQuotient && number != Polynomial::symbol(division.remainder)) ||
        !isOfThreads(state, number))
      continue;
    const auto divisor = state.assumed(division.divisor);
    const auto known = state.assumed(end);
    if (!divisor || !known)
      return false;
    return isQuotient ? staysBelow(division.dividend, Polynomial(*divisor * *known))
                      : *divisor <= *known;
  }
  return false;
}

/// How often all threads run a loop whose first value is less than a step beyond a number that they
/// have in common: `for (i = threadIdx.x / 8; i < 128; i += 32)`. `room` is what the first value is
/// below the bound. The number of threads that a block may have then is a precondition.
std::optional<Polynomial> KernelWalk::countOfAll(const Polynomial &room, int64_t step) {
  for (const std::string &symbol : room.symbols()) {
    const auto affine = room.affineIn(symbol);
    if (isUniform(Polynomial::symbol(symbol)) || !affine || affine->coefficient.constant() != -1 ||
        !isUniform(affine->rest))
      continue;
    const auto whole = state.assumed(affine->rest);
    if (!whole || *whole <= 0)
      return std::nullopt;
    const int64_t count = (*whole + step - 1) / step;
    // First values from 0 to one less than this have as many steps.
    const int64_t most = *whole - step * (count - 1);
    if (staysBelow(Polynomial::symbol(symbol), Polynomial(most)))
      return Polynomial(count);
    return std::nullopt;
  }
  return std::nullopt;
}

/// `for (i = threadIdx.x; i < elements; i += blockDim.x)` stores elements of shared memory: each is
/// one step of one thread, and which one does not matter where nothing else tells the threads
/// apart.
bool KernelWalk::fill(const Loop &loop, const Induction &induction, bool &done) {
  const auto *comparison =
      llvm::dyn_cast<clang::BinaryOperator>(loop.condition->IgnoreParenImpCasts());
  const auto first = state.integers.find(induction.variable);
  const auto *tested =
      comparison && comparison->getOpcode() == clang::BO_LT
          ? llvm::dyn_cast<clang::DeclRefExpr>(comparison->getLHS()->IgnoreParenImpCasts())
          : nullptr;
  if (first == state.integers.end() || !tested || tested->getDecl() != induction.variable ||
      loop.within || !comparison->getLHS()->getType()->isIntegerType())
    return true;
  auto threads =
      threadsOfBlock(first->second, [&](const Polynomial &factor) { return isUniform(factor); });
  // `for (i = threadIdx.y; i < rows; i += blockDim.y)`: the threads of each x do the same by
  // themselves.
  if (first->second == Polynomial::symbol("threadIdx.y"))
    threads = BlockThreads{Polynomial::symbol("blockDim.y"), {}};
  std::vector<std::string> counted = first->second.symbols();
  std::erase_if(counted,
                [](const std::string &symbol) { return symbol.rfind("threadIdx.", 0) != 0; });
  if (!threads || !isUniform(induction.step))
    return true;
  done = true;
  const auto bound = evaluate.exact(comparison->getRHS());
  if (!bound)
    return false;
  if (!isUniform(*bound))
    return fail(loop.condition, "loop bound '" + bound->str() + "' differs between threads");
  const std::string symbol = "%" + std::to_string(state.loops.size() + 1);
  const auto before = state.shared;
  const size_t cells = state.cells.size();
  state.loops.push_back({symbol, 0, *bound, "", true, 0});
  state.integers[induction.variable] = Polynomial::symbol(symbol);
  ++filling;
  ++summing;
  if (!iterate(loop))
    return false;
  --summing;
  --filling;
  state.integers.erase(induction.variable);
  if (state.cells.size() != cells)
    return fail(loop.statement, "elements are stored by a loop over the threads of a block");
  for (const auto &[extent, factor] : threads->equal)
    state.preconditions.push_back({extent, factor, true});
  if (threads->count != induction.step)
    state.preconditions.push_back({threads->count, induction.step, true});
  state.shared = afterSteps(state, before, symbol);
  // What else tells the threads apart would be another one's.
  for (auto &[variable, array] : state.shared)
    if (llvm::any_of(array.stores, [&](const SharedArray::Store &store) {
          return llvm::is_contained(store.loops, symbol) &&
                 llvm::any_of(counted, [&](const std::string &one) {
                   return mentions(state, store.index, one);
                 });
        }))
      array.stores.clear();
  return true;
}

/// `i < min(TILE, n - first)` in a loop's condition.
void KernelWalk::limit(Loop &loop) const {
  const auto *comparison =
      llvm::dyn_cast<clang::BinaryOperator>(loop.condition->IgnoreParenImpCasts());
  if (!comparison || comparison->getOpcode() != clang::BO_LT)
    return;
  const auto whole = [](const clang::Expr *expression) {
    for (;;) {
      expression = expression->IgnoreParens();
      if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
        expression = temporary->getSubExpr();
      else if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression);
               cast && (cast->getCastKind() == clang::CK_IntegralToFloating ||
                        (cast->getCastKind() == clang::CK_LValueToRValue &&
                         llvm::isa<clang::CallExpr>(cast->getSubExpr()->IgnoreParens()))))
        expression = cast->getSubExpr();
      else
        return expression;
    }
  };
  const auto *least = llvm::dyn_cast<clang::CallExpr>(whole(comparison->getRHS()));
  const clang::FunctionDecl *callee = least ? least->getDirectCallee() : nullptr;
  if (!callee || least->getNumArgs() != 2 || !isCudaOwn(*callee) || !callee->getIdentifier() ||
      !llvm::is_contained({"min", "fmin", "fminf"}, callee->getName()))
    return;
  for (const unsigned number : {0u, 1u}) {
    const clang::Expr *bound = whole(least->getArg(number));
    const clang::Expr *within = whole(least->getArg(1 - number));
    clang::Expr::EvalResult value;
    if (!bound->getType()->isIntegerType() || !within->getType()->isIntegerType() ||
        !bound->EvaluateAsInt(value, context))
      continue;
    loop.index = whole(comparison->getLHS());
    loop.bound = bound;
    loop.within = within;
    return;
  }
}

/// `for (i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)`, or the
/// same within each block: `for (i = threadIdx.x; i < n; i += blockDim.x)`.
bool KernelWalk::gridStride(const Loop &loop, const Induction &induction, bool &done) {
  for (const char axis : {'x', 'y', 'z'}) {
    const auto of = [&](const char *name) {
      return Polynomial::symbol(std::string(name) + "." + axis);
    };
    const Polynomial first = state.integers[induction.variable];
    const bool ofGrid = induction.step == of("gridDim") * of("blockDim") &&
                        first == of("blockIdx") * of("blockDim") + of("threadIdx");
    if (!ofGrid && (induction.step != of("blockDim") || first != of("threadIdx")))
      continue;
    done = true;
    const std::string text = std::string(ofGrid ? "grid" : "block") + "-stride loop over " + axis;
    return overIndices(loop, induction.variable, {"", 0, 0, text, false, axis, ofGrid});
  }
  return true;
}

/// A loop whose variable numbers elements of the output.
bool KernelWalk::ownElements(const Loop &loop, const std::vector<Induction> &inductions) {
  if (summing > 0)
    return fail(loop.statement, "elements of the output are stored at every step of the loop");
  if (inductions.size() != 1 || !inductions[0].variable->getType()->isIntegerType())
    return fail(loop.statement, "more than one variable steps through the output");
  const Induction &induction = inductions[0];
  // Nothing that one element leaves in a variable reaches the next.
  for (const clang::VarDecl *variable : loop.assigned)
    if (state.scalars.contains(variable))
      state.scalars[variable] = nullptr;
    else if (variable != induction.variable) {
      state.integers.erase(variable);
      state.pointers.erase(variable);
    }
  for (const Cell &cell : state.cells)
    if (cell.value->contains(Kind::Sum) || cell.value->contains(Kind::Operand))
      return fail(loop.statement, "loop over elements of the output after a store");
  bool done = false;
  if (!gridStride(loop, induction, done) || done)
    return done;
  const Polynomial first = state.integers[induction.variable];
  if (induction.step.constant() != 1)
    return fail(loop.statement,
                "loop over elements of the output by steps of '" + induction.step.str() + "'");
  return overIndices(loop, induction.variable, {"", first, 0, "loop of each thread", false, 0});
}

/// Walks the body once with the variable as an index that runs from `first` to the loop's bound.
bool KernelWalk::overIndices(const Loop &loop, const clang::VarDecl *variable, LoopIndex index) {
  index.symbol = "%" + std::to_string(state.loops.size() + 1);
  state.integers[variable] = Polynomial::symbol(index.symbol);
  const auto extent = count(loop, index.symbol);
  if (!extent)
    return false;
  index.extent = *extent;
  const Bounds path = state.path;
  // A triangle, above the diagonal or below it.
  if (!isUniform(index.first)) {
    state.path.push_back(Polynomial::symbol(index.symbol) - index.first + 1);
    index.first = 0;
  }
  if (!isUniform(index.extent))
    state.path.push_back(index.extent - Polynomial::symbol(index.symbol));
  if (!index.first.isZero())
    return fail(loop.statement,
                "loop over elements of the output starts at '" + index.first.str() + "'");
  state.loops.push_back(index);
  if (!iterate(loop))
    return false;
  state.path = path;
  state.storesDone = true;
  return true;
}

bool KernelWalk::reduce(const Loop &loop, const std::vector<Induction> &inductions) {
  const std::string symbol = "%" + std::to_string(state.loops.size() + 1);
  const SymbolicState before = state;
  const Polynomial step = Polynomial::symbol(symbol);
  for (const Induction &induction : inductions) {
    if (auto known = state.integers.find(induction.variable); known != state.integers.end())
      known->second += induction.step * step;
    else
      state.pointers[induction.variable].offset += induction.step * step;
  }
  const auto isInduction = [&](const clang::VarDecl *variable) {
    return llvm::any_of(inductions,
                        [&](const Induction &known) { return known.variable == variable; });
  };
  // What the body sets anew at each step has no value at its start.
  for (const clang::VarDecl *variable : loop.assigned)
    if (!isInduction(variable)) {
      state.integers.erase(variable);
      state.pointers.erase(variable);
    }
  if (isConjunction(loop.condition)) {
    state = before;
    return reduceLimited(loop, inductions);
  }
  const auto extent = count(loop, symbol);
  if (!extent)
    return false;
  if (std::ranges::any_of(extent->symbols(), isTruth))
    return fail(loop.condition, "loop bound '" + extent->str() + "' differs between threads");
  if (!isUniform(*extent)) {
    state = before;
    return reduceLimited(loop, inductions);
  }
  if (llvm::isa<clang::DoStmt>(loop.statement) && !extent->constant())
    state.preconditions.push_back({*extent, Polynomial(1), false}); // it runs once at least
  state.loops.push_back({symbol, 0, *extent, "", true, 0});
  if (!carry(loop, symbol, {}))
    return false;
  // After the loop. What a step sets anew is that of the last one, if there is one.
  const bool runs = extent->constant().value_or(0) > 0;
  for (const clang::VarDecl *variable : loop.assigned) {
    if (isInduction(variable))
      continue;
    if (const auto known = state.integers.find(variable);
        known != state.integers.end() && (!runs || known->second.dependsOn(symbol)))
      state.integers.erase(known);
    if (const auto known = state.pointers.find(variable);
        known != state.pointers.end() && (!runs || known->second.offset.dependsOn(symbol)))
      state.pointers.erase(known);
  }
  for (const Induction &induction : inductions) {
    // A loop inside, or one before, counts it where it has no negative number of steps.
    evaluate.requireCount(induction.variable);
    if (auto known = state.integers.find(induction.variable); known != state.integers.end()) {
      known->second = before.integers.at(induction.variable) + induction.step * *extent;
      if (!extent->constant())
        state.counted[induction.variable] = *extent;
    } else
      state.pointers.erase(induction.variable);
    if (!unlessBroken.empty() || induction.butTheLast) {
      state.integers.erase(induction.variable);
      state.counted.erase(induction.variable);
    }
  }
  return true;
}

namespace {

/// `if (row < m) held = …;` in a step keeps what the step before has left where the condition does
/// not hold. Where the variable is read only behind such an assignment, it carries nothing from
/// step to step for the threads for which the condition holds.
void forgetHeld(SymbolicState &state, const clang::VarDecl *variable, size_t number,
                size_t firstReduction) {
  const auto isHeld = [&](const Expression &node) {
    return node.kind == Kind::Sum && node.operand == static_cast<int>(number);
  };
  const auto isChoice = [&](const Expression &node) {
    return node.kind == Kind::Select && conditionNumber(*node.children[0]) &&
           isHeld(*node.children[2]);
  };
  const auto forgotten = [&](const ExpressionRef &expression) {
    return map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
      return isChoice(*node)
                 ? Expression::select(node->children[0], node->children[1],
                                      Expression::literal(NothingStored, node->children[2]->type))
                 : nullptr;
    });
  };
  const ExpressionRef &after = state.scalars[variable];
  if (!after || !isChoice(*after) || after->children[1]->contains(Kind::Sum))
    return;
  std::vector<ExpressionRef *> values;
  for (auto &[other, value] : state.scalars)
    if (value)
      values.push_back(&value);
  for (Cell &cell : state.cells)
    values.push_back(&cell.value);
  for (size_t index = firstReduction; index < state.reductions.size(); ++index)
    for (ExpressionRef *value : {&state.reductions[index].initial, &state.reductions[index].update})
      if (*value)
        values.push_back(value);
  std::vector<ExpressionRef> results;
  for (const ExpressionRef *value : values) {
    results.push_back(forgotten(*value));
    if (sumsIn(results.back()).contains(number))
      return;
  }
  for (size_t index = 0; index < values.size(); ++index)
    *values[index] = results[index];
  state.scalars[variable] = nullptr;
}

} // namespace

/// The sums that the loop carries from step to step, in variables or in memory. Where `within` does
/// not hold there is no step.
bool KernelWalk::carry(const Loop &loop, const std::string &symbol, const Bounds &within) {
  struct Carried {
    const clang::VarDecl *variable; // or null for an element
    Cell cell;
    size_t number;
  };
  std::vector<Carried> carried;
  const auto begin = [&](Carried entry, ExpressionRef initial) {
    entry.number = state.reductions.size();
    const ElementType type = entry.variable ? initial->type : entry.cell.type;
    state.reductions.push_back({{symbol},
                                std::move(initial),
                                nullptr,
                                type,
                                !entry.variable,
                                0,
                                loop.statement->getBeginLoc(),
                                entry.variable,
                                state.path});
    Bounds &where = state.reductions.back().where;
    where.insert(where.end(), state.elsewhere.begin(), state.elsewhere.end());
    carried.push_back(std::move(entry));
    return sumLeaf(carried.back().number, type);
  };
  for (const clang::VarDecl *variable : loop.assigned)
    if (const auto known = state.scalars.find(variable);
        known != state.scalars.end() && known->second)
      known->second = begin({variable, {}, 0}, known->second);

  // A first walk finds the elements that a step changes.
  ++summing;
  // Before the loop is counted, one inside of it has its number.
  const bool turns = symbol == state.turning && !state.beforeTurns;
  if (turns && !findTurns(loop))
    return false;
  const SymbolicState start = state;
  if (turns)
    beginStep(state);
  if (!iterate(loop))
    return false;
  SymbolicState walked = state;
  const std::vector<Cell> changed = state.cells;
  const auto shared = state.shared;
  state = start;
  state.shared =
      withoutStale(shared, start.shared,
                   state.turning.empty() ? Earlier::StaysBesideSteps : Earlier::Nothing, symbol);
  for (const Carried &entry : carried)
    if (turns && entry.variable &&
        takeValueOfStepBefore(walked, entry.variable, start.reductions[entry.number].initial))
      walked.loads = state.loads, walked.bounds = state.bounds;
  for (Cell cell : changed) {
    if (mentions(state, cell.index, symbol))
      return fail(loop.statement, "'" + cell.array + "[" + cell.index.str() +
                                      "]' is stored at every step of the loop");
    const Cell *old = start.find(cell.array, cell.index);
    if (old && old->value == cell.value)
      continue;
    const auto initial = evaluate.read({cell.array, cell.type, cell.index}, cell.location);
    if (!initial)
      return false;
    cell.value = begin({nullptr, cell, 0}, *initial);
    if (Cell *existing = state.find(cell.array, cell.index))
      *existing = cell;
    else
      state.cells.push_back(cell);
  }
  unlessBroken.clear();
  if (turns)
    beginStep(state);
  const size_t before = state.reductions.size();
  if (!iterate(loop) || !endsWhereConditionsFail(loop, symbol))
    return false;
  --summing;
  for (const auto &[variable, word] : start.words)
    if (const auto now = state.words.find(variable);
        !word.sums.empty() && (now == state.words.end() || now->second.sums != word.sums))
      return fail(loop.statement, "'" + variable->getNameAsString() +
                                      "' holds sums in half at the beginning of a step, and "
                                      "something else at its end");

  // What else than sums the steps hand on is not followed, but it may be of no effect.
  for (const Carried &entry : carried)
    if (entry.variable)
      forgetHeld(state, entry.variable, entry.number, before);

  for (const Carried &entry : carried) {
    Reduction &reduction = state.reductions[entry.number];
    Cell *cell = entry.variable ? nullptr : state.find(entry.cell.array, entry.cell.index);
    ExpressionRef &value = entry.variable ? state.scalars[entry.variable] : cell->value;
    reduction.loads = state.loads.size();
    if (!value || !value->contains(Kind::Sum)) {
      if (cell)
        return fail(loop.statement,
                    "'" + cell->array + "' is overwritten at every step of the loop");
      value = nullptr; // a temporary
      continue;
    }
    const bool unchanged =
        value->kind == Kind::Sum && value->operand == static_cast<int>(entry.number);
    if (unchanged) {
      value = reduction.initial;
      continue;
    }
    const ExpressionRef sum = sumLeaf(entry.number, reduction.type);
    reduction.update =
        within.empty() ? value : Expression::select(state.conditionOn(within), value, sum);
    value = sum;
  }
  // What else a step sets is a temporary.
  for (const clang::VarDecl *variable : loop.assigned)
    if (state.scalars.contains(variable) &&
        std::none_of(carried.begin(), carried.end(),
                     [&](const Carried &entry) { return entry.variable == variable; }))
      state.scalars[variable] = nullptr;
  return true;
}

} // namespace warpsmith::frontend
