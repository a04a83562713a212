/// The places that one statement writes in an array, as a map from threads and steps: which thread
/// and which step of it have written the place that another thread looks at.
#pragma once

#include "rewriter/frontend/index/Coordinates.h"
#include "rewriter/frontend/values/ThreadEffects.h"

namespace warpsmith::frontend {

/// While it lives, variables are known to be as far as guards let them be.
class Within {
public:
  Within(const index::Guards &guards, index::Symbols &all);
  ~Within();
  Within(const Within &) = delete;
  Within &operator=(const Within &) = delete;

private:
  index::Symbols &symbols;
  std::vector<std::pair<index::SymbolId, Polynomial>> before;
};

class WrittenPlaces {
public:
  using Steps = std::map<index::SymbolId, index::Affine>;

  /// All steps of the first loops around the statement are those that `known` says, in the words
  /// of whoever looks at a place. Other steps are the writer's own, as its thread is.
  WrittenPlaces(const SharedWrite &statement, index::Symbols &all, index::Prover &bounds,
                Steps known, const std::vector<index::SymbolId> &ownLoops);

  /// Finds coordinates for what the statement writes. Either all these sums are made of them as
  /// well, and some coordinates may be free: all their values write one place. Or no two threads
  /// or steps write one place, and the sums are not asked for. What is not certain the launch
  /// checks.
  bool build(const std::vector<index::Affine> &sums);

  /// Where the guards hold, the place is one that has been written: forReader() says by whom.
  bool solve(const index::Affine &place, const index::Guards &guards);
  /// Where the guards hold, nobody writes the place.
  bool isApart(const index::Affine &place, const index::Guards &guards) const;
  /// The same, if a check of the launch makes it so.
  bool demandApart(const index::Affine &place, const index::Guards &guards);

  /// The place, if the launch makes the stage that sizes give the one that is written: that becomes
  /// a demand. The place as it is where no remainder of sizes tells the stage.
  index::Affine demandStage(const index::Affine &place);

  /// How far the place is from where the statement's places begin, for the first thread.
  Polynomial distance(const index::Affine &place) const;
  /// A sum of the writer's in the words of who looks at the place that was solved. Nothing where it
  /// is not alike in all that write the place.
  std::optional<index::Affine> forReader(const index::Affine &sum) const;
  /// The conditions around the statement, without limits: those that say only how many of the
  /// threads and steps write, which the coordinates take in.
  const FormulaRef &otherConditions() const { return conditions; }
  /// It is the same for all threads and steps that write a place.
  bool isAlike(const index::Affine &sum) const;
  /// The thread that has written the place is the one that looks at it, maybe at other steps of its
  /// own: it meets the limits of the writer, and no other thread has the same part in the place.
  bool isSameThread(const Steps &others, const index::Guards &guards) const;
  const std::string &why() const { return coordinates->why(); }

private:
  /// Which conditions are limits: those of digits as well, or those that may be beyond the last of
  /// a known number of threads or steps.
  struct Limits {
    bool ofDigits, beyond;
  };
  bool isLimit(const index::Affine &guard, Limits which) const;
  bool isBeyond(const index::Affine &guard) const;
  /// What is left of a condition; its limits are noted.
  FormulaRef takeLimits(const FormulaRef &formula, Limits which);
  void restoreExtents();
  bool buildOf(const std::vector<index::Affine> &sums);
  index::Affine own(const index::Affine &sum) const;
  bool isOwn(index::SymbolId id) const;
  index::Affine opened(const index::Affine &sum) const;
  index::Affine beyond(const index::Affine &place) const;
  index::Affine withEqualities(index::Affine place, const index::Guards &guards) const;
  index::Affine meaning(index::SymbolId id) const;
  struct Swizzle;
  std::optional<index::Affine> straightened(const index::Affine &sum, unsigned sides);
  bool buildFor(const index::Affine &target, const std::vector<index::Affine> &sums);
  bool buildStraight(std::vector<index::Affine> uses);
  bool keepsSwizzles();
  bool isInjective();
  std::optional<index::Affine> whereSolved(const index::Affine &sum) const;
  bool isOtherDigit(const index::Affine &distance, const index::Guards &guards) const;

  /// A part of the place is `column ^ by`, of one or several values. Since the column has all
  /// values below a power of two, the threads write the places that they would without them, in
  /// another order.
  struct Swizzle {
    index::Affine column;
    std::vector<index::Affine> by;
    int64_t extent;
    index::SymbolId coordinate = {}; ///< that the column is
  };

  const SharedWrite &write;
  index::Symbols &symbols;
  index::Prover &prover;
  Steps steps;
  std::map<index::SymbolId, index::SymbolId> variables; ///< threads and own steps, as coordinates
  std::optional<index::Coordinates> coordinates;
  index::Guards limits;                 ///< of the writer, in its own words
  FormulaRef conditions;                ///< what else has to hold
  index::Affine place;                  ///< in coordinates
  std::vector<index::SymbolId> ordered; ///< those of the place, outermost first
  Polynomial reach;                     ///< how many places there are from the first to the last
  std::set<index::SymbolId> free;
  std::vector<Swizzle> swizzles;
  bool injective = false; ///< by the place alone
  std::map<index::SymbolId, index::Affine> solved;
};

} // namespace warpsmith::frontend
