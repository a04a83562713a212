// The types a benchmark computes with. DATA_TYPE, that of the input arrays, is chosen on the
// command line (-DDATA_TYPE=double); scalars and results follow from it: half-precision inputs
// are multiplied and summed in float, 8-bit integers in int.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#ifndef DATA_TYPE
#define DATA_TYPE float
#endif

namespace polybench {

template <typename Data>
struct ResultOf {
  typedef Data type;
};
template <>
struct ResultOf<__half> {
  typedef float type;
};
template <>
struct ResultOf<__nv_bfloat16> {
  typedef float type;
};
template <>
struct ResultOf<__nv_fp8_e4m3> {
  typedef float type;
};
template <>
struct ResultOf<__nv_fp8_e5m2> {
  typedef float type;
};
template <>
struct ResultOf<signed char> {
  typedef int type;
};
template <>
struct ResultOf<unsigned char> {
  typedef int type;
};

} // namespace polybench

typedef polybench::ResultOf<DATA_TYPE>::type SCALAR;
typedef polybench::ResultOf<DATA_TYPE>::type RESULT;
