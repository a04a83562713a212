/// Warp matrix functions.
#pragma once

#include "warpsmith_emulator/wmma_fragment.h"
#include "warpsmith_emulator/wmma_layout.h"
#include "warpsmith_emulator/wmma_memory.h"
#include "warpsmith_emulator/wmma_multiply.h"
