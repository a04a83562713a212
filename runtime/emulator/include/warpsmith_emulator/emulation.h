/// Included before every emulated file: what the translator's output uses.
#pragma once

#include "cuda_runtime.h"
#include "warpsmith_emulator/launch.h"
#include "warpsmith_emulator/ptx.h"
#include "warpsmith_emulator/ptx_bulk.h"
#include "warpsmith_emulator/ptx_cluster.h"
#include "warpsmith_emulator/ptx_matrix.h"
#include "warpsmith_emulator/tile_choice.h"

#if __has_feature(address_sanitizer)
// The stacks of a kernel that failed are given up with what they own.
extern "C" __attribute__((weak)) const char *__asan_default_options() {
  return "detect_leaks=0";
}
#endif
