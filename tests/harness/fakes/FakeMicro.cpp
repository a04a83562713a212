// A library of microbenchmarks with planted faults, for the emulator's worker, whose device memory
// is the host's.
#include "polybench/micro/micro_abi.h"
#include <cstdlib>

namespace {

constexpr int Threads = 32;

constexpr MicroPoint point(const char *experiment, const char *name) {
  return {
      experiment, name, "kernel", 1, {{"fault", name}}, 1, {{1, 1000, 1, {{"FFMA", 1, 64, 0}}}, {}},
      0};
}

constexpr MicroPoint Points[] = {
    point("fp64-warps", "none"), point("fp64-warps", "wrong"),   point("fp64-warps", "unwritten"),
    point("fp64-warps", "last"), point("copy-warps", "refused"), point("copy-bulk", "crash"),
};
constexpr int Wrong = 1, Unwritten = 2, Last = 3, Refused = 4, Crash = 5;

constexpr MicroSuite Suite = {MICRO_ABI_VERSION, 6, Points};

} // namespace

const MicroSuite *micro_suite() {
  return &Suite;
}

int micro_run(const MicroLaunch *launch) {
  if (launch->point == Refused)
    return MICRO_BAD_ARGUMENTS;
  if (launch->point == Crash)
    abort();
  for (int thread = 0; thread < launch->blocks * Threads; ++thread) {
    const bool isLast = thread == launch->blocks * Threads - 1;
    if (launch->point == Unwritten && isLast)
      continue;
    launch->sums[thread] = launch->iterations[0] + (launch->point == Wrong ? 1 : 0) +
                           (launch->point == Last && isLast ? 0x1p-40 : 0);
  }
  return 0;
}

void micro_fill(void *, int) {
}

void micro_expected(int, const int *iterations, double *sums) {
  for (int thread = 0; thread < Threads; ++thread)
    sums[thread] = iterations[0];
}
