/// Coordinates of a box: the thread, block and loop indices of a kernel as other numbers, each of
/// which runs over [0, extent) by itself and of which all indices are affine.
///
/// Two steps lead there, both of them bijections of the box. Two variables that all indices contain
/// in one combination, `blockIdx.x * blockDim.x + threadIdx.x`, become one. A variable that is
/// divided becomes two digits, its quotient and its remainder.
#pragma once

#include "rewriter/frontend/index/Division.h"
#include <set>

namespace warpsmith::frontend::index {

class Coordinates {
public:
  Coordinates(Symbols &known, Prover &bounds) : symbols(known), prover(bounds) {}

  /// Finds coordinates in which all of `uses` are affine. Where something is stored the guards
  /// hold: they are the ends of coordinates, and what they leave out of the box stores nothing.
  /// Steps of sums keep their order: they are divided, but not joined. Other steps of loops number
  /// elements as threads do, also those that no use contains. False, with the reason in `why`,
  /// where there are no such coordinates.
  struct Loops {
    std::set<SymbolId> sums, elements;
    bool coversThreads = true; ///< all threads of the launch, which may not do the same
    bool ofWarps = false;      ///< but for the lanes of a warp, which do the same
  };
  bool build(std::vector<Affine> uses, Guards guards, Loops loops);

  /// The sum in coordinates.
  Affine apply(const Affine &sum) const;
  /// The digits that a step of a sum has become, outermost first.
  std::vector<SymbolId> digits(SymbolId step) const;
  /// Of each step of a sum that was divided, the quotient and the remainder.
  std::vector<std::pair<SymbolId, SymbolId>> divisions() const;
  /// A guard that two coordinates end together: `larger - smaller + offset` is positive. A smaller
  /// one that no other guard ends has the extent of the larger one.
  struct Triangle {
    SymbolId smaller, larger;
    int64_t offset;
  };
  const std::vector<Triangle> &triangles() const { return ordered; }
  /// All coordinates that tell threads and elements apart: without the steps of sums, and without
  /// those of one value.
  std::vector<SymbolId> all() const;
  const std::string &why() const { return reason; }

private:
  bool fail(std::string text);
  void substitute(SymbolId symbol, const Affine &value);
  bool simplify();
  bool join(bool demanding);
  std::optional<Polynomial> strideOf(SymbolId outer, SymbolId inner) const;
  std::optional<Polynomial> stepsWithin(const Polynomial &room, int64_t width);
  bool takeGuards();
  bool leaveOutDigits();
  bool takeTriangle();
  bool split(bool demanding);
  std::optional<Polynomial> endOf(SymbolId id) const;
  bool splitInto(SymbolId whole, SymbolId quotient, bool demanding);
  std::optional<std::string> guardLeft() const;
  bool coverThreads();
  bool isOfWholeWarps();
  bool isLane(SymbolId low) const;
  Affine meaning(SymbolId id) const;
  bool leaveOutLanes();
  void useNumberOfThreads();
  bool mayDemand() const;
  std::set<SymbolId> occurring() const;
  std::vector<Affine> relevant() const;
  bool isVariable(SymbolId id) const;

  Symbols &symbols;
  Prover &prover;
  std::vector<Affine> used;
  Guards open; ///< guards that are not yet the end of a coordinate
  std::set<SymbolId> summed;
  std::set<SymbolId> owners;  ///< what numbers threads and elements now
  std::set<SymbolId> bounded; ///< coordinates that a guard has ended
  std::vector<Triangle> ordered;
  std::vector<std::pair<SymbolId, Affine>> substitutions;
  std::vector<std::pair<std::string, Polynomial>> sizes; ///< of blocks, that are numbers
  std::vector<std::pair<SymbolId, std::pair<SymbolId, SymbolId>>> divided; ///< steps
  bool ofLaunch = true;          ///< all its threads are told apart
  bool ofWarps = false;          ///< but for the lanes of a warp
  std::set<SymbolId> highDigits; ///< of variables that are no steps of sums
  bool ofLanes = false;          ///< the sums number threads along x
  Polynomial threadsOfWarps;     ///< so many threads of a block are numbered together
  std::string reason;
};

} // namespace warpsmith::frontend::index
