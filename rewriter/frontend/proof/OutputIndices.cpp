// Which indices of threads and loops are the rows, the columns and the batches of the output, and
// how many values each has.
#include "rewriter/frontend/proof/ContractionProof.h"
#include "rewriter/frontend/proof/StepBounds.h"
#include <algorithm>

namespace warpsmith::frontend {

/// Which dimensions are C's rows (m), its contiguous dimension (n) and its batches.
bool ContractionProof::output() {
  const Cell &cell = state.cells[0];
  outputIndex = cell.index;
  std::vector<Dimension> owned;
  for (const Dimension &dimension : space.dimensions)
    if (outputIndex.dependsOn(dimension.symbol))
      owned.push_back(dimension);
    else
      return fail(cell.location, element(cell.array, cell.index) + " does not depend on '" +
                                     dimension.owner.text +
                                     "': several threads or steps store one element");
  if (owned.empty())
    return fail(cell.location, element(cell.array, cell.index) +
                                   " depends on no index; one thread must own one element of a "
                                   "matrix");
  if (owned.size() > 3 || (owned.size() == 3 && (form.loops.size() > 1 || !chooseBatch(owned))))
    return groups(std::move(owned));
  if (owned.size() == 1) // a vector: one column
    owned.push_back({"%column", Polynomial(1), {"0", 0}});
  // n is the contiguous one.
  const auto contiguous = [&](const Dimension &dimension) {
    const auto affine = outputIndex.affineIn(dimension.symbol);
    return affine && affine->coefficient.constant() == 1;
  };
  const bool firstIsRow = contiguous(owned[1]) || owned[1].symbol == "%column" ||
                          (!contiguous(owned[0]) && owned[0].owner.axis != 'x');
  rows = {owned[firstIsRow ? 0 : 1]};
  columns = {owned[firstIsRow ? 1 : 0]};
  return outputMatrix();
}

bool ContractionProof::outputMatrix() {
  const Cell &cell = state.cells[0];
  const auto c = matrix(cell.array, cell.type, outputIndex, symbolsOf(rows), symbolsOf(columns));
  if (!c)
    return fail(cell.location, "index '" + outputIndex.str() + "' of '" + cell.array +
                                   "' is not affine in the thread indices");
  result.c = *c;
  if (isVector())
    result.c.strides[1] = Polynomial(1);
  return true;
}

bool ContractionProof::isVector() const {
  return columns.size() == 1 && columns[0].symbol == "%column";
}

/// Several indices of the output each as rows, columns or batch: those that the same operands
/// have. What all operands have is the batch's.
bool ContractionProof::groups(std::vector<Dimension> owned) {
  const Cell &cell = state.cells[0];
  std::vector<Polynomial> reads;
  bool known = true;
  forEachNode(form.update, [&](const Expression &node) {
    if (node.kind != Kind::Operand)
      return;
    const Polynomial &index = state.loads[node.operand].index;
    if (std::ranges::find(reads, index) == reads.end())
      reads.push_back(index);
  });
  std::set<Polynomial> strides;
  for (const Dimension &dimension : owned)
    if (const auto affine = outputIndex.affineIn(dimension.symbol);
        !affine || !strides.insert(affine->coefficient).second)
      return fail(cell.location, element(cell.array, cell.index) +
                                     " has two indices that move it alike: several threads or "
                                     "steps store one element");
  std::optional<std::vector<bool>> first;
  std::vector<Dimension> one, other;
  outermostFirst(owned);
  for (const Dimension &dimension : owned) {
    std::vector<bool> readers;
    for (const Polynomial &index : reads)
      readers.push_back(index.dependsOn(dimension.symbol));
    std::vector<bool> opposite = readers;
    opposite.flip();
    if (std::ranges::find(readers, false) == readers.end()) {
      batches.push_back(dimension);
    } else if (std::ranges::find(readers, true) != readers.end() && (!first || *first == readers)) {
      first = readers;
      one.push_back(dimension);
    } else if (first && *first == opposite) {
      other.push_back(dimension);
    } else {
      known = false;
    }
  }
  if (known && !one.empty() && other.empty())
    return fail(cell.location, "no index of " + element(cell.array, cell.index) +
                                   " moves the second operand alone, as in a depthwise "
                                   "convolution: it is no product of matrices");
  if (!known || one.empty() || other.empty())
    return fail(cell.location, element(cell.array, cell.index) + " depends on " +
                                   std::to_string(owned.size()) +
                                   " indices, which are not those of one operand or of the other");
  // n has the contiguous one.
  const auto hasColumns = [&](const std::vector<Dimension> &dimensions) {
    return std::ranges::any_of(dimensions, [&](const Dimension &dimension) {
      const auto affine = outputIndex.affineIn(dimension.symbol);
      return affine && affine->coefficient.constant() == 1;
    });
  };
  const bool swaps = hasColumns(one);
  rows = swaps ? other : one;
  columns = swaps ? one : other;
  return outputMatrix();
}

/// By their strides in the output, of which one is a multiple of the next.
void ContractionProof::outermostFirst(std::vector<Dimension> &dimensions) const {
  const auto strideOf = [&](const Dimension &dimension) {
    const auto affine = outputIndex.affineIn(dimension.symbol);
    return affine ? affine->coefficient : Polynomial(0);
  };
  const auto isInside = [&](const Dimension &inner, const Dimension &outer) {
    const Polynomial small = strideOf(inner), large = strideOf(outer);
    return !small.isZero() && !large.isZero() && large.quotient(small) && !small.quotient(large);
  };
  std::vector<Dimension> sorted;
  while (!dimensions.empty()) {
    const auto outermost = std::ranges::find_if(dimensions, [&](const Dimension &candidate) {
      return std::ranges::none_of(
          dimensions, [&](const Dimension &outer) { return isInside(candidate, outer); });
    });
    const auto next = outermost == dimensions.end() ? dimensions.begin() : outermost;
    sorted.push_back(*next);
    dimensions.erase(next);
  }
  dimensions = std::move(sorted);
}

/// A batch of one product is none: its index is 0, and no stride of it counts.
void ContractionProof::forgetBatch() {
  for (std::vector<Matrix> *matrices : {&result.second, &result.extras})
    for (Matrix &matrix : *matrices)
      matrix.batchStrides = Strides();
  result.batch = Polynomial(1);
  result.a.batchStrides = result.b.batchStrides = result.c.batchStrides = Strides();
}

/// Of three dimensions, the one that both operands have, or that leaves one row and one column
/// operand without it. Where two are possible, the batch's is the one of the larger stride in C:
/// y[b][t][o] = sum over i of x[b][t][i] w[o][i] is a batch of b, not of t. Where that is not
/// known, it is one that blocks alone tell apart. False where there is none.
bool ContractionProof::chooseBatch(std::vector<Dimension> &owned) {
  const auto dependencies = [&](const std::string &candidate) {
    int ofFirst = 0, ofSecond = 0;
    std::vector<std::string> others;
    for (const Dimension &dimension : owned)
      if (dimension.symbol != candidate)
        others.push_back(dimension.symbol);
    bool valid = true;
    forEachNode(form.update, [&](const Expression &node) {
      if (node.kind != Kind::Operand)
        return;
      const Polynomial &index = state.loads[node.operand].index;
      const bool first = index.dependsOn(others[0]), second = index.dependsOn(others[1]);
      valid &= first != second;
      ofFirst += first;
      ofSecond += second;
    });
    return valid && ofFirst && ofSecond;
  };
  const auto isBlock = [](const Dimension &dimension) {
    const std::string &text = dimension.owner.text;
    return text.starts_with("blockIdx.") && text.find(' ') == std::string::npos;
  };
  std::optional<size_t> chosen;
  Polynomial largest;
  for (size_t index = owned.size(); index-- > 0;) {
    const auto affine = outputIndex.affineIn(owned[index].symbol);
    if ((affine && affine->coefficient.constant() == 1) || !dependencies(owned[index].symbol))
      continue;
    const Polynomial stride = affine ? affine->coefficient : Polynomial(0);
    const bool areKnown = !largest.isZero() && !stride.isZero();
    const bool isLarger =
        chosen && areKnown && stride.quotient(largest) && !largest.quotient(stride);
    const bool isOfBlock = chosen && areKnown && !stride.quotient(largest) &&
                           !largest.quotient(stride) && isBlock(owned[index]) &&
                           !isBlock(owned[*chosen]);
    if (chosen && !isLarger && !isOfBlock)
      continue;
    chosen = index;
    largest = stride;
  }
  if (chosen) {
    batches = {owned[*chosen]};
    owned.erase(owned.begin() + static_cast<long>(*chosen));
  }
  return chosen.has_value();
}

bool ContractionProof::extents() {
  for (std::vector<Dimension> *group : {&rows, &columns, &batches})
    for (const Dimension &dimension : *group)
      if (!isUniform(dimension.extent))
        return fail(kernel, "the bound of '" + dimension.owner.text + "' differs between threads");
  result.m = groupOf(rows);
  result.n = groupOf(columns);
  if (form.loops[0].limited && !isUniform(form.steps)) {
    const auto steps = stepsWithoutLimit(result);
    if (!steps)
      return fail(form.location, "no end of the sum's steps is known");
    form.steps = *steps;
  }
  if (!batches.empty())
    result.batch = groupOf(batches);
  std::vector<IndexGroup::Index> loops;
  for (const SumForm::Loop &loop : form.loops)
    loops.push_back({"", loop.extent});
  result.k = loops.size() == 1 ? IndexGroup(form.steps) : IndexGroup(std::move(loops));
  result.row = ownerOf(rows);
  result.column = ownerOf(columns);
  if (rows.size() > 1 || columns.size() > 1) {
    if (!space.triangles.empty())
      return fail(kernel, "the elements that are stored are not all, nor a triangle");
    return true;
  }
  const Dimension &row = rows[0], &column = columns[0];
  for (const IndexSpace::Triangle &triangle : space.triangles) {
    const bool upper = triangle.first == row.symbol && triangle.second == column.symbol;
    const bool lower = triangle.first == column.symbol && triangle.second == row.symbol;
    if ((!upper && !lower) || triangle.constant < 0 || triangle.constant > 1 ||
        result.region != Region::Full)
      return fail(kernel, "the elements that are stored are not all, nor a triangle");
    const bool whole = triangle.constant == 1;
    result.region = upper ? (whole ? Region::Upper : Region::StrictlyUpper)
                          : (whole ? Region::Lower : Region::StrictlyLower);
  }
  return true;
}

IndexGroup ContractionProof::groupOf(const std::vector<Dimension> &dimensions) {
  if (dimensions.size() == 1)
    return dimensions[0].extent;
  std::vector<IndexGroup::Index> indices;
  for (const Dimension &dimension : dimensions)
    indices.push_back({dimension.owner.text, dimension.extent});
  return IndexGroup(std::move(indices));
}

Ownership ContractionProof::ownerOf(const std::vector<Dimension> &dimensions) {
  if (dimensions.size() == 1)
    return dimensions[0].owner;
  std::string text;
  for (const Dimension &dimension : dimensions)
    text += (text.empty() ? "(" : "; ") + dimension.owner.text;
  return {text + ")", 0};
}

} // namespace warpsmith::frontend
