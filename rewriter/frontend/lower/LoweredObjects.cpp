// Structures of the thread's own: each of their numbers and pointers is a variable.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/lower/Lowerer.h"
#include "llvm/Support/SaveAndRestore.h"

namespace warpsmith::frontend {

using Kind = Term::Kind;
using Path = std::vector<const clang::FieldDecl *>;

bool isPlainStructure(clang::QualType type) {
  const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->hasDefinition() && !record->isUnion() && !record->isLambda() &&
         record->getNumBases() == 0 && !record->isPolymorphic() &&
         record->hasTrivialCopyConstructor() && record->hasTrivialDestructor() &&
         !elementType(type.getNonReferenceType()) && !vectorType(type.getNonReferenceType()) &&
         (!isCudaOwn(*record) || record->getName() == "dim3") && !isInThrust(*record) &&
         !isThreadBlock(type);
}

/// A number, or a pointer to some.
static bool isPlainMember(clang::QualType type) {
  if (type.isVolatileQualified() || type->isReferenceType())
    return false;
  const bool pointsToNumbers = type->isPointerType() && elementType(type->getPointeeType()) &&
                               !type->getPointeeType().isVolatileQualified();
  return pointsToNumbers || type->isIntegralOrEnumerationType() || elementType(type).has_value();
}

/// An array of numbers or of vectors, which has a variable for each number where it is the
/// thread's own.
static bool isMemberArray(clang::QualType type) {
  const auto *array = llvm::dyn_cast<clang::ConstantArrayType>(type.getCanonicalType());
  if (!array || type.isVolatileQualified())
    return false;
  const clang::QualType each = array->getElementType();
  return elementOrLaneType(each) ? !each.isVolatileQualified() : isMemberArray(each);
}

/// A structure or a union whose members may be read where it lies: others than the thread may know
/// it, too.
static bool isReadWhereItLies(clang::QualType type) {
  const auto *record = type->getAsCXXRecordDecl();
  return record && record->hasDefinition() && !record->isLambda() && record->getNumBases() == 0 &&
         !record->isPolymorphic() && !type.isVolatileQualified() && !elementType(type) &&
         !vectorType(type) && !isCudaOwn(*record) && !isInThrust(*record);
}

bool leadsToStructure(clang::QualType type) {
  return type->isPointerType() && isReadWhereItLies(type->getPointeeType());
}

/// A union in it, or a pointer to it, has been passed.
static bool isShared(const Path &path) {
  return llvm::any_of(llvm::ArrayRef(path), [](const clang::FieldDecl *field) {
    return field->getParent()->isUnion() || leadsToStructure(field->getType());
  });
}

/// The members that are numbers or pointers, also of structures in it. Those of a parameter include
/// members of unions and of structures that pointers lead to.
static std::vector<Path> membersOf(clang::QualType type, bool ofParameter = false,
                                   const Path &outer = {}) {
  std::vector<Path> all;
  for (const clang::FieldDecl *field : type->getAsCXXRecordDecl()->fields()) {
    Path path = outer;
    path.push_back(field);
    const clang::QualType member = field->getType();
    if (field->isBitField() || field->isMutable() || member->isReferenceType())
      continue;
    // A list's elements have no names of their own.
    const bool isNext = llvm::any_of(llvm::ArrayRef(path), [&](const clang::FieldDecl *above) {
      return leadsToStructure(member) &&
             member->getPointeeType()->getAsCXXRecordDecl()->getCanonicalDecl() ==
                 above->getParent()->getCanonicalDecl();
    });
    std::vector<Path> inner;
    if (isPlainMember(member) || (!ofParameter && isMemberArray(member)))
      all.push_back(path);
    else if (isPlainStructure(member) || (ofParameter && isReadWhereItLies(member)))
      inner = membersOf(member, ofParameter, path);
    else if (ofParameter && leadsToStructure(member) && !isNext)
      inner = membersOf(member->getPointeeType(), ofParameter, path);
    std::ranges::move(inner, std::back_inserter(all));
  }
  return all;
}

/// All members of the structure are in the object, those of structures in it too.
bool isWhole(const Object &object, clang::QualType type) {
  const auto hasAll = [](clang::QualType of, const auto &self) -> bool {
    return llvm::all_of(of->getAsCXXRecordDecl()->fields(), [&](const clang::FieldDecl *field) {
      const clang::QualType member = field->getType();
      return field->isUnnamedBitField() ||
             (!field->isBitField() && !field->isMutable() &&
              (isPlainMember(member) || isMemberArray(member) ||
               (!member->isReferenceType() && isPlainStructure(member) && self(member, self))));
    });
  };
  type = type.getNonReferenceType();
  return hasAll(type, hasAll) && object.size() == membersOf(type).size();
}

static Object partOf(const Object &object, const Path &prefix) {
  Object part;
  for (const auto &[path, number] : object)
    if (path.size() > prefix.size() && std::equal(prefix.begin(), prefix.end(), path.begin()))
      part[Path(path.begin() + static_cast<ptrdiff_t>(prefix.size()), path.end())] = number;
  return part;
}

/// What an #if chooses in a structure is chosen for the host.
void Lowerer::restOn(const clang::CXXRecordDecl &record) {
  facts.records.insert(record.getDefinition());
  for (const clang::FieldDecl *field : record.fields())
    if (isPlainStructure(field->getType()))
      restOn(*field->getType().getNonReferenceType()->getAsCXXRecordDecl());
}

static std::string nameOfMemberArray(const clang::FieldDecl &field, int pointer) {
  return OwnMark + field.getNameAsString() + " " + std::to_string(pointer);
}

/// An array that is a member: the variable becomes a pointer to its first number.
void Lowerer::declareMemberArray(const clang::FieldDecl *field, int pointer) {
  const clang::QualType number = numberTypeOf(field->getType(), context);
  const auto count = static_cast<int>(numbersIn(field->getType(), number));
  const auto type = typeOf(context.getPointerType(number), frames.back().function->getBody());
  const std::string name = nameOfMemberArray(*field, pointer);
  program.own.emplace(name, OwnArray{program.variables, count, elementType(number)});
  program.variables += count;
  if (type)
    outside.push_back({Statement::Kind::Assign, field->getLocation(), pointer,
                       make({.kind = Kind::Array,
                             .type = *type,
                             .location = field->getLocation(),
                             .text = name})});
}

/// The variable of its first number.
int Lowerer::firstOfMemberArray(const clang::FieldDecl *field, int pointer) const {
  return program.own.at(nameOfMemberArray(*field, pointer)).first;
}

Object Lowerer::newObject(clang::QualType type) {
  restOn(*type.getNonReferenceType()->getAsCXXRecordDecl());
  Object made;
  for (const Path &path : membersOf(type.getNonReferenceType())) {
    made[path] = program.variables++;
    if (path.back()->getType()->isArrayType())
      declareMemberArray(path.back(), made[path]);
  }
  return made;
}

/// `p` that the kernel is given, or a member `p.rows` of such a structure, as text; empty for any
/// other expression.
std::string Lowerer::nameOfParameter(const clang::Expr *expression) const {
  expression = withoutQualifications(expression);
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    return reference->getType()->isRecordType() &&
                   llvm::is_contained(frames.front().function->parameters(), reference->getDecl())
               ? reference->getDecl()->getNameAsString()
               : std::string();
  // A member of a base may be hidden by another one of its name.
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression);
  if (!member || member->isArrow() || member->hasQualifier())
    return {};
  const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  // Others than the kernel's text name no private ones.
  if (!field || field->getName().empty() || field->getType().isVolatileQualified() ||
      field->getAccess() == clang::AS_private || field->getAccess() == clang::AS_protected)
    return {};
  const std::string of = nameOfParameter(member->getBase());
  return of.empty() ? of : of + "." + field->getNameAsString();
}

/// What a kernel's parameter has, or what it points to: each member by its name. Others than the
/// kernel's text name no private ones.
bool Lowerer::parameterObject(const clang::ParmVarDecl *parameter, Statements &out) {
  const bool isPointer = parameter->getType()->isPointerType();
  const clang::QualType structure =
      isPointer ? parameter->getType()->getPointeeType() : parameter->getType();
  if (!isPointer)
    restOn(*structure->getAsCXXRecordDecl());
  Object &object = names.objects[parameter];
  for (const Path &path : membersOf(structure, /*ofParameter=*/true)) {
    std::string name = parameter->getNameAsString();
    bool isNamed = true, isReached = isPointer;
    for (const clang::FieldDecl *field : path) {
      isNamed &= field->getAccess() != clang::AS_private &&
                 field->getAccess() != clang::AS_protected &&
                 (field->getIdentifier() || field->isAnonymousStructOrUnion());
      if (field->getIdentifier())
        name += (isReached ? "->" : ".") + field->getNameAsString();
      isReached = field->getIdentifier() ? field->getType()->isPointerType() : isReached;
    }
    const clang::QualType member = path.back()->getType();
    const auto type = isNamed ? typeOf(member, frames.front().function->getBody()) : std::nullopt;
    if (!type)
      continue;
    if (type->form == ValueType::Class::Integer && !type->isSigned)
      program.unsignedSizes.push_back(name);
    const clang::SourceLocation where = parameter->getLocation();
    object[path] = program.variables++;
    if (isPointer || isShared(path))
      inMemory.insert(object[path]);
    out.push_back(
        {Statement::Kind::Assign, where, object[path],
         make({.kind = kindOfParameter(*type), .type = *type, .location = where, .text = name})});
  }
  return !refuse.refusal();
}

/// The structure itself, where an expression points to it.
static const clang::Expr *pointedTo(const clang::Expr *expression) {
  for (;;) {
    const clang::Expr *inner = withoutQualifications(expression);
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(inner);
        cast && cast->getCastKind() == clang::CK_LValueToRValue && cast->getType()->isPointerType())
      inner = cast->getSubExpr();
    else if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(inner);
             operation && (operation->getOpcode() == clang::UO_Deref ||
                           operation->getOpcode() == clang::UO_AddrOf))
      inner = operation->getSubExpr();
    if (inner == expression)
      return expression;
    expression = inner;
  }
}

/// The variable of a structure's member; nothing where the structure is none that is known.
std::optional<int> Lowerer::numberOfMember(const clang::MemberExpr *member) {
  Path path;
  const clang::Expr *base = member;
  while (const auto *outer = llvm::dyn_cast<clang::MemberExpr>(base)) {
    const auto *field = llvm::dyn_cast<clang::FieldDecl>(outer->getMemberDecl());
    base = pointedTo(outer->getBase());
    if (!field)
      return std::nullopt;
    path.insert(path.begin(), field);
  }
  const Object *object = nullptr;
  const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(base);
  if (const auto *variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr) {
    const auto known = names.objects.find(variable);
    object = known == names.objects.end() ? nullptr : &known->second;
  } else if (llvm::isa<clang::CXXThisExpr>(base)) {
    object = frames.back().object ? &*frames.back().object : nullptr;
  }
  const auto known = object ? object->find(path) : Object::const_iterator();
  if (!object || known == object->end())
    return std::nullopt;
  for (const clang::FieldDecl *each : path)
    facts.records.insert(llvm::cast<clang::CXXRecordDecl>(each->getParent())->getDefinition());
  return known->second;
}

/// A member that is a number or a pointer, or a pointer to the first number of an array.
TermRef Lowerer::field(const clang::MemberExpr *member) {
  const auto number = numberOfMember(member);
  if (!number)
    return nullptr;
  const clang::QualType declared = member->getMemberDecl()->getType();
  const auto type = typeOf(
      declared->isArrayType() ? context.getPointerType(numberTypeOf(declared, context)) : declared,
      member);
  return type ? variable(*number, *type, member->getExprLoc()) : nullptr;
}

void Lowerer::copyObject(const Object &to, const Object &from, const clang::Stmt *where,
                         Statements &out) {
  const clang::SourceLocation location = where->getBeginLoc();
  for (const auto &[path, number] : to) {
    const auto known = from.find(path);
    const clang::QualType member = path.back()->getType();
    if (known != from.end() && member->isArrayType()) {
      const clang::QualType of = numberTypeOf(member, context);
      const int first = firstOfMemberArray(path.back(), number);
      const int given = firstOfMemberArray(path.back(), known->second);
      const auto type = typeOf(of, where);
      for (int each = 0; type && each < numbersIn(member, of); ++each)
        out.push_back({Statement::Kind::Assign, location, first + each,
                       variable(given + each, *type, location)});
      continue;
    }
    const auto type = known == from.end() ? std::nullopt : typeOf(member, where);
    if (type)
      out.push_back(
          {Statement::Kind::Assign, location, number, variable(known->second, *type, location)});
  }
}

/// The members become what the initialiser of one that leads to them says, or zero.
bool Lowerer::initialiseMember(const Object &object, const Path &path, const clang::Expr *initial,
                               const clang::Stmt *where, Statements &out) {
  if (const auto *given = llvm::dyn_cast_or_null<clang::CXXDefaultInitExpr>(initial)) {
    // In a list, too, it knows the members of the new structure.
    const Object made = object; // which may be that of the frame
    const llvm::SaveAndRestore<std::optional<Object>> inside(frames.back().object, made);
    return initialiseMember(made, path, given->getExpr(), where, out);
  }
  if (initial && llvm::isa<clang::ImplicitValueInitExpr>(initial))
    initial = nullptr;
  const clang::QualType type = path.back()->getType();
  if (isPlainStructure(type)) {
    const auto from = initial ? objectOf(initial, out) : std::nullopt;
    if (from)
      copyObject(partOf(object, path), *from, where, out);
    return from || fail(where, "a structure that is not understood");
  }
  const auto known = object.find(path);
  if (known == object.end())
    return !initial || !initial->HasSideEffects(context) ||
           fail(where, "a member that is not understood");
  if (type->isArrayType()) {
    int first = firstOfMemberArray(path.back(), known->second);
    return initialise(initial, type, numberTypeOf(type, context), first, out);
  }
  if (const auto *list = llvm::dyn_cast_or_null<clang::InitListExpr>(initial)) {
    if (list->getNumInits() > 1)
      return fail(where, "an initialiser that is not understood");
    initial = list->getNumInits() == 1 ? list->getInit(0) : nullptr;
  }
  if (!initial && type->isPointerType())
    return true; // nothing is read of it
  before = &out;
  const auto form = typeOf(type, where);
  const TermRef value =
      !form     ? nullptr
      : initial ? term(initial)
                : make({.kind = Kind::Integer, .type = {}, .location = where->getBeginLoc()});
  if (value)
    out.push_back(
        {Statement::Kind::Assign, where->getBeginLoc(), known->second, converted(value, *form)});
  return value != nullptr;
}

std::optional<Object> Lowerer::constructed(const clang::CXXConstructExpr *construction,
                                           Statements &out) {
  const auto *definition = llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(
      construction->getConstructor()->getDefinition());
  if (!definition || !definition->hasBody() || isActive(definition) || definition->isVariadic() ||
      definition->isDelegatingConstructor() || definition->hasAttr<clang::NoInlineAttr>() ||
      (!definition->isImplicit() && !definition->isDefaulted() &&
       !definition->hasAttr<clang::CUDADeviceAttr>())) {
    fail(construction, "constructor of '" +
                           construction->getConstructor()->getParent()->getNameAsString() +
                           "', whose effect is not known");
    return std::nullopt;
  }
  Frame frame{definition};
  frame.object = newObject(construction->getType());
  NamedObjects inside = names;
  const int own = program.variables;
  Statements arguments;
  for (const clang::ParmVarDecl *parameter : definition->parameters())
    if (!bind(parameter, construction->getArg(parameter->getFunctionScopeIndex()), inside,
              arguments))
      return std::nullopt;
  if (!addArguments(std::move(arguments), own, definition->getNumParams(), construction, out))
    return std::nullopt;
  settle(construction);
  const auto initialised = [&] {
    return llvm::all_of(definition->inits(), [&](const clang::CXXCtorInitializer *member) {
      return member->isMemberInitializer()
                 ? withAllEffects(member->getInit(),
                                  [&] {
                                    return initialiseMember(*frames.back().object,
                                                            {member->getMember()},
                                                            member->getInit(), construction, out);
                                  })
                 : fail(construction, "a constructor that is not understood");
    });
  };
  const bool done = lowerBody(frame, std::move(inside), out, initialised);
  before = &out;
  return done ? frame.object : std::nullopt;
}

/// One of two structures, of which the other is not evaluated.
std::optional<Object> Lowerer::chosenObject(const clang::ConditionalOperator *choice,
                                            Statements &out) {
  Statement lowered{Statement::Kind::If, choice->getExprLoc()};
  lowered.value = term(choice->getCond());
  if (!lowered.value)
    return std::nullopt;
  const Object made = newObject(choice->getType());
  const auto lower = [&](const clang::Expr *side, Statements &branch) {
    const auto from = objectOf(side, branch);
    if (from)
      copyObject(made, *from, choice, branch);
    return from.has_value();
  };
  if (!lower(choice->getTrueExpr(), lowered.body) ||
      !lower(choice->getFalseExpr(), lowered.otherwise))
    return std::nullopt;
  out.push_back(std::move(lowered));
  before = &out;
  settle(choice);
  return made;
}

/// The variables of a structure: its own where the expression names one, else others.
std::optional<Object> Lowerer::objectOf(const clang::Expr *expression, Statements &out) {
  expression = sourceOf(expression);
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression);
      cast && (cast->getCastKind() == clang::CK_ConstructorConversion ||
               cast->getCastKind() == clang::CK_LValueToRValue))
    return objectOf(cast->getSubExpr(), out);
  if (const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto known = names.objects.find(llvm::dyn_cast<clang::VarDecl>(named->getDecl()));
    if (known != names.objects.end())
      return known->second;
  }
  expression = pointedTo(expression);
  if (const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto known = names.objects.find(llvm::dyn_cast<clang::VarDecl>(named->getDecl()));
    if (known != names.objects.end())
      return known->second;
  }
  if (llvm::isa<clang::CXXThisExpr>(expression) && frames.back().object)
    return frames.back().object;
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression);
      member && llvm::isa<clang::FieldDecl>(member->getMemberDecl()) &&
      (isPlainStructure(member->getType()) || isReadWhereItLies(member->getType()) ||
       leadsToStructure(member->getType())) &&
      !member->getMemberDecl()->getType()->isReferenceType()) {
    const auto outer = objectOf(member->getBase(), out);
    return outer ? std::optional(
                       partOf(*outer, {llvm::cast<clang::FieldDecl>(member->getMemberDecl())}))
                 : std::nullopt;
  }
  before = &out;
  if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expression);
      choice && isPlainStructure(choice->getType()))
    return chosenObject(choice, out);
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression); call && isInlined(*call)) {
    const auto frame = inlined(call);
    if (frame && !frame->structure)
      fail(expression, "a structure that is not understood");
    return frame ? frame->structure : std::nullopt;
  }
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(expression);
      list && isPlainStructure(list->getType())) {
    Object made = newObject(list->getType());
    unsigned number = 0;
    for (const clang::FieldDecl *field : list->getType()->getAsCXXRecordDecl()->fields()) {
      if (field->isUnnamedBitField())
        continue;
      const clang::Expr *initial = number < list->getNumInits() ? list->getInit(number) : nullptr;
      ++number;
      if (!initialiseMember(made, {field}, initial, list, out))
        return std::nullopt;
    }
    return made;
  }
  if (const auto *construction = llvm::dyn_cast<clang::CXXConstructExpr>(expression);
      construction && isPlainStructure(construction->getType())) {
    if (construction->getNumArgs() == 0 && construction->getConstructor()->isTrivial())
      return newObject(construction->getType());
    return constructed(construction, out);
  }
  fail(expression, "a structure that is not understood");
  return std::nullopt;
}

bool Lowerer::declareObject(const clang::VarDecl *variable, Statements &out) {
  Object own = newObject(variable->getType());
  if (const clang::Expr *initial = variable->getInit()) {
    const auto from = objectOf(initial, out);
    if (!from)
      return false;
    copyObject(own, *from, initial, out);
  }
  names.objects[variable] = std::move(own);
  return true;
}

} // namespace warpsmith::frontend
