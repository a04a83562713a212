/// The shapes that a rewritten kernel is run with.
#pragma once

#include "rewriter/families/Schedule.h"
#include "rewriter/verify/Assignment.h"
#include <string>
#include <vector>

namespace warpsmith::verify {

// Extents wait for the driver's `verifiedUnit` and `verifiedForm`: it tries multiples of several
// numbers, and then other forms.

/// Not square, no multiples of a tile, one smaller than any, leading dimensions with padding; and a
/// square one, since a launch may demand that one extent is no larger than another, with operands
/// that begin an element behind an aligned address.
std::vector<Shape> plainShapes();

/// Launches choose among tiles, by the sizes and by the device's multiprocessors.
bool choosesTiles(const Schedule &schedule);

/// Those, and what the schedule needs for all of its code to run.
std::vector<Shape> shapesFor(const Contraction &contraction, const Schedule &schedule);

/// The same of a kernel that keeps its launches.
std::vector<Shape> residentShapes(const Contraction &contraction, const Schedule &schedule);

/// `45x37x29`, before it is rounded to any unit.
std::string labelOf(const Shape &shape);

} // namespace warpsmith::verify
