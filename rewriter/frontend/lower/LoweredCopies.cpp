// Copies into shared memory that end later: cuda::memcpy_async on a pipeline of the thread's own,
// and the primitives below it. A pipeline is two counts of groups of copies: those that were
// committed, and those that were waited for.
#include "rewriter/frontend/clang/KnownConstants.h"
#include "rewriter/frontend/clang/LibraryNames.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/lower/Lowerer.h"

namespace warpsmith::frontend {

using Kind = Term::Kind;

/// `cuda::make_pipeline()`, which makes a pipeline of one thread.
static bool makesPipeline(const clang::VarDecl &variable) {
  const clang::Expr *initial = variable.getInit();
  const auto *call =
      initial ? llvm::dyn_cast<clang::CallExpr>(initial->IgnoreUnlessSpelledInSource()) : nullptr;
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && isOfLibcu(*callee) && callee->getDeclName().isIdentifier() &&
         callee->getName() == "make_pipeline" && call->getNumArgs() == 0;
}

/// What is left of a pointer when its type does not count.
static const clang::Expr *withoutCasts(const clang::Expr *pointer) {
  for (;;) {
    const clang::Expr *inner = pointer->IgnoreParenImpCasts();
    const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(inner);
    const bool isOther =
        cast && (cast->getCastKind() == clang::CK_BitCast || cast->getCastKind() == clang::CK_NoOp);
    if (!isOther && inner == pointer)
      return pointer;
    pointer = isOther ? cast->getSubExpr() : inner;
  }
}

/// A number of bytes, also as `cuda::aligned_size_t<16>(16)`.
static std::optional<int64_t> bytesOf(const clang::Expr *size, const clang::ASTContext &context,
                                      ConstantFacts &facts) {
  size = size->IgnoreUnlessSpelledInSource();
  if (const auto *cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(size);
      cast && cast->getType()->isRecordType())
    size = cast->getSubExpr()->IgnoreUnlessSpelledInSource();
  const auto *construction = llvm::dyn_cast<clang::CXXConstructExpr>(size);
  if (construction && construction->getNumArgs() == 1)
    size = construction->getArg(0)->IgnoreUnlessSpelledInSource();
  // The extents of arrays are known by their names.
  if (const auto *trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(size)) {
    const clang::QualType number = numberTypeOf(trait->getTypeOfArgument(), context);
    clang::Expr::EvalResult bytes;
    if (trait->getKind() == clang::UETT_SizeOf && elementType(number) &&
        trait->EvaluateAsInt(bytes, context))
      return bytes.Val.getInt().getExtValue();
  }
  return size->getType()->isIntegerType() ? knownConstant(*size, context, facts) : std::nullopt;
}

/// Where the condition holds, the value, else zero; without a condition, the value.
TermRef Lowerer::orZero(const TermRef &condition, const TermRef &value) {
  const TermRef zero = make({.kind = Kind::Integer, .type = {}, .location = value->location});
  return condition ? make({Kind::Select,
                           value->type,
                           value->location,
                           "",
                           0,
                           0,
                           {condition, value, converted(zero, value->type)}})
                   : value;
}

/// Whether an expression that is one of two numbers is the first. Nothing where it is another
/// expression; null, with a refusal, where its condition is not understood.
std::optional<TermRef> Lowerer::isChosen(const clang::Expr *expression, int64_t one, int64_t other,
                                         Statements &out) {
  const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expression->IgnoreParenCasts());
  const auto held = choice ? knownConstant(*choice->getTrueExpr(), context, facts) : std::nullopt;
  const auto rest = held ? knownConstant(*choice->getFalseExpr(), context, facts) : std::nullopt;
  if (!rest || *held == *rest || std::set{*held, *rest} != std::set{one, other})
    return std::nullopt;
  const TermRef condition = term(choice->getCond());
  if (!condition)
    return nullptr;
  const clang::SourceLocation where = choice->getExprLoc();
  const ValueType truth{.form = ValueType::Class::Truth, .bits = 1, .isSigned = false};
  return copied(*held == one ? condition
                             : make({Kind::Unary, truth, where, "!", 0, 0, {condition}}),
                where, out);
}

std::optional<bool> Lowerer::declarePipeline(const clang::VarDecl *variable, Statements &out) {
  if (!variable->hasLocalStorage() || variable->getType()->isReferenceType() ||
      !makesPipeline(*variable))
    return std::nullopt;
  const auto [known, isNew] = names.pipelines.try_emplace(variable, program.variables);
  if (isNew)
    program.variables += 2;
  const TermRef zero =
      make({.kind = Kind::Integer, .type = {}, .location = variable->getLocation()});
  for (const int count : {known->second, known->second + 1})
    out.push_back({Statement::Kind::Assign, variable->getLocation(), count, zero});
  return true;
}

/// The first of its two counts; -1 for what is no pipeline.
int Lowerer::pipelineOf(const clang::Expr *expression) const {
  const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  const auto *variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
  const auto known = variable ? names.pipelines.find(variable) : names.pipelines.end();
  return known == names.pipelines.end() ? -1 : known->second;
}

/// A sum of variables and a number.
TermRef Lowerer::count(int variable, const char *op, TermRef other, clang::SourceLocation where) {
  return make({Kind::Binary, {}, where, op, 0, 0, {this->variable(variable, {}, where), other}});
}

static unsigned givenArguments(const clang::CallExpr &call) {
  return static_cast<unsigned>(llvm::count_if(call.arguments(), [](const clang::Expr *argument) {
    return !llvm::isa<clang::CXXDefaultArgExpr>(argument);
  }));
}

/// Nothing where the expression is none of these.
std::optional<bool> Lowerer::asynchronous(const clang::Expr *expression, Statements &out) {
  using namespace clang;
  const auto *call = dyn_cast<CallExpr>(expression);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->getDeclName().isIdentifier())
    return std::nullopt;
  if (const auto known = ofBlock(call, out))
    return known;
  if ((callee->getName() == "memset" || callee->getName() == "__builtin_memset") &&
      callee->isExternC() && call->getNumArgs() == 3)
    return setBytes(call, out);
  const SourceLocation where = call->getBeginLoc();
  const llvm::StringRef name = callee->getName();
  const unsigned given = givenArguments(*call);
  const auto number = [&](int64_t value) {
    return make({.kind = Kind::Integer, .type = {}, .location = where, .number = value});
  };
  const auto wait = [&](const TermRef &pending) {
    out.push_back({Statement::Kind::Wait, where, -1, pending});
    return true;
  };
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(call)) {
    const int pipeline = pipelineOf(member->getImplicitObjectArgument());
    if (pipeline < 0 || call->getNumArgs() != 0)
      return std::nullopt;
    if (name == "producer_commit") {
      out.push_back({Statement::Kind::Commit, where});
      out.push_back(
          {Statement::Kind::Assign, where, pipeline, count(pipeline, "+", number(1), where)});
    } else if (name == "consumer_wait") {
      const TermRef after = count(pipeline + 1, "+", number(1), where);
      wait(count(pipeline, "-", after, where));
      out.push_back({Statement::Kind::Assign, where, pipeline + 1, after});
    } else if (name != "producer_acquire" && name != "consumer_release") {
      return std::nullopt;
    }
    return true;
  }
  const bool isOwn = isCudaOwn(*callee);
  if (isOwn && name == "__pipeline_commit") {
    out.push_back({Statement::Kind::Commit, where});
    return true;
  }
  if (isOwn && name == "__pipeline_wait_prior" && given == 1) {
    before = &out;
    const TermRef pending = term(call->getArg(0));
    return pending && wait(pending);
  }
  if (isOwn && name == "__pipeline_memcpy_async" && given >= 3) {
    const auto zeros =
        given > 3 ? knownConstant(*call->getArg(3), context, facts) : std::optional<int64_t>(0);
    if (zeros == 0)
      return copy(call, nullptr, out);
    before = &out;
    const auto bytes = bytesOf(call->getArg(2), context, facts);
    const auto holds = bytes ? isChosen(call->getArg(3), 0, *bytes, out) : std::nullopt;
    if (holds && !*holds)
      return false;
    return holds ? copy(call, *holds, out)
                 : fail(call, "a copy of which a part is filled with zeros: "
                              "store the zeros under a condition of their own");
  }
  if (!isOfLibcu(*callee))
    return std::nullopt;
  const bool isByThread = given == 4; // not by a group
  if (name == "memcpy_async" && isByThread && pipelineOf(call->getArg(3)) >= 0)
    return copy(call, nullptr, out);
  const TemplateArgumentList *arguments = callee->getTemplateSpecializationArgs();
  if (name == "pipeline_consumer_wait_prior" && given == 1 && arguments &&
      arguments->get(0).getKind() == TemplateArgument::Integral) {
    const int pipeline = pipelineOf(call->getArg(0));
    const TermRef pending = number(arguments->get(0).getAsIntegral().getExtValue());
    if (pipeline < 0)
      return std::nullopt;
    wait(pending);
    out.push_back(
        {Statement::Kind::Assign, where, pipeline + 1, count(pipeline, "-", pending, where)});
    return true;
  }
  return std::nullopt;
}

bool Lowerer::isOfBlock(const clang::CallExpr &call) {
  const llvm::StringRef name = blockFunction(call);
  return name == "memcpy_async" || name == "sync" || name == "wait" || name == "wait_prior";
}

/// What all threads of the block do together; nothing for other calls. Any of them may make a copy,
/// so that each of them does, and each copy is a group.
std::optional<bool> Lowerer::ofBlock(const clang::CallExpr *call, Statements &out) {
  const llvm::StringRef name = blockFunction(*call);
  const unsigned given = givenArguments(*call);
  const clang::SourceLocation where = call->getBeginLoc();
  if (name == "memcpy_async" && given == 4)
    return copyByBlock(call, out);
  if (name == "sync") {
    out.push_back({Statement::Kind::Barrier, where});
    return true;
  }
  const auto *arguments =
      name.empty() ? nullptr : call->getDirectCallee()->getTemplateSpecializationArgs();
  const bool isForSome = name == "wait_prior" && given == 1 && arguments && arguments->size() > 0 &&
                         arguments->get(0).getKind() == clang::TemplateArgument::Integral;
  if (!isForSome && (name != "wait" || given != 1))
    return std::nullopt;
  const int64_t pending = isForSome ? arguments->get(0).getAsIntegral().getExtValue() : 0;
  out.push_back({Statement::Kind::Wait, where, -1,
                 make({.kind = Kind::Integer, .type = {}, .location = where, .number = pending})});
  out.push_back({Statement::Kind::Barrier, where});
  return true;
}

/// What an argument points to, and the type of its numbers.
TermRef Lowerer::arrayOf(const clang::Expr *pointer, std::optional<ValueType> &number) {
  pointer = withoutCasts(pointer);
  // What a pointer to anything points to is not known from its type.
  const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(pointer);
  const auto *variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
  if (variable && variable->getType()->isVoidPointerType() && names.numbers.contains(variable)) {
    number = ValueType{.form = ValueType::Class::Number};
    return this->variable(names.numbers[variable], {.form = ValueType::Class::Pointer, .bits = 64},
                          pointer->getExprLoc());
  }
  const bool isArray = pointer->getType()->isConstantArrayType();
  if (!isArray && !pointer->getType()->isPointerType())
    return unknown(pointer, "a copy between what is no array");
  const clang::QualType element =
      numberTypeOf(isArray ? pointer->getType() : pointer->getType()->getPointeeType(), context);
  number = typeOf(element.getUnqualifiedType(), pointer);
  if (number && number->element)
    numberTypes.emplace(*number->element, element.getUnqualifiedType());
  const TermRef to = !number ? nullptr : isArray ? firstOf(pointer) : term(pointer);
  // Vectors may be of smaller numbers than their type says.
  if (to && to->type.element && to->type.element != number->element) {
    const clang::QualType smaller = smallerNumber(*to->type.element);
    number = smaller.isNull() ? std::nullopt : typeOf(smaller, pointer);
    if (!number)
      return unknown(pointer, "an array of numbers of another type");
  }
  return to;
}

/// `memcpy_async(block, to, from, bytes)`: element by element.
bool Lowerer::copyByBlock(const clang::CallExpr *call, Statements &out) {
  const auto bytes = bytesOf(call->getArg(3), context, facts);
  before = &out;
  std::optional<ValueType> type, ofSource;
  const TermRef to = arrayOf(call->getArg(1), type);
  const TermRef from = to ? arrayOf(call->getArg(2), ofSource) : nullptr;
  if (!from)
    return false;
  const auto each = type->element ? static_cast<int64_t>(sizeOf(*type->element)) : 0;
  if (!bytes || each == 0 || *bytes % each != 0 || type != ofSource)
    return fail(call, "a copy of other than a known number of whole elements");
  const clang::SourceLocation where = call->getBeginLoc();
  const auto number = [&](int64_t value) {
    return make({.kind = Kind::Integer, .type = {}, .location = where, .number = value});
  };
  const int counted = program.variables++;
  const TermRef element = variable(counted, {}, where);
  const TermRef held = copied(to, where, out), source = copied(from, where, out);
  out.push_back({Statement::Kind::Assign, where, counted, number(0)});
  Statement loop{Statement::Kind::Loop, where};
  loop.value = make({Kind::Binary,
                     {.form = ValueType::Class::Truth, .bits = 1, .isSigned = false},
                     where,
                     "<",
                     0,
                     0,
                     {element, number(*bytes / each)}});
  Statement store{Statement::Kind::Store, where, -1,
                  make({Kind::Element, *type, where, "", 0, 0, {source, element}}),
                  make({Kind::Element, *type, where, "", 0, 0, {held, element}})};
  store.isCopy = store.isOfBlock = true;
  loop.body.push_back(std::move(store));
  loop.otherwise.push_back(
      {Statement::Kind::Assign, where, counted, count(counted, "+", number(1), where)});
  out.push_back(std::move(loop));
  out.push_back({Statement::Kind::Commit, where});
  return true;
}

/// `memset(sums, 0, sizeof sums)`.
bool Lowerer::setBytes(const clang::CallExpr *call, Statements &out) {
  constexpr int64_t MostElements = 1024;
  const auto value = knownConstant(*call->getArg(1), context, facts);
  const auto bytes = bytesOf(call->getArg(2), context, facts);
  before = &out;
  std::optional<ValueType> type;
  const TermRef to = arrayOf(call->getArg(0), type);
  if (!to)
    return false;
  const auto each = type->element ? static_cast<int64_t>(sizeOf(*type->element)) : 0;
  if (value != 0 || !bytes || each == 0 || *bytes < 0 || *bytes % each != 0 ||
      *bytes / each > MostElements)
    return fail(call, "'memset' of other than a few whole elements to zero");
  const clang::SourceLocation where = call->getBeginLoc();
  const auto number = [&](int64_t one) {
    return make({.kind = Kind::Integer, .type = {}, .location = where, .number = one});
  };
  for (int64_t element = 0; element < *bytes / each; ++element)
    out.push_back({Statement::Kind::Store, where, -1, converted(number(0), *type),
                   make({Kind::Element, *type, where, "", 0, 0, {to, number(element)}})});
  return true;
}

/// From where the second argument points to where the first one does, as many bytes as the third
/// one says. Where the condition does not hold, they become zero.
bool Lowerer::copy(const clang::CallExpr *call, const TermRef &condition, Statements &out) {
  constexpr int64_t MostElements = 64;
  const auto bytes = bytesOf(call->getArg(2), context, facts);
  before = &out;
  std::optional<ValueType> type, ofSource;
  std::vector<TermRef> pointers = {arrayOf(call->getArg(0), type)};
  pointers.push_back(pointers[0] ? arrayOf(call->getArg(1), ofSource) : nullptr);
  if (!pointers[1])
    return false;
  const auto each = type->element ? static_cast<int64_t>(sizeOf(*type->element)) : 0;
  if (!bytes || each == 0 || *bytes % each != 0 || *bytes / each > MostElements ||
      pointers[0]->type.element != pointers[1]->type.element) {
    seeAlike(pointers[0], pointers[1]);
    return fail(call, "a copy of other than a few whole elements");
  }
  for (int64_t lane = 0; lane < *bytes / each; ++lane) {
    const auto at = [&](const TermRef &pointer) {
      const TermRef here = make(
          {.kind = Kind::Integer, .type = {}, .location = call->getBeginLoc(), .number = lane});
      return make({Kind::Element, *type, call->getBeginLoc(), "", 0, 0, {pointer, here}});
    };
    Statement store{Statement::Kind::Store, call->getBeginLoc(), -1,
                    orZero(condition, at(pointers[1])), at(pointers[0])};
    store.isCopy = true;
    out.push_back(std::move(store));
  }
  return true;
}

} // namespace warpsmith::frontend
