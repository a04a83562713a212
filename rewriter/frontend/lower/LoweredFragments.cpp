// Fragments of nvcuda::wmma: matrices that a warp holds together. Which lane has which element is
// not told, and does not matter: an element stands for all of them, by its row and its column. So a
// fragment of sums is one variable, one of A has a variable for each step of its row, and one of B
// for each step of its column.
#include "rewriter/frontend/clang/FragmentTypes.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/lower/Lowerer.h"
#include "llvm/Support/SaveAndRestore.h"

namespace warpsmith::frontend {

using Kind = Term::Kind;
using Class = ValueType::Class;

namespace {

constexpr ValueType Wide{.form = Class::Integer, .bits = 64};

/// The type of a fragment's elements. Tensor cores do not tell how sums in half are rounded: they
/// are followed as those in float that a contract for tensor cores makes of them.
ValueType heldType(const FragmentType &type) {
  return {.form = Class::Number, .element = type.sumsInHalf() ? ElementType::F32 : type.type};
}

/// How many variables a fragment has.
int64_t numbersOf(const FragmentType &type) {
  return type.use == FragmentType::Use::Accumulator ? 1 : type.steps;
}

/// How many fragments a variable has.
int64_t fragmentsIn(clang::QualType type, const clang::ASTContext &context) {
  int64_t count = 1;
  for (const auto *array = context.getAsConstantArrayType(type); array;
       array = context.getAsConstantArrayType(array->getElementType()))
    count *= static_cast<int64_t>(array->getSize().getLimitedValue(1 << 16));
  return count;
}

/// A loop's statements set nothing but elements of fragments and variables of their own.
bool setsElements(const std::vector<Statement> &statements, int own) {
  return llvm::all_of(statements, [&](const Statement &each) {
    const bool isOwn = each.kind == Statement::Kind::Assign && each.variable >= own;
    const bool isElement = each.kind == Statement::Kind::Store && each.place->text == FragmentMark;
    return (isOwn || isElement || each.kind == Statement::Kind::If) &&
           setsElements(each.body, own) && setsElements(each.otherwise, own);
  });
}

/// `for (int i = 0; i < sums.num_elements; ++i)`: its variable. Null for any other loop.
const clang::VarDecl *numberOfElements(const clang::ForStmt &loop,
                                       const clang::ASTContext &context) {
  const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(loop.getInit());
  const auto *variable = declaration && declaration->isSingleDecl()
                             ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl())
                             : nullptr;
  const auto first = variable && variable->getInit()
                         ? variable->getInit()->getIntegerConstantExpr(context)
                         : std::nullopt;
  const auto is = [&](const clang::Expr *expression) {
    const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
    return named && named->getDecl() == variable;
  };
  const auto *condition = llvm::cast<clang::BinaryOperator>(loop.getCond()->IgnoreParenImpCasts());
  const auto *increment = llvm::dyn_cast_or_null<clang::UnaryOperator>(loop.getInc());
  return first && *first == 0 && is(condition->getLHS()) &&
                 condition->getOpcode() == clang::BO_LT && increment &&
                 increment->isIncrementOp() && is(increment->getSubExpr())
             ? variable
             : nullptr;
}

} // namespace

TermRef Lowerer::wide(int64_t number, clang::SourceLocation where) {
  return make({.kind = Kind::Integer, .type = Wide, .location = where, .number = number});
}

bool Lowerer::declareFragment(const clang::VarDecl *variable, const FragmentType &type,
                              Statements &out) {
  constexpr int64_t Most = 1024;
  const clang::Expr *initial = variable->getInit();
  const clang::Stmt *where =
      initial ? static_cast<const clang::Stmt *>(initial) : frames.back().function->getBody();
  const auto *construction = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(initial);
  if (initial && (!construction || construction->getNumArgs() != 0))
    return fail(where, "a fragment that begins as another value");
  if (initial)
    settleAll(initial);
  if (const std::string why =
          type.use == FragmentType::Use::Accumulator ? "" : missingFragmentShape(type);
      !why.empty())
    return fail(where, why);
  const int64_t elements = fragmentsIn(variable->getType(), context) * numbersOf(type);
  const std::array<int64_t, 3> shape = {type.rows, type.columns, type.steps};
  if (!program.fragments)
    program.fragments = shape;
  if (program.fragments != shape)
    return fail(where, "fragments of several shapes");
  if (elements > Most || (type.sumsInHalf() && type.type != ElementType::F16))
    return fail(where, "fragments '" + variable->getNameAsString() + "' of type '" +
                           variable->getType().getAsString() + "'");
  const int pointer = numberOf(variable);
  const std::string name = OwnMark + variable->getNameAsString() + " " + std::to_string(pointer);
  const auto [known, isNew] =
      program.own.try_emplace(name, OwnArray{program.variables, static_cast<int>(elements)});
  if (isNew)
    program.variables += static_cast<int>(elements);
  ValueType to = heldType(type);
  to.form = Class::Pointer;
  out.push_back(
      {Statement::Kind::Assign, variable->getLocation(), pointer,
       make({.kind = Kind::Array, .type = to, .location = variable->getLocation(), .text = name})});
  return true;
}

/// A fragment, or an array of them, as a pointer to the first of its variables.
TermRef Lowerer::fragmentPointer(const clang::Expr *expression) {
  using namespace clang;
  expression = expression->IgnoreParenImpCasts();
  const SourceLocation where = expression->getExprLoc();
  if (const auto *named = dyn_cast<DeclRefExpr>(expression)) {
    const auto *variable = dyn_cast<VarDecl>(named->getDecl());
    QualType type = variable ? variable->getType().getNonReferenceType() : QualType();
    if (variable && type->isPointerType())
      type = type->getPointeeType();
    const auto fragment = variable ? fragmentType(type, context) : std::nullopt;
    if (fragment && names.numbers.contains(variable)) {
      ValueType to = heldType(*fragment);
      to.form = Class::Pointer;
      return this->variable(names.numbers[variable], to, where);
    }
  }
  const auto *subscript = dyn_cast<ArraySubscriptExpr>(expression);
  const auto *operation = dyn_cast<clang::UnaryOperator>(expression);
  if (operation && (operation->getOpcode() == UO_Deref || operation->getOpcode() == UO_AddrOf))
    return fragmentPointer(operation->getSubExpr());
  const auto *sum = dyn_cast<clang::BinaryOperator>(expression);
  const bool isMoved =
      sum && sum->getOpcode() == BO_Add && sum->getLHS()->getType()->isPointerType();
  const Expr *base = subscript ? subscript->getBase() : isMoved ? sum->getLHS() : nullptr;
  const QualType each = subscript ? expression->getType()
                        : isMoved ? sum->getType()->getPointeeType()
                                  : QualType();
  const auto fragment = base ? fragmentType(each, context) : std::nullopt;
  const TermRef pointer = fragment ? fragmentPointer(base) : nullptr;
  const TermRef index = pointer ? term(subscript ? subscript->getIdx() : sum->getRHS()) : nullptr;
  if (index)
    return make({Kind::Offset,
                 pointer->type,
                 where,
                 "",
                 0,
                 0,
                 {pointer, times(index, fragmentsIn(each, context) * numbersOf(*fragment))}});
  return refuse.refusal() ? nullptr : unknown(expression, "a fragment that is not understood");
}

/// One of the variables of the fragment that an argument names.
TermRef Lowerer::fragmentNumber(const TermRef &pointer, int64_t number) {
  ValueType type = pointer->type;
  type.form = Class::Number;
  return make({Kind::Element,
               type,
               pointer->location,
               FragmentMark,
               0,
               0,
               {pointer, wide(number, pointer->location)}});
}

/// What becomes of a sum in half where it is no sum any more.
TermRef Lowerer::outOfFragment(const TermRef &number, const ValueType &type) {
  return number->type == type
             ? number
             : make({Kind::Convert, type, number->location, FragmentMark, 0, 0, {number}});
}

/// Where an element of the matrix lies that a call loads or stores.
TermRef Lowerer::elementOfMatrix(const clang::Expr *pointer, const clang::Expr *pitch,
                                 const FragmentType &type, bool byColumns,
                                 std::optional<int64_t> step) {
  const clang::SourceLocation where = pointer->getExprLoc();
  const auto index = [&](char axis) {
    const bool isStep =
        axis == 'r' ? type.use == FragmentType::Use::B : type.use == FragmentType::Use::A;
    return isStep && step ? wide(*step, where)
                          : make({.kind = Kind::Builtin,
                                  .type = Wide,
                                  .location = where,
                                  .text = FragmentMark,
                                  .axis = axis});
  };
  const TermRef to = term(pointer);
  // A pitch is not negative.
  const TermRef distance = to ? term(pitch->IgnoreParenImpCasts()) : nullptr;
  if (!distance)
    return nullptr;
  if (to->type.form != Class::Pointer || to->type.element != type.type)
    return unknown(pointer, "no matrix of the fragment's elements");
  const auto binary = [&](const char *op, const TermRef &left, const TermRef &right) {
    return make({Kind::Binary, Wide, where, op, 0, 0, {left, right}});
  };
  const TermRef place =
      binary("+", binary("*", index(byColumns ? 'c' : 'r'), converted(distance, Wide)),
             index(byColumns ? 'r' : 'c'));
  return make(
      {Kind::Element, {.form = Class::Number, .element = type.type}, where, "", 0, 0, {to, place}});
}

/// A call of a function of nvcuda::wmma; nothing for any other one.
std::optional<bool> Lowerer::fragmentCall(const clang::CallExpr *call, Statements &out) {
  const std::string name = fragmentFunction(*call);
  if (name.empty())
    return std::nullopt;
  if (overElements)
    return fail(call, "'" + name + "' in a loop over the elements of a fragment");
  before = &out;
  settle(call);
  const clang::SourceLocation where = call->getBeginLoc();
  const auto set = [&](const TermRef &pointer, int64_t number, const TermRef &value) {
    const TermRef place = fragmentNumber(pointer, number);
    out.push_back({Statement::Kind::Store, where, -1, converted(value, place->type), place});
  };
  if (name == "mma_sync" && call->getNumArgs() >= 4)
    return multiplyFragments(call, out);
  const bool stores = name == "store_matrix_sync" && call->getNumArgs() >= 4;
  const clang::Expr *argument = call->getNumArgs() < 2 ? nullptr : call->getArg(stores ? 1 : 0);
  const auto type = argument ? fragmentType(argument->getType(), context) : std::nullopt;
  const TermRef fragment = type ? fragmentPointer(argument) : nullptr;
  if (!fragment)
    return !type && fail(call, "unsupported call of '" + name + "'");
  if (name == "fill_fragment" && call->getNumArgs() == 2) {
    const TermRef value = term(call->getArg(1));
    const ValueType element{.form = Class::Number, .element = type->type};
    for (int64_t number = 0; value && number < numbersOf(*type); ++number)
      set(fragment, number, converted(value, element));
    return value != nullptr;
  }
  const bool isSum = type->use == FragmentType::Use::Accumulator;
  if ((!stores && name != "load_matrix_sync") || call->getNumArgs() < 3 || (stores && !isSum))
    return fail(call, "unsupported call of '" + name + "'");
  const auto byColumns = isSum ? matrixLayout(*call) : type->byColumns;
  if (!byColumns)
    return fail(call, "whether a matrix goes by rows or columns is not known");
  if (stores) {
    const TermRef place =
        elementOfMatrix(call->getArg(0), call->getArg(2), *type, *byColumns, std::nullopt);
    if (place)
      out.push_back({Statement::Kind::Store, where, -1,
                     outOfFragment(fragmentNumber(fragment, 0),
                                   {.form = Class::Number, .element = type->type}),
                     place});
    return place != nullptr;
  }
  for (int64_t step = 0; step < numbersOf(*type); ++step) {
    const TermRef place =
        elementOfMatrix(call->getArg(1), call->getArg(2), *type, *byColumns, step);
    if (!place)
      return false;
    set(fragment, step, place);
  }
  return true;
}

/// Each element of the sum gets the products of A's row and B's column.
bool Lowerer::multiplyFragments(const clang::CallExpr *call, Statements &out) {
  std::vector<FragmentType> types;
  std::vector<TermRef> fragments;
  for (unsigned number = 0; number < 4; ++number) {
    const auto type = fragmentType(call->getArg(number)->getType(), context);
    if (!type)
      return fail(call, "unsupported call of 'mma_sync'");
    types.push_back(*type);
    fragments.push_back(fragmentPointer(call->getArg(number)));
    if (!fragments.back())
      return false;
  }
  using Use = FragmentType::Use;
  if (types[1].use != Use::A || types[2].use != Use::B || types[0].use != Use::Accumulator ||
      types[3].use != Use::Accumulator || types[3].type != types[0].type ||
      types[1].type != types[2].type)
    return fail(call, "unsupported call of 'mma_sync'");
  if (call->getNumArgs() > 4 && !llvm::isa<clang::CXXDefaultArgExpr>(call->getArg(4)))
    return fail(call, "'mma_sync' with sums that end at the largest number");
  const ValueType type = heldType(types[0]);
  const clang::SourceLocation where = call->getBeginLoc();
  const auto binary = [&](const char *op, const TermRef &left, const TermRef &right) {
    return make({Kind::Binary, type, where, op, 0, 0, {left, right}});
  };
  TermRef sum = fragmentNumber(fragments[3], 0);
  for (int64_t step = 0; step < types[1].steps; ++step)
    sum = binary("+", sum,
                 binary("*", converted(fragmentNumber(fragments[1], step), type),
                        converted(fragmentNumber(fragments[2], step), type)));
  program.onTensorCores = true;
  out.push_back({Statement::Kind::Store, where, -1, sum, fragmentNumber(fragments[0], 0)});
  return true;
}

/// A loop over the elements that a thread has of a fragment: it does to each what its body says,
/// and nothing else. Nothing for any other loop.
std::optional<bool> Lowerer::overFragment(const clang::ForStmt *loop, Statements &out) {
  const auto *condition = llvm::dyn_cast_or_null<clang::BinaryOperator>(
      loop->getCond() ? loop->getCond()->IgnoreParenImpCasts() : nullptr);
  const auto length = condition ? fragmentLength(*condition->getRHS(), context) : std::nullopt;
  if (!length)
    return std::nullopt;
  const clang::VarDecl *number = numberOfElements(*loop, context);
  if (!number || overElements)
    return fail(loop, "unsupported loop over the elements of a fragment");
  if (length->isTf32 && roundsFragment(loop->getBody(), number, context))
    return true;
  if (length->use != FragmentType::Use::Accumulator)
    return fail(loop, "a loop over the elements of an operand of a product");
  const llvm::SaveAndRestore<const clang::VarDecl *> over(overElements, number);
  const llvm::SaveAndRestore<const FragmentType *> ofType(elementsOver, &*length);
  const int own = program.variables;
  Statements inside;
  if (!body(partsOf(loop->getBody()), inside))
    return false;
  if (!setsElements(inside, own))
    return fail(loop, "a loop over the elements of a fragment does more than change them");
  std::ranges::move(inside, std::back_inserter(out));
  return true;
}

/// `sums.x[i]` in a loop over its elements; null for what is no element of a fragment.
TermRef Lowerer::fragmentElement(const clang::ArraySubscriptExpr *element) {
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(element->getBase()->IgnoreParenImpCasts());
  const auto type = member ? fragmentType(member->getBase()->getType(), context) : std::nullopt;
  if (!type)
    return nullptr;
  const auto *index = llvm::dyn_cast<clang::DeclRefExpr>(element->getIdx()->IgnoreParenImpCasts());
  if (!overElements || !index || index->getDecl() != overElements || member->isArrow() ||
      type->use != FragmentType::Use::Accumulator || type->type != elementsOver->type)
    return unknown(element,
                   "which element of a fragment '" + textOf(*element) + "' is, is not known");
  const TermRef pointer = fragmentPointer(member->getBase());
  return pointer ? fragmentNumber(pointer, 0) : nullptr;
}

} // namespace warpsmith::frontend
