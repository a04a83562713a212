#include "rewriter/frontend/values/ElementsOfThread.h"
#include "rewriter/frontend/values/WrittenPlaces.h"
#include "rewriter/ir/FusedProducts.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

/// The compiler may fuse a product that is stored with what is added to it later, or not: in a
/// variable it does.
bool mayBeProduct(const ExpressionRef &value) {
  if (value->kind == Expression::Kind::Negate || value->kind == Expression::Kind::Select)
    return std::ranges::any_of(value->children, mayBeProduct);
  return roundedAlone(value) != value;
}

bool readsArray(const SharedWrite &write, const SharedTrace &trace) {
  bool reads = false;
  map(write.value, [&](const ExpressionRef &node) -> ExpressionRef {
    const auto read = node->kind == Expression::Kind::Operand
                          ? trace.reads.find(static_cast<size_t>(node->operand))
                          : trace.reads.end();
    reads |= read != trace.reads.end() && read->second.array == write.array;
    return nullptr;
  });
  return reads;
}

/// Whoever uses the place has it alone, whatever the conditions around that are.
bool isOfOneThread(const SharedWrite &write, const SharedTrace &trace, index::Symbols &symbols,
                   index::Prover &prover) {
  const bool isAlways =
      std::ranges::all_of(trace.writes,
                          [&](const SharedWrite &other) {
                            return other.array != write.array ||
                                   (other.place == write.place && !other.isCopy &&
                                    !mayBeProduct(other.value));
                          }) &&
      std::ranges::all_of(trace.reads, [&](const auto &read) {
        return read.second.array != write.array || read.second.place == write.place;
      });
  const bool hasStep = std::ranges::any_of(write.place.coefficients(), [&](const auto &term) {
    const index::SymbolKind kind = symbols[term.first].kind;
    return kind != index::SymbolKind::Thread && kind != index::SymbolKind::Quotient;
  });
  if (!isAlways || hasStep)
    return false;
  SharedWrite all = write;
  all.path = {};
  all.loops = {};
  WrittenPlaces places(all, symbols, prover, {}, {});
  const int64_t size = trace.sizes.at(write.array);
  return places.build({}) && places.solve(write.place, {}) && places.isSameThread({}, {}) &&
         prover.demandNotNegative(write.place) &&
         (size == 0 || prover.demandNotNegative(index::Affine(size - 1) - write.place));
}

} // namespace

ElementsOfThread elementsOfThread(const ThreadEffects &effects, index::Symbols &symbols,
                                  index::Prover &prover) {
  ElementsOfThread found;
  for (const SharedWrite &write : effects.shared.writes) {
    if (found.contains(write.array) || !readsArray(write, effects.shared))
      continue;
    const size_t demands = prover.demands().size();
    if (isOfOneThread(write, effects.shared, symbols, prover))
      found.emplace(write.array, write.place);
    else
      prover.forget(demands);
  }
  return found;
}

} // namespace warpsmith::frontend
