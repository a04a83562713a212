// Shared memory of the other blocks of a cluster, and the cluster's registers.
#include "runtime/emulator/include/warpsmith_emulator/cluster.h"
#include "runtime/emulator/lib/Cluster.h"
#include "runtime/emulator/lib/PhaseBarriers.h"
#include <cstring>

namespace warpsmith::emulator {
namespace {

// An address of the cluster's window: the block's rank and one in the upper byte, below it the
// address in that block's own window.
constexpr int RankShift = 24;
constexpr uint32_t OffsetMask = (1u << RankShift) - 1;

[[noreturn]] void refuse(const char *kind, const std::string &message, const Location &where) {
  current->block->fail(*current, errorAt(*current, kind, message, spell(where)));
}

} // namespace

Block &blockOfShared(uint32_t address, const Location &where) {
  Cluster &cluster = current->block->cluster;
  const uint32_t rank = address >> RankShift;
  if (rank == 0)
    return *current->block;
  if (rank > static_cast<uint32_t>(cluster.size()))
    refuse("out-of-range", "an address that is not in the cluster's shared memory", where);
  return reachable(cluster.block(static_cast<int>(rank) - 1), where);
}

Block &reachable(Block &block, const Location &where) {
  if (&block == current->block)
    return block;
  if (block.ended())
    refuse("cluster",
           "access to the shared memory of block " + std::to_string(block.rankInCluster()) +
               " of the cluster, which has ended",
           where);
  block.remoteAccesses.see(current->number, current->clock.of(current->number));
  return block;
}

std::byte *placeInShared(const Block &block, uint32_t address) {
  return static_cast<std::byte *>(block.shared.dynamic()) +
         (static_cast<int64_t>(address & OffsetMask) - SharedWindow);
}

void *genericFromCluster(uint32_t address, Location where) {
  return placeInShared(blockOfShared(address, where), address);
}

uint32_t mapShared(uint32_t shared, uint32_t rank, Location where) {
  if (rank >= static_cast<uint32_t>(current->block->cluster.size()))
    refuse("cluster",
           "mapa to block " + std::to_string(rank) + " of a cluster of " +
               std::to_string(current->block->cluster.size()),
           where);
  return (rank + 1) << RankShift | (shared & OffsetMask);
}

void readShared(uint32_t address, void *to, uint32_t bytes, Location where) {
  Block &block = blockOfShared(address, where);
  const std::byte *from = placeInShared(block, address);
  if (address % bytes || !block.shared.contains(from))
    refuse(address % bytes ? "misaligned" : "out-of-range",
           "ld.shared of " + std::to_string(bytes) + " bytes", where);
  if (const auto mistake = block.shared.read(*current, from, bytes, Access::Ordinary))
    refuse(mistake->kind, mistake->message, where);
  std::memcpy(to, from, bytes);
}

void writeShared(uint32_t address, const void *from, uint32_t bytes, Location where) {
  Block &block = blockOfShared(address, where);
  std::byte *to = placeInShared(block, address);
  if (address % bytes || !block.shared.contains(to))
    refuse(address % bytes ? "misaligned" : "out-of-range",
           "st.shared of " + std::to_string(bytes) + " bytes", where);
  if (const auto mistake = block.shared.write(*current, to, bytes, Access::Ordinary))
    refuse(mistake->kind, mistake->message, where);
  std::memcpy(to, from, bytes);
}

void arriveInCluster(uint32_t barrier, uint32_t count, int64_t bytes, Location where) {
  Block &block = blockOfShared(barrier, where);
  auto *address = reinterpret_cast<uint64_t *>(placeInShared(block, barrier));
  arriveAt(phaseBarrier(*current, block, address, where), count, bytes, where);
}

void arriveAtCluster(bool ordered, Location where) {
  current->block->cluster.arrive(*current, ordered, where);
}
void waitForCluster(Location where) {
  current->block->cluster.waitForArrivals(*current, where);
}
dim3 clusterDimensions() {
  return current->block->grid().cluster;
}

} // namespace warpsmith::emulator
