/// PTX instructions of bulk copies. Emulation mode only.
#pragma once

#include "warpsmith_emulator/bulk_copies.h"
#include "warpsmith_emulator/ptx_registers.h"

namespace warpsmith::emulator::ptx {

/// Global and generic addresses come as pointers or as 64-bit integers.
inline const void *pointer(const void *address) {
  return address;
}
inline const void *pointer(uint64_t address) {
  return reinterpret_cast<const void *>(address);
}

template <int Rank>
struct Coordinates {
  int at[Rank];
  WARPSMITH_UNCHECKED explicit Coordinates(const Registers<Rank, 4> &registers) {
    for (int i = 0; i < Rank; ++i)
      __builtin_memcpy(&at[i], registers.at[i], 4);
  }
};

/// A cache hint means nothing here.
template <int Rank>
void bulk_tensor_load(uint32_t to, auto map, const Registers<Rank, 4> &box, uint32_t barrier,
                      Location where = Location::current()) {
  loadBox(to, pointer(map), Coordinates<Rank>(box).at, Rank, barrier, where);
}
template <int Rank>
void bulk_tensor_load_hint(uint32_t to, auto map, const Registers<Rank, 4> &box, uint32_t barrier,
                           uint64_t, Location where = Location::current()) {
  loadBox(to, pointer(map), Coordinates<Rank>(box).at, Rank, barrier, where);
}
template <int Rank>
void bulk_tensor_load_multicast(uint32_t to, auto map, const Registers<Rank, 4> &box,
                                uint32_t barrier, uint16_t mask,
                                Location where = Location::current()) {
  loadBoxMulticast(to, pointer(map), Coordinates<Rank>(box).at, Rank, barrier, mask, where);
}
template <int Rank>
void bulk_tensor_load_multicast_hint(uint32_t to, auto map, const Registers<Rank, 4> &box,
                                     uint32_t barrier, uint16_t mask, uint64_t,
                                     Location where = Location::current()) {
  loadBoxMulticast(to, pointer(map), Coordinates<Rank>(box).at, Rank, barrier, mask, where);
}
template <int Rank>
struct Offsets {
  uint16_t at[Rank - 2];
  WARPSMITH_UNCHECKED explicit Offsets(const Registers<Rank - 2, 2> &registers) {
    for (int i = 0; i < Rank - 2; ++i)
      __builtin_memcpy(&at[i], registers.at[i], 2);
  }
};
template <int Rank>
void bulk_tensor_load_im2col(uint32_t to, auto map, const Registers<Rank, 4> &pixel,
                             uint32_t barrier, const Registers<Rank - 2, 2> &offsets,
                             Location where = Location::current()) {
  loadPixels(to, pointer(map), Coordinates<Rank>(pixel).at, Rank, Offsets<Rank>(offsets).at,
             barrier, where);
}
template <int Rank>
void bulk_tensor_load_im2col_hint(uint32_t to, auto map, const Registers<Rank, 4> &pixel,
                                  uint32_t barrier, const Registers<Rank - 2, 2> &offsets, uint64_t,
                                  Location where = Location::current()) {
  bulk_tensor_load_im2col<Rank>(to, map, pixel, barrier, offsets, where);
}
template <int Rank>
void bulk_tensor_load_im2col_multicast(uint32_t to, auto map, const Registers<Rank, 4> &pixel,
                                       uint32_t barrier, const Registers<Rank - 2, 2> &offsets,
                                       uint16_t mask, Location where = Location::current()) {
  loadPixelsMulticast(to, pointer(map), Coordinates<Rank>(pixel).at, Rank,
                      Offsets<Rank>(offsets).at, barrier, mask, where);
}
template <int Rank>
void bulk_tensor_load_im2col_multicast_hint(uint32_t to, auto map, const Registers<Rank, 4> &pixel,
                                            uint32_t barrier, const Registers<Rank - 2, 2> &offsets,
                                            uint16_t mask, uint64_t,
                                            Location where = Location::current()) {
  bulk_tensor_load_im2col_multicast<Rank>(to, map, pixel, barrier, offsets, mask, where);
}
template <int Rank>
void bulk_tensor_store(auto map, const Registers<Rank, 4> &box, uint32_t from,
                       Location where = Location::current()) {
  storeBox(pointer(map), Coordinates<Rank>(box).at, Rank, from, where);
}
template <int Rank>
void bulk_tensor_store_hint(auto map, const Registers<Rank, 4> &box, uint32_t from, uint64_t,
                            Location where = Location::current()) {
  storeBox(pointer(map), Coordinates<Rank>(box).at, Rank, from, where);
}
/// Into the L2 cache, which is not modelled.
template <int Rank>
void bulk_tensor_prefetch(auto map, const Registers<Rank, 4> &,
                          Location where = Location::current()) {
  checkTensorMap(pointer(map), where);
}

inline void bulk_load(uint32_t to, auto from, uint32_t bytes, uint32_t barrier,
                      Location where = Location::current()) {
  loadBytes(to, pointer(from), bytes, barrier, where);
}
inline void bulk_store(auto to, uint32_t from, uint32_t bytes,
                       Location where = Location::current()) {
  storeBytes(const_cast<void *>(pointer(to)), from, bytes, where);
}
inline void bulk_prefetch(auto, uint32_t) {
}
inline void bulk_commit_group() {
  commitBulkStores();
}
inline void bulk_wait_group(int pending) {
  waitForBulkStores(pending, false);
}
inline void bulk_wait_group_read(int pending) {
  waitForBulkStores(pending, true);
}
inline void prefetch_tensormap(auto map, Location where = Location::current()) {
  checkTensorMap(pointer(map), where);
}

} // namespace warpsmith::emulator::ptx
