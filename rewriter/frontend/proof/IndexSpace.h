/// The indices that number the elements of the output: which threads and loops take each value.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/symbolic/SymbolicState.h"

namespace warpsmith::frontend {

/// One index of the output.
struct Dimension {
  std::string symbol;
  std::optional<Polynomial> extent; ///< nothing before a guard or the launch has given it
  Polynomial launched;              ///< how many values the launch reaches; zero: all of them
  Ownership owner;
};

/// Indices that have been found already: all polynomials are in their symbols, and guards are those
/// that hold wherever the output is stored.
struct KnownIndices {
  std::vector<Dimension> dimensions;
  std::vector<Polynomial> guards;
  /// second - first + constant > 0
  struct Triangle {
    std::string first, second;
    int64_t constant;
  };
  std::vector<Triangle> triangles;
  bool ofSeveralElements = false; ///< of a thread, whose common parts may be computed once
  bool readsByArrays = false;     ///< the order of what is read and summed is not known
};

/// Stands for `threadIdx.y * blockDim.x + threadIdx.x` where nothing else tells threads apart.
constexpr char FlatThread[] = "%flat";

constexpr int64_t WarpSize = 32;

class IndexSpace {
public:
  IndexSpace(SymbolicState &symbolicState, RefusalSink &sink)
      : state(symbolicState),
        refuse(sink) {}

  /// Finds the indices in what a kernel reads, stores and tests; false when one is not understood.
  bool build(std::vector<Polynomial> used, clang::SourceLocation where);

  /// Takes indices that have been found already, in place of build() and bound().
  void take(KnownIndices known);

  /// The polynomial in the dimensions' symbols; nothing when it depends on threads otherwise.
  std::optional<Polynomial> rewrite(Polynomial polynomial) const;

  /// Takes a guard as the extent of a dimension; false when it is no such bound. A bound between
  /// two dimensions is kept in `triangles`.
  bool bound(const Polynomial &guard, clang::SourceLocation where);
  /// A guard that the launch must make true for all its threads.
  bool alwaysTrue(const Polynomial &guard, clang::SourceLocation where);
  /// The dimension has as many values as the launch reaches.
  void takeLaunched(Dimension &dimension);
  /// True when a guard that was taken implies this one.
  bool implied(const Polynomial &guard) const;

  /// Preconditions of the dimensions that the output uses.
  void cover(const std::vector<Dimension> &dimensions);

  std::vector<Dimension> dimensions;
  using Triangle = KnownIndices::Triangle;
  std::vector<Triangle> triangles;

private:
  /// What distinguishes the threads of a block along one index.
  struct Local {
    std::string symbol;
    char axis;         ///< of threadIdx
    Polynomial extent; ///< of the symbol: blockDim.axis, or a division's part
    std::string text;
    Polynomial threads;    ///< of the block along the axis, when the extent is this value
    Polynomial each;       ///< elements of each of these threads
    Polynomial block = {}; ///< the number of threads that are divided, if not blockDim.axis
    bool hasLanes = false; ///< it tells the threads of a warp apart, which has fragments
  };
  /// A tree of divisions of a thread's index, as its parts (ThreadParts.cpp).
  struct Parts {
    std::vector<Local> locals;
    std::set<std::string> divided; ///< what is divided
  };
  bool splitThreads(std::vector<Polynomial> &used, std::vector<Local> &locals,
                    clang::SourceLocation where);
  bool splitIndex(const Local &whole, std::vector<Polynomial> &used, Parts &parts,
                  clang::SourceLocation where);
  bool isFlatIndex(const Polynomial &index) const;
  bool isSplit(const Division &division, const std::vector<Polynomial> &used) const;
  void useWarpsOfBlock(const std::vector<Polynomial> &used);
  void joinLocals(std::vector<Polynomial> &used, std::vector<Local> &locals);
  std::optional<Polynomial> ratioOf(const Local &outer, const Local &inner,
                                    const std::vector<Polynomial> &used) const;
  bool occurs(const Division &division, const std::vector<Polynomial> &all) const;
  bool divide(const std::vector<Polynomial> &used, clang::SourceLocation where);
  bool claim(const LoopIndex &loop, const std::vector<Polynomial> &used,
             clang::SourceLocation where);
  Local joined(const LoopIndex &own, std::vector<Polynomial> &used);
  std::optional<Local> joined(const LoopIndex &own, const Local &part,
                              std::vector<Polynomial> &used);
  void joinFurther(std::vector<Polynomial> &used, std::vector<Local> &locals);
  std::optional<Local> joinedGroups(const Local &own, const Local &local,
                                    std::vector<Polynomial> &used);
  bool pair(std::vector<Polynomial> used, std::vector<Local> locals, clang::SourceLocation where);
  std::optional<Polynomial> partner(const Local &local, char block,
                                    const std::vector<Polynomial> &used) const;
  void useBlockSizes();
  void useBlockOfOneRow(const std::vector<Polynomial> &used);
  void divideBlock(const std::vector<Polynomial> &used);
  std::optional<Polynomial> largest(const std::string &symbol) const;
  std::optional<Polynomial> smallest(Polynomial value,
                                     std::vector<Polynomial> *sizes = nullptr) const;
  void substitute(const std::string &symbol, const Polynomial &value);
  Polynomial wholeRows(const Polynomial &elements, const Polynomial &divisor);
  void require(Polynomial left, Polynomial right, bool equal);
  Dimension *find(const std::string &symbol);

  SymbolicState &state;
  RefusalSink &refuse;
  std::vector<std::pair<std::string, Polynomial>> substitutions; ///< in this order
  /// Dimensions that count rows of so many threads each.
  struct Flattened {
    std::string quotient;
    Polynomial divisor;
    Polynomial remainder; ///< the place in a row: takes each value below the divisor once
  };
  std::vector<Flattened> flattened;
  std::vector<Polynomial> guards; ///< rewritten; those that hold wherever C is stored
  std::set<std::string> divided;  ///< quotients that are no dimensions of their own
  std::set<std::string> used;     ///< thread and block symbols
  std::set<std::string> numbered; ///< parts of threads that number elements with a thread's own
};

} // namespace warpsmith::frontend
