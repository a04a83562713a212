#include "runtime/emulator/lib/GlobalRaces.h"
#include "runtime/emulator/lib/Cluster.h"
#include "runtime/emulator/lib/GlobalMemory.h"
#include "runtime/emulator/lib/KernelTable.h"
#include <algorithm>
#include <bit>
#include <cstdio>
#include <utility>

namespace warpsmith::emulator {
namespace {

constexpr std::size_t LargestGranule = 16;

std::string triple(uint3 index) {
  return "(" + std::to_string(index.x) + "," + std::to_string(index.y) + "," +
         std::to_string(index.z) + ")";
}

} // namespace

GlobalRaces &globalRaces() {
  static GlobalRaces races;
  return races;
}

void GlobalRaces::startLaunch(const Grid &with) {
  ++launch;
  grid = &with;
  published.clear();
  sets.clear();
  recent.fill(nullptr);
  std::erase_if(shadows, [](const auto &entry) {
    return !globalMemory().allocation(entry.first); // freed; addresses are not used twice
  });
}

/// The cells of the allocation around an access, which has been checked to lie inside, for no more
/// bytes each than the access is a multiple of.
[[gnu::always_inline]] inline GlobalRaces::Shadow &GlobalRaces::shadowOf(const void *address,
                                                                         std::size_t bytes) {
  const auto *wanted = static_cast<const std::byte *>(address);
  const auto around = std::ranges::find_if(recent, [&](const Shadow *shadow) {
    return shadow && wanted >= shadow->start && wanted < shadow->start + shadow->bytes;
  });
  Shadow *shadow = nullptr;
  if (around != recent.end()) {
    shadow = *around;
  } else {
    const auto range = globalMemory().allocation(address);
    shadow = &shadows[range->start];
    shadow->start = range->start;
    shadow->bytes = range->bytes;
    replaced = (replaced + 1) % recent.size();
    recent[replaced] = shadow;
  }
  const std::size_t offset = wanted - shadow->start;
  const std::size_t multiple = std::size_t(1) << std::countr_zero(offset | bytes | LargestGranule);
  if (!shadow->cells || multiple < shadow->granule)
    refine(*shadow, multiple);
  return *shadow;
}

void GlobalRaces::refine(Shadow &shadow, std::size_t granule) {
  const std::size_t count = (shadow.bytes + granule - 1) / granule;
  // Pages of cells that no access touches are never written.
  std::unique_ptr<Cell[], Free> cells(static_cast<Cell *>(std::calloc(count, sizeof(Cell))));
  if (!cells) {
    std::perror("emulator: no memory for the race check of global memory");
    std::abort();
  }
  if (shadow.cells)
    for (std::size_t at = 0; at < count; ++at)
      if (const Cell &whole = shadow.cellOf(at * granule); whole.launch)
        cells[at] = whole;
  shadow.cells = std::move(cells);
  shadow.granule = granule;
}

[[gnu::always_inline]] inline bool GlobalRaces::unseen(const Agent &agent,
                                                       const AccessRecord &record) const {
  if (!record.agent)
    return false;
  const int other = static_cast<int>(record.agent) - 1;
  if (record.cluster == cluster && (other == agent.number || agent.clock.of(other) >= record.step))
    return false;
  return !agent.clock.knowsOthers() || agent.clock.publishedOf(record.cluster, other) < record.step;
}

AccessRecord GlobalRaces::record(const Agent &agent, const void *place) const {
  AccessRecord now;
  now.place = reinterpret_cast<std::uintptr_t>(place) & ((uint64_t(1) << 48) - 1);
  now.agent = static_cast<uint16_t>(agent.number + 1);
  now.cluster = cluster;
  now.step = agent.clock.of(agent.number);
  return now;
}

std::optional<std::string> GlobalRaces::read(Agent &agent, const void *address, std::size_t bytes,
                                             bool atomic, const void *place) {
  if (atomic)
    if (const auto known = published.find(address); known != published.end())
      agent.clock.join(known->second);
  const Shadow &shadow = shadowOf(address, bytes);
  const AccessRecord now = record(agent, place);
  const auto isUnseen = [&](const AccessRecord &other) { return unseen(agent, other); };
  const bool nothingSeen = agent.clock.isFirstStep(agent.number);
  const std::size_t first = (static_cast<const std::byte *>(address) - shadow.start);
  for (std::size_t at = first; at < first + bytes; at += shadow.granule) {
    Cell &cell = shadow.cellOf(at);
    if (cell.launch != launch)
      cell = {launch, {}, 0, 0};
    if (unseen(agent, cell.writer))
      return describe(shadow, address, bytes, "read of", cell.writer, "wrote");
    if (atomic) // what it writes then is noted
      continue;
    if (const AccessRecord *other = sets.find(cell.atomics, isUnseen))
      return describe(shadow, address, bytes, "read of", *other, "changed atomically");
    cell.readers = sets.with(cell.readers, now, isUnseen, nothingSeen);
  }
  if (sets.isFull())
    noteOnce();
  return std::nullopt;
}

void GlobalRaces::noteOnce() {
  if (std::exchange(noted, launch) != launch && options().print)
    std::fputs("emulator: note: a launch is checked for races only in part: its elements have more "
               "sets of readers than are remembered\n",
               stderr);
}

std::optional<std::string> GlobalRaces::write(Agent &agent, const void *address, std::size_t bytes,
                                              bool atomic, const void *place) {
  const Shadow &shadow = shadowOf(address, bytes);
  const AccessRecord now = record(agent, place);
  const auto isUnseen = [&](const AccessRecord &other) { return unseen(agent, other); };
  const bool nothingSeen = agent.clock.isFirstStep(agent.number);
  const char *const mine = atomic ? "atomic operation on" : "write of";
  const std::size_t first = (static_cast<const std::byte *>(address) - shadow.start);
  for (std::size_t at = first; at < first + bytes; at += shadow.granule) {
    Cell &cell = shadow.cellOf(at);
    if (cell.launch != launch)
      cell = {launch, {}, 0, 0};
    if (unseen(agent, cell.writer))
      return describe(shadow, address, bytes, mine, cell.writer, "wrote");
    if (const AccessRecord *other = sets.find(cell.readers, isUnseen))
      return describe(shadow, address, bytes, mine, *other, "read");
    if (atomic) {
      cell.atomics = sets.with(cell.atomics, now, isUnseen, nothingSeen);
      if (sets.isFull())
        noteOnce();
      continue;
    }
    if (const AccessRecord *other = sets.find(cell.atomics, isUnseen))
      return describe(shadow, address, bytes, mine, *other, "changed atomically");
    cell = {launch, now, 0, 0};
  }
  if (atomic && agent.clock.knowsOthers())
    published[address].join(agent.clock.published(cluster));
  return std::nullopt;
}

std::string GlobalRaces::nameOf(const AccessRecord &record) const {
  const int number = static_cast<int>(record.agent) - 1;
  const dim3 size = grid->block, together = grid->cluster;
  const int threads = static_cast<int>(size.x * size.y * size.z);
  const int rank = number / threads; // of the block in its cluster
  if (rank >= static_cast<int>(together.x * together.y * together.z))
    return record.cluster == cluster ? current->block->agentName(number)
                                     : "a bulk copy of another block";
  const auto in = static_cast<unsigned>(number % threads);
  const uint3 thread = {in % size.x, in / size.x % size.y, in / size.x / size.y};
  return "thread " + triple(thread) + " of block " +
         triple(blockIndex(*grid, record.cluster, rank));
}

std::string GlobalRaces::describe(const Shadow &shadow, const void *address, std::size_t bytes,
                                  const char *mine, const AccessRecord &other,
                                  const char *others) const {
  const std::size_t offset = static_cast<const std::byte *>(address) - shadow.start;
  std::string text = std::string("race on global memory: ") + mine + " ";
  text += offset % bytes ? std::to_string(bytes) + " bytes at byte " + std::to_string(offset)
                         : "element " + std::to_string(offset / bytes) + " (" +
                               std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes") + " each)";
  text += " of " + argumentName(*grid, shadow.start, shadow.bytes) + ", which " + nameOf(other) +
          " " + others;
  if (other.place)
    if (const std::string at = spell(reinterpret_cast<const void *>(other.place)); !at.empty())
      text += " at " + at;
  return text +
         (other.cluster == cluster ? ", with no barrier between" : ", and blocks run in any order");
}

} // namespace warpsmith::emulator
