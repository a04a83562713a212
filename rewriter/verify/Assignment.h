/// Values for a kernel's parameters under which it computes a product of a wanted shape.
#pragma once

#include "rewriter/ir/Contraction.h"
#include <map>
#include <string>

namespace warpsmith::verify {

/// Extents as C++: literals, or what a program knows at run time.
struct Shape {
  std::string m, n, k, batch;
  /// Of leading dimensions that are parameters, and of what lies between two matrices of a batch.
  std::string padding = "0", batchPadding = "0";
  std::string offset = "0"; ///< of matrices whose start is a parameter
  /// Extents of kernels that only multiply whole tiles become larger, so that there are some.
  bool wholeTiles = false;
};

/// Parameters, and members of parameters that are structures, to C++ values. Those that are missing
/// are free. What the values make of the extents is computed by the program that uses them.
std::map<std::string, std::string> assignment(const Contraction &contraction, const Shape &shape);

/// The case's conditions exclude each other: no launch has it.
bool contradictory(const Contraction &contraction);

} // namespace warpsmith::verify
