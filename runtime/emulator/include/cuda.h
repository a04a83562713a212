/// What programs that use the runtime only take from the driver's header: the version, the handles,
/// which are the runtime's, and tensor maps. Other driver functions are not there.
#pragma once

#include "driver_types.h"
#include "warpsmith_emulator/tensor_map_types.h"

#define CUDA_VERSION 13000

typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef cudaGraph_t CUgraph;
typedef cudaGraphExec_t CUgraphExec;
typedef unsigned long long CUdeviceptr;
typedef int CUdevice;
