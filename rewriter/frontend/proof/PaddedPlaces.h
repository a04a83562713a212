/// Which dimensions of an operand have padding: the conditions of a step that tell its elements
/// from what lies outside of the array.
#pragma once

#include "rewriter/ir/Contraction.h"
#include <functional>
#include <optional>

namespace warpsmith::frontend {

/// A place in terms of the two groups of indices of A, or of B: its offset, strides and batch
/// strides. Nothing where it is not affine in them.
using PlaceOf = std::function<std::optional<Matrix>(bool ofRows, const Polynomial &place)>;

/// Adds to A or B the places that the conditions are on, which are all positive where a step reads
/// no padding: each place has a condition from below and one from above. Of a step of one product
/// alone. Returns why that is not what they say; empty where it is.
std::string addPaddedPlaces(Contraction &contraction, std::vector<Polynomial> conditions,
                            Padding padding, const PlaceOf &placeOf);

} // namespace warpsmith::frontend
