#include "rewriter/frontend/proof/SumForm.h"
#include "llvm/ADT/ScopeExit.h"
#include <algorithm>
#include <functional>
#include <set>

namespace warpsmith::frontend {
namespace {

using Kind = Expression::Kind;

using Loop = SumForm::Loop;

/// A sum over the steps of several nested loops.
struct Series {
  std::vector<Loop> loops; ///< outermost first
  ExpressionRef initial, update;
  size_t number;
  std::string reordered;
  bool negativeZero = false;
};

bool isSum(const Expression &expression, size_t number) {
  return expression.kind == Kind::Sum && expression.operand == static_cast<int>(number);
}

class Normaliser {
public:
  Normaliser(ThreadSummary &summary, RefusalSink &sink) : state(summary), refuse(sink) {}

  std::optional<Series> series(size_t number) {
    const Reduction reduction = state.reductions[number];
    if (!reduction.update)
      return refuse(reduction.location, "the sum is used before it is complete");
    // Two sums may change places at each step.
    if (!begun.insert(number).second)
      return refuse(reduction.location, "sums in the loop depend on each other");
    const llvm::scope_exit end([&] { begun.erase(number); });
    Series result{{}, reduction.initial, reduction.update, number, {}};
    for (const std::string &symbol : reduction.loops)
      result.loops.push_back({symbol, state.loop(symbol)->extent, state.loop(symbol)->limited});
    if (!withInner(result, reduction) || !withEarlier(result, reduction))
      return std::nullopt;
    return result;
  }

  /// The expression with another polynomial in place of a symbol in all that it reads.
  ExpressionRef substituted(const ExpressionRef &expression, const std::string &symbol,
                            const Polynomial &value) {
    return state.reindexed(
        expression, [&](const Polynomial &index) { return index.substitute(symbol, value); });
  }

  /// One loop in place of two neighbours, where all indices depend on them in one combination; of
  /// one that is left, %k in place of its index.
  void flatten(Series &sum) {
    for (size_t outer = sum.loops.size() - 1; outer-- > 0;)
      join(sum, outer);
    if (sum.loops.size() == 1) {
      sum.update = substituted(sum.update, sum.loops[0].symbol, Polynomial::symbol("%k"));
      sum.loops[0].symbol = "%k";
    }
  }

private:
  void join(Series &sum, size_t at) {
    const Loop outer = sum.loops[at], inner = sum.loops[at + 1];
    if (outer.limited || inner.limited)
      return;
    const ExpressionRef update = combined(sum.update, inner, outer);
    if (mentions(update, outer.symbol))
      return;
    // Two negative counts would make a positive one.
    if (const auto known = inner.extent.constant();
        known ? *known < 0 : inner.extent.str().rfind("blockDim.", 0) != 0)
      state.preconditions.push_back({inner.extent, Polynomial(0), false});
    sum.update = update;
    sum.loops.erase(sum.loops.begin() + static_cast<long>(at));
    sum.loops[at] = {inner.symbol, outer.extent * inner.extent};
  }

  ExpressionRef combined(const ExpressionRef &update, const Loop &inner, const Loop &outer) {
    return substituted(update, inner.symbol,
                       Polynomial::symbol(inner.symbol) -
                           Polynomial::symbol(outer.symbol) * inner.extent);
  }

  ExpressionRef renumbered(const ExpressionRef &expression, size_t from, const ExpressionRef &to) {
    return map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
      return isSum(*node, from) ? to : nullptr;
    });
  }

  bool mentions(const ExpressionRef &expression, const std::string &symbol) const {
    bool found = false;
    map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
      if (node->kind == Kind::Operand)
        found |= state.loads[node->operand].index.dependsOn(symbol);
      if (node->kind == Kind::Position)
        found |= node->polynomial.dependsOn(symbol);
      if (const auto condition = conditionNumber(*node))
        for (const Polynomial &bound : state.bounds[*condition])
          found |= bound.dependsOn(symbol);
      return nullptr;
    });
    return found;
  }

  /// A loop inside the loop that goes on with the same sum, or sums a part of it.
  bool withInner(Series &sum, const Reduction &reduction) {
    std::set<size_t> others = sumsIn(sum.update);
    others.erase(sum.number);
    if (others.empty()) {
      rolled(sum);
      regrouped(sum);
      return true;
    }
    const auto foreign = [&](const char *why) {
      refuse(reduction.location, why);
      return false;
    };
    if (others.size() > 1)
      return foreign("sums in the loop depend on each other");
    auto inner = series(*others.begin());
    if (!inner)
      return false;
    const ExpressionRef own = sumLeaf(sum.number, reduction.type);
    const Expression &after = *sum.update;
    if (isSum(after, inner->number) && isSum(*inner->initial, sum.number)) {
      sum.update = renumbered(inner->update, inner->number, own);
    } else if (after.kind == Kind::Select && conditionNumber(*after.children[0]) &&
               isSum(*after.children[1], inner->number) && isSum(*after.children[2], sum.number) &&
               isSum(*inner->initial, sum.number)) {
      // Where the condition does not hold, no step of the loop changes the sum.
      const ExpressionRef update = renumbered(inner->update, inner->number, own);
      const Bounds left =
          withoutImplied(state.bounds[*conditionNumber(*after.children[0])], *inner);
      sum.update = left.empty() ? update : Expression::select(state.conditionOn(left), update, own);
    } else if (sum.update->kind == Kind::Binary && sum.update->text == "+" &&
               ((isSum(*sum.update->children[0], sum.number) &&
                 isSum(*sum.update->children[1], inner->number)) ||
                (isSum(*sum.update->children[1], sum.number) &&
                 isSum(*sum.update->children[0], inner->number))) &&
               inner->initial->isLiteralZero()) {
      sum.reordered = "the original adds up each tile by itself";
      sum.update = renumbered(inner->update, inner->number, own);
    } else {
      return foreign("sums in the loop depend on each other");
    }
    if (sumsIn(sum.update) != std::set<size_t>{sum.number})
      return foreign("sums in the loop depend on each other");
    sum.loops.insert(sum.loops.end(), inner->loops.begin(), inner->loops.end());
    if (!inner->reordered.empty())
      sum.reordered = inner->reordered;
    return true;
  }

  /// Without those bounds around an inner loop that hold wherever its own condition does: they are
  /// more by a number and steps of the loop.
  Bounds withoutImplied(Bounds around, const Series &inner) const {
    const auto number =
        inner.update->kind == Kind::Select && isSum(*inner.update->children[2], inner.number)
            ? conditionNumber(*inner.update->children[0])
            : std::nullopt;
    const Bounds own = number ? state.bounds[*number] : Bounds();
    std::erase_if(around, [&](const Polynomial &bound) {
      return std::ranges::any_of(own, [&](const Polynomial &tighter) {
        Polynomial more = bound - tighter;
        for (const Loop &loop : inner.loops)
          if (const auto affine = more.affineIn(loop.symbol);
              affine && affine->coefficient.constant().value_or(-1) >= 0)
            more = affine->rest;
        return more.constant().value_or(-1) >= 0;
      });
    });
    return around;
  }

  /// The child of an addition, a subtraction or an FMA that holds the sum; nothing for any other
  /// node.
  static std::optional<size_t> sumChild(const Expression &node) {
    if (((node.kind == Kind::Binary && node.text == "-") || node.text == "__hsub" ||
         node.text == "__hsub_rn") &&
        node.children[0]->contains(Kind::Sum) && !node.children[1]->contains(Kind::Sum))
      return 0;
    if ((node.kind == Kind::Binary && node.text == "+") || node.text == "__fadd_rn" ||
        node.text == "__dadd_rn" || node.text == "__hadd" || node.text == "__hadd_rn")
      for (const size_t side : {0, 1})
        if (node.children[side]->contains(Kind::Sum) &&
            !node.children[1 - side]->contains(Kind::Sum))
          return side;
    if (node.kind == Kind::Call && node.children.size() == 3 &&
        node.text.find("fma") != std::string::npos && node.children[2]->contains(Kind::Sum) &&
        !node.children[0]->contains(Kind::Sum) && !node.children[1]->contains(Kind::Sum))
      return 2;
    return std::nullopt;
  }

  /// `sum += a[k] * b[k] + a[k + 1] * b[k + 1] + …`, as one step of a loop that runs as many times
  /// more. Two products are left: a step may have two.
  void regrouped(Series &sum) {
    const Expression &after = *sum.update;
    if (after.kind != Kind::Binary || after.text != "+")
      return;
    const bool first = isSum(*after.children[0], sum.number);
    if (!first && !isSum(*after.children[1], sum.number))
      return;
    std::vector<ExpressionRef> summands;
    const std::function<void(const ExpressionRef &)> collect = [&](const ExpressionRef &node) {
      if (node->kind == Kind::Binary && node->text == "+") {
        collect(node->children[0]);
        collect(node->children[1]);
      } else {
        summands.push_back(node);
      }
    };
    collect(after.children[first ? 1 : 0]);
    if (summands.size() < 3)
      return;
    Series one = sum;
    one.update = after.children[first ? 0 : 1];
    for (const ExpressionRef &summand : summands)
      one.update = Expression::binary('+', one.update, summand);
    rolled(one);
    if (one.loops == sum.loops)
      return;
    sum = std::move(one);
    sum.reordered = "the original adds up the products of a step by themselves";
  }

  /// A loop unrolled by hand: `sum += a[k] * b[k]; sum += a[k + 1] * b[k + 1]; …` as one step of a
  /// loop that runs as many times more.
  bool rolled(Series &sum) {
    const ExpressionRef own = sumLeaf(sum.number, sum.update->type);
    // What reads one element is one leaf, and can be compared.
    const ExpressionRef update =
        state.reindexed(sum.update, [](const Polynomial &index) { return index; });
    std::vector<ExpressionRef> steps;
    if (!stepsFrom(own, update, {}, own, steps))
      return false;
    const auto count = static_cast<int64_t>(steps.size());
    if (count < 2 || sum.loops.size() != 1)
      return false;
    // A condition that holds at the first of them, or at the last one, may be left out there.
    return rolledLike(sum, steps, 0) || rolledLike(sum, steps, count - 1);
  }

  /// The steps, the first one first, by which a value comes from what it begins with; each of them
  /// from the sum `own` on. Of a condition, what does not hold it goes so far, and what holds it
  /// goes on from there: `if (l + 1 == k) break;` between the steps.
  bool stepsFrom(const ExpressionRef &begin, const ExpressionRef &value, const Bounds &where,
                 const ExpressionRef &own, std::vector<ExpressionRef> &steps) {
    if (same(*value, *begin))
      return true;
    if (const auto number =
            value->kind == Kind::Select ? conditionNumber(*value->children[0]) : std::nullopt) {
      Bounds inner = where;
      inner.insert(inner.end(), state.bounds[*number].begin(), state.bounds[*number].end());
      return stepsFrom(begin, value->children[2], where, own, steps) &&
             stepsFrom(value->children[2], value->children[1], inner, own, steps);
    }
    const auto child = sumChild(*value);
    if (!child || !stepsFrom(begin, value->children[*child], where, own, steps))
      return false;
    auto children = value->children;
    children[*child] = own;
    const ExpressionRef step = Expression::withChildren(*value, children);
    steps.push_back(
        where.empty() ? step : Expression::select(state.conditionOn(strictest(where)), step, own));
    return true;
  }

  /// Without bounds that others imply, which are smaller by a number.
  static Bounds strictest(const Bounds &bounds) {
    Bounds kept;
    for (size_t one = 0; one < bounds.size(); ++one) {
      bool isImplied = false;
      for (size_t other = 0; other < bounds.size(); ++other) {
        const auto more = (bounds[one] - bounds[other]).constant();
        isImplied |= more && (*more > 0 || (*more == 0 && other < one));
      }
      if (!isImplied)
        if (!isImplied)
          kept.push_back(bounds[one]);
    }
    return kept;
  }

  /// In the rolled loop, step 0 is as that one is: each coefficient of the loop index divided by
  /// the count.
  bool rolledLike(Series &sum, const std::vector<ExpressionRef> &steps, int64_t model) {
    const auto count = static_cast<int64_t>(steps.size());
    const std::string symbol = sum.loops[0].symbol;
    bool divides = true;
    const auto ofStep = [&](const Polynomial &index) {
      const auto affine = index.affineIn(symbol);
      const auto coefficient =
          affine ? affine->coefficient.quotient(Polynomial(count)) : std::nullopt;
      divides &= coefficient.has_value();
      return coefficient ? affine->rest + *coefficient * (Polynomial::symbol(symbol) - model)
                         : index;
    };
    const ExpressionRef first =
        map(steps[static_cast<size_t>(model)], [&](const ExpressionRef &leaf) -> ExpressionRef {
          if (const auto number = conditionNumber(*leaf)) {
            Bounds bounds = state.bounds[*number];
            std::ranges::transform(bounds, bounds.begin(), ofStep);
            return state.conditionOn(bounds);
          }
          if (leaf->kind != Kind::Operand)
            return nullptr;
          Load load = state.loads[leaf->operand];
          load.index = ofStep(load.index);
          return state.loaded(load);
        });
    if (!divides)
      return false;
    for (int64_t step = 0; step < count; ++step) {
      const ExpressionRef expected = substituted(
          first, symbol, Polynomial(count) * Polynomial::symbol(symbol) + Polynomial(step));
      if (!agrees(*expected, *steps[static_cast<size_t>(step)], sum.loops[0]))
        return false;
    }
    sum.update = first;
    sum.loops[0].extent = sum.loops[0].extent * Polynomial(count);
    return true;
  }

  /// They are the same, but for conditions that hold at all steps of the loop.
  bool agrees(const Expression &expected, const Expression &actual, const Loop &loop) const {
    const auto number =
        expected.kind == Kind::Select ? conditionNumber(*expected.children[0]) : std::nullopt;
    if (number) {
      const auto other =
          actual.kind == Kind::Select ? conditionNumber(*actual.children[0]) : std::nullopt;
      const Bounds known = other ? state.bounds[*other] : Bounds();
      const auto isKnown = [&](const Polynomial &bound) {
        return std::ranges::find(known, bound) != known.end();
      };
      const Bounds &bounds = state.bounds[*number];
      const bool isCertain = std::ranges::all_of(bounds, [&](const Polynomial &bound) {
        return isKnown(bound) || holdsAtAllSteps(bound, loop);
      });
      if (!isCertain || std::ranges::any_of(known, [&](const Polynomial &bound) {
            return std::ranges::find(bounds, bound) == bounds.end();
          }))
        return false;
      return agrees(*expected.children[1], other ? *actual.children[1] : actual, loop) &&
             (!other || agrees(*expected.children[2], *actual.children[2], loop));
    }
    if (expected.children.empty() || expected.kind != actual.kind || expected.type != actual.type ||
        expected.text != actual.text || expected.operand != actual.operand ||
        expected.children.size() != actual.children.size() ||
        expected.polynomial != actual.polynomial)
      return same(expected, actual);
    for (size_t child = 0; child < expected.children.size(); ++child)
      if (!agrees(*expected.children[child], *actual.children[child], loop))
        return false;
    return true;
  }

  /// `n - d * step > 0`, where there are `(n + d - 1) / d` steps.
  static bool holdsAtAllSteps(const Polynomial &bound, const Loop &loop) {
    const auto affine = bound.affineIn(loop.symbol);
    const auto names = loop.extent.symbols();
    const auto *steps = names.size() == 1 && loop.extent == Polynomial::symbol(names[0])
                            ? loop.extent.quotientOf(names[0])
                            : nullptr;
    const auto falls =
        affine && steps && !steps->remainder ? affine->coefficient.constant() : std::nullopt;
    const auto by = falls ? steps->divisor.constant() : std::nullopt;
    if (!by || *by <= 0 || *falls >= 0 || *falls % *by != 0)
      return false;
    const Polynomial least = affine->rest + steps->dividend * (*falls / *by) - *falls;
    return least.constant().value_or(0) > 0;
  }

  /// A loop before this one over the steps before these, or a first product before the loop.
  bool withEarlier(Series &sum, const Reduction &reduction) {
    if (sum.initial->kind == Kind::Sum) {
      // Only as part of an enclosing loop may the start be that loop's sum.
      if (!state.reductions[sum.initial->operand].update ||
          isEnclosing(sum.initial->operand, sum.number))
        return true;
      auto earlier = series(sum.initial->operand);
      if (!earlier)
        return false;
      const auto different = [&] {
        refuse(reduction.location, "second loop that sums something other than the first");
        return false;
      };
      for (size_t outer = earlier->loops.size() - 1; outer-- > 0;)
        join(*earlier, outer);
      if (earlier->loops.size() != 1 || sum.loops.size() != 1 || earlier->loops[0].limited ||
          sum.loops[0].limited)
        return different();
      const ExpressionRef own = sumLeaf(sum.number, reduction.type);
      const ExpressionRef first = renumbered(earlier->update, earlier->number, own);
      const ExpressionRef continued =
          substituted(first, earlier->loops[0].symbol,
                      earlier->loops[0].extent + Polynomial::symbol(sum.loops[0].symbol));
      if (!same(*continued, *sum.update))
        return different();
      for (const Loop &loop : {earlier->loops[0], sum.loops[0]})
        state.preconditions.push_back({loop.extent, Polynomial(0), false});
      sum.update = first;
      sum.initial = earlier->initial;
      sum.loops[0] = {earlier->loops[0].symbol, earlier->loops[0].extent + sum.loops[0].extent};
      sum.reordered = earlier->reordered;
      return true;
    }
    if (!sum.initial->contains(Kind::Operand) || sum.loops.size() != 1)
      return true;
    // `sum = a[0] * b[0]` before a loop from 1.
    const auto child = sumChild(*sum.update);
    if (!child || sum.update->kind != Kind::Binary || sum.update->text != "+")
      return true;
    const std::string symbol = sum.loops[0].symbol;
    const ExpressionRef product = sum.update->children[1 - *child];
    if (!same(*substituted(product, symbol, Polynomial(-1)), *sum.initial))
      return true;
    sum.update = substituted(sum.update, symbol, Polynomial::symbol(symbol) - 1);
    sum.loops[0].extent += 1;
    sum.negativeZero = true;
    sum.initial = Expression::literal(reduction.type == ElementType::F64   ? "-0.0"
                                      : reduction.type == ElementType::F32 ? "-0.0f"
                                                                           : "0",
                                      reduction.type);
    return true;
  }

  bool isEnclosing(size_t outer, size_t inner) const {
    const auto &loops = state.reductions[outer].update;
    return loops && sumsIn(loops).contains(inner);
  }

  ThreadSummary &state;
  RefusalSink &refuse;
  std::set<size_t> begun; ///< sums that are looked at
};

} // namespace

std::optional<SumForm> sumForm(ThreadSummary &state, size_t reduction, RefusalSink &refuse) {
  Normaliser normaliser(state, refuse);
  auto sum = normaliser.series(reduction);
  if (!sum)
    return std::nullopt;
  normaliser.flatten(*sum);
  if (sum->loops.size() > 1 &&
      std::ranges::any_of(sum->loops, [](const Loop &loop) { return loop.limited; }))
    return refuse(state.reductions[reduction].location,
                  "one of the nested loops of the sum has steps that differ between threads");
  const Reduction &last = state.reductions[reduction];
  SumForm form;
  form.initial = sum->initial;
  form.update = sum->update;
  form.number = sum->number;
  form.loops = sum->loops;
  form.steps = 1;
  for (const Loop &loop : form.loops)
    form.steps = form.steps * loop.extent;
  form.type = last.type;
  form.inMemory = last.inMemory;
  form.loads = last.loads;
  form.location = last.location;
  form.reordered = sum->reordered;
  form.negativeZero = sum->negativeZero;
  return form;
}

} // namespace warpsmith::frontend
