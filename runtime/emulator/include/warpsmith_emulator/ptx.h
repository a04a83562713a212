/// PTX instructions as functions: operands in PTX's order, results by reference. Emulation mode
/// only.
///
/// Shared addresses are the 32-bit values that __cvta_generic_to_shared() gives.
#pragma once

#include "warpsmith_emulator/device.h"
#include "warpsmith_emulator/narrow_float.h"
#include "warpsmith_emulator/ptx_registers.h"
#include <bit>
#include <cmath>

namespace warpsmith::emulator::ptx {

/// The result operand `_`, which is dropped.
struct Sink {
  template <typename Value>
  const Sink &operator=(const Value &) const {
    return *this;
  }
};

inline void *shared(uint64_t address) {
  return genericFromShared(static_cast<uint32_t>(address));
}
inline uint64_t *barrier(uint64_t address) {
  return static_cast<uint64_t *>(shared(address));
}

inline void bar_sync(int number, int count = 0, Location where = Location::current()) {
  synchronize(number, count, where);
}
inline void bar_arrive(int number, int count, Location where = Location::current()) {
  arrive(number, count, where);
}
inline void bar_warp_sync(uint32_t mask, Location where = Location::current()) {
  synchronizeWarp(mask, where);
}
inline void bar_red_popc(auto &result, int number, int count, bool predicate,
                         Location where = Location::current()) {
  result = synchronizeReduce(Reduction::Popcount, predicate, number, count, where);
}

inline void cp_async(uint64_t to, const void *from, int bytes,
                     Location where = Location::current()) {
  copyAsync(shared(to), from, bytes, bytes, where);
}
inline void cp_async(uint64_t to, const void *from, int bytes, int sourceBytes,
                     Location where = Location::current()) {
  copyAsync(shared(to), from, bytes, sourceBytes, where);
}
inline void cp_async_commit_group() {
  commitCopies();
}
inline void cp_async_wait_group(int pending) {
  waitForCopies(pending);
}
inline void cp_async_wait_all() {
  commitCopies();
  waitForCopies(0);
}
inline void cp_async_mbarrier_arrive(uint64_t address, Location where = Location::current()) {
  arriveWhenCopied(barrier(address), true, where);
}
inline void cp_async_mbarrier_arrive_noinc(uint64_t address, Location where = Location::current()) {
  arriveWhenCopied(barrier(address), false, where);
}

inline void mbarrier_init(uint64_t address, uint32_t count, Location where = Location::current()) {
  barrierInitialize(barrier(address), count, where);
}
inline void mbarrier_inval(uint64_t address, Location where = Location::current()) {
  barrierInvalidate(barrier(address), where);
}
inline void mbarrier_arrive(auto &&state, uint64_t address, Location where = Location::current()) {
  state = barrierArrive(barrier(address), 1, where);
}
inline void mbarrier_arrive(auto &&state, uint64_t address, uint32_t count,
                            Location where = Location::current()) {
  state = barrierArrive(barrier(address), count, where);
}
inline void mbarrier_arrive_drop(auto &&state, uint64_t address,
                                 Location where = Location::current()) {
  state = barrierArriveDrop(barrier(address), 1, where);
}
inline void mbarrier_arrive_expect_tx(auto &&state, uint64_t address, uint32_t bytes,
                                      Location where = Location::current()) {
  barrierExpect(barrier(address), bytes, where);
  state = barrierArrive(barrier(address), 1, where);
}
inline void mbarrier_expect_tx(uint64_t address, uint32_t bytes,
                               Location where = Location::current()) {
  barrierExpect(barrier(address), bytes, where);
}
/// The suspend-time hint of try_wait has no meaning here.
inline void mbarrier_test_wait(auto &complete, uint64_t address, uint64_t state,
                               Location where = Location::current()) {
  complete = barrierTest(barrier(address), state, where);
}
inline void mbarrier_test_wait(auto &complete, uint64_t address, uint64_t state, uint32_t,
                               Location where = Location::current()) {
  complete = barrierTest(barrier(address), state, where);
}
inline void mbarrier_test_wait_parity(auto &complete, uint64_t address, uint32_t parity,
                                      Location where = Location::current()) {
  complete = barrierTestParity(barrier(address), parity, where);
}
inline void mbarrier_test_wait_parity(auto &complete, uint64_t address, uint32_t parity, uint32_t,
                                      Location where = Location::current()) {
  complete = barrierTestParity(barrier(address), parity, where);
}

/// An empty asm statement's operand: the optimiser loses track of its value. In memory, since it is
/// no instruction that would access the register.
inline void hide(float &value) {
  asm volatile("" : "+m"(value));
}
inline void hide(double &value) {
  asm volatile("" : "+m"(value));
}
inline void hide(const auto &) {
}

inline void fence(auto...) {
  fenceDevice();
}
inline void fence_proxy_async() {
  fenceAsynchronousProxy();
}
inline void fence_mbarrier_init() {
  fenceBarrierInitializations();
}
inline void nothing() {
}
inline void griddepcontrol_wait() {
  waitForPreviousGrid();
}
inline void prefetch(auto) {
}
/// Of the L2 cache, which is not modelled.
inline void createpolicy(auto &policy) {
  policy = 0;
}
inline void nanosleep(uint32_t) {
  yield();
}

inline void selp(auto &result, auto first, auto second, bool predicate) {
  result = predicate ? first : second;
}
inline void mov(auto &&result, auto value) {
  result = value;
}
/// `mov.b32 d, {a, b}` packs, the first lowest, and `mov.b32 {a, b}, d` takes apart.
template <typename Result, int Count, int Bytes>
WARPSMITH_UNCHECKED void mov(Result &result, const Registers<Count, Bytes> &parts,
                             Location where = Location::current()) {
  static_assert(sizeof result == Count * Bytes);
  accessRegisters(parts.at, Count, Bytes, false, where);
  for (int i = 0; i < Count; ++i)
    __builtin_memcpy(reinterpret_cast<char *>(&result) + i * Bytes, parts.at[i], Bytes);
}
template <int Count, int Bytes, typename Value>
WARPSMITH_UNCHECKED void mov(Registers<Count, Bytes> &&parts, const Value &value,
                             Location where = Location::current()) {
  static_assert(sizeof value == Count * Bytes);
  accessRegisters(parts.at, Count, Bytes, true, where);
  for (int i = 0; i < Count; ++i)
    __builtin_memcpy(parts.at[i], reinterpret_cast<const char *>(&value) + i * Bytes, Bytes);
}
inline void add(auto &result, auto first, auto second) {
  result = first + second;
}
inline void setp_ne(auto &result, auto first, auto second) {
  result = static_cast<uint64_t>(first) != static_cast<uint64_t>(second);
}
inline void setp_eq(auto &result, auto first, auto second) {
  result = static_cast<uint64_t>(first) == static_cast<uint64_t>(second);
}
inline void setp_lt(auto &result, int32_t first, int32_t second) {
  result = first < second;
}
inline void fma_rn_f32(float &result, float a, float b, float c) {
  result = std::fmaf(a, b, c);
}
inline void fma_rn_f64(double &result, double a, double b, double c) {
  result = std::fma(a, b, c);
}
inline void cvt_f64_f32(double &result, float value) {
  result = value;
}
/// Rounds to the 10 bits of TF32's fraction, ties away from zero; NaN and infinity stay.
inline void cvt_rna_tf32(auto &result, float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7f800000u) != 0x7f800000u)
    bits = (bits + 0x1000u) & ~0x1fffu;
  result = std::bit_cast<std::remove_reference_t<decltype(result)>>(bits);
}
/// The first of two goes to the upper half.
inline void cvt_rn_f16(auto &result, float value) {
  result = std::bit_cast<std::remove_reference_t<decltype(result)>>(HalfFormat::narrow(value));
}
inline void cvt_rn_f16x2(auto &result, float upper, float lower) {
  result = uint32_t(HalfFormat::narrow(upper)) << 16 | HalfFormat::narrow(lower);
}
inline void cvt_rn_bf16(auto &result, float value) {
  result = std::bit_cast<std::remove_reference_t<decltype(result)>>(Bfloat16Format::narrow(value));
}
inline void cvt_rn_bf16x2(auto &result, float upper, float lower) {
  result = uint32_t(Bfloat16Format::narrow(upper)) << 16 | Bfloat16Format::narrow(lower);
}
inline void cvta_to_shared(auto &result, uint64_t generic) {
  result = sharedAddress(reinterpret_cast<const void *>(generic));
}
inline void cvta_to_shared(auto &result, const void *generic) {
  cvta_to_shared(result, reinterpret_cast<uint64_t>(generic));
}
inline void cvt_u32_u64(auto &result, uint64_t value) {
  result = static_cast<uint32_t>(value);
}
/// A thread is a function here, which inline PTX in a function that it calls cannot end.
inline void exit_thread(Location where = Location::current()) {
  fail("emulator-exit", "exit: threads that PTX ends are not emulated", where);
}
/// One lane of the mask, the lowest, gets true.
inline void elect_sync(auto &&, bool &elected, uint32_t mask,
                       Location where = Location::current()) {
  synchronizeWarp(mask, where);
  elected = (mask & ((1u << laneIndex()) - 1)) == 0;
}

} // namespace warpsmith::emulator::ptx
