#include "rewriter/frontend/values/SharedOrder.h"
#include "rewriter/frontend/index/Division.h"
#include "rewriter/frontend/values/Leaves.h"
#include "rewriter/frontend/values/WrittenPlaces.h"
#include <algorithm>
#include <functional>

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
        return fail(write, write, "threads may write different values to one place of");
      for (size_t other = 0; other < trace.writes.size(); ++other) {
        const SharedWrite &second = trace.writes[other];
        if (other != one && second.array == write.array && !isApart(write, second, second.place))
          return fail(write, second,
                      "two threads may write one place without a barrier between "
                      "them in");
      }
      for (const auto &[number, read] : trace.reads)
        if (read.array == write.array && !isApart(write, read, read.place))
          return fail(write, read,
                      "a thread may read what another one writes without a barrier "
                      "between them in");
    }
    return true;
  }

private:
  bool fail(const SharedWrite &write, const ProgramPoint &other, const std::string &why) {
    refuse(other.location, why + " " + sharedName(write.array));
    return false;
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
  bool isApart(const SharedWrite &write, const ProgramPoint &other, const index::Affine &place) {
    const size_t common = write.loopsInCommon(other);
    const bool isFirst = write.order < other.order;
    const bool isOrdered = isFirst ? trace.isOrdered(write, other, common, 0)
                                   : trace.isOrdered(other, write, common, 0);
    const auto isApartNow = [&] { return isElsewhere(write, other, place, common, 0); };
    const auto isApartFirst = [&] { return isApartAtFirst(write, other, place, common); };
    // What asks nothing of the launch comes first.
    if (!isOrdered && !isCertain(isApartNow) && !isCertain(isApartFirst) && !isApartNow() &&
        !isApartFirst())
      return false;
    for (size_t loops = common; loops > 0; --loops) {
      if (!trace.hasBarrierEachStep(write, loops)) {
        if (!isElsewhere(write, other, place, loops, std::nullopt))
          return false;
        continue; // all pairs of steps are apart
      }
      if (!isApartLater(write, other, place, loops, true) ||
          !isApartLater(write, other, place, loops, false))
        return false;
    }
    return true;
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
