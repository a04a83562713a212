#include "rewriter/frontend/values/SharedTrace.h"
#include "rewriter/frontend/lower/KernelProgram.h"
#include <algorithm>

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

} // namespace

std::string sharedName(const std::string &array) {
  const std::string name = array.substr(sizeof SharedMark - 1);
  return name.empty() ? "shared memory" : "'" + name + "'";
}

size_t ProgramPoint::loopsInCommon(const ProgramPoint &other) const {
  const auto [own, others] = std::ranges::mismatch(loops, other.loops);
  return static_cast<size_t>(own - loops.begin());
}

bool SharedTrace::isOrdered(const ProgramPoint &one, const ProgramPoint &other, size_t loops,
                            int64_t steps) const {
  return std::ranges::any_of(barriers, [&](const ProgramPoint &barrier) {
    const bool isBehind = barrier.order > one.order && isAlways(barrier, one);
    const bool isBefore = barrier.order < other.order && isAlways(barrier, other);
    if (steps == 0)
      return ((isBehind && barrier.order < other.order) ||
              (isBefore && barrier.order > one.order)) &&
             (!one.isCopy || hasEnded(one, barrier, loops, 0));
    // In the step before that one.
    if (steps > 1 && isEachStep(barrier, one, loops) &&
        (!one.isCopy || hasEnded(one, barrier, loops, steps - 1)))
      return true;
    return barrier.loops.size() >= loops &&
           ((isBehind && (!one.isCopy || hasEnded(one, barrier, loops, 0))) ||
            (isBefore && (!one.isCopy || hasEnded(one, barrier, loops, steps))));
  });
}

/// Before the barrier so many steps later the thread has waited until no more groups go on than
/// were committed after the copy's own.
bool SharedTrace::hasEnded(const ProgramPoint &copy, const ProgramPoint &barrier, size_t loops,
                           int64_t steps) const {
  const auto isWithin = [&](const ProgramPoint &point) {
    return steps == 0 || point.loops.size() >= loops;
  };
  return std::ranges::any_of(waits, [&](const Wait &wait) {
    const bool isNow = wait.order < barrier.order && isAlways(wait, barrier) && isWithin(wait) &&
                       (steps > 0 || wait.order > copy.order);
    const bool isThen = wait.order > copy.order && isAlways(wait, copy) && isWithin(wait) &&
                        (steps > 0 || wait.order < barrier.order);
    if (!isNow && !isThen)
      return false;
    const bool isLater = isNow && steps > 0; // in another step than the copy
    int64_t groups = 0;
    for (const ProgramPoint &commit : commits) {
      const bool isBehind = commit.order > copy.order && isAlways(commit, copy);
      const bool isBefore = commit.order < wait.order && isAlways(commit, wait);
      if (!isLater)
        groups += (isBehind && commit.order < wait.order) || (isBefore && commit.order > copy.order)
                      ? 1
                      : 0;
      else if (isWithin(commit))
        groups += (isBehind ? 1 : 0) + (isBefore ? 1 : 0) +
                  (isEachStep(commit, copy, loops) ? steps - 1 : 0);
    }
    return groups > wait.pending;
  });
}

bool SharedTrace::isOrderedAtStep(const ProgramPoint &one, const ProgramPoint &other, size_t loops,
                                  int64_t step) const {
  const auto hasEndedBefore = [&](const ProgramPoint &barrier) {
    return std::ranges::any_of(waits, [&](const Wait &wait) {
      if (!isEachStep(wait, other, loops) || wait.order > barrier.order)
        return false;
      int64_t groups = 0;
      for (const ProgramPoint &commit : commits)
        if (isEachStep(commit, other, loops))
          groups += step - 1 + (commit.order < wait.order ? 1 : 0);
        else
          groups += commit.order > one.order && commit.order < other.order && isAlways(commit, one);
      return groups > wait.pending;
    });
  };
  // That of the step before.
  return step > 0 && std::ranges::any_of(barriers, [&](const ProgramPoint &barrier) {
           return isEachStep(barrier, other, loops) && (!one.isCopy || hasEndedBefore(barrier));
         });
}

bool SharedTrace::hasBarrierEachStep(const ProgramPoint &point, size_t loops) const {
  return std::ranges::any_of(
      barriers, [&](const ProgramPoint &barrier) { return isEachStep(barrier, point, loops); });
}

bool SharedTrace::isEachStep(const ProgramPoint &point, const ProgramPoint &other,
                             size_t loops) const {
  return point.loops.size() == loops && isAlways(point, other) &&
         point.path.size() <= conditionsOfLoop.at(point.loops.back());
}

} // namespace warpsmith::frontend
