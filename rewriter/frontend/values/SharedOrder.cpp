#include "rewriter/frontend/values/SharedOrder.h"
#include "rewriter/frontend/index/Division.h"
#include "rewriter/frontend/values/Leaves.h"
#include "rewriter/frontend/values/WrittenPlaces.h"
#include <algorithm>
#include <functional>
#include <iterator>
#include <ranges>

namespace warpsmith::frontend {

bool limitsSteps(const index::Prover &prover, size_t first,
                 const std::vector<index::SymbolId> &loops, const index::Symbols &symbols) {
  std::set<std::string> sizes;
  for (const index::SymbolId step : loops)
    if (const auto &extent = symbols[step].extent)
      for (const std::string &name : extent->symbols())
        if (!name.starts_with("blockDim."))
          sizes.insert(name);
  for (size_t number = first; number < prover.demands().size(); ++number) {
    const Precondition &fact = prover.demands()[number];
    for (const std::string &name : (fact.left - fact.right).symbols())
      if (sizes.contains(name))
        return true;
  }
  return false;
}

void collectSums(const Formula &formula, const ThreadEffects &effects,
                 std::vector<index::Affine> &sums) {
  if (formula.kind == Formula::Kind::Positive)
    sums.push_back(formula.sum);
  if (formula.kind == Formula::Kind::Data)
    collectIndices(effects, formula.data, sums);
  for (const FormulaRef &part : formula.parts)
    collectSums(*part, effects, sums);
}

namespace {

class Order {
public:
  Order(const ThreadEffects &all, index::Symbols &known, index::Prover &bounds, RefusalSink &sink)
      : effects(all),
        trace(all.shared),
        symbols(known),
        prover(bounds),
        refuse(sink) {}

  bool run() {
    for (size_t one = 0; one < trace.writes.size(); ++one) {
      const SharedWrite &write = trace.writes[one];
      if (!isAlone(write))
        return comesToo(write, one) &&
               fail(write,
                    "several threads or steps may store different values to one element of " +
                        sharedName(write.array));
      if (!comesToo(write, one))
        return false;
    }
    return true;
  }

private:
  /// Which of a write and of another point comes first, where no barrier is between them.
  enum class Missing { Nothing, AfterWrite, AfterOther };

  bool fail(const ProgramPoint &where, const std::string &why) {
    refuse(where.location, why);
    return false;
  }

  std::string line(const ProgramPoint &point) const { return trace.source->lineAt(point.location); }

  /// What else is done to the places of a write barriers keep apart from it.
  bool comesToo(const SharedWrite &write, size_t number) {
    const std::string array = inShared(write.array);
    for (size_t other = 0; other < trace.writes.size(); ++other) {
      const SharedWrite &second = trace.writes[other];
      if (other == number || second.array != write.array)
        continue;
      if (const Missing missing = missingBarrier(write, second, second.place);
          missing != Missing::Nothing) {
        const bool isAfter = missing == Missing::AfterWrite;
        const SharedWrite &first = isAfter ? write : second, &later = isAfter ? second : write;
        return fail(later, array + " is stored " + line(first) +
                               ", and here without a __syncthreads() between" + note(first, later));
      }
    }
    for (const auto &[operand, read] : trace.reads) {
      if (read.array != write.array)
        continue;
      const Missing missing = missingBarrier(write, read, read.place);
      if (missing == Missing::AfterWrite)
        return fail(read, array +
                              " is read without a __syncthreads() after it was "
                              "stored " +
                              line(write) + note(write, read));
      if (missing == Missing::AfterOther)
        return fail(write, array +
                               " is stored while other threads may still read "
                               "it: no __syncthreads() after the read " +
                               line(read) + note(read, write));
    }
    return true;
  }

  /// Why what looks as if it kept the points apart does not.
  std::string note(const ProgramPoint &first, const ProgramPoint &later) const {
    const auto isBetween = [&](const ProgramPoint &point) {
      return first.order < later.order ? first.order < point.order && point.order < later.order
                                       : first.order < point.order || point.order < later.order;
    };
    std::vector<ProgramPoint> between;
    std::ranges::copy_if(trace.barriers, std::back_inserter(between), isBetween);
    if (first.isCopy) {
      std::ranges::copy_if(trace.waits, std::back_inserter(between), isBetween);
      std::ranges::copy_if(trace.commits, std::back_inserter(between), isBetween);
    }
    for (const ProgramPoint &point : between)
      if (point.loops.size() > std::max(point.loopsInCommon(first), point.loopsInCommon(later)))
        return ": the loop around what waits " + line(point) +
               " may run no step, and it does not count behind the loop; wait there, too";
    if (first.isCopy)
      return ": its copy may not have ended; wait for it before the barrier, in the step that "
             "needs it, and commit at each step, also where nothing is copied any more";
    const auto comesThere = [](const ProgramPoint &barrier, const ProgramPoint &point) {
      return barrier.path.size() <= point.path.size() &&
             std::ranges::equal(barrier.path, point.path | std::views::take(barrier.path.size()));
    };
    for (const ProgramPoint &barrier : trace.barriers)
      if (isBetween(barrier) && !comesThere(barrier, first) && !comesThere(barrier, later))
        return ": the __syncthreads() " + line(barrier) +
               " waits at some steps only; take it out of its condition";
    return "";
  }

  /// Of one statement: at one step no two threads write a place, or they write the same. Steps that
  /// no barrier keeps apart are as threads.
  bool isAlone(const SharedWrite &write) {
    size_t apart = write.loops.size(); // so many loops have a barrier at each step
    while (apart > 0 && !keepsStepsApart(write, apart))
      --apart;
    for (size_t loops = apart; loops > 0; --loops)
      if (!keepsStepsApart(write, loops))
        return false;
    WrittenPlaces places(write, symbols, prover, {},
                         {write.loops.begin() + static_cast<long>(apart), write.loops.end()});
    std::vector<index::Affine> sums;
    collectIndices(effects, write.value, sums);
    collectSums(*Formula::all(write.path), effects, sums);
    if (!places.build(sums))
      return false;
    // The place alone determines what is written, whoever writes there.
    return std::ranges::all_of(sums, [&](const index::Affine &sum) { return places.isAlike(sum); });
  }

  /// A barrier each step; what is still copied then goes elsewhere.
  bool keepsStepsApart(const SharedWrite &write, size_t loops) {
    return trace.hasBarrierEachStep(write, loops) &&
           (trace.isOrdered(write, write, loops, 1) ||
            (write.isCopy && isApartLater(write, write, write.place, loops, true)));
  }

  /// At all pairs of steps that no barrier orders.
  Missing missingBarrier(const SharedWrite &write, const ProgramPoint &other,
                         const index::Affine &place) {
    const size_t common = write.loopsInCommon(other);
    const bool isFirst = write.order < other.order;
    const Missing missing = isFirst ? Missing::AfterWrite : Missing::AfterOther;
    const bool isOrdered = isFirst ? trace.isOrdered(write, other, common, 0)
                                   : trace.isOrdered(other, write, common, 0);
    const auto isApartNow = [&] { return isElsewhere(write, other, place, common, 0); };
    const auto isApartFirst = [&] { return isApartAtFirst(write, other, place, common); };
    // What asks nothing of the launch comes first.
    if (!isOrdered && !isCertain(isApartNow) && !isCertain(isApartFirst) && !isApartNow() &&
        !isApartFirst())
      return missing;
    for (size_t loops = common; loops > 0; --loops) {
      if (!trace.hasBarrierEachStep(write, loops)) {
        if (!isElsewhere(write, other, place, loops, std::nullopt))
          return isOrdered == isFirst ? Missing::AfterOther : Missing::AfterWrite;
        continue; // all pairs of steps are apart
      }
      if (!isApartLater(write, other, place, loops, true))
        return Missing::AfterWrite;
      if (!isApartLater(write, other, place, loops, false))
        return Missing::AfterOther;
    }
    return Missing::Nothing;
  }

  /// It holds, and the launch is asked for nothing more.
  bool isCertain(const std::function<bool()> &holds) {
    const size_t demands = prover.demands().size();
    if (holds() && prover.demands().size() == demands)
      return true;
    prover.forget(demands);
    return false;
  }

  /// One is before a loop around the other: at the loop's first steps, until a barrier orders them.
  bool isApartAtFirst(const SharedWrite &write, const ProgramPoint &other,
                      const index::Affine &place, size_t common) {
    constexpr int64_t Most = 8;
    const bool isWriteFirst = write.order < other.order;
    const ProgramPoint &first = isWriteFirst ? write : other;
    const ProgramPoint &later = isWriteFirst ? other : write;
    for (int64_t step = 0; later.loops.size() > common && step <= Most; ++step) {
      if (trace.isOrderedAtStep(first, later, common + 1, step))
        return true;
      if (!isElsewhere(write, other, place, common, 0, {{later.loops[common], step}}))
        return false;
    }
    return false;
  }

  /// At steps that are so far apart that no barrier orders what is done first and what is done
  /// later: one step, or as many as copies go on for.
  bool isApartLater(const SharedWrite &write, const ProgramPoint &other, const index::Affine &place,
                    size_t loops, bool isWriteFirst) {
    constexpr int64_t Most = 8;
    for (int64_t steps = 1; steps <= Most; ++steps) {
      if (isWriteFirst ? trace.isOrdered(write, other, loops, steps)
                       : trace.isOrdered(other, write, loops, steps))
        return true;
      if (!isElsewhere(write, other, place, loops, isWriteFirst ? -steps : steps))
        return false;
      if (!(isWriteFirst ? write.isCopy : other.isCopy))
        return true; // a barrier each step
    }
    return false;
  }

  /// The write at the step that is so many after the other's, or at any step, writes other places,
  /// or is by the same thread. Steps of some loops may be numbers.
  bool isElsewhere(const SharedWrite &write, const ProgramPoint &other, const index::Affine &place,
                   size_t loops, std::optional<int64_t> later,
                   const WrittenPlaces::Steps &numbers = {}) {
    WrittenPlaces::Steps steps = numbers;
    std::vector<index::SymbolId> own;
    for (size_t loop = 0; loop < write.loops.size(); ++loop) {
      const index::SymbolId step = write.loops[loop];
      if (numbers.contains(step))
        continue;
      if (loop >= loops || (loop + 1 == loops && !later))
        own.push_back(step);
      else
        steps[step] = index::Affine(step) + index::Affine(loop + 1 == loops ? *later : 0);
    }
    WrittenPlaces::Steps others;
    for (size_t loop = loops; loop < write.loops.size() && loop < other.loops.size(); ++loop)
      others[write.loops[loop]] = index::Affine(other.loops[loop]);
    WrittenPlaces places(write, symbols, prover, std::move(steps), own);
    std::vector<index::Affine> sums;
    collectIndices(effects, write.value, sums);
    if (!places.build(sums))
      return false;
    const auto atNumbers = [&](const index::Affine &sum) {
      return index::substituted(sum, numbers, symbols, prover);
    };
    auto guards = Formula::all(other.path)->conjunction().value_or(index::Guards());
    std::ranges::transform(guards, guards.begin(), atNumbers);
    const Within within(guards, symbols);
    const index::Affine target = atNumbers(place);
    if (places.isApart(target, guards))
      return true;
    const size_t demands = prover.demands().size();
    const bool ofThread = !write.isCopy && !other.isCopy; // what goes on is not the thread's alone
    if (ofThread && places.solve(target, guards) && places.isSameThread(others, guards) &&
        !limitsSteps(prover, demands, other.loops, symbols))
      return true;
    prover.forget(demands);
    return places.demandApart(target, guards) &&
           !limitsSteps(prover, demands, other.loops, symbols);
  }

  const ThreadEffects &effects;
  const SharedTrace &trace;
  index::Symbols &symbols;
  index::Prover &prover;
  RefusalSink &refuse;
};

} // namespace

bool keepsThreadsApart(const ThreadEffects &effects, index::Symbols &symbols, index::Prover &prover,
                       RefusalSink &refuse) {
  return Order(effects, symbols, prover, refuse).run();
}

} // namespace warpsmith::frontend
