/// Device intrinsics other than mathematics.
#pragma once

#include "warpsmith_emulator/atomics.h"
#include "warpsmith_emulator/bit_casts.h"
#include "warpsmith_emulator/block.h"
#include "warpsmith_emulator/cached_access.h"
#include "warpsmith_emulator/integer.h"
#include "warpsmith_emulator/warp.h"
#include "warpsmith_emulator/window.h"
