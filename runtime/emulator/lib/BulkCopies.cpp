// cp.async.bulk: PTX ISA, "Data Movement and Conversion Instructions: Asynchronous copy".
#include "runtime/emulator/include/warpsmith_emulator/bulk_copies.h"
#include "runtime/emulator/lib/Cluster.h"
#include "runtime/emulator/lib/DependentLaunch.h"
#include "runtime/emulator/lib/GlobalRaces.h"
#include "runtime/emulator/lib/PhaseBarriers.h"
#include <algorithm>
#include <cstring>
#include <iterator>

namespace warpsmith::emulator {
namespace {

constexpr uint32_t BoxAlignment = 128, ByteAlignment = 16;

[[noreturn]] void refuse(const char *kind, const std::string &message, const Location &where) {
  current->block->fail(*current, errorAt(*current, kind, "bulk copy: " + message, spell(where)));
}

const TensorMap &tensorMap(const void *address, const Location &where) {
  if (computeCapability() < 90)
    refuse("bulk-copy", "an instruction of sm_90 and later", where);
  if (reinterpret_cast<uintptr_t>(address) % 64)
    refuse("misaligned", "the tensor map is not 64-byte aligned", where);
  const auto *map = static_cast<const TensorMap *>(address);
  if (!map || map->magic != TensorMap::Magic)
    refuse("tensor-map",
           "there is no tensor map that cuTensorMapEncodeTiled or cuTensorMapEncodeIm2col has "
           "made",
           where);
  return *map;
}

/// Global memory of the pieces, checked in runs.
void checkGlobal(const std::vector<BoxPiece> &pieces, bool write, const Location &where) {
  std::uintptr_t begin = 0, end = 0;
  const auto check = [&] {
    if (begin == end)
      return;
    if (const auto mistake =
            checkGlobal(*current, reinterpret_cast<void *>(begin), end - begin, write))
      refuse(mistake->kind, mistake->message, where);
  };
  for (const BoxPiece &piece : pieces) {
    if (piece.first == piece.last)
      continue;
    const auto at = reinterpret_cast<std::uintptr_t>(piece.global);
    if (at + piece.first != end) {
      check();
      begin = at + piece.first;
    }
    end = at + piece.last;
  }
  check();
}

/// The copy's accesses to global memory by an agent, in the order that its clock says.
void checkRaces(const BulkCopy &copy, Agent &agent, bool write, const void *caller) {
  for (const BoxPiece &piece : copy.pieces)
    if (piece.first != piece.last)
      if (const auto race = globalRace(agent, piece.global + piece.first, piece.last - piece.first,
                                       write, false, caller))
        refuse("race", *race, copy.where);
}

/// 16 bytes of the block's shared memory.
std::byte *sharedPiece(const Block &block, const BoxPiece &piece, const Location &where) {
  std::byte *address = placeInShared(block, piece.shared);
  if (!block.shared.contains(address))
    refuse("out-of-range", "to or from an address outside shared memory", where);
  return address;
}

/// To the block's shared memory; the addresses are those of any block.
void startLoad(Block &block, std::vector<BoxPiece> pieces, uint32_t barrierAddress,
               bool roundedToTf32, const Location &where, const void *caller) {
  Thread &thread = *current;
  checkGlobal(pieces, false, where);
  auto *address = reinterpret_cast<uint64_t *>(placeInShared(block, barrierAddress));
  PhaseBarrier &barrier = phaseBarrier(thread, block, address, where);
  if (!barrier.copyAgent)
    barrier.copyAgent = block.newAgent("the bulk copies that signal the mbarrier " +
                                       block.shared.describe(block.shared.offset(address)));
  BulkCopy copy;
  copy.number = barrier.copyAgent;
  copy.clock = thread.clock;
  copy.clock.see(copy.number, ++barrier.copySteps);
  requireVisible(copy, barrier, where);
  copy.block = &block;
  copy.where = where;
  copy.roundedToTf32 = roundedToTf32;
  // What the thread does from here on the copy has not seen.
  thread.clock.tick(thread.number);
  for (const BoxPiece &piece : pieces)
    if (const auto mistake = block.shared.startCopy(copy, sharedPiece(block, piece, where), 16,
                                                    Access::Asynchronous))
      refuse(mistake->kind, mistake->message, where);
  copy.pieces = std::move(pieces);
  checkRaces(copy, copy, false, caller);
  barrier.copies.push_back(std::move(copy));
  block.progress();
}

/// To 10 fraction bits, to nearest, ties to even; infinities and NaNs stay.
void roundToTf32(std::byte *bytes) {
  for (std::byte *at = bytes; at < bytes + 16; at += 4) {
    uint32_t bits;
    std::memcpy(&bits, at, sizeof bits);
    if ((bits & 0x7f800000u) != 0x7f800000u)
      bits = (bits + 0xfffu + ((bits >> 13) & 1)) & ~0x1fffu;
    std::memcpy(at, &bits, sizeof bits);
  }
}

void startStore(std::vector<BoxPiece> pieces, const Location &where, const void *caller) {
  Thread &thread = *current;
  checkGlobal(pieces, true, where);
  ThreadCopies &copies = thread.copying();
  if (!copies.bulkReader) {
    const std::string name = "a bulk store of " + thread.block->agentName(thread.number);
    copies.bulkReader = thread.block->newAgent(name);
    copies.bulkWriter = thread.block->newAgent(name);
  }
  BulkCopy copy;
  copy.number = copies.bulkReader;
  copy.clock = thread.clock;
  copy.clock.see(copies.bulkReader, ++copies.bulkSteps);
  copy.clock.see(copies.bulkWriter, copies.bulkSteps);
  copy.block = thread.block;
  copy.where = where;
  thread.clock.tick(thread.number);
  copy.pieces = std::move(pieces);
  Agent writer;
  writer.number = copies.bulkWriter;
  writer.clock = copy.clock;
  checkRaces(copy, writer, true, caller);
  if (copies.bulkGroups.empty())
    copies.bulkGroups.emplace_back();
  copies.bulkGroups.back().lastStep = copies.bulkSteps;
  copies.bulkGroups.back().unread.push_back(std::move(copy));
}

void finishStore(Thread &thread, const BulkCopy &copy) {
  for (const BoxPiece &piece : copy.pieces) {
    const std::byte *from = sharedPiece(*copy.block, piece, copy.where);
    if (const auto mistake = copy.block->shared.read(copy, from, 16, Access::Asynchronous))
      refuse(mistake->kind, mistake->message, copy.where);
    if (piece.last > piece.first)
      std::memcpy(piece.global + piece.first, from + piece.first, piece.last - piece.first);
  }
  thread.clock.see(copy.number, copy.clock.of(copy.number));
}

std::vector<BoxPiece> plainPieces(const void *global, uint32_t shared, uint32_t bytes,
                                  const Location &where) {
  if (reinterpret_cast<uintptr_t>(global) % ByteAlignment || shared % ByteAlignment ||
      bytes % ByteAlignment)
    refuse("misaligned", "addresses and size must be multiples of 16", where);
  std::vector<BoxPiece> pieces;
  auto *from = static_cast<std::byte *>(const_cast<void *>(global));
  for (uint32_t at = 0; at < bytes; at += 16)
    pieces.push_back({from + at, shared + at, 0, 16});
  return pieces;
}

/// That the instruction is one for the map.
void requireKind(const TensorMap &map, int rank, bool pixels, uint32_t shared,
                 const Location &where) {
  if (rank != map.rank)
    refuse("tensor-map",
           "an instruction for " + std::to_string(rank) + " dimensions, and a tensor map of " +
               std::to_string(map.rank),
           where);
  if (pixels != (map.pixels > 0))
    refuse("tensor-map",
           pixels ? "an instruction for im2col, and a tensor map of boxes"
                  : "an instruction for boxes, and a tensor map for im2col",
           where);
  if (shared % BoxAlignment)
    refuse("misaligned", "the shared address is not a multiple of 128", where);
}

std::vector<BoxPiece> box(const TensorMap &map, const int *coordinates, int rank, uint32_t shared,
                          const Location &where) {
  requireKind(map, rank, false, shared, where);
  return boxPieces(map, coordinates, shared);
}

std::vector<BoxPiece> columnOfPixels(const TensorMap &map, const int *coordinates, int rank,
                                     const uint16_t *offsets, uint32_t shared,
                                     const Location &where) {
  requireKind(map, rank, true, shared, where);
  const int most = rank == 3 ? 65535 : rank == 4 ? 255 : 31;
  for (int i = 0; i < rank - 2; ++i)
    if (offsets[i] > most)
      refuse("tensor-map",
             "an offset of " + std::to_string(offsets[i]) + ", which is more than " +
                 std::to_string(most),
             where);
  return pixelPieces(map, coordinates, offsets, shared);
}

/// The block that a copy goes to, whose own mbarrier it must signal.
Block &targetBlock(uint32_t shared, uint32_t barrier, const Location &where) {
  Block &block = blockOfShared(shared, where);
  if (&block != &blockOfShared(barrier, where))
    refuse("cluster", "the destination and the mbarrier are in different blocks", where);
  return block;
}

/// That a multicast's mask names blocks of the cluster.
void requireBlocks(uint32_t mask, const Location &where) {
  const Cluster &cluster = current->block->cluster;
  if (mask == 0 || mask >> cluster.size() != 0)
    refuse("cluster",
           "a multicast whose mask names blocks that a cluster of " +
               std::to_string(cluster.size()) + " does not have",
           where);
}

/// To each block of the mask.
void startLoads(uint32_t mask, const std::vector<BoxPiece> &pieces, uint32_t barrier,
                bool roundedToTf32, const Location &where, const void *caller) {
  Cluster &cluster = current->block->cluster;
  for (int number = 0; number < cluster.size(); ++number)
    if (mask >> number & 1)
      startLoad(reachable(cluster.block(number), where), pieces, barrier, roundedToTf32, where,
                caller);
}

} // namespace

void landCopy(const BulkCopy &copy) {
  for (const BoxPiece &piece : copy.pieces) {
    std::byte *to = sharedPiece(*copy.block, piece, copy.where);
    std::memset(to, 0, 16);
    if (piece.last > piece.first)
      std::memcpy(to + piece.first, piece.global + piece.first, piece.last - piece.first);
    if (copy.roundedToTf32)
      roundToTf32(to);
    copy.block->shared.land(copy, to, 16);
  }
}

void loadBox(uint32_t shared, const void *address, const int *coordinates, int rank,
             uint32_t barrier, Location where) {
  const TensorMap &map = tensorMap(address, where);
  Block &block = targetBlock(shared, barrier, where);
  startLoad(block, box(map, coordinates, rank, shared, where), barrier, map.roundedToTf32, where,
            __builtin_return_address(0));
}

void loadBoxMulticast(uint32_t shared, const void *address, const int *coordinates, int rank,
                      uint32_t barrier, uint32_t mask, Location where) {
  requireBlocks(mask, where);
  const TensorMap &map = tensorMap(address, where);
  startLoads(mask, box(map, coordinates, rank, shared, where), barrier, map.roundedToTf32, where,
             __builtin_return_address(0));
}

void loadPixels(uint32_t shared, const void *address, const int *coordinates, int rank,
                const uint16_t *offsets, uint32_t barrier, Location where) {
  const TensorMap &map = tensorMap(address, where);
  Block &block = targetBlock(shared, barrier, where);
  startLoad(block, columnOfPixels(map, coordinates, rank, offsets, shared, where), barrier,
            map.roundedToTf32, where, __builtin_return_address(0));
}

void loadPixelsMulticast(uint32_t shared, const void *address, const int *coordinates, int rank,
                         const uint16_t *offsets, uint32_t barrier, uint32_t mask, Location where) {
  requireBlocks(mask, where);
  const TensorMap &map = tensorMap(address, where);
  startLoads(mask, columnOfPixels(map, coordinates, rank, offsets, shared, where), barrier,
             map.roundedToTf32, where, __builtin_return_address(0));
}

void storeBox(const void *address, const int *coordinates, int rank, uint32_t shared,
              Location where) {
  startStore(box(tensorMap(address, where), coordinates, rank, shared, where), where,
             __builtin_return_address(0));
}

void loadBytes(uint32_t shared, const void *global, uint32_t bytes, uint32_t barrier,
               Location where) {
  Block &block = targetBlock(shared, barrier, where);
  startLoad(block, plainPieces(global, shared, bytes, where), barrier, false, where,
            __builtin_return_address(0));
}

void storeBytes(void *global, uint32_t shared, uint32_t bytes, Location where) {
  startStore(plainPieces(global, shared, bytes, where), where, __builtin_return_address(0));
}

void commitBulkStores() {
  auto &groups = current->copying().bulkGroups;
  if (groups.empty())
    groups.emplace_back();
  groups.emplace_back();
}

void waitForBulkStores(int pending, bool readsAlone) {
  Thread &thread = *current;
  ThreadCopies &copies = thread.copying();
  auto &groups = copies.bulkGroups;
  const auto count = std::max<std::ptrdiff_t>(std::ssize(groups) - 1 - pending, 0);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    for (const BulkCopy &copy : groups[i].unread)
      finishStore(thread, copy);
    groups[i].unread.clear();
    if (!readsAlone && groups[i].lastStep)
      thread.clock.see(copies.bulkWriter, groups[i].lastStep);
  }
  if (!readsAlone)
    groups.erase(groups.begin(), groups.begin() + count);
}

std::optional<ErrorRecord> unfinishedStores(const Thread &thread) {
  if (!thread.copies)
    return std::nullopt;
  for (const auto &group : thread.copies->bulkGroups)
    if (!group.unread.empty())
      return errorAt(thread, "bulk-copy",
                     "bulk copy: the thread ends without having waited for its store",
                     spell(group.unread.front().where));
  return std::nullopt;
}

std::optional<ErrorRecord> unfinishedLoads(const Thread &thread) {
  for (const auto &[address, barrier] : thread.block->phaseBarriers)
    if (!barrier.copies.empty())
      return errorAt(thread, "bulk-copy",
                     "bulk copy: the block ends while it is under way, since nobody has waited "
                     "for its mbarrier",
                     spell(barrier.copies.front().where));
  return std::nullopt;
}

void checkTensorMap(const void *map, Location where) {
  tensorMap(map, where);
}

} // namespace warpsmith::emulator
