/// Barriers of the block, fences, time and traps.
#pragma once

#include "warpsmith_emulator/core.h"

WARPSMITH_DEVICE void
__syncthreads(warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  warpsmith::emulator::synchronize(0, 0, where);
}
/// In how many threads, in all threads, in any thread the predicate is not zero.
WARPSMITH_DEVICE int __syncthreads_count(
    int predicate, warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  return warpsmith::emulator::synchronizeReduce(warpsmith::emulator::Reduction::Popcount,
                                                predicate != 0, 0, 0, where);
}
WARPSMITH_DEVICE int
__syncthreads_and(int predicate,
                  warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  return warpsmith::emulator::synchronizeReduce(warpsmith::emulator::Reduction::And, predicate != 0,
                                                0, 0, where);
}
WARPSMITH_DEVICE int
__syncthreads_or(int predicate,
                 warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  return warpsmith::emulator::synchronizeReduce(warpsmith::emulator::Reduction::Or, predicate != 0,
                                                0, 0, where);
}
WARPSMITH_DEVICE void
__barrier_sync(unsigned int number,
               warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  warpsmith::emulator::synchronize(static_cast<int>(number), 0, where);
}
WARPSMITH_DEVICE void __barrier_sync_count(
    unsigned int number, unsigned int count,
    warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  warpsmith::emulator::synchronize(static_cast<int>(number), static_cast<int>(count), where);
}

// One OS thread runs all fibers: memory is in order as the program is. Only the check for races on
// global memory asks for fences, and takes one of the block for one of the device.
WARPSMITH_DEVICE void __threadfence() {
  warpsmith::emulator::fenceDevice();
}
WARPSMITH_DEVICE void __threadfence_block() {
  warpsmith::emulator::fenceDevice();
}
WARPSMITH_DEVICE void __threadfence_system() {
  warpsmith::emulator::fenceDevice();
}

WARPSMITH_DEVICE void __nanosleep(unsigned int) {
  warpsmith::emulator::yield();
}
WARPSMITH_DEVICE long long clock64() {
  return static_cast<long long>(warpsmith::emulator::clockNanoseconds());
}
WARPSMITH_DEVICE unsigned long long __globaltimer() {
  return warpsmith::emulator::clockNanoseconds();
}

WARPSMITH_DEVICE void
__trap(warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  warpsmith::emulator::trap("__trap() was called", where);
}
WARPSMITH_DEVICE void __brkpt() {
}
WARPSMITH_DEVICE void __prof_trigger(int) {
}
