/// Included before every emulated file: what the translator's output uses.
#pragma once

#include "cuda_runtime.h"
#include "warpsmith_emulator/launch.h"
#include "warpsmith_emulator/ptx.h"
