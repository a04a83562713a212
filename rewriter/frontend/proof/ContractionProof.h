/// The proof that what a kernel stores is a contraction, and what it is. Each part of the proof has
/// a file of its own, and all parts share what has been found out.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/proof/ElementPositions.h"
#include "rewriter/frontend/proof/IndexSpace.h"
#include "rewriter/frontend/proof/StepForm.h"
#include "rewriter/frontend/proof/SumForm.h"
#include "rewriter/frontend/proof/ThreadSummary.h"
#include "rewriter/ir/Contraction.h"
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpsmith::frontend {

/// Calls `visit` for each node of an expression.
void forEachNode(const ExpressionRef &expression,
                 const std::function<void(const Expression &)> &visit);

class ContractionProof {
public:
  ContractionProof(ThreadSummary &summary, IndexSpace indices, clang::SourceLocation where,
                   RefusalSink &sink)
      : state(summary),
        space(std::move(indices)),
        kernel(where),
        refuse(sink) {}

  /// Everything but the kernel's name, parameters, location and launches.
  std::optional<Contraction> run();

private:
  using Kind = Expression::Kind;
  using Symbols = std::vector<std::string>;

  // ContractionProof.cpp.
  bool findSum();
  bool calculatesWithoutIndices();
  bool expressions();
  bool fail(clang::SourceLocation location, std::string reason);
  std::string element(const std::string &array, const Polynomial &index) const;
  static Symbols symbolsOf(const std::vector<Dimension> &dimensions);
  Symbols steps() const;
  static bool dependsOnAny(const Polynomial &polynomial, const Symbols &symbols);
  /// The array element in terms of two groups of indices and the batch's, or nothing.
  std::optional<Matrix> matrix(const std::string &name, ElementType type, Polynomial index,
                               const Symbols &first, const Symbols &second) const;

  // OutputIndices.cpp.
  /// Which dimensions are C's rows (m), its contiguous dimension (n) and its batches.
  bool output();
  bool outputMatrix();
  bool isVector() const;
  bool groups(std::vector<Dimension> owned);
  void outermostFirst(std::vector<Dimension> &dimensions) const;
  void forgetBatch();
  bool chooseBatch(std::vector<Dimension> &owned);
  /// How many elements each of them has.
  bool extents();
  static IndexGroup groupOf(const std::vector<Dimension> &dimensions);
  static Ownership ownerOf(const std::vector<Dimension> &dimensions);

  // SumConditions.cpp.
  /// Takes conditions on indices out of the sum.
  bool conditions();
  bool holdsAround(const Bounds &bounds) const;
  bool isOtherSize(const Polynomial &bound);
  std::optional<Polynomial> rowInside(const Polynomial &bound);
  bool haveSteps(const Polynomial &number);
  bool notImplied(const Polynomial &bound);
  bool takesZero(const ExpressionRef &value);
  void pad(const Polynomial &limit);

  // ProductOperands.cpp.
  /// The row and the column operands among the loads of the update.
  bool operands();
  std::string whyNotRolled(const std::vector<ProductForm> &products) const;
  static Factors complexFactors(const std::vector<bool> &hasRows, const std::vector<int> &read);
  std::string described(const ExpressionRef &update) const;
  std::optional<Matrix> operandAccess(const Load &load, bool &onRow);
  bool places();
  void reverse();

  // OutputRegion.cpp.
  /// A second store of the same value, across the diagonal.
  bool mirrored();
  bool fillsDiagonal(bool allRows);
  bool isDiagonalOfRows(const std::string &inner) const;
  bool keepsLast(const std::string &outer, const std::string &inner);
  /// Takes away the rows and columns in which the region has no element.
  void leaveOutUnread();
  bool outputRowIsOuter() const;
  bool isSymmetric() const;

  ThreadSummary &state;
  const IndexSpace space;
  clang::SourceLocation kernel; ///< what refusals point to that concern the whole of it
  RefusalSink &refuse;
  SumForm form;
  ExpressionRef stored;
  Polynomial outputIndex;
  std::optional<Cell> diagonal;
  bool zeroFilled = false; ///< the original adds products of zeros after the last step
  /// The output's indices, outermost first; no batches are one product.
  std::vector<Dimension> rows, columns, batches;
  std::vector<Polynomial> padding; ///< all are positive where the step reads no padding
  bool skipsPadding = false;       ///< and leaves the sum as it is where it would
  std::set<int> zeroLoads;         ///< loads in the place of which zero stands in the padding
  std::set<int> plainLoads;        ///< other loads of the step
  std::string tooManySteps; ///< the refusal if the sum has more steps than a row has elements
  std::vector<int> roles;
  Contraction result;
  ElementPositions positions{state, space, rows, columns, result, refuse};
};

} // namespace warpsmith::frontend
