#include "rewriter/frontend/values/StoredValues.h"
#include "rewriter/frontend/index/Division.h"
#include "rewriter/frontend/values/Choices.h"
#include "rewriter/frontend/values/Leaves.h"
#include "rewriter/ir/FusedProducts.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

using index::Affine;
using index::Guards;
using index::SymbolId;
using index::SymbolKind;
using Kind = Expression::Kind;
using Loops = std::vector<SymbolId>;
using Renaming = std::map<SymbolId, Affine>;

class StoredReader {
public:
  StoredReader(ThreadEffects &all, index::Symbols &known, index::Prover &bounds, RefusalSink &sink)
      : effects(all),
        symbols(known),
        prover(bounds),
        refuse(sink),
        all(effects.stores) {}

  bool run() {
    std::set<std::string> stored;
    for (const StoredElement &store : all)
      stored.insert(store.array);
    if (std::ranges::none_of(effects.reads,
                             [&](const ReadElement &read) { return stored.contains(read.array); }))
      return true;
    for (const StoredElement &store : all) {
      StoredElement next = store;
      if (!resolve(next))
        return false;
      leaveOutOverwritten(next);
      done.push_back(std::move(next));
    }
    for (const StoredElement &store : done)
      if (continued.contains(store.at.order))
        return fail(store.location, uncertain(store.array));
    for (SharedWrite &write : effects.shared.writes) {
      write.value = withoutStored(write.value, nullptr);
      if (!write.value)
        return false;
    }
    effects.elementSteps.clear();
    for (const StoredElement &store : done)
      effects.elementSteps.insert(store.at.loops.begin(), store.at.loops.end());
    effects.stores = std::move(done);
    return true;
  }

private:
  static std::string uncertain(const std::string &array) {
    return "'" + array +
           "' is read where it is not certain which store has set the element: keep the value in a "
           "variable of its own";
  }
  /// All loops that the source has around a store.
  const Loops &sourceLoops(const StoredElement &store) const {
    return std::ranges::find(all, store.at.order,
                             [](const StoredElement &each) { return each.at.order; })
        ->at.loops;
  }
  static bool contains(const Loops &loops, SymbolId step) {
    return std::ranges::find(loops, step) != loops.end();
  }
  bool dependsOn(const Affine &sum, SymbolId step) const {
    return std::ranges::any_of(sum.coefficients(), [&](const auto &term) {
      const index::Symbol &symbol = symbols[term.first];
      return term.first == step ||
             (symbol.isMade() && (dependsOn(symbol.left, step) || dependsOn(symbol.right, step)));
    });
  }
  /// The loops that number the place, or those that come back to it.
  Loops loopsOf(const Loops &loops, const Affine &place, bool number) const {
    Loops found;
    std::ranges::copy_if(loops, std::back_inserter(found),
                         [&](SymbolId step) { return dependsOn(place, step) == number; });
    return found;
  }
  static Guards guardsOf(const ProgramPoint &point) {
    return Formula::all(point.path)->conjunction().value_or(Guards());
  }
  bool fail(clang::SourceLocation where, const std::string &why) {
    refuse(where, why);
    return false;
  }

  /// With which steps the store has set the place that is read or set at other ones; nothing where
  /// it has not, or not certainly.
  std::optional<Renaming> match(const StoredElement &store, const Affine &place,
                                const Loops &around, const Guards &guards) {
    Loops ofStore, ofReader;
    for (const SymbolId step : store.at.loops)
      if (!contains(around, step))
        ofStore.push_back(step);
    for (const SymbolId step : loopsOf(around, place, true))
      if (!contains(store.at.loops, step))
        ofReader.push_back(step);
    if (ofStore.size() != ofReader.size())
      return std::nullopt;
    Renaming renaming;
    for (size_t loop = 0; loop < ofStore.size(); ++loop) {
      const auto &extent = symbols[ofStore[loop]].extent;
      if (!extent || extent != symbols[ofReader[loop]].extent)
        return std::nullopt;
      renaming.emplace(ofStore[loop], Affine(ofReader[loop]));
    }
    const auto renamed = [&](const Affine &sum) {
      return index::substituted(sum, renaming, symbols, prover);
    };
    if (renamed(store.index) != place ||
        !std::ranges::all_of(store.where, [&](const Affine &guard) {
          return prover.implies(guards, renamed(guard));
        }))
      return std::nullopt;
    return renaming;
  }

  /// The value with other steps.
  ExpressionRef renamed(const ExpressionRef &value, const Renaming &renaming,
                        std::map<int, size_t> &sums) {
    if (renaming.empty())
      return value;
    const auto other = [&](const Affine &sum) {
      return index::substituted(sum, renaming, symbols, prover);
    };
    return map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      if (node->kind == Kind::Sum) {
        const auto [entry, isNew] = sums.try_emplace(node->operand, effects.sums.size());
        const size_t number = entry->second;
        if (isNew) {
          StepSum sum = effects.sums[node->operand];
          effects.sums.push_back(sum);
          sum.initial = renamed(sum.initial, renaming, sums);
          sum.update = renamed(sum.update, renaming, sums);
          std::ranges::transform(sum.where, sum.where.begin(), other);
          effects.sums[number] = sum;
        }
        return sumLeaf(number, node->type);
      }
      if (node->kind == Kind::Operand) {
        ReadElement read = effects.reads[node->operand];
        read.index = other(read.index);
        if (read.index == effects.reads[node->operand].index)
          return nullptr;
        if (settled.contains(node->operand))
          settled.insert(static_cast<int>(effects.reads.size()));
        effects.reads.push_back(read);
        return Expression::operandElement(static_cast<int>(effects.reads.size()) - 1, read.type);
      }
      bool isKnown = true;
      return withIndices(effects, *node, other, isKnown);
    });
  }

  /// The last store before that point, of those that are done.
  const StoredElement *lastBefore(const ReadElement &read) {
    const StoredElement *last = nullptr;
    for (const StoredElement &store : done)
      if (store.array == read.array && store.at.order < read.at.order && !isOther(store, read))
        last = &store;
    return last;
  }

  /// One of two branches stores what the other one reads, whatever the step is.
  bool isOtherBranch(const StoredElement &store, const ReadElement &read) const {
    const Guards around = guardsOf(read.at);
    return std::ranges::any_of(store.where, [&](const Affine &guard) {
      return std::ranges::find(around, Affine(1) - guard) != around.end() &&
             std::ranges::none_of(store.at.loops,
                                  [&](SymbolId step) { return dependsOn(guard, step); });
    });
  }

  /// The thread's elements lie apart, or the launch is checked for that: `c[(i + 1) * n + j]` and
  /// `c[i * n + j + 3]`.
  bool isOther(const StoredElement &store, const ReadElement &read) {
    if (isOtherBranch(store, read))
      return true;
    const Affine distance = read.index - store.index;
    const auto number = distance.constant().constant();
    if (!distance.isUniform() || number)
      return number.value_or(0) != 0 && distance.isUniform();
    const bool isBefore = distance.constant().isNegative();
    return prover.demandNotNegative((isBefore ? Affine() - distance : distance) - Affine(1));
  }

  /// An earlier step of a loop around both may have set the element since then.
  bool mayHaveBeenSet(const ReadElement &read, const StoredElement *since) const {
    return std::ranges::any_of(all, [&](const StoredElement &store) {
      if (store.array != read.array || (since && store.at.order <= since->at.order) ||
          isOtherPart(store.index, read.index))
        return false;
      const auto isAround = [&](SymbolId step) {
        return contains(store.at.loops, step) && (!since || !contains(since->at.loops, step));
      };
      return std::ranges::any_of(read.at.loops, [&](SymbolId step) {
        return isAround(step) && !(store.index == read.index && dependsOn(read.index, step));
      });
    });
  }

  /// What is read there: the element as it was before the kernel, or what has been stored. Null,
  /// and a refusal, where that is not certain.
  ExpressionRef elementAt(const ExpressionRef &node) {
    if (const auto value = known.find(node->operand); value != known.end())
      return value->second;
    const ReadElement read = effects.reads[node->operand];
    const StoredElement *last = lastBefore(read);
    if (!last && !mayHaveBeenSet(read, nullptr)) {
      settled.insert(node->operand);
      return node;
    }
    // In a loop that sums in the element, that is no whole sum.
    const bool isWhole = last && std::ranges::none_of(sourceLoops(*last), [&](SymbolId step) {
                           return contains(read.at.loops, step) && !contains(last->at.loops, step);
                         });
    const auto steps = isWhole && !mayHaveBeenSet(read, last)
                           ? match(*last, read.index, read.at.loops, guardsOf(read.at))
                           : std::nullopt;
    // Whether a product is rounded before it is used the compiler decides.
    const bool isRounded = steps && (same(*last->value, *roundedAlone(last->value)) ||
                                     !isBeside(*last, read.at.loops));
    if (!isRounded) {
      refuse(read.location, uncertain(read.array));
      return nullptr;
    }
    std::map<int, size_t> sums;
    return known[node->operand] = renamed(roundedAlone(last->value), *steps, sums);
  }

  /// Of a store in the same steps of all loops the compiler knows the value before it is rounded.
  static bool isBeside(const StoredElement &store, const Loops &around) {
    return std::ranges::all_of(store.at.loops,
                               [&](SymbolId step) { return contains(around, step); });
  }

  /// The value without elements that the thread has stored; `own` is that of the sum that is kept
  /// in the element that is stored.
  ExpressionRef withoutStored(const ExpressionRef &value, const NodeMapper &own) {
    bool valid = true;
    const auto result = map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      if (!valid)
        return node;
      if (node->kind == Kind::Sum && seen.insert(node->operand).second) {
        for (ExpressionRef StepSum::*part : {&StepSum::initial, &StepSum::update})
          if (const ExpressionRef old = effects.sums[node->operand].*part) {
            const ExpressionRef next = withoutStored(old, own);
            valid &= next != nullptr;
            effects.sums[node->operand].*part = next ? next : old;
          }
        return nullptr;
      }
      if (node->kind != Kind::Operand || settled.contains(node->operand) ||
          std::ranges::none_of(all, [&](const StoredElement &store) {
            return store.array == effects.reads[node->operand].array;
          }))
        return nullptr;
      if (const ExpressionRef sum = own ? own(node) : nullptr)
        return sum;
      ExpressionRef next = elementAt(node);
      // What was left in it is known now.
      if (next && next != node)
        next = withoutStored(next, own);
      valid &= next != nullptr;
      return next ? next : node;
    });
    return valid ? result : nullptr;
  }

  /// The store is one of those that a later one in the same steps goes on with.
  bool isContinued(const StoredElement &store) const {
    return std::ranges::any_of(all, [&](const StoredElement &later) {
      return later.at.order > store.at.order && later.array == store.array &&
             later.index == store.index && later.at.loops == store.at.loops &&
             later.where == store.where;
    });
  }

  bool resolve(StoredElement &store) {
    const Loops back = loopsOf(store.at.loops, store.index, false);
    if (!back.empty() && isContinued(store)) {
      // The later store will know what it begins with.
      continued.insert(store.at.order);
      return true;
    }
    const size_t first = effects.sums.size();
    effects.sums.resize(first + back.size());
    bool keeps = false;
    const ExpressionRef update =
        withoutStored(store.value, [&](const ExpressionRef &node) -> ExpressionRef {
          if (back.empty() || !isOwn(effects.reads[node->operand], store, back))
            return nullptr;
          keeps = true;
          return sumLeaf(first + back.size() - 1, store.type);
        });
    if (!update)
      return false;
    if (keeps)
      return sumUp(store, back, first, update);
    store.value = update;
    return true;
  }

  /// The element that is stored, as the step before has left it.
  bool isOwn(const ReadElement &read, const StoredElement &store, const Loops &back) {
    const StoredElement *last = lastBefore(read);
    const bool isOfStep = last && std::ranges::any_of(back, [&](SymbolId step) {
                            return contains(sourceLoops(*last), step);
                          });
    return read.array == store.array && read.index == store.index &&
           read.at.loops == store.at.loops && !isOfStep;
  }

  /// No thread and no step comes from one of the places to the other: both are so many further on
  /// in vectors of more numbers.
  static bool isOtherPart(const Affine &one, const Affine &other) {
    const Affine between = one - other;
    const auto distance = between.isUniform() ? between.constant().constant() : std::nullopt;
    if (!distance || *distance == 0)
      return false;
    const int64_t length = std::abs(*distance) + 1;
    const Affine first = one - Affine(one.constant()) + Affine(withoutNumber(one.constant()));
    return first.quotient(Polynomial(length)).has_value();
  }
  static Polynomial withoutNumber(const Polynomial &size) {
    Polynomial rest;
    for (const Polynomial &summand : size.summands())
      if (!summand.constant())
        rest += summand;
    return rest;
  }

  /// The sum over loops that come back to one element.
  bool sumUp(StoredElement &store, const Loops &back, size_t first, ExpressionRef update) {
    const bool isAlone = std::ranges::none_of(all, [&](const StoredElement &other) {
      const bool goesOn = continued.contains(other.at.order) && other.index == store.index &&
                          other.at.loops == store.at.loops;
      return other.array == store.array && other.at.order != store.at.order && !goesOn &&
             !isOtherPart(other.index, store.index) &&
             std::ranges::any_of(back,
                                 [&](SymbolId step) { return contains(other.at.loops, step); });
    });
    std::erase_if(done, [&](const StoredElement &other) {
      return other.array == store.array && continued.contains(other.at.order);
    });
    if (!isAlone)
      return fail(store.location, "the loop that sums in '" + store.array +
                                      "' stores its elements at another place, too");
    Guards around, ofSteps;
    for (const Affine &guard : store.where) {
      const bool ofStep =
          std::ranges::any_of(back, [&](SymbolId step) { return dependsOn(guard, step); });
      (ofStep ? ofSteps : around).push_back(guard);
    }
    const Loops outside = loopsOf(store.at.loops, store.index, true);
    const ExpressionRef initial = start(store, outside, around, !ofSteps.empty());
    if (!initial)
      return false;
    const size_t last = first + back.size() - 1;
    if (!ofSteps.empty())
      update = Expression::select(conditionOn(effects, ofSteps), update, sumLeaf(last, store.type));
    for (size_t number = first; number <= last; ++number) {
      if (!symbols[back[number - first]].extent)
        return fail(store.location, "a sum over a loop whose number of steps is not known");
      StepSum &one = effects.sums[number];
      one.step = back[number - first];
      one.initial = number == first ? initial : sumLeaf(number - 1, store.type);
      one.update = number == last ? update : sumLeaf(number + 1, store.type);
      one.type = store.type;
      one.where = around;
      one.location = store.location;
      one.reads = effects.reads.size();
      one.isStored = true;
    }
    store.value = sumLeaf(first, store.type);
    store.where = around;
    store.at.loops = outside;
    return true;
  }

  /// What a sum begins with that is kept in an element.
  ExpressionRef start(const StoredElement &store, const Loops &outside, const Guards &around,
                      bool hasOwnGuards) {
    ReadElement before{store.array, store.type, store.index, store.location, store.at};
    before.at.loops = outside;
    const StoredElement *last = lastBefore(before);
    const bool isKnown = !mayHaveBeenSet(before, last);
    const auto steps = last && isKnown ? match(*last, store.index, outside, around) : std::nullopt;
    if (steps) {
      std::map<int, size_t> sums;
      return renamed(isBeside(*last, outside) ? last->value : roundedAlone(last->value), *steps,
                     sums);
    }
    // Where no step adds anything the original stores nothing.
    if (last || !isKnown || hasOwnGuards) {
      refuse(store.location,
             last || !isKnown
                 ? "the loop that sums in '" + store.array +
                       "' goes on with elements that are not those stored before it, or not for "
                       "the same indices"
                 : "a condition in the loop chooses whether '" + store.array +
                       "' is stored: keep the sum in a variable of its own");
      return nullptr;
    }
    settled.insert(static_cast<int>(effects.reads.size()));
    effects.reads.push_back(before);
    return Expression::operandElement(static_cast<int>(effects.reads.size()) - 1, store.type);
  }

  /// Stores of elements that this one sets again.
  void leaveOutOverwritten(const StoredElement &store) {
    if (!loopsOf(store.at.loops, store.index, false).empty())
      return;
    std::erase_if(done, [&](const StoredElement &earlier) {
      if (earlier.array != store.array)
        return false;
      const auto steps = match(earlier, store.index, store.at.loops, store.where);
      Guards holding;
      for (const Affine &guard : steps ? earlier.where : Guards())
        holding.push_back(index::substituted(guard, *steps, symbols, prover));
      return steps && std::ranges::all_of(store.where, [&](const Affine &guard) {
               return prover.implies(holding, guard);
             });
    });
  }

  ThreadEffects &effects;
  index::Symbols &symbols;
  index::Prover &prover;
  RefusalSink &refuse;
  const std::vector<StoredElement> all;
  std::vector<StoredElement> done;
  std::set<int> continued; ///< stores that a later one goes on with, by their order
  std::set<int> seen;      ///< sums
  std::set<int> settled;   ///< reads of elements as they were before the kernel
  /// What is read of elements that have been stored: one value, however often it is used.
  std::map<int, ExpressionRef> known;
};

} // namespace

bool resolveStored(ThreadEffects &effects, index::Symbols &symbols, index::Prover &prover,
                   RefusalSink &refuse) {
  return StoredReader(effects, symbols, prover, refuse).run();
}

} // namespace warpsmith::frontend
