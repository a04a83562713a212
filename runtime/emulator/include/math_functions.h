/// Device mathematics.
#pragma once

#include "math_constants.h"
#include "warpsmith_emulator/conversions.h"
#include "warpsmith_emulator/device_math.h"
#include "warpsmith_emulator/extrema.h"
#include "warpsmith_emulator/fast_math.h"
#include "warpsmith_emulator/rounded_math.h"
