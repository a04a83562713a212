/// Vector clocks: which steps of the other threads a thread has seen, through barriers.
///
/// Mattern, "Virtual Time and Global States of Distributed Systems" (1989). Thread t's own entry is
/// the number of its current step; a step ends where the thread publishes what it did.
///
/// A clock also keeps the steps that a proxy fence has passed on: the asynchronous proxy (wgmma,
/// bulk copies) sees of ordinary writes only those (PTX ISA, "Proxies"). And it keeps what a
/// device-wide fence has passed on, which an atomic operation on global memory then publishes to
/// other blocks, with what other blocks have published to it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace warpsmith::emulator {

class Clock {
public:
  uint32_t of(int agent) const { return agent == first ? firstStep : entry(steps, agent); }
  uint32_t fencedOf(int agent) const { return entry(fenced, agent); }
  /// Nothing else than the agent's own first step.
  bool isFirstStep(int agent) const {
    return first == agent && firstStep == 1 && steps.empty() && fenced.empty() && !device;
  }
  void tick(int agent) { see(agent, of(agent) + 1); }
  /// The agent's steps up to this one have been seen.
  void see(int agent, uint32_t step) {
    if (agent == first || (first == None && steps.empty())) {
      first = agent;
      firstStep = std::max(firstStep, step);
      return;
    }
    spread();
    raise(steps, agent, step);
  }
  void join(const Clock &other) {
    if (other.first != None)
      see(other.first, other.firstStep);
    if (!other.steps.empty()) {
      spread();
      join(steps, other.steps);
    }
    join(fenced, other.fenced);
    joinDevice(other.device);
  }
  /// What both have seen.
  void meet(const Clock &other) {
    Clock with = other;
    with.spread();
    spread();
    meet(steps, with.steps);
    meet(fenced, other.fenced);
  }
  /// An agent of whom this has seen more than the other, or -1.
  int notIn(const Clock &other) const {
    if (first != None && firstStep > other.of(first))
      return first;
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (steps[i] > other.of(static_cast<int>(i)))
        return static_cast<int>(i);
    return -1;
  }
  /// fence.proxy.async: all that has been seen reaches the asynchronous proxy.
  void fence() {
    if (first != None)
      raise(fenced, first, firstStep);
    join(fenced, steps);
  }
  /// The same of one agent's steps alone, as far as this one. They have been seen, too.
  void fence(int agent, uint32_t step) {
    see(agent, step);
    raise(fenced, agent, step);
  }
  void clear() { *this = Clock(); }

  /// __threadfence(): all that has been seen, an atomic operation may publish.
  void fenceDevice() {
    auto now = device ? std::make_shared<DeviceOrder>(*device) : std::make_shared<DeviceOrder>();
    if (first != None)
      raise(now->fenced, first, firstStep);
    join(now->fenced, steps);
    device = std::move(now);
  }
  /// What an atomic operation of a thread of this cluster publishes; empty before any fence.
  Clock published(uint32_t cluster) const {
    Clock all;
    if (!device)
      return all;
    auto order = std::make_shared<DeviceOrder>();
    order->elsewhere = device->elsewhere;
    join(order->elsewhere[cluster], device->fenced);
    all.device = std::move(order);
    return all;
  }
  bool knowsOthers() const { return device != nullptr; }
  /// The steps of an agent that it has published to others.
  uint32_t publishedOf(uint32_t cluster, int agent) const {
    if (!device)
      return 0;
    const auto found = device->elsewhere.find(cluster);
    return found == device->elsewhere.end() ? 0 : entry(found->second, agent);
  }

private:
  using Steps = std::vector<uint32_t>;
  static constexpr int None = -1;
  struct DeviceOrder {
    Steps fenced;                        ///< of the own cluster
    std::map<uint32_t, Steps> elsewhere; ///< by cluster, the own one too
  };

  static uint32_t entry(const Steps &steps, int agent) {
    return static_cast<std::size_t>(agent) < steps.size() ? steps[agent] : 0;
  }
  static void raise(Steps &steps, int agent, uint32_t step) {
    if (steps.size() <= static_cast<std::size_t>(agent))
      steps.resize(agent + 1, 0);
    steps[agent] = std::max(steps[agent], step);
  }
  static void join(Steps &to, const Steps &from) {
    if (to.size() < from.size())
      to.resize(from.size(), 0);
    for (std::size_t i = 0; i < from.size(); ++i)
      to[i] = std::max(to[i], from[i]);
  }
  void joinDevice(const std::shared_ptr<const DeviceOrder> &other) {
    if (!other || other == device)
      return;
    if (!device) {
      device = other;
      return;
    }
    auto both = std::make_shared<DeviceOrder>(*device);
    join(both->fenced, other->fenced);
    for (const auto &[cluster, published] : other->elsewhere)
      join(both->elsewhere[cluster], published);
    device = std::move(both);
  }
  static void meet(Steps &to, const Steps &with) {
    to.resize(std::min(to.size(), with.size()));
    for (std::size_t i = 0; i < to.size(); ++i)
      to[i] = std::min(to[i], with[i]);
  }
  /// Puts a single agent's steps where those of several are.
  void spread() {
    if (first == None)
      return;
    raise(steps, first, firstStep);
    first = None;
    firstStep = 0;
  }

  /// The steps of the only agent that has been seen: all that a thread has before its first
  /// barrier, most threads to their end. None: they are in `steps`.
  int first = None;
  uint32_t firstStep = 0;
  Steps steps, fenced;
  std::shared_ptr<const DeviceOrder> device; ///< null without a device-wide fence before
};

/// Who accesses memory: a thread, or hardware that goes on by itself for one (wgmma, bulk copies).
struct Agent {
  int number = 0; ///< its entry in clocks
  Clock clock;    ///< what it has seen of the others
};

} // namespace warpsmith::emulator
