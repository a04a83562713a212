/// What the results of a product read besides their sums and the old elements of C: a Problem's
/// `Reads` has the types of it.
#pragma once

namespace warpsmith {

/// Nothing: results are made of sums alone.
struct ReadsNothing {
  struct OfRow {};    ///< what all results of a row read
  struct OfColumn {}; ///< what all results of a column read
  struct Beside {};   ///< an element of a matrix that lies as C does
};

} // namespace warpsmith
