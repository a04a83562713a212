/// Sets of the readers of shared memory since the last write.
///
/// Words that the same threads read one after the other have the same set, as those of a row of a
/// tile do: a set is its last reader and the set before it, which others share, and is made once.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpsmith::emulator {

/// A read by an agent in a step of its clock. The agent is stored as number + 1.
struct Reader {
  uint32_t step = 0;
  uint16_t agent = 0;
  bool atomic = false, asynchronous = false;

  bool operator==(const Reader &other) const {
    return std::bit_cast<uint64_t>(*this) == std::bit_cast<uint64_t>(other);
  }
  /// What a write must wait for because of the other read, it must because of this one.
  bool replaces(const Reader &other) const {
    return agent == other.agent && step >= other.step && atomic <= other.atomic &&
           asynchronous <= other.asynchronous;
  }
};

class ReaderSets {
public:
  using Set = uint32_t; ///< 0 is the empty one

  ReaderSets() { clear(); }

  /// Ends all sets.
  void clear() {
    if (nodes.size() == 1)
      return;
    nodes.assign(1, {});
    made.fill({});
    most = MostSets;
  }

  /// A set with one more reader. Those that it has `seen` need not stay: a write that has seen it
  /// has seen them. They go where sets have grown, not at each read.
  template <typename Seen>
  Set with(Set set, const Reader &now, const Seen &seen) {
    if (now.replaces(nodes[set].reader))
      set = nodes[set].before;
    const uint32_t size = nodes[set].size;
    if (size >= LeastFiltered && std::has_single_bit(size))
      set = without(set, [&](const Reader &other) { return seen(other) || now.replaces(other); });
    return add(set, now);
  }

  /// The last reader of a set for which something holds, or null.
  template <typename Predicate>
  const Reader *find(Set set, const Predicate &holds) const {
    for (; set; set = nodes[set].before)
      if (holds(nodes[set].reader))
        return &nodes[set].reader;
    return nullptr;
  }

  /// Whether it is time for keepOnly().
  bool isFull() const { return nodes.size() >= most; }
  /// Frees the sets that are none of some: `eachUse(visit)` calls visit(Set &) for all of those.
  template <typename EachUse>
  void keepOnly(const EachUse &eachUse) {
    // A set comes behind the one that it was made from.
    std::vector<Set> place(nodes.size(), 0);
    eachUse([&](Set &set) { place[set] = 1; });
    for (std::size_t set = nodes.size(); set-- > 1;)
      if (place[set])
        place[nodes[set].before] = 1;
    place[0] = 0;
    Set kept = 1;
    for (Set set = 1; set < nodes.size(); ++set)
      if (place[set]) {
        nodes[kept] = nodes[set];
        nodes[kept].before = place[nodes[set].before];
        place[set] = kept++;
      }
    nodes.resize(kept);
    eachUse([&](Set &set) { set = place[set]; });
    made.fill({});
    most = std::max<std::size_t>(MostSets, 2 * nodes.size());
  }

private:
  static constexpr uint32_t LeastFiltered = 32; ///< readers of a set
  static constexpr std::size_t MostSets = std::size_t(1) << 20;
  static constexpr int MadeBits = 10;

  struct Node {
    Reader reader;
    Set before = 0;
    uint32_t size = 0;
  };

  template <typename Predicate>
  Set without(Set set, const Predicate &goes) {
    std::vector<Reader> stay;
    for (; set; set = nodes[set].before)
      if (!goes(nodes[set].reader))
        stay.push_back(nodes[set].reader);
    for (; !stay.empty(); stay.pop_back())
      set = add(set, stay.back());
    return set;
  }

  Set add(Set set, const Reader &now) {
    constexpr uint64_t Mix = 0x9e3779b97f4a7c15;
    const uint64_t hash = ((std::bit_cast<uint64_t>(now) * Mix) ^ set) * Mix;
    Set &known = made[hash >> (64 - MadeBits)];
    if (known && nodes[known].before == set && nodes[known].reader == now)
      return known;
    nodes.push_back({now, set, nodes[set].size + 1});
    known = static_cast<Set>(nodes.size() - 1);
    return known;
  }

  std::vector<Node> nodes;
  std::size_t most = MostSets;
  std::array<Set, std::size_t(1) << MadeBits> made{}; ///< the latest, by what they were made of
};

} // namespace warpsmith::emulator
