/// PTX instructions of clusters, and loads and stores of shared memory. Emulation mode only.
#pragma once

#include "warpsmith_emulator/cluster.h"
#include "warpsmith_emulator/ptx_registers.h"

namespace warpsmith::emulator::ptx {

inline void barrier_cluster_arrive(Location where = Location::current()) {
  arriveAtCluster(true, where);
}
inline void barrier_cluster_arrive_relaxed(Location where = Location::current()) {
  arriveAtCluster(false, where);
}
inline void barrier_cluster_wait(Location where = Location::current()) {
  waitForCluster(where);
}
inline void mapa_shared(auto &result, uint32_t shared, uint32_t rank,
                        Location where = Location::current()) {
  result = mapShared(shared, rank, where);
}

inline void mbarrier_arrive_cluster(auto &&, uint32_t barrier,
                                    Location where = Location::current()) {
  arriveInCluster(barrier, 1, 0, where);
}
inline void mbarrier_arrive_cluster(auto &&, uint32_t barrier, uint32_t count,
                                    Location where = Location::current()) {
  arriveInCluster(barrier, count, 0, where);
}
inline void mbarrier_arrive_expect_tx_cluster(auto &&, uint32_t barrier, uint32_t bytes,
                                              Location where = Location::current()) {
  arriveInCluster(barrier, 1, bytes, where);
}

template <typename Value>
WARPSMITH_UNCHECKED void load_shared(Value &to, uint32_t address,
                                     Location where = Location::current()) {
  readShared(address, &to, sizeof to, where);
}
template <int Count, int Bytes>
WARPSMITH_UNCHECKED void load_shared(const Registers<Count, Bytes> &to, uint32_t address,
                                     Location where = Location::current()) {
  char values[Count * Bytes];
  readShared(address, values, sizeof values, where);
  accessRegisters(to.at, Count, Bytes, true, where);
  for (int i = 0; i < Count; ++i)
    __builtin_memcpy(to.at[i], values + i * Bytes, Bytes);
}
template <typename Value>
WARPSMITH_UNCHECKED void store_shared(uint32_t address, const Value &from,
                                      Location where = Location::current()) {
  writeShared(address, &from, sizeof from, where);
}
template <int Count, int Bytes>
WARPSMITH_UNCHECKED void store_shared(uint32_t address, const Registers<Count, Bytes> &from,
                                      Location where = Location::current()) {
  char values[Count * Bytes];
  accessRegisters(from.at, Count, Bytes, false, where);
  for (int i = 0; i < Count; ++i)
    __builtin_memcpy(values + i * Bytes, from.at[i], Bytes);
  writeShared(address, values, sizeof values, where);
}

} // namespace warpsmith::emulator::ptx
