/// Address spaces: which memory a generic address lies in, and addresses of the shared window.
#pragma once

#include "warpsmith_emulator/core.h"

WARPSMITH_DEVICE size_t __cvta_generic_to_shared(const void *generic) {
  return warpsmith::emulator::sharedAddress(generic);
}
WARPSMITH_DEVICE void *__cvta_shared_to_generic(size_t address) {
  return warpsmith::emulator::genericFromShared(static_cast<uint32_t>(address));
}
WARPSMITH_DEVICE size_t __cvta_generic_to_global(const void *generic) {
  return reinterpret_cast<size_t>(generic);
}
WARPSMITH_DEVICE void *__cvta_global_to_generic(size_t address) {
  return reinterpret_cast<void *>(address);
}
WARPSMITH_DEVICE unsigned int __isShared(const void *generic) {
  return warpsmith::emulator::isShared(generic);
}
WARPSMITH_DEVICE unsigned int __isGlobal(const void *generic) {
  return warpsmith::emulator::isGlobal(generic);
}
/// What is neither shared nor global is on the thread's stack.
WARPSMITH_DEVICE unsigned int __isLocal(const void *generic) {
  return !warpsmith::emulator::isShared(generic) && !warpsmith::emulator::isGlobal(generic);
}
WARPSMITH_DEVICE unsigned int __isConstant(const void *) {
  return 0;
}
WARPSMITH_DEVICE unsigned int __isGridConstant(const void *) {
  return 0;
}
