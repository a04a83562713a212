/// What one thread does, as functions of box variables: what it stores, made of what it reads.
#pragma once

#include "rewriter/frontend/index/Prover.h"
#include "rewriter/frontend/values/SharedTrace.h"
#include "rewriter/ir/Expression.h"
#include "clang/Basic/SourceLocation.h"
#include <algorithm>
#include <set>

namespace warpsmith::frontend {

/// An element that is read. Expression::Kind::Operand refers to these by number.
struct ReadElement {
  std::string array;
  ElementType type;
  index::Affine index;
  clang::SourceLocation location;
  ProgramPoint at = {};
  bool isWhole = false; ///< all numbers of a vector are read at once
};

struct StoredElement {
  std::string array;
  ElementType type;
  index::Affine index;
  ExpressionRef value;
  index::Guards where; ///< all positive where it is stored
  clang::SourceLocation location;
  ProgramPoint at = {};
  /// Of addresses: how they come out where it is stored, until stores are joined for all outcomes.
  std::vector<std::pair<ExpressionRef, bool>> tests = {};
};

/// `sum = initial; for each step sum = update`. Expression::Kind::Sum refers to these by number: in
/// `update` that is the sum before the step, elsewhere the sum after the loop.
struct StepSum {
  index::SymbolId step;
  ExpressionRef initial, update; ///< both null while the loop is being run
  ElementType type;
  index::Guards where; ///< around the loop
  clang::SourceLocation location;
  size_t reads = 0;      ///< how many elements had been read when the loop was done
  int vector = -1;       ///< a vector that is used as a whole alone and has it, by number
  bool isStored = false; ///< it is kept in an element, at each step
  /// Where elements differ in the steps that they sum: how many steps this one's loop has.
  std::optional<index::Affine> ownExtent = std::nullopt;
};

/// Why a kernel is left alone that has no loop over the steps of a sum.
constexpr char NoSum[] = "no loop that sums products";

struct ThreadEffects {
  bool hasSums() const {
    return std::ranges::any_of(sums, [](const StepSum &sum) { return sum.update != nullptr; });
  }

  std::vector<ReadElement> reads;
  std::vector<StoredElement> stores;
  std::vector<StepSum> sums;
  std::vector<index::Guards> conditions;  ///< in values, by number
  std::vector<index::Affine> positions;   ///< that are numbers in values, by number
  std::set<index::SymbolId> elementSteps; ///< of loops around stores
  /// The row ('r') and the column ('c') of an element in the fragments of a warp, all of whose
  /// lanes are walked as one.
  std::map<char, index::SymbolId> fragment;
  SharedTrace shared;
  std::set<std::string> sizesOf; ///< arrays that sizes are read from
  /// One store stands for several, whose common parts the compiler may compute once.
  bool joinsElements = false;
  std::set<std::string> pairs;     ///< arrays of pairs of numbers, which may be complex ones
  bool readsLanesOfShared = false; ///< a number of a vector in shared memory is read alone
  bool readsIndirectly = false;    ///< numbers are taken by reference, or copied with others
  bool onTensorCores = false;      ///< they make the sums
  /// Factors that are chosen among elements are chosen before they lie in shared memory.
  bool choosesInShared = false;
  /// The thread has arrays of its own, and somewhere a product of a sum is added to one of elements
  /// that were read before it.
  bool readsBeforeSums = false;
  /// Arrays in global memory of which an element is read more than once, whatever becomes of it.
  std::set<std::string> readTwice;
  /// A product of which it is not known whether the compiler rounds it before it is added.
  std::string undecided = {};
};

} // namespace warpsmith::frontend
