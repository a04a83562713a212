#include "rewriter/families/PackedAccess.h"
#include <algorithm>
#include <optional>
#include <stdexcept>

namespace warpsmith {
namespace {

/// Indices that one stride describes.
struct Digit {
  Polynomial extent, stride;
};

/// Innermost first.
std::vector<Digit> digitsOf(const Strides &strides, const IndexGroup &group) {
  std::vector<Digit> digits;
  for (size_t index = group.size(); index-- > 0;) {
    const Polynomial &extent = group.indices()[index].extent, &stride = strides.all()[index];
    if (extent.constant() == 1)
      continue;
    if (!digits.empty() && stride == digits.back().stride * digits.back().extent)
      digits.back().extent = digits.back().extent * extent;
    else
      digits.push_back({extent, stride});
  }
  if (digits.empty())
    digits.push_back({Polynomial(1), strides.all().back()});
  return digits;
}

/// Finds out how one matrix lies.
class Layout {
public:
  Layout(const Contraction &of, const Matrix &ofMatrix, const IndexGroup &first,
         const IndexGroup &second)
      : contraction(of),
        matrix(ofMatrix),
        digits{digitsOf(ofMatrix.strides[0], first), digitsOf(ofMatrix.strides[1], second)} {}

  std::variant<PackedMatrix, std::string> find() const {
    const std::string name = "'" + matrix.name + "'";
    for (const std::vector<Digit> &ofGroup : digits)
      for (const Digit &digit : ofGroup)
        if (digit.stride.isZero() || digit.stride.isNegative())
          return "an index runs backwards through " + name + ", or does not move it";
    PackedMatrix found;
    if (valueOf(digits[1][0].stride) == 1)
      found.along = 1;
    else if (valueOf(digits[0][0].stride) == 1)
      found.along = 0;
    else
      return "no elements of " + name + " are side by side";
    const std::vector<Digit> &along = digits[found.along], &across = digits[1 - found.along];
    if (along.size() > 2 || across.size() > 2)
      return "more than two strides describe the rows or columns of " + name;
    found.run = along[0].extent;
    found.lines = across[0].extent;
    found.linePitch = across[0].stride;
    if (along.size() > 1) {
      found.runs = along[1].extent;
      found.runPitch = along[1].stride;
    }
    if (across.size() > 1) {
      found.blocks = across[1].extent;
      found.blockPitch = across[1].stride;
    }
    if (along.size() == 1 && across.size() == 1)
      return found;
    constexpr int64_t LongestRun = 1 << 20; // elements; beyond it nothing lies
    const std::optional<int64_t> run = along.size() == 1 ? OneDigit : valueOf(found.run);
    const std::optional<int64_t> lines = across.size() == 1 ? OneDigit : valueOf(found.lines);
    if (!run || !lines)
      return std::string(run ? "where lines" : "how many elements") + " of " + name +
             (run ? " are further apart" : " are side by side") + " is no constant";
    const int64_t bytes = *run * sizeOf(matrix.type);
    if ((along.size() > 1 && (*run < 1 || *run > LongestRun)) ||
        (bytes != 16 && bytes != 32 && bytes != 64 && bytes % 128 != 0))
      return "runs of " + std::to_string(bytes) + " bytes in " + name +
             " are not 16, 32, 64 or a multiple of 128";
    if (across.size() > 1 && (*lines < 1 || *lines > LongestRun))
      return "'" + matrix.name + "' has no such lines";
    found.digits = {static_cast<int>(*run), static_cast<int>(*lines), linesOfRow(found, *lines)};
    return found;
  }

private:
  Polynomial withConstants(Polynomial number) const {
    for (const auto &[name, value] : contraction.constants)
      number = number.substitute(name, Polynomial(value));
    return number;
  }

  /// The number, by the constants of this parse: a launch checks it again.
  std::optional<int64_t> valueOf(const Polynomial &number) const {
    return withConstants(number).constant();
  }

  /// As in PackedDigits: none share a row where there may be a part of one at the end.
  int linesOfRow(const PackedMatrix &found, int64_t linesOfBlock) const {
    constexpr int RowBytes = 128;
    const std::optional<int64_t> run = valueOf(found.run), pitch = valueOf(found.linePitch);
    if (!run || run != pitch || found.runs == 1)
      return 1;
    const int64_t bytes = *run * sizeOf(matrix.type);
    if (bytes != 16 && (bytes != 32 || sizeOf(matrix.type) != 2))
      return 1;
    const int64_t lines = RowBytes / bytes;
    const bool fills = linesOfBlock == OneDigit
                           ? withConstants(found.lines).quotient(Polynomial(lines)).has_value()
                           : linesOfBlock % lines == 0;
    return fills ? static_cast<int>(lines) : 1;
  }

  const Contraction &contraction;
  const Matrix &matrix;
  std::vector<Digit> digits[2];
};

/// The outermost index of a group.
void addIndex(IndexGroup &group, const IndexGroup::Index &index) {
  std::vector<IndexGroup::Index> all = group.indices();
  all.insert(all.begin(), index);
  group = IndexGroup(std::move(all));
}
void addStride(Strides &strides, const Polynomial &stride) {
  std::vector<Polynomial> all = strides.all();
  all.insert(all.begin(), stride);
  strides = Strides(std::move(all));
}

/// Indices of a batch whose products share A count columns, and those whose products share B count
/// rows: [columns/16][steps][16] may be read as a batch of narrow matrices.
Contraction withSharedAsDigits(Contraction contraction) {
  const std::vector<IndexGroup::Index> batch = contraction.batch.indices();
  if (!contraction.isBatched() || !contraction.second.empty() || !contraction.positions.empty())
    return contraction;
  for (size_t index = batch.size(); index-- > 0;) {
    const auto strideIn = [&](const Matrix &matrix) { return matrix.batchStrides.all()[index]; };
    const bool sharesA = strideIn(contraction.a).isZero();
    if (sharesA == strideIn(contraction.b).isZero())
      return contraction; // each has its own operands
    const int group = sharesA ? 1 : 0;
    addIndex(sharesA ? contraction.n : contraction.m, batch[index]);
    Matrix &moved = sharesA ? contraction.b : contraction.a;
    addStride(moved.strides[group], strideIn(moved));
    addStride(contraction.c.strides[group], strideIn(contraction.c));
    for (Matrix &extra : contraction.extras)
      addStride(extra.strides[group], strideIn(extra));
  }
  contraction.batch = Polynomial(1);
  for (Matrix *matrix : {&contraction.a, &contraction.b, &contraction.c})
    matrix->batchStrides = Polynomial(0);
  for (Matrix &extra : contraction.extras)
    extra.batchStrides = Polynomial(0);
  return contraction;
}

/// Makes the index that moves from an element to its neighbour the innermost one of its group:
/// rows, columns and steps may be counted in any order, by all matrices alike.
/// Whether it did.
bool putNeighboursLast(IndexGroup &group, const std::vector<Strides *> &strides) {
  const auto isNeighbour = [&](size_t index) {
    return std::ranges::any_of(strides,
                               [&](const Strides *of) { return of->all()[index].constant() == 1; });
  };
  size_t found = 0;
  while (found < group.size() && !isNeighbour(found))
    ++found;
  if (found + 1 >= group.size() || isNeighbour(group.size() - 1))
    return false;
  const auto moved = [&](auto all) {
    std::rotate(all.begin() + static_cast<long>(found), all.begin() + static_cast<long>(found) + 1,
                all.end());
    return all;
  };
  group = IndexGroup(moved(group.indices()));
  for (Strides *of : strides)
    *of = Strides(moved(of->all()));
  return true;
}

/// Of rows, columns and steps; whether it did so of steps.
bool putNeighboursLast(Contraction &contraction) {
  std::vector<Strides *> rows = {contraction.a.strides.data(), contraction.c.strides.data()};
  std::vector<Strides *> columns = {&contraction.b.strides[1], &contraction.c.strides[1]};
  for (Matrix &extra : contraction.extras) {
    rows.push_back(extra.strides.data());
    columns.push_back(&extra.strides[1]);
  }
  putNeighboursLast(contraction.m, rows);
  putNeighboursLast(contraction.n, columns);
  return putNeighboursLast(contraction.k,
                           {&contraction.a.strides[1], contraction.b.strides.data()});
}

} // namespace

std::variant<PackedAccess, std::string> packedAccess(const Contraction &original) {
  Contraction contraction = withSharedAsDigits(original);
  if (contraction.isBatched())
    return "it is a batch of products";
  if (contraction.isPlain())
    return "its operands are plain matrices, which TMA copies in boxes";
  for (const Matrix *matrix : {&contraction.a, &contraction.b})
    if (matrix->padding != Padding::None)
      return "'" + matrix->name + "' has padding";
  if (!contraction.second.empty() || contraction.region != Region::Full || contraction.diagonal ||
      contraction.limitsSteps() || !contraction.positions.empty())
    return "elements of C differ in what is computed";
  PackedAccess access;
  access.ordersSteps = putNeighboursLast(contraction);
  const auto find = [&](PackedMatrix &found, const Matrix &matrix, const IndexGroup &first,
                        const IndexGroup &second) -> std::string {
    auto layout = Layout(contraction, matrix, first, second).find();
    if (auto *reason = std::get_if<std::string>(&layout))
      return std::move(*reason);
    found = std::get<PackedMatrix>(std::move(layout));
    return {};
  };
  for (const std::string &reason : {find(access.a, contraction.a, contraction.m, contraction.k),
                                    find(access.b, contraction.b, contraction.k, contraction.n),
                                    find(access.c, contraction.c, contraction.m, contraction.n)})
    if (!reason.empty())
      return reason;
  if (access.c.along != 1)
    return "neighbours in '" + contraction.c.name + "' are rows, not columns";
  if (!access.c.digits.isPlain() && sizeOf(contraction.c.type) > 4)
    return "elements of '" + contraction.c.name + "' are longer than four bytes";
  Contraction product = contraction;
  product.m = contraction.m.extent();
  product.n = contraction.n.extent();
  product.k = contraction.k.extent();
  for (const auto &[matrix, found] :
       {std::pair(&product.a, &access.a), {&product.b, &access.b}, {&product.c, &access.c}}) {
    matrix->offset = 0;
    matrix->strides[found->along] = Polynomial(1);
    matrix->strides[1 - found->along] = found->linePitch;
  }
  for (Matrix &extra : product.extras) {
    const auto rows = strideOfAll(extra.strides[0], contraction.m);
    const auto columns = strideOfAll(extra.strides[1], contraction.n);
    if (!rows || !columns)
      return "'" + extra.name + "', which results read, is no plain matrix";
    extra.strides = {Strides(*rows), Strides(*columns)};
  }
  access.product = std::move(product);
  return access;
}

bool columnsAreBetween(const Contraction &contraction) {
  return contraction.isBatched() && contraction.isPlain() &&
         contraction.c.batchStride() == contraction.c.stride(1) * contraction.n.extent();
}

Contraction productOfPacked(const Contraction &contraction) {
  auto found = packedAccess(contraction);
  if (auto *access = std::get_if<PackedAccess>(&found))
    return std::move(access->product);
  throw std::logic_error("no product of packed layouts: " + std::get<std::string>(found));
}

} // namespace warpsmith
