/// The umbrella of CUDA's runtime: types, API, built-in variables, device functions.
#pragma once

#include "warpsmith_emulator/qualifiers.h"

#ifdef __CUDA__
#include "warpsmith_emulator/device_library.h"
#endif

// What nvcc's cuda_runtime.h brings along.
#include <cmath>
#include <cstdlib>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __CUDA__
#include "warpsmith_emulator/device_library_std.h"
#endif

#include "cuda_runtime_api.h"
#include "device_launch_parameters.h"
#include "vector_functions.h"
#include "warpsmith_emulator/typed_runtime.h"

#include "device_functions.h"
#include "math_functions.h"
