#include "rewriter/frontend/symbolic/InlinedCalls.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/Fragments.h"
#include "rewriter/frontend/symbolic/StructurePointers.h"

namespace warpsmith::frontend {

bool isSeenThrough(const clang::FunctionDecl &function) {
  if (isInThrust(function))
    return false; // its built-in declaration need not compute the same
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  const auto *lambda = method ? method->getParent() : nullptr;
  if (method && (method->isVirtual() || llvm::isa<clang::CXXConstructorDecl>(method)))
    return false;
  // What is not inlined is not contracted into FMAs with what surrounds it.
  return (function.hasAttr<clang::CUDADeviceAttr>() || (lambda && lambda->isLambda())) &&
         !function.hasAttr<clang::NoInlineAttr>() && !function.isVariadic();
}

const clang::CXXMethodDecl *calledLambda(const clang::CallExpr &call) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call.getDirectCallee());
  return method && method->getParent()->isLambda()
             ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(method->getDefinition())
             : nullptr;
}

bool isCallOfFunction(const clang::CallExpr &call) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call.getDirectCallee());
  return !method || !llvm::isa<clang::CXXOperatorCallExpr, clang::CXXMemberCallExpr>(call);
}

bool returnsStructure(const clang::CallExpr &call) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call.getDirectCallee());
  return isCallOfFunction(call) ||
         (method && !method->getParent()->isLambda() && !isCudaOwn(*method->getParent()) &&
          !isInThrust(*method) && !call.isGLValue() && !method->isOverloadedOperator());
}

namespace {

bool isOperatorOfObject(const clang::CallExpr *call) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
  return llvm::isa<clang::CXXOperatorCallExpr>(call) && method && !method->isStatic();
}

} // namespace

std::string SymbolicEvaluator::structure(const clang::Expr *expression) const {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(expression);
      operation &&
      (operation->getOpcode() == clang::UO_Deref || operation->getOpcode() == clang::UO_AddrOf))
    return structure(operation->getSubExpr());
  if (llvm::isa<clang::CXXThisExpr>(expression))
    return entered.empty() ? std::string() : entered.back().object;
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto known = state.structures.find(llvm::dyn_cast<clang::VarDecl>(reference->getDecl()));
    return known == state.structures.end() ? std::string() : known->second;
  }
  const std::string name = member(expression);
  return name.empty() || !expression->getType()->isPointerType() ? name
         : pointsToStructure(expression->getType())              ? structureBehind(name)
                                                                 : std::string();
}

std::optional<SymbolicEvaluator::StructureValue>
SymbolicEvaluator::structureValue(const clang::Expr *expression) {
  const clang::Expr *source = copiedStructure(expression);
  const auto *record = source->getType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return refuse(expression->getExprLoc(), "unsupported structure '" + text(expression) + "'");
  StructureValue values;
  if (const clang::VarDecl *local = localStructure(source, state)) {
    for (const auto &[field, variable] : state.localStructures.at(local))
      values.emplace(field, state.capture(variable));
    return values;
  }
  // One of a parameter's: its fields are told by their names there.
  if (const std::string outer = structure(source); !outer.empty()) {
    const auto fields =
        isThrustComplex(source->getType())
            ? laneFields(source->getType())
            : std::vector<const clang::FieldDecl *>(record->field_begin(), record->field_end());
    for (const clang::FieldDecl *field : fields) {
      const std::string name = memberName(outer, field->getNameAsString());
      const clang::QualType type = field->getType();
      Captured value{nullptr, {}, {}, {}};
      if (field->getAccess() == clang::AS_private || field->getAccess() == clang::AS_protected)
        return refuse(expression->getExprLoc(), "private member '" + name + "'");
      if (type.isVolatileQualified() || type->isReferenceType() ||
          source->getType().isVolatileQualified())
        continue;
      if (type->isIntegerType()) {
        value.integer = Polynomial::symbol(name);
        if (type->isUnsignedIntegerType())
          state.unsignedSymbols.insert(name);
      } else if (type->isPointerType() && elementType(type->getPointeeType())) {
        value.pointer = Pointer{name, *elementType(type->getPointeeType()), Polynomial(0)};
      } else if (elementType(type)) {
        value.scalar = memberScalar(name, *elementType(type), source->getType());
      }
      values.emplace(field, std::move(value));
    }
    return values;
  }
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(source);
      call && walkCall && call->getDirectCallee() && returnsStructure(*call) &&
      !isCudaOwn(*call->getDirectCallee()) && !isThrustFunction(*call->getDirectCallee()))
    return walkCall(expression);
  if (const auto *construction = llvm::dyn_cast<clang::CXXConstructExpr>(source);
      construction && isExtents(source->getType()) && construction->getNumArgs() <= 3 &&
      !construction->getConstructor()->isCopyOrMoveConstructor()) {
    unsigned number = 0;
    for (const clang::FieldDecl *field : record->fields()) {
      const clang::Expr *given =
          number < construction->getNumArgs() ? construction->getArg(number) : nullptr;
      ++number;
      Captured value{nullptr, {}, {}, {}};
      value.integer = !given || llvm::isa<clang::CXXDefaultArgExpr>(given)
                          ? std::optional(Polynomial(1))
                          : integer(given);
      if (!value.integer)
        return std::nullopt;
      values.emplace(field, std::move(value));
    }
    return values;
  }
  if (const auto *construction = llvm::dyn_cast<clang::CXXConstructExpr>(source);
      construction && construction->getNumArgs() > 0 && !vectorType(source->getType()) &&
      !isCudaOwn(*record))
    return constructed(construction);
  const auto *list = llvm::dyn_cast<clang::InitListExpr>(source);
  if (!list && vectorType(source->getType()))
    return vectorValue(source);
  if (!list)
    return refuse(expression->getExprLoc(), "unsupported structure '" + text(expression) + "'");
  unsigned number = 0;
  for (const clang::FieldDecl *field : record->fields()) {
    const clang::Expr *initial = number < list->getNumInits() ? list->getInit(number++) : nullptr;
    auto value = fieldValue(*field, initial);
    if (!value)
      return std::nullopt;
    values.emplace(field, std::move(*value));
  }
  return values;
}

std::optional<Captured> SymbolicEvaluator::fieldValue(const clang::FieldDecl &field,
                                                      const clang::Expr *initial) {
  const clang::QualType type = field.getType();
  Captured value{nullptr, {}, {}, {}};
  if (const auto *given = llvm::dyn_cast_or_null<clang::CXXDefaultInitExpr>(initial))
    initial = given->getExpr();
  if (!initial || llvm::isa<clang::ImplicitValueInitExpr>(initial)) {
    if (type->isIntegerType())
      value.integer = Polynomial(0);
    else if (const auto kind = elementType(type))
      value.scalar = zeroOf(*kind);
    return value;
  }
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(initial);
      list && list->getNumInits() == 1 && type->isScalarType())
    initial = list->getInit(0);
  bool isKnown = false;
  if (type->isPointerType())
    isKnown = (value.pointer = pointer(initial)).has_value();
  else if (type->isIntegerType() && !isData(initial))
    isKnown = (value.integer = integer(initial)).has_value();
  else
    isKnown = (value.scalar = scalar(initial)).has_value();
  return isKnown ? std::optional(std::move(value)) : std::nullopt;
}

/// `View(float *from, int pitch) : data(from), stride(pitch) {}`, of a constructor that does no
/// more.
std::optional<SymbolicEvaluator::StructureValue>
SymbolicEvaluator::constructed(const clang::CXXConstructExpr *construction) {
  const auto *definition = llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(
      construction->getConstructor()->getDefinition());
  const auto *body = llvm::dyn_cast_or_null<clang::CompoundStmt>(
      definition && definition->hasBody() ? definition->getBody() : nullptr);
  const auto refused = [&] {
    return refuse(construction->getExprLoc(),
                  "constructor of '" +
                      construction->getConstructor()->getParent()->getNameAsString() +
                      "', whose effect is not known");
  };
  if (!body || !body->body_empty() || definition->isVariadic() ||
      definition->isDelegatingConstructor() || definition->getParent()->getNumBases() > 0 ||
      !definition->hasAttr<clang::CUDADeviceAttr>() || definition->hasAttr<clang::NoInlineAttr>())
    return refused();
  const std::vector<const clang::Expr *> arguments(construction->arg_begin(),
                                                   construction->arg_end());
  if (!bind(*definition, arguments, {}, construction->getExprLoc()))
    return std::nullopt;
  state.inlined.insert(definition);
  std::optional<StructureValue> values = StructureValue();
  for (const clang::CXXCtorInitializer *member : definition->inits()) {
    auto value = member->isMemberInitializer() ? fieldValue(*member->getMember(), member->getInit())
                                               : std::nullopt;
    if (!value) {
      values.reset();
      break;
    }
    values->emplace(member->getMember(), std::move(*value));
  }
  unbind(*definition);
  return values || refuse.refusal() ? values : refused();
}

bool SymbolicEvaluator::setStructure(const clang::VarDecl *variable, const StructureValue &values) {
  StructureFields &fields = structureFields[variable];
  if (fields.empty())
    fields = fieldVariables(*variable, context);
  if (fields.empty()) {
    refuse(variable->getLocation(), "variable '" + variable->getNameAsString() + "' of type '" +
                                        variable->getType().getAsString() + "'");
    return false;
  }
  state.localStructures[variable] = fields;
  for (const auto &[field, own] : fields) {
    state.readsIndirectly |= own->getType()->isFloatingType();
    if (isData(variable))
      dataIntegers.insert(own);
    const auto known = values.find(field);
    Captured value = known == values.end() ? Captured{own, {}, {}, {}} : known->second;
    value.variable = own;
    state.restore(value);
  }
  return true;
}

std::optional<SymbolicEvaluator::Callee> SymbolicEvaluator::callee(const clang::CallExpr *call) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
  if (!method || method->isStatic())
    return Callee{};
  const auto *named = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  const clang::Expr *object = named ? named->getImplicitObjectArgument() : call->getArg(0);
  if (!method->getParent()->isLambda()) {
    if (std::string name = structure(object); !name.empty())
      return Callee{std::move(name), {}};
    if (const clang::VarDecl *local = localStructure(object, state)) {
      const auto *definition =
          llvm::dyn_cast_or_null<clang::CXXMethodDecl>(method->getDefinition());
      if (!definition || !leavesObject(*definition))
        return refuse(call->getExprLoc(),
                      "'" + method->getNameAsString() + "' may change '" + text(object) + "'");
      return Callee{{}, {}, local};
    }
    return refuse(call->getExprLoc(), "'" + text(object) + "' is not a parameter of the kernel");
  }
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(object->IgnoreParenImpCasts());
  const auto known = state.lambdas.find(
      reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr);
  if (known == state.lambdas.end())
    return refuse(call->getExprLoc(), "call of the lambda '" + text(object) + "'");
  return Callee{{}, known->second};
}

void SymbolicEvaluator::exchange(std::vector<Captured> &captured) {
  for (Captured &one : captured) {
    const Captured now = state.capture(one.variable);
    state.restore(one);
    one = now;
  }
}

const clang::Expr *onlyReturned(const clang::FunctionDecl &function) {
  if (!isSeenThrough(function))
    return nullptr;
  const auto *body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function.getBody());
  const auto *statement =
      body && body->size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body->body_front()) : nullptr;
  return statement ? statement->getRetValue() : nullptr;
}

bool SymbolicEvaluator::bind(const clang::FunctionDecl &function, const clang::CallExpr *call) {
  auto seen = callee(call);
  const unsigned first = isOperatorOfObject(call);
  return seen && bind(function, {call->getArgs() + first, call->getArgs() + call->getNumArgs()},
                      std::move(*seen), call->getExprLoc());
}

bool SymbolicEvaluator::bind(const clang::FunctionDecl &function,
                             const std::vector<const clang::Expr *> &arguments, Callee seen,
                             clang::SourceLocation location) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  const bool isLambda = method && method->getParent()->isLambda();
  // All arguments first: one of them may call the same function.
  std::vector<std::pair<const clang::VarDecl *, Polynomial>> integers;
  std::vector<std::pair<const clang::VarDecl *, Pointer>> pointers;
  std::vector<std::pair<const clang::VarDecl *, Word>> words;
  std::vector<std::pair<const clang::VarDecl *, ExpressionRef>> scalars;
  std::vector<std::pair<const clang::VarDecl *, std::string>> structures;
  std::vector<std::pair<const clang::VarDecl *, StructureValue>> own;
  for (unsigned index = 0; index < function.getNumParams(); ++index) {
    const clang::ParmVarDecl *parameter = function.getParamDecl(index);
    const clang::Expr *argument = arguments[index];
    if (llvm::isa<clang::CXXDefaultArgExpr>(argument)) {
      refuse(location, "default argument of '" + function.getNameAsString() + "'");
      return false;
    }
    const clang::QualType type = parameter->getType().getNonReferenceType();
    if (isThreadBlock(type))
      continue;
    // `float (&sums)[8]`, `fragment<…> &sums`
    const bool isFragment =
        parameter->getType()->isReferenceType() && fragmentType(type, context).has_value();
    if (type->isConstantArrayType() || isFragment) {
      const auto value = addressOf(argument);
      if (!value)
        return false;
      pointers.emplace_back(parameter, *value);
      continue;
    }
    if (parameter->getType()->isReferenceType() && !type.isConstQualified() &&
        (elementType(type) || type->isIntegerType()) && !isLambda && argument->isLValue()) {
      // What the function leaves in its parameter is that of the variable behind it.
      const auto target = place(argument);
      if (!target)
        return false;
      const auto *const *variable = std::get_if<const clang::VarDecl *>(&*target);
      if (variable && llvm::none_of(seen.referred,
                                    [&](const auto &other) { return other.second == *variable; })) {
        seen.referred.emplace_back(parameter, *variable);
        continue;
      }
    }
    if (parameter->getType()->isReferenceType() && !type.isConstQualified()) {
      refuse(location, "'" + parameter->getNameAsString() + "' of '" + function.getNameAsString() +
                           "' is a reference");
      return false;
    }
    state.readsIndirectly |= parameter->getType()->isReferenceType() && elementType(type);
    if (type->isIntegerType() && isWord(argument)) {
      const auto value = word(argument);
      if (!value)
        return false;
      words.emplace_back(parameter, *value);
    } else if (type->isIntegerType() && !isData(argument)) {
      const auto value = integer(argument);
      if (!value)
        return false;
      integers.emplace_back(parameter, *value);
    } else if (const std::string pointed = pointsToStructure(type) ? structure(argument) : "";
               !pointed.empty()) {
      structures.emplace_back(parameter, pointed);
    } else if (type->isPointerType()) {
      const auto value = address(argument); // also of an array of the thread's own
      if (!value)
        return false;
      pointers.emplace_back(parameter, *value);
    } else if (type->isRecordType() && !elementType(type)) {
      const clang::Expr *source = argument->IgnoreParenImpCasts();
      if (const auto *copy = llvm::dyn_cast<clang::CXXConstructExpr>(source);
          copy && copy->getNumArgs() == 1 && copy->getConstructor()->isTrivial())
        source = copy->getArg(0)->IgnoreParenImpCasts();
      const std::string known = structure(source);
      const clang::VarDecl *local = localStructure(copiedStructure(argument), state);
      const bool isLocal = local != nullptr;
      const bool isMade = llvm::isa<clang::CallExpr, clang::InitListExpr, clang::CXXConstructExpr>(
          copiedStructure(argument));
      if (isLocal || (known.empty() && (vectorType(type) || isMade))) {
        const bool refers = parameter->getType()->isReferenceType();
        if (isLocal && refers)
          for (const auto &[field, variable] : state.localStructures.at(local))
            state.usedAlone.insert(variable);
        const bool outer = throughReference;
        throughReference |= refers;
        const auto value = structureValue(argument);
        throughReference = outer;
        if (!value)
          return false;
        own.emplace_back(parameter, *value);
        continue;
      }
      if (known.empty()) {
        refuse(argument->getExprLoc(),
               "argument '" + text(argument) + "' of '" + function.getNameAsString() + "'");
        return false;
      }
      if (const auto *record = parameter->getType()->getAsCXXRecordDecl();
          record && record->hasDefinition() && !record->hasTrivialDestructor()) {
        refuse(argument->getExprLoc(),
               "destructor of '" + record->getNameAsString() + "', whose effect is not known");
        return false;
      }
      structures.emplace_back(parameter, known);
    } else {
      const auto value = elementType(type) ? scalar(argument) : std::nullopt;
      if (!value) {
        refuse(argument->getExprLoc(),
               "argument '" + text(argument) + "' of '" + function.getNameAsString() + "'");
        return false;
      }
      scalars.emplace_back(parameter, *value);
    }
  }
  // A pointer to the same variable would see it change.
  for (const auto &[parameter, variable] : seen.referred)
    for (const auto &[other, to] : pointers)
      if (to.local && llvm::is_contained(state.localArrays.at(to.local), variable)) {
        refuse(location, "'" + parameter->getNameAsString() + "' of '" +
                             function.getNameAsString() +
                             "' is a reference into what another one points to");
        return false;
      }
  // So would a constant reference to it, but where the function is one statement of assembly, which
  // reads before it writes.
  const auto *body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function.getBody());
  const bool isAssembly =
      body && body->size() == 1 && llvm::isa<clang::GCCAsmStmt>(body->body_front());
  for (unsigned index = 0; !seen.referred.empty() && !isAssembly && index < function.getNumParams();
       ++index) {
    const clang::ParmVarDecl *parameter = function.getParamDecl(index);
    const clang::Expr *argument = arguments[index];
    if (!parameter->getType()->isReferenceType() || !argument->isLValue() ||
        !elementType(parameter->getType().getNonReferenceType()))
      continue;
    const auto target = place(argument);
    const auto *const *named = target ? std::get_if<const clang::VarDecl *>(&*target) : nullptr;
    if (named && llvm::any_of(seen.referred, [&](const auto &other) {
          return other.second == *named && other.first != parameter;
        })) {
      refuse(argument->getExprLoc(), "two references of '" + function.getNameAsString() +
                                         "' are to '" + text(argument) + "'");
      return false;
    }
  }
  exchange(seen.captured);
  for (const auto &[parameter, variable] : seen.referred) {
    Captured value = state.capture(variable);
    value.variable = parameter;
    state.restore(value);
    if (isData(variable))
      dataIntegers.insert(parameter);
  }
  seen.outer = state.object;
  state.object = seen.local;
  entered.push_back(std::move(seen));
  for (const auto &[parameter, value] : words)
    state.words[parameter] = value;
  for (const auto &[parameter, value] : integers)
    state.integers[parameter] = value;
  for (const auto &[parameter, value] : pointers)
    state.pointers[parameter] = value;
  for (const auto &[parameter, value] : scalars) {
    state.scalars[parameter] = value;
    dataIntegers.insert(parameter);
  }
  for (const auto &[parameter, value] : structures)
    state.structures[parameter] = value;
  for (const auto &[parameter, value] : own)
    if (!setStructure(parameter, value))
      return false;
  return true;
}

bool SymbolicEvaluator::isReferred(const clang::VarDecl *parameter) const {
  return !entered.empty() && llvm::any_of(entered.back().referred, [&](const auto &known) {
    return known.first == parameter;
  });
}

void SymbolicEvaluator::unbind(const clang::FunctionDecl &function) {
  for (const auto &[parameter, variable] : entered.back().referred) {
    Captured value = state.capture(parameter);
    value.variable = variable;
    state.restore(value);
  }
  for (const clang::ParmVarDecl *parameter : function.parameters()) {
    state.integers.erase(parameter);
    state.pointers.erase(parameter);
    state.scalars.erase(parameter);
    state.words.erase(parameter);
    state.structures.erase(parameter);
    state.localStructures.erase(parameter);
    dataIntegers.erase(parameter);
  }
  exchange(entered.back().captured);
  state.object = entered.back().outer;
  entered.pop_back();
}

} // namespace warpsmith::frontend
