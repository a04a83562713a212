/// Values for a kernel's parameters under which it computes a product of a wanted shape.
#pragma once

#include "rewriter/ir/Contraction.h"
#include <map>
#include <optional>
#include <string>

namespace warpsmith::verify {

/// A value of a program: as C++, and the number where it does not wait for the program to run.
struct Value {
  std::string text;
  std::optional<double> number = std::nullopt;
  bool isNull = false; ///< a pointer's

  static Value of(int64_t number) { return {std::to_string(number), static_cast<double>(number)}; }
  static Value null() { return {"nullptr", std::nullopt, true}; }
};

/// Extents: numbers, or what a program knows at run time.
struct Shape {
  Value m, n, k, batch;
  /// Of leading dimensions that are parameters, and of what lies between two matrices of a batch.
  std::string padding = "0", batchPadding = "0";
  std::string offset = "0"; ///< of matrices whose start is a parameter
  /// Extents of kernels that only multiply whole tiles become larger, so that there are some.
  bool wholeTiles = false;
  std::string lastSteps = ""; ///< values of the last index of steps; empty: as k says
  /// The arrays that begin an element behind an aligned address, where the launch may have that.
  enum class Shifted { None, Operands, Result } shifted = Shifted::None;
  /// Which tiles run of those that launches choose among: the fastest by predicted times, or each
  /// that may be summed in slices; on a device of few multiprocessors the same, or every one.
  enum class Tiles { Fastest, Sliced, SlicedOnFew, EveryOnFew } tiles = Tiles::Fastest;
  bool onFew() const { return tiles == Tiles::SlicedOnFew || tiles == Tiles::EveryOnFew; }
};

/// Values of parameters, and of members of parameters that are structures. Those that are missing
/// are free. What the values make of the extents is computed by the program that uses them.
std::map<std::string, Value> assignment(const Contraction &contraction, const Shape &shape);

/// The case's conditions exclude each other: no launch has it.
bool contradictory(const Contraction &contraction);

} // namespace warpsmith::verify
