#include "rewriter/frontend/symbolic/StagedTiles.h"
#include "rewriter/frontend/symbolic/AlternatingTiles.h"
#include "rewriter/frontend/symbolic/TileStores.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace warpsmith::frontend {
namespace {

using Store = SharedArray::Store;

constexpr int64_t MostStages = 16;
constexpr int Ended = std::numeric_limits<int>::max(); ///< commits of a copy that was waited for

/// The one stage that a subscript has a positive multiple of, and that multiple.
struct StageOfIndex {
  std::string symbol;
  int64_t pitch;
};

std::optional<StageOfIndex> stageOfIndex(const SymbolicState &state, const Polynomial &index,
                                         const std::string &steps) {
  std::optional<StageOfIndex> found;
  for (const std::string &symbol : index.symbols()) {
    if (!isPlaceOf(symbol, steps))
      continue;
    const auto affine = index.affineIn(symbol);
    const auto pitch = affine ? state.numeric(affine->coefficient).constant() : std::nullopt;
    if (found || !stageOf(symbol) || !pitch || *pitch <= 0)
      return std::nullopt;
    found = StageOfIndex{symbol, *pitch};
  }
  return found;
}

/// The number that a subscript begins with.
int64_t numberIn(const SymbolicState &state, const Polynomial &index) {
  int64_t number = 0;
  for (const Polynomial &summand : state.numeric(index).summands())
    number += summand.constant().value_or(0);
  return number;
}

/// How often the copies of the tile that the next step reads, of the one behind it, and so on, have
/// been committed when a step begins, at least. `stored` is what a step does, `array` what was done
/// before the loop. Nothing where nothing is copied asynchronously.
std::vector<int> leastCommits(const SymbolicState &state, const SharedArray &array,
                              const SharedArray &stored, int64_t ahead, const std::string &steps) {
  if (array.flights.empty() && stored.flights.empty())
    return {};
  const auto least = [](int commits, const SharedArray::Flight &flight) {
    return std::min(commits, flight.commits);
  };
  const int own = std::accumulate(stored.flights.begin(), stored.flights.end(), Ended, least);
  const auto sum = [](int commits, int64_t more) {
    return commits == Ended ? Ended : commits + static_cast<int>(more);
  };
  // The tiles that a copy may be of: those that have an element of that number.
  const auto mayBeOf = [&](const SharedArray::Flight &flight, int64_t tile) {
    bool isOfOther = false;
    for (const Store &store : stored.stores) {
      const int64_t pitch = stageOfIndex(state, store.index, steps)->pitch;
      const int64_t first = numberIn(state, store.index);
      if (flight.first == first + tile * pitch)
        return true;
      for (int64_t other = 0; other < ahead; ++other)
        isOfOther |= flight.first == first + other * pitch;
    }
    return !isOfOther;
  };
  std::vector<int> before; // of each tile, when the loop begins
  for (int64_t tile = 0; tile < ahead; ++tile) {
    int commits = Ended;
    for (const SharedArray::Flight &flight : array.flights)
      if (mayBeOf(flight, tile))
        commits = least(commits, flight);
    before.push_back(commits);
  }
  std::vector<int> commits;
  for (int64_t tile = 0; tile < ahead; ++tile) {
    int fewest = sum(own, (ahead - 1 - tile) * state.commitsOfStep);
    for (int64_t step = 0; tile + step < ahead; ++step)
      fewest = std::min(fewest,
                        sum(before[static_cast<size_t>(tile + step)], step * state.commitsOfStep));
    commits.push_back(fewest);
  }
  return commits;
}

} // namespace

std::string stageSymbol(const std::string &steps, int64_t stages, int64_t ahead) {
  return hereSymbol(steps) + ":" + std::to_string(stages) + "+" + std::to_string(ahead);
}

std::optional<Stage> stageOf(const std::string &symbol) {
  const auto [name, rest] = llvm::StringRef(symbol).split(':');
  const auto [stages, ahead] = rest.split('+');
  Stage stage{};
  if (!isHalf(symbol) || stages.getAsInteger(10, stage.stages) ||
      ahead.getAsInteger(10, stage.ahead))
    return std::nullopt;
  return stage;
}

bool isPlaceOf(const std::string &symbol, const std::string &steps) {
  return symbol == hereSymbol(steps) || symbol == thereSymbol(steps) ||
         llvm::StringRef(symbol).starts_with(hereSymbol(steps) + ":");
}

bool hasPlaceOf(const Polynomial &polynomial, const std::string &steps) {
  return llvm::any_of(polynomial.symbols(),
                      [&](const std::string &symbol) { return isPlaceOf(symbol, steps); });
}

int64_t countOfPlaces(const std::string &symbol) {
  const auto stage = stageOf(symbol);
  return stage ? stage->stages : 2;
}

std::optional<Polynomial> stageAt(SymbolicState &state, const Polynomial &dividend, int64_t stages,
                                  const std::string &steps) {
  if (stages < 3 || stages > MostStages)
    return std::nullopt;
  for (const std::string &symbol : dividend.symbols()) {
    const auto stage = isPlaceOf(symbol, steps) ? stageOf(symbol) : std::nullopt;
    if (symbol != steps && (!stage || stage->stages != stages))
      continue;
    const auto affine = dividend.affineIn(symbol);
    const auto more = affine ? state.assumed(affine->rest) : std::nullopt;
    if (!more || *more < 0 || state.assumed(affine->coefficient) != 1)
      return std::nullopt;
    const int64_t ahead = *more + (stage ? stage->ahead : 0);
    const std::string place = stageSymbol(steps, stages, ahead % stages);
    if (!stage && ahead < stages)
      state.stagesAhead.emplace(place, affine->rest);
    return Polynomial::symbol(place);
  }
  return std::nullopt;
}

std::optional<Polynomial> nextStage(const Polynomial &stage, const std::string &steps) {
  const auto symbols = stage.symbols();
  const auto known = symbols.size() == 1 && stage == Polynomial::symbol(symbols[0])
                         ? stageOf(symbols[0])
                         : std::nullopt;
  if (!known)
    return std::nullopt;
  return Polynomial::symbol(stageSymbol(steps, known->stages, (known->ahead + 1) % known->stages));
}

bool storesInStages(const SharedArray &array, const std::string &steps) {
  return llvm::any_of(array.stores, [&](const Store &store) {
    return llvm::any_of(store.index.symbols(), [&](const std::string &symbol) {
      return isPlaceOf(symbol, steps) && stageOf(symbol);
    });
  });
}

bool takeStages(SymbolicState &state, const clang::VarDecl *variable, const SharedArray &stored,
                const std::string &steps, const Bounds &conditions, std::string &why) {
  const std::string array = "'" + variable->getNameAsString() + "'";
  const auto refuse = [&](const std::string &reason) {
    why = reason;
    return false;
  };
  const auto place = stageOfIndex(state, stored.stores.front().index, steps);
  const auto isSameStage = [&](const Store &store) {
    const auto own = stageOfIndex(state, store.index, steps);
    return own && own->symbol == place->symbol;
  };
  if (!place || !llvm::all_of(stored.stores, isSameStage))
    return refuse("a step stores more than one stage of " + array);
  const Stage stage = *stageOf(place->symbol);
  if (stage.ahead == 0)
    return refuse("a step stores the stage of " + array + " that it reads");
  const std::string here = stageSymbol(steps, stage.stages, 0);
  const auto told = state.stagesAhead.find(place->symbol);
  const Polynomial ahead = told == state.stagesAhead.end() ? stage.ahead : told->second;
  std::vector<Store> found;
  for (const Store &store : stored.stores) {
    const auto isOpen = [&](const Polynomial &polynomial) {
      return !dividesSteps(state, polynomial, steps) &&
             (polynomial == store.index || !hasPlaceOf(polynomial, steps));
    };
    bool ofMemory = true;
    map(store.value, [&](const ExpressionRef &node) -> ExpressionRef {
      ofMemory &= node->kind != Expression::Kind::Literal || node->text != OtherStep;
      return nullptr;
    });
    if (!ofMemory || !holdsInStore(state, store, isOpen) || store.index.dependsOn(steps))
      return refuse("what is stored in the stages of " + array + " is not a function of the step");
    // What so many steps before have stored; they were followed by this one.
    const Store earlier = changedStore(state, store, [&](const Polynomial &polynomial) {
      return polynomial.substitute(place->symbol, Polynomial::symbol(here))
          .substitute(steps, Polynomial::symbol(steps) - ahead);
    });
    found.push_back(
        withoutLoopConditions(state, earlier, conditions, steps, Polynomial::symbol(steps)));
  }
  // The first steps find what was stored before the loop.
  SharedArray &tile = state.shared.at(variable);
  std::vector<bool> used(tile.stores.size());
  for (int64_t step = 0; step < stage.ahead; ++step)
    for (const Store &store : found) {
      const Store first = changedStore(state, store, [&](const Polynomial &polynomial) {
        return polynomial.substitute(here, Polynomial(step)).substitute(steps, Polynomial(step));
      });
      const std::vector<Store> before = tile.stores;
      const auto same = llvm::find_if(before, [&](const Store &known) {
        return isSameStore(
            state, first, withoutLoopConditions(state, known, conditions, steps, Polynomial(step)));
      });
      if (same == before.end())
        return refuse("step " + std::to_string(step) + " does not find in " + array +
                      " what was stored before the loop");
      used[static_cast<size_t>(same - before.begin())] = true;
    }
  if (!llvm::all_of(used, [](bool is) { return is; }))
    return refuse("more is stored in the stages of " + array +
                  " before the loop than in its steps");
  // A tile that is stored one step ahead is followed as that of the other half is.
  if (stage.ahead > 1)
    tile.commitsAhead = leastCommits(state, tile, stored, stage.ahead, steps);
  tile.stores = std::move(found);
  tile.turns = steps;
  tile.stages = stage.stages;
  tile.stagesFree = stage.stages - stage.ahead;
  return true;
}

void beginStage(SharedArray &array) {
  if (array.followed)
    array.access() = *std::exchange(array.followed, {});
  array.storedSinceBarrier |= array.storedThere;
  array.readSinceBarrier |= array.readHere && array.stagesFree == 1;
  array.readHere = array.storedThere = array.storedInStep = false;
  for (SharedArray::Flight &flight : array.flights) {
    flight.there = false;
    flight.where.clear();
  }
  if (array.commitsAhead.empty())
    return;
  array.flights = {{array.commitsAhead.front(), {}, false}};
  array.storedSinceBarrier = true;
}

} // namespace warpsmith::frontend
