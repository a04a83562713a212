#include "rewriter/frontend/values/SharedTrace.h"
#include "rewriter/frontend/index/Division.h"
#include "rewriter/frontend/lower/KernelProgram.h"
#include <algorithm>
#include <ranges>

namespace warpsmith::frontend {
namespace {

template <class List>
bool beginsWith(const List &list, const List &first) {
  return first.size() <= list.size() && std::equal(first.begin(), first.end(), list.begin());
}

/// Whoever comes to the point has come by the barrier at the same steps, or will.
bool isAlways(const ProgramPoint &barrier, const ProgramPoint &point) {
  return beginsWith(point.loops, barrier.loops) && beginsWith(point.path, barrier.path);
}

/// What has to hold for a thread that comes to the other point to have come by the one at the same
/// steps; nothing where the one is in loops of its own.
std::optional<FormulaRef> conditionsBeyond(const ProgramPoint &point, const ProgramPoint &other) {
  if (!beginsWith(other.loops, point.loops))
    return std::nullopt;
  const auto own = std::ranges::mismatch(point.path, other.path).in1;
  return Formula::all({own, point.path.end()});
}

} // namespace

index::Guards boundsOfNextStep(const SharedTrace &trace, index::SymbolId step,
                               index::Symbols &symbols, const index::Prover &prover) {
  index::Guards next;
  if (const auto bounds = trace.boundsOfLoop.find(step); bounds != trace.boundsOfLoop.end())
    for (const index::Affine &bound : bounds->second)
      next.push_back(index::substituted(bound, {{step, index::Affine(step) + index::Affine(1)}},
                                        symbols, prover));
  return next;
}

std::string sharedName(const std::string &array) {
  const std::string name = array.substr(sizeof SharedMark - 1);
  return name.empty() ? "shared memory" : "'" + name + "'";
}

std::string inShared(const std::string &array) {
  const std::string name = sharedName(array);
  return name.starts_with("'") ? name + " in shared memory" : name;
}

size_t ProgramPoint::loopsInCommon(const ProgramPoint &other) const {
  const auto [own, others] = std::ranges::mismatch(loops, other.loops);
  return static_cast<size_t>(own - loops.begin());
}

bool SharedTrace::isOrdered(const ProgramPoint &one, const ProgramPoint &other, size_t loops,
                            int64_t steps) const {
  return std::ranges::any_of(barriers, [&](const ProgramPoint &barrier) {
    const bool isBehind =
        barrier.order > one.order &&
        (isAlways(barrier, one) || (steps > 0 && isEachStep(barrier, one, loops, true)));
    const bool isBefore = barrier.order < other.order && isAlways(barrier, other);
    if (steps == 0)
      return ((isBehind && barrier.order < other.order) ||
              (isBefore && barrier.order > one.order)) &&
             (!one.isCopy || hasEnded(one, barrier, loops, 0));
    // In the step before that one.
    if (steps > 1 && isEachStep(barrier, one, loops, true) &&
        (!one.isCopy || hasEnded(one, barrier, loops, steps - 1)))
      return true;
    return barrier.loops.size() >= loops &&
           ((isBehind && (!one.isCopy || hasEnded(one, barrier, loops, 0))) ||
            (isBefore && (!one.isCopy || hasEnded(one, barrier, loops, steps))));
  });
}

/// How many groups are committed at least from the copy to the wait, which is at the same step or
/// so many steps later.
int64_t SharedTrace::groupsSince(const ProgramPoint &copy, const Wait &wait, size_t loops,
                                 int64_t steps) const {
  int64_t groups = 0;
  for (const ProgramPoint &commit : commits) {
    const bool isBehind = commit.order > copy.order && isAlways(commit, copy);
    const bool isBefore = commit.order < wait.order && isAlways(commit, wait);
    if (steps == 0)
      groups += (isBehind && commit.order < wait.order) || (isBefore && commit.order > copy.order);
    else if (commit.loops.size() >= loops)
      groups += (isBehind ? 1 : 0) + (isBefore ? 1 : 0) +
                (isEachStep(commit, copy, loops, true) ? steps - 1 : 0);
  }
  return groups;
}

/// Before the barrier so many steps later the thread has waited until no more groups go on than
/// were committed after the copy's own. Each branch of a condition may have a wait of its own.
bool SharedTrace::hasEnded(const ProgramPoint &copy, const ProgramPoint &barrier, size_t loops,
                           int64_t steps) const {
  std::vector<FormulaRef> atBarrier, atCopy; // where the thread has waited at the one's step
  for (const Wait &wait : waits) {
    if (steps > 0 && wait.loops.size() < loops)
      continue;
    const auto now = conditionsBeyond(wait, barrier), then = conditionsBeyond(wait, copy);
    if (now && wait.order < barrier.order && (steps > 0 || wait.order > copy.order) &&
        groupsSince(copy, wait, loops, steps) > wait.pending)
      atBarrier.push_back(*now);
    if (then && wait.order > copy.order && (steps > 0 || wait.order < barrier.order) &&
        groupsSince(copy, wait, loops, 0) > wait.pending)
      atCopy.push_back(*then);
  }
  return Formula::oneHolds(atBarrier) || Formula::oneHolds(atCopy);
}

bool SharedTrace::isOrderedAtStep(const ProgramPoint &one, const ProgramPoint &other, size_t loops,
                                  int64_t step) const {
  // Before the wait at a step of the loop.
  const auto groups = [&](const Wait &wait, int64_t at) {
    int64_t number = 0;
    for (const ProgramPoint &commit : commits)
      if (commit.loops.size() == loops && beginsWith(other.loops, commit.loops))
        number += (isEachStep(commit, other, loops, true) ? at : 0) +
                  (commit.order < wait.order && isAlways(commit, wait) ? 1 : 0);
      else
        number += commit.order > one.order && commit.order < other.order && isAlways(commit, one);
    return number;
  };
  const auto hasEndedBefore = [&](const ProgramPoint &barrier, int64_t at) {
    std::vector<FormulaRef> waited;
    for (const Wait &wait : waits)
      if (const auto where = conditionsBeyond(wait, barrier); where && wait.loops.size() == loops &&
                                                              wait.order < barrier.order &&
                                                              groups(wait, at) > wait.pending)
        waited.push_back(*where);
    return Formula::oneHolds(waited);
  };
  return std::ranges::any_of(barriers, [&](const ProgramPoint &barrier) {
    const bool isNow =
        barrier.order < other.order && barrier.loops.size() == loops && isAlways(barrier, other);
    const bool wasBefore = step > 0 && isEachStep(barrier, other, loops, true);
    return (isNow && (!one.isCopy || hasEndedBefore(barrier, step))) ||
           (wasBefore && (!one.isCopy || hasEndedBefore(barrier, step - 1)));
  });
}

bool SharedTrace::hasBarrierEachStep(const ProgramPoint &point, size_t loops) const {
  return std::ranges::any_of(barriers, [&](const ProgramPoint &barrier) {
    return isEachStep(barrier, point, loops, true);
  });
}

/// Each step of the last of these loops comes to the point, or each that another one follows.
bool SharedTrace::isEachStep(const ProgramPoint &point, const ProgramPoint &other, size_t loops,
                             bool isFollowed) const {
  if (point.loops.size() != loops || loops == 0 || !beginsWith(other.loops, point.loops))
    return false;
  const size_t conditions = conditionsOfLoop.at(point.loops.back());
  const bool isEach = point.path.size() <= conditions || (isFollowed && point.isUnlessLast);
  const auto around = point.path | std::views::take(conditions);
  return isEach && beginsWith(other.path, std::vector(around.begin(), around.end()));
}

} // namespace warpsmith::frontend
