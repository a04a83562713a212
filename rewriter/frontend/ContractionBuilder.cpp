#include "rewriter/frontend/ContractionBuilder.h"
#include <algorithm>
#include <array>

namespace warpsmith::frontend {
namespace {

constexpr std::array<char, 3> Axes = {'x', 'y', 'z'};

std::string builtin(const char *name, char axis) {
  return std::string(name) + "." + axis;
}
std::string global(char axis) {
  return std::string("%") + axis;
}

/// Rewrites polynomials from threadIdx and blockIdx to the thread's global indices %x, %y, %z.
class GlobalIndices {
public:
  /// Learns the block extent of each axis from an index in which blockIdx has so many times
  /// threadIdx's coefficient.
  void learn(const Polynomial &polynomial) {
    for (const char axis : Axes) {
      const auto thread = polynomial.affineIn(builtin("threadIdx", axis));
      const auto block = polynomial.affineIn(builtin("blockIdx", axis));
      if (!thread || !block || block->coefficient.isZero())
        continue;
      if (const auto extent = block->coefficient.quotient(thread->coefficient))
        extents.emplace(axis, *extent);
    }
  }

  /// Nothing when the polynomial uses a thread or block index in any other way.
  std::optional<Polynomial> rewrite(Polynomial polynomial) const {
    for (const auto &[axis, extent] : extents) {
      const Polynomial first = Polynomial::symbol(builtin("blockIdx", axis)) * extent;
      polynomial = polynomial.substitute(builtin("threadIdx", axis),
                                         Polynomial::symbol(global(axis)) - first);
    }
    for (const std::string &symbol : polynomial.symbols())
      for (const char *name : {"threadIdx.", "blockIdx.", "blockDim.", "gridDim."})
        if (symbol.rfind(name, 0) == 0)
          return std::nullopt;
    return polynomial;
  }

  /// `threadIdx.x`, `blockIdx.x * blockDim.x` and the like: no more than a thread's global index,
  /// which launches keep below 2^31.
  bool isPartOfGlobalIndex(const Polynomial &polynomial) const {
    for (const auto &[axis, extent] : extents) {
      const Polynomial block = Polynomial::symbol(builtin("blockIdx", axis));
      const Polynomial thread = Polynomial::symbol(builtin("threadIdx", axis));
      const Polynomial dimension = Polynomial::symbol(builtin("blockDim", axis));
      for (const Polynomial &part :
           {block, thread, dimension, extent, block * extent, block * extent + thread})
        if (polynomial == part)
          return true;
    }
    return false;
  }

  Polynomial extent(char axis) const { return extents.at(axis); }

private:
  std::map<char, Polynomial> extents;
};

/// The array element as offset + first * stride + second * stride, or nothing.
std::optional<Matrix> matrix(const std::string &name, ElementType type, const Polynomial &index,
                             const std::string &first, const std::string &second) {
  const auto inFirst = index.affineIn(first);
  const auto inSecond = inFirst ? inFirst->rest.affineIn(second) : std::nullopt;
  if (!inSecond || inFirst->coefficient.dependsOnIndices() ||
      inSecond->coefficient.dependsOnIndices() || inSecond->rest.dependsOnIndices())
    return std::nullopt;
  return Matrix{name, type, inSecond->rest, {inFirst->coefficient, inSecond->coefficient}};
}

class Builder {
public:
  Builder(const SymbolicState &summary, clang::SourceLocation where, RefusalSink &sink)
      : state(summary),
        kernel(where),
        refuse(sink) {}

  std::optional<Contraction> run() {
    if (!state.reduction)
      return refuse(kernel, "no loop that sums products");
    if (state.cells.empty())
      return refuse(kernel, "the kernel stores nothing");
    if (state.cells.size() > 1)
      return refuse(state.cells[1].location, "stores to more than one array ('" +
                                                 state.cells[0].array + "' and '" +
                                                 state.cells[1].array + "')");
    result.constants = state.constants;
    if (!globalIndices() || !output() || !guards() || !operands() || !expressions())
      return std::nullopt;
    result.k = state.reduction->extent;
    if (!hostKnows() || !ranges())
      return std::nullopt;
    if (result.k.dependsOnIndices() || !indices.rewrite(result.k) ||
        *indices.rewrite(result.k) != result.k)
      return refuse(state.reduction->location,
                    "loop bound '" + result.k.str() + "' differs between threads");
    result.sum = state.reduction->type;
    result.sumInOutput = state.reduction->inMemory;
    return result;
  }

private:
  bool fail(clang::SourceLocation location, std::string reason) {
    refuse(location, std::move(reason));
    return false;
  }

  bool globalIndices() {
    const Cell &cell = state.cells[0];
    indices.learn(cell.index);
    for (const Polynomial &polynomial : state.positive)
      indices.learn(polynomial);
    const auto rewritten = indices.rewrite(cell.index);
    if (!rewritten)
      return fail(cell.location, "'" + cell.array + "[" + cell.index.str() +
                                     "]' is not indexed by the thread's global index");
    outputIndex = *rewritten;
    return true;
  }

  /// C and which thread axis owns its rows (m) and its contiguous dimension (n).
  bool output() {
    const Cell &cell = state.cells[0];
    std::vector<char> used;
    for (const char axis : Axes)
      if (outputIndex.dependsOn(global(axis)))
        used.push_back(axis);
    if (used.size() != 2)
      return fail(cell.location, "'" + cell.array + "[" + cell.index.str() + "]' depends on " +
                                     std::to_string(used.size()) +
                                     " thread axes; one thread must own one element of a matrix");
    rowAxis = used[1];
    columnAxis = used[0];
    auto c = matrix(cell.array, cell.type, outputIndex, global(rowAxis), global(columnAxis));
    if (c && c->contiguous() == 0) {
      std::swap(rowAxis, columnAxis);
      std::swap(c->stride[0], c->stride[1]);
    }
    if (!c)
      return fail(cell.location, "index '" + outputIndex.str() + "' of '" + cell.array +
                                     "' is not affine in the thread indices");
    result.c = *c;
    result.row = {rowAxis, indices.extent(rowAxis)};
    result.column = {columnAxis, indices.extent(columnAxis)};
    return true;
  }

  bool guards() {
    for (const Polynomial &guard : state.positive) {
      const auto rewritten = indices.rewrite(guard);
      const std::string text = guard.str() + " > 0";
      if (!rewritten)
        return fail(kernel, "guard '" + text + "' is not a bound on a global index");
      bool matched = false;
      for (const bool isRow : {true, false}) {
        const auto affine = rewritten->affineIn(global(isRow ? rowAxis : columnAxis));
        if (!affine || affine->coefficient.constant() != -1 || affine->rest.dependsOnIndices())
          continue;
        Polynomial &extent = isRow ? result.m : result.n;
        if (!extent.isZero() && extent != affine->rest)
          return fail(kernel, "two different guards on one index: '" + extent.str() + "' and '" +
                                  affine->rest.str() + "'");
        extent = affine->rest;
        matched = true;
      }
      if (!matched)
        return fail(kernel, "guard '" + text + "' is not an upper bound on one index");
    }
    // Without a guard the launch's own threads are the domain.
    if (result.m.isZero())
      result.m = launchedThreads(result.row);
    if (result.n.isZero())
      result.n = launchedThreads(result.column);
    return true;
  }

  static Polynomial launchedThreads(const ThreadAxis &axis) {
    return Polynomial::symbol(builtin("gridDim", axis.axis)) * axis.block;
  }

  /// A and B among the loads of the update.
  bool operands() {
    std::array<bool, 2> found = {false, false};
    roles.assign(state.loads.size(), -1);
    for (size_t number = 0; number < state.loads.size(); ++number) {
      const Load &load = state.loads[number];
      if (!state.reduction->update->containsOperand(static_cast<int>(number)))
        continue;
      const auto index = indices.rewrite(load.index);
      if (!index)
        return fail(load.location, "'" + load.array + "[" + load.index.str() +
                                       "]' is not indexed by the thread's global index");
      if (load.array == result.c.name)
        return fail(load.location, "the output '" + load.array + "' is also an operand");
      const bool onRow = index->dependsOn(global(rowAxis));
      const bool onColumn = index->dependsOn(global(columnAxis));
      const bool onK = index->dependsOn("%k");
      if (!onK || onRow == onColumn)
        return fail(load.location,
                    "'" + load.array + "[" + index->str() +
                        "]' is not an operand of a matrix "
                        "product: it depends on " +
                        (onRow && onColumn   ? std::string("both indices of the output")
                         : onRow || onColumn ? "one index of the output but not on the loop"
                                             : "no index of the output"));
      const int role = onRow ? 0 : 1;
      const auto access = role == 0
                              ? matrix(load.array, load.type, *index, global(rowAxis), "%k")
                              : matrix(load.array, load.type, *index, "%k", global(columnAxis));
      if (!access)
        return fail(load.location, "index '" + index->str() + "' of '" + load.array +
                                       "' is not affine with strides of its own for each index");
      Matrix &operand = role == 0 ? result.a : result.b;
      if (found[role] && (operand.name != access->name || operand.stride != access->stride ||
                          operand.offset != access->offset))
        return fail(load.location, "more than two operands in the sum");
      operand = *access;
      found[role] = true;
      roles[number] = role;
    }
    if (!found[0] || !found[1])
      return fail(state.reduction->location,
                  "the sum is not over products of a row operand and a column operand");
    return true;
  }

  /// Renumbers loads to roles and checks the form of start, step and result.
  bool expressions() {
    const Reduction &reduction = *state.reduction;
    bool valid = true;
    const auto place = [&](const ExpressionRef &expression, bool inUpdate) {
      return map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
        if (node->kind != Expression::Kind::Operand)
          return nullptr;
        const Load &load = state.loads[node->operand];
        if (inUpdate)
          return Expression::operandElement(roles[node->operand], node->type);
        const auto index = indices.rewrite(load.index);
        if (load.array != result.c.name || !index || *index != outputIndex) {
          valid = fail(load.location, "'" + load.array + "[" + load.index.str() +
                                          "]' outside the loop is not the output's own element");
          return node;
        }
        if (static_cast<size_t>(node->operand) < reduction.loads)
          result.outputBeforeLoop = true;
        return Expression::output(node->type);
      });
    };
    result.initial = place(reduction.initial, false);
    result.update = place(reduction.update, true);
    result.result = place(state.cells[0].value, false);
    if (!valid)
      return false;
    if (!result.result->contains(Expression::Kind::Sum))
      return fail(state.cells[0].location, "what is stored does not depend on the sum");
    if (reduction.type != ElementType::F32 && reduction.type != ElementType::F64)
      return fail(reduction.location, "the sum is kept in " +
                                          std::string(cudaName(reduction.type)) +
                                          "; only float and double sums are understood");
    if (!productForm(*result.update))
      return fail(reduction.location, "the step '" + describe(*result.update) +
                                          "' is not the sum plus a product of A, B and constants");
    return true;
  }

  /// Sizes and strides are computed on the host, which has no threadIdx or blockDim.
  bool hostKnows() {
    std::vector<Polynomial> all = {result.k};
    if (result.m != launchedThreads(result.row))
      all.push_back(result.m);
    if (result.n != launchedThreads(result.column))
      all.push_back(result.n);
    for (const Matrix *matrix : {&result.a, &result.b, &result.c})
      all.insert(all.end(), {matrix->offset, matrix->stride[0], matrix->stride[1]});
    for (const ThreadAxis *axis : {&result.row, &result.column})
      if (axis->block != Polynomial::symbol(builtin("blockDim", axis->axis)))
        all.push_back(axis->block);
    for (const Polynomial &polynomial : all)
      if (const std::string symbol = deviceSymbol(polynomial); !symbol.empty())
        return fail(kernel, "'" + polynomial.str() + "' depends on " + symbol +
                                " other than as part of a global index");
    return true;
  }

  static std::string deviceSymbol(const Polynomial &polynomial) {
    for (const std::string &symbol : polynomial.symbols())
      for (const char *name : {"threadIdx.", "blockIdx.", "blockDim.", "gridDim."})
        if (symbol.rfind(name, 0) == 0)
          return symbol;
    return {};
  }

  /// Where narrow or unsigned arithmetic could give another value than the integers', a range to be
  /// checked.
  bool ranges() {
    for (const ValueRange &range : state.ranges) {
      if (indices.isPartOfGlobalIndex(range.value))
        continue;
      const auto value = indices.rewrite(range.value);
      std::optional<IndexRange> found;
      if (value)
        found = affineRange(*value, range);
      if (!found)
        return fail(range.location,
                    "'" + range.value.str() + "' is computed in a type in which it may wrap");
      if (!isImplied(*found) &&
          std::find(result.ranges.begin(), result.ranges.end(), *found) == result.ranges.end())
        result.ranges.push_back(*found);
    }
    return true;
  }

  std::optional<IndexRange> affineRange(Polynomial value, const ValueRange &range) const {
    IndexRange found{{}, {}, range.low, range.high};
    const std::string names[] = {global(rowAxis), global(columnAxis), "%k"};
    for (const int dimension : {0, 1, 2}) {
      const auto affine = value.affineIn(names[dimension]);
      if (!affine || affine->coefficient.dependsOnIndices())
        return std::nullopt;
      found.coefficient[dimension] = affine->coefficient;
      value = affine->rest;
    }
    found.offset = value;
    return value.dependsOnIndices() ? std::nullopt : std::optional(found);
  }

  /// Extents are positive ints, and so are indices alone.
  bool isImplied(const IndexRange &range) const {
    if (range.low > 0 || range.high < INT32_MAX)
      return false;
    int indicesUsed = 0;
    for (const Polynomial &coefficient : range.coefficient) {
      if (coefficient.isZero())
        continue;
      if (coefficient.constant() != 1)
        return false;
      ++indicesUsed;
    }
    if (indicesUsed > 0)
      return indicesUsed == 1 && range.offset.isZero();
    const auto constant = range.offset.constant();
    return (constant && *constant >= range.low && *constant <= range.high) ||
           range.offset == result.m || range.offset == result.n || range.offset == result.k;
  }

  const SymbolicState &state;
  clang::SourceLocation kernel;
  RefusalSink &refuse;
  GlobalIndices indices;
  Polynomial outputIndex;
  char rowAxis = 'y', columnAxis = 'x';
  std::vector<int> roles;
  Contraction result;
};

} // namespace

std::optional<Contraction> buildContraction(const SymbolicState &state,
                                            clang::SourceLocation kernel, RefusalSink &refuse) {
  return Builder(state, kernel, refuse).run();
}

} // namespace warpsmith::frontend
