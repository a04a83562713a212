/// cuRAND's device side for the parse.
#pragma once

#include <curand.h>

struct curandStateXORWOW {};
struct curandStatePhilox4_32_10 {};
struct curandStateMRG32k3a {};
struct curandStateSobol32 {};
struct curandStateMtgp32 {};
typedef curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateMtgp32 curandStateMtgp32_t;

#define WARPSMITH_CURAND(type, name)                                                               \
  template <class... Arguments>                                                                    \
  __host__ __device__ type name(const Arguments &...);
WARPSMITH_CURAND(void, curand_init)
WARPSMITH_CURAND(void, skipahead)
WARPSMITH_CURAND(void, skipahead_sequence)
WARPSMITH_CURAND(unsigned, curand)
WARPSMITH_CURAND(unsigned, curand_poisson)
WARPSMITH_CURAND(uint4, curand4)
WARPSMITH_CURAND(float, curand_uniform)
WARPSMITH_CURAND(float, curand_normal)
WARPSMITH_CURAND(float, curand_log_normal)
WARPSMITH_CURAND(double, curand_uniform_double)
WARPSMITH_CURAND(double, curand_normal_double)
WARPSMITH_CURAND(double, curand_log_normal_double)
WARPSMITH_CURAND(float2, curand_normal2)
WARPSMITH_CURAND(float2, curand_log_normal2)
WARPSMITH_CURAND(float4, curand_uniform4)
WARPSMITH_CURAND(float4, curand_normal4)
WARPSMITH_CURAND(double2, curand_normal2_double)
WARPSMITH_CURAND(double2, curand_uniform2_double)
#undef WARPSMITH_CURAND
