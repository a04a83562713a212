/// What a kernel computes, proved from its source: the only thing passes and code generation know.
///
///   C[m, n] = result(sum, C)   where sum starts at initial(C) and, for k = 0, 1, ..., K - 1 in
///   this order, becomes update(sum, A[m, k], B[k, n])
///
/// Rows and columns are named so that n is the dimension along which C is contiguous: a
/// column-major C makes m run over the source's columns. Plain values; no Clang, no CUDA.
#pragma once

#include "rewriter/ir/Expression.h"
#include "rewriter/ir/Polynomial.h"
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith {

/// A place in the source, 1-based.
struct SourceLocation {
  std::string file;
  unsigned line = 0, column = 0;

  bool operator==(const SourceLocation &) const = default;
  std::string str() const;
};

/// A parameter of the kernel, in order. `declaration` is its source text (`float *c`).
struct Parameter {
  std::string name;
  std::string declaration;
  std::string type; ///< canonical type, as C++
};

/// What the source computes in a type of few bits, which must lie in [low, high] for all indices:
/// offset + m * coefficient[0] + n * coefficient[1] + k * coefficient[2].
struct IndexRange {
  Polynomial offset;
  std::array<Polynomial, 3> coefficient;
  int64_t low = 0, high = 0;

  bool operator==(const IndexRange &) const = default;
};

/// An array and the affine map from its two indices to its elements:
/// name[offset + first * stride[0] + second * stride[1]].
struct Matrix {
  std::string name; ///< the pointer parameter
  ElementType type = ElementType::F32;
  Polynomial offset;
  std::array<Polynomial, 2> stride;

  /// 0 or 1: the index along which elements are adjacent; -1 when no stride is 1.
  int contiguous() const;
  /// The stride of the index that is not contiguous.
  const Polynomial &leadingDimension() const { return stride[contiguous() == 0 ? 1 : 0]; }
};

/// One index of C as a global thread index: blockIdx.axis * block + threadIdx.axis.
struct ThreadAxis {
  char axis = 'x';
  Polynomial block = Polynomial::symbol("blockDim.x"); ///< blockDim.axis or a constant
};

/// A launch of the kernel in the translation unit.
struct Launch {
  SourceLocation location;
};

struct Contraction {
  std::string kernel;
  std::string qualifiedKernel; ///< with its namespaces, from the global one: `::outer::gemm`
  SourceLocation location;
  std::vector<Parameter> parameters;
  /// Macros and other named constants in the expressions, with the values of this parse.
  std::map<std::string, int64_t> constants;

  Polynomial m, n, k; ///< extents: indices run over [0, extent)
  Matrix a, b, c;     ///< indexed (m, k), (k, n), (m, n)
  ElementType sum = ElementType::F32;
  bool sumInOutput = false; ///< the sum lives in C itself and is stored at every step
  ExpressionRef initial, update, result;
  /// When `result` reads C: the original reads it before its loop, not after.
  bool outputBeforeLoop = false;
  ThreadAxis row, column; ///< who owns m and n
  std::vector<Launch> launches;
  std::vector<IndexRange> ranges; ///< to be checked at run time
  bool internalLinkage = false;   ///< other files may have another kernel of this name
  int mostThreads = 1024;         ///< threads of a block that the original can be launched with

  /// The number of steps, where this parse knows the constants it is made of.
  std::optional<int64_t> knownSteps() const;
  /// The sum's start does not read C (a literal).
  bool startsFromConstant() const { return !initial->contains(Expression::Kind::Output); }
  const Matrix &operand(int index) const { return index == 0 ? a : b; }
  /// As text, one property a line; tests and `--emit=contraction` compare it.
  std::string str() const;
};

} // namespace warpsmith
