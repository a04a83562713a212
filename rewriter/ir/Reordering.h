/// Reasons in Contraction::reordered that passes ask for.
#pragma once

namespace warpsmith {

/// The original is written for tensor cores, which add up in an order of their own: a form without
/// them would be slower, however exact.
constexpr char OnTensorCores[] = "the original adds up on tensor cores";

} // namespace warpsmith
