/// Tiles of shared memory that lie in two halves of an array by turns: while a step of the loop
/// reads the one half, the next step's tile is stored into the other.
///
///     store tile 0 into half 0; __syncthreads();
///     for (t = 0; t < tiles; ++t) {
///       if (t + 1 < tiles) store tile t + 1 into half (t + 1) % 2;
///       read half t % 2; __syncthreads();
///     }
///
/// The barrier may stand where there is a next tile, and registers may hold what the next step
/// reads first:
///
///     left = half 0 [0];
///     for (t = 0; t < tiles; ++t) {
///       multiply left; read half t % 2;
///       if (t + 1 < tiles) {
///         store tile t + 1 into half (t + 1) % 2; __syncthreads();
///         left = half (t + 1) % 2 [0];
///       }
///     }
///
/// At each step the half that is read holds what the step before has stored, and at the first one
/// what was stored before the loop. That is shown by induction: what the step before stores, at
/// step 0, is what was stored before the loop. Which half it is, is a symbol of the step (`%here`,
/// 0 or 1), and a part of the array's subscript like a thread's index.
#pragma once

#include "rewriter/frontend/symbolic/SymbolicState.h"

namespace warpsmith::frontend {

/// The symbols for the half that the steps of a loop read and for the other one, 1 - here.
std::string hereSymbol(const std::string &steps);
std::string thereSymbol(const std::string &steps);
bool isHalf(const std::string &symbol);

/// The half of such a subscript, or nothing.
std::string halfOf(const Polynomial &index, const std::string &steps);

/// A subscript in which the half is a symbol with a positive factor; nothing when it has no half.
std::optional<Polynomial> withHalf(const SymbolicState &state, const Polynomial &index,
                                   const std::string &steps);

/// 1 - bit for a bit of which that is known: a constant, a half, or a remainder of 2.
std::optional<Polynomial> otherBit(const SymbolicState &state, const Polynomial &bit);
/// dividend % 2, for a sum of steps and halves.
std::optional<Polynomial> parityOf(const Polynomial &dividend, const std::string &steps);

/// What a loop's step finds in the arrays whose halves take turns, from what a step stores and what
/// was stored before the loop; all that holds at each step are the loop's conditions. Other arrays
/// stay as they are before the loop. False, and the reason, where a half may hold something else.
bool takeTurns(SymbolicState &state, const std::map<const clang::VarDecl *, SharedArray> &stored,
               const std::string &steps, const Bounds &conditions, std::string &why);

/// A polynomial of step t, at step t + 1; nothing where it has parts that depend on the step
/// otherwise than as a polynomial.
std::optional<Polynomial> ofNextStep(const SymbolicState &state, const Polynomial &polynomial,
                                     const std::string &steps);
/// What a variable holds when a step begins: what the step before left in it. Nothing unless at
/// step 0 that is what it held before the loop.
std::optional<ExpressionRef> valueOfStepBefore(SymbolicState &state, const ExpressionRef &after,
                                               const ExpressionRef &initial,
                                               const std::string &steps);

/// A step begins: what the step before has stored and read counts.
void beginStep(SymbolicState &state);
/// The loop has ended after so many steps, of that parity. True where an array holds what the last
/// step has stored there for the next; the number of steps must then not be negative.
bool endTurns(SymbolicState &state, const Polynomial &extent, const Polynomial &parity);
/// Behind it, a subscript in which the parity is the half.
Polynomial behindTurns(const SymbolicState &state, const Polynomial &index,
                       const std::string &steps);

} // namespace warpsmith::frontend
