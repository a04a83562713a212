/// The symbolic state of one thread while a kernel is walked: every value as a function of thread
/// indices, loop indices (`%1`, `%2`, …), sizes, scalars and the initial contents of the arrays.
#pragma once

#include "rewriter/ir/Contraction.h"
#include "clang/AST/Decl.h"
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace warpsmith::frontend {

/// A pointer into the array that a kernel parameter points to, into shared memory, or into an array
/// of the thread's own. What it points to may be a vector of several elements.
struct Pointer {
  std::string array; ///< as C++ of the parameters
  ElementType type;
  Polynomial offset; ///< in elements of that type
  const clang::VarDecl *shared = nullptr;
  const clang::VarDecl *local = nullptr;
  /// Of a pointer to integers of 32 bits that points to other numbers: how many of them are one.
  int64_t inWord = 0;
};

/// What an integer of 32 bits holds that is made of other numbers, the lowest bits first (Words.h).
struct Word {
  ElementType type;
  std::vector<ExpressionRef> parts;
  /// Of sums of tensor cores in half: the variables that hold the parts, as floats, instead of
  /// them.
  std::vector<const clang::VarDecl *> sums = {}; // NOLINT(readability-redundant-member-init)
  bool operator==(const Word &) const = default;
};

/// All polynomials of a conjunction are positive.
using Bounds = std::vector<Polynomial>;

/// A literal in place of a value that nobody has stored, or that is not known. Where a condition
/// chooses it, the guards around the output's stores must imply the other choice.
constexpr char NothingStored[] = "nothing";
/// Stands for what shared memory holds while what a step stores there is not known yet.
constexpr char OtherStep[] = "of another step";

/// An element read from memory. Expression::Kind::Operand refers to these by number.
struct Load {
  std::string array;
  ElementType type;
  Polynomial index;
  clang::SourceLocation location;
  bool ofWholeVector = false; ///< all elements of a vector are read at once
  int order = 0;              ///< how many reads of the source come before it
};

/// An element that the kernel has stored, and the value it holds now.
struct Cell {
  std::string array;
  ElementType type;
  Polynomial index;
  ExpressionRef value;
  clang::SourceLocation location;
  Bounds where; ///< the guards around the store
};

/// An index that takes each value in [first, extent) once, by a loop or by the threads of a
/// grid-stride loop.
struct LoopIndex {
  std::string symbol;
  Polynomial first, extent;
  std::string text; ///< what runs over it
  bool reduction;   ///< sums run over it; elements of C are not numbered by it
  char axis;        ///< of a loop by strides of the grid or the block, else 0
  bool ofGrid = false;
  /// Elements of C differ in the steps that they sum: the sum's conditions say which, and the
  /// extent may be one thread's.
  bool limited = false;
};

/// `sum = initial; for each step sum = update`. Expression::Kind::Sum refers to these by number;
/// inside of `update` that is the sum before the step, elsewhere the sum after the loop.
struct Reduction {
  std::vector<std::string> loops; ///< their indices, outermost first
  ExpressionRef initial, update;  ///< both null while the loop is being walked
  ElementType type;
  bool inMemory; ///< the sum is an element of an array, stored at every step
  size_t loads;  ///< how many elements had been read when the loop was done
  clang::SourceLocation location;
  const clang::VarDecl *variable = nullptr; ///< that holds it, if not an element
  Bounds where = {};                        ///< the conditions around the loop
  int vector = -1; ///< a vector that is used as a whole alone and has the variable, by number
};

/// A value that the source computes in a type of few bits: its polynomial is the value only when
/// low <= polynomial <= high, which must be proved or checked at run time.
struct ValueRange {
  Polynomial value;
  int64_t low, high;
  clang::SourceLocation location;
};

/// `dividend == divisor * quotient + remainder`, with symbols for the last two.
struct Division {
  Polynomial dividend, divisor;
  std::string quotient, remainder;
};

/// `left ^ right` of two numbers that are not negative, with a symbol for it: the place of a column
/// whose tile exchanges columns by its row.
struct Exclusive {
  Polynomial left, right;
  std::string symbol;
};

/// A truth value that a variable holds: whether all of the bounds hold, or not all of them.
struct Truth {
  Bounds bounds;
  bool holds;
  bool choosesWay = false; ///< and a condition that only chooses a way: see wayChosen()
  bool operator==(const Truth &) const = default;
};

/// The least or the greatest of two values.
struct Extreme {
  Polynomial left, right;
  bool isGreatest;
  bool operator==(const Extreme &) const = default;
};

/// Steps that may not begin below 0: they do not where one of the values is certainly not negative.
struct FirstStep {
  std::vector<Polynomial> values;
  clang::SourceLocation location;
};

struct SymbolicState;

/// What threads may be doing to a shared array since the last barrier, or since a thread waited.
struct SharedAccess {
  bool storedSinceBarrier = false, readSinceBarrier = false;
  /// Of an array whose halves take turns: what the present step has done since the last barrier.
  /// Here is the half that the step reads, There the other one. It counts for the next step.
  bool storedThere = false, readHere = false, readThere = false;
  bool storedInStep = false; ///< the present step has stored there
  /// Copies that may not have ended: how often their threads have committed since, under which
  /// guards they were made, and whether in the other half by the present step.
  struct Flight {
    int commits;
    Bounds where;
    bool there;
    int64_t first = 0; ///< the number in the subscript of the first element
    bool operator==(const Flight &) const = default;
  };
  std::vector<Flight> flights = {};
  bool operator==(const SharedAccess &) const = default;
};

/// What may be so where either may; storedInStep, where both are.
SharedAccess joined(const SharedAccess &one, const SharedAccess &other);

/// What all threads of a block have stored into a shared array, as what each of them has stored.
struct SharedArray : SharedAccess {
  struct Store {
    Polynomial index;
    ExpressionRef value;
    Bounds where;                   ///< the guards around the store
    std::vector<std::string> loops; ///< that have ended: what one thread stores is all their steps'
    bool ofEarlierStep = false;     ///< of the present loop: what it holds is not known
    std::string marked = "";        ///< the loop that it is then an earlier step of
  };
  ElementType type;
  /// What casts of pointers make of an array of bytes, which indices then count.
  std::optional<ElementType> seenAs = {};
  std::vector<Store> stores = {};
  /// The loop whose steps store and read its halves by turns (AlternatingTiles.h).
  std::string turns = "";
  /// Where these are stages instead of halves (StagedTiles.h): how many, and of those how many
  /// steps after it was read one is stored again; and how often the copies of the next steps' tiles
  /// have been committed at least, if they are asynchronous, when a step begins.
  int64_t stages = 0, stagesFree = 0;
  std::vector<int> commitsAhead = {};
  /// What the last step has stored, as what a step behind it would find; and the loop, when it has
  /// ended.
  std::vector<Store> behindTurns = {};
  std::string turned = "";
  /// What the present step stores in the other half, which it may read behind a barrier; and
  /// whether it reads a half there and stores in it afterwards.
  std::vector<Store> there = {};
  bool storesBehindReads = false;
  std::set<std::string> readHalves = {}; ///< while that is found out
  /// The access at steps that another step follows, where it differs from the last step's: they may
  /// have a barrier that the last one has not.
  std::optional<SharedAccess> followed = {};
  SharedAccess &access() { return *this; }
  const SharedAccess &access() const { return *this; }
  /// Does that to both.
  void forBoth(const std::function<void(SharedAccess &)> &change) {
    change(*this);
    if (followed)
      change(*followed);
  }
  /// A store before the present one to the same element. What an earlier step of a loop has stored
  /// at another place for each step is none.
  bool isStored(const SymbolicState &state, const Polynomial &index) const;
  /// A loop that may run no step, and has the barrier or the wait that the array needs.
  clang::SourceLocation perhapsOpen = {};
  /// A barrier that some steps alone come to, which counts at none.
  clang::SourceLocation someSteps = {};
};

/// What a lambda has copied of a variable.
struct Captured {
  const clang::VarDecl *variable;
  std::optional<ExpressionRef> scalar;
  std::optional<Polynomial> integer;
  std::optional<Pointer> pointer;
  std::optional<Word> word = {};
};

/// The variable that stands for each field of a structure of the thread's own (LocalStructures.h).
using StructureFields = std::map<const clang::FieldDecl *, const clang::VarDecl *>;

struct SymbolicState {
  /// A null scalar is one whose value is not known after a loop.
  std::map<const clang::VarDecl *, ExpressionRef> scalars;
  std::map<const clang::VarDecl *, Polynomial> integers;
  /// Of those, what is the value after a loop only if that ran a number of times that is not
  /// negative: that number.
  std::map<const clang::VarDecl *, Polynomial> counted;
  std::map<const clang::VarDecl *, Pointer> pointers;
  std::map<const clang::VarDecl *, Word> words;
  std::map<const clang::VarDecl *, std::string> structures; ///< as C++ of the parameters
  std::map<const clang::VarDecl *, StructureFields> localStructures;
  /// Of these, the one whose method is walked.
  const clang::VarDecl *object = nullptr;
  std::map<const clang::VarDecl *, std::vector<Captured>> lambdas;
  std::map<const clang::VarDecl *, SharedArray> shared;
  /// Arrays of the thread's own, as one variable an element (LocalArrays.h).
  std::map<const clang::VarDecl *, std::vector<const clang::VarDecl *>> localArrays;
  /// Fields of structures of the thread's own that were read or assigned alone.
  std::set<const clang::VarDecl *> usedAlone;
  bool readsLanesOfShared = false; ///< a part of a vector in shared memory was read alone
  /// Arrays of pairs of numbers: parameters point to CUDA's `float2` or `double2`.
  std::set<std::string> pairs;
  std::string undecidedParts; ///< see Contraction::undecidedParts
  /// Additions whose right operand was read when the left one was known, and for the first time.
  std::vector<ExpressionRef> readInOrder;
  /// The steps of the loop around whose shared arrays have halves that take turns; and what the
  /// arrays hold there is not known yet.
  std::string turning;
  bool beforeTurns = false;
  /// Stages of tiles are filled before the loop: whether a step has a tile is a bound on the step.
  bool fillsStages = false;
  /// How many steps ahead a stage is read, in the words of the source, by its symbol.
  std::map<std::string, Polynomial> stagesAhead;
  int commitsOfStep = 0; ///< then, of asynchronous copies, that are made at each step
  Bounds thisStep;       ///< the loop's condition at its steps
  Bounds nextStep;       ///< that hold at its steps but the last one
  /// What integers are behind a part of the step that depends on these alone, where they hold.
  std::map<const clang::VarDecl *, Polynomial> followedIntegers;
  std::map<std::string, Polynomial> halves; ///< which they are behind the loop, by their symbols
  std::vector<Load> loads;
  std::vector<Cell> cells;
  std::set<std::string> referenced; ///< arrays of which an element has a constant reference
  /// A function took a number by reference, or numbers were copied as a vector or a structure: when
  /// elements are read is not as told by the order of loads.
  bool readsIndirectly = false;
  Bounds path; ///< the guards around the present statement
  /// A branch behind which the walk is has returned under a condition: nothing may follow.
  bool mayHaveReturned = false;
  /// What holds beside them, in the branch that is left where a condition does not hold.
  Bounds elsewhere;
  /// Guards around barriers and stores to shared memory, which must hold for all threads.
  Bounds alwaysTrue;
  std::vector<LoopIndex> loops;
  std::vector<Reduction> reductions;
  std::vector<Bounds> bounds; ///< conditions on indices, which conditionLeaf() numbers
  std::vector<Division> divisions;
  std::vector<Exclusive> exclusives;
  std::vector<Truth> truths;     ///< conditions kept in variables, which truthSymbol() numbers
  std::vector<Extreme> extremes; ///< which extremeSymbol() numbers
  std::vector<FirstStep> firstSteps;
  std::vector<ValueRange> ranges;
  std::vector<Precondition> preconditions;
  std::set<const clang::FunctionDecl *> inlined;  ///< the user's functions that were looked into
  std::set<const clang::CXXRecordDecl *> records; ///< the user's structures that were looked into
  /// Named constants met so far and their values, and those whose values the analysis rests on.
  std::map<std::string, int64_t> constants;
  std::set<std::string> assumedConstants;
  /// What the block's size is taken for (AssumedBlocks.h).
  std::map<std::string, Polynomial> blockSizes;
  std::set<std::string> unsignedSymbols; ///< those whose C++ is of an unsigned type
  std::vector<Predicate> assertions;
  std::map<std::string, ExpressionRef> derived; ///< see Contraction::derived
  bool hasFragments = false;                    ///< of nvcuda::wmma (Fragments.h)
  /// What tensor cores sum in half is followed as a float, and rounded where it is read.
  std::set<const clang::VarDecl *> sumsInHalf;
  bool multipliesInLanes = false;                ///< by mma.sync (InlinePtx.cpp)
  std::vector<const clang::VarDecl *> addressed; ///< shared arrays whose address is a number
  std::set<const clang::VarDecl *> addresses;    ///< integers that hold an address
  bool choosesWay = false;                       ///< there is a condition as wayChosen()
  bool storesDone = false;                       ///< a loop over elements of the output has ended

  Cell *find(const std::string &array, const Polynomial &index);
  const Cell *find(const std::string &array, const Polynomial &index) const {
    return const_cast<SymbolicState *>(this)->find(array, index);
  }
  /// The variable as it is now; and makes it what it was.
  Captured capture(const clang::VarDecl *variable) const;
  void restore(const Captured &captured);
  /// The polynomial with the values of named constants.
  Polynomial numeric(Polynomial polynomial) const;
  /// Its value by named constants, on which the analysis rests from now on.
  std::optional<int64_t> assumed(const Polynomial &polynomial);
  /// A precondition; of several that differ by a number, the strongest.
  void requireStrongest(const Precondition &fact);
  /// The loop of that symbol, or null.
  const LoopIndex *loop(const std::string &symbol) const;

  /// `left ^ right`, as a symbol where it is no number.
  Polynomial exclusive(const Polynomial &left, const Polynomial &right);
  const Exclusive *exclusiveOf(const std::string &symbol) const;
  /// A symbol for the least or the greatest of two values.
  Polynomial extreme(const Extreme &value);
  /// The bounds that all are positive where this one is, without extremes; nothing where they do
  /// not tell it, as of a greatest value that must be large.
  std::optional<Bounds> withoutExtremes(const Polynomial &bound) const;
  /// Leaves for an element read and for a condition on indices, which are numbered when they are
  /// new.
  ExpressionRef loaded(const Load &load);
  ExpressionRef conditionOn(const Bounds &bounds);
  /// The expression with other indices in all that it reads and all its conditions.
  ExpressionRef reindexed(const ExpressionRef &expression,
                          const std::function<Polynomial(const Polynomial &)> &index);
};

/// A leaf for the sum with that number in SymbolicState::reductions; and those in an expression.
ExpressionRef sumLeaf(size_t reduction, ElementType type);
std::set<size_t> sumsIn(const ExpressionRef &expression);

/// Names the index of a thread's own elements (OutputFamily.h), outermost last.
std::string ownSymbol(int level);
bool isOwn(const std::string &symbol);

/// Stands for the truth value of that number in SymbolicState::truths, in place of an integer.
Polynomial truthSymbol(size_t number);
/// That number, when the polynomial is such a symbol and nothing else.
std::optional<size_t> truthNumber(const Polynomial &value);
/// True for the name of such a symbol, which no index may contain.
bool isTruth(const std::string &symbol);

/// True where the least or the greatest of two values occurs, which no index may contain.
bool hasExtreme(const Polynomial &polynomial);

/// True where `left ^ right` occurs, which only an index in shared memory may contain.
bool hasExclusive(const Polynomial &polynomial);

/// The symbol occurs, or a quotient or remainder of a dividend in which it occurs.
bool hasPartOf(const SymbolicState &state, const Polynomial &polynomial, const std::string &symbol);

/// What holds where not all of the bounds do: something that is never known, of several.
Bounds opposite(const Bounds &bounds);

/// A zero of that type, as an initial value that is not written has.
ExpressionRef zeroOf(ElementType type);

/// A condition of which nothing is known, such as the alignment of an address: it may differ
/// between threads and steps, so both of its branches must do the same. It is data that no
/// contraction has.
ExpressionRef wayChosen();
bool choosesWay(const Expression &condition);

/// True when no thread or loop index occurs.
bool isUniform(const Polynomial &polynomial);

/// A leaf for the condition on indices with that number in SymbolicState::bounds. None is left in a
/// contraction.
ExpressionRef conditionLeaf(size_t number);
/// That number, when the expression is such a leaf.
std::optional<size_t> conditionNumber(const Expression &expression);

} // namespace warpsmith::frontend
