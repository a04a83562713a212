/// nvcuda::wmma::fragment and fill_fragment(): CUDA C++ Programming Guide, "Warp Matrix Functions".
#pragma once

#include "warpsmith_emulator/wmma_layout.h"

namespace nvcuda {
namespace wmma {

/// One lane's share of a matrix of an m x n x k product; see wmma_layout.h for which elements.
template <typename Use, int m, int n, int k, typename T, typename Layout = void>
class __align__(8) fragment {
  using Place = warpsmith::emulator::WmmaLayout<Use, m, n, k, T>;
  static_assert(Place::Supported, "CUDA has no such WMMA fragment.");

public:
  using element_type = T;
  using storage_element_type = typename warpsmith::emulator::WmmaStorage<T>::type;
  enum { num_elements = warpsmith::emulator::FragmentLength<Use, m, n, k, T>::value };
  enum { num_storage_elements = num_elements };

  storage_element_type x[num_elements];
  /// Of the emulator: pointer and leading dimension it was loaded with, which must be the same in
  /// all lanes; 0 when it was not loaded. Compared where lanes meet anyway.
  unsigned long long warpsmithOrigin = 0;
};

template <typename Use, int m, int n, int k, typename T, typename Layout>
WARPSMITH_UNCHECKED void
fill_fragment(fragment<Use, m, n, k, T, Layout> &target,
              const typename warpsmith::emulator::WmmaStorage<T>::type &value) {
  for (auto &element : target.x)
    element = value;
  target.warpsmithOrigin = 0;
}

/// Rounds to TF32's 10 bits of fraction, ties away from zero (PTX ISA, cvt.rna.tf32.f32); NaN and
/// infinity stay.
WARPSMITH_DEVICE float __float_to_tf32(float value) {
  const unsigned int bits = warpsmith::emulator::bitCast<unsigned int>(value);
  if ((bits & 0x7f800000u) == 0x7f800000u)
    return value;
  return warpsmith::emulator::bitCast<float>((bits + 0x1000u) & ~0x1fffu);
}

} // namespace wmma
} // namespace nvcuda
