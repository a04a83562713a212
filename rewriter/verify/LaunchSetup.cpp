#include "rewriter/verify/LaunchSetup.h"
#include "rewriter/ir/LaunchRequirements.h"
#include "rewriter/ir/LaunchSymbols.h"
#include "rewriter/ir/SizesInMemory.h"
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

namespace warpsmith::verify {
namespace {

Polynomial::Spelling ofSetup() {
  return launchSpelling("warpsmithGrid", "warpsmithBlock");
}

} // namespace

std::string pointerOf(const std::string &array) {
  std::string name;
  for (const char c : array)
    if (c != '(' && c != '*' && c != ')')
      name += c;
  return name;
}

bool isScalar(const Parameter &parameter) {
  return parameter.type == "float" || parameter.type == "double" || parameter.type == "__half" ||
         parameter.type == "__nv_bfloat16";
}

LaunchSetup::LaunchSetup(const Contraction &product, Shape wanted, BlockShape threads)
    : contraction(product),
      shape(std::move(wanted)),
      values(assignment(product, shape)) {
  block = chosenBlock(threads);
}

/// The first shape that meets what the preconditions say of the block and of numbers alone.
BlockShape LaunchSetup::chosenBlock(BlockShape preferred) const {
  BlockShape tried = preferred;
  const Polynomial::Valuation valueOf = [&](const std::string &name) -> std::optional<int64_t> {
    for (int axis = 0; axis < 3; ++axis)
      if (name == std::string("blockDim.") + "xyz"[axis])
        return tried[axis];
    if (const auto known = contraction.constants.find(name); known != contraction.constants.end())
      return known->second;
    const std::optional<double> number = numberOf(name);
    return number ? std::optional(static_cast<int64_t>(*number)) : std::nullopt;
  };
  const auto holds = [&](const Precondition &fact) {
    const std::optional<int64_t> left = fact.left.evaluate(valueOf),
                                 right = fact.right.evaluate(valueOf);
    const bool ofBlock = std::ranges::any_of(
        std::array{"blockDim.x", "blockDim.y", "blockDim.z"}, [&](const char *axis) {
          return fact.left.names().contains(axis) || fact.right.names().contains(axis);
        });
    return !ofBlock || !left || !right || (fact.equal ? *left == *right : *left >= *right);
  };
  constexpr unsigned MostThreads = 1024;
  const auto candidates = [](unsigned first) {
    return std::vector<unsigned>{first, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
  };
  for (const unsigned z : candidates(preferred[2]))
    for (const unsigned y : candidates(preferred[1]))
      for (const unsigned x : candidates(preferred[0])) {
        tried = {x, y, z};
        if (x * y * z <= MostThreads && std::ranges::all_of(contraction.preconditions, holds))
          return tried;
      }
  return preferred;
}

std::string LaunchSetup::hosted(const Polynomial &polynomial) {
  return polynomial.wide(ofSetup());
}

std::string LaunchSetup::arguments() const {
  std::string text;
  for (const Parameter &parameter : contraction.parameters)
    text += (text.empty() ? "" : ", ") + parameter.name;
  return text;
}

bool LaunchSetup::isNull(const std::string &array) const {
  const auto value = values.find(array);
  return value != values.end() && value->second.isNull;
}

std::optional<double> LaunchSetup::numberOf(const std::string &parameter) const {
  const auto value = values.find(parameter);
  return value == values.end() ? std::nullopt : value->second.number;
}

/// Of a member or an element, which may be constant.
static std::string typeOf(const std::string &member) {
  return "std::remove_const_t<std::remove_reference_t<decltype(" + member + ")>>";
}

/// What the kernel takes as a constant is none for who calls it.
static std::string changeable(const std::string &member) {
  return "const_cast<" + typeOf(member) + " &>(" + member + ")";
}

/// A member of a structure behind a pointer.
static std::string assignMember(const std::string &member, const std::string &value) {
  return "  " + changeable(member) + " = (" + typeOf(member) + ")(" + value + ");\n";
}

std::string LaunchSetup::assignPointer(const std::string &array, const std::string &value) {
  const std::string pointer = pointerOf(array);
  if (namesStructure(array))
    return assignMember(array, value);
  // As its own type, which may be a pointer to rows.
  return "  " + pointer + " = (decltype(" + pointer + "))(" + value + ");\n";
}

std::string
LaunchSetup::parameters(const std::function<std::string(const Parameter &)> &scalar) const {
  std::string text;
  for (const Parameter &parameter : contraction.parameters) {
    const std::string &type = parameter.type;
    const auto value = values.find(parameter.name);
    const std::string spelled = "WarpsmithType<" + type + ">";
    text += "  " + spelled + " " + parameter.name;
    static const std::set<std::string> Integers = {
        "int",   "unsigned int",   "long", "unsigned long", "long long",     "unsigned long long",
        "short", "unsigned short", "char", "signed char",   "unsigned char", "bool"};
    if (type.find('*') != std::string::npos)
      text += " = nullptr;\n";
    else if (value != values.end())
      text += " = (" + spelled + ")(" + value->second.text + ");\n";
    else if (isScalar(parameter))
      text += " = " + scalar(parameter) + ";\n";
    else
      text += Integers.contains(type) ? " = 3;\n" : "{};\n";
  }
  std::map<std::string, int> sizes; // how many lie behind a pointer
  for (const std::string &pointer : contraction.structures)
    if (const auto size = sizeBehind(pointer))
      sizes[size->array] = std::max(sizes[size->array], std::stoi(size->place) + 1);
    else
      text += "  warpsmithAllocate(" + changeable(pointer) + ");\n";
  for (const auto &[array, count] : sizes)
    text += "  warpsmithAllocate(" + changeable(array) + ", " + std::to_string(count) + ");\n";
  // Numbers that are not all zero, as they would be.
  for (const auto &[name, value] : contraction.derived)
    if (value->kind == Expression::Kind::Scalar && namesStructure(value->text))
      text += assignMember(value->text, "1.37");
  for (const auto &[name, value] : values)
    if (name.starts_with("(")) // one size or another, each of which has its value
      continue;
    else if (namesStructure(name))
      text += assignMember(name, value.text);
    else if (name.find('.') != std::string::npos)
      text += "  " + name + " = " + value.text + ";\n";
  return text;
}

/// Of indices that a quotient counts, `blockIdx.z / heads`, as many as are wanted.
std::string LaunchSetup::dividedGrid(char axis) const {
  const Polynomial grid = Polynomial::symbol(std::string("gridDim.") + axis);
  for (const auto &[group, wanted] : {std::pair(&contraction.m, &shape.m),
                                      {&contraction.n, &shape.n},
                                      {&contraction.batch, &shape.batch}})
    for (const IndexGroup::Index &index : group->indices())
      for (const std::string &symbol : index.extent.symbols())
        if (const Polynomial::Quotient *quotient = index.extent.quotientOf(symbol);
            quotient && !quotient->remainder && quotient->dividend == grid)
          return std::string("  warpsmithGrid.") + axis + " = (" + wanted->text + ") * (" +
                 hosted(quotient->divisor) + ");\n";
  return {};
}

/// Without a guard, or with one that only whole blocks pass, the launch gives the extent.
void LaunchSetup::coverIndices(char axis, std::string &text) const {
  const std::string symbol = std::string("gridDim.") + axis;
  for (const auto &[extent, wanted] : {std::pair(&contraction.m.extent(), &shape.m),
                                       {&contraction.n.extent(), &shape.n},
                                       {&contraction.batch.extent(), &shape.batch}}) {
    if (!extent->dependsOn(symbol))
      continue;
    const auto affine = extent->affineIn(symbol);
    const std::string coefficient = affine ? "(" + hosted(affine->coefficient) + ")" : "";
    text += std::string("  warpsmithGrid.") + axis + " = " +
            (affine ? "(" + wanted->text + " - (" + hosted(affine->rest) + ") + " + coefficient +
                          " - 1) / " + coefficient
                    : "3") +
            ";\n";
  }
}

std::string LaunchSetup::geometry() const {
  std::string text = "  dim3 warpsmithGrid(1, 1, 1), warpsmithBlock(" + std::to_string(block[0]) +
                     ", " + std::to_string(block[1]) + ", " + std::to_string(block[2]) + ");\n";
  for (const char axis : {'x', 'y', 'z'}) {
    const Polynomial extent = Polynomial::symbol(std::string("blockDim.") + axis);
    const Polynomial grid = Polynomial::symbol(std::string("gridDim.") + axis);
    for (const Precondition &fact : contraction.preconditions) {
      if (fact.equal && fact.left == extent)
        text += std::string("  warpsmithBlock.") + axis + " = " + hosted(fact.right) + ";\n";
      if (fact.equal && (fact.left == extent || fact.left == extent * grid) &&
          fact.right.constant() == 1)
        text += std::string("  warpsmithBlock.") + axis + " = 1;\n";
    }
  }
  for (const char axis : {'x', 'y', 'z'}) {
    const std::string symbol = std::string("gridDim.") + axis;
    for (const Precondition &fact : contraction.preconditions)
      if (const auto affine = fact.left.affineIn(symbol);
          !fact.equal && affine && !affine->coefficient.isZero() && affine->rest.isZero())
        text += std::string("  warpsmithGrid.") + axis + " = (" + hosted(fact.right) + " + " +
                hosted(affine->coefficient) + " - 1) / (" + hosted(affine->coefficient) + ");\n";
    text += dividedGrid(axis);
    coverIndices(axis, text);
  }
  return text + withinRows();
}

/// Where the launch alone gives the columns, as many as C's rows hold: elements of two rows at one
/// place would be a race of the original.
std::string LaunchSetup::withinRows() const {
  if (contraction.c.contiguous() < 0 || contraction.c.leadingDimension().dependsOnIndices())
    return "";
  const Polynomial &columns =
      contraction.c.contiguous() == 1 ? contraction.n.extent() : contraction.m.extent();
  std::string text;
  const auto limit = [&](const Polynomial &elements, const Polynomial &most) {
    for (const char axis : {'x', 'y', 'z'}) {
      const auto affine = elements.affineIn(std::string("gridDim.") + axis);
      if (!affine || affine->coefficient.isZero())
        continue;
      const std::string grid = std::string("warpsmithGrid.") + axis;
      text += "  while (" + grid + " > 1 && (" + hosted(elements) + ") > (" + hosted(most) +
              "))\n    --" + grid + ";\n";
    }
  };
  const Polynomial &row = contraction.c.leadingDimension();
  // Products of a batch between each other's rows share a row.
  const bool shares =
      contraction.batch.size() == 1 && batchPlaces(contraction) == BatchPlaces::Between;
  limit(columns, shares ? contraction.c.batchStride() : row);
  if (shares)
    limit(contraction.batch.extent() * contraction.c.batchStride(), row);
  return text;
}

std::string literal(const std::string &text) {
  std::string result;
  for (const char c : text)
    result += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
  return '"' + result + '"';
}

std::string LaunchSetup::firstUnmet(bool needsSteps) const {
  std::string text;
  const auto add = [&](const std::string &condition, const std::string &words) {
    text += "!(" + condition + ") ? " + literal("'" + words + "'") + " : ";
  };
  for (const Predicate &condition : contraction.conditions)
    add(conjunction({condition}, Parentheses::Each, ofSetup()),
        conjunction({condition}, Parentheses::None));
  for (const Precondition &fact : contraction.preconditions) {
    const std::string comparison = fact.equal ? " == " : " >= ";
    add(hosted(fact.left) + comparison + hosted(fact.right),
        fact.left.str() + comparison + fact.right.str());
  }
  for (const Polynomial *extent :
       {&contraction.m.extent(), &contraction.n.extent(), &contraction.k.extent()})
    if (needsSteps || extent != &contraction.k.extent())
      add("(" + hosted(*extent) + ") > 0", extent->str() + " > 0");
  if (const int inner = contraction.c.contiguous();
      inner >= 0 && !contraction.c.leadingDimension().isZero()) {
    const Polynomial &extent = inner == 1 ? contraction.n.extent() : contraction.m.extent();
    const Polynomial &leading = contraction.c.leadingDimension();
    add("(" + hosted(extent) + ") <= (" + hosted(leading) + ")",
        extent.str() + " <= " + leading.str());
  }
  // Index arithmetic that wraps computes something else.
  for (const IndexRange &range : contraction.ranges) {
    std::string least = "(long long)(" + hosted(range.offset) + ")", most = least;
    for (const IndexRange::Index &index : range.indices) {
      const std::string last = "(long long)(" + hosted(index.coefficient) + ") * ((long long)(" +
                               hosted(index.extent) + ") - 1)";
      least += " + (" + last + " < 0 ? " + last + " : 0)";
      most += " + (" + last + " > 0 ? " + last + " : 0)";
    }
    add(least + " >= " + std::to_string(range.low) + "LL && " + most +
            " <= " + std::to_string(range.high) + "LL",
        std::to_string(range.low) + " <= index <= " + std::to_string(range.high));
  }
  return text + "nullptr";
}

} // namespace warpsmith::verify
