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
                            bool nextStep) const {
  return std::ranges::any_of(barriers, [&](const ProgramPoint &barrier) {
    const bool isBehind = barrier.order > one.order && isAlways(barrier, one);
    const bool isBefore = barrier.order < other.order && isAlways(barrier, other);
    if (!nextStep)
      return (isBehind && barrier.order < other.order) || (isBefore && barrier.order > one.order);
    return barrier.loops.size() >= loops && (isBehind || isBefore);
  });
}

bool SharedTrace::hasBarrierEachStep(const ProgramPoint &point, size_t loops) const {
  return std::ranges::any_of(barriers, [&](const ProgramPoint &barrier) {
    return barrier.loops.size() == loops && isAlways(barrier, point) &&
           barrier.path.size() <= conditionsOfLoop.at(barrier.loops.back());
  });
}

} // namespace warpsmith::frontend
