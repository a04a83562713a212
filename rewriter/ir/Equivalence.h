/// Whether two contractions are the same, for all sizes and all data.
///
/// Each is brought into a canonical form: a list of properties as text, in the parameters' names.
/// Some say which products are summed and where the sums are stored. Others say how each value is
/// rounded. Two contractions that agree in all of them compute the same bits. If they agree in the
/// first ones, and in what is stored as an expression of real numbers, only roundings differ.
#pragma once

#include "rewriter/ir/Contraction.h"
#include <optional>
#include <string>
#include <vector>

namespace warpsmith {

enum class Agreement {
  SameBits,
  SameNumbers, ///< the same bits but for the sign of a zero
  SameSum,     ///< the same real numbers, by other roundings
  Unproved
};

/// A property in which two contractions differ: `B`, `b[step * n + column]: f32`, `b[column * k +
/// step]: f32`.
struct Mismatch {
  std::string property, left, right;
  bool operator==(const Mismatch &) const = default;
};

struct Equivalence {
  Agreement agreement = Agreement::Unproved;
  std::vector<Mismatch> mismatches;      ///< what is not the same; of roundings if the sum is
  std::vector<std::string> restrictions; ///< of the sizes that it is said for
  std::vector<std::string> conditions;   ///< of all that is said, as sentences without a full stop
};

/// The d of an extent that is `size` rounded up or down to a multiple of d.
std::optional<int64_t> wholeTiles(const Polynomial &extent, const Polynomial &size);
/// `k a multiple of 16`.
std::string multipleText(const Polynomial &size, int64_t tile);

/// Both in the names of one kernel's parameters and without named constants, as
/// withParameterNames() returns them. That the roundings of both are known is for the caller to
/// find out: here products are contracted into FMAs as FusedProducts.h says.
Equivalence equivalence(const Contraction &left, const Contraction &right);

} // namespace warpsmith
