/// The symbolic state of one thread while a kernel is walked: every value as a function of thread
/// indices, the loop index `%k`, sizes, scalars and the initial contents of the arrays.
#pragma once

#include "rewriter/ir/Contraction.h"
#include "clang/AST/Decl.h"
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace warpsmith::frontend {

/// A pointer into the array that a kernel parameter points to.
struct Pointer {
  std::string array;
  ElementType type;
  Polynomial offset; ///< in elements
};

/// An element read from memory. Expression::Kind::Operand refers to these by number.
struct Load {
  std::string array;
  ElementType type;
  Polynomial index;
  clang::SourceLocation location;
};

/// An element that the kernel has stored, and the value it holds now.
struct Cell {
  std::string array;
  ElementType type;
  Polynomial index;
  ExpressionRef value;
  clang::SourceLocation location;
};

/// The loop over %k: `sum = initial; for (%k = 0; %k < extent; ++%k) sum = update`.
struct Reduction {
  Polynomial extent;
  ExpressionRef initial, update;
  ElementType type;
  bool inMemory; ///< the sum is an element of an array, stored at every step
  size_t loads;  ///< how many elements had been read when the loop was done
  clang::SourceLocation location;
};

/// A value that the source computes in a type of few bits: its polynomial is the value only when
/// low <= polynomial <= high, which must be proved or checked at run time.
struct ValueRange {
  Polynomial value;
  int64_t low, high;
  clang::SourceLocation location;
};

struct SymbolicState {
  /// A null scalar is one whose value is not known after a loop.
  std::map<const clang::VarDecl *, ExpressionRef> scalars;
  std::map<const clang::VarDecl *, Polynomial> integers;
  std::map<const clang::VarDecl *, Pointer> pointers;
  std::vector<Load> loads;
  std::vector<Cell> cells;
  /// Guards passed so far: each polynomial is positive.
  std::vector<Polynomial> positive;
  std::optional<Reduction> reduction;
  std::vector<ValueRange> ranges;
  std::set<const clang::FunctionDecl *> inlined; ///< the user's functions that were looked into
  /// Named constants met so far and their values.
  std::map<std::string, int64_t> constants;

  Cell *find(const std::string &array, const Polynomial &index);
  bool stores(const std::string &array) const;
};

} // namespace warpsmith::frontend
