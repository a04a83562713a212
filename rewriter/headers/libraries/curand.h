/// cuRAND's host side for the parse.
#pragma once

#include <cuda_runtime.h>

typedef struct curandGenerator_st *curandGenerator_t;
enum curandStatus_t {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999,
};
typedef curandStatus_t curandStatus;
enum curandRngType_t {
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201,
};
typedef curandRngType_t curandRngType;

#define WARPSMITH_CURAND(name)                                                                     \
  template <class... Arguments>                                                                    \
  curandStatus_t curand##name(const Arguments &...);
WARPSMITH_CURAND(CreateGenerator)
WARPSMITH_CURAND(CreateGeneratorHost)
WARPSMITH_CURAND(DestroyGenerator)
WARPSMITH_CURAND(SetStream)
WARPSMITH_CURAND(SetPseudoRandomGeneratorSeed)
WARPSMITH_CURAND(SetGeneratorOffset)
WARPSMITH_CURAND(SetGeneratorOrdering)
WARPSMITH_CURAND(SetQuasiRandomGeneratorDimensions)
WARPSMITH_CURAND(GenerateSeeds)
WARPSMITH_CURAND(Generate)
WARPSMITH_CURAND(GenerateLongLong)
WARPSMITH_CURAND(GenerateUniform)
WARPSMITH_CURAND(GenerateUniformDouble)
WARPSMITH_CURAND(GenerateNormal)
WARPSMITH_CURAND(GenerateNormalDouble)
WARPSMITH_CURAND(GenerateLogNormal)
WARPSMITH_CURAND(GenerateLogNormalDouble)
WARPSMITH_CURAND(GeneratePoisson)
WARPSMITH_CURAND(GetVersion)
#undef WARPSMITH_CURAND
