/// What is stored for an element may depend on its row and column: as numbers, and by choices
/// between values. Causal masks do, and biases by distance.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/proof/IndexSpace.h"
#include "rewriter/frontend/proof/ThreadSummary.h"
#include <optional>
#include <vector>

namespace warpsmith::frontend {

class ElementPositions {
public:
  ElementPositions(ThreadSummary &summary, const IndexSpace &indices,
                   const std::vector<Dimension> &rowIndices,
                   const std::vector<Dimension> &columnIndices, Contraction &contraction,
                   RefusalSink &sink)
      : state(summary),
        space(indices),
        rows(rowIndices),
        columns(columnIndices),
        result(contraction),
        refuse(sink) {}

  /// What is stored, with an element's place as positions of the contraction, and choices by them;
  /// null where it depends on something else.
  ExpressionRef placed(const ExpressionRef &expression, clang::SourceLocation where);

  /// The original may sum only for the elements on one side of a diagonal. Then all rows and
  /// columns must have such elements: arrays may have none for what is never read. False where it
  /// sums for others.
  bool summedForAll(const Reduction &sum, clang::SourceLocation where);

  /// When all extents are known: gives the offsets of positions as numbers that kernels have, keeps
  /// all within an int, and asks for what summedForAll() says.
  void finish();

private:
  /// `column >= row` for `column - row + 1 > 0`; null where it is no comparison of rows and
  /// columns.
  ExpressionRef positive(const Polynomial &value, clang::SourceLocation where);
  /// Rows and columns, each so many times, as a number of the contraction's.
  ExpressionRef positionOf(const Polynomial &value, clang::SourceLocation where);
  void reachAll();

  ThreadSummary &state;
  const IndexSpace &space;
  const std::vector<Dimension> &rows, &columns;
  Contraction &result;
  RefusalSink &refuse;
  struct OneSide {
    Polynomial offset;
    bool
        ofColumns; ///< a column, less a row, plus the offset, is positive; else the other way round
  };
  std::optional<OneSide> sumsOnOneSide; ///< the elements for which the original sums
};

} // namespace warpsmith::frontend
