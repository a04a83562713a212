/// Races on global memory: two accesses of one launch to the same bytes, at least one of them a
/// write and not both atomic, of which neither is ordered before the other.
///
/// What orders accesses: the program order of a thread, the barriers that its clock knows (of
/// warps, blocks, clusters, mbarriers, waits for copies), and atomic operations on global memory:
/// one publishes what its thread knows to have been done before a device-wide fence, and whoever
/// comes to the same address with an atomic operation later has seen that (PTX ISA, "Memory
/// Consistency Model": release and acquire patterns). Blocks run one after the other here, which
/// orders nothing. Two launches are never compared: a stream orders them.
///
/// The shadow follows FastTrack (Flanagan & Freund, PLDI 2009), with sets of readers that elements
/// share instead of a clock for each.
#pragma once

#include "runtime/emulator/lib/AccessSets.h"
#include "runtime/emulator/lib/Block.h"
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

namespace warpsmith::emulator {

class GlobalRaces {
public:
  /// A launch begins: nothing is known of any byte.
  void startLaunch(const Grid &grid);
  /// The cluster of this number runs from here on.
  void startCluster(uint64_t number) { cluster = static_cast<uint32_t>(number); }

  /// Notes an access of device code to an allocation; a race comes back as a sentence. `place` is
  /// the return address of the call that tells of it, or null.
  std::optional<std::string> read(Agent &agent, const void *address, std::size_t bytes, bool atomic,
                                  const void *place);
  std::optional<std::string> write(Agent &agent, const void *address, std::size_t bytes,
                                   bool atomic, const void *place);

private:
  /// What a launch has done with `granule` bytes: the last write, and what came after it.
  struct Cell {
    uint64_t launch;
    AccessRecord writer;
    AccessSets::Set readers, atomics;
  };
  struct Free {
    void operator()(Cell *cells) const { std::free(cells); }
  };
  /// The cells of an allocation, each for as many bytes as all accesses so far come in multiples
  /// of: a power of two.
  struct Shadow {
    std::byte *start = nullptr;
    std::size_t bytes = 0, granule = 0;
    std::unique_ptr<Cell[], Free> cells;

    Cell &cellOf(std::size_t offset) const { return cells[offset >> std::countr_zero(granule)]; }
  };

  Shadow &shadowOf(const void *address, std::size_t bytes);
  static void refine(Shadow &shadow, std::size_t granule);
  bool unseen(const Agent &agent, const AccessRecord &record) const;
  AccessRecord record(const Agent &agent, const void *place) const;
  std::string describe(const Shadow &shadow, const void *address, std::size_t bytes,
                       const char *mine, const AccessRecord &other, const char *others) const;
  std::string nameOf(const AccessRecord &record) const;
  /// Says, once a launch, that accesses are forgotten.
  void noteOnce();

  uint64_t launch = 0, noted = 0;
  uint32_t cluster = 0;
  const Grid *grid = nullptr;
  std::map<std::byte *, Shadow> shadows;
  std::array<Shadow *, 4> recent = {}; ///< those of the matrices that a kernel reads in turn
  unsigned replaced = 0;               ///< the entry of `recent` that was replaced last
  AccessSets sets;
  /// What atomic operations have published at each address.
  std::unordered_map<const void *, Clock> published;
};

GlobalRaces &globalRaces();

/// Options::globalRaces, as it was when the launch began.
inline bool checksGlobalRaces = false;

/// Checks and notes an access, if the launch's accesses are.
inline std::optional<std::string> globalRace(Agent &agent, const void *address, std::size_t bytes,
                                             bool write, bool atomic, const void *place) {
  if (!checksGlobalRaces)
    return std::nullopt;
  return write ? globalRaces().write(agent, address, bytes, atomic, place)
               : globalRaces().read(agent, address, bytes, atomic, place);
}

} // namespace warpsmith::emulator
