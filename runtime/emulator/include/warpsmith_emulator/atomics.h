/// Atomic functions: CUDA C++ Programming Guide, "Atomic Functions".
///
/// Threads of the emulator give way only at barriers and the like, never between two accesses, so
/// that a plain load and store is atomic and is seen by the address sanitizer. Additions of float
/// keep subnormals, which the hardware flushes in global memory.
#pragma once

#include "vector_types.h"
#include "warpsmith_emulator/core.h"

namespace warpsmith::emulator {

/// Stores update(old); returns old.
template <typename Type, typename Update>
WARPSMITH_INLINE Type readModifyWrite(Type *address, Update update) {
  const AtomicScope scope;
  const Type old = *address;
  *address = update(old);
  return old;
}

WARPSMITH_INLINE float sum(float a, float b) {
  return a + b;
}
WARPSMITH_INLINE double sum(double a, double b) {
  return a + b;
}
/// Integers wrap around.
template <typename Integer>
WARPSMITH_INLINE Integer sum(Integer a, Integer b) {
  Integer result;
  __builtin_add_overflow(a, b, &result);
  return result;
}
template <typename Integer>
WARPSMITH_INLINE Integer difference(Integer a, Integer b) {
  Integer result;
  __builtin_sub_overflow(a, b, &result);
  return result;
}

} // namespace warpsmith::emulator

// One function for each scope: the device, the block, the system.
#define WARPSMITH_ATOMIC(name, type, expression)                                                   \
  WARPSMITH_ATOMIC_SCOPE(name, type, expression)                                                   \
  WARPSMITH_ATOMIC_SCOPE(name##_block, type, expression)                                           \
  WARPSMITH_ATOMIC_SCOPE(name##_system, type, expression)
#define WARPSMITH_ATOMIC_SCOPE(name, type, expression)                                             \
  WARPSMITH_INLINE type name(type *address, type value) {                                          \
    return warpsmith::emulator::readModifyWrite(address, [=](type old) { return expression; });    \
  }

#define WARPSMITH_ATOMIC_ADD(type)                                                                 \
  WARPSMITH_ATOMIC(atomicAdd, type, warpsmith::emulator::sum(old, value))
WARPSMITH_ATOMIC_ADD(int)
WARPSMITH_ATOMIC_ADD(unsigned int)
WARPSMITH_ATOMIC_ADD(unsigned long long)
WARPSMITH_ATOMIC_ADD(float)
WARPSMITH_ATOMIC_ADD(double)
#undef WARPSMITH_ATOMIC_ADD

// Vectors, sm_90: each element is atomic by itself.
WARPSMITH_ATOMIC(atomicAdd, float2, (float2{old.x + value.x, old.y + value.y}))
WARPSMITH_ATOMIC(atomicAdd, float4,
                 (float4{old.x + value.x, old.y + value.y, old.z + value.z, old.w + value.w}))

WARPSMITH_ATOMIC(atomicSub, int, warpsmith::emulator::difference(old, value))
WARPSMITH_ATOMIC(atomicSub, unsigned int, warpsmith::emulator::difference(old, value))

#define WARPSMITH_ATOMIC_EXTREMA(type)                                                             \
  WARPSMITH_ATOMIC(atomicMin, type, value < old ? value : old)                                     \
  WARPSMITH_ATOMIC(atomicMax, type, value > old ? value : old)
WARPSMITH_ATOMIC_EXTREMA(int)
WARPSMITH_ATOMIC_EXTREMA(unsigned int)
WARPSMITH_ATOMIC_EXTREMA(long long)
WARPSMITH_ATOMIC_EXTREMA(unsigned long long)
#undef WARPSMITH_ATOMIC_EXTREMA

#define WARPSMITH_ATOMIC_BITS(type)                                                                \
  WARPSMITH_ATOMIC(atomicAnd, type, old &value)                                                    \
  WARPSMITH_ATOMIC(atomicOr, type, old | value)                                                    \
  WARPSMITH_ATOMIC(atomicXor, type, old ^ value)
WARPSMITH_ATOMIC_BITS(int)
WARPSMITH_ATOMIC_BITS(unsigned int)
WARPSMITH_ATOMIC_BITS(unsigned long long)
#undef WARPSMITH_ATOMIC_BITS

// Counters that wrap at `value`.
WARPSMITH_ATOMIC(atomicInc, unsigned int, old >= value ? 0u : old + 1)
WARPSMITH_ATOMIC(atomicDec, unsigned int, old == 0 || old > value ? value : old - 1)

#define WARPSMITH_ATOMIC_EXCHANGE(type) WARPSMITH_ATOMIC(atomicExch, type, ((void)old, value))
WARPSMITH_ATOMIC_EXCHANGE(int)
WARPSMITH_ATOMIC_EXCHANGE(unsigned int)
WARPSMITH_ATOMIC_EXCHANGE(unsigned long long)
WARPSMITH_ATOMIC_EXCHANGE(float)
#undef WARPSMITH_ATOMIC_EXCHANGE
#undef WARPSMITH_ATOMIC
#undef WARPSMITH_ATOMIC_SCOPE

#define WARPSMITH_ATOMIC_CAS(name, type)                                                           \
  WARPSMITH_INLINE type name(type *address, type expected, type desired) {                         \
    return warpsmith::emulator::readModifyWrite(                                                   \
        address, [=](type old) { return old == expected ? desired : old; });                       \
  }
#define WARPSMITH_ATOMIC_CAS_SCOPES(type)                                                          \
  WARPSMITH_ATOMIC_CAS(atomicCAS, type)                                                            \
  WARPSMITH_ATOMIC_CAS(atomicCAS_block, type)                                                      \
  WARPSMITH_ATOMIC_CAS(atomicCAS_system, type)
WARPSMITH_ATOMIC_CAS_SCOPES(int)
WARPSMITH_ATOMIC_CAS_SCOPES(unsigned int)
WARPSMITH_ATOMIC_CAS_SCOPES(unsigned long long)
WARPSMITH_ATOMIC_CAS_SCOPES(unsigned short)
#undef WARPSMITH_ATOMIC_CAS_SCOPES
#undef WARPSMITH_ATOMIC_CAS
