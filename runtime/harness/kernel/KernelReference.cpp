#include "runtime/harness/kernel/KernelReference.h"
#include "runtime/harness/core/Parallel.h"
#include <algorithm>
#include <cmath>
#include <map>

namespace warpsmith::harness {
namespace {

/// Relative to the terms of a sum: the steps by which a result's steepness is looked at, from that
/// of FP32's roundings to that of BF16's. A curve or a corner between them is seen by one of them.
constexpr double Steps[] = {0x1p-22, 0x1p-16, 0x1p-8};

class Evaluation {
public:
  Evaluation(const KernelModel &kernel, const Problem &data, ProductEngine &products)
      : model(kernel),
        problem(data),
        engine(products),
        rows(size(model.m)),
        columns(size(model.n)),
        length(size(model.k)),
        batches(model.batch < 0 ? 1 : size(model.batch)) {}

  OutputReference run() {
    const std::size_t count = rows * columns * batches;
    result.buffer = model.output;
    result.length = length * std::max<std::size_t>(1, model.products.size());
    result.rounds = model.initial.rounds() || model.result.rounds() ||
                    (model.diagonal && model.diagonal->rounds());
    for (auto *values :
         {&result.value, &result.products, &result.addend, &result.operands, &result.allowance})
      values->resize(count);
    for (std::size_t batch = 0; batch < batches; ++batch)
      for (const KernelProduct &product : model.products)
        add(product, batch);
    finish();
    return std::move(result);
  }

private:
  std::size_t size(int dimension) const {
    return static_cast<std::size_t>(problem.sizes[static_cast<std::size_t>(dimension)]);
  }

  const std::vector<double> &values(int buffer) {
    std::vector<double> &known = arrays[buffer];
    if (known.empty())
      known = toDouble(problem.arrays[static_cast<std::size_t>(buffer)]);
    return known;
  }

  /// The operand as it is multiplied.
  MatrixView view(int index, std::size_t batch) {
    const KernelOperand &operand = model.operands[static_cast<std::size_t>(index)];
    const bool isLeft = index % 2 == 0;
    const std::size_t height = isLeft ? rows : length, width = isLeft ? length : columns;
    const double *start =
        values(operand.buffer).data() + (operand.batched ? batch * height * width : 0);
    const MatrixView stored = {start, operand.transposed ? width : height,
                               operand.transposed ? height : width,
                               operand.transposed ? height : width};
    return operand.transposed ? stored.transposed() : stored;
  }

  void add(const KernelProduct &product, std::size_t batch) {
    double scale = 1, narrowing = 0; // relative to the scale
    for (const Formula &factor : product.scale) {
      const FormulaValue value = factor({0, 0, problem.scalars, {}, problem.sizes, model.roundoff});
      scale *= value.value;
      if (value.narrowing > 0)
        narrowing += value.narrowing / std::fabs(value.value);
    }
    const OutputReference term =
        productReference(engine, model.output, scale, view(product.left, batch),
                         view(product.right, batch), 0, nullptr);
    const std::size_t start = batch * rows * columns;
    for (std::size_t index = 0; index < rows * columns; ++index) {
      result.value[start + index] += term.value[index];
      result.products[start + index] += term.products[index];
      result.operands[start + index] += term.operands[index];
      result.allowance[start + index] += narrowing * term.products[index];
    }
  }

  void finish() {
    const std::vector<double> &old = values(model.output);
    for (const KernelExtra &extra : model.extras)
      values(extra.buffer);
    parallelFor(rows * batches, 1, [&](std::size_t begin, std::size_t end) {
      std::vector<double> extras(model.extras.size());
      for (std::size_t line = begin; line < end; ++line)
        for (std::size_t column = 0; column < columns; ++column) {
          const std::size_t row = line % rows, batch = line / rows;
          for (std::size_t index = 0; index < extras.size(); ++index)
            extras[index] = element(model.extras[index], batch, row, column);
          element(line * columns + column, row, column,
                  {0, old[line * columns + column], problem.scalars, extras, problem.sizes,
                   model.roundoff});
        }
    });
  }

  double element(const KernelExtra &extra, std::size_t batch, std::size_t row,
                 std::size_t column) const {
    std::size_t at = extra.batched ? batch : 0;
    if (extra.row)
      at = at * rows + row;
    if (extra.column)
      at = at * columns + column;
    return arrays.at(extra.buffer)[at];
  }

  /// The sum's bounds become those of what is stored: they grow by the result's steepness.
  void element(std::size_t index, std::size_t row, std::size_t column, FormulaInputs inputs) {
    double &value = result.value[index], &products = result.products[index];
    const bool diagonal = row == column && model.diagonal;
    if (diagonal || !model.stores(row, column)) {
      const FormulaValue stored =
          diagonal ? (*model.diagonal)(inputs) : FormulaValue{inputs.output};
      value = stored.value;
      result.addend[index] = stored.magnitude;
      result.allowance[index] = stored.narrowing;
      products = result.operands[index] = 0;
      return;
    }
    const FormulaValue start = model.initial(inputs);
    inputs.sum = value + start.value;
    const FormulaValue stored = model.result(inputs);
    double steepness = 1;
    if (!model.result.is(Formula::Kind::Sum)) {
      steepness = 0;
      const double reach = products + std::fabs(start.value);
      for (const double step : Steps)
        for (const double direction : {-1.0, 1.0}) {
          FormulaInputs near = inputs;
          near.sum += direction * step * reach;
          const double change = std::fabs(model.result(near).value - stored.value);
          // Where it becomes infinite, FormulaValue::narrowing knows.
          if (near.sum != inputs.sum && std::isfinite(change))
            steepness = std::max(steepness, change / std::fabs(near.sum - inputs.sum));
        }
    }
    value = stored.value;
    products *= steepness;
    result.operands[index] *= steepness;
    result.allowance[index] =
        (result.allowance[index] + start.narrowing) * steepness + stored.narrowing;
    result.addend[index] =
        (std::fabs(start.value) + start.magnitude) * steepness + stored.magnitude;
  }

  const KernelModel &model;
  const Problem &problem;
  ProductEngine &engine;
  std::size_t rows, columns, length, batches;
  std::map<int, std::vector<double>> arrays;
  OutputReference result;
};

} // namespace

bool KernelModel::stores(std::size_t row, std::size_t column) const {
  if (region == "!=")
    return row != column;
  if (region == "<=")
    return row <= column;
  if (region == "<")
    return row < column;
  if (region == ">=")
    return row >= column;
  if (region == ">")
    return row > column;
  return true;
}

OutputReference kernelReference(const KernelModel &model, const Problem &problem,
                                ProductEngine &engine) {
  return Evaluation(model, problem, engine).run();
}

} // namespace warpsmith::harness
