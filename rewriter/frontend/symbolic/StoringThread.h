/// Shared memory seen through: which thread of the block has stored an element that a thread reads
/// follows from the subscripts of both.
#pragma once

#include "rewriter/frontend/symbolic/AlternatingTiles.h"
#include "rewriter/frontend/symbolic/SymbolicState.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <set>

namespace warpsmith::frontend {

/// A thread's index, a part of it that a division has made, or the half of an array that a step
/// takes.
inline bool isThreadSymbol(const std::string &symbol) {
  return symbol.rfind("threadIdx.", 0) == 0 || symbol.rfind("%q", 0) == 0 ||
         symbol.rfind("%r", 0) == 0 || isHalf(symbol);
}

/// The thread that a store's element comes from, told in the indices of the thread that reads it.
class StoringThread {
public:
  /// How the thread is looked for.
  struct Search {
    bool isAlone = false;   ///< no other statement stores to the array
    bool isLimited = false; ///< only the threads store that a bound on their own index lets through
    bool takesSums = false; ///< also an index that is a sum of counts, below what this store fills
    int64_t elements = 0;   ///< of the array, if that is known
  };

  StoringThread(SymbolicState &symbolicState, const SharedArray::Store &candidate,
                const Search &how)
      : state(symbolicState),
        store(candidate),
        search(how) {}
  /// The store's thread for the element with this index; false when it is none of this store's.
  bool solve(const Polynomial &index) { return findLayout() && match(index) && keepsApart(); }
  /// The first element, but for the half that it lies in.
  std::optional<int64_t> begin() {
    return findLayout() ? state.numeric(first).constant() : std::nullopt;
  }
  /// Establishes that another store writes other elements; false when that cannot be told.
  bool isApartFrom(const SharedArray::Store &other);
  /// What the storing thread's value is, told in the reading thread's indices.
  ExpressionRef value() {
    return state.reindexed(store.value, [&](const Polynomial &index) { return moved(index); });
  }
  /// What the storing thread's value is made of must be told in its own indices: a quotient of a
  /// global index, or the index of a grid-stride loop, hides them.
  bool isOpen() const {
    return all([&](const Polynomial &polynomial) { return isOpen(polynomial); });
  }
  /// All thread indices change at once.
  Polynomial moved(Polynomial polynomial) const;
  /// Of a guard around the store, moved() says what it was for the storing thread: not where it
  /// asks for a part of what a joined index counts.
  bool isTold(const Polynomial &bound) const {
    return llvm::none_of(joined, [&](const Joined &pair) { return separates(bound, pair); });
  }
  /// It is the guard that lets through the threads and steps whose elements are counted as joined.
  bool isLimit(const Polynomial &bound) const {
    return llvm::is_contained(limits, bound) && !isTold(bound);
  }
  bool isOpen(const Polynomial &polynomial) const;
  /// The same number in all threads of the block, at a step of a loop that sums.
  bool isAlike(const std::string &symbol) const;
  /// A condition that holds for all threads that read, by how many values their indices have.
  bool holdsForAll(const Polynomial &bound);
  /// Requires of the launch what the answers rest on.
  void establish();

private:
  /// One thread index of the thread that stored, and what it is in the thread that reads.
  struct Solved {
    std::string symbol;
    Polynomial coefficient, extent, value;
  };

  /// Two indices that became one, `ratio * outer + inner`.
  struct Joined {
    std::string outer, inner;
    Polynomial ratio;
  };
  /// True when all that the stored value reads, and all its conditions, are so.
  bool all(const std::function<bool(const Polynomial &)> &isSo) const;
  bool isStep(const std::string &symbol) const { return llvm::is_contained(store.loops, symbol); }

  // Swizzles.cpp.
  /// A column that is stored at `column ^ f(row)`: as if it were stored at its own place. Each row
  /// has all of a power of two columns, so they only change places among themselves.
  bool straighten(Polynomial &index);
  std::optional<int64_t> placesOf(const std::string &symbol, const Polynomial &index) const;
  bool isColumn(const Polynomial &side, const Polynomial &other, const std::string &symbol,
                const Polynomial &index);
  bool isSwizzled(const std::string &symbol) const;
  std::optional<Polynomial> dividedByReader(const Polynomial &dividend, int64_t by, bool quotient);
  /// What a number of the storing thread's is, told in the reading thread's indices.
  std::optional<Polynomial> toldToReader(const Polynomial &number);
  /// The columns that the reading thread finds at the places that it reads.
  bool unswizzle();

  // StoreLayout.cpp.
  /// Takes the store's subscript apart; false when it is no sum of such indices.
  bool findLayout();
  /// A subscript that is what the value has the quotient and the remainder of, told in those.
  Polynomial divided(Polynomial index) const;
  /// Two parts that number one row of elements, one of them by the steps of a loop: a part of its
  /// own, where the value depends on them in the same combination.
  bool join(size_t number);
  /// It is no number of the combination `ratio * outer + inner`.
  bool separates(const Polynomial &polynomial, const Joined &pair) const;
  /// The same of a number, or of what it is a quotient or a remainder of.
  bool partsSeparate(const Polynomial &number, const Joined &pair) const;
  /// What must hold for a symbol to take the values below that number; nothing when it cannot, and
  /// an empty condition when it does.
  std::optional<std::optional<Precondition>> isExtent(const std::string &symbol,
                                                      const Polynomial &extent);
  /// Not a part of a thread's index, which has no more values than its divisor says.
  static bool isNumberOfSteps(const Polynomial &dividend);
  const Division *quotientOf(const std::string &symbol) const;
  /// How many values an index of thread indices and steps takes, each value once, from 0.
  std::optional<Polynomial> span(const Polynomial &index);
  std::optional<Polynomial> extentOf(const std::string &symbol);
  /// Of `if (4 * threadIdx.x < 16)` around the store it is the 4 threads that are let through. The
  /// block must have them.
  std::optional<Polynomial> extentOfStoring(const std::string &symbol);
  /// How many values an index of the reading thread takes, from 0.
  std::optional<Polynomial> extentOfReader(const std::string &symbol);
  /// Threads of a block may differ in it; they do not in parts of a step of k or of a block's
  /// place.
  bool differsInBlock(const std::string &symbol) const;

  // StoringThread.cpp.
  /// Takes the reading thread's subscript apart in the same way.
  bool match(const Polynomial &index);
  /// The index of a loop that will be asked again when its bound is known.
  static bool isNotKnownYet(const std::string &symbol) { return symbol.rfind("%?", 0) == 0; }
  /// The reading thread's value of the index is one that some thread of the block has.
  bool isInRange(const Solved &part);
  /// The value is a combination of the reading thread's indices that is nowhere beyond the extent.
  bool isBelow(const Solved &part);
  /// No two threads store the same element.
  bool keepsApart();
  /// A half by its number, behind the loop whose steps took turns.
  bool isHalfBehind(const Solved &part);
  bool hasHalf() const {
    return llvm::any_of(solved, [](const Solved &part) { return isHalf(part.symbol); });
  }
  /// What is stored in one half reaches into no other.
  bool staysInHalf();
  bool isSolved(const std::string &symbol) const;
  /// threadIdx.x itself, where the store's subscript has its quotient and remainder.
  Polynomial withoutDividends(Polynomial polynomial) const;

  SymbolicState &state;
  const SharedArray::Store store; // a copy: loads are added to the state
  const Search search;
  Polynomial first;            ///< where thread 0 stores
  bool isBehindOthers = false; ///< all of its halves begin behind another tile's
  std::vector<Solved> solved;
  std::vector<Precondition> facts;
  std::vector<Polynomial> rested; ///< whose values by named constants the result rests on
  std::vector<Joined> joined;
  struct Swizzle {
    std::string column; ///< the part of the thread that stores
    Polynomial by;      ///< its place is column ^ by
  };
  std::vector<Swizzle> swizzles;
  std::vector<Polynomial> limits; ///< guards that say how many threads store
  std::set<std::string> isJoined; ///< parts that another one has become a part of
  std::vector<std::string> none;  ///< those other ones
};

} // namespace warpsmith::frontend
