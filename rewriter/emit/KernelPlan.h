/// What all parts of a generated kernel share: layouts, names of types, printed expressions.
#pragma once

#include "rewriter/emit/Generate.h"
#include "rewriter/emit/Template.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/TileLayout.h"
#include "rewriter/ir/Identifiers.h"
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace warpsmith {

class KernelPlan {
public:
  KernelPlan(const Contraction &original, const Schedule &chosen);

  const Contraction &contraction;
  const Schedule &schedule;
  const Computation computation;
  const bool isGrouped;       ///< its launches may be made together with others
  TileLayout layouts[4] = {}; ///< of the operands; meaningful when the schedule is tiled

  /// The operands' numbers.
  std::vector<int> operands() const {
    return contraction.second.empty() ? std::vector{0, 1} : std::vector{0, 1, 2, 3};
  }
  bool tiled() const;
  /// The kernel takes strides of all indices, and not leading dimensions.
  bool gathers() const;
  /// The family's own plan, for its text.
  template <typename Family>
  const Family &of() const {
    return schedule.as<Family>();
  }
  bool mixesRoles() const;
  bool usesAsyncCopies() const;
  Devices devices() const { return familyOf(schedule).devices(schedule); }
  /// Some code that nvcc can make of the kernel lacks its instructions.
  bool mayBeEmpty() const { return !compiledFor().empty(); }

  /// Prints an expression; operand(0), operand(1), sum and old are the texts of its leaves.
  struct Leaves {
    std::string a, b, sum, old;
    std::string column = "column"; ///< of C; its row is called `row`
    // NOLINTBEGIN(readability-redundant-member-init): aggregates leave them out
    std::string a2 = {}, b2 = {};
    /// What has been made already, and its name.
    std::vector<std::pair<ExpressionRef, std::string>> made = {};
    // NOLINTEND(readability-redundant-member-init)
  };
  std::string print(const ExpressionRef &expression, const Leaves &leaves) const;
  /// What is stored for the element (row, leaves.column).
  std::string finishText(const Leaves &leaves) const;
  /// For descriptions: with the text of what an element's row and column give.
  ExpressionRef withPlaces(const ExpressionRef &expression) const;
  /// Whether it reads what the element was.
  bool finishReadsOld() const;
  /// `sum` after a step, as a statement: `sum[i][j] += fragmentA[i] * fragmentB[j];`
  std::string stepStatement(const ExpressionRef &step, const Leaves &leaves) const;

  /// Scalars of the original in the generated kernel: `, float alpha` and `, alpha`. They are named
  /// by marks until nameScalars() knows every other name.
  enum class Scope { Kernel, Multiply };
  std::string scalarParameters(Scope scope) const;
  std::string scalarArguments(Scope scope) const;
  std::string launchScalars(const Polynomial::Spelling &spelling) const;
  /// What a kernel has after its matrices: elements that the result adds, and strides of batches.
  /// As parameters, as their names, and as what the launch gives for them; each after a comma.
  std::string furtherParameters() const;
  std::string furtherNames() const;
  std::string furtherArguments(const Polynomial::Spelling &spelling) const;
  /// What signatures of kernels and their launches are filled with: the element types $A, $B and
  /// $C, $scalars, $names (of them), $further and $furtherNames. $only and $else stand around the
  /// threads of a kernel's bounds, $begin and $end around its body: code that cannot have the
  /// kernel's instructions leaves it empty (device_code.h).
  Substitutions signature() const;
  /// Moves the pointers to C and to what else is read to those of product `index` of the batch, or
  /// by one product where it is empty.
  std::string moveText(const std::string &index = "index") const;
  /// Text of another plan of the contraction, with this plan's marks.
  std::string adopted(std::string text, const KernelPlan &other) const;
  /// Replaces the marks by the scalars' names, changed where the text, or what stands beside it,
  /// uses the name otherwise.
  std::string nameScalars(std::string text, const std::string &beside = "") const;

  /// Device headers that the printed text needs.
  void need(const std::string &header) { headers.insert("warpsmith/device/" + header); }
  /// A kernel file that the text includes.
  void includeFile(const std::string &file) { headers.insert(file); }
  const std::set<std::string> &neededHeaders() const { return headers; }

  std::string stored(int operand) const; ///< element type in shared memory

  /// The constant of device_code.h; empty where any code will do.
  std::string compiledFor() const;

  /// An element of Contraction::extras, where it lies.
  std::string extraElement(int index, const std::string &column) const;
  /// The elements from one row of it to the next, and from one matrix of a batch, as they are
  /// printed: a name, or a number.
  std::string extraPitch(int index) const;
  std::string extraBatch(int index) const;

private:
  std::string positionText(int index, const std::string &column) const;
  struct Scalar {
    std::string name;
    ElementType type;
    bool inMultiply; ///< the products of a step need it
  };
  std::vector<Scalar> scalars;
  std::set<std::string> headers;
};

/// An index of a group, as code of `value`, which counts them all: `row / extentM2 % extentM3`. The
/// name of what tells it from others, `M2`, or `M` of one index; and of its extent, which is a
/// number where it is known.
std::string indexText(const IndexGroup &indices, const std::string &group, size_t index,
                      const std::string &value);
/// The same of neighbours, from `first` to `last`, as one index.
std::string indicesText(const IndexGroup &indices, const std::string &group, size_t first,
                        size_t last, const std::string &value);
std::string indexName(const IndexGroup &indices, const std::string &group, size_t index);
std::string extentName(const IndexGroup &indices, const std::string &group, size_t index);

/// Several products of like shape are computed.
bool isBatched(const Contraction &contraction);

/// A matrix' pointer on the host: of complex numbers of Thrust, as one to vectors of CUDA's.
std::string pointerOf(const Contraction &contraction, const Matrix &matrix);

/// The pointer to a matrix' first element, on the host.
std::string elementsOf(const Contraction &contraction, const Matrix &matrix,
                       const Polynomial::Spelling &spelling);

/// The identifiers outside of all braces and parentheses other than keywords and types, among which
/// are the names that the text declares for what stands beside it.
std::set<std::string> outerIdentifiers(const std::string &text);
std::string withoutComments(const std::string &text);

/// True when the operand's elements along k are adjacent.
bool runsAlongK(const KernelPlan &plan, int operand);
/// Names of the numbers of rows and columns of an operand in memory.
struct Extents {
  const char *rows, *columns;
};
Extents extentsOf(const KernelPlan &plan, int operand);

/// "A" or "B": the shapes of the second product's tiles are the first's.
inline const char *letter(int operand) {
  return operand % 2 == 0 ? "A" : "B";
}
/// "A", "B", "A2" or "B2".
inline std::string operandName(int operand) {
  return std::string(letter(operand)) + (operand > 1 ? "2" : "");
}
/// "a", "b", "a2" or "b2".
inline std::string pointerName(int operand) {
  return std::string(operand % 2 == 0 ? "a" : "b") + (operand > 1 ? "2" : "");
}

/// Of a single tile on the FP32, FP64 or integer units: its sizes and the kernel.
std::string fmaText(KernelPlan &plan);
/// The same where the kernel file is included: the Problem and its tile.
std::string fmaInstanceText(KernelPlan &plan);
/// On WMMA fragments: its sizes and the kernel.
std::string wmmaText(KernelPlan &plan);
std::string wmmaInstanceText(KernelPlan &plan); ///< where the kernel file is included
std::string directKernelText(KernelPlan &plan);
/// `original` is the name by which the original kernel is called.
std::string launchText(KernelPlan &plan, const std::string &original);
/// `pending`, for a kernel whose schedule has a group.
std::string pendingText(const GeneratedCase &entry);
/// A `launch` that finds out which case a launch is.
std::string dispatchText(const std::vector<GeneratedCase> &cases,
                         const KernelDeclaration &declaration);
/// A declaration of it; `parameters` are the kernel's as source text, each after a comma.
std::string launchDeclaration(const std::string &parameters);
/// Around the name of a macro of the user's in a kernel's text, which nameMacros() takes away: for
/// what tells the kernel's own identifiers from the user's.
constexpr const char *MacroMark = "warpsmith_macro_"; // of a token with the name
std::string nameMacros(std::string text);
std::string withoutMacros(const std::string &text);
/// `launchKernel`, which takes what cudaLaunchKernel takes after the kernel; and without its body.
std::string launchKernelText(const std::string &original, const KernelDeclaration &declaration);
std::string launchKernelDeclaration();
/// Names that the launch uses, other than the user's.
std::set<std::string> launchIdentifiers(const Schedule &schedule);
/// A name of the user's that would mean something else in the launch, where `scope` holds the names
/// declared around it; empty when there is none.
std::string launchConflict(const KernelPlan &plan, const std::set<std::string> &scope);
std::string headerComment(const KernelPlan &plan);

} // namespace warpsmith
