/// Values for a kernel's parameters under which it computes a product of a wanted shape.
#pragma once

#include "rewriter/ir/Contraction.h"
#include <map>
#include <string>

namespace warpsmith::verify {

struct Shape {
  int m, n, k;
  int padding; ///< of leading dimensions that are parameters
};

/// Parameters, and members of parameters that are structures, to C++ values. Those that are missing
/// are free. What the values make of the extents is computed by the program that uses them.
std::map<std::string, std::string> assignment(const Contraction &contraction, const Shape &shape);

} // namespace warpsmith::verify
