#include "rewriter/verify/Assignment.h"
#include "rewriter/ir/Identifiers.h"
#include <algorithm>
#include <regex>
#include <set>

namespace warpsmith::verify {
namespace {

class Solver {
public:
  Solver(const Contraction &product, const Shape &wanted) : contraction(product), shape(wanted) {
    for (const Parameter &parameter : product.parameters)
      names.insert(parameter.name);
  }

  std::map<std::string, std::string> run() {
    for (const std::string &condition : contraction.conditions)
      satisfy(condition);
    extent(contraction.m, shape.m);
    extent(contraction.n, shape.n);
    extent(contraction.k, shape.k);
    extent(contraction.batch, shape.batch);
    // What strides are made of beyond the extents: leading dimensions.
    for (int operand = 0; operand < contraction.operandCount(); ++operand)
      leading(contraction.operand(operand), operand % 2 == 0);
    strides(contraction.c, shape.n, shape.m);
    for (const Matrix &extra : contraction.extras)
      strides(extra, shape.n, shape.m);
    return values;
  }

private:
  /// A parameter, or a member of one.
  bool isFree(const std::string &symbol) const {
    return names.contains(symbol.substr(0, symbol.find('.'))) && !values.contains(symbol);
  }

  void extent(const Polynomial &polynomial, const std::string &wanted) {
    for (const std::string &symbol : polynomial.symbols()) {
      if (isFree(symbol)) {
        values[symbol] = wanted;
        continue;
      }
      // Inside of a quotient only whole tiles are certain to be multiplied.
      if (symbol.front() == '(')
        for (const std::string &name : identifiers(symbol))
          if (isFree(name) && !contraction.constants.contains(name))
            values[name] = shape.wholeTiles ? "(" + wanted + " + 63) / 64 * 64" : wanted;
    }
  }

  void leading(const Matrix &matrix, bool hasRows) {
    const bool alongK = matrix.contiguous() == (hasRows ? 1 : 0);
    const std::string &outer = hasRows ? shape.m : shape.n;
    strides(matrix, alongK ? shape.k : outer, alongK ? outer : shape.k);
  }

  void strides(const Matrix &matrix, const std::string &inner, const std::string &outer) {
    for (const Polynomial &stride : matrix.stride)
      for (const std::string &symbol : stride.symbols())
        if (isFree(symbol))
          values[symbol] = inner + " + " + shape.padding;
    for (const std::string &symbol : matrix.batchStride.symbols())
      if (isFree(symbol))
        values[symbol] = "(" + inner + " + " + shape.padding + ") * (" + outer + " + " +
                         shape.padding + ") + " + shape.batchPadding;
    for (const std::string &symbol : matrix.offset.symbols())
      if (isFree(symbol))
        values[symbol] = shape.offset;
  }

  /// `name op value`, as Decisions words it, and its opposite `!(name op value)`.
  void satisfy(const std::string &condition) {
    static const std::regex Form(R"((!\()?([\w.]+) (==|!=|<|<=|>|>=) (-?[\w.]+)\)?)");
    std::smatch match;
    if (!std::regex_match(condition, match, Form) || !isFree(match[2]))
      return;
    std::string op = match[3], value = match[4];
    if (match[1].matched) {
      static const std::map<std::string, std::string> Opposite = {
          {"==", "!="}, {"!=", "=="}, {"<", ">="}, {"<=", ">"}, {">", "<="}, {">=", "<"}};
      op = Opposite.at(op);
    }
    if (value == "nullptr") {
      if (op == "==")
        values[match[2]] = "nullptr";
      return;
    }
    if (op == "!=" || op == ">")
      value += " + 1";
    else if (op == "<")
      value += " - 1";
    values[match[2]] = value;
  }

  const Contraction &contraction;
  const Shape shape;
  std::set<std::string> names;
  std::map<std::string, std::string> values;
};

} // namespace

std::map<std::string, std::string> assignment(const Contraction &contraction, const Shape &shape) {
  return Solver(contraction, shape).run();
}

} // namespace warpsmith::verify
