/// Loads and stores with cache hints: here plain accesses, so that instrumentation sees them.
#pragma once

#include "warpsmith_emulator/qualifiers.h"

#define WARPSMITH_LOAD(name)                                                                       \
  template <typename Type>                                                                         \
  WARPSMITH_INLINE Type name(const Type *address) {                                                \
    return *address;                                                                               \
  }
#define WARPSMITH_STORE(name)                                                                      \
  template <typename Type>                                                                         \
  WARPSMITH_INLINE void name(Type *address, Type value) {                                          \
    *address = value;                                                                              \
  }

WARPSMITH_LOAD(__ldg)
WARPSMITH_LOAD(__ldca)
WARPSMITH_LOAD(__ldcg)
WARPSMITH_LOAD(__ldcs)
WARPSMITH_LOAD(__ldcv)
WARPSMITH_LOAD(__ldlu)
WARPSMITH_STORE(__stwb)
WARPSMITH_STORE(__stcg)
WARPSMITH_STORE(__stcs)
WARPSMITH_STORE(__stwt)
#undef WARPSMITH_LOAD
#undef WARPSMITH_STORE
