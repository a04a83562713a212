/// A kernel program run symbolically, for any one thread of a launch.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/lower/KernelProgram.h"
#include "rewriter/frontend/values/ElementsOfThread.h"
#include "rewriter/frontend/values/Formula.h"
#include "rewriter/frontend/values/ParameterCases.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace warpsmith::frontend {

/// Where an unknown value became one. It is no part of the value.
struct Cause {
  clang::SourceLocation at = {};
  bool operator==(const Cause &) const { return true; }
};

/// What a variable of the program holds.
struct Value {
  enum class Kind { Unknown, Integer, Truth, Number, Pointer, Word };

  Kind kind = Kind::Unknown;
  index::Affine integer = {}; ///< of a pointer, how many elements further on
  FormulaRef truth = nullptr;
  ExpressionRef number = nullptr;
  std::string array = {};
  bool isNull = false; ///< a pointer to nothing
  int64_t inWord = 1;  ///< of a pointer to words, how many numbers each of them is made of
  std::optional<ElementType> element = std::nullopt;
  std::string why = {}; ///< of an unknown value, what makes it so
  Cause cause = {};
  std::vector<ExpressionRef> parts = {}; ///< of a word, from the lowest bits on
  /// Of a word of numbers in half, that its parts are the sums in float that it stands for: they
  /// are rounded where they are read.
  bool isSum = false;
  /// An unknown value that is the integer as a floating-point number, first as `element`. `number`
  /// is what to calculate with.
  bool isIndex = false;
  std::vector<Polynomial> onlyIf = {}; ///< where one of these is negative, it is another value
  /// Of an unknown value that is made of an address alone, what is asked of it (Leaves.h). The
  /// integer is the number of the element there.
  std::string address = {};

  static Value unknown(std::string why) { return {.why = std::move(why)}; }
  /// Nothing but why the other one is not known.
  static Value unknownAs(const Value &other) { return {.why = other.why, .cause = other.cause}; }
  static Value of(index::Affine integer) {
    return {.kind = Kind::Integer, .integer = std::move(integer)};
  }
  static Value of(FormulaRef truth) { return {.kind = Kind::Truth, .truth = std::move(truth)}; }
  static Value of(ExpressionRef number) {
    return number ? Value{.kind = Kind::Number, .number = std::move(number)} : unknown("");
  }
  bool isKnown() const { return kind != Kind::Unknown; }
  /// Of a number or of a word, all that it is made of.
  std::vector<ExpressionRef> numbers() const;
  Value withNumbers(std::vector<ExpressionRef> others) const;
  bool operator==(const Value &) const = default;
};

class KernelRun {
public:
  KernelRun(const KernelProgram &lowered, index::Symbols &known, index::Prover &bounds,
            Decisions &outcomes, RefusalSink &sink, ElementsOfThread elements = {})
      : program(lowered),
        elementsOfThread(std::move(elements)),
        ownArrays(lowered.own),
        symbols(known),
        prover(bounds),
        decisions(outcomes),
        refuse(sink) {}

  std::optional<ThreadEffects> run();

private:
  using Statements = std::vector<Statement>;

  // Statements (KernelRun.cpp).
  bool all(const Statements &statements);
  bool one(const Statement &statement);
  bool store(const Statement &statement);
  bool storeAt(const Statement &statement, const Value &pointer, const index::Affine &place,
               const Value &stored, ElementType type);
  ExpressionRef whereStored(const ExpressionRef &value) const;
  FormulaRef storedWhere(const std::vector<std::pair<ExpressionRef, bool>> &tests);
  bool storeInMemory(StoredElement store);
  FormulaRef ofAllThreads(const FormulaRef &formula);
  bool demand(const Statement &statement);
  bool demandForAll(const FormulaRef &condition);
  bool barrier(const Statement &statement);
  bool wait(const Statement &statement);
  bool isAlikeInBlock(const index::Affine &to, const Expression &element) const;
  bool readsOnly(const ExpressionRef &value) const;
  ProgramPoint here(clang::SourceLocation where);
  ProgramPoint synchronisation(clang::SourceLocation where);
  static bool isConstant(const Term &term);
  ExpressionRef chosenByCase(const ExpressionRef &value, const Term *one, const Term *other);
  FormulaRef inCase(const FormulaRef &condition);
  bool branch(const Statement &statement);
  bool either(const FormulaRef &condition, llvm::function_ref<bool()> held,
              llvm::function_ref<bool()> other);
  bool isRunning(const ExpressionRef &value) const;
  Value merged(const FormulaRef &condition, const Value &held, const Value &other);
  Value mergedAlways(const FormulaRef &condition, const Value &held, const Value &other);
  Value mergedWords(const FormulaRef &condition, const Value &held, const Value &other);
  bool fail(clang::SourceLocation where, const std::string &why);
  bool failFor(const Value &unknown, clang::SourceLocation where);
  bool failStored(clang::SourceLocation where);
  void nameIndex(int variable);
  bool asksWhetherLeft(const Term &condition) const;

  index::Guards guards() const;

  // Loops (RunLoops.cpp).
  bool loop(const Statement &statement);
  struct Recurrences {
    std::map<int, Polynomial> moves; ///< of integers and pointers, how far with each step
    std::set<int> others;            ///< variables that each step sets anew, or a sum
    /// Of some of these, the values that they have at the first steps, and then again.
    std::map<int, std::vector<int64_t>> cycles;
    /// Those of these that a step sets only where another one follows.
    std::set<int> unlessLast;
  };
  bool leave(const Statement &statement);
  Recurrences recurrences(const Statement &statement);
  struct Ends {
    std::optional<Polynomial> extent;
    index::Guards guards; ///< that hold at the steps beside that
    /// Of threads with different numbers of steps, one thread's; the extent is the most of them.
    std::optional<index::Affine> ownExtent = std::nullopt;
    bool isBroken = false; ///< threads may leave the loop before
  };
  std::optional<index::Affine> beginOfRange(const Recurrences &carried, const Value &condition,
                                            index::SymbolId step) const;
  std::optional<int64_t> mostAround(const index::Affine &sum) const;
  std::optional<Polynomial> mostOf(const index::Affine &sum) const;
  bool fitsToEnd(const Statement &statement, const Ends &bounds, index::SymbolId step);
  bool movesOn(const Statement &statement, const Recurrences &carried,
               const std::map<int, Value> &first, const index::Affine &step);
  Value afterLoop(int variable, const Recurrences &carried, const Value &first,
                  index::SymbolId step, const Ends &bounds);
  /// What a variable is before a step: a number or a word, made of sums from the first one on.
  struct CarriedNumbers {
    size_t first = 0;
    Value before = {};
  };
  CarriedNumbers carriedFrom(int variable, const Value &begin, index::SymbolId step,
                             clang::SourceLocation where);
  Value leaveSums(const CarriedNumbers &sums, const std::vector<ExpressionRef> &after,
                  const Ends &bounds, clang::SourceLocation where);
  ExpressionRef leaveSum(size_t number, const ExpressionRef &after, const Ends &bounds,
                         clang::SourceLocation where);
  std::set<int> sumWordsIn(const Statement &loop) const;
  void addSumWords(const Statements &statements, std::set<int> &found) const;
  bool isSumWord(const Term &value, const std::set<int> &known) const;

  // Variables that come back (Cycles.cpp).
  void findCycles(const Statement &statement, const std::set<int> &assigned, Recurrences &found);
  index::Guards whereFollowed(const Statement &statement, const Recurrences &found,
                              std::map<int, Value> &atStep);
  std::map<int, std::vector<int64_t>> cycles(const Statement &statement,
                                             const std::set<int> &assigned,
                                             std::set<int> candidates,
                                             const std::map<int, Value> &atStep);
  Value atStep(Value value, std::vector<int64_t> cycle, const index::Affine &step);
  std::optional<index::Affine> distanceLeft(const Value &condition, index::SymbolId step);
  std::optional<Ends> ends(const Value &condition, index::SymbolId step,
                           clang::SourceLocation where);
  std::set<int> assignedIn(const Statement &loop) const;
  std::optional<ElementType> typeAssigned(const Statements &statements, int variable) const;
  void collectStored(const Statements &statements, std::set<int> &found) const;

  // The thread's own arrays (OwnArrays.cpp).
  std::optional<int> elementOf(const std::string &name, const index::Affine &place) const;
  void collectPointers(const Statements &statements);
  bool mayPointTo(int variable, std::set<int> &seen, std::set<std::string> &found) const;
  std::vector<const OwnArray *> arraysOf(const Term &place,
                                         const std::set<int> &changing = {}) const;
  static Value bounded(const Value &value);
  void forget(const OwnArray &array);
  bool storeOwn(const Statement &statement, const std::string &name, const index::Affine &place,
                const Value &stored, ElementType type);
  bool numbersElements(const Statement &loop);
  bool numbersElements(const Statement &loop, std::set<int> numbers) const;
  bool numbersElements(const Term &term, const std::set<int> &numbers) const;
  bool unrolled(const Statement &statement, int step = 0, int conditions = 0);
  static bool commitsFewTimes(const Statement &statement, const Ends &bounds);
  void keepForNextStep(const std::map<size_t, ExpressionRef> &setAnew);
  bool isMadeOf(const ExpressionRef &value, size_t sum) const;

  // Values (TermValues.cpp).
  Value value(const TermRef &term);
  Value valueOf(const TermRef &term);
  Value held(int variable);
  Value select(const Term &term);
  Value element(const Term &term);
  Value numberAt(const Value &pointer, const index::Affine &place, const Term &term);
  index::Affine withWholePitches(const index::Affine &place);
  Value seenAs(Value pointer, ElementType element);
  bool isOfOneType(const Value &pointer);
  std::optional<Value> sizeInMemory(const Value &pointer, const index::Affine &place);
  std::optional<Value> sizeOfTwo(const index::Affine &positive, const index::Affine &held,
                                 const index::Affine &other) const;
  static Value withNumber(const Value &value);
  Value unary(const Term &term);
  Value binary(const Term &term);
  FormulaRef truthOf(const Value &value) const;
  Value ofTruths(const std::string &op, const FormulaRef &left, const FormulaRef &right);
  bool isParameter(const std::string &array) const;
  Value ofPointers(const Term &term, const Value &left, const Value &right);
  Value ofNumbers(const Term &term, const Value &left, const Value &right);
  Value converted(const Term &term);
  ExpressionRef indexAs(ElementType type, const index::Affine &index);
  Value call(const Term &term);
  ExpressionRef number(const Value &value, ElementType type) const;

  // What operators make of integers (IntegerValues.cpp).
  Value ofIntegers(const Term &term, const index::Affine &left, const index::Affine &right);
  Value divided(const index::Affine &left, const Polynomial &by, bool remainder);
  Value inclusive(const index::Affine &left, const index::Affine &right);
  Value exclusive(const index::Affine &left, const index::Affine &right);
  Value exchanged(const index::Affine &left, const index::Affine &right);
  std::optional<Value> wrapped(const index::Affine &room, const index::Affine &held,
                               const index::Affine &other);
  Value compared(const std::string &op, const index::Affine &left, const index::Affine &right);
  std::optional<Value> comparedUnsigned(const Term &term);
  FormulaRef simplified(const FormulaRef &formula) const;
  Value extreme(const Term &term);
  /// The integer is the value that the term has in its type, or the launch is checked for that.
  bool fits(const index::Affine &integer, const Term &term);
  bool isKept(const index::Affine &integer, const ValueType &from, const ValueType &to);
  bool holds(const index::Affine &integer, const ValueType &type, bool fromBelow, bool fromAbove);
  bool isPartOfGlobalIndex(const index::Affine &integer) const;

  // What threads of a warp give each other (Lanes.cpp).
  bool wholeWarp(const Statement &statement);
  bool takesLanes();
  index::Affine threadOfWarps();
  index::Affine firstOfWarp();
  index::Affine lane();
  std::optional<index::Affine> atLane(const index::Affine &sum, const index::Affine &lane);
  ExpressionRef atLane(const ExpressionRef &value, const index::Affine &lane);
  Value atLane(const Term &term);
  Value row(const Term &term);
  Value part(const Term &term);
  Value word(const Term &term);
  Value asSums(const Value &word) const;
  Value zeroLike(const Value &word) const;

  // Addresses in global memory as numbers (Addresses.cpp).
  Value addressOf(const Value &pointer, const std::string &text) const;
  std::optional<Value> ofAddress(const Term &term, const Value &left, const Value &right);
  Value inBytes(const Term &term, const Value &left, const Value &right);

  // Whole numbers as floating-point ones (WholeValues.cpp).
  struct Ratio {
    Polynomial dividend;
    int64_t divisor = 1;
  };
  std::optional<Ratio> ratio(const ExpressionRef &number);
  std::optional<Polynomial> whole(const ExpressionRef &number);
  bool isUpTo(const Polynomial &size, int64_t most);
  std::optional<Value> truncated(const ExpressionRef &number);
  std::optional<Value> comparedAsNumbers(const Term &term, const Value &left, const Value &right);

  const KernelProgram &program;
  const ElementsOfThread elementsOfThread;
  std::map<std::string, OwnArray> ownArrays; ///< also in shared memory
  bool joinsRows = false;                    ///< threads of several rows of a block are in one warp
  std::map<std::string, ElementType> sharedTypes; ///< what arrays there are used as
  index::Symbols &symbols;
  index::Prover &prover;
  Decisions &decisions;
  RefusalSink &refuse;
  ThreadEffects effects;
  std::vector<Value> values;
  std::map<int, std::set<const Term *>> pointers; ///< what each variable ever points into
  std::vector<FormulaRef> path;
  /// Where the conditions are that decide what is done. False: they do not hold.
  std::map<FormulaRef, std::pair<clang::SourceLocation, bool>> conditionAt;
  std::vector<index::SymbolId> loops; ///< around the present statement
  int points = 0;                     ///< of the program that were met
  /// Of a loop whose end is looked for: what it counts is taken to fit into its type.
  std::optional<index::SymbolId> unbounded;
  /// The steps of a loop around are run one by one: sizes decide other things at each of them.
  bool isStepByStep = false;
  bool namesDecide =
      false; ///< a condition depends on nothing but a constant that has kept its name
  /// Of a loop whose recurrences are looked for, what holds at a step that another one follows:
  /// only then does it matter what the step leaves behind.
  index::Guards followed;
  bool trying = false; ///< finds recurrences: nothing is refused, and nothing has effects
};

} // namespace warpsmith::frontend
