/// What one thread of a kernel reads, sums and stores: every value as a function of coordinates
/// (`%i1`, `%i2`, …), sizes, scalars and the initial contents of the arrays.
#pragma once

#include "rewriter/frontend/values/Leaves.h"
#include "rewriter/ir/Contraction.h"
#include "clang/Basic/SourceLocation.h"
#include <functional>
#include <map>
#include <set>
#include <vector>

namespace warpsmith::frontend {

/// All polynomials of a conjunction are positive.
using Bounds = std::vector<Polynomial>;

/// An element read from memory. Expression::Kind::Operand refers to these by number.
struct Load {
  std::string array;
  ElementType type;
  Polynomial index;
  clang::SourceLocation location;
  bool ofWholeVector = false; ///< all elements of a vector are read at once
  int order = 0;              ///< how many reads of the source come before it
};

/// An element that the kernel stores.
struct Cell {
  std::string array;
  ElementType type;
  Polynomial index;
  ExpressionRef value;
  clang::SourceLocation location;
  Bounds where; ///< the guards around the store
};

/// The steps of a loop that sums run over.
struct LoopIndex {
  std::string symbol;
  Polynomial extent;
  /// Elements of C differ in the steps that they sum: the sum's conditions say which, and the
  /// extent may be one thread's.
  bool limited = false;
};

/// `sum = initial; for each step sum = update`. Expression::Kind::Sum refers to these by number;
/// inside of `update` that is the sum before the step, elsewhere the sum after the loop.
struct Reduction {
  std::vector<std::string> loops; ///< their indices, outermost first
  ExpressionRef initial, update;  ///< no update where the loop is not one of a sum
  ElementType type;
  bool inMemory; ///< the sum is an element of an array, stored at every step
  size_t loads;  ///< how many elements had been read when the loop was done
  clang::SourceLocation location;
  Bounds where = {}; ///< the conditions around the loop
  int vector = -1;   ///< a vector that is used as a whole alone and has the sum, by number
};

struct ThreadSummary {
  std::vector<Load> loads;
  std::vector<Cell> cells;
  std::vector<LoopIndex> loops;
  std::vector<Reduction> reductions;
  std::vector<Bounds> bounds; ///< conditions on indices, which conditionLeaf() numbers
  std::vector<Precondition> preconditions;
  std::map<std::string, ExpressionRef> derived; ///< see Contraction::derived
  std::set<std::string> pairs;                  ///< arrays whose numbers are parts of complex ones
  std::string undecidedParts;                   ///< see Contraction::undecidedParts
  bool readsLanesOfShared = false; ///< a part of a vector in shared memory was read alone
  /// Factors that are chosen among elements are chosen before they lie in shared memory.
  bool choosesInShared = false;
  /// A function took a number by reference, or numbers were copied as a vector or a structure: when
  /// elements are read is not as the order of loads says.
  bool readsIndirectly = false;
  bool onTensorCores = false; ///< they make the sums

  /// A precondition; of several that differ by a number, the strongest.
  void requireStrongest(const Precondition &fact);
  /// The loop of that symbol, or null.
  const LoopIndex *loop(const std::string &symbol) const;
  /// Leaves for an element read and for a condition on indices, which are numbered when they are
  /// new.
  ExpressionRef loaded(const Load &load);
  ExpressionRef conditionOn(const Bounds &condition);
  /// The expression with other indices in all that it reads and all its conditions.
  ExpressionRef reindexed(const ExpressionRef &expression,
                          const std::function<Polynomial(const Polynomial &)> &index);
};

/// True when no coordinate occurs.
bool isUniform(const Polynomial &polynomial);

} // namespace warpsmith::frontend
