#include "rewriter/frontend/launches/HostValues.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include <algorithm>
#include <cstdlib>
#include <set>

namespace warpsmith::frontend {
namespace {

constexpr int MostCalls = 4;         // one inside of another
constexpr int MostSteps = 1000;      // expressions that are looked at
constexpr int64_t Largest = 1 << 29; // coefficient: products of two must not overflow

bool isSmall(const Polynomial &value) {
  const std::vector<Polynomial> summands = value.summands();
  return summands.size() <= 16 &&
         std::all_of(summands.begin(), summands.end(), [](Polynomial summand) {
           for (const std::string &symbol : summand.symbols())
             summand = summand.substitute(symbol, 1);
           return std::abs(summand.constant().value_or(Largest)) < Largest;
         });
}

const clang::Expr *withoutNoops(const clang::Expr *expression) {
  while (true) {
    expression = expression->IgnoreParens();
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
    if (!cast || cast->getCastKind() != clang::CK_NoOp)
      return expression;
    expression = cast->getSubExpr();
  }
}

/// The variable that an lvalue names, or of which it names a member.
const clang::DeclRefExpr *named(const clang::Expr *expression) {
  expression = withoutNoops(expression);
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression);
      member && !member->isArrow())
    expression = withoutNoops(member->getBase());
  return llvm::dyn_cast<clang::DeclRefExpr>(expression);
}

/// While a variable is replaced by what it starts as, which may be made of itself: `int n = n;`.
struct Expansion {
  Expansion(std::set<const clang::VarDecl *> &all, const clang::VarDecl &one)
      : expanded(all),
        variable(&one),
        isNew(all.insert(&one).second) {}
  ~Expansion() {
    if (isNew)
      expanded.erase(variable);
  }
  Expansion(const Expansion &) = delete; // takes back what it has put in
  Expansion &operator=(const Expansion &) = delete;

  std::set<const clang::VarDecl *> &expanded;
  const clang::VarDecl *variable;
  const bool isNew;
};

bool isDim3(clang::QualType type) {
  const auto *record = type->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName() == "dim3";
}

bool isWideInteger(clang::QualType type, const clang::ASTContext &context) {
  return type->isIntegerType() && !type->isBooleanType() && context.getTypeSize(type) >= 32;
}

} // namespace

/// Nodes come before what they are made of, so that a name's use is known when it is met.
class VariableUses::Visitor : public clang::DynamicRecursiveASTVisitor {
public:
  Visitor(VariableUses &owner, const clang::SourceManager &manager)
      : target(owner),
        sources(manager) {}

  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *cast) override {
    if (cast->getCastKind() == clang::CK_LValueToRValue)
      read(cast->getSubExpr());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *construction) override {
    if (construction->getConstructor()->isCopyOrMoveConstructor() &&
        construction->getNumArgs() == 1)
      read(construction->getArg(0));
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *operation) override {
    if (operation->isAssignmentOp())
      write(operation->getLHS());
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *operation) override {
    if (assignsShape(operation))
      write(operation->getArg(0));
    return true;
  }
  // A label leads into the middle of a block.
  bool VisitCompoundStmt(clang::CompoundStmt *block) override {
    if (llvm::any_of(block->body(), [](const clang::Stmt *statement) {
          return llvm::isa<clang::SwitchCase>(statement);
        }))
      return true;
    for (const clang::Stmt *statement : block->body()) {
      const auto *expression = llvm::dyn_cast<clang::Expr>(statement);
      const auto *operation = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(
          expression ? expression->IgnoreUnlessSpelledInSource() : nullptr);
      const auto *name = assignsShape(operation) ? named(operation->getArg(0)) : nullptr;
      if (const auto *variable =
              llvm::dyn_cast_or_null<clang::VarDecl>(name ? name->getDecl() : nullptr))
        target.assignments[variable].push_back({operation->getArg(1), block});
    }
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) override {
    if (operation->isIncrementDecrementOp())
      write(operation->getSubExpr());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
    // scanf and its like write a variable and are done with it; others may keep its address.
    const clang::FunctionDecl *function = call->getDirectCallee();
    if (!function || llvm::isa<clang::CXXMemberCallExpr>(call) || call->isGLValue() ||
        !(call->getType()->isVoidType() || call->getType()->isIntegralOrEnumerationType()) ||
        !(function->getBuiltinID() || sources.isInSystemHeader(function->getLocation())))
      return true;
    for (const clang::Expr *argument : call->arguments()) {
      argument = withoutNoops(argument);
      if (const auto *address = llvm::dyn_cast<clang::UnaryOperator>(argument);
          address && address->getOpcode() == clang::UO_AddrOf)
        write(address->getSubExpr());
      else
        write(argument);
    }
    return true;
  }
  bool VisitGotoStmt(clang::GotoStmt *) override { return target.jumps = true; }
  bool VisitIndirectGotoStmt(clang::IndirectGotoStmt *) override { return target.jumps = true; }
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) override {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (!variable || reads.contains(name))
      return true;
    if (written.contains(name) && !name->refersToEnclosingVariableOrCapture())
      target.writes[variable].push_back(name->getLocation());
    else
      target.escaped[variable] = true;
    return true;
  }

private:
  static bool assignsShape(const clang::CXXOperatorCallExpr *operation) {
    return operation && operation->getOperator() == clang::OO_Equal &&
           operation->getNumArgs() == 2 && isDim3(operation->getArg(0)->getType()) &&
           llvm::isa<clang::DeclRefExpr>(withoutNoops(operation->getArg(0)));
  }
  void read(const clang::Expr *expression) {
    if (const auto *name = named(expression))
      reads.insert(name);
  }
  void write(const clang::Expr *expression) {
    if (const auto *name = named(expression))
      written.insert(name);
  }

  VariableUses &target;
  const clang::SourceManager &sources;
  std::set<const clang::DeclRefExpr *> reads, written;
};

VariableUses::VariableUses(const clang::FunctionDecl &function) {
  if (function.getBody())
    Visitor(*this, function.getASTContext().getSourceManager()).TraverseStmt(function.getBody());
}

bool VariableUses::keepsValue(const clang::VarDecl &variable, clang::SourceLocation place,
                              const clang::SourceManager &sources) const {
  const clang::QualType type = variable.getType();
  if (jumps || !variable.hasLocalStorage() || type->isReferenceType() ||
      type.isVolatileQualified() || escaped.contains(&variable))
    return false;
  const auto found = writes.find(&variable);
  return found == writes.end() ||
         std::all_of(found->second.begin(), found->second.end(), [&](clang::SourceLocation write) {
           return sources.isBeforeInTranslationUnit(write, place);
         });
}

const clang::Expr *VariableUses::assigned(const clang::VarDecl &variable,
                                          clang::SourceLocation place,
                                          const clang::SourceManager &sources) const {
  const auto known = assignments.find(&variable);
  if (known == assignments.end() || jumps || !variable.hasLocalStorage() ||
      variable.getType().isVolatileQualified() || escaped.contains(&variable))
    return nullptr;
  const auto isWithin = [&](clang::SourceLocation where, clang::SourceRange range) {
    return where == range.getBegin() ||
           (sources.isBeforeInTranslationUnit(range.getBegin(), where) &&
            sources.isBeforeInTranslationUnit(where, range.getEnd()));
  };
  for (const Assignment &each : known->second) {
    const auto there = llvm::find_if(each.block->body(), [&](const clang::Stmt *statement) {
      return isWithin(place, statement->getSourceRange());
    });
    const clang::SourceLocation begin = each.value->getBeginLoc();
    // Until control leaves the statement for good, nothing else writes.
    if (there != each.block->body_end() && sources.isBeforeInTranslationUnit(begin, place) &&
        llvm::none_of(writes.at(&variable), [&](clang::SourceLocation write) {
          return isWithin(write, {begin, (*there)->getEndLoc()});
        }))
      return each.value;
  }
  return nullptr;
}

const Quotient *HostValues::quotient(const std::string &symbol) const {
  for (size_t index = 0; index < quotients.size(); ++index)
    if (symbol == "/" + std::to_string(index))
      return &quotients[index];
  return nullptr;
}

std::optional<Polynomial> HostValues::divided(const Polynomial &numerator,
                                              const Polynomial &divisor) {
  const auto dividend = numerator.constant(), by = divisor.constant();
  if (by && *by <= 0)
    return std::nullopt;
  if (by == 1)
    return numerator;
  if (dividend && by)
    return Polynomial(*dividend / *by);
  quotients.push_back({numerator, divisor});
  return Polynomial::symbol("/" + std::to_string(quotients.size() - 1));
}

std::optional<Polynomial> HostValues::integer(const clang::Expr *expression,
                                              clang::SourceLocation place) {
  if (++steps > MostSteps)
    return std::nullopt;
  const auto value = any(expression, place);
  return value && isSmall(*value) ? value : std::nullopt;
}

std::optional<Polynomial> HostValues::any(const clang::Expr *expression,
                                          clang::SourceLocation place) {
  expression = expression->IgnoreParens();
  if (const auto *argument = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(expression))
    return integer(argument->getReplacement(), place);
  if (expression->isValueDependent() || expression->containsErrors() ||
      expression->getType().isNull())
    return std::nullopt;
  clang::Expr::EvalResult value;
  if (expression->getType()->isIntegerType() && expression->EvaluateAsInt(value, context) &&
      value.Val.getInt().isRepresentableByInt64())
    return Polynomial(value.Val.getInt().getExtValue());
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression)) {
    const clang::Expr *inner = cast->getSubExpr();
    if (cast->getCastKind() == clang::CK_FloatingToIntegral)
      return rounded(inner, place);
    if (!isWideInteger(cast->getType(), context) || !isWideInteger(inner->getType(), context))
      return std::nullopt;
    return integer(inner, place);
  }
  if (!isWideInteger(expression->getType(), context))
    return std::nullopt;
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return this->operation(operation, place);
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression))
    return this->member(member, place);
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression))
    return this->call(call, place);
  const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  const auto *declaration = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  return declaration && !name->refersToEnclosingVariableOrCapture() ? variable(*declaration, place)
                                                                    : std::nullopt;
}

std::optional<Polynomial> HostValues::variable(const clang::VarDecl &declaration,
                                               clang::SourceLocation place) {
  if (const auto bound = parameters.find(&declaration); bound != parameters.end())
    return bound->second;
  const clang::SourceManager &sources = context.getSourceManager();
  const clang::SourceLocation begin = declaration.getLocation();
  // What it is made of, or else itself.
  const bool isParameter = llvm::isa<clang::ParmVarDecl>(declaration); // its default does not count
  if (!isParameter && declaration.hasInit() && uses.keepsValue(declaration, begin, sources)) {
    const Expansion expansion(expanded, declaration);
    auto value = expansion.isNew ? integer(declaration.getInit(), begin) : std::nullopt;
    if (value || !expansion.isNew)
      return value;
  }
  if (!uses.keepsValue(declaration, place, sources))
    return std::nullopt;
  const std::string name = declaration.getNameAsString();
  if (names.try_emplace(name, &declaration).first->second != &declaration)
    return std::nullopt; // one hides the other
  return Polynomial::symbol(name);
}

std::optional<Polynomial> HostValues::operation(const clang::BinaryOperator *operation,
                                                clang::SourceLocation place) {
  const auto left = integer(operation->getLHS(), place);
  const auto right = left ? integer(operation->getRHS(), place) : std::nullopt;
  if (!right)
    return std::nullopt;
  switch (operation->getOpcode()) {
  case clang::BO_Add:
    return *left + *right;
  case clang::BO_Sub:
    return *left - *right;
  case clang::BO_Mul:
    return *left * *right;
  case clang::BO_Div:
    return divided(*left, *right);
  case clang::BO_Shr:
  case clang::BO_Shl: {
    const auto bits = right->constant();
    if (!bits || *bits < 0 || *bits > 30)
      return std::nullopt;
    const Polynomial power(int64_t{1} << *bits);
    return operation->getOpcode() == clang::BO_Shl ? *left * power : divided(*left, power);
  }
  default:
    return std::nullopt;
  }
}

std::optional<Polynomial> HostValues::member(const clang::MemberExpr *member,
                                             clang::SourceLocation place) {
  if (member->isArrow() || !isDim3(member->getBase()->getType()))
    return std::nullopt;
  const auto whole = shape(member->getBase(), place);
  const std::string name = member->getMemberDecl()->getNameAsString();
  if (!whole || name.size() != 1 || name[0] < 'x' || name[0] > 'z')
    return std::nullopt;
  return (*whole)[name[0] - 'x'];
}

/// A function that returns an expression of its parameters: `ceilDivide(n, 16)`.
std::optional<Polynomial> HostValues::call(const clang::CallExpr *call,
                                           clang::SourceLocation place) {
  const clang::FunctionDecl *function = call->getDirectCallee();
  const auto *body =
      function ? llvm::dyn_cast_or_null<clang::CompoundStmt>(function->getBody()) : nullptr;
  if (!body || body->size() != 1 || llvm::isa<clang::CXXMethodDecl>(function) ||
      call->getNumArgs() != function->getNumParams() || depth == MostCalls)
    return std::nullopt;
  const auto *result = llvm::dyn_cast<clang::ReturnStmt>(body->body_front());
  if (!result || !result->getRetValue() || result->getRetValue()->HasSideEffects(context))
    return std::nullopt;
  std::vector<Polynomial> given;
  for (const clang::Expr *argument : call->arguments()) {
    const auto value = integer(argument, place);
    if (!value)
      return std::nullopt;
    given.push_back(*value);
  }
  for (unsigned index = 0; index < given.size(); ++index)
    parameters[function->getParamDecl(index)] = given[index];
  ++depth;
  const auto value = integer(result->getRetValue(), place);
  --depth;
  return value;
}

/// `ceil((float)n / 16)`, and the mistake `ceil(n / 16)`.
std::optional<Polynomial> HostValues::rounded(const clang::Expr *expression,
                                              clang::SourceLocation place) {
  const auto unconverted = [](const clang::Expr *value) -> const clang::Expr * {
    value = value->IgnoreParens();
    while (const auto *cast = llvm::dyn_cast<clang::CastExpr>(value)) {
      if (cast->getCastKind() == clang::CK_IntegralToFloating)
        return cast->getSubExpr();
      if (cast->getCastKind() != clang::CK_FloatingCast && cast->getCastKind() != clang::CK_NoOp)
        return nullptr;
      value = cast->getSubExpr()->IgnoreParens();
    }
    return nullptr;
  };
  expression = expression->IgnoreParenImpCasts();
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expression);
  const clang::FunctionDecl *function = call ? call->getDirectCallee() : nullptr;
  if (!function || !function->getIdentifier() || call->getNumArgs() != 1 ||
      (function->getName() != "ceil" && function->getName() != "ceilf"))
    return std::nullopt;
  const clang::Expr *argument = call->getArg(0);
  if (argument->getType()->isIntegerType()) // an overload of C++'s
    return integer(argument, place);
  if (const clang::Expr *whole = unconverted(argument))
    return integer(whole, place);
  const auto *division = llvm::dyn_cast<clang::BinaryOperator>(argument->IgnoreParenImpCasts());
  if (!division || division->getOpcode() != clang::BO_Div)
    return std::nullopt;
  const clang::Expr *dividend = unconverted(division->getLHS());
  const clang::Expr *divisor = unconverted(division->getRHS());
  const auto size = dividend ? integer(dividend, place) : std::nullopt;
  const auto by = divisor && size ? integer(divisor, place) : std::nullopt;
  return by ? divided(*size + *by - 1, *by) : std::nullopt;
}

std::optional<HostValues::Shape> HostValues::shape(const clang::Expr *expression,
                                                   clang::SourceLocation place) {
  expression = expression->IgnoreUnlessSpelledInSource();
  if (expression->containsErrors() || expression->getType().isNull())
    return std::nullopt; // the initializer of a variable after an error has no type
  if (expression->getType()->isIntegerType()) {
    const auto threads = integer(expression, place);
    return threads ? std::optional(Shape{*threads, 1, 1}) : std::nullopt;
  }
  if (!isDim3(expression->getType()))
    return std::nullopt;
  if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    const clang::SourceManager &sources = context.getSourceManager();
    if (!variable || llvm::isa<clang::ParmVarDecl>(variable) ||
        name->refersToEnclosingVariableOrCapture())
      return std::nullopt;
    const Expansion expansion(expanded, *variable);
    if (const clang::Expr *value = uses.assigned(*variable, place, sources))
      return expansion.isNew ? shape(value, value->getBeginLoc()) : std::nullopt;
    if (!variable->hasInit() || !uses.keepsValue(*variable, variable->getLocation(), sources))
      return std::nullopt;
    return expansion.isNew ? shape(variable->getInit(), variable->getLocation()) : std::nullopt;
  }
  const auto *construction = llvm::dyn_cast<clang::CXXConstructExpr>(expression);
  if (!construction)
    return std::nullopt;
  if (construction->getNumArgs() == 1 && isDim3(construction->getArg(0)->getType()))
    return shape(construction->getArg(0), place);
  Shape result = {1, 1, 1};
  if (construction->getNumArgs() > result.size())
    return std::nullopt;
  for (unsigned index = 0; index < construction->getNumArgs(); ++index) {
    const clang::Expr *argument = construction->getArg(index);
    if (llvm::isa<clang::CXXDefaultArgExpr>(argument))
      continue;
    const auto value = integer(argument, place);
    if (!value)
      return std::nullopt;
    result[index] = *value;
  }
  return result;
}

} // namespace warpsmith::frontend
