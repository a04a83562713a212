/// What is read in place of elements that do not exist.
#pragma once

namespace warpsmith {

/// 16 bytes that nobody writes. Loads under conditions, of which ptxas has few predicates for, wait
/// for each other; loads from here or there do not. An empty kernel has no use for it.
[[maybe_unused]] alignas(16) static __device__ unsigned char absent[16];

/// The element that `from` points to where it exists, else one whose value means nothing.
template <typename Element>
__device__ __forceinline__ const Element *orAbsent(bool exists, const Element *from) {
  return exists ? from : reinterpret_cast<const Element *>(absent);
}

} // namespace warpsmith
