#include "rewriter/verify/Benchmark.h"
#include "rewriter/emit/Template.h"
#include <algorithm>
#include <cstdlib>
#include <map>

namespace warpsmith::verify {
namespace {

using llvm::json::Array;
using llvm::json::Object;

/// What the harness's launches have where the file's have no constant of their own.
constexpr BlockShape DefaultBlock = {16, 16, 1};
constexpr int64_t DefaultSharedBytes = 32768;

std::string typeName(ElementType type) {
  return std::string(shortName(type));
}

const char *kindName(Expression::Kind kind) {
  switch (kind) {
  case Expression::Kind::Sum:
    return "sum";
  case Expression::Kind::Operand:
    return "operand";
  case Expression::Kind::Output:
    return "output";
  case Expression::Kind::Scalar:
    return "scalar";
  case Expression::Kind::Literal:
    return "literal";
  case Expression::Kind::Negate:
    return "negate";
  case Expression::Kind::Binary:
    return "binary";
  case Expression::Kind::Cast:
    return "cast";
  case Expression::Kind::Call:
    return "call";
  case Expression::Kind::Part:
    return "part";
  case Expression::Kind::Pair:
    return "pair";
  case Expression::Kind::Extra:
    return "extra";
  case Expression::Kind::Compare:
    return "compare";
  case Expression::Kind::Select:
    return "select";
  case Expression::Kind::Position: // refused before
    return "position";
  case Expression::Kind::Size: // only in derived values
    return "dimension";
  }
  return "";
}

class Description {
public:
  explicit Description(const Contraction &product) : contraction(product) {
    for (const auto *extent :
         {&contraction.m.extent(), &contraction.n.extent(), &contraction.k.extent()})
      dimension(*extent);
    if (contraction.isBatched())
      dimension(contraction.batch.extent());
  }

  std::optional<Object> run(std::string &why) {
    if (!contraction.positions.empty()) {
      why = "what is stored depends on the element's row or column";
      return std::nullopt;
    }
    Array operands, extras;
    for (int index = 0; index < contraction.operandCount(); ++index)
      operands.push_back(operand(index));
    for (const Matrix &matrix : contraction.extras)
      extras.push_back(extra(matrix));
    const int output = buffer(
        contraction.c, {dimension(contraction.m.extent()), dimension(contraction.n.extent())});
    requireLeading(contraction.c, 1, dimension(contraction.n.extent()));
    if (!problem.empty()) {
      why = problem;
      return std::nullopt;
    }
    std::string name = contraction.kernel + contraction.templateArguments;
    std::erase(name, ' ');
    const std::string &qualified = contraction.qualifiedKernel;
    const std::string space = qualified.substr(0, qualified.size() - contraction.kernel.size());
    Object result{{"name", name},
                  {"namespace", llvm::StringRef(space).ltrim(':').str()},
                  {"condition", conjunction(contraction.conditions, Parentheses::None)},
                  {"contraction", contraction.str()},
                  {"dimensions", dimensionArray()},
                  {"extents", Object{{"m", dimension(contraction.m.extent())},
                                     {"n", dimension(contraction.n.extent())},
                                     {"k", dimension(contraction.k.extent())},
                                     {"batch", batch()}}},
                  {"scalars", scalars()},
                  {"operands", std::move(operands)},
                  {"extras", std::move(extras)},
                  {"output", Object{{"buffer", output}, {"batched", isBatched(contraction.c)}}},
                  {"sum", typeName(contraction.sum)},
                  {"products", products()},
                  {"initial", formula(contraction.initial)},
                  {"result", formula(contraction.result)},
                  {"region", comparison(contraction.region)}};
    result["diagonal"] = contraction.diagonal ? llvm::json::Value(formula(contraction.diagonal))
                                              : llvm::json::Value(nullptr);
    result["driver"] = driver();
    result["buffers"] = bufferArray(output);
    return result;
  }

private:
  struct Buffer {
    std::string array; ///< as the contraction names it
    ElementType type;
    std::vector<int> extents;
  };

  /// Values that the original derives of its parameters become what they are here.
  Object formula(const ExpressionRef &expression) const {
    Object node{{"kind", kindName(expression->kind)}, {"type", typeName(expression->type)}};
    const auto derived = expression->kind == Expression::Kind::Scalar
                             ? contraction.derived.find(expression->text)
                             : contraction.derived.end();
    if (derived != contraction.derived.end()) {
      if (const auto dimension = dimensionAsNumber(*derived->second)) {
        node["kind"] = "dimension";
        node["index"] = *dimension;
        return node;
      }
      if (isSignedZero(*derived->second)) {
        node["kind"] = kindName(Expression::Kind::Literal);
        node["text"] = "0.0";
        return node;
      }
    }
    if (!expression->text.empty())
      node["text"] = expression->text;
    if (expression->kind == Expression::Kind::Extra ||
        expression->kind == Expression::Kind::Operand)
      node["index"] = expression->operand;
    Array children;
    for (const ExpressionRef &child : expression->children)
      children.push_back(formula(child));
    if (!children.empty())
      node["children"] = std::move(children);
    return node;
  }

  /// The extent of which a derived value is the conversion to a floating-point type.
  std::optional<int> dimensionAsNumber(const Expression &value) const {
    if (value.kind != Expression::Kind::Cast || isInteger(value.type) ||
        isNarrowFloat(value.type) || value.children[0]->kind != Expression::Kind::Size)
      return std::nullopt;
    const auto known = std::ranges::find(dimensions, value.children[0]->polynomial);
    if (known == dimensions.end())
      return std::nullopt;
    return static_cast<int>(known - dimensions.begin());
  }
  /// What padding adds to a sum: zero, whose sign only bits show.
  static bool isSignedZero(const Expression &value) {
    return value.kind == Expression::Kind::Select && value.children[1]->isLiteralZero() &&
           value.children[2]->kind == Expression::Kind::Negate &&
           value.children[2]->children[0]->isLiteralZero();
  }

  /// The number of an extent, which is new or known.
  int dimension(const Polynomial &extent) {
    const auto known = std::find(dimensions.begin(), dimensions.end(), extent);
    if (known == dimensions.end())
      dimensions.push_back(extent);
    return static_cast<int>(known - dimensions.begin());
  }

  int batch() { return !contraction.isBatched() ? -1 : dimension(contraction.batch.extent()); }

  static bool isBatched(const Matrix &matrix) { return !matrix.batchStride().isZero(); }

  std::string size(int index) const {
    return "polybenchGiven->dimensions[" + std::to_string(index) + "]";
  }

  /// The constants of this parse have their values.
  std::optional<int64_t> known(Polynomial extent) const {
    for (const auto &[name, value] : contraction.constants)
      extent = extent.substitute(name, value);
    return extent.constant();
  }

  Array dimensionArray() const {
    Array array;
    for (const Polynomial &extent : dimensions) {
      Object entry{{"name", extent.str()}};
      if (const auto value = known(extent))
        entry["value"] = *value;
      array.push_back(std::move(entry));
    }
    return array;
  }

  /// The buffer of a matrix whose rows are adjacent; what must hold of its strides is noted.
  int buffer(const Matrix &matrix, std::vector<int> extents) {
    const auto require = [&](const Polynomial &stride, const std::string &wanted) {
      requirements += " && (" + LaunchSetup::hosted(stride) + ") == " + wanted;
    };
    if (isBatched(matrix)) {
      std::string product = "1LL";
      for (const int extent : extents)
        product += " * " + size(extent);
      require(matrix.batchStride(), product);
      extents.insert(extents.begin(), batch());
    }
    if (!matrix.offset.isZero())
      require(matrix.offset, "0");
    for (size_t index = 0; index < buffers.size(); ++index)
      if (buffers[index].array == matrix.name) {
        if (buffers[index].extents != extents || buffers[index].type != matrix.type)
          problem = "'" + matrix.name + "' is read as matrices of different shapes";
        return static_cast<int>(index);
      }
    buffers.push_back({matrix.name, matrix.type, std::move(extents)});
    return static_cast<int>(buffers.size()) - 1;
  }

  /// The other stride than that of the index along which elements lie side by side.
  void requireLeading(const Matrix &matrix, int contiguous, int extent) {
    requirements +=
        " && (" + LaunchSetup::hosted(matrix.stride(1 - contiguous)) + ") == " + size(extent);
  }

  Object operand(int index) {
    const Matrix &matrix = contraction.operand(index);
    const bool hasRows = index % 2 == 0;
    const int k = dimension(contraction.k.extent());
    const int own = dimension(hasRows ? contraction.m.extent() : contraction.n.extent());
    const int extents[] = {hasRows ? own : k, hasRows ? k : own};
    const int contiguous = matrix.contiguous();
    if (contiguous < 0)
      problem = "the elements of '" + matrix.name + "' do not lie side by side";
    const bool transposed = contiguous == 0;
    const int outer = extents[transposed ? 1 : 0], inner = extents[transposed ? 0 : 1];
    const int found = buffer(matrix, {outer, inner});
    if (contiguous >= 0)
      requireLeading(matrix, contiguous, inner);
    return Object{{"buffer", found}, {"transposed", transposed}, {"batched", isBatched(matrix)}};
  }

  Object extra(const Matrix &matrix) {
    const bool row = !matrix.stride(0).isZero(), column = !matrix.stride(1).isZero();
    std::vector<int> extents;
    if (row)
      extents.push_back(dimension(contraction.m.extent()));
    if (column)
      extents.push_back(dimension(contraction.n.extent()));
    if (column && matrix.contiguous() != 1)
      problem = "the elements of '" + matrix.name + "' do not lie side by side";
    const int found = buffer(matrix, extents);
    if (row && column)
      requireLeading(matrix, 1, dimension(contraction.n.extent()));
    else if (row)
      requirements += " && (" + LaunchSetup::hosted(matrix.stride(0)) + ") == 1";
    return Object{
        {"buffer", found}, {"row", row}, {"column", column}, {"batched", isBatched(matrix)}};
  }

  bool readsOutput() const {
    const auto reads = [](const ExpressionRef &expression) {
      return expression && expression->contains(Expression::Kind::Output);
    };
    return contraction.region != Region::Full || reads(contraction.initial) ||
           reads(contraction.result) || reads(contraction.diagonal);
  }

  Array bufferArray(int output) const {
    Array array;
    for (size_t index = 0; index < buffers.size(); ++index) {
      const Buffer &entry = buffers[index];
      const bool written = static_cast<int>(index) == output;
      array.push_back(Object{{"name", pointerOf(entry.array)},
                             {"type", typeName(entry.type)},
                             {"role", !written        ? "input"
                                      : readsOutput() ? "inout"
                                                      : "output"},
                             {"extents", Array(entry.extents)}});
    }
    return array;
  }

  Array scalars() {
    Array array;
    const LaunchSetup setup = launchSetup();
    for (const Parameter &parameter : contraction.parameters)
      if (isScalar(parameter)) {
        Object entry{{"name", parameter.name}, {"type", parameter.type}};
        if (const auto value = setup.numberOf(parameter.name))
          entry["value"] = *value;
        array.push_back(std::move(entry));
      }
    return array;
  }

  LaunchSetup launchSetup() {
    const auto number = [&](const Polynomial &extent) { return Value{size(dimension(extent))}; };
    const Shape shape = {number(contraction.m.extent()), number(contraction.n.extent()),
                         number(contraction.k.extent()),
                         batch() < 0 ? Value::of(1) : Value{size(batch())}};
    const Launch *model = modelLaunch();
    return LaunchSetup(contraction, shape, model ? *model->block : DefaultBlock);
  }

  /// The file's launch that the harness's is like.
  const Launch *modelLaunch() const {
    const Launch *model = nullptr;
    for (const Launch &launch : contraction.launches)
      if (launch.block)
        model = &launch;
    return model;
  }

  /// More than the file's launch has would let fewer blocks run side by side.
  int64_t sharedBytes() const {
    if (!contraction.dynamicSharedMemory)
      return 0;
    const Launch *model = modelLaunch();
    return model && model->sharedBytes.value_or(0) > 0 ? *model->sharedBytes : DefaultSharedBytes;
  }

  Array products() const {
    Array array;
    for (const ProductForm &form : productForms(*contraction.update)) {
      Array scale;
      for (const ExpressionRef &factor : form.scale)
        scale.push_back(formula(factor));
      array.push_back(
          Object{{"left", form.row}, {"right", form.column}, {"scale", std::move(scale)}});
    }
    return array;
  }

  std::string driver() {
    const LaunchSetup setup = launchSetup();
    std::map<std::string, int> scalars;
    for (const Parameter &parameter : contraction.parameters)
      if (isScalar(parameter))
        scalars.emplace(parameter.name, scalars.size());
    std::string body = setup.parameters([&](const Parameter &parameter) {
      return "(" + parameter.type + ")polybenchGiven->scalars[" +
             std::to_string(scalars.at(parameter.name)) + "]";
    });
    for (size_t index = 0; index < buffers.size(); ++index)
      if (!setup.isNull(buffers[index].array))
        body += LaunchSetup::assignPointer(buffers[index].array, "polybenchGiven->buffers[" +
                                                                     std::to_string(index) + "]");
    std::string sizes, formats, found;
    for (size_t index = 0; index < dimensions.size(); ++index) {
      const std::string text = LaunchSetup::hosted(dimensions[index]);
      sizes += " && (" + text + ") == " + size(static_cast<int>(index));
      formats += index ? "x%lld" : "%lld";
      found += ", (long long)(" + text + ")";
    }
    // It stands after whatever the file includes and defines: C++ headers, which a macro of the
    // file (`min`, `max`) would break, are not for it, nor is more than C++11.
    return fill(R"(
// What `polybench run` calls.
#include "polybench/common/polybench_abi.h"
#include <stdio.h>
$support
static char polybenchWhyNot[512];
extern "C" const char *polybench_refusal() { return polybenchWhyNot; }
extern "C" int polybench_run(const PolybenchArguments *polybenchGiven) {
  polybenchWhyNot[0] = 0;
  if (!polybenchAccepts(polybenchGiven, $dimensionCount, $scalarCount, $bufferCount))
    return POLYBENCH_BAD_ARGUMENTS;
$body  if (!(true$sizes)) {
    snprintf(polybenchWhyNot, sizeof polybenchWhyNot,
             "the kernel cannot be launched for these sizes; near them are $formats"$found);
    return POLYBENCH_BAD_ARGUMENTS;
  }
  if (!($requirements)) {
    snprintf(polybenchWhyNot, sizeof polybenchWhyNot, "%s",
             "no arguments are found for which the kernel computes the product of matrices "
             "without padding");
    return POLYBENCH_BAD_ARGUMENTS;
  }
  $kernel$arguments<<<warpsmithGrid, warpsmithBlock, $sharedBytes,
                      (cudaStream_t)polybenchGiven->stream>>>($names);
  return cudaGetLastError();
}
)",
                {{"dimensionCount", std::to_string(dimensions.size())},
                 {"scalarCount", std::to_string(scalars.size())},
                 {"bufferCount", std::to_string(buffers.size())},
                 {"body", body + setup.geometry()},
                 {"sizes", sizes},
                 {"formats", formats},
                 {"found", found},
                 {"support", LaunchSetup::Support},
                 {"requirements", "!(" + setup.firstUnmet() + ")" + requirements},
                 {"kernel", contraction.qualifiedKernel},
                 {"arguments", contraction.templateArguments},
                 {"sharedBytes", std::to_string(sharedBytes())},
                 {"names", setup.arguments()}});
  }

  const Contraction &contraction;
  std::vector<Polynomial> dimensions; ///< in the order m, n, k, batch
  std::vector<Buffer> buffers;
  std::string requirements; ///< of strides and offsets
  std::string problem;
};

} // namespace

std::optional<Object> benchmark(const Contraction &contraction, std::string &why) {
  if (isComplex(contraction.c.type)) {
    why = "its numbers are complex";
    return std::nullopt;
  }
  if (!contraction.isPlain()) {
    why = "its rows, columns or steps are counted by several indices, or an operand has padding";
    return std::nullopt;
  }
  return Description(contraction).run(why);
}

} // namespace warpsmith::verify
