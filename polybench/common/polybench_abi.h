// How the harness calls a benchmark that was built as a shared library.
//
// Every benchmark's .cu exports one C function,
//
//     extern "C" int polybench_run(const PolybenchArguments *arguments);
//
// which enqueues the whole benchmark on the given stream and returns without waiting: 0 when the
// launches were accepted, a cudaError_t when one was not, POLYBENCH_BAD_ARGUMENTS when the struct
// does not fit this benchmark. It neither allocates nor synchronises, so that it can be timed.
//
// A library may also export `const char *polybench_refusal()`, which says why its last run returned
// POLYBENCH_BAD_ARGUMENTS; empty when the struct did not fit.
#pragma once

#define POLYBENCH_ABI_VERSION 3
#define POLYBENCH_MAX_DIMENSIONS 8
#define POLYBENCH_MAX_SCALARS 4
#define POLYBENCH_MAX_BUFFERS 12
#define POLYBENCH_BAD_ARGUMENTS (-1)

// Which part of a benchmark is to run. The baseline of some benchmarks runs their own kernels
// before and after the products that cuBLAS computes in their place; others know the whole alone.
#define POLYBENCH_WHOLE 0
#define POLYBENCH_BEFORE_PRODUCTS 1
#define POLYBENCH_AFTER_PRODUCTS 2

// Counts and order of dimensions, scalars and buffers are those of the benchmark's descriptor
// (polybench/NAME/benchmark.cpp). A new field is added at the end and raises the version.
struct PolybenchArguments {
  int version; // POLYBENCH_ABI_VERSION
  int dimensionCount;
  int scalarCount;
  int bufferCount;
  int dimensions[POLYBENCH_MAX_DIMENSIONS]; // elements
  double scalars[POLYBENCH_MAX_SCALARS];    // converted to the benchmark's SCALAR type
  void *buffers[POLYBENCH_MAX_BUFFERS];     // device memory, row-major, no padding between rows
  void *stream;                             // a cudaStream_t; null is the default stream
  int part;                                 // POLYBENCH_WHOLE, ...
};

// True when the caller and this library mean the same struct and the same benchmark.
static inline bool polybenchAccepts(const PolybenchArguments *arguments, int dimensionCount,
                                    int scalarCount, int bufferCount) {
  return arguments->version == POLYBENCH_ABI_VERSION &&
         arguments->dimensionCount == dimensionCount && arguments->scalarCount == scalarCount &&
         arguments->bufferCount == bufferCount;
}
