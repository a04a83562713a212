#include "rewriter/verify/Driver.h"
#include "rewriter/codegen/KernelPlan.h"
#include "rewriter/codegen/Template.h"
#include "rewriter/verify/Assignment.h"

namespace warpsmith::verify {
namespace {

/// What all drivers have: arrays with random contents, which the product does not fill, so that
/// what is written beside it is seen; and the comparison.
constexpr const char *Support = R"(
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

namespace warpsmith_verify {

constexpr size_t Elements = 1 << 17; // of every array

template <typename Element>
std::vector<Element> randomValues(unsigned state) {
  std::vector<Element> values(Elements);
  for (Element &value : values) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    value = Element(static_cast<float>(static_cast<int>(state)) * 0x1p-31f * (sizeof(Element) == 1 ? 100 : 1));
  }
  return values;
}

template <typename Element>
Element *upload(const std::vector<Element> &values) {
  Element *array = nullptr;
  cudaMalloc(&array, Elements * sizeof(Element));
  cudaMemcpy(array, values.data(), Elements * sizeof(Element), cudaMemcpyHostToDevice);
  return array;
}

template <typename Element>
bool compare(const char *name, const char *shape, const Element *original, const Element *rewritten,
             double tolerance) {
  const cudaError_t status = cudaDeviceSynchronize();
  if (status != cudaSuccess) {
    std::printf("%s %s unsolved %s\n", name, shape, cudaGetErrorString(status));
    return false;
  }
  std::vector<Element> one(Elements), other(Elements);
  cudaMemcpy(one.data(), original, Elements * sizeof(Element), cudaMemcpyDeviceToHost);
  cudaMemcpy(other.data(), rewritten, Elements * sizeof(Element), cudaMemcpyDeviceToHost);
  for (size_t index = 0; index < Elements; ++index) {
    const double a = static_cast<double>(static_cast<float>(one[index]));
    const double b = static_cast<double>(static_cast<float>(other[index]));
    const bool same = tolerance == 0 ? std::memcmp(&one[index], &other[index], sizeof(Element)) == 0
                                     : std::abs(a - b) <= tolerance;
    if (!same) {
      std::printf("%s %s differs %zu %.9g %.9g\n", name, shape, index, a, b);
      return false;
    }
  }
  std::printf("%s %s same\n", name, shape);
  return true;
}

} // namespace warpsmith_verify
)";

/// Rounding of the contract's coarsest operand, as a bound for sums of products of numbers below 1.
double unitRoundoff(Numerics numerics) {
  switch (numerics) {
  case Numerics::BitExact:
    return 0;
  case Numerics::Fp32:
    return 0x1p-23;
  case Numerics::Tf32:
  case Numerics::Fp16:
    return 0x1p-10;
  case Numerics::Bf16:
    return 0x1p-7;
  }
  return 0;
}

/// `a` of `(*a)`, the first element of an array of arrays.
std::string pointerOf(const std::string &array) {
  std::string name;
  for (const char c : array)
    if (c != '(' && c != '*' && c != ')')
      name += c;
  return name;
}

class CaseWriter {
public:
  CaseWriter(const RewrittenKernel &rewritten, const GeneratedCase &entry)
      : kernel(rewritten),
        contraction(entry.contraction),
        schedule(entry.schedule) {}

  std::string text(const Shape &shape, const std::string &function) const {
    const auto values = assignment(contraction, shape);
    std::string body, sizes;
    for (const Parameter &parameter : contraction.parameters)
      body += declaration(parameter, values);
    for (const auto &[name, value] : values)
      if (name.find('.') != std::string::npos)
        body += "  " + name + " = " + value + ";\n";
    body += geometry();
    for (const std::string &condition : contraction.conditions)
      sizes += " && (" + hosted(condition) + ")";
    for (const Precondition &fact : contraction.preconditions)
      sizes += " && " + hosted(fact.left.wide()) + (fact.equal ? " == " : " >= ") +
               hosted(fact.right.wide());
    for (const Polynomial *extent : {&contraction.m, &contraction.n, &contraction.k})
      sizes += " && (" + hosted(extent->wide()) + ") > 0";
    const std::string label =
        std::to_string(shape.m) + "x" + std::to_string(shape.n) + "x" + std::to_string(shape.k);
    return fill(R"(
static bool $function() {
  const char *const name = "$kernel", *const shape = "$label";
$body$buffers  if (!(true$sizes)) {
    std::printf("%s %s unsolved no sizes are found that meet what the launch must meet\n", name, shape);
    return true;
  }
  std::fprintf(stderr, "original %s\n", name);
  $original$arguments<<<grid, block, sharedBytes>>>($names);
  $restored  std::fprintf(stderr, "rewritten %s\n", name);
  $space::launch$arguments(grid, block, sharedBytes, 0, $names);
  return warpsmith_verify::compare(name, shape, expected, found, $tolerance * ($k));
}
)",
                {{"function", function},
                 {"kernel", contraction.kernel + spaceless(contraction.templateArguments)},
                 {"label", label},
                 {"body", body},
                 {"sizes", sizes},
                 {"buffers", buffers(values)},
                 {"original", contraction.qualifiedKernel},
                 {"arguments", contraction.templateArguments},
                 {"names", names()},
                 {"restored", pointerOf(contraction.c.name) + " = (decltype(" +
                                  pointerOf(contraction.c.name) + "))found;\n"},
                 {"space", spaceName()},
                 {"tolerance", std::to_string(8 * unitRoundoff(schedule.numerics))},
                 {"k", hosted(contraction.k.wide())}});
  }

private:
  static std::string spaceless(std::string text) {
    std::erase(text, ' ');
    return text;
  }

  std::string spaceName() const {
    const std::string &name = contraction.qualifiedKernel;
    return name.substr(0, name.rfind("::") + 2) + kernel.space;
  }

  /// gridDim and blockDim are variables of the driver.
  static std::string hosted(std::string text) {
    for (const auto &[from, to] : {std::pair("gridDim.", "grid."), {"blockDim.", "block."}})
      for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at))
        text.replace(at, std::string(from).size(), to);
    return text;
  }

  std::string names() const {
    std::string text;
    for (const Parameter &parameter : contraction.parameters)
      text += (text.empty() ? "" : ", ") + parameter.name;
    return text;
  }

  std::vector<const Matrix *> arrays() const {
    std::vector<const Matrix *> all = {&contraction.a, &contraction.b};
    for (const Matrix &matrix : contraction.second)
      all.push_back(&matrix);
    for (const Matrix &matrix : contraction.extras)
      all.push_back(&matrix);
    return all;
  }

  static std::string declaration(const Parameter &parameter,
                                 const std::map<std::string, std::string> &values) {
    const auto value = values.find(parameter.name);
    const std::string type = parameter.type;
    const bool pointer = type.find('*') != std::string::npos;
    const std::string plain = "  std::remove_const_t<" + type + "> " + parameter.name;
    if (pointer)
      return plain + " = nullptr;\n";
    if (value != values.end())
      return plain + " = " + value->second + ";\n";
    if (type == "float" || type == "double")
      return plain + " = 1.37;\n";
    const bool integer = type.find("int") != std::string::npos || type == "long" ||
                         type == "bool" || type == "char" || type == "unsigned long";
    return plain + (integer ? " = 3;\n" : "{};\n");
  }

  /// A grid that is larger than needed where threads are guarded, and what else the launch needs.
  std::string geometry() const {
    std::string text =
        "  dim3 grid(1, 1, 1), block(8, 4, 1);\n  const size_t sharedBytes = 32768;\n";
    for (const char axis : {'x', 'y', 'z'}) {
      const Polynomial extent = Polynomial::symbol(std::string("blockDim.") + axis);
      const Polynomial grid = Polynomial::symbol(std::string("gridDim.") + axis);
      for (const Precondition &fact : contraction.preconditions) {
        if (fact.equal && fact.left == extent)
          text += std::string("  block.") + axis + " = " + hosted(fact.right.wide()) + ";\n";
        if (fact.equal && (fact.left == extent || fact.left == extent * grid) &&
            fact.right.constant() == 1)
          text += std::string("  block.") + axis + " = 1;\n";
      }
    }
    for (const char axis : {'x', 'y', 'z'}) {
      const std::string symbol = std::string("gridDim.") + axis;
      for (const Precondition &fact : contraction.preconditions)
        if (const auto affine = fact.left.affineIn(symbol);
            !fact.equal && affine && !affine->coefficient.isZero() && affine->rest.isZero())
          text += std::string("  grid.") + axis + " = (" + hosted(fact.right.wide()) + " + " +
                  hosted(affine->coefficient.wide()) + " - 1) / (" +
                  hosted(affine->coefficient.wide()) + ");\n";
      // Without a guard the launch gives the extent.
      for (const Polynomial *extent : {&contraction.m, &contraction.n, &contraction.batch})
        if (extent->dependsOn(symbol))
          text += std::string("  grid.") + axis + " = 3;\n";
    }
    return text;
  }

  static std::string arrayText(const std::string &array) { return "  " + pointerOf(array); }

  std::string buffers(const std::map<std::string, std::string> &values) const {
    std::string text;
    std::set<std::string> known;
    unsigned state = 17;
    const auto element = [](const Matrix &matrix) { return std::string(cudaName(matrix.type)); };
    const auto cast = [&](const std::string &name) {
      return "(decltype(" + pointerOf(name) + "))";
    };
    for (const Matrix *matrix : arrays()) {
      state += 6;
      const auto value = values.find(matrix->name);
      const bool null = value != values.end() && value->second == "nullptr";
      if (known.insert(matrix->name).second && !null)
        text += arrayText(matrix->name) + " = " + cast(matrix->name) +
                "warpsmith_verify::upload(warpsmith_verify::randomValues<" + element(*matrix) +
                ">(" + std::to_string(state) + "));\n";
    }
    const std::string output = element(contraction.c);
    text += "  const auto start = warpsmith_verify::randomValues<" + output + ">(5);\n";
    text += "  auto *expected = warpsmith_verify::upload(start);\n";
    text += "  auto *found = warpsmith_verify::upload(start);\n";
    // As the parameter's own type, which may be a pointer to rows.
    text += arrayText(contraction.c.name) + " = " + cast(contraction.c.name) + "expected;\n";
    return text;
  }

  const RewrittenKernel &kernel;
  const Contraction &contraction;
  const Schedule &schedule;
};

} // namespace

std::string driverText(const std::vector<RewrittenKernel> &kernels, const std::string &file) {
  // Not square, no multiples of a tile, one smaller than any, leading dimensions with padding.
  constexpr Shape Shapes[] = {{45, 37, 29, 3}, {7, 5, 3, 1}, {64, 48, 96, 0}};
  std::string text = "#define main warpsmith_original_main\n#include \"" + file +
                     "\"\n#undef main\n#include <type_traits>\n" + Support;
  std::string calls;
  int number = 0;
  for (const RewrittenKernel &kernel : kernels)
    for (const GeneratedCase &entry : kernel.cases)
      for (const Shape &shape : Shapes) {
        const std::string function = "warpsmith_verify_" + std::to_string(number++);
        text += CaseWriter(kernel, entry).text(shape, function);
        calls += "  same &= " + function + "();\n";
      }
  return text + "\nint main() {\n  bool same = true;\n" + calls + "  return same ? 0 : 1;\n}\n";
}

} // namespace warpsmith::verify
