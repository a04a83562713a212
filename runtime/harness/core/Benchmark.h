// What a benchmark is, as plain data: its folder holds one such descriptor beside the .cu.
#pragma once

#include "runtime/harness/core/ElementType.h"
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpsmith::harness {

struct HostArray;
struct Problem;
struct OutputReference;
class ProductEngine;

/// Values of a benchmark's dimensions, in its order (GEMM: NI, NJ, NK).
using Sizes = std::vector<int>;

/// Output and Intermediate hold NaN before every run: what a kernel does not write shows. An
/// Intermediate is a result that later kernels of the same run read (2MM's tmp).
enum class BufferRole { Input, InputOutput, Output, Intermediate };

/// True for buffers that a run fills without reading what was there.
constexpr bool isPoisoned(BufferRole role) {
  return role == BufferRole::Output || role == BufferRole::Intermediate;
}

/// Data follows --dtype; Result is float for half-precision data, else the same.
enum class BufferElement { Data, Result };

struct BufferDescription {
  std::string name;
  BufferRole role;
  BufferElement element;
  std::vector<int> extents; // indices into Benchmark::dimensions and derived ones, slowest first
  std::optional<ElementType> type = std::nullopt; // whatever --dtype is
};

/// A scalar argument and its value with each kind of input. For `random` the benchmark is launched
/// many times on its own output when it is timed, so its values must keep that output finite
/// (GEMM: |beta| < 1, since C becomes beta*C + ...).
struct ScalarDescription {
  std::string name;
  double classic;
  double random;
  double integer;                                 // a small whole number: everything stays exact
  std::optional<ElementType> type = std::nullopt; // that of sums, whatever --dtype is
};

struct Dataset {
  std::string name; // MINI, SMALL, STANDARD, LARGE, EXTRALARGE, or what it is a size of
  Sizes sizes;
};

/// One cuBLAS matrix product that makes up the baseline: out := alpha*op(left)*op(right) +
/// beta*out. Matrices are row-major; numbers are indices into buffers, dimensions and scalars. An
/// extent is the product of its dimensions.
struct ProductCall {
  int left, right, output;
  std::vector<int> rows, columns, length;
  bool transposeLeft = false, transposeRight = false;
  int alpha = -1, beta = -1; // -1: alpha is 1, beta is 0
  bool accumulate = false;   // beta is 1
  int copyTo = -1;           // the buffer that gets a copy of out afterwards
  /// What 8-bit results are scaled by, in place of alpha; -1: they are not 8 bits wide.
  int resultScale = -1;
  /// The products of a batch, whose matrices follow one another; empty: one.
  std::vector<int> batches = {}; // NOLINT(readability-redundant-member-init)
};

/// The same by cuBLAS's symmetric updates, of one triangle of out alone: out := alpha*left*left' +
/// beta*out (SYRK), or alpha*(left*right' + right*left') + beta*out (SYR2K); left and right are
/// order x length.
struct SymmetricUpdate {
  int left, right, output; // right is -1 for SYRK
  int order, length;
  int alpha, beta;

  bool isRank2k() const { return right >= 0; }
};

/// The same by cuBLAS's product with a triangular matrix: output := alpha*left'*right; left is
/// order x order, unit lower triangular, and right is order x columns.
struct TriangularProduct {
  int left, right, output;
  int order, columns;
  int alpha;
};

/// A convolution of pictures by cuDNN: output := input convolved with filters. Numbers are indices
/// into buffers and dimensions. A filter moves on by `stride` pixels, from half of its size before
/// the first pixel on.
struct ConvolutionCall {
  int input, filters, output;
  int pictures, channels, height, width; // of the input
  int filterCount, filterSize, stride;
  bool channelsLast = false; // NHWC and KRSC; else NCHW and KCRS
};

/// A user's file, of which one kernel is a benchmark.
struct UserSource {
  std::filesystem::path file;     // absolute
  std::string kernel;             // its name, without template arguments
  std::string driver;             // C++ that stands after the file's text: polybench_run
  std::vector<std::string> flags; // of nvcc
  std::string description;        // what makeKernelBenchmark made the benchmark of
};

struct Benchmark {
  std::string name;    // not always an identifier
  std::string summary; // one line for `polybench list`
  std::vector<std::string> dimensions;
  std::vector<Dataset> datasets;
  std::vector<Sizes> emulatorSizes; // what the emulator verifies when no size is given
  std::vector<ElementType> types;   // that it can be built for
  /// Kernels that a variant must have rewritten; none: there is nothing for a pass to do, and the
  /// original alone is run.
  std::vector<std::string> products;
  std::vector<ScalarDescription> scalars;
  std::vector<BufferDescription> buffers;
  std::vector<ProductCall> baseline; // in order, on one stream; empty: no cuBLAS baseline
  /// One more baseline, which computes half of the output.
  std::optional<SymmetricUpdate> symmetricUpdate = std::nullopt;
  /// The baseline by a triangular matrix, in place of products.
  std::optional<TriangularProduct> triangularProduct = std::nullopt;
  /// The original's kernels run before and after those products (polybench_abi.h: part).
  bool baselineHasParts = false;
  /// The baseline by cuDNN, in place of products.
  std::optional<ConvolutionCall> convolution = std::nullopt;

  /// PolyBench's own input for element `index` of a buffer.
  std::function<double(const Sizes &sizes, int buffer, std::span<const std::size_t> index)>
      classicInput;
  /// Makes an element of random and normal inputs from the number that was drawn; null: takes it as
  /// it is. For benchmarks whose output would leave the range of floating point when it is their
  /// next input again and again (DOITGEN), or that divide by what they compute (LU).
  std::function<double(const Sizes &sizes, int buffer, std::span<const std::size_t> index,
                       double drawn)>
      randomInput = nullptr;
  /// The same for the whole numbers of integer inputs, which it makes whole numbers of.
  std::function<double(const Sizes &sizes, int buffer, std::span<const std::size_t> index,
                       double drawn)>
      integerInput = nullptr;
  /// FP64 values of every buffer that is computed from inputs, with what an error bound needs.
  std::function<std::vector<OutputReference>(const Problem &problem, ProductEngine &engine)>
      reference;
  /// The same for buffers that are computed from other results; null: there are none. `results`
  /// holds what the run that is judged left in each written buffer. A chain is thus judged link by
  /// link, each link on the operands that it really had: a bound on the whole chain would grow with
  /// every link until whole terms of the last one were smaller than it.
  std::function<std::vector<OutputReference>(
      const Problem &problem, const std::vector<HostArray> &results, ProductEngine &engine)>
      linkReference = nullptr;
  /// Useful floating-point operations of one run (GEMM: 2 NI NJ NK).
  std::function<double(const Sizes &sizes)> operations;
  /// Dimensions that are constants of the source, and what a dimension is where one number is given
  /// for all; 0 or missing: any, that number.
  // Descriptors that leave a member without an initializer out are warned of by GCC.
  // NOLINTNEXTLINE(readability-redundant-member-init)
  Sizes constantSizes = {}, sizesByDefault = {};
  /// Extents that follow from the dimensions, numbered behind them; null: none.
  Sizes (*derivedSizes)(const Sizes &sizes) = nullptr;
  /// Why the computation has no answer for these sizes, empty when it has; null: it has for all.
  std::string (*whyUnfit)(const Sizes &sizes) = nullptr;
  std::optional<UserSource> source = std::nullopt; // nothing: the suite's folder of this name
  /// PolyBench/GPU's tolerance in percent, which its report names (ClassicReport.h); nothing: it
  /// counts misses and names none.
  std::optional<double> classicThreshold = 0.05;
  /// Results are judged by the original's bits alone: there is no reference, because of this.
  std::string whyNoReference = {}; // NOLINT(readability-redundant-member-init)
  /// Its .cu below polybench/, without the ending; empty: NAME/NAME.
  std::string program = {}; // NOLINT(readability-redundant-member-init)
  /// Macros that make that program this benchmark.
  std::vector<std::string> definitions = {}; // NOLINT(readability-redundant-member-init)
};

/// Index of a buffer by its name, or -1.
int findBuffer(const Benchmark &benchmark, std::string_view name);

/// True when a library computes the same.
bool hasBaseline(const Benchmark &benchmark);

/// The sizes with the derived ones behind them.
Sizes allSizes(const Benchmark &benchmark, const Sizes &sizes);

/// Extents of one buffer at the given sizes.
std::vector<std::size_t> extentsOf(const Benchmark &benchmark, int buffer, const Sizes &sizes);
std::size_t elementsOf(const Benchmark &benchmark, int buffer, const Sizes &sizes);
ElementType typeOf(const Benchmark &benchmark, int buffer, ElementType dataType);

/// True when a run writes the buffer.
bool isWritten(const Benchmark &benchmark, int buffer);
bool supports(const Benchmark &benchmark, ElementType dataType);

/// Bytes that one run must move at least: every input read once, every output written once.
/// Intermediate results could stay on the chip.
double compulsoryBytes(const Benchmark &benchmark, const Sizes &sizes, ElementType dataType);

} // namespace warpsmith::harness
