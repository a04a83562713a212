#include "runtime/harness/core/Verification.h"
#include "runtime/harness/core/Parallel.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <mutex>
#include <sstream>

namespace warpsmith::harness {
namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t CompareGrain = 1 << 15;

/// |got - expected|: 0 for equal infinities and for two NaNs, infinity when only one is not finite.
double errorOf(double got, double expected) {
  if (got == expected || (std::isnan(got) && std::isnan(expected)))
    return 0;
  const double difference = std::fabs(got - expected);
  return std::isnan(difference) ? Infinity : difference;
}

/// Of an exact whole number, what integers of that type hold, which wrap.
double wrapped(ElementType type, double exact) {
  if (!isInteger(type) || !(std::fabs(exact) <= 0x1p53))
    return exact;
  if (rowOf(type).bits < 32) // sums are not of these
    return exact;
  const auto whole = static_cast<std::int64_t>(exact);
  return withInteger(
      type, [whole](auto zero) { return static_cast<double>(static_cast<decltype(zero)>(whole)); });
}

void record(Comparison &result, const Mismatch &element, double magnitude) {
  ++result.elements;
  const double error = errorOf(element.got, element.expected);
  if (error > result.maxError) {
    result.maxError = error;
    result.boundAtMaxError = element.bound;
  }
  if (error > 0) {
    result.maxRatio =
        std::max(result.maxRatio, element.bound > 0 ? error / element.bound : Infinity);
    result.maxScaledError =
        std::max(result.maxScaledError, magnitude > 0 ? error / magnitude : Infinity);
  }
  // Written so that a NaN bound fails too.
  if (!(error <= element.bound)) {
    ++result.failures;
    if (result.examples.size() < MaximumExamples)
      result.examples.push_back(element);
  }
}

void merge(Comparison &total, const Comparison &part) {
  total.elements += part.elements;
  total.failures += part.failures;
  if (part.maxError > total.maxError) {
    total.maxError = part.maxError;
    total.boundAtMaxError = part.boundAtMaxError;
  }
  total.maxRatio = std::max(total.maxRatio, part.maxRatio);
  total.maxScaledError = std::max(total.maxScaledError, part.maxScaledError);
  total.examples.insert(total.examples.end(), part.examples.begin(), part.examples.end());
}

/// Of an element of a row-major array.
bool isAboveDiagonal(const HostArray &array, std::size_t index) {
  const std::size_t columns = array.extents.back();
  return index % columns > index / columns;
}

/// Runs judge(begin, end, part) over all elements in parallel and keeps the first examples.
template <typename Judge>
Comparison compareRanges(std::size_t elements, Judge judge) {
  Comparison total;
  std::mutex mutex;
  parallelFor(elements, CompareGrain, [&](std::size_t begin, std::size_t end) {
    Comparison part;
    judge(begin, end, part);
    const std::lock_guard lock(mutex);
    merge(total, part);
  });
  std::sort(total.examples.begin(), total.examples.end(),
            [](const Mismatch &a, const Mismatch &b) { return a.index < b.index; });
  if (total.examples.size() > MaximumExamples)
    total.examples.resize(MaximumExamples);
  return total;
}

template <typename Chosen>
Comparison compareBitsWhere(const HostArray &output, const HostArray &expected, Chosen isChosen) {
  const std::size_t size = sizeOf(expected.type);
  return compareRanges(
      expected.elements(), [&](std::size_t begin, std::size_t end, Comparison &part) {
        for (std::size_t index = begin; index < end; ++index) {
          if (!isChosen(index))
            continue;
          ++part.elements;
          if (std::memcmp(output.bytes.get() + index * size, expected.bytes.get() + index * size,
                          size) == 0)
            continue;
          const Mismatch mismatch = {index, loadElement(expected.type, expected.bytes.get(), index),
                                     loadElement(output.type, output.bytes.get(), index), 0};
          if (std::isnan(mismatch.got) && std::isnan(mismatch.expected))
            continue;
          const double error = errorOf(mismatch.got, mismatch.expected);
          ++part.failures;
          part.maxRatio = Infinity;
          part.maxError = std::max(part.maxError, error);
          if (part.examples.size() < MaximumExamples)
            part.examples.push_back(mismatch);
        }
      });
}

} // namespace

Comparison compareWithReference(const HostArray &output, const OutputReference &reference,
                                Numerics contract, ElementType dataType, bool exact,
                                bool truncatedOperands, Region region) {
  const ErrorBound errorBound(contract, dataType, reference.length, truncatedOperands);
  const double range = largestFinite(resultType(output.type));
  const bool operandsOverflow = reference.largestOperand > operandRange(contract, dataType);
  return withLoader(output.type, output.bytes.get(), [&](auto load) {
    return compareRanges(
        reference.value.size(), [&](std::size_t begin, std::size_t end, Comparison &part) {
          for (std::size_t index = begin; index < end; ++index) {
            if (region == Region::LowerTriangle && isAboveDiagonal(output, index))
              continue;
            const Magnitudes magnitudes = reference.magnitudes(index);
            const double magnitude = magnitudes.products + magnitudes.addend;
            const double expected = wrapped(output.type, reference.value[index]);
            const double got = load(index);
            if ((magnitude > range || operandsOverflow) && std::isfinite(expected) &&
                !std::isfinite(got))
              continue;
            // Where an input is not finite the magnitudes are not either; the value alone decides.
            const double bound = exact || !std::isfinite(expected)
                                     ? 0
                                     : errorBound(magnitudes) + reference.allowed(index);
            record(part, {index, expected, got, bound}, magnitude);
          }
        });
  });
}

Comparison compareBits(const HostArray &output, const HostArray &expected) {
  const std::size_t elements = expected.elements();
  if (output.size() == expected.size() &&
      std::memcmp(output.bytes.get(), expected.bytes.get(), expected.size()) == 0) {
    Comparison same;
    same.elements = elements;
    return same;
  }
  return compareBitsWhere(output, expected, [](std::size_t) { return true; });
}

Comparison compareBitsAboveDiagonal(const HostArray &output, const HostArray &expected) {
  return compareBitsWhere(output, expected,
                          [&](std::size_t index) { return isAboveDiagonal(expected, index); });
}

bool sumsAreExact(const OutputReference &reference, Numerics contract, ElementType dataType) {
  if (contract == Numerics::Fp8Sums || reference.rounds ||
      reference.largestOperand > exactOperands(contract, dataType))
    return false;
  const double limit = resultType(dataType) == ElementType::F64 ? 0x1p53 : 0x1p24;
  for (std::size_t index = 0; index < reference.value.size(); ++index) {
    const Magnitudes magnitudes = reference.magnitudes(index);
    if (!(magnitudes.products + magnitudes.addend <= limit))
      return false;
  }
  return true;
}

std::string describe(const Mismatch &mismatch, std::string_view bufferName,
                     const std::vector<std::size_t> &extents) {
  std::vector<std::size_t> position(extents.size());
  std::size_t rest = mismatch.index;
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    position[axis] = rest % extents[axis];
    rest /= extents[axis];
  }
  std::ostringstream text;
  text << bufferName;
  for (const std::size_t coordinate : position)
    text << '[' << coordinate << ']';
  text.precision(mismatch.bound > 0 ? 9 : 17);
  text << ": expected " << mismatch.expected << ", got " << mismatch.got;
  text.precision(3);
  if (mismatch.bound > 0)
    text << ", allowed error " << mismatch.bound;
  return text.str();
}

} // namespace warpsmith::harness
