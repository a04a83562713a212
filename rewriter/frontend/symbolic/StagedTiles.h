/// Tiles of shared memory that lie in three or more stages of an array, one after the other: while
/// a step of the loop reads one stage, a tile that a later step reads is stored into another.
///
///     store tiles 0 and 1 into stages 0 and 1;
///     for (t = 0; t < tiles; ++t) {
///       __syncthreads();
///       if (t + 2 < tiles) store tile t + 2 into stage (t + 2) % 3;
///       read stage t % 3;
///     }
///
/// A step stores the tile that is read d steps later. With more than d stages, no step in between
/// reads that stage. So the stage of a step holds what was stored d steps before, and at the first
/// d steps what was stored before the loop. That is shown by induction, as for halves
/// (AlternatingTiles.h). The stage that is a number of steps ahead is a symbol of the step
/// (`%here1:3+2`), and a part of the array's subscript like a thread's index.
///
/// Threads may read a stage while others store into it if no barrier lies between. A stage is
/// stored again `stages - d` steps after it was read. With one step between, the barrier must lie
/// behind the reads of the one step and before the stores of the next. With more, any barrier that
/// each step has lies between.
#pragma once

#include "rewriter/frontend/symbolic/SymbolicState.h"

namespace warpsmith::frontend {

/// The symbol for the stage that so many steps ahead read, of so many stages.
std::string stageSymbol(const std::string &steps, int64_t stages, int64_t ahead);

struct Stage {
  int64_t stages, ahead;
};
/// What such a symbol says; nothing for any other.
std::optional<Stage> stageOf(const std::string &symbol);
/// The symbol of a half or of a stage of that loop.
bool isPlaceOf(const std::string &symbol, const std::string &steps);
bool hasPlaceOf(const Polynomial &polynomial, const std::string &steps);
/// How many values the symbol of a half or of a stage has.
int64_t countOfPlaces(const std::string &symbol);

/// dividend % stages, for the step's number or a stage, and a number that is added to it.
std::optional<Polynomial> stageAt(SymbolicState &state, const Polynomial &dividend, int64_t stages,
                                  const std::string &steps);
/// The stage of the next step; nothing where it is no stage.
std::optional<Polynomial> nextStage(const Polynomial &stage, const std::string &steps);

/// Stores in stages of an array.
bool storesInStages(const SharedArray &array, const std::string &steps);
/// What a step finds in the array, from what a step stores and what was stored before the loop; all
/// that holds at each step are the loop's conditions. False, and the reason, where a stage may hold
/// something else.
bool takeStages(SymbolicState &state, const clang::VarDecl *variable, const SharedArray &stored,
                const std::string &steps, const Bounds &conditions, std::string &why);

/// A step begins: as beginStep(), of an array whose stages take turns.
void beginStage(SharedArray &array);

} // namespace warpsmith::frontend
