/// Runs of elements that one instruction loads or stores.
#pragma once

namespace warpsmith {

/// Count elements side by side, aligned to their size (16 bytes at most are one access).
template <typename Element, int Count>
struct alignas(sizeof(Element) * Count) Vector {
  Element values[Count];
};

/// Reads Count elements from an address aligned to their size.
template <int Count, typename Element>
__device__ __forceinline__ Vector<Element, Count> loadVector(const Element *from) {
  return *reinterpret_cast<const Vector<Element, Count> *>(from);
}

/// Writes Count elements to an address aligned to their size.
template <typename Element, int Count>
__device__ __forceinline__ void storeVector(Element *to, const Vector<Element, Count> &vector) {
  *reinterpret_cast<Vector<Element, Count> *>(to) = vector;
}

} // namespace warpsmith
