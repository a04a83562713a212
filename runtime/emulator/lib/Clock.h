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

/// For each agent the number of a step, 0 where there is none. Copies share their memory until one
/// of them changes: after a barrier all of its threads have seen the same, and at the next one that
/// needs no second look.
class StepSet {
public:
  bool empty() const { return !steps; }
  uint32_t of(int agent) const {
    return steps && static_cast<std::size_t>(agent) < steps->size() ? (*steps)[agent] : 0;
  }
  std::size_t size() const { return steps ? steps->size() : 0; }
  void raise(int agent, uint32_t step);
  /// The larger of both, for each agent.
  void join(const StepSet &other);
  /// The smaller of both, for each agent.
  void meet(const StepSet &other);
  bool sharesWith(const StepSet &other) const { return steps == other.steps; }
  /// Whether a change needs no copy.
  bool isOwn() const { return steps && steps.use_count() == 1; }

private:
  using Steps = std::vector<uint32_t>;
  Steps &own();

  std::shared_ptr<Steps> steps; ///< null: all are 0; shared ones do not change
  /// What was joined or copied last: no step of it is above this set's.
  std::shared_ptr<const Steps> joined;
};

class Clock {
public:
  uint32_t of(int agent) const { return agent == first ? firstStep : steps.of(agent); }
  uint32_t fencedOf(int agent) const { return fenced.of(agent); }
  /// Nothing else than the agent's own first step.
  bool isFirstStep(int agent) const {
    return first == agent && firstStep == 1 && steps.empty() && fenced.empty() && !device;
  }
  void tick(int agent) { see(agent, of(agent) + 1); }
  /// The agent's steps up to this one have been seen.
  void see(int agent, uint32_t step) {
    if (agent != first && (first != None || steps.isOwn())) {
      spread();
      steps.raise(agent, step);
      return;
    }
    firstStep = std::max(of(agent), step);
    first = agent;
  }
  void join(const Clock &other) {
    if (other.first != None && of(other.first) < other.firstStep)
      see(other.first, other.firstStep);
    steps.join(other.steps);
    firstStep = std::max(firstStep, steps.of(first));
    fenced.join(other.fenced);
    joinDevice(other.device);
  }
  /// What both have seen.
  void meet(const Clock &other) {
    if (steps.sharesWith(other.steps)) {
      if (first != None)
        firstStep = std::min(firstStep, other.of(first));
    } else {
      Clock with = other;
      with.spread();
      spread();
      steps.meet(with.steps);
    }
    fenced.meet(other.fenced);
  }
  /// An agent of whom this has seen more than the other, or -1.
  int notIn(const Clock &other) const {
    if (first != None && firstStep > other.of(first))
      return first;
    for (int agent = 0; agent < static_cast<int>(steps.size()); ++agent)
      if (steps.of(agent) > other.of(agent))
        return agent;
    return -1;
  }
  /// fence.proxy.async: all that has been seen reaches the asynchronous proxy.
  void fence() {
    fenced.join(steps);
    if (first != None)
      fenced.raise(first, firstStep);
  }
  /// The same of one agent's steps alone, as far as this one. They have been seen, too.
  void fence(int agent, uint32_t step) {
    see(agent, step);
    fenced.raise(agent, step);
  }
  void clear() { *this = Clock(); }

  /// __threadfence(): all that has been seen, an atomic operation may publish.
  void fenceDevice() {
    auto now = device ? std::make_shared<DeviceOrder>(*device) : std::make_shared<DeviceOrder>();
    now->fenced.join(steps);
    if (first != None)
      now->fenced.raise(first, firstStep);
    device = std::move(now);
  }
  /// What an atomic operation of a thread of this cluster publishes; empty before any fence.
  Clock published(uint32_t cluster) const {
    Clock all;
    if (!device)
      return all;
    auto order = std::make_shared<DeviceOrder>();
    order->elsewhere = device->elsewhere;
    order->elsewhere[cluster].join(device->fenced);
    all.device = std::move(order);
    return all;
  }
  bool knowsOthers() const { return device != nullptr; }
  /// The steps of an agent that it has published to others.
  uint32_t publishedOf(uint32_t cluster, int agent) const {
    if (!device)
      return 0;
    const auto found = device->elsewhere.find(cluster);
    return found == device->elsewhere.end() ? 0 : found->second.of(agent);
  }

private:
  static constexpr int None = -1;
  struct DeviceOrder {
    StepSet fenced;                        ///< of the own cluster
    std::map<uint32_t, StepSet> elsewhere; ///< by cluster, the own one too
  };

  void joinDevice(const std::shared_ptr<const DeviceOrder> &other) {
    if (!other || other == device)
      return;
    if (!device) {
      device = other;
      return;
    }
    auto both = std::make_shared<DeviceOrder>(*device);
    both->fenced.join(other->fenced);
    for (const auto &[cluster, published] : other->elsewhere)
      both->elsewhere[cluster].join(published);
    device = std::move(both);
  }
  /// Puts a single agent's steps where those of several are.
  void spread() {
    if (first != None)
      steps.raise(first, firstStep);
    first = None;
    firstStep = 0;
  }

  /// An agent whose steps are not in `steps`: a thread's own, which so goes on without a change to
  /// what it shares with others. None: all are in `steps`. Never below what `steps` has for it.
  int first = None;
  uint32_t firstStep = 0;
  StepSet steps, fenced;
  std::shared_ptr<const DeviceOrder> device; ///< null without a device-wide fence before
};

/// Who accesses memory: a thread, or hardware that goes on by itself for one (wgmma, bulk copies).
struct Agent {
  int number = 0; ///< its entry in clocks
  Clock clock;    ///< what it has seen of the others
};

} // namespace warpsmith::emulator
