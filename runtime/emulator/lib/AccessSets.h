/// Sets of accesses to the same bytes, of which none is ordered before another.
///
/// Where many threads read the same, the elements of a row for one, their sets are the same: a set
/// is its last access and the set before it, which others share, and is made once.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpsmith::emulator {

/// An access: an agent's number + 1, 0 for none, in a cluster, at a step of its clock.
struct AccessRecord {
  uint64_t place : 48 = 0, agent : 16 = 0; ///< place: where the program does it, or 0
  uint32_t cluster = 0;
  uint32_t step = 0;

  bool operator==(const AccessRecord &) const = default;
  bool isOfSame(const AccessRecord &other) const {
    return agent == other.agent && cluster == other.cluster;
  }
};

class AccessSets {
public:
  using Set = uint32_t; ///< 0 is the empty one
  /// Accesses of a set; of more, the first ones and the last one stay.
  static constexpr uint32_t MostOfSet = 64;
  /// Sets of which a set more is not made: 100 MB. What would need it is forgotten.
  static constexpr std::size_t MostSets = std::size_t(1) << 22;

  AccessSets() { clear(); }

  /// Whether something was forgotten for want of sets.
  bool isFull() const { return full; }

  /// Ends all sets.
  void clear() {
    full = false;
    nodes.assign(1, {});
    made.fill({});
  }

  /// A set with one more access, of an agent by which `unseen` tells which others are not ordered
  /// before it: only those stay. With `nothingSeen` that are all others.
  template <typename Unseen>
  Set with(Set set, const AccessRecord &now, const Unseen &unseen, bool nothingSeen = false) {
    if (set && nodes[set].last.isOfSame(now)) {
      if (nodes[set].last == now)
        return set;
      set = nodes[set].before;
    }
    // Made before: then all of it were unseen, and one that has been seen since does no harm.
    if (const Made &known = placeOf(set, now); known.set && known.from == set && known.now == now)
      return known.set;
    if (!nothingSeen && find(set, [&](const AccessRecord &one) { return !unseen(one); }))
      set = those(set, unseen);
    return add(set, now);
  }

  /// The last access of a set for which something holds, or null.
  template <typename Predicate>
  const AccessRecord *find(Set set, const Predicate &holds) const {
    for (Set at = set; at; at = nodes[at].before)
      if (holds(nodes[at].last))
        return &nodes[at].last;
    return nullptr;
  }

private:
  struct Node {
    AccessRecord last;
    Set before = 0;
    uint32_t size = 0;
  };
  struct Made {
    Set from = 0, set = 0;
    AccessRecord now;
  };

  /// Of a set the accesses for which something holds.
  template <typename Predicate>
  Set those(Set set, const Predicate &holds) {
    if (!set)
      return 0;
    const Node node = nodes[set]; // which may move
    const Set before = those(node.before, holds);
    return holds(node.last) ? add(before, node.last) : before;
  }

  Made &placeOf(Set from, const AccessRecord &now) {
    constexpr uint64_t Mix = 0x9e3779b97f4a7c15;
    const auto words = std::bit_cast<std::array<uint64_t, 2>>(now);
    const uint64_t hash = (((words[0] * Mix) ^ words[1]) * Mix ^ from) * Mix;
    return made[hash >> (64 - MadeBits)];
  }

  Set add(Set set, const AccessRecord &now) {
    Made &known = placeOf(set, now);
    if (known.set && known.from == set && known.now == now)
      return known.set;
    if (nodes.size() >= MostSets) {
      full = true;
      return set;
    }
    const Set before = nodes[set].size < MostOfSet ? set : nodes[set].before;
    nodes.push_back({now, before, nodes[before].size + 1});
    known = {set, static_cast<Set>(nodes.size() - 1), now};
    return known.set;
  }

  static constexpr int MadeBits = 12;
  std::vector<Node> nodes;
  bool full = false;
  std::array<Made, std::size_t(1) << MadeBits> made; ///< the latest, by what they were made of
};

} // namespace warpsmith::emulator
