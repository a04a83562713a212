// Judges an output, element by element.
#pragma once

#include "runtime/harness/core/Reference.h"
#include "types/Numerics.h"
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace warpsmith::harness {

struct Mismatch {
  std::size_t index = 0; // in the flat array
  double expected = 0;
  double got = 0;
  double bound = 0; // largest |expected - got| that is allowed
};

/// The outcome for one array.
struct Comparison {
  std::size_t elements = 0;
  std::size_t failures = 0;
  double maxError = 0;            // largest |got - expected|; infinity for a NaN mismatch
  double boundAtMaxError = 0;     // the bound of that element
  double maxRatio = 0;            // largest |got - expected| / bound
  double maxScaledError = 0;      // largest |got - expected| / (sum |alpha a b| + |beta c|)
  std::vector<Mismatch> examples; // the first few failures

  bool passed() const { return failures == 0; }
};

/// How many failures a Comparison keeps as examples.
constexpr std::size_t MaximumExamples = 5;

/// The part of a matrix that is compared: all of it, or what lies on and below its diagonal.
enum class Region { Whole, LowerTriangle };

/// Compares `output` with the reference under the bound of `contract`. NaN is equal to NaN alone
/// and an infinity to itself alone, except where the magnitudes exceed the result type's range, or
/// operands that are results themselves exceed that of the contract's format. With `exact`, every
/// element must be equal (the Integer inputs).
Comparison compareWithReference(const HostArray &output, const OutputReference &reference,
                                Numerics contract, ElementType dataType, bool exact,
                                bool truncatedOperands = false, Region region = Region::Whole);

/// Compares all bits, of a zero its sign, too; but a NaN is equal to any other, since no contract
/// says what its sign and payload are. maxRatio is 0 or infinity.
Comparison compareBits(const HostArray &output, const HostArray &expected);
/// The same for what lies above the diagonal of a matrix alone.
Comparison compareBitsAboveDiagonal(const HostArray &output, const HostArray &expected);

/// True when with integer inputs nothing rounds under that contract: all magnitudes are at most
/// 2^24 (2^53 for double), and operands that are results themselves are exact in its format.
bool sumsAreExact(const OutputReference &reference, Numerics contract, ElementType dataType);

/// "C[3][17]: expected 1.25, got nan, allowed error 1.2e-06".
std::string describe(const Mismatch &mismatch, std::string_view bufferName,
                     const std::vector<std::size_t> &extents);

} // namespace warpsmith::harness
