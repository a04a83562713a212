// Vectors: each of their numbers is a value, and a pointer to them is one to the numbers.
#include "rewriter/frontend/clang/ToolkitNames.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/lower/Lowerer.h"
#include <algorithm>

namespace warpsmith::frontend {

using Kind = Term::Kind;
using Class = ValueType::Class;

/// A vector: a variable for each of its numbers.
bool Lowerer::declareVector(const clang::VarDecl *variable, Statements &out) {
  if (vectorType(variable->getType())->isArray || views.addressed.contains(variable))
    return declareAddressed(variable, out);
  const clang::Expr *initial = variable->getInit();
  const clang::Stmt *where =
      initial ? static_cast<const clang::Stmt *>(initial) : frames.back().function->getBody();
  const clang::QualType number = numberOfVectors(variable);
  const auto count = static_cast<size_t>(numbersIn(variable->getType(), number));
  const auto ofLane = typeOf(number, where);
  if (!ofLane)
    return false;
  std::vector<TermRef> &to = names.vectors[variable];
  to.clear();
  while (to.size() < count) {
    ofVectors[program.variables] = variable;
    to.push_back(this->variable(program.variables++, *ofLane, variable->getLocation()));
  }
  vectors.emplace_back();
  for (const TermRef &lane : to)
    vectors.back().push_back(static_cast<int>(lane->number));
  if (const auto *construction = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(initial);
      construction && construction->getNumArgs() == 0 &&
      (construction->getConstructor()->isTrivial() || isThrustComplex(variable->getType())) &&
      !construction->requiresZeroInitialization()) {
    settle(construction);
    initial = nullptr;
  }
  if (!initial)
    return true;
  before = &out;
  const std::vector<TermRef> from = zerosAs(lanes(initial), to);
  // The same bits as other numbers, which are only copied.
  if (!from.empty() && (from.size() != count || from[0]->type != *ofLane)) {
    std::vector<TermRef> held;
    for (const TermRef &lane : from) {
      ofVectors[program.variables] = variable;
      held.push_back(this->variable(program.variables++, lane->type, variable->getLocation()));
    }
    names.vectors[variable] = std::move(held);
  }
  const std::vector<TermRef> all = names.vectors[variable];
  return (!from.empty() && assignLanes(all, from, initial, out)) ||
         fail(initial, "a vector that is not understood");
}

/// All of them are known before one is set.
bool Lowerer::assignLanes(const std::vector<TermRef> &to, const std::vector<TermRef> &given,
                          const clang::Stmt *where, Statements &out) {
  const clang::SourceLocation location = where->getBeginLoc();
  const std::vector<TermRef> from = asWords(zerosAs(given, to), to, out);
  if (to.size() != from.size()) {
    seeAlike(to.front(), from.front());
    return fail(where, "'" + textOf(*where) +
                           "' makes one vector of another one that has not as many numbers");
  }
  std::vector<TermRef> held;
  for (const TermRef &value : from)
    held.push_back(copied(value, location, out));
  for (size_t lane = 0; lane < to.size(); ++lane) {
    if (to[lane]->type != from[lane]->type) {
      seeAlike(to.front(), from.front());
      return fail(where, "'" + textOf(*where) +
                             "' makes one vector of another one whose numbers are of another type");
    }
    if (to[lane]->kind == Kind::Part) {
      if (to[lane]->number == 0 &&
          !setWord(llvm::ArrayRef(to).drop_front(lane), llvm::ArrayRef(held).drop_front(lane), out))
        return fail(where, "a part of a word that is set");
      continue;
    }
    if (to[lane]->kind == Term::Kind::Variable)
      out.push_back(
          {Statement::Kind::Assign, location, static_cast<int>(to[lane]->number), held[lane]});
    else
      out.push_back({Statement::Kind::Store, location, -1, held[lane], to[lane]});
  }
  return true;
}

/// `t.x` of a vector; null for any other member.
TermRef Lowerer::lane(const clang::MemberExpr *member) {
  const clang::Expr *base = member->getBase();
  const clang::QualType type =
      member->isArrow() ? base->getType()->getPointeeType() : base->getType();
  if (!vectorType(type) || (member->isArrow() && llvm::isa<clang::CXXThisExpr>(base)))
    return nullptr;
  const auto fields = laneFields(type);
  const auto field = std::ranges::find(fields, member->getMemberDecl());
  const std::vector<TermRef> all =
      alone(member->isArrow() ? lanesAt(type, base, nullptr) : lanes(base));
  const auto number = static_cast<size_t>(field - fields.begin());
  const bool isSuch = field != fields.end() && all.size() == fields.size() &&
                      all[number]->type.element == vectorType(type)->element;
  return isSuch ? all[number] : nullptr;
}

/// CUDA's functions of pairs of narrow numbers: those that make one, and that fuse two operations
/// on each number of it. The others nvcc may contract.
std::optional<std::vector<TermRef>> Lowerer::ofPairs(const clang::CallExpr *call) {
  const llvm::StringRef name = toolkitFunction(*call);
  const auto type = vectorType(call->getType());
  const auto isOne = [&](std::initializer_list<llvm::StringRef> all) {
    return llvm::is_contained(all, name);
  };
  const bool repeats =
      isOne({"__half2half2", "__float2half2_rn", "__bfloat162bfloat162", "__float2bfloat162_rn"});
  const bool joins =
      isOne({"__halves2half2", "__floats2half2_rn", "__halves2bfloat162", "__floats2bfloat162_rn"});
  const bool converts =
      isOne({"__half22float2", "__bfloat1622float2", "__float22half2_rn", "__float22bfloat162_rn"});
  const bool fuses = name == "__hfma2";
  if (!type || type->lanes != 2 || !(repeats || joins || converts || fuses) ||
      call->getNumArgs() != (fuses   ? 3
                             : joins ? 2
                                     : 1))
    return std::nullopt;
  settle(call);
  const auto lane = typeOf(type->lane, call);
  if (!lane)
    return std::vector<TermRef>();
  std::vector<TermRef> all;
  if (repeats || joins) {
    for (const clang::Expr *argument : call->arguments())
      if (const TermRef value = term(argument))
        all.push_back(converted(value, *lane));
    if (repeats && !all.empty())
      all.push_back(all.front());
    return all.size() == 2 ? all : std::vector<TermRef>();
  }
  std::vector<std::vector<TermRef>> arguments;
  for (const clang::Expr *argument : call->arguments()) {
    arguments.push_back(lanes(argument));
    if (arguments.back().size() != 2)
      return std::vector<TermRef>();
  }
  for (size_t number = 0; number < 2; ++number) {
    Term each{.kind = Kind::Call, .type = *lane, .location = call->getExprLoc(), .text = "__hfma"};
    for (const auto &argument : arguments)
      each.children.push_back(argument[number]);
    all.push_back(converts ? converted(arguments[0][number], *lane) : make(std::move(each)));
  }
  return all;
}

/// `__low2float(pair)` and the like; null for other calls.
TermRef Lowerer::ofPair(const clang::CallExpr *call) {
  const llvm::StringRef name = toolkitFunction(*call);
  const bool isHigh = name.starts_with("__high2");
  const bool isNumber =
      name.ends_with("2float") || name.ends_with("2half") || name.ends_with("2bfloat16");
  if (call->getNumArgs() != 1 || !isNumber || (!isHigh && !name.starts_with("__low2")))
    return nullptr;
  settle(call);
  const auto type = typeOf(call->getType(), call);
  const auto all = type ? lanes(call->getArg(0)) : std::vector<TermRef>();
  return all.size() == 2 ? converted(all[isHigh ? 1 : 0], *type)
                         : unknown(call, "a vector that is not understood");
}

/// What a list makes the numbers of a vector; null where it says nothing of one.
static std::vector<const clang::Expr *> listed(const clang::InitListExpr &list,
                                               const VectorType &vector) {
  const clang::InitListExpr *numbers = &list;
  if (vector.isArray)
    numbers = list.getNumInits() == 0
                  ? nullptr
                  : llvm::dyn_cast<clang::InitListExpr>(list.getInit(0)->IgnoreParenImpCasts());
  std::vector<const clang::Expr *> all;
  if (numbers)
    all.assign(numbers->inits().begin(), numbers->inits().end());
  const bool isZero = vector.isArray && (numbers || list.getNumInits() == 0 ||
                                         llvm::isa<clang::ImplicitValueInitExpr>(list.getInit(0)));
  if (isZero)
    all.resize(vector.lanes);
  return all;
}

/// The numbers of a vector that a list or a function makes.
std::vector<TermRef> Lowerer::madeLanes(const clang::Expr *expression) {
  const auto type = vectorType(expression->getType());
  if (!type || expression->isGLValue())
    return {};
  std::vector<const clang::Expr *> given;
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(expression)) {
    given = listed(*list, *type);
  } else {
    const auto *call = llvm::cast<clang::CallExpr>(expression);
    if (const auto pair = ofPairs(call))
      return *pair;
    if (isInlined(*call)) {
      const auto frame = inlined(call);
      return frame ? frame->lanes : std::vector<TermRef>();
    }
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const bool isNamed = callee && isCudaOwn(*callee) && callee->getDeclName().isIdentifier();
    if (isNamed && callee->getName() == "__ldg" && call->getNumArgs() == 1) {
      settle(call);
      return lanesAt(call->getType(), call->getArg(0), nullptr);
    }
    if (!isNamed || !callee->getName().starts_with("make_"))
      return {};
    settle(call);
    given.assign(call->arg_begin(), call->arg_end());
  }
  const auto lane = typeOf(type->lane, expression);
  std::vector<TermRef> all;
  if (!lane || given.size() != type->lanes)
    return {};
  for (const clang::Expr *each : given) {
    const TermRef value = !each || llvm::isa<clang::ImplicitValueInitExpr>(each)
                              ? make({.kind = Kind::Integer, .type = {}, .location = {}})
                              : term(each);
    if (value)
      all.push_back(converted(value, *lane));
  }
  return all.size() == type->lanes ? all : std::vector<TermRef>();
}

std::vector<TermRef> Lowerer::lanes(const clang::Expr *expression) {
  using namespace clang;
  expression = expression->IgnoreParenImpCasts();
  if (const auto *cleanups = dyn_cast<ExprWithCleanups>(expression))
    return lanes(cleanups->getSubExpr());
  if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expression))
    return lanes(temporary->getSubExpr());
  if (const auto *braced = dyn_cast<CXXFunctionalCastExpr>(expression);
      braced && isa<InitListExpr>(braced->getSubExpr()))
    return lanes(braced->getSubExpr());
  if (const auto *copy = dyn_cast<CXXConstructExpr>(expression);
      copy && copy->getNumArgs() == 1 && vectorType(copy->getType()) &&
      context.hasSameUnqualifiedType(copy->getType(), copy->getArg(0)->getType()))
    return lanes(copy->getArg(0));
  if (const auto complex = complexLanes(expression))
    return *complex;
  std::vector<TermRef> all;
  const auto *made = dyn_cast<CXXConstructExpr>(expression);
  const auto vector = vectorType(expression->getType());
  if (vector && (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(expression) ||
                 (made && made->getNumArgs() == 0 && made->getConstructor()->isTrivial() &&
                  made->requiresZeroInitialization()))) {
    const auto lane = typeOf(vector->lane, expression);
    const TermRef zero = make({.kind = Kind::Integer, .type = {}, .location = {}});
    return lane ? std::vector(vector->lanes, converted(zero, *lane)) : all;
  }
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(expression); choice && vector) {
    const TermRef condition = term(choice->getCond());
    ++conditions;
    auto held = condition ? lanes(choice->getTrueExpr()) : all;
    auto other = held.empty() ? all : lanes(choice->getFalseExpr());
    --conditions;
    held = zerosAs(held, other);
    other = zerosAs(other, held);
    for (size_t lane = 0; held.size() == other.size() && lane < held.size(); ++lane)
      all.push_back(make({Kind::Select,
                          held[lane]->type,
                          expression->getExprLoc(),
                          "",
                          0,
                          0,
                          {condition, held[lane], other[lane]}}));
    return all;
  }
  if (const auto *named = dyn_cast<DeclRefExpr>(expression)) {
    const auto *variable = dyn_cast<VarDecl>(named->getDecl());
    const auto known = variable ? names.vectors.find(variable) : names.vectors.end();
    return known == names.vectors.end() ? all : known->second;
  }
  if (isa<CallExpr, InitListExpr>(expression))
    return madeLanes(expression);
  const auto *subscript = dyn_cast<ArraySubscriptExpr>(expression);
  const auto *behind = dyn_cast<clang::UnaryOperator>(expression);
  if (subscript)
    return lanesAt(expression->getType(), subscript->getBase(), subscript->getIdx());
  return behind && behind->getOpcode() == UO_Deref
             ? lanesAt(expression->getType(), behind->getSubExpr(), nullptr)
             : all;
}

/// What a pointer points to, or what is so many words further on: a vector, or a word that a
/// pointer to smaller numbers points to.
std::vector<TermRef> Lowerer::lanesAt(clang::QualType word, const clang::Expr *pointer,
                                      const clang::Expr *index) {
  const clang::SourceLocation where = pointer->getExprLoc();
  const auto *cast = llvm::dyn_cast<clang::CastExpr>(pointer->IgnoreParens());
  const bool isOther = cast && cast->getCastKind() == clang::CK_BitCast &&
                       cast->getSubExpr()->getType()->isPointerType();
  const clang::Expr *from = isOther ? cast->getSubExpr() : pointer;
  const auto vector = vectorType(word);
  if (word.isVolatileQualified() || (!vector && !(isOther && word->isIntegerType())))
    return {};
  clang::QualType number =
      numberTypeOf(from->getType()->getPointeeType(), context).getUnqualifiedType();
  const auto element = elementType(number);
  // As another vector it is only copied.
  if (!element || (vector && vector->element != *element && !isOther))
    return {};
  numberTypes.emplace(*element, number);
  const bool isOfSmaller = vector && sizeOf(vector->element) < sizeOf(*element);
  const bool ofWords = isOther && isOfSmaller && number->isIntegerType() &&
                       context.getTypeSize(number) == 32 && context.getTypeSize(word) % 32 == 0 &&
                       !vectorType(context.getBaseElementType(from->getType()->getPointeeType()));
  const auto ofLane = ofWords ? typeOf(vector->lane, pointer) : std::nullopt;
  if (ofLane)
    if (auto parts = partsAt(from, index, *ofLane); !parts.empty() || refuse.refusal())
      return parts;
  const TermRef seen = isOther && isOfSmaller ? term(from) : nullptr;
  if (seen && seen->type.element && seen->type.element != element)
    number = smallerNumber(*seen->type.element);
  else if (seen && seeAs(seen, vector->lane))
    return {};
  else if (seen && ofLane && !vectorOf(seen)) {
    const TermRef distance = index ? term(index) : nullptr;
    return !index || distance
               ? partsAt(seen, distance, static_cast<int64_t>(context.getTypeSize(word)) / 32,
                         *ofLane)
               : std::vector<TermRef>();
  }
  uint64_t length = context.getTypeSize(word) / context.getTypeSize(number);
  if ((length < 2 && !(vector && vector->isArray)) ||
      context.getTypeSize(word) % context.getTypeSize(number) != 0)
    return {};
  auto type = typeOf(number, pointer);
  const TermRef first = seen ? seen : type ? term(from) : nullptr;
  if (first && first->type.element && first->type.element != type->element) {
    number = smallerNumber(*first->type.element);
    type = number.isNull() ? std::nullopt : typeOf(number, pointer);
    if (!type)
      return {};
    length = context.getTypeSize(word) / context.getTypeSize(number);
  }
  const TermRef distance = first && index ? term(index) : nullptr;
  if (!first || (index && !distance))
    return {};
  const ValueType wide{.form = Class::Integer, .bits = 64};
  std::vector<TermRef> all;
  for (int64_t lane = 0; lane < static_cast<int64_t>(length); ++lane) {
    TermRef here = make({.kind = Kind::Integer, .type = wide, .location = where, .number = lane});
    if (distance)
      here = make({Kind::Binary,
                   wide,
                   where,
                   "+",
                   0,
                   0,
                   {converted(times(distance, static_cast<int64_t>(length)), wide), here}});
    all.push_back(make({.kind = Kind::Element,
                        .type = *type,
                        .location = where,
                        .children = {first, here},
                        .isWhole = true}));
  }
  return all;
}

} // namespace warpsmith::frontend
