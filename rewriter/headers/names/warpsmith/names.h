/// Names that real programs use and the CUDA 13 runtime no longer has, or the built-in declarations
/// do not: included before every file that is parsed, never compiled.
///
/// The rewriter looks a name up here when nothing else declares it (LastResortNames.h), so that a
/// program's own declaration of the same name always wins. Functions take anything: what matters is
/// that the code around them is understood.
#pragma once

#include <assert.h> // as nvcc's cuda_runtime.h does

#define WARPSMITH_ANYWHERE __attribute__((host, device))
/// A function that takes anything.
#define WARPSMITH_KNOWN(type, name)                                                                \
  template <class... Arguments>                                                                    \
  WARPSMITH_ANYWHERE type name(const Arguments &...);

#include "warpsmith/names/device.h"
#include "warpsmith/names/properties.h"
#include "warpsmith/names/runtime.h"
#include "warpsmith/names/samples.h"
#include "warpsmith/names/textures.h"

#undef WARPSMITH_KNOWN
#undef WARPSMITH_ANYWHERE
