/// What a thread does to shared memory, in the order of the program, and which of it barriers keep
/// apart.
#pragma once

#include "rewriter/frontend/lower/SourceWords.h"
#include "rewriter/frontend/values/Formula.h"
#include "clang/Basic/SourceLocation.h"
#include <map>
#include <string>

namespace warpsmith::frontend {

/// A place in the run of one thread: all steps of the loops around it come to it.
struct ProgramPoint {
  int order = 0;                      ///< in the text of the program
  std::vector<index::SymbolId> loops; ///< the steps of the loops around it, outermost first
  std::vector<FormulaRef> path;       ///< the conditions around it
  clang::SourceLocation location;
  bool isCopy = false; ///< it ends when the thread has waited for it
  /// All steps of the innermost loop around it come to it, but for the last one.
  bool isUnlessLast = false;

  /// How many loops are around both.
  size_t loopsInCommon(const ProgramPoint &other) const;
};

struct SharedWrite : ProgramPoint {
  std::string array;
  index::Affine place;
  ExpressionRef value;
};

struct SharedRead : ProgramPoint {
  std::string array;
  index::Affine place;
};

struct SharedTrace {
  std::vector<SharedWrite> writes;
  const SourceWords *source = nullptr;
  std::map<size_t, SharedRead> reads; ///< by their numbers in ThreadEffects::reads
  std::vector<ProgramPoint> barriers;
  std::vector<ProgramPoint> commits; ///< ends of groups of copies
  struct Wait : ProgramPoint {
    int64_t pending; ///< so many of the last groups may go on
  };
  std::vector<Wait> waits;
  std::map<std::string, int64_t> sizes; ///< of the arrays; 0 where it is not known
  /// How many conditions are around the steps of a loop, its own among them.
  std::map<index::SymbolId, size_t> conditionsOfLoop;
  std::map<index::SymbolId, index::Guards> boundsOfLoop; ///< that hold at its steps

  /// All threads pass a barrier between the one point and the other, later one: at the same step of
  /// the first loops around both, or so many steps later of the last of these. A copy has ended
  /// before the barrier.
  bool isOrdered(const ProgramPoint &one, const ProgramPoint &other, size_t loops,
                 int64_t steps) const;
  /// The same of a point in a loop that comes after the first one, at that step of the loop: it is
  /// the last of so many around the point.
  bool isOrderedAtStep(const ProgramPoint &one, const ProgramPoint &other, size_t loops,
                       int64_t step) const;
  /// Each step of the last of these loops around the point has a barrier.
  bool hasBarrierEachStep(const ProgramPoint &point, size_t loops) const;

private:
  bool isEachStep(const ProgramPoint &point, const ProgramPoint &other, size_t loops,
                  bool isFollowed) const;
  int64_t groupsSince(const ProgramPoint &copy, const Wait &wait, size_t loops,
                      int64_t steps) const;
  bool hasEnded(const ProgramPoint &copy, const ProgramPoint &barrier, size_t loops,
                int64_t steps) const;
};

/// What holds at a step of the loop that another one follows.
index::Guards boundsOfNextStep(const SharedTrace &trace, index::SymbolId step,
                               index::Symbols &symbols, const index::Prover &prover);

/// An array in shared memory, in the words of a message.
std::string sharedName(const std::string &array);
/// The same with its place: `'tile' in shared memory`.
std::string inShared(const std::string &array);

} // namespace warpsmith::frontend
