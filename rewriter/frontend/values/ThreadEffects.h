/// What one thread does, as functions of box variables: what it stores, made of what it reads.
#pragma once

#include "rewriter/frontend/index/Prover.h"
#include "rewriter/frontend/values/SharedTrace.h"
#include "rewriter/ir/Expression.h"
#include "clang/Basic/SourceLocation.h"
#include <set>

namespace warpsmith::frontend {

/// An element that is read. Expression::Kind::Operand refers to these by number.
struct ReadElement {
  std::string array;
  ElementType type;
  index::Affine index;
  clang::SourceLocation location;
  ProgramPoint at = {};
};

struct StoredElement {
  std::string array;
  ElementType type;
  index::Affine index;
  ExpressionRef value;
  index::Guards where; ///< all positive where it is stored
  clang::SourceLocation location;
  ProgramPoint at = {};
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
  bool isStored = false; ///< it is kept in an element, at each step
  /// Where elements differ in the steps that they sum: how many steps this one's loop has.
  std::optional<index::Affine> ownExtent = std::nullopt;
};

struct ThreadEffects {
  std::vector<ReadElement> reads;
  std::vector<StoredElement> stores;
  std::vector<StepSum> sums;
  std::vector<index::Guards> conditions;  ///< in values, by number
  std::vector<index::Affine> positions;   ///< that are numbers in values, by number
  std::set<index::SymbolId> elementSteps; ///< of loops around stores
  SharedTrace shared;
  std::set<std::string> sizesOf; ///< arrays that sizes are read from
  /// One store stands for several, whose common parts the compiler may compute once.
  bool joinsElements = false;
  bool hasOwnArrays = false; ///< the thread has arrays of its own
  /// Somewhere a product of a sum is added to one of elements that were read before it.
  bool readsBeforeSums = false;
};

} // namespace warpsmith::frontend
