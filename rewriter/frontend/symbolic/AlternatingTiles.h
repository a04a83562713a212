/// Tiles of shared memory that lie in two halves of an array by turns: while a step of the loop
/// reads the one half, the next step's tile is stored into the other.
///
///     store tile 0 into half 0; __syncthreads();
///     for (t = 0; t < tiles; ++t) {
///       if (t + 1 < tiles) store tile t + 1 into half (t + 1) % 2;
///       read half t % 2; __syncthreads();
///     }
///
/// At each step the half that is read holds what the step before has stored, and at the first one
/// what was stored before the loop. That is shown by induction: the stores of a step, told for the
/// step before, give at step 0 what the stores before the loop are. Which half it is, is a symbol
/// of the step (`%here`, 0 or 1), and a part of the array's subscript like a thread's index.
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

/// The same of the next step of a loop, told of this one; nothing where that cannot be told.
std::optional<Polynomial> ofNextStep(const SymbolicState &state, const Polynomial &polynomial,
                                     const std::string &steps);
/// What a step leaves in a variable for the next one, told as what that one finds, if it is what
/// the variable holds before the loop at the first step.
std::optional<ExpressionRef> handedOn(SymbolicState &state, const ExpressionRef &after,
                                      const ExpressionRef &initial, const std::string &steps);

/// A step begins: what the step before has stored and read counts.
void beginStep(SymbolicState &state);
/// The loop has ended after so many steps, of that parity. True where an array holds what the last
/// step has stored there for the next; the number of steps must then not be negative.
bool endTurns(SymbolicState &state, const Polynomial &extent, const Polynomial &parity);
/// Behind it, a subscript in which the parity is the half.
Polynomial behindTurns(const SymbolicState &state, const Polynomial &index,
                       const std::string &steps);

} // namespace warpsmith::frontend
