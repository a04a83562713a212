/// The coordinates that number the elements of the output, and what is known of them.
#pragma once

#include "rewriter/frontend/proof/ThreadSummary.h"

namespace warpsmith::frontend {

/// One index of the output, from 0 on.
struct Dimension {
  std::string symbol;
  Polynomial extent;
  Ownership owner;
};

struct IndexSpace {
  std::vector<Dimension> dimensions;
  std::vector<Polynomial> guards; ///< all are positive wherever the output is stored
  /// second - first + constant > 0
  struct Triangle {
    std::string first, second;
    int64_t constant;
  };
  std::vector<Triangle> triangles;
  bool ofSeveralElements = false; ///< of a thread, whose common parts may be computed once
  bool readsByArrays = false;     ///< the order of what is read and summed is not known

  /// The bound is positive wherever the output is stored.
  bool implied(const Polynomial &bound) const;
};

} // namespace warpsmith::frontend
