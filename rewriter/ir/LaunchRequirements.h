/// What a launch must meet before a generated kernel runs in the original's place, in the sizes of
/// the source; and whether any launch can.
#pragma once

#include "rewriter/ir/Contraction.h"
#include <string>
#include <vector>

namespace warpsmith {

/// Holds where all of one of the lists does.
struct LaunchRequirement {
  std::string what; ///< `rows of 'c' must not overlap`; empty of a precondition
  std::vector<std::vector<Precondition>> anyOf;
  bool ofCounts = false; ///< no more than that numbers are not negative, or not too large

  /// `M >= 1`, or `M >= 1 or N >= 1`.
  std::string str() const;
};

std::string describe(const Precondition &fact);

/// How products of a batch may lie in C so that no element is stored twice.
enum class BatchPlaces {
  Behind,  ///< each behind the one before it
  Between, ///< each between the rows of the others: heads of `[rows, heads * width]`
  Either   ///< which of the two, a launch says
};
/// Of a contraction whose groups have one index each.
BatchPlaces batchPlaces(const Contraction &contraction);

/// An index of C with the elements that it moves on by.
struct OutputIndex {
  Polynomial stride, extent;
};
/// All indices of C, outermost first: by strides of which one is a multiple of the next.
std::vector<OutputIndex> outputIndices(const Contraction &contraction);

/// What does not hang on where arrays lie, on what data are and on the device. With `gathers` of a
/// kernel that takes strides of all indices, and not leading dimensions.
std::vector<LaunchRequirement> launchRequirements(const Contraction &contraction, bool gathers);

/// Why no launch meets all of them, as a sentence without its full stop; empty where one may.
std::string neverLaunched(const Contraction &contraction, bool gathers);

} // namespace warpsmith
