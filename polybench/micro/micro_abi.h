// How the harness calls the microbenchmarks, which are built as one shared library (micro.cu).
//
// A point is one kernel with one setting. Its warps have one or two roles, each with a loop whose
// iterations are counted for the role alone: with none, the role's warps end at once, so that the
// other's time by itself is known. Warp w of a block runs on sub-partition w % 4, and the first
// role's warps are the first ones.
#pragma once

#define MICRO_ABI_VERSION 1
#define MICRO_ROLES 2
#define MICRO_OPERATIONS 4
#define MICRO_PARAMETERS 8
#define MICRO_BAD_ARGUMENTS (-1)

// Bytes of device memory that copies read, of a block.
#define MICRO_SOURCE_BYTES 65536

// Machine instructions of a loop, as nvdisasm spells them without what follows the first dot.
struct MicroOperation {
  const char *mnemonic;
  int perIteration; // in the loop's body, of a warp
  double flops;     // of one, of a warp
  double bytes;     // likewise, copied
};

struct MicroRole {
  int warps;          // of a block
  int mostIterations; // up to which the sums are exact
  int operationCount;
  MicroOperation operations[MICRO_OPERATIONS];
};

struct MicroParameter {
  const char *name;
  const char *value;
};

struct MicroPoint {
  const char *experiment; // its name in Experiments.def
  const char *name;       // unique within the experiment
  const char *kernel;     // "fp64Stream<0, 8, 32, 1>", as a demangler spells it
  int parameterCount;
  MicroParameter parameters[MICRO_PARAMETERS];
  int roleCount;
  MicroRole roles[MICRO_ROLES];
  int balanced; // 1: the roles are to take equally long alone; 0: their iterations are equal
};

struct MicroSuite {
  int version; // MICRO_ABI_VERSION
  int pointCount;
  const MicroPoint *points;
};

struct MicroLaunch {
  int version; // MICRO_ABI_VERSION
  int point;   // index
  int blocks;
  int iterations[MICRO_ROLES];
  double *sums;       // device memory, one a thread: what it has computed
  long long *clocks;  // device memory, two a warp: clock64() before and after its loop
  const void *source; // device memory of MICRO_SOURCE_BYTES a block, filled by micro_fill
  void *stream;       // a cudaStream_t
};

// Libraries export these four. micro_fill and micro_expected work on host memory.
// NOLINTBEGIN(readability-identifier-naming): names of C
extern "C" {
const MicroSuite *micro_suite(void);
// Enqueues one launch: 0, a cudaError_t or MICRO_BAD_ARGUMENTS.
int micro_run(const MicroLaunch *launch);
void micro_fill(void *source, int blocks);
// What the threads of every block must have computed, of the point's 32 * warps threads.
void micro_expected(int point, const int *iterations, double *sums);
}
// NOLINTEND(readability-identifier-naming)
