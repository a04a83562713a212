/// Bulk copies (cp.async.bulk, the TMA). Emulation mode only.
#pragma once

#include "warpsmith_emulator/device.h"

namespace warpsmith::emulator {

/// cp.async.bulk.tensor to shared memory: a box of the tensor; `barrier`, a shared address, gets
/// complete_tx for its bytes. Until then the destination is poison.
void loadBox(uint32_t shared, const void *map, const int *coordinates, int rank, uint32_t barrier,
             Location where = Location::current());
/// The same to shared memory of every block of the cluster whose bit is set in the mask.
void loadBoxMulticast(uint32_t shared, const void *map, const int *coordinates, int rank,
                      uint32_t barrier, uint32_t mask, Location where = Location::current());
/// cp.async.bulk.tensor.im2col to shared memory: a column of pixels, each read so much further on
/// as the offsets say, of which there are two less than dimensions.
void loadPixels(uint32_t shared, const void *map, const int *coordinates, int rank,
                const uint16_t *offsets, uint32_t barrier, Location where = Location::current());
void loadPixelsMulticast(uint32_t shared, const void *map, const int *coordinates, int rank,
                         const uint16_t *offsets, uint32_t barrier, uint32_t mask,
                         Location where = Location::current());
/// cp.async.bulk.tensor to global memory. Shared memory is read as late as the wait allows.
void storeBox(const void *map, const int *coordinates, int rank, uint32_t shared,
              Location where = Location::current());
/// cp.async.bulk of plain bytes, between 16-byte aligned addresses.
void loadBytes(uint32_t shared, const void *global, uint32_t bytes, uint32_t barrier,
               Location where = Location::current());
void storeBytes(void *global, uint32_t shared, uint32_t bytes,
                Location where = Location::current());
/// cp.async.bulk.commit_group and wait_group of the thread's own stores. After a wait for the reads
/// alone (.read) shared memory is free, and nobody may count on global memory yet.
void commitBulkStores();
void waitForBulkStores(int pending, bool readsAlone);
/// prefetch.tensormap: only that there is one.
void checkTensorMap(const void *map, Location where = Location::current());

} // namespace warpsmith::emulator
