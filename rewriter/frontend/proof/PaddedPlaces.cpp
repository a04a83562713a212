#include "rewriter/frontend/proof/PaddedPlaces.h"
#include "rewriter/frontend/index/Symbols.h"
#include "rewriter/frontend/proof/ThreadSummary.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

/// Elements of the operand from one place to the next; nothing where a place is not along one of
/// its dimensions.
std::optional<Polynomial> strideOf(const Matrix &place, const Matrix &operand) {
  std::optional<Polynomial> stride;
  bool alike = true;
  for (const int group : {0, 1})
    for (size_t index = 0; index < place.strides[group].all().size(); ++index) {
      const Polynomial &own = place.strides[group].all()[index];
      const Polynomial &all = operand.strides[group].all()[index];
      if (own.isZero())
        continue;
      if (!stride)
        stride = all.quotient(own);
      alike &= stride && all == own * *stride;
    }
  if (!alike || !stride || stride->isZero() || stride->isNegative())
    return std::nullopt;
  return stride;
}

/// Takes the place as one of an operand, whose elements it moves by one stride.
bool added(Contraction &contraction, const Polynomial &place, const Polynomial &extent,
           Padding padding, const PlaceOf &placeOf) {
  if (!contraction.second.empty())
    return false;
  for (const bool ofRows : {true, false}) {
    Matrix &operand = ofRows ? contraction.a : contraction.b;
    const auto at = placeOf(ofRows, place);
    if (!at || !at->batchStrides.areZero())
      continue;
    const auto stride = strideOf(*at, operand);
    if (!stride)
      continue;
    operand.places.push_back({at->offset, at->strides, extent, *stride});
    operand.padding = padding;
    return true;
  }
  return false;
}

} // namespace

std::string addPaddedPlaces(Contraction &contraction, std::vector<Polynomial> conditions,
                            Padding padding, const PlaceOf &placeOf) {
  while (!conditions.empty()) {
    const Polynomial condition = conditions.front();
    conditions.erase(conditions.begin());
    const auto opposite = std::ranges::find_if(
        conditions, [&](const Polynomial &other) { return isUniform(condition + other); });
    if (opposite == conditions.end())
      return "the condition '" + index::comparisonText(condition) +
             "' in the loop is not implied by the guard";
    const Polynomial extent = condition + *opposite - 1;
    // Of the two, the one along which elements lie in the array's order.
    if (!added(contraction, condition - 1, extent, padding, placeOf) &&
        !added(contraction, *opposite - 1, extent, padding, placeOf))
      return "the condition '" + index::comparisonText(condition) +
             "' in the loop is not on a place in an array that the sum reads";
    conditions.erase(opposite);
  }
  return {};
}

} // namespace warpsmith::frontend
