/// What a kernel computes, proved from its source: the only thing passes and code generation know.
///
///   C[m, n] = result(sum, C, E)   where sum starts at initial(C) and, for k = 0, 1, ..., K - 1 in
///   this order, becomes update(sum, A[m, k], B[k, n])
///
/// E stands for elements of other arrays that C's indices choose, such as a bias. All of them may
/// have a batch index %b in common, which no sum runs over.
///
/// m, n, k and b are groups of indices. A plain product has groups of one index. A convolution has
/// filters as m, images, rows and columns as n, and channels and places in the filter as k.
///
/// Rows and columns are named so that n is the dimension along which C is contiguous: a
/// column-major C makes m run over the source's columns. Plain values; no Clang, no CUDA.
#pragma once

#include "rewriter/ir/Expression.h"
#include "rewriter/ir/FloatingPointFlags.h"
#include "rewriter/ir/IndexGroup.h"
#include "rewriter/ir/Predicate.h"
#include <array>
#include <map>
#include <optional>
#include <set>
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
/// the offset plus a coefficient times each of several indices, which run below their extents.
struct IndexRange {
  struct Index {
    Polynomial coefficient, extent;
    bool operator==(const Index &) const = default;
  };
  Polynomial offset;
  std::vector<Index> indices;
  int64_t low = 0, high = 0;

  bool operator==(const IndexRange &) const = default;
};

/// How far each index of a group moves an access on, in elements, outermost first.
class Strides {
public:
  Strides() : list(1) {}
  /*implicit*/ Strides(Polynomial one) : list({std::move(one)}) {}
  explicit Strides(std::vector<Polynomial> all) : list(std::move(all)) {}

  const std::vector<Polynomial> &all() const { return list; }
  /// Of a group of one index; throws where there are more.
  const Polynomial &one() const;
  bool areZero() const;

  bool operator==(const Strides &) const = default;

private:
  std::vector<Polynomial> list;
};

/// The stride of all indices of a group as one, where one stride describes them.
std::optional<Polynomial> strideOfAll(const Strides &strides, const IndexGroup &group);

/// A place along one dimension of an array, which some indices move. Where it lies outside of
/// [0, extent), the array has no element for them: the place is in the padding.
struct PaddedPlace {
  Polynomial offset;
  std::array<Strides, 2> strides; ///< of the matrix' two groups
  Polynomial extent;
  Polynomial stride; ///< elements from one place to the next

  bool operator==(const PaddedPlace &) const = default;
};

/// What the original does with a term whose element lies in the padding.
enum class Padding {
  None,
  Skipped, ///< the sum stays as it is, whatever the other factor is
  Zero     ///< the element counts as zero
};

/// An array and the affine map from the indices of its two groups, and of the batch, to its
/// elements: name[offset + the sum of each index times its stride].
struct Matrix {
  std::string name; ///< the pointer parameter, or an expression of parameters (`A.elements`)
  ElementType type = ElementType::F32;
  Polynomial offset;
  std::array<Strides, 2> strides;
  Strides batchStrides = {}; // NOLINT(readability-redundant-member-init): aggregates leave
  std::vector<PaddedPlace> places = {}; // NOLINT(readability-redundant-member-init): them out
  Padding padding = Padding::None;

  bool operator==(const Matrix &) const = default;

  // Of groups of one index. They throw std::logic_error where a group has more.
  const Polynomial &stride(int group) const { return strides[group].one(); }
  const Polynomial &batchStride() const { return batchStrides.one(); }
  /// 0 or 1: the index along which elements are adjacent; -1 when no stride is 1, or a group has
  /// more than one index.
  int contiguous() const;
  /// The stride of the index that is not contiguous.
  const Polynomial &leadingDimension() const { return stride(contiguous() == 0 ? 1 : 0); }
};

/// How the original's threads reach the values of one index of C.
struct Ownership {
  std::string text; ///< `blockIdx.x * blockDim.x + threadIdx.x`, or what else gives the index
  /// The axis of which it is the global index, one thread a value; 0 where it is not.
  char axis = 0;
};

/// What must hold of a launch for the original to compute the whole contraction and nothing else:
/// left == right, or left >= right. Of parameters, gridDim and blockDim.
struct Precondition {
  Polynomial left, right;
  bool equal = false;

  bool operator==(const Precondition &) const = default;
};

/// The elements of C that are stored.
enum class Region {
  Full,
  NotDiagonal,   ///< m != n
  Upper,         ///< m <= n
  StrictlyUpper, ///< m < n
  Lower,         ///< m >= n
  StrictlyLower  ///< m > n
};
/// As a comparison of %m with %n; empty for all of C.
const char *comparison(Region region);

/// One end of the range of k that an element of C is summed over, where that depends on its row or
/// on its column: k >= index + offset, or k < index + offset.
struct StepBound {
  enum class Of { Row, Column };
  Of index;
  bool isLower; ///< k >= index + offset
  Polynomial offset;
  /// The offset as an int that kernels compute with: a literal, or what `derived` names.
  ExpressionRef amount;

  bool operator==(const StepBound &other) const {
    return index == other.index && isLower == other.isLower && offset == other.offset;
  }
};

/// A whole number that an element's indices give: the offset, and each index so many times.
struct Position {
  Polynomial offset;
  std::array<Strides, 2> strides; ///< of rows and columns; constants
  /// The offset as an int that kernels compute with, as in StepBound.
  ExpressionRef amount = nullptr; // NOLINT(readability-redundant-member-init)

  bool operator==(const Position &other) const {
    return offset == other.offset && strides == other.strides;
  }
};

/// Threads of a block in x, y and z.
using BlockShape = std::array<unsigned, 3>;

/// A launch of the kernel in the translation unit.
struct Launch {
  SourceLocation location;
  std::optional<BlockShape> block = std::nullopt;    ///< where constants give it
  std::optional<int64_t> sharedBytes = std::nullopt; ///< dynamic ones, where constants give them
  /// Why the original runs there, always or for some sizes, if the source shows it; else empty.
  std::string shortfall = {}; // NOLINT(readability-redundant-member-init): aggregates leave it out
  /// Another launch follows or precedes it in the host's code, and nothing there keeps one launch
  /// from replacing both.
  bool besideAnother = false;
};

struct Contraction {
  std::string kernel;
  std::string qualifiedKernel; ///< with its namespaces, from the global one: `::outer::gemm`
  /// Of an instance of a template: its arguments (`<float, 16>`), and what its parameters are then
  /// (`std::is_same_v<T, float>`, `Tile == 16`).
  std::string templateArguments;
  std::vector<Predicate> instance;
  SourceLocation location;
  std::vector<Parameter> parameters;
  /// Macros and other named constants in the expressions, with the values of this parse.
  std::map<std::string, int64_t> constants;

  IndexGroup m, n, k; ///< indices run over [0, extent)
  IndexGroup batch = Polynomial(1);
  Region region = Region::Full;
  /// All hold for the steps that an element sums; the others are left out, not added as zeros. No
  /// range begins below 0, and k's extent is at or beyond the end of each. Of groups of one index.
  std::vector<StepBound> stepBounds;
  ExpressionRef diagonal; ///< what is stored where m == n, instead of the sum; mostly null
  Matrix a, b, c;         ///< indexed (m, k), (k, n), (m, n)
  /// Where each step sums two products, the operands of the second: indexed (m, k) and (k, n).
  std::vector<Matrix> second;
  /// The kernel's further outputs, each of which is a contraction of the same operands: the kernel
  /// is replaced where all of them are.
  std::vector<Matrix> others;
  /// When the original reads the operands in a step, earlier ones first; ties are possible.
  std::vector<int> readOrder = {0, 1, 2, 3};
  ElementType sum = ElementType::F32;
  bool sumInOutput = false; ///< the sum lives in C itself and is stored at every step
  ExpressionRef initial, update, result;
  /// Products in them that the original computes for other values of its parameters as well.
  std::vector<ExpressionRef> sharedProducts;
  /// When `result` reads C: the original reads it before its loop, not after.
  bool outputBeforeLoop = false;
  std::vector<Matrix> extras; ///< what Kind::Extra numbers, indexed (m, n); not contiguous, maybe
  std::vector<Position> positions; ///< what Kind::Position in the result numbers
  Ownership row, column;           ///< who owns m and n
  std::vector<Precondition> preconditions;
  /// What the parameters must be for this to be what the kernel computes (`transpose != 0`): the
  /// original branches on them.
  std::vector<Predicate> conditions;
  /// Values of parameters and sizes that the result uses, by name: of parameters, literals and
  /// sizes.
  std::map<std::string, ExpressionRef> derived;
  /// Pointers to structures whose members are named here, in C++: `a` and `net.layer` of `a->width`
  /// and `net.layer->width`. What a member is, is known on the device alone. First those that
  /// extents and conditions name, in the order in which the original reads them: with nothing to
  /// compute it may not read the later ones.
  std::vector<std::string> structures;
  /// The order is not known.
  bool readsStructuresInAnyOrder = false;
  /// Facts of this parse that the rewrite rests on, and another build may change.
  std::vector<Predicate> assertions;
  /// Why products are not added one by one in the order of k, as `the original ...`; empty where
  /// they are.
  std::string reordered;
  /// A sum of two products in a step, of elements or of parts of complex numbers, as text, where it
  /// is open which of them the original contracts into an FMA; empty where there is none.
  std::string undecidedParts;
  /// And one of a product of the sum and one of the old element of C, where that hangs on which of
  /// the two the original reads first from memory.
  std::string undecidedReads;
  FloatingPointFlags flags = {}; ///< that the original is compiled with
  std::vector<Launch> launches;
  std::vector<IndexRange> ranges; ///< to be checked at run time
  bool internalLinkage = false;   ///< other files may have another kernel of this name
  /// Several files of a program may have the kernel: it is a template or inline.
  bool inSeveralFiles = false;
  bool dynamicSharedMemory = false; ///< the launch says how much
  int sharedBytes = 0;              ///< of static shared memory that the original has
  int mostThreads = 1024;           ///< threads of a block that the original can be launched with
  bool hasLaunchBounds = false;     ///< it says so itself
  int leastBlocks = 1; ///< that it wants side by side on a multiprocessor, which costs registers

  /// The number of steps, where this parse knows the constants it is made of.
  std::optional<int64_t> knownSteps() const;
  /// The sum's start is the same for all of C (a literal).
  bool startsFromConstant() const {
    return !initial->contains(Expression::Kind::Output) &&
           !initial->contains(Expression::Kind::Extra);
  }
  /// A, B and, where there is one, the second product's: even ones have rows, odd ones columns.
  const Matrix &operand(int index) const {
    return index == 0 ? a : index == 1 ? b : second[index - 2];
  }
  /// Elements along k are adjacent.
  bool runsAlongK(int index) const {
    return operand(index).contiguous() == (index % 2 == 0 ? 1 : 0);
  }
  int operandCount() const { return 2 + static_cast<int>(second.size()); }
  /// The kernel has other outputs beside this one.
  bool isPart() const { return !others.empty(); }
  /// Several products of like shape are computed.
  bool isBatched() const { return batch.extent().constant() != 1; }
  /// Elements of C differ in the steps that they sum.
  bool limitsSteps() const { return !stepBounds.empty(); }
  /// Each group has one index, and no element lies in padding.
  bool isPlain() const;
  /// As text, one property a line; tests and `--emit=contraction` compare it.
  std::string str() const;
};

/// The pointers of Contraction::structures that an expression names: `a` and `a->shape` of
/// `a->shape->rows`.
std::set<std::string> structuresIn(const std::string &expression);
std::set<std::string> structuresIn(const Polynomial &size);
std::set<std::string> structuresIn(const Contraction &contraction);
/// Those of extents and conditions.
std::set<std::string> structuresOfSizes(const Contraction &contraction);
bool namesStructure(const std::string &expression);

/// The contraction without indices of one value, and with neighbouring indices of a group as one,
/// where one stride each is enough for all arrays: of C[b][i][n] = A[b][i][l] B[l][n], b and i
/// become one index of rows.
Contraction flattened(Contraction contraction);

} // namespace warpsmith
