#include "rewriter/frontend/proof/StoredContraction.h"
#include "rewriter/frontend/clang/NamedConstants.h"
#include "rewriter/frontend/index/Coordinates.h"
#include "rewriter/frontend/index/Strides.h"
#include "rewriter/frontend/proof/ContractionProof.h"
#include "rewriter/frontend/proof/ThreadSummary.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

using index::Affine;
using index::Guards;
using index::SymbolId;
using Kind = Expression::Kind;

class Summary {
public:
  Summary(const ThreadEffects &all, index::Symbols &known, index::Prover &bounds,
          ThreadSummary &target, RefusalSink &sink)
      : effects(all),
        symbols(known),
        prover(bounds),
        coordinates(known, bounds),
        state(target),
        refuse(sink) {}

  /// Fills the state in, and gives the indices of the output.
  std::optional<IndexSpace> run(clang::SourceLocation kernel) {
    if (effects.stores.empty())
      return refuse(kernel, "the kernel stores nothing");
    for (const StoredElement &each : effects.stores) {
      uses.push_back(each.index);
      collect(each.value);
    }
    const StoredElement &store = *ofSum();
    const bool ofWarps = std::ranges::any_of(effects.fragment, [&](const auto &index) {
      return effects.elementSteps.contains(index.second);
    });
    if (!coordinates.build(uses, store.where,
                           {.sums = steps, .elements = effects.elementSteps, .ofWarps = ofWarps}))
      return effects.hasSums() ? refuse(store.location, coordinates.why()) : refuse(kernel, NoSum);
    if (const std::string why = whyNotInjective(store); !why.empty())
      return refuse(store.location, why);
    if (!effects.hasSums())
      return refuse(kernel, NoSum);
    describe();
    IndexSpace indices;
    indices.ofSeveralElements = effects.joinsElements;
    indices.readsByArrays = effects.readsBeforeSums;
    for (const SymbolId id : coordinates.all())
      indices.dimensions.push_back(
          {nameOf(id), withoutQuotients(*symbols[id].extent), {ownerOf(id), symbols[id].axis}});
    for (const Affine &guard : store.where)
      indices.guards.push_back(polynomial(guard));
    for (const auto &[smaller, larger, offset] : coordinates.triangles())
      indices.triangles.push_back({nameOf(smaller), nameOf(larger), offset});
    return indices;
  }

  /// With the source's words for indices and for the step of the sum.
  std::string inWords(std::string reason) const {
    const std::string step =
        steps.size() == 1 ? index::Symbols::markOf(*steps.begin()) : std::string("step");
    for (size_t at = reason.find("%k"); at != std::string::npos; at = reason.find("%k"))
      reason.replace(at, 2, step);
    return symbols.inWords(reason);
  }

private:
  /// The store of a sum; beside it constants may be stored, or the same once more.
  std::vector<StoredElement>::const_iterator ofSum() const {
    const auto found = std::ranges::find_if(effects.stores, [](const StoredElement &store) {
      return store.value->contains(Kind::Sum);
    });
    return found == effects.stores.end() ? effects.stores.begin() : found;
  }

  std::string ownerOf(SymbolId id) const {
    return symbols[id].kind == index::SymbolKind::Step ? "loop of each thread" : symbols[id].text;
  }

  /// With the size itself where `d * (size / d)` is demanded to be that.
  Polynomial withoutQuotients(Polynomial extent) const {
    for (const Precondition &fact : prover.demands()) {
      const auto times = extent.quotient(fact.right);
      const auto names = fact.right.symbols();
      if (fact.equal && times && names.size() == 1 && fact.right.quotientOf(names[0]))
        extent = *times * fact.left;
    }
    return extent;
  }

  static std::string nameOf(SymbolId id) { return index::Symbols::markOf(id); }

  Polynomial polynomial(const Affine &sum) const {
    return coordinates.apply(sum).polynomial(nameOf);
  }

  /// The sums, elements and conditions that a value is made of.
  void collect(const ExpressionRef &value) {
    collectIndices(effects, value, uses);
    map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      if (node->kind == Kind::Sum && effects.sums[node->operand].update &&
          seen.insert(node->operand).second) {
        const StepSum &sum = effects.sums[node->operand];
        steps.insert(sum.step);
        collect(sum.initial);
        collect(sum.update);
      }
      return nullptr;
    });
  }

  /// No thread stores a place twice: ordered from the outermost to the innermost, each coordinate
  /// moves the index by more than all inner ones together do. What is not certain the launch
  /// checks. Of threads with one element each it does not matter: several that store one place
  /// race.
  std::string whyNotInjective(const StoredElement &store) {
    const Affine place = coordinates.apply(store.index);
    const std::vector<SymbolId> all = coordinates.all();
    const std::string text = effects.shared.source->textAt(store.location);
    const std::string element = text.starts_with("'" + store.array + "[")
                                    ? text
                                    : "'" + store.array + "[" + symbols.str(store.index) + "]'";
    for (const SymbolId id : all)
      if (place.coefficient(id).isZero())
        return element + " does not depend on '" + symbols.str(id) +
               "': several threads or steps store one element";
    if (effects.elementSteps.empty() ||
        index::outermostFirst(place, all, symbols, prover).has_value())
      return "";
    return element + " may be one element for several threads or steps: each index has to move it "
                     "by more than the next ones together";
  }

  /// Whole numbers that are made of sizes get names, and so do members of structures. Indices as
  /// numbers are those of coordinates.
  ExpressionRef named(const ExpressionRef &value) {
    return !value ? value : map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      if (const Affine *index = positionOf(effects, *node))
        return Expression::position(polynomial(*index));
      if (node->kind == Kind::Scalar && node->text.find('.') != std::string::npos) {
        // Those of Thrust have functions for their members.
        std::string member = node->text;
        for (const auto &[function, of] : {std::pair(".real()", ".x"), std::pair(".imag()", ".y")})
          if (member.ends_with(function))
            member = member.substr(0, member.size() - sizeof ".real()" + 1) + of;
        const std::string argument = argumentOfMember(member);
        state.derived[argument] = node;
        return Expression::scalar(argument, node->type);
      }
      if (node->kind != Kind::Cast || node->children[0]->kind != Kind::Size)
        return nullptr;
      for (const auto &[name, known] : state.derived)
        if (same(*known, *node))
          return Expression::scalar(name, node->type);
      const std::string name = "value" + std::to_string(state.derived.size() + 1) + "_of_sizes";
      state.derived[name] = node;
      return Expression::scalar(name, node->type);
    });
  }

  /// `4 * (step / 4) < k`, a test of four steps at once, as `step < k`: the launch is asked for a k
  /// of whole fours.
  Affine inWholeRuns(const Affine &guard) {
    for (const auto &[high, low] : coordinates.divisions()) {
      const auto run = symbols[low].extent ? symbols[low].extent->constant() : std::nullopt;
      Affine rest = guard + Affine(high) * Polynomial(run.value_or(0));
      const auto isWhole = [&](const auto &term) {
        return steps.contains(term.first) && term.second.quotient(Polynomial(*run));
      };
      if (!run || *run < 2 || rest.dependsOn(high) || rest.dependsOn(low) ||
          !std::ranges::all_of(rest.coefficients(), isWhole))
        continue;
      int64_t number = 0;
      for (const Polynomial &summand : rest.constant().summands())
        number += summand.constant().value_or(0);
      const Polynomial left((-number % *run + *run) % *run);
      if (prover.demandQuotient(rest.constant() + left, Polynomial(*run)))
        return guard + Affine(left) - Affine(low);
    }
    return guard;
  }

  void describe() {
    state.pairs = effects.pairs;
    state.readsLanesOfShared = effects.readsLanesOfShared;
    state.choosesInShared = effects.choosesInShared && !effects.joinsElements;
    // What is stored is read from there again, or is what the sum begins with.
    state.onTensorCores = effects.onTensorCores;
    state.readsIndirectly =
        effects.readsIndirectly ||
        std::ranges::any_of(effects.readTwice, [&](const std::string &array) {
          return std::ranges::find(effects.stores, array, &StoredElement::array) ==
                 effects.stores.end();
        });
    for (const ReadElement &read : effects.reads) {
      const int order = static_cast<int>(state.loads.size());
      state.loads.push_back(
          {read.array, read.type, polynomial(read.index), read.location, read.isWhole, order});
    }
    for (const Guards &guards : effects.conditions) {
      state.bounds.emplace_back();
      for (const Affine &guard : guards)
        state.bounds.back().push_back(inWholeRuns(coordinates.apply(guard)).polynomial(nameOf));
    }
    for (const StepSum &sum : effects.sums) {
      Reduction reduction{{},           named(sum.initial), named(sum.update), sum.type,
                          sum.isStored, sum.reads,          sum.location};
      for (const SymbolId digit : coordinates.digits(sum.step)) {
        reduction.loops.push_back(nameOf(digit));
        if (state.loop(nameOf(digit)) || !symbols[digit].extent)
          continue;
        LoopIndex index{nameOf(digit), *symbols[digit].extent};
        if (digit == sum.step && sum.ownExtent) {
          index.extent = polynomial(*sum.ownExtent);
          index.limited = true;
        }
        state.loops.push_back(std::move(index));
      }
      for (const Affine &guard : sum.where)
        reduction.where.push_back(polynomial(guard));
      reduction.vector = sum.vector;
      state.reductions.push_back(std::move(reduction));
    }
    for (const StoredElement &store : effects.stores) {
      state.cells.push_back({store.array,
                             store.type,
                             polynomial(store.index),
                             named(store.value),
                             store.location,
                             {}});
      for (const Affine &guard : store.where)
        state.cells.back().where.push_back(polynomial(guard));
    }
    state.preconditions = prover.demands();
    state.undecidedParts = effects.undecided;
  }

  const ThreadEffects &effects;
  index::Symbols &symbols;
  index::Prover &prover;
  index::Coordinates coordinates;
  ThreadSummary &state;
  RefusalSink &refuse;
  std::vector<Affine> uses;
  std::set<SymbolId> steps; ///< of the sums that are stored
  std::set<int> seen;
};

} // namespace

/// Nothing is left in it of what is known under a condition alone.
static bool isKnown(const ExpressionRef &value) {
  bool isUnknown = false;
  map(value, [&](const ExpressionRef &node) -> ExpressionRef {
    isUnknown |= node->kind == Kind::Literal && node->text == NothingStored;
    return nullptr;
  });
  return !isUnknown;
}

std::optional<Contraction> contractionOf(const ThreadEffects &effects, index::Symbols &symbols,
                                         index::Prover &prover, clang::SourceLocation kernel,
                                         RefusalSink &refuse) {
  ThreadSummary state;
  Summary summary(effects, symbols, prover, state, refuse);
  auto indices = summary.run(kernel);
  if (!indices)
    return std::nullopt;
  RefusalSink why;
  auto contraction = ContractionProof(state, std::move(*indices), kernel, why).run();
  if (const auto &refusal = why.refusal())
    refuse(refusal->location, summary.inWords(refusal->reason));
  if (contraction)
    for (const ExpressionRef &part :
         {contraction->initial, contraction->update, contraction->result})
      if (!isKnown(part))
        return refuse(effects.stores[0].location,
                      "a value is stored that is not known for all elements");
  return contraction;
}

} // namespace warpsmith::frontend
