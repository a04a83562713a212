/// Evaluates C++ expressions of a kernel to symbolic values over a SymbolicState.
///
/// Each function returns nothing when it meets a construct it does not understand, after telling
/// the RefusalSink which one and where.
#pragma once

#include "rewriter/frontend/clang/Mdspans.h"
#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/symbolic/Decisions.h"
#include "rewriter/frontend/symbolic/LocalArrays.h"
#include "rewriter/frontend/symbolic/LocalStructures.h"
#include "rewriter/frontend/symbolic/SymbolicState.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include <variant>

namespace warpsmith::frontend {

/// An element of an array.
struct Element {
  std::string array;
  ElementType type;
  Polynomial index;
  const clang::VarDecl *shared = nullptr;
};
/// Where an lvalue lies: a local variable, or an element of an array.
using Place = std::variant<const clang::VarDecl *, Element>;

/// What a condition says: something already decided, bounds on indices, or a comparison of data.
struct Condition {
  std::optional<bool> decided;
  Bounds bounds;
  ExpressionRef data;
};

class SymbolicEvaluator {
public:
  SymbolicEvaluator(const clang::ASTContext &ast, SymbolicState &symbolicState, RefusalSink &sink,
                    Decisions &taken)
      : context(ast),
        state(symbolicState),
        refuse(sink),
        decisions(taken) {}

  /// Arithmetic of unsigned types is kept modulo their size. `used` also makes sure that the value
  /// is the polynomial, but for one of 64 bits: pointers wrap as those do. `exact` makes sure of it
  /// for all types: comparisons and divisions do not.
  std::optional<Polynomial> integer(const clang::Expr *expression);
  std::optional<Polynomial> used(const clang::Expr *expression);
  std::optional<Polynomial> exact(const clang::Expr *expression);
  /// A whole number that the source calculates in floating point, and what it calculates before it
  /// rounds up (`ceil`) or down.
  std::optional<Polynomial> wholeNumber(const clang::Expr *expression);
  struct Ratio {
    Polynomial dividend, divisor;
  };
  std::optional<Ratio> ratio(const clang::Expr *expression);
  /// Of sizes, as the generated code calculates it before a launch. A divisor that is not known
  /// must be positive there.
  Polynomial quotient(const Polynomial &dividend, const Polynomial &divisor, bool remainder);
  Polynomial ceiling(const Ratio &parts);
  Polynomial floored(const Ratio &parts);
  /// Makes sure that the polynomial is a value of the type, unless that has 64 bits.
  void require(const Polynomial &value, clang::QualType type, clang::SourceLocation location);
  std::optional<ExpressionRef> scalar(const clang::Expr *expression);
  /// Arithmetic of half and bfloat16; of an assignment (`+=`), what is assigned.
  std::optional<ExpressionRef> narrowOperation(const clang::CXXOperatorCallExpr *operation);
  std::optional<ExpressionRef> torchOperation(const clang::CXXOperatorCallExpr *operation);
  /// An address that a variable may hold: none in an array of the thread's own, but for a variable
  /// that is declared with it where lanes have sums.
  std::optional<Pointer> pointer(const clang::Expr *expression, bool declares = false);
  /// The same, which may also be one in such an array.
  std::optional<Pointer> address(const clang::Expr *expression);
  /// The elements of an lvalue that is one of CUDA's vectors (VectorEvaluation.cpp).
  std::optional<std::vector<Place>> lanes(const clang::Expr *expression);
  /// The elements that an assignment copies, to and from, where it copies them as vectors of
  /// another type: eight halves as one float4. Nothing for any other assignment.
  std::optional<std::vector<std::pair<Place, Place>>> copiedAsOther(const clang::Expr *target,
                                                                    const clang::Expr *value);
  Polynomial elementsOf(const Polynomial &vectors, const Polynomial &each);
  /// The number of innermost elements that one value of this type holds.
  Polynomial innerElements(clang::QualType type);
  std::optional<Place> place(const clang::Expr *expression);
  /// The condition, or its opposite when it must not hold.
  std::optional<Condition> condition(const clang::Expr *expression, bool holds);
  /// True for a condition that says more where it fails: then all of `!(a || b)` holds.
  static bool failsAsWhole(const clang::Expr *expression);
  /// The conjunction, or else the disjunction, of two truth values as variables hold them; nothing
  /// when one is none, or they are not bounds that all hold.
  std::optional<Polynomial> combined(const Polynomial &left, const Polynomial &right,
                                     bool conjunction);
  /// A variable that holds a truth value, and what a statement under a condition sets it to.
  struct Flag {
    const clang::VarDecl *variable;
    Polynomial value;
    bool set;
  };
  /// What it holds after the statement.
  std::optional<Polynomial> flagged(const Flag &flag, const clang::Expr *condition);
  /// The value an element holds now: what was stored, or its initial contents.
  std::optional<ExpressionRef> read(const Element &element, clang::SourceLocation location);
  /// `then` where the condition holds.
  ExpressionRef chosenByCase(const ExpressionRef &value, const clang::Stmt *one = nullptr,
                             const clang::Stmt *other = nullptr,
                             const clang::VarDecl *variable = nullptr);
  ExpressionRef select(const Condition &condition, const ExpressionRef &then,
                       const ExpressionRef &otherwise);
  /// The value where the guards around the present statement hold.
  ExpressionRef guarded(const ExpressionRef &value) const;

  /// Integer variables that hold data, not indices: what is read from memory reaches them.
  std::set<const clang::VarDecl *> dataIntegers;
  bool isData(const clang::VarDecl *variable) const { return dataIntegers.contains(variable); }
  bool isData(const clang::Expr *expression) const;
  /// The integer is made of an address, and has no side effects (AddressTests.cpp).
  bool hasAddress(const clang::Expr *expression) const;

  /// Steps of pointers and indices (`p++`) whose effect the statement around them takes care of,
  /// and whether they have been evaluated.
  std::map<const clang::UnaryOperator *, bool> stepped;
  /// What to say of a step that is none of these; empty for anything else.
  static std::string whyNoStep(const clang::Expr *expression);

  /// Enters a function: its parameters get the values of a call's arguments. False when one is not
  /// understood.
  bool bind(const clang::FunctionDecl &function, const clang::CallExpr *call);
  void unbind(const clang::FunctionDecl &function);
  /// A parameter of the function that is entered, which refers to a variable of its caller's.
  bool isReferred(const clang::VarDecl *parameter) const;
  /// What a loop has counted a variable to is used: the loop has no negative number of steps then.
  void requireCount(const clang::VarDecl *variable);
  /// Where an lvalue lies, which may be an array or a vector.
  std::optional<Pointer> addressOf(const clang::Expr *expression);
  /// An array declared as vectors of floats that holds numbers of 16 bits.
  bool holdsNarrow(const clang::VarDecl *variable) const;
  /// What a local reference to an element is another name of; null for another variable.
  const Pointer *referredTo(const clang::DeclRefExpr *reference) const;

  /// The values of a structure's fields.
  using StructureValue = std::map<const clang::FieldDecl *, Captured>;
  /// The structure that a function of the user's returns, which may have several statements.
  std::function<std::optional<StructureValue>(const clang::Expr *)> walkCall;
  /// The number that a function of the user's returns, which may have several statements.
  std::function<std::optional<ExpressionRef>(const clang::CallExpr *)> walkScalarCall;
  /// What a structure holds that is a variable, a parameter or a list of values.
  std::optional<StructureValue> structureValue(const clang::Expr *expression);
  /// That of one field, given its initial value or none.
  std::optional<Captured> fieldValue(const clang::FieldDecl &field, const clang::Expr *initial);
  /// Makes a variable a structure of the thread's own with these values; false when it is none.
  bool setStructure(const clang::VarDecl *variable, const StructureValue &values);
  /// What an assignment to a thrust::complex assigns (ComplexEvaluation.cpp).
  std::optional<StructureValue> complexOperation(const clang::CXXOperatorCallExpr *assignment);

  // Fragments.cpp.
  std::optional<int64_t> numberOfFragment(const LocalElement &local, const clang::Expr *expression);
  std::optional<Place> fragmentPlace(const LocalElement &local, const clang::Expr *expression);
  // Words.cpp.
  /// `int` and `unsigned`.
  static bool isWordType(clang::QualType type);
  /// The integer is made of other numbers, which an instruction takes as 32 bits.
  bool isWord(const clang::Expr *expression) const;
  std::optional<Word> word(const clang::Expr *expression);
  /// The elements that an lvalue of 32 bits stands for: one variable, or several of another type.
  std::optional<std::vector<Place>> wordPlaces(const clang::Expr *expression);
  /// A vector whose memory was declared as numbers of another type, and those numbers.
  bool isMadeOfOther(const clang::Expr *expression) const;
  std::optional<std::vector<Place>> elementsOfOther(const clang::Expr *expression);
  /// An address in shared memory as a number, and the other way round.
  std::optional<Polynomial> addressInShared(const clang::Expr *pointer);
  std::optional<Pointer> pointerToShared(const Polynomial &address);
  bool seeSharedAs(Pointer &pointer, ElementType type);
  static Polynomial withUnknownOffset(const Polynomial &value, const std::string &symbol);

  std::optional<ElementType> fragmentSum; ///< the type of sums whose elements are told apart

  /// What a message adds where the barrier that the array needs is in a loop that may run no step.
  std::string perhapsOpen(const SharedArray &array) const; // SharedMemory.cpp
  bool isValueWhere(const Condition &condition, const ExpressionRef &value,
                    const ExpressionRef &otherwise);

  /// The expression as the source spells it, on one line, for messages.
  std::string text(const clang::Expr *expression) const;

private:
  std::optional<Polynomial> integerConversion(const clang::CastExpr *cast);
  bool isOfTurns(const Polynomial &value) const;
  std::optional<Polynomial> integerBinary(const clang::BinaryOperator *operation);
  std::optional<Polynomial> integerReference(const clang::DeclRefExpr *reference);
  std::optional<Polynomial> integerVariable(const clang::VarDecl *variable,
                                            const clang::Expr *reference);
  std::optional<Polynomial> integerCall(const clang::CallExpr *call);
  std::optional<Polynomial> extreme(const clang::AbstractConditionalOperator *conditional,
                                    const Condition &condition);
  std::optional<Polynomial> division(const clang::BinaryOperator *operation, bool quotient,
                                     const Polynomial &dividend, const Polynomial &divisor);
  std::optional<Polynomial> ofBlock(bool quotient, const Polynomial &dividend,
                                    const Polynomial &divisor);
  std::optional<Polynomial> reduced(const clang::BinaryOperator *operation, bool quotient,
                                    const Polynomial &dividend, int64_t divisor);
  int64_t largestWhole(clang::QualType type) const;
  std::optional<Polynomial> nested(const clang::BinaryOperator *operation, bool quotient,
                                   const Polynomial &dividend, const Polynomial &divisor);
  bool numbersGrid(const Polynomial &index) const;
  bool isNumberOfRows(const Polynomial &value) const;
  /// `i >> 3` and `i & 7` as `i / 8` and `i % 8`, `i << 3` as `i * 8`.
  std::optional<Polynomial> shift(const clang::BinaryOperator *operation, const Polynomial &value,
                                  const Polynomial &bits);
  std::optional<Polynomial> mask(const clang::BinaryOperator *operation, const Polynomial &left,
                                 const Polynomial &right);
  /// `i % 2 == 0 ? 0 : 4` as `i % 2 * 4`; nothing where it is not of this form.
  std::optional<Polynomial> constantNumber(const clang::CallExpr *call);
  /// A constant rests on the functions that give it, whose `#if`s are looked at.
  void lookInto(const clang::Expr &constant);
  std::optional<Polynomial> byParity(const clang::AbstractConditionalOperator *conditional);
  std::optional<Polynomial> byStage(const clang::AbstractConditionalOperator *conditional);
  /// Makes sure that a division may stand for a shift or a mask: they differ below zero.
  void requirePositive(const Polynomial &dividend, clang::QualType type);
  /// Two polynomials that this parse shows to be equal; then the rewrite rests on it.
  bool sameNumber(const Polynomial &left, const Polynomial &right);
  /// The polynomial's number where this parse knows it; then the rewrite rests on it.
  std::optional<int64_t> assumed(const Polynomial &value);
  std::optional<ExpressionRef> scalarReference(const clang::DeclRefExpr *reference);
  std::optional<ExpressionRef> scalarBinary(const clang::BinaryOperator *operation);
  /// The elements in it are not among the first `read` that were read, nor read for another time.
  bool isReadSince(const Expression &expression, size_t read) const;
  std::optional<ExpressionRef> scalarCall(const clang::CallExpr *call);
  std::optional<ExpressionRef> constantCall(const clang::CallExpr *call) const;
  std::optional<ExpressionRef> scalarOf(const Polynomial &value, ElementType type,
                                        const clang::Expr *expression);
  std::optional<ExpressionRef> conversion(const clang::Expr *operand, clang::QualType type);
  std::optional<Condition> holding(const clang::Expr *expression) {
    return condition(expression, true);
  }
  std::optional<Condition> failing(const clang::Expr *expression) {
    return condition(expression, false);
  }
  Condition chosenWay();
  // Mdspan.cpp.
  /// A cuda::std::mdspan that the kernel is given, or that is a member of what it is given.
  struct Mdspan : MdspanType {
    std::string name;
  };
  std::optional<Mdspan> mdspan(const clang::CallExpr *call) const;
  Polynomial askedOf(const Mdspan &matrix, const std::string &question, size_t dimension);
  Polynomial extentOf(const Mdspan &matrix, size_t dimension);
  std::optional<Polynomial> strideOf(const Mdspan &matrix, size_t dimension);
  std::optional<Polynomial> mdspanNumber(const Mdspan &matrix, const clang::CallExpr *call);
  std::optional<Place> mdspanElement(const Mdspan &matrix, const clang::CallExpr *call);
  // ThreadBounds.cpp.
  bool isPositiveOfLaunch(const Polynomial &value);
  std::optional<Polynomial> greatestOfThreads(const Polynomial &value);
  std::optional<Polynomial> greatestOfIndex(const std::string &symbol);
  bool requireOfAllThreads(const Bounds &bounds);
  std::optional<Condition> comparison(const clang::BinaryOperator *operation, bool holds);
  std::optional<Condition> comparisonOfValues(const clang::Expr *left, Relation relation,
                                              const clang::Expr *right, bool holds,
                                              const clang::Expr *whole);
  std::optional<Condition> decide(const Predicate &question, bool holds,
                                  const clang::Expr *expression);
  std::optional<Condition> compareIntegers(const clang::BinaryOperator *operation, bool holds);
  /// `(unsigned)i < n`, which is false for a negative i: two bounds. Nothing of other comparisons.
  std::optional<Condition> withinUnsigned(const clang::BinaryOperator *operation, bool holds);
  // Truth values: TruthValues.cpp.
  /// The condition as an integer: 0, 1 or a truthSymbol() for what it says at this place.
  std::optional<Polynomial> truth(const clang::Expr *expression);
  Polynomial truth(Truth value);
  std::optional<Condition> held(size_t number, bool holds, const clang::Expr *expression);
  /// True for what condition() understands and integer() does not.
  bool isCondition(const clang::Expr *expression) const;
  /// `&&` or `||`, also for `&` and `|` of truth values.
  std::optional<clang::BinaryOperatorKind> connective(const clang::BinaryOperator *operation) const;
  /// The branch that a condition on parameters chooses; nothing for any other condition.
  std::optional<const clang::Expr *> chosen(const clang::AbstractConditionalOperator *operation,
                                            Condition *condition);
  /// The value that a function of the user's returns, evaluated by `evaluateReturned`; only
  /// functions that do nothing but return one expression are understood.
  template <typename Value>
  std::optional<Value>
  inlined(const clang::CallExpr *call,
          std::optional<Value> (SymbolicEvaluator::*evaluateReturned)(const clang::Expr *));
  std::optional<Pointer> pointerTo(const clang::Expr *expression) { return pointer(expression); }
  bool pointsToOther(const clang::Expr *pointer, ElementType as) const;
  std::optional<std::vector<Place>> placesOfWord(Pointer where, const clang::Expr *expression);
  std::optional<Pointer> addressOfCast(const clang::CastExpr *cast);
  std::optional<Pointer> element(const clang::Expr *base, const clang::Expr *index);
  std::optional<Place> placeAt(const Pointer &where, const clang::Expr *expression);
  /// The lane of a vector that is an lvalue, or nothing where the expression is none.
  const clang::MemberExpr *lane(const clang::Expr *expression) const;
  std::optional<StructureValue> vectorValue(const clang::Expr *expression);
  std::optional<StructureValue> vectorChoice(const clang::AbstractConditionalOperator *conditional);
  // Complex numbers: ComplexEvaluation.cpp.
  /// The real and the imaginary part of a value.
  std::optional<std::array<ExpressionRef, 2>> complexParts(const clang::Expr *expression);
  /// Those of what a function takes by reference.
  std::optional<std::array<ExpressionRef, 2>> referredParts(const clang::Expr *expression);
  /// What a function of Thrust returns.
  std::optional<std::array<ExpressionRef, 2>> thrustCall(const clang::CallExpr *call);
  /// `x.real()`, `x.imag()` of thrust::complex.
  std::optional<ExpressionRef> complexMember(const clang::CXXMemberCallExpr *call);
  /// What a function of cuComplex.h returns; nothing, without a word, for any other function.
  std::optional<std::array<ExpressionRef, 2>> complexCall(const clang::CallExpr *call);
  std::optional<Place> localVariable(const LocalElement &local, const clang::Expr *expression);
  std::optional<ExpressionRef> variable(const clang::VarDecl *variable,
                                        const clang::Expr *reference);
  std::optional<ExpressionRef> ofBoundedSize(const ExpressionRef &value,
                                             clang::SourceLocation location,
                                             const std::string &name);
  /// `A.elements` of a structure that is a parameter; empty for anything else.
  std::string member(const clang::Expr *expression) const;
  /// A number of a structure of this type that is a parameter.
  ExpressionRef memberScalar(const std::string &name, ElementType type, clang::QualType structure);
  std::optional<ExpressionRef> readShared(const Element &element, clang::SourceLocation location);

  const clang::ASTContext &context;
  SymbolicState &state;
  RefusalSink &refuse;
  Decisions &decisions;
  bool readsVector = false;      ///< what is read is a part of a vector that is read as a whole
  bool throughReference = false; ///< what an argument names is read by the function, in parts maybe
  /// What a call's function sees other than its parameters: `*this`, as C++ of the kernel's
  /// parameters, or what the lambda has copied. Nothing when that is not understood.
  struct Callee {
    std::string object;
    std::vector<Captured> captured;
    const clang::VarDecl *local = nullptr; ///< `*this`, of the thread's own
    const clang::VarDecl *outer = nullptr; ///< what it is for the caller
    /// What parameters refer to that the function may change.
    std::vector<std::pair<const clang::VarDecl *, const clang::VarDecl *>> referred = {};
  };
  std::optional<Callee> callee(const clang::CallExpr *call);
  bool bind(const clang::FunctionDecl &function, const std::vector<const clang::Expr *> &arguments,
            Callee seen, clang::SourceLocation location);
  std::optional<StructureValue> constructed(const clang::CXXConstructExpr *construction);
  void exchange(std::vector<Captured> &captured);
  std::string structure(const clang::Expr *expression) const;

  /// The same variables each time that a structure is declared.
  std::map<const clang::VarDecl *, StructureFields> structureFields;
  std::vector<const clang::FunctionDecl *> active; ///< functions that are being evaluated
  std::vector<Callee> entered;                     ///< what those that are entered see
};

} // namespace warpsmith::frontend
