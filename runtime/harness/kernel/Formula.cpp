#include "runtime/harness/kernel/Formula.h"
#include "runtime/harness/core/Sizes.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>

namespace warpsmith::harness {
namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();

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

/// How much `function` changes when its arguments, one by one, move by as much as narrowing may
/// have moved them.
template <typename Function>
double moved(const std::vector<FormulaValue> &parts, std::vector<double> values, double value,
             Function function) {
  double total = 0;
  for (std::size_t index = 0; index < parts.size(); ++index) {
    if (parts[index].narrowing == 0)
      continue;
    double largest = 0;
    for (const double direction : {-1.0, 1.0}) {
      values[index] = parts[index].value + direction * parts[index].narrowing;
      const double change = std::fabs(function(values) - value);
      largest = std::isnan(change) ? Infinity : std::max(largest, change);
    }
    values[index] = parts[index].value;
    total += largest;
  }
  return total;
}

/// What roundings of a function's arguments, in units of their roundoff, are in its result: as
/// steep as it is from one such unit to some hundred.
template <typename Function>
double grown(const std::vector<FormulaValue> &parts, std::vector<double> values, double value,
             Function function) {
  double total = 0;
  for (std::size_t index = 0; index < parts.size(); ++index) {
    double largest = 0;
    for (const double step : {-0x1p-16, -0x1p-22, 0x1p-22, 0x1p-16}) {
      values[index] = parts[index].value + step * parts[index].magnitude;
      largest = std::max(largest, std::fabs((function(values) - value) / step));
    }
    values[index] = parts[index].value;
    total += largest;
  }
  return total;
}

/// Errors of CUDA's fast functions beyond some units in the last place (CUDA C++ Programming Guide,
/// "Intrinsic Functions").
double approximation(const std::string &function, const std::vector<double> &values, double value) {
  if (function == "__sinf" || function == "__cosf" || function == "__logf")
    return 0x1p-21;
  if (function == "__tanhf")
    return 0x1p-10 * std::fabs(value);
  if (function == "__powf") // exp2(y * log2(x))
    return 0x1p-21 * std::fabs(value * values[1]) * (1 + std::fabs(std::log2(values[0])));
  return 0;
}

/// The value in a narrower type, where it may also be below its normal numbers or too large.
void narrow(FormulaValue &result, ElementType type) {
  const double magnitude = std::fabs(result.value);
  result.narrowing += unitRoundoff(type) * magnitude + smallestPositive(type) / 2;
  // What the value lacks of precision decides near the end of the range.
  if (magnitude > largestFinite(type) * (1 + 0x1p-6))
    result.value = std::copysign(Infinity, result.value);
  else if (magnitude > largestFinite(type) * (1 - 0x1p-6))
    result.narrowing = Infinity;
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
      throw InputError("'" + formula.text + "' has no FP64 reference: it is not a number");
    if (expression.value("type", "") == "f32")
      formula.literal = static_cast<float>(formula.literal);
  } else if (formula.kind == Kind::Scalar) {
    const auto at = std::find(scalars.begin(), scalars.end(), formula.text);
    if (at == scalars.end())
      throw InputError("'" + formula.text +
                       "' has no FP64 reference: it is not a floating-point parameter");
    formula.index = static_cast<int>(at - scalars.begin());
  } else if (formula.kind == Kind::Same) {
    const auto type = expression.at("type").get<std::string>();
    const auto own = elementTypeOfShortName(type);
    const bool floating = own && !isInteger(*own);
    formula.kind = floating ? Kind::Same : Kind::Truncate;
  } else if (formula.kind == Kind::Call) {
    formula.text = withoutNamespace(formula.text);
    if (!functions().contains(formula.text))
      throw InputError("'" + formula.text +
                       "' has no FP64 reference: it is not one of CUDA's functions");
  }
  if (formula.kind == Kind::Same || formula.kind == Kind::Binary || formula.kind == Kind::Call) {
    const auto type = elementTypeOfShortName(expression.value("type", ""));
    if (type && !isInteger(*type))
      formula.type = type;
  }
  return formula;
}

Formula Formula::stored(Formula formula, ElementType type) {
  if (isInteger(type) || formula.type == type)
    return formula;
  Formula conversion;
  conversion.kind = Kind::Same;
  conversion.type = type;
  conversion.children.push_back(std::move(formula));
  return conversion;
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
  std::vector<FormulaValue> parts;
  std::vector<double> values;
  FormulaValue result;
  for (const Formula &child : children) {
    parts.push_back(child(inputs));
    values.push_back(parts.back().value);
    result.magnitude += parts.back().magnitude;
  }
  result.value = combined(values);
  if (std::any_of(parts.begin(), parts.end(),
                  [](const FormulaValue &part) { return part.narrowing > 0; }))
    result.narrowing = moved(parts, values, result.value,
                             [&](const std::vector<double> &near) { return combined(near); });
  // Errors of factors grow with the other factor.
  if (kind == Kind::Binary && text[0] == '*')
    result.magnitude *= std::max({1.0, std::fabs(values[0]), std::fabs(values[1])});
  else if (kind == Kind::Binary && text[0] == '/')
    result.magnitude *=
        std::max(1.0, std::max(1.0, std::fabs(result.value)) / std::fabs(values[1]));
  if (kind == Kind::Call) {
    result.magnitude = grown(parts, values, result.value,
                             [&](const std::vector<double> &near) { return combined(near); });
    result.narrowing += approximation(text, values, result.value);
  }
  if (kind != Kind::Negate && kind != Kind::Compare)
    result.magnitude += std::fabs(result.value);
  if (type && unitRoundoff(*type) > inputs.roundoff)
    narrow(result, *type);
  return result;
}

double Formula::combined(const std::vector<double> &values) const {
  switch (kind) {
  case Kind::Negate:
    return -values[0];
  case Kind::Truncate:
    return std::trunc(values[0]);
  case Kind::Binary:
    return combine(text[0], values[0], values[1]);
  case Kind::Call:
    return functions().find(text)->second(values);
  case Kind::Compare:
    return compare(text, values[0], values[1]);
  case Kind::Select:
    return values[0] != 0 ? values[1] : values[2];
  default:
    return values[0];
  }
}

bool Formula::rounds() const {
  const bool itself = kind == Kind::Call || kind == Kind::Truncate ||
                      (kind == Kind::Binary && text == "/") ||
                      (kind == Kind::Literal && !isWhole(literal)) ||
                      (type && unitRoundoff(*type) > unitRoundoff(ElementType::F32));
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
