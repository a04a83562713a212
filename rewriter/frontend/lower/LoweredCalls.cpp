// Calls of the user's functions and lambdas, which are inlined. Each call has variables of its own.
#include "rewriter/frontend/clang/FragmentTypes.h"
#include "rewriter/frontend/clang/NamedTypes.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/lower/Lowerer.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include <algorithm>

namespace warpsmith::frontend {

using Kind = Term::Kind;

void NamedObjects::forget(const clang::VarDecl *variable) {
  numbers.erase(variable);
  pipelines.erase(variable);
  vectors.erase(variable);
  references.erase(variable);
  pointees.erase(variable);
  objects.erase(variable);
  lambdas.erase(variable);
}

bool NamedObjects::share(const clang::VarDecl *variable, const NamedObjects &from,
                         const clang::VarDecl *other) {
  if (&from != this)
    forget(variable);
  const auto one = [&](auto &to, const auto &all) {
    const auto known = all.find(other);
    if (known != all.end())
      to.insert_or_assign(variable, known->second);
    return known != all.end();
  };
  const bool isNumber = one(numbers, from.numbers), isPipeline = one(pipelines, from.pipelines);
  const bool isVector = one(vectors, from.vectors), refers = one(references, from.references);
  const bool isObject = one(objects, from.objects), isLambda = one(lambdas, from.lambdas);
  const bool points = one(pointees, from.pointees);
  return isNumber || isPipeline || isVector || refers || isObject || isLambda || points;
}

void NamedObjects::add(const NamedObjects &others) {
  const auto each = [&](const auto &visit) {
    visit(numbers, others.numbers);
    visit(pipelines, others.pipelines);
    visit(vectors, others.vectors);
    visit(references, others.references);
    visit(pointees, others.pointees);
    visit(objects, others.objects);
    visit(lambdas, others.lambdas);
  };
  // What a lambda has copied is no longer a reference.
  each([&](auto &, const auto &all) {
    for (const auto &[variable, known] : all)
      forget(variable);
  });
  each([](auto &to, const auto &all) {
    for (const auto &[variable, known] : all)
      to.insert_or_assign(variable, known);
  });
}
/// The lambda that an object is of; null for any other type.
static const clang::CXXRecordDecl *lambdaClass(clang::QualType type) {
  const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isLambda() ? record : nullptr;
}

const clang::Expr *withoutQualifications(const clang::Expr *expression) {
  expression = expression->IgnoreParens();
  const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression);
  return cast && cast->getCastKind() == clang::CK_NoOp ? withoutQualifications(cast->getSubExpr())
                                                       : expression;
}

const clang::Expr *sourceOf(const clang::Expr *expression) {
  for (;;) {
    const clang::Expr *inner = expression->IgnoreParens();
    if (const auto *cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(inner))
      inner = cleanups->getSubExpr();
    else if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(inner))
      inner = temporary->getSubExpr();
    else if (const auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    else if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(inner);
             cast && (cast->getCastKind() == clang::CK_NoOp))
      inner = cast->getSubExpr();
    else if (const auto *copy = llvm::dyn_cast<clang::CXXConstructExpr>(inner);
             copy && copy->getNumArgs() == 1 && copy->getConstructor()->isCopyOrMoveConstructor() &&
             copy->getConstructor()->isTrivial())
      inner = copy->getArg(0);
    if (inner == expression)
      return expression;
    expression = inner;
  }
}

static const clang::VarDecl *variableOf(const clang::Expr *expression) {
  const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParens());
  return named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
}

/// The element that a place is now, whatever becomes of the variables that lead there.
TermRef Lowerer::fixed(const TermRef &element, Statements &out) {
  if (element->kind == Kind::Part) {
    Term part = *element;
    part.children = {fixed(element->children[0], out)};
    return make(std::move(part));
  }
  if (element->kind != Kind::Element)
    return element;
  ValueType pointer{
      .form = ValueType::Class::Pointer, .bits = 64, .isSigned = false, .element = {}};
  pointer.element = element->type.element;
  const clang::SourceLocation where = element->location;
  const TermRef there =
      make({Kind::Offset, pointer, where, "", 0, 0, std::vector(element->children)});
  const TermRef zero = make({.kind = Kind::Integer, .type = {}, .location = where});
  return make({.kind = Kind::Element,
               .type = element->type,
               .location = where,
               .children = {copied(there, where, out), zero},
               .isWhole = element->isWhole});
}

/// A variable of the program, or an element.
TermRef Lowerer::lvalue(const clang::Expr *expression) {
  expression = withoutQualifications(expression);
  if (const clang::VarDecl *variable = variableOf(expression)) {
    if (const auto known = names.references.find(variable); known != names.references.end())
      return known->second;
    if (!names.numbers.contains(variable) && !variable->hasLocalStorage())
      return unknown(expression,
                     "assignment to the global variable '" + variable->getNameAsString() + "'");
    if (names.pointees.contains(variable))
      return unknown(expression, "a pointer to a variable of the thread's own that is set");
    if (!names.numbers.contains(variable) && variable->getType()->isReferenceType())
      return unknown(expression, "a reference that is not understood");
    const auto type = typeOf(variable->getType().getNonReferenceType(), expression);
    return type ? this->variable(numberOf(variable), *type, expression->getExprLoc()) : nullptr;
  }
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    if (const TermRef known = field(member))
      return known;
    const TermRef where = refuse.refusal() ? nullptr : lane(member);
    return where || refuse.refusal() ? where
                                     : unknown(expression, "a member that is not understood");
  }
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression)) {
    const TermRef asked = ofSpan(call);
    return asked || refuse.refusal() ? asked : resultOf(call);
  }
  return place(expression);
}

/// The name is another one of what the expression is.
bool Lowerer::refer(const clang::VarDecl *name, const clang::Expr *to, NamedObjects &inside,
                    Statements &out) {
  const clang::QualType type = name->getType().getNonReferenceType();
  if (type.isVolatileQualified())
    return fail(to, "a reference to what is volatile");
  if (const clang::VarDecl *other = variableOf(sourceOf(to));
      other && to->isLValue() && inside.share(name, names, other)) {
    if (const auto known = names.vectors.find(other); known != names.vectors.end())
      alone(known->second);
    return true;
  }
  before = &out;
  if (type->isConstantArrayType()) {
    const TermRef first = firstOf(sourceOf(to));
    if (!first)
      return false;
    inside.numbers[name] = static_cast<int>(copied(first, to->getBeginLoc(), out)->number);
    return true;
  }
  if (vectorType(type)) {
    std::vector<TermRef> all = alone(lanes(to));
    std::ranges::transform(all, all.begin(), [&](const TermRef &lane) { return fixed(lane, out); });
    inside.vectors[name] = all;
    return !all.empty() || fail(to, "a vector that is not understood");
  }
  if (isPlainStructure(type)) {
    const auto object = objectOf(to, out);
    if (object)
      inside.objects[name] = *object;
    return object.has_value();
  }
  const TermRef where = lvalue(sourceOf(to));
  if (!where)
    return false;
  if (where->kind == Kind::Variable)
    inside.numbers[name] = static_cast<int>(where->number);
  else if (where->kind == Kind::Element)
    inside.references[name] = fixed(where, out);
  else
    return fail(to, "a reference that is not understood");
  return true;
}

static bool isConstantOfFile(const clang::Expr *expression) {
  const clang::VarDecl *variable = variableOf(expression);
  return variable && !variable->hasLocalStorage() && variable->getType().isConstQualified() &&
         !variable->getType()->isArrayType();
}

/// A copy of a vector that is an array.
bool Lowerer::bindArray(const clang::VarDecl *parameter, const clang::Expr *argument,
                        NamedObjects &inside, Statements &out) {
  const std::vector<TermRef> from = lanes(argument);
  inside.forget(parameter);
  std::swap(names, inside);
  const bool isDeclared = !parameter->hasInit() && declareAddressed(parameter, out);
  const std::vector<TermRef> to = isDeclared ? names.vectors[parameter] : std::vector<TermRef>();
  const int first = isDeclared ? firstOfOwn(parameter) : 0;
  std::swap(names, inside);
  for (size_t lane = 0; lane < to.size() && from.size() == to.size(); ++lane) {
    if (from[lane]->type != to[lane]->type)
      return false;
    out.push_back({Statement::Kind::Assign, argument->getBeginLoc(), first + static_cast<int>(lane),
                   from[lane]});
  }
  return !to.empty() && from.size() == to.size();
}

/// What a parameter is inside of the function.
bool Lowerer::bind(const clang::VarDecl *parameter, const clang::Expr *argument,
                   NamedObjects &inside, Statements &out) {
  if (const auto *given = llvm::dyn_cast<clang::CXXDefaultArgExpr>(argument))
    argument = given->getExpr();
  const clang::QualType type = parameter->getType().getNonReferenceType();
  if (isThreadBlock(type))
    return true;
  if (fragmentType(type->isPointerType() ? type->getPointeeType() : type, context)) {
    if (!type->isPointerType() && !parameter->getType()->isReferenceType())
      return fail(argument, "a copy of a fragment");
    before = &out;
    const TermRef first = fragmentPointer(argument);
    if (first)
      inside.numbers[parameter] =
          static_cast<int>(copied(first, argument->getBeginLoc(), out)->number);
    return first != nullptr;
  }
  if (lambdaClass(type)) {
    inside.lambdas[parameter] = lambdaOf(argument, out);
    return inside.lambdas[parameter] != nullptr;
  }
  if (parameter->getType()->isReferenceType()) {
    const clang::Expr *of = withoutQualifications(argument);
    // Constants of the file never change.
    const bool isValue = llvm::isa<clang::MaterializeTemporaryExpr>(of) || !of->isGLValue() ||
                         (type.isConstQualified() && isConstantOfFile(of));
    if (!isValue)
      return refer(parameter, of, inside, out);
  }
  if (isPlainStructure(type)) {
    const auto from = objectOf(argument, out);
    if (from)
      copyObject(inside.objects[parameter] = newObject(type), *from, argument, out);
    return from.has_value();
  }
  if (leadsToStructure(type)) { // of which there is one
    const auto to = objectOf(argument, out);
    if (to)
      inside.objects[parameter] = *to;
    return to.has_value();
  }
  before = &out;
  if (const TermRef own = ownNumber(argument, type)) {
    inside.forget(parameter);
    inside.pointees[parameter] = own;
    return true;
  }
  const clang::SourceLocation where = argument->getBeginLoc();
  if (const auto vector = vectorType(type); vector && vector->isArray)
    return bindArray(parameter, argument, inside, out) ||
           fail(argument, "a vector that is not understood");
  if (vectorType(type)) {
    for (const TermRef &lane : lanes(argument))
      inside.vectors[parameter].push_back(copied(lane, where, out));
    return !inside.vectors[parameter].empty() || fail(argument, "a vector that is not understood");
  }
  if (type->isVoidPointerType()) {
    std::optional<ValueType> number;
    const TermRef to = arrayOf(argument, number);
    if (to)
      inside.numbers[parameter] = static_cast<int>(copied(to, where, out)->number);
    return to != nullptr;
  }
  const auto form = typeOf(type, argument);
  const TermRef value = form ? term(argument) : nullptr;
  if (!value)
    return false;
  inside.numbers[parameter] = static_cast<int>(copied(converted(value, *form), where, out)->number);
  return true;
}

/// What a lambda's names are when it is called: a copy is what it was when the lambda was made.
bool Lowerer::capture(const clang::LambdaCapture &capture, const clang::Expr *initial,
                      NamedObjects &captured, Statements &out) {
  if (!capture.capturesVariable())
    return fail(initial, "a lambda that captures what is no variable");
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar());
  if (!variable)
    return fail(initial, "a lambda that captures what is no variable");
  const bool refers = capture.getCaptureKind() == clang::LCK_ByRef;
  if (variable->isInitCapture())
    return refers ? refer(variable, variable->getInit(), captured, out)
                  : bind(variable, variable->getInit(), captured, out);
  const clang::QualType type = variable->getType().getNonReferenceType();
  // A lambda has no state of its own. A block has none.
  if (isThreadBlock(type))
    return true;
  if (refers || names.lambdas.contains(variable))
    return captured.share(variable, names, variable) ||
           fail(initial, "a lambda that captures what is not understood");
  if (const auto object = names.objects.find(variable); object != names.objects.end()) {
    if (type->isPointerType())
      return captured.share(variable, names, variable);
    copyObject(captured.objects[variable] = newObject(type), object->second, initial, out);
    return true;
  }
  if (type->isArrayType())
    return fail(initial, "a lambda that copies an array");
  if (names.vectors.contains(variable)) {
    const std::vector<TermRef> all = names.vectors[variable];
    for (const TermRef &lane : all)
      captured.vectors[variable].push_back(copied(lane, capture.getLocation(), out));
    return true;
  }
  const auto form = typeOf(type, initial);
  const auto referred = names.references.find(variable);
  if (!form || (referred == names.references.end() && !names.numbers.contains(variable)))
    return !form ? false : fail(initial, "a lambda that captures what is not understood");
  const TermRef value = referred != names.references.end()
                            ? referred->second
                            : this->variable(names.numbers[variable], *form, capture.getLocation());
  captured.numbers[variable] = static_cast<int>(copied(value, capture.getLocation(), out)->number);
  return true;
}

std::shared_ptr<const Lambda> Lowerer::closure(const clang::LambdaExpr *lambda, Statements &out) {
  auto made = std::make_shared<Lambda>();
  if (lambda->isMutable()) {
    fail(lambda, "a lambda that changes what it has copied");
    return nullptr;
  }
  auto initial = lambda->capture_init_begin();
  for (const clang::LambdaCapture &each : lambda->captures()) {
    const clang::Expr *value = *initial++;
    if (!capture(each, value ? value : lambda, made->captured, out))
      return nullptr;
  }
  return made;
}

std::shared_ptr<const Lambda> Lowerer::lambdaOf(const clang::Expr *expression, Statements &out) {
  expression = sourceOf(expression);
  if (const auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(expression))
    return closure(lambda, out);
  const clang::VarDecl *variable = variableOf(expression);
  const auto known = variable ? names.lambdas.find(variable) : names.lambdas.end();
  if (known != names.lambdas.end())
    return known->second;
  fail(expression, "a lambda that is not known here");
  return nullptr;
}

/// What the function sees beside its parameters.
bool Lowerer::calledOn(const clang::CallExpr *call, const clang::FunctionDecl &function,
                       Frame &frame, NamedObjects &inside, Statements &out) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (!method || method->isStatic())
    return true;
  const auto *onObject = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  if (!onObject && !llvm::isa<clang::CXXOperatorCallExpr>(call))
    return fail(call, "call of '" + function.getNameAsString() + "', whose effect is not known");
  const clang::Expr *object = onObject ? onObject->getImplicitObjectArgument() : call->getArg(0);
  if (!method->getParent()->isLambda()) {
    frame.object = objectOf(object, out);
    return frame.object.has_value();
  }
  const auto lambda = lambdaOf(object, out);
  if (!lambda)
    return false;
  inside.add(lambda->captured);
  return true;
}

/// The variables that a function returns by.
bool Lowerer::holdResult(Frame &frame, const clang::Stmt *where) {
  const clang::QualType type = frame.function->getReturnType();
  if (type->isVoidType())
    return true;
  if (const auto vector = vectorType(type)) {
    const auto lane = typeOf(vector->lane, where);
    for (unsigned number = 0; lane && number < vector->lanes; ++number)
      frame.lanes.push_back(variable(program.variables++, *lane, where->getBeginLoc()));
    return lane.has_value();
  }
  if (isPlainStructure(type)) {
    frame.structure = type->isReferenceType() ? Object() : newObject(type);
    return true;
  }
  if (!typeOf(type.getNonReferenceType(), where))
    return false;
  frame.result = program.variables++;
  return true;
}

/// A parameter that no caller gives tells where the call stands: the emulator reports that.
static bool isOfEmulator(const clang::FunctionDecl &function) {
  return isInToolkit(function) &&
         llvm::any_of(function.parameters(), [](const clang::ParmVarDecl *parameter) {
           return parameter->hasDefaultArg() && parameter->getType()->isRecordType();
         });
}

/// A function of the user's, or a lambda.
bool Lowerer::isInlined(const clang::CallExpr &call) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(definition);
  const bool isLambda = method && method->getParent()->isLambda();
  return definition && (definition->hasAttr<clang::CUDADeviceAttr>() || isLambda) &&
         llvm::isa_and_nonnull<clang::CompoundStmt>(definition->getBody()) && !isOfBlock(call) &&
         !definition->hasAttr<clang::NoInlineAttr>() && !isCudaOwn(*definition) &&
         !isNarrowFunction(*definition) && !isNarrowComparison(*definition) &&
         !isInThrust(*definition) && !isOfEmulator(*definition) && !definition->isVariadic() &&
         !(method && method->isVirtual());
}

/// The function's statements, with variables of their own.
std::optional<Lowerer::Frame> Lowerer::inlinedInto(const clang::CallExpr *call, Statements &out) {
  constexpr size_t MostCalls = 16;
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(definition);
  if (!isInlined(*call) || isActive(definition) || frames.size() > MostCalls) {
    unknown(call, "call of '" + (callee ? callee->getNameAsString() : "a pointer") +
                      "', whose effect is not known");
    return std::nullopt;
  }
  Statements *outer = before;
  Frame frame{definition};
  // Its own names hide none: they are of declarations of their own.
  NamedObjects inside = names;
  const int own = program.variables;
  Statements arguments;
  if (!calledOn(call, *definition, frame, inside, arguments) || !holdResult(frame, call))
    return std::nullopt;
  const unsigned first = llvm::isa<clang::CXXOperatorCallExpr>(call) && method ? 1 : 0;
  for (const clang::ParmVarDecl *parameter : definition->parameters())
    if (!bind(parameter, call->getArg(first + parameter->getFunctionScopeIndex()), inside,
              arguments))
      return std::nullopt;
  if (!addArguments(std::move(arguments), own, definition->getNumParams() + (method ? 1 : 0), call,
                    out))
    return std::nullopt;
  settle(call);
  const bool done = lowerBody(frame, std::move(inside), out, [] { return true; });
  before = outer;
  return done ? std::optional(std::move(frame)) : std::nullopt;
}

/// Variables from that one on that are set to arrays of the thread's own, and to what else.
static void collectArrays(const std::vector<Statement> &list, int own, std::set<int> &arrays,
                          std::set<int> &others) {
  for (const Statement &each : list) {
    if (each.kind == Statement::Kind::Assign && each.variable >= own) {
      const bool isOwn = each.value && each.value->kind == Kind::Array &&
                         llvm::StringRef(each.value->text).starts_with(OwnMark);
      (isOwn ? arrays : others).insert(each.variable);
    }
    collectArrays(each.body, own, arrays, others);
    collectArrays(each.otherwise, own, arrays, others);
  }
}

/// The element of an array whose variable is one of these.
static bool isElementOf(const Term &place, const std::set<int> &arrays) {
  const Term *root = &place;
  while (root->kind == Kind::Element || root->kind == Kind::Offset)
    root = root->children[0].get();
  return root->kind == Kind::Variable && arrays.contains(static_cast<int>(root->number));
}

/// The statements set variables from that one on, and elements of these arrays, and nothing else.
static bool setOnly(const std::vector<Statement> &list, int own, const std::set<int> &arrays) {
  return std::ranges::all_of(list, [&](const Statement &each) {
    const bool setsOwn = (each.kind == Statement::Kind::Assign && each.variable >= own) ||
                         (each.kind == Statement::Kind::Store && isElementOf(*each.place, arrays));
    return (setsOwn || each.kind == Statement::Kind::If || each.kind == Statement::Kind::Loop) &&
           setOnly(each.body, own, arrays) && setOnly(each.otherwise, own, arrays);
  });
}
static bool setOnly(const std::vector<Statement> &list, int own) {
  std::set<int> arrays, others;
  collectArrays(list, own, arrays, others);
  for (const int other : others)
    arrays.erase(other);
  return setOnly(list, own, arrays);
}

/// The order in which arguments are evaluated is the compiler's: none may change what another sees.
bool Lowerer::addArguments(Statements arguments, int own, size_t count, const clang::Expr *call,
                           Statements &out) {
  if (count > 1 && !setOnly(arguments, own))
    return fail(call, "arguments with effects, whose order is not known");
  std::ranges::move(arguments, std::back_inserter(out));
  return true;
}

bool Lowerer::isActive(const clang::FunctionDecl *function) const {
  return std::ranges::any_of(frames,
                             [&](const Frame &frame) { return frame.function == function; });
}

/// What an #if chooses in the function is chosen for the host, also in default arguments.
void Lowerer::restOn(const clang::FunctionDecl &function) {
  facts.functions.insert(function.redecls_begin(), function.redecls_end());
  if (const clang::FunctionDecl *pattern = function.getTemplateInstantiationPattern())
    facts.functions.insert(pattern->redecls_begin(), pattern->redecls_end());
}

/// Extents rest on constants, and types on names, that the build is asserted to have.
bool Lowerer::knowsTypes(const clang::FunctionDecl &function) {
  const NamedTypes named = namedTypes(function, context);
  facts.addAssertions(named.types);
  return llvm::all_of(named.extents, [&](const clang::Expr *extent) {
    return !extent || knownConstant(*extent, context, facts) ||
           fail(extent, "'" + textOf(*extent) +
                            "', which a type rests on, is no constant that can be checked");
  });
}

/// The body of a function in its frame, where these are the names, after what `first` lowers there.
bool Lowerer::lowerBody(Frame &frame, NamedObjects inside, Statements &out,
                        llvm::function_ref<bool()> first) {
  std::swap(names, inside);
  frames.push_back(std::move(frame));
  const bool done = knowsTypes(*frames.back().function) && first() &&
                    body(partsOf(frames.back().function->getBody()), out);
  frame = std::move(frames.back());
  frames.pop_back();
  std::swap(names, inside);
  // Arrays in shared memory are the same at each call.
  for (const auto &[variable, number] : inside.numbers)
    if (variable->hasGlobalStorage())
      names.numbers.emplace(variable, number);
  if (done)
    restOn(*frame.function);
  return done;
}

/// A call among others of an expression. It may stand where it is not always evaluated, and the
/// others are evaluated after it.
std::optional<Lowerer::Frame> Lowerer::inlined(const clang::CallExpr *call) {
  Statements *outer = before, body;
  const int own = program.variables;
  auto frame = outer ? inlinedInto(call, body) : std::nullopt;
  before = outer;
  if (!frame)
    return std::nullopt;
  if (!setOnly(body, own)) {
    unknown(call, "call of '" + call->getDirectCallee()->getNameAsString() +
                      "', which has effects, in an expression");
    return std::nullopt;
  }
  std::ranges::move(body, std::back_inserter(*outer));
  return frame;
}

/// The value of a call, or what it refers to.
TermRef Lowerer::resultOf(const clang::CallExpr *call) {
  const auto frame = inlined(call);
  if (!frame)
    return nullptr;
  const clang::SourceLocation where = call->getExprLoc();
  const clang::QualType returned = frame->function->getReturnType();
  if (frame->result < 0)
    return unknown(call, "a call without a value");
  const auto type = typeOf(returned.getNonReferenceType(), call);
  if (!type || !returned->isReferenceType())
    return type ? variable(frame->result, *type, where) : nullptr;
  const ValueType pointer{
      .form = ValueType::Class::Pointer, .bits = 64, .isSigned = false, .element = type->element};
  const TermRef zero = make({.kind = Kind::Integer, .type = {}, .location = where});
  return make(
      {Kind::Element, *type, where, "", 0, 0, {variable(frame->result, pointer, where), zero}});
}

bool Lowerer::returned(const clang::ReturnStmt *statement, Statements &out) {
  const clang::Expr *value = statement->getRetValue();
  const Frame &frame = frames.back();
  const clang::QualType type = frame.function->getReturnType();
  if (!value)
    return true;
  const clang::SourceLocation where = statement->getBeginLoc();
  if (type->isVoidType())
    return effect(value, out);
  before = &out;
  if (!frame.lanes.empty()) {
    const auto to = frame.lanes, from = lanes(value);
    return !from.empty() ? assignLanes(to, from, value, out)
                         : fail(value, "a vector that is not understood");
  }
  if (const auto to = frame.structure) {
    const auto from = objectOf(value, out);
    if (!from)
      return false;
    if (!type->isReferenceType())
      copyObject(*to, *from, value, out);
    else if (!to->empty() && *to != *from)
      return fail(value, "a function that refers to one of several structures");
    else
      frames.back().structure = from;
    return true;
  }
  const int result = frame.result;
  if (result < 0)
    return fail(statement, "return of a value");
  if (type->isReferenceType()) {
    const TermRef element = lvalue(value);
    if (!element || element->kind != Kind::Element)
      return element && fail(value, "a reference that is not understood");
    out.push_back({Statement::Kind::Assign, where, result, fixed(element, out)->children[0]});
    return true;
  }
  const auto form = typeOf(type, statement);
  const TermRef found = form ? term(value) : nullptr;
  if (!found)
    return false;
  out.push_back({Statement::Kind::Assign, where, result, converted(found, *form)});
  return true;
}

} // namespace warpsmith::frontend
