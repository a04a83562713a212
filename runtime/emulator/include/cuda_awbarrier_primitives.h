/// Barriers in shared memory: __mbarrier_init() and its kin.
#pragma once

#include "warpsmith_emulator/core.h"

typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

#define WARPSMITH_WHERE                                                                            \
  warpsmith::emulator::Location where = warpsmith::emulator::Location::current()

WARPSMITH_DEVICE uint32_t __mbarrier_maximum_count() {
  return (1u << 20) - 1;
}
WARPSMITH_DEVICE void __mbarrier_init(__mbarrier_t *barrier, uint32_t count, WARPSMITH_WHERE) {
  warpsmith::emulator::barrierInitialize(barrier, count, where);
}
WARPSMITH_DEVICE void __mbarrier_inval(__mbarrier_t *barrier, WARPSMITH_WHERE) {
  warpsmith::emulator::barrierInvalidate(barrier, where);
}
WARPSMITH_DEVICE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier, WARPSMITH_WHERE) {
  return warpsmith::emulator::barrierArrive(barrier, 1, where);
}
WARPSMITH_DEVICE __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier,
                                                               WARPSMITH_WHERE) {
  return warpsmith::emulator::barrierArriveDrop(barrier, 1, where);
}
WARPSMITH_DEVICE bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token,
                                           WARPSMITH_WHERE) {
  return warpsmith::emulator::barrierTest(barrier, token, where);
}
WARPSMITH_DEVICE bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity,
                                                  WARPSMITH_WHERE) {
  return warpsmith::emulator::barrierTestParity(barrier, parity, where);
}
/// How long the hardware may sleep meanwhile does not matter here.
WARPSMITH_DEVICE bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token, uint32_t,
                                          WARPSMITH_WHERE) {
  return warpsmith::emulator::barrierTest(barrier, token, where);
}
WARPSMITH_DEVICE bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity, uint32_t,
                                                 WARPSMITH_WHERE) {
  return warpsmith::emulator::barrierTestParity(barrier, parity, where);
}
WARPSMITH_DEVICE uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token) {
  return warpsmith::emulator::barrierPendingCount(token);
}
#undef WARPSMITH_WHERE
