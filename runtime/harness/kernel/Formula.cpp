#include "runtime/harness/kernel/Formula.h"
#include "runtime/harness/core/Sizes.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

namespace warpsmith::harness {
namespace {

using Arguments = std::span<const double>;
using Function = double (*)(Arguments);

/// CUDA's and C's functions by name; fast and rounded forms mean the exact one.
const std::map<std::string, Function, std::less<>> &functions() {
  static const std::map<std::string, Function, std::less<>> Known = [] {
    std::map<std::string, Function, std::less<>> known;
    const auto add = [&](Function function, std::initializer_list<const char *> names) {
      for (const char *name : names)
        known[name] = function;
    };
    add([](Arguments x) { return std::exp(x[0]); }, {"exp", "expf", "__expf"});
    add([](Arguments x) { return std::exp2(x[0]); }, {"exp2", "exp2f"});
    add([](Arguments x) { return std::log(x[0]); }, {"log", "logf", "__logf"});
    add([](Arguments x) { return std::log1p(x[0]); }, {"log1p", "log1pf"});
    add([](Arguments x) { return std::tanh(x[0]); }, {"tanh", "tanhf", "__tanhf"});
    add([](Arguments x) { return std::sin(x[0]); }, {"sin", "sinf", "__sinf"});
    add([](Arguments x) { return std::cos(x[0]); }, {"cos", "cosf", "__cosf"});
    add([](Arguments x) { return std::erf(x[0]); }, {"erf", "erff"});
    add([](Arguments x) { return std::sqrt(x[0]); }, {"sqrt", "sqrtf", "__fsqrt_rn", "__dsqrt_rn"});
    add([](Arguments x) { return 1 / std::sqrt(x[0]); }, {"rsqrt", "rsqrtf", "__frsqrt_rn"});
    add([](Arguments x) { return 1 / x[0]; }, {"__frcp_rn", "__drcp_rn"});
    add([](Arguments x) { return std::fabs(x[0]); }, {"fabs", "fabsf", "abs"});
    add([](Arguments x) { return std::floor(x[0]); }, {"floor", "floorf"});
    add([](Arguments x) { return std::ceil(x[0]); }, {"ceil", "ceilf"});
    add([](Arguments x) { return std::round(x[0]); }, {"round", "roundf", "lroundf", "lround"});
    add([](Arguments x) { return std::nearbyint(x[0]); },
        {"rint", "rintf", "lrintf", "nearbyintf", "__float2int_rn", "__double2int_rn"});
    add([](Arguments x) { return std::trunc(x[0]); }, {"trunc", "truncf", "__float2int_rz"});
    add([](Arguments x) { return std::pow(x[0], x[1]); }, {"pow", "powf", "__powf"});
    add([](Arguments x) { return std::fmin(x[0], x[1]); }, {"min", "fmin", "fminf"});
    add([](Arguments x) { return std::fmax(x[0], x[1]); }, {"max", "fmax", "fmaxf"});
    add([](Arguments x) { return x[0] + x[1]; }, {"__fadd_rn", "__dadd_rn"});
    add([](Arguments x) { return x[0] - x[1]; }, {"__fsub_rn", "__dsub_rn"});
    add([](Arguments x) { return x[0] * x[1]; }, {"__fmul_rn", "__dmul_rn"});
    add([](Arguments x) { return x[0] / x[1]; },
        {"__fdiv_rn", "__ddiv_rn", "fdividef", "__fdividef"});
    add([](Arguments x) { return x[0] * x[1] + x[2]; }, {"fma", "fmaf", "__fmaf_rn", "__fma_rn"});
    return known;
  }();
  return Known;
}

std::string withoutNamespace(const std::string &name) {
  const std::size_t at = name.rfind("::");
  return at == std::string::npos ? name : name.substr(at + 2);
}

bool isWhole(double value) {
  return value == std::trunc(value);
}

double compare(const std::string &op, double left, double right) {
  const bool holds = op == "<"    ? left < right
                     : op == "<=" ? left <= right
                     : op == ">"  ? left > right
                     : op == ">=" ? left >= right
                     : op == "==" ? left == right
                                  : left != right;
  return holds ? 1 : 0;
}

double combine(char op, double left, double right) {
  switch (op) {
  case '+':
    return left + right;
  case '-':
    return left - right;
  case '*':
    return left * right;
  default:
    return left / right;
  }
}

} // namespace

Formula Formula::parse(const nlohmann::json &expression, const std::vector<std::string> &scalars) {
  const auto kind = expression.at("kind").get<std::string>();
  Formula formula;
  formula.text = expression.value("text", "");
  formula.index = expression.value("index", 0);
  if (expression.contains("children"))
    for (const nlohmann::json &child : expression["children"])
      formula.children.push_back(parse(child, scalars));
  static const std::map<std::string, Kind> Kinds = {
      {"sum", Kind::Sum},         {"output", Kind::Output},
      {"scalar", Kind::Scalar},   {"literal", Kind::Literal},
      {"extra", Kind::Extra},     {"negate", Kind::Negate},
      {"binary", Kind::Binary},   {"cast", Kind::Same},
      {"call", Kind::Call},       {"dimension", Kind::Dimension},
      {"compare", Kind::Compare}, {"select", Kind::Select}};
  const auto known = Kinds.find(kind);
  if (known == Kinds.end())
    throw InputError("an expression of kind '" + kind + "' has no FP64 reference");
  formula.kind = known->second;
  if (formula.kind == Kind::Literal) {
    char *end = nullptr;
    formula.literal = std::strtod(formula.text.c_str(), &end);
    if (end == formula.text.c_str())
      throw InputError("'" + formula.text + "' has no FP64 reference: it is no number");
  } else if (formula.kind == Kind::Scalar) {
    const auto at = std::find(scalars.begin(), scalars.end(), formula.text);
    if (at == scalars.end())
      throw InputError("'" + formula.text +
                       "' has no FP64 reference: it is no floating-point parameter");
    formula.index = static_cast<int>(at - scalars.begin());
  } else if (formula.kind == Kind::Same) {
    const auto type = expression.at("type").get<std::string>();
    const bool floating = type.front() == 'f' || type.front() == 'b';
    formula.kind = floating ? Kind::Same : Kind::Truncate;
  } else if (formula.kind == Kind::Call) {
    formula.text = withoutNamespace(formula.text);
    if (!functions().contains(formula.text))
      throw InputError("'" + formula.text + "' has no FP64 reference: it is no function of CUDA's");
  }
  return formula;
}

FormulaValue Formula::operator()(const FormulaInputs &inputs) const {
  const auto leaf = [](double value) { return FormulaValue{value, std::fabs(value)}; };
  switch (kind) {
  case Kind::Sum:
    return {inputs.sum, 0}; // its own rounding is bounded apart
  case Kind::Output:
    return leaf(inputs.output);
  case Kind::Scalar:
    return leaf(inputs.scalars[static_cast<std::size_t>(index)]);
  case Kind::Literal:
    return {literal, 0};
  case Kind::Dimension:
    return {static_cast<double>(inputs.sizes[static_cast<std::size_t>(index)]), 0};
  case Kind::Extra:
    return leaf(inputs.extras[static_cast<std::size_t>(index)]);
  default:
    break;
  }
  std::vector<double> values;
  double magnitude = 0;
  for (const Formula &child : children) {
    const FormulaValue part = child(inputs);
    values.push_back(part.value);
    magnitude += part.magnitude;
  }
  double value = values[0];
  switch (kind) {
  case Kind::Negate:
    return {-value, magnitude};
  case Kind::Same:
    break;
  case Kind::Truncate:
    value = std::trunc(value);
    break;
  case Kind::Binary: {
    value = combine(text[0], values[0], values[1]);
    // Errors of factors grow with the other factor.
    const double growth = text[0] == '*'   ? std::max(std::fabs(values[0]), std::fabs(values[1]))
                          : text[0] == '/' ? 1 / std::fabs(values[1])
                                           : 1;
    magnitude *= std::max(1.0, growth);
    break;
  }
  case Kind::Call:
    value = functions().find(text)->second(values);
    break;
  case Kind::Compare:
    return {compare(text, values[0], values[1]), magnitude};
  case Kind::Select:
    value = values[0] != 0 ? values[1] : values[2];
    break;
  default:
    break;
  }
  return {value, magnitude + std::fabs(value)};
}

bool Formula::rounds() const {
  const bool itself = kind == Kind::Call || kind == Kind::Truncate ||
                      (kind == Kind::Binary && text == "/") ||
                      (kind == Kind::Literal && !isWhole(literal));
  return itself || std::any_of(children.begin(), children.end(),
                               [](const Formula &child) { return child.rounds(); });
}

bool Formula::contains(Kind wanted) const {
  return kind == wanted || std::any_of(children.begin(), children.end(), [&](const Formula &child) {
           return child.contains(wanted);
         });
}

std::optional<int> Formula::scaled(Kind leaf) const {
  if (kind == leaf)
    return -1;
  if (kind == Kind::Same)
    return children[0].scaled(leaf);
  if (kind != Kind::Binary || text != "*")
    return std::nullopt;
  for (const int side : {0, 1})
    if (children[static_cast<std::size_t>(side)].scaled(leaf) == -1 &&
        children[static_cast<std::size_t>(1 - side)].scaled(Kind::Scalar) == -1) {
      const Formula *scalar = &children[static_cast<std::size_t>(1 - side)];
      while (scalar->kind == Kind::Same)
        scalar = &scalar->children[0];
      return scalar->index;
    }
  return std::nullopt;
}

} // namespace warpsmith::harness
