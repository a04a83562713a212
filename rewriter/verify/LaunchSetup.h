/// The C++ of a launch under chosen values: variables of the kernel's parameters and its geometry.
#pragma once

#include "rewriter/ir/Contraction.h"
#include "rewriter/verify/Assignment.h"
#include <functional>

namespace warpsmith::verify {

/// `a` of `(*a)`, the first element of an array of arrays.
std::string pointerOf(const std::string &array);

/// Text as a string of C++.
std::string literal(const std::string &text);

class LaunchSetup {
public:
  /// `block` is used where the contraction's preconditions allow it.
  LaunchSetup(const Contraction &contraction, Shape shape, BlockShape block);

  /// What the text below needs before it: types as one word, since those of pointers to rows are
  /// written around a name.
  static constexpr const char *Support = R"(
template <typename Type> using WarpsmithType = Type;
/// A structure of zeros that the device can read.
template <typename Structure> void warpsmithAllocate(Structure *&pointer, int count = 1) {
  void *memory = nullptr;
  cudaMallocManaged(&memory, count * sizeof(Structure));
  cudaMemset(memory, 0, count * sizeof(Structure));
  pointer = (Structure *)memory;
}
)";

  /// Variables named as the parameters; pointers are null until buffers are assigned. `scalar`
  /// gives the value of a floating-point parameter that has none yet.
  std::string parameters(const std::function<std::string(const Parameter &)> &scalar) const;
  /// warpsmithGrid, as small as covers the product, and warpsmithBlock.
  std::string geometry() const;
  /// What must hold of those variables for the contraction to be what the launch computes: the
  /// first of it that does not, as an expression of a text in the words of the source; or null.
  /// That there are steps is asked for unless the launch may do without.
  std::string firstUnmet(bool needsSteps = true) const;
  /// The parameters, as arguments.
  std::string arguments() const;
  /// A polynomial of the contraction over those variables.
  static std::string hosted(const Polynomial &polynomial);

  /// The contraction is that of a null pointer here.
  bool isNull(const std::string &array) const;
  /// Assigns a pointer parameter, or the member of one.
  static std::string assignPointer(const std::string &array, const std::string &value);
  /// The number that a parameter must be, where the contraction's conditions or sizes say so.
  std::optional<double> numberOf(const std::string &parameter) const;

private:
  void coverIndices(char axis, std::string &text) const;
  std::string dividedGrid(char axis) const;
  std::string withinRows() const;
  BlockShape chosenBlock(BlockShape preferred) const;

  const Contraction &contraction;
  Shape shape;
  BlockShape block;
  std::map<std::string, Value> values;
};

/// A floating-point parameter.
bool isScalar(const Parameter &parameter);

} // namespace warpsmith::verify
